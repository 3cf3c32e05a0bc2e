#pragma once

#include "core/history/history.h"

#include <map>
#include <vector>

namespace mw::history {

/// Where the nodes of a variant come from: per node the nodes of the root's graph that it stands
/// for now, by the change sets of the steps between (a fused map stands for all that went into it).
/// Nodes that a step made out of nothing known are not there. Sorted.
using Provenance = std::map<NodeId, std::vector<NodeId>>;
Provenance provenance(const History& history, VariantId id);

/// The same along the change sets of steps that are in no history.
Provenance provenance(const ir::DocumentPtr& root, const std::vector<const ir::ChangeSet*>& steps);

} // namespace mw::history
