#pragma once

#include "core/ir/index.h"

#include <vector>

namespace mw::viewers {

/// The edges that carry on what an edge moves, itself included: through the connectors of scopes,
/// to all sides, and of nested SDFGs to the containers inside. Empty for what is no dataflow edge,
/// or moves nothing.
std::vector<ElementId> memletTree(const ir::DocumentIndex& index, ElementId edge);

} // namespace mw::viewers
