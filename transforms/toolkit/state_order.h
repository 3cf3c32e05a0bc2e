#pragma once

#include "core/analysis/names.h"
#include "transforms/framework/view.h"
#include "transforms/toolkit/accesses.h"

#include <string>
#include <vector>

// All uses of a container in one state, and which of two comes first by the dataflow.

namespace mw::transforms {

/// Two containers of an SDFG that may be one and the same memory: marked so, or given to a nested
/// SDFG from one container outside.
bool maySharePlace(const DocumentView& view, const ir::Sdfg& sdfg, const std::string& a,
                   const std::string& b);

/// The same of two names that are known and differ.
bool mayBeOne(const StateView& at, const std::string& a, const std::string& b);
/// All containers of the state's SDFG for which that can be true of another name; mostly none.
/// Structures stand for their members.
const analysis::NameSet& twinsIn(const StateView& at);

/// Every edge at an access node, in any scope, by which the state reads or writes the container,
/// under whatever name: through views, through what may be the same memory.
std::vector<Access> usesInState(const DocumentView& view, const StateView& at,
                                const std::string& container);

/// The first use is over in every run when the second begins. A copy happens where it arrives (at
/// the exit of a scope: where it leaves); a map begins at its entry and ends at its exit.
bool isBefore(const ir::StateIndex& index, const Access& first, const Access& second);

/// The node at which the use is over.
NodeId endOf(const ir::StateIndex& index, const Access& access);

/// Either of the two writes, and neither is before the other.
bool inConflict(const ir::StateIndex& index, const Access& a, const Access& b);

} // namespace mw::transforms
