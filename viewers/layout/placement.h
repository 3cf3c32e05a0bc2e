#pragma once

#include "viewers/layout/scope_graph.h"

#include <functional>
#include <optional>
#include <vector>

namespace mw::layout {

/// Middles of the nodes of each graph, by another engine; nullopt where it gave up (the own engine
/// steps in).
using XEngine = std::function<std::vector<std::optional<std::vector<double>>>(
    const std::vector<const RankedGraph*>& graphs)>;

/// Lays out one scope: connected parts are ranked, given to `engine` (or to the own one when it is
/// empty), routed with vertical ends that stay between the ranks, and packed side by side.
Placement place(const ScopeGraph& graph, const XEngine& engine = {});

/// By the own engine, in the order that nodes have before, as far as edges allow: parts that were
/// above or beside each other stay so, nodes of a part stand no higher than those that were above
/// them, and those of a rank in their order from the left.
Placement placeKeepingOrder(const ScopeGraph& graph);

/// Whether no two nodes share a rank: such a part is laid out without an engine, which would change
/// nothing.
bool isChain(const RankedGraph& graph);

} // namespace mw::layout
