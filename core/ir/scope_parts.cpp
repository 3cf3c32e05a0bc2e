// Splits a state into its parts: each map with everything in its scope, each single node.
#include "core/ir/scope_parts.h"

namespace mw::ir {

namespace {

/// The node at top level whose scope contains `node`, or which it is; 0 for ids without a node.
NodeId topOf(const StateIndex& index, NodeId node) {
    // A scope graph with a cycle exists in broken files only: the count bounds the walk.
    for (std::size_t steps = index.size(); steps > 0; --steps) {
        const NodeId scope = index.scope(node);
        if (!scope)
            break;
        node = scope;
    }
    return index.node(node) ? node : NodeId{};
}

} // namespace

ScopeParts::ScopeParts(const StateIndex& index) {
    const State& state = index.state();
    for (std::uint32_t i = 0; i < state.nodes.size(); ++i)
        parts_[topOf(index, state.nodes[i]->id)].nodes.push_back(i);
    for (std::uint32_t i = 0; i < state.edges.size(); ++i) {
        const NodeId from = topOf(index, state.edges[i]->src);
        const NodeId to = topOf(index, state.edges[i]->dst);
        parts_[from].edges.push_back(i);
        if (to != from)
            parts_[to].edges.push_back(i);
    }
}

const ScopeParts::Part& ScopeParts::of(NodeId node) const {
    static const Part none;
    const auto found = parts_.find(node);
    return found == parts_.end() ? none : found->second;
}

} // namespace mw::ir
