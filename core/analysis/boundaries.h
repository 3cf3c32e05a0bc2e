#pragma once

#include "core/ir/sdfg.h"

#include <string>
#include <string_view>
#include <vector>

// Boundaries of a linked program: where something outside of it happens in between, as an exchange
// with other ranks. What runs between two of them is a stretch: a state of the root with one nested
// SDFG that is not to be inlined. Nothing is moved or fused over a boundary.

namespace mw::analysis {

/// What is exchanged at the boundaries stands in the root's global code, a line for each, for a
/// generated file of this name. There is none: DaCe reads and writes them with the graph.
inline constexpr std::string_view kBoundariesFile = "mapwright_boundaries";

/// Fields that are exchanged, a list for each boundary in their order.
using Boundaries = std::vector<std::vector<std::string>>;
/// Empty: the program has none.
Boundaries boundariesOf(const ir::Sdfg& program);
void setBoundaries(ir::Sdfg& program, const Boundaries& boundaries);

/// The nested SDFG that is a stretch by itself; null: the block holds none.
const ir::Node* stretchIn(const ir::Block& block);

} // namespace mw::analysis
