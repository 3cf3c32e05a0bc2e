#pragma once

#include "core/ir/index.h"
#include "transforms/toolkit/replacement.h"

#include <utility>
#include <vector>

namespace mw::transforms {

/// Pairs of nodes, of which the first has to come before the second.
using OrderedNodes = std::vector<std::pair<NodeId, NodeId>>;

/// A map reads a container by the edge `read` into its entry, and writes another by `written` out
/// of its exit, whose elements are elsewhere in the first by `placement`. True where in each
/// iteration all that it reads are elements that this iteration writes, and no other one, and it
/// has read them when it writes. Looks at tasklets and copies directly in the map; false for what
/// is deeper. `missing`: gets what would have to come before what, where the dataflow of the map
/// leaves that open; without it that is false, too.
bool readsOwnElements(const ir::StateIndex& index, const ir::Node& entry, const ir::Edge& read,
                      const ir::Edge& written, const Placement& placement,
                      OrderedNodes* missing = nullptr);

} // namespace mw::transforms
