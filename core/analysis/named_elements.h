#pragma once

#include "core/ir/sdfg.h"

#include <set>
#include <string>

namespace mw::analysis {

/// Containers of one element of the SDFG that expressions of a state name as if they were symbols:
/// ranges of maps, subsets of memlets, what a nested SDFG's symbols are. What stands in them when
/// the state begins is meant. Names that a map's parameter or dynamic input hides are none.
std::set<std::string, std::less<>> namedElements(const ir::Sdfg& sdfg, const ir::State& state);

} // namespace mw::analysis
