#pragma once

#include <QString>

#include <vector>

namespace mw::app {

struct Sample {
    QString path;
    QString name; ///< "nabla4"
};

/// The folder of the samples: $MAPWRIGHT_SAMPLES, beside the installed program, or in the sources.
/// Empty when there is none.
QString sampleFolder();
/// Its graphs, sorted by name.
std::vector<Sample> samples();

} // namespace mw::app
