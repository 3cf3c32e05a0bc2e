#pragma once

#include "core/analysis/names.h"
#include "core/codegen/flow/control_flow.h"

namespace mw::codegen {

// What the control flow of one SDFG does to its symbols. `list`: the flow of the whole SDFG.

/// Symbols that the flow assigns, but that some way through it may read before: they begin with the
/// value from outside.
analysis::NameSet readUnassigned(const FlowList& list, const ir::Sdfg& sdfg);

/// Assigned symbols that are more than counters of loops: assigned on edges or by several nested
/// loops, or read outside of the loops that count with them.
analysis::NameSet sharedSymbols(const FlowList& list, const ir::Sdfg& sdfg);

/// The names that a list of statements assigns, loops and branches included.
analysis::NameSet assignedIn(const FlowList& list);
/// The name that a statement `name = value` assigns; empty for other text.
std::string assignedName(const std::string& statement);

} // namespace mw::codegen
