#pragma once

#include "core/analysis/names.h"
#include "core/ir/types.h"

#include <map>

namespace mw::analysis {

using AssignedSymbols = std::map<std::string, ir::ScalarType, std::less<>>;

/// Symbols that the control flow of one SDFG assigns, on its edges and in its loops, with their
/// types: the declared one, else that of the first value in the order of the file, for integers
/// int64. Such a symbol begins with the value that the program is called with, or that
/// the node of a nested SDFG maps in.
AssignedSymbols assignedSymbols(const ir::Sdfg& sdfg);

} // namespace mw::analysis
