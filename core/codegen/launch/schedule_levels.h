#pragma once

#include "core/codegen/plan.h"

namespace mw::codegen {

/// Whether one thread may work through several levels of the second-innermost dimension: straight
/// arithmetic and branches, of which nothing keeps an array or a loop of its own.
bool maySchedule(const Kernel& kernel);

/// The kernel in which one thread works through `launch.levelsPerThread` neighbouring levels, in
/// groups of `launch.levelsPerGroup`: with `launch.hoistsShared` what does not depend on the level
/// stands before the loop; in a group all loads of all its levels come first, then level by level
/// the rest. The second-innermost dimension then counts such runs of levels; the grid of
/// launchShape() is that of the result. A kernel of one level per thread stays as it is.
Kernel scheduled(const Kernel& kernel);

} // namespace mw::codegen
