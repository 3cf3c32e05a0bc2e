#pragma once

#include "core/ir/edit.h"
#include "transforms/framework/view.h"

#include <vector>

// Dataflow goes, and the order in which it put the rest stays.

namespace mw::transforms {

/// Both ends of edges that are about to go: where those into a part of the dataflow come from and
/// where those out of it lead, each once.
std::vector<NodeId> endsOf(const std::vector<const ir::Edge*>& in,
                           const std::vector<const ir::Edge*>& out);

/// Adds an ordering edge from each source of `in` to each target of `out`, where something comes
/// before the one and something after the other, apart from these edges.
void keepOrder(ir::Editor& editor, const StateView& at, const std::vector<const ir::Edge*>& in,
               const std::vector<const ir::Edge*>& out);

/// For an edit that has taken dataflow from `from` to `to` away: adds an ordering edge in its place
/// where it was what put two uses of a container in order, of which one writes. Where `from` is
/// gone too, from what came before it.
void keepOrderOfUses(ir::Editor& editor, const StateView& at, NodeId from, NodeId to);

/// Removes the descriptors of temporaries that the edit left without an access node.
void removeUnusedTemporaries(ir::Editor& editor, const DocumentView& view, const StateView& at);

} // namespace mw::transforms
