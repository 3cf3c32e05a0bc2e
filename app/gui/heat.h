#pragma once

#include "core/support/id.h"

#include <QString>

#include <map>

namespace mw::app {

class Pane;

/// Measured times on the maps of the variant in the pane, when it was part of the last measurement.
struct Heat {
    std::map<ElementId, double> values; ///< 0..1 of the longest kernel
    std::map<ElementId, QString> texts; ///< "12.3 µs"
    QString legend, low, high;
};
Heat heatOf(const Pane& pane);

/// Medians of one call by the map of each kernel, us; empty when the variant was not part of the
/// last measurement.
std::map<ElementId, double> measuredTimes(const Pane& pane);

} // namespace mw::app
