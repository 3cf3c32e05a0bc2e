#pragma once

#include "core/ir/node.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

// What DaCe's Reduce nodes say in their properties.

namespace mw::transforms {

bool isReduce(const ir::Node& node);
/// The compact JSON text of a property; empty for null and for what is not there.
std::string_view propertyOf(const ir::LibraryNode& library, std::string_view name);
/// By dimension of what the node reads; nullopt where an axis is none of them, or is there twice.
std::optional<std::vector<bool>> reducedDimensions(const ir::LibraryNode& reduce, std::size_t rank);

} // namespace mw::transforms
