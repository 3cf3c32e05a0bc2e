#pragma once

#include "core/ir/node.h"

#include <optional>
#include <vector>

namespace mw::analysis {

/// Which of the `rank` dimensions of its input a Reduce node reduces, by its property `axes`: all
/// without it; negative ones count from the end, as in NumPy. nullopt: it names a dimension that
/// there is not, or one twice, or is no list of whole numbers.
std::optional<std::vector<bool>> reducedDimensions(const ir::LibraryNode& reduce, std::size_t rank);

} // namespace mw::analysis
