#pragma once

#include "core/ir/node.h"
#include "core/symbolic/subset.h"

#include <cstddef>
#include <optional>

namespace mw::transforms {

/// One dimension of what an iteration writes: where it moves with a parameter, which one.
struct WrittenAlong {
    std::optional<std::size_t> parameter;
    symbolic::Expr offset = 0; ///< index minus parameter
    symbolic::Range range;     ///< of one iteration
};
/// nullopt: it moves with a parameter in another way than by an offset.
std::optional<WrittenAlong> writtenAlong(const ir::Map& map, const symbolic::Range& range);

} // namespace mw::transforms
