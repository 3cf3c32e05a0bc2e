#pragma once

#include "core/ir/index.h"

namespace mw::analysis {

/// An edge out of a nested SDFG whose conflict resolution nobody applies: code inside writes the
/// container itself, without one. nullptr when there is none.
const ir::Edge* unresolvedConflict(const ir::StateIndex& index, const ir::Node& nested);
/// For people, and the same wherever it is refused.
std::string unresolvedConflictText(const ir::Edge& edge, const ir::Node& nested);

} // namespace mw::analysis
