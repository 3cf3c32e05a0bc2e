#pragma once

#include "core/support/id.h"

#include <map>

namespace mw::app {

class Pane;

/// Medians of one call by the map of each kernel, us; empty when the variant was not part of the
/// last measurement.
std::map<ElementId, double> measuredTimes(const Pane& pane);

} // namespace mw::app
