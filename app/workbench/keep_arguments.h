#pragma once

#include "core/ir/sdfg.h"

#include <string>
#include <vector>

namespace mw::workbench {

/// A variant with the argument list of its original.
struct KeptArguments {
    ir::DocumentPtr document;
    std::vector<std::string> names; ///< which it would lack
};
/// Whoever calls the original passes every symbol, and DaCe makes arguments of those that a graph
/// needs. Symbols that the variant needs no more are read once, on the way to its first block, and
/// so remain. Those that it has as constants do not: it would take any value for them.
KeptArguments keepArguments(const ir::Sdfg& original, const ir::DocumentPtr& variant);

} // namespace mw::workbench
