// Finds and removes what only led to a container that nothing reads.

#include "transforms/toolkit/dead_output.h"

#include "core/analysis/names.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/side_effects.h"

#include <algorithm>

namespace mw::transforms {

namespace {

class Search {
public:
    explicit Search(const ir::StateIndex& index) : index_(index) {}

    std::optional<DeadParts> behind(const ir::Node& access);

private:
    bool grows();
    bool lookAt(const ir::Node& node);
    void bury(const ir::Node& node);
    bool buryPassages(const ir::Node& scopeNode);
    bool isDead(const ir::Edge& edge) const { return edge.memlet.empty() || parts_.has(edge); }
    bool allDead(std::span<const ir::Edge* const> edges) const {
        return std::ranges::all_of(edges, [this](const ir::Edge* e) { return isDead(*e); });
    }
    bool isWhole() const;

    const ir::StateIndex& index_;
    DeadParts parts_;
};

void Search::bury(const ir::Node& node) {
    parts_.nodes.insert(node.id);
    for (const auto& edges : {index_.inEdges(node.id), index_.outEdges(node.id)})
        for (const ir::Edge* edge : edges)
            parts_.edges.insert(edge->id);
}

/// Edges into a scope node whose continuations on the other side are all dead: they are dead too.
bool Search::buryPassages(const ir::Node& scopeNode) {
    bool grown = false;
    for (const ir::Edge* in : index_.inEdges(scopeNode.id)) {
        const auto out = ir::partner(in->dstConnector, true);
        if (!out || parts_.has(*in))
            continue;
        const auto edges = index_.outEdges(scopeNode.id);
        const auto goesOn = [&](const ir::Edge* e) { return e->srcConnector == *out; };
        if (std::ranges::none_of(edges, goesOn) ||
            std::ranges::any_of(edges,
                                [&](const ir::Edge* e) { return goesOn(e) && !parts_.has(*e); }))
            continue;
        parts_.edges.insert(in->id);
        parts_.passages.emplace(scopeNode.id, ir::passedIn(in->dstConnector));
        grown = true;
    }
    return grown;
}

/// Whether the node, or a way through it, is newly found dead.
bool Search::lookAt(const ir::Node& node) {
    const auto out = index_.outEdges(node.id);
    const bool touched =
        std::ranges::any_of(out, [this](const ir::Edge* e) { return parts_.has(*e); });
    if (!touched || parts_.nodes.contains(node.id))
        return false;
    const bool outermost = !index_.scope(node.isExit() ? ir::entryOf(node) : node.id);
    if (allDead(out) && (!outermost || node.isExit() || node.isEntry())) {
        bury(node);
        return true;
    }
    return (node.isEntry() || node.isExit()) && buryPassages(node);
}

bool Search::grows() {
    bool grown = false;
    const auto& order = index_.topological();
    for (auto id = order.rbegin(); id != order.rend(); ++id)
        grown = lookAt(*index_.node(*id)) || grown;
    return grown;
}

/// Nothing that stays has lost something that it needs.
bool Search::isWhole() const {
    for (const auto& node : index_.state().nodes) {
        const bool dead = parts_.nodes.contains(node->id);
        const NodeId other = node->isEntry()  ? ir::exitOf(*node)
                             : node->isExit() ? ir::entryOf(*node)
                                              : NodeId{};
        if (other && parts_.nodes.contains(other) != dead)
            return false;
        if (dead && node->isEntry() && effectInside(index_, node->id))
            return false;
        if (dead || !node->isCode())
            continue;
        for (const ir::Edge* edge : index_.outEdges(node->id))
            if (parts_.has(*edge))
                return false;
    }
    return true;
}

std::optional<DeadParts> Search::behind(const ir::Node& access) {
    parts_.nodes.insert(access.id);
    for (const ir::Edge* edge : index_.inEdges(access.id)) {
        if (!index_.node(edge->src)->isExit() && !index_.node(edge->src)->as<ir::AccessNode>())
            return std::nullopt;
        parts_.edges.insert(edge->id);
    }
    while (grows()) {
    }
    return isWhole() ? std::optional(std::move(parts_)) : std::nullopt;
}

} // namespace

std::optional<DeadParts> deadBehind(const ir::StateIndex& index, const ir::Node& access) {
    return Search(index).behind(access);
}

bool isUsed(const ir::Sdfg& sdfg, const std::string& container, const std::set<NodeId>& without) {
    bool used = false;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && !used && i < state->nodes.size(); ++i) {
            const auto* access = state->nodes[i]->as<ir::AccessNode>();
            used = access && analysis::containerOf(access->data) == container &&
                   !without.contains(state->nodes[i]->id);
        }
    });
    return used;
}

void removeParts(ir::Editor& editor, const StateView& at, const DeadParts& parts) {
    std::vector<NodeId> left;
    std::set<NodeId> ends;
    for (const auto& edge : at.state().edges) {
        if (!parts.has(*edge))
            continue;
        if (!parts.nodes.contains(edge->src) && at.index->node(edge->src)->as<ir::AccessNode>())
            left.push_back(edge->src);
        ends.insert({edge->src, edge->dst});
        editor.removeEdge(at.id, edge->id);
    }
    for (const auto& [node, name] : parts.passages) {
        if (parts.nodes.contains(node))
            continue;
        editor.node(at.id, node).in.erase(ir::passIn(name));
        editor.node(at.id, node).out.erase(ir::passOut(name));
    }
    for (const NodeId id : parts.nodes)
        editor.removeNode(at.id, id);
    holdInScope(editor, at.id, *at.index, ends);
    removeIsolated(editor, at.id, left);
    for (const NodeId id : parts.nodes) {
        const auto* access = at.index->node(id)->as<ir::AccessNode>();
        const auto* data = access ? at.sdfg->data(access->data) : nullptr;
        if (data && data->transient && !isUsed(*at.sdfg, access->data, parts.nodes))
            editor.sdfg(at.sdfg->id).arrays.erase(access->data);
    }
}

} // namespace mw::transforms
