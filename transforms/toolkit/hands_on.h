#pragma once

#include "core/ir/node.h"

namespace mw::transforms {

/// A tasklet that assigns its only input to its only output, and does nothing else.
bool handsOn(const ir::Node& node);

} // namespace mw::transforms
