#pragma once

#include "core/codegen/environment/plan_context.h"

#include <optional>
#include <vector>

namespace mw::codegen {

/// What has to hold of the symbols that a program begins with so that 32 bits hold every index of
/// the kernel, every bound, and everything on the way to them, whatever the block, where what
/// memory says of an index is added to the address (Kernel::farIndices). nullopt: nothing that the
/// host could tell before the first step is enough.
std::optional<std::vector<IndexBound>> indexBounds(const PlanContext& context,
                                                   const Kernel& kernel);

/// With which the grid along y holds all iterations of the dimension, whatever the block; nullopt
/// as above.
std::optional<IndexBound> gridBound(const PlanContext& context, const LaunchDim& dim);

/// Fewer bounds that say the same or more: one for those with the same products, none that another
/// one implies.
std::vector<IndexBound> merged(const std::vector<IndexBound>& bounds);

/// The bound as a condition over symbols, for the arithmetic of the host: nothing in it is larger
/// than 64 bits hold, whatever the symbols are.
symbolic::Expr condition(const IndexBound& bound);

} // namespace mw::codegen
