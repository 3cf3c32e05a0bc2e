#pragma once

#include "transforms/framework/transformation.h"

#include <span>
#include <string_view>

// Transformations that stand for several others, applied to the whole program again and again.

namespace mw::transforms {

/// One of them, by their names, applies somewhere.
bool anyApplies(const DocumentView& view, std::span<const std::string_view> names);
/// Each at all of its matches, and all of them again, until none applies: with their parameters as
/// they are by default, and without assumptions. Errors: those of the transformations, and that
/// they have no end.
Expected<ir::EditResult> appliedToFixedPoint(const DocumentView& view,
                                             std::span<const std::string_view> names);

} // namespace mw::transforms
