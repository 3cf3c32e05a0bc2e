#pragma once

#include "core/ir/index.h"

namespace mw::analysis {

/// An edge out of a nested SDFG whose conflict resolution is never applied: code inside writes the
/// container itself, without one. nullptr when there is none.
const ir::Edge* unresolvedConflict(const ir::StateIndex& index, const ir::Node& nested);
/// The sentence of the error, the same wherever such an edge is refused.
std::string unresolvedConflictText(const ir::Edge& edge, const ir::Node& nested);

} // namespace mw::analysis
