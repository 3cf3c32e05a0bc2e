#pragma once

#include "viewers/panels/expr_writer.h"
#include "viewers/panels/properties.h"

namespace mw::viewers {

/// What a map (or a consume scope) reads and writes as a whole, from the memlets around it, never
/// from the connectors inside: one line per memlet, named by the container that holds the data.
/// Views, and the connectors of the nested SDFGs around the map, are followed to that container;
/// the way there is said. `node` is the scope's entry or exit.
std::vector<PropertyGroup> describeScopeData(const ir::DocumentIndex& index, NodeId node,
                                             const ExprWriter& writer);

} // namespace mw::viewers
