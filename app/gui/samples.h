#pragma once

#include <QString>

#include <vector>

namespace mw::app {

struct Sample {
    QString path;
    QString name; ///< "nabla4", "05_calculate_nabla4"
};

/// The folder of the samples: $MAPWRIGHT_SAMPLES, beside the installed program, or in the sources.
/// Empty when there is none.
QString sampleFolder();
/// Its graphs, sorted by name, then those of the ladder, named by their folders, from its lowest
/// rung.
std::vector<Sample> samples();

} // namespace mw::app
