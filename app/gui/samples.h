#pragma once

#include <QString>

#include <vector>

namespace mw::app {

struct Sample {
    QString path;
    QString name;  ///< "nabla4", "05_calculate_nabla4"
    QString about; ///< one line: what there is to see in it
};

/// The folder of the samples: $MAPWRIGHT_SAMPLES, else ../share/mapwright/samples from the
/// program's own, which in a build folder leads to the sources. Empty when there is none.
QString sampleFolder();
/// The file stands in that folder or below it, however the path is written.
bool isSample(const QString& path);
/// Its graphs, sorted by name, then those of the ladder, named by their folders, from its lowest
/// rung.
std::vector<Sample> samples();

} // namespace mw::app
