#pragma once

#include "transforms/toolkit/between_maps.h"

// Maps that go up or down columns in a loop of a nested SDFG.

namespace mw::transforms {

/// The container comes straight out of a nested SDFG with a loop.
bool isFedByScan(const BetweenMaps& found);
/// It leads straight into one.
bool feedsScan(const BetweenMaps& found);

} // namespace mw::transforms
