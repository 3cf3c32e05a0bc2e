// Which node, and which iteration, comes first where the graph leaves it open.
#include "core/interp/order.h"

#include <algorithm>
#include <unordered_map>

namespace mw::interp {

namespace {

/// What runs as one in the scope that an edge stands in: of an exit its whole map.
NodeId unitOf(const ir::StateIndex& state, NodeId id) {
    return state.node(id)->isExit() ? state.scope(id) : id;
}

/// Draws one after another of those whose predecessors are all drawn.
std::vector<NodeId> drawn(const ir::StateIndex& state, const std::vector<NodeId>& nodes,
                          OrderSource& source) {
    std::unordered_map<NodeId, std::size_t, KeyHash> waitsFor;
    std::unordered_map<NodeId, std::vector<NodeId>, KeyHash> before;
    for (const NodeId id : nodes)
        waitsFor[id] = 0;
    for (const auto& edge : state.state().edges) {
        const NodeId from = unitOf(state, edge->src);
        if (state.node(edge->dst)->isExit() || !waitsFor.contains(from) ||
            !waitsFor.contains(edge->dst) || from == edge->dst)
            continue;
        before[from].push_back(edge->dst);
        ++waitsFor[edge->dst];
    }
    std::vector<NodeId> ready, order;
    for (const NodeId id : nodes)
        if (waitsFor[id] == 0)
            ready.push_back(id);
    while (!ready.empty()) {
        std::swap(ready[source.below(ready.size())], ready.back());
        const NodeId next = ready.back();
        ready.pop_back();
        order.push_back(next);
        for (const NodeId id : before[next])
            if (--waitsFor[id] == 0)
                ready.push_back(id);
    }
    return order;
}

} // namespace

NodeOrder fileOrder(const ir::StateIndex& state) {
    NodeOrder order;
    for (const NodeId id : state.topological())
        if (!state.node(id)->isExit())
            order[state.scope(id)].push_back(id);
    return order;
}

NodeOrder randomOrder(const ir::StateIndex& state, OrderSource& source) {
    NodeOrder order = fileOrder(state);
    for (auto& [entry, nodes] : order)
        nodes = drawn(state, nodes, source);
    return order;
}

void shuffleRows(std::vector<std::int64_t>& table, std::size_t width, OrderSource& source) {
    const auto row = [&](std::size_t i) {
        return table.begin() + static_cast<std::ptrdiff_t>(i * width);
    };
    for (std::size_t i = width == 0 ? 0 : table.size() / width; i > 1; --i)
        std::swap_ranges(row(i - 1), row(i), row(source.below(i)));
}

} // namespace mw::interp
