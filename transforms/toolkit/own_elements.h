#pragma once

#include "core/ir/index.h"
#include "transforms/toolkit/replacement.h"

namespace mw::transforms {

/// A map reads a container by the edge `read` into its entry, and writes another by `written` out
/// of its exit, whose elements are elsewhere in the first by `placement`. True where in each
/// iteration all that it reads are elements that this iteration writes, and no other one, and it
/// has read them when it writes. Looks at tasklets and copies directly in the map; false for what
/// is deeper.
bool readsOwnElements(const ir::StateIndex& index, const ir::Node& entry, const ir::Edge& read,
                      const ir::Edge& written, const Placement& placement);

} // namespace mw::transforms
