// What is inside a map, and moving it to another.

#include "transforms/toolkit/scope.h"

#include "core/ir/connectors.h"

#include <algorithm>

namespace mw::transforms {

bool belongsTo(const ir::StateIndex& index, NodeId node, NodeId entry) {
    for (NodeId at = node; at; at = index.scope(at))
        if (at == entry)
            return true;
    return false;
}

NodeId scopeOf(const ir::StateIndex& index, const ir::Edge& edge) {
    return index.node(edge.src)->isEntry() ? edge.src : index.scope(edge.src);
}

namespace {

/// Nodes of the scope at any depth, the exit included, the entry not, in the order of the state.
/// A node is in a scope because an edge leads there from the entry, or from what is in the scope;
/// an exit because it is one.
std::vector<const ir::Node*> contentsOf(const ir::StateIndex& index, NodeId entry) {
    std::set<std::size_t> inside;
    std::vector<NodeId> open{entry};
    const auto add = [&](NodeId id) {
        if (index.node(id) && belongsTo(index, index.scope(id), entry) &&
            inside.insert(index.position(id)).second)
            open.push_back(id);
    };
    while (!open.empty()) {
        const NodeId at = open.back();
        open.pop_back();
        if (const ir::Node* node = index.node(at); node && node->isEntry())
            add(ir::exitOf(*node));
        for (const ir::Edge* edge : index.outEdges(at))
            add(edge->dst);
    }
    std::vector<const ir::Node*> nodes;
    for (const std::size_t position : inside)
        nodes.push_back(&index.nodeAt(position));
    return nodes;
}

} // namespace

std::set<NodeId> nodesInside(const ir::StateIndex& index, NodeId entry) {
    std::set<NodeId> inside;
    for (const ir::Node* node : contentsOf(index, entry))
        inside.insert(node->id);
    return inside;
}

std::map<std::string, NodeId> dataInside(const ir::StateIndex& index, NodeId entry) {
    std::map<std::string, NodeId> found;
    for (const ir::Node* node : contentsOf(index, entry))
        if (const auto* access = node->as<ir::AccessNode>())
            found.emplace(access->data, node->id);
    return found;
}

void moveInnerInputs(ir::Editor& editor, BlockId state, const ir::StateIndex& index,
                     const ir::Node& entry, const std::string& from, NodeId toEntry,
                     const std::string& to) {
    for (const ir::Edge* inner : index.outEdges(entry.id)) {
        if (inner->srcConnector != from)
            continue;
        ir::Edge& moved = editor.edge(state, inner->id);
        moved.src = toEntry;
        moved.srcConnector = to;
    }
}

void moveInnerOutputs(ir::Editor& editor, BlockId state, const ir::StateIndex& index,
                      const ir::Node& exit, const std::string& from, NodeId toExit,
                      const std::string& to) {
    for (const ir::Edge* inner : index.inEdges(exit.id)) {
        if (inner->dstConnector != from)
            continue;
        ir::Edge& moved = editor.edge(state, inner->id);
        moved.dst = toExit;
        moved.dstConnector = to;
    }
}

void holdInScope(ir::Editor& editor, BlockId state, const ir::StateIndex& before,
                 const std::set<NodeId>& nodes) {
    std::set<NodeId> there, fed, used;
    for (const auto& node : editor.state(state).nodes)
        there.insert(node->id);
    for (const auto& edge : editor.state(state).edges) {
        used.insert(edge->src);
        fed.insert(edge->dst);
    }
    const auto order = [&](NodeId from, NodeId to) {
        ir::Edge edge;
        edge.src = from;
        edge.dst = to;
        editor.addEdge(state, std::move(edge));
    };
    for (const NodeId id : nodes) {
        const ir::Node& node = *before.node(id);
        const NodeId entry = before.scope(node.isExit() ? ir::entryOf(node) : id);
        if (!entry || !there.contains(id) || !there.contains(entry))
            continue;
        if ((node.isCode() || node.isEntry()) && !fed.contains(id))
            order(entry, id);
        if ((node.isCode() || node.isExit()) && !used.contains(id))
            order(id, ir::exitOf(*before.node(entry)));
    }
}

void removeUnusedPassages(ir::Editor& editor, BlockId state, const ir::StateIndex& before,
                          NodeId entry) {
    for (NodeId at = entry; at; at = before.scope(at)) {
        const ir::Connectors out = editor.node(state, at).out;
        for (const auto& [connector, type] : out) {
            const auto leaves = [&, &connector = connector](const ir::EdgePtr& edge) {
                return edge->src == at && edge->srcConnector == connector;
            };
            if (std::ranges::any_of(editor.state(state).edges, leaves))
                continue;
            const std::string into = ir::passIn(ir::passedOut(connector));
            editor.node(state, at).out.erase(connector);
            editor.node(state, at).in.erase(into);
            const std::vector<ir::EdgePtr> edges = editor.state(state).edges;
            for (const auto& edge : edges)
                if (edge->dst == at && edge->dstConnector == into)
                    editor.removeEdge(state, edge->id);
        }
    }
}

namespace {

void moveBeside(ir::Editor& editor, BlockId state, NodeId moved, NodeId target,
                std::ptrdiff_t behind) {
    auto& nodes = editor.state(state).nodes;
    const auto at = [&](NodeId id) {
        return std::ranges::find_if(nodes, [&](const ir::NodePtr& node) { return node->id == id; });
    };
    const ir::NodePtr node = *at(moved);
    nodes.erase(at(moved));
    nodes.insert(at(target) + behind, node);
}

} // namespace

void moveBefore(ir::Editor& editor, BlockId state, NodeId moved, NodeId target) {
    moveBeside(editor, state, moved, target, 0);
}

void moveBehind(ir::Editor& editor, BlockId state, NodeId moved, NodeId target) {
    moveBeside(editor, state, moved, target, 1);
}

void removeIsolated(ir::Editor& editor, BlockId state, std::span<const NodeId> nodes) {
    for (const NodeId id : nodes) {
        const ir::State& now = editor.state(state);
        const bool used = std::ranges::any_of(
            now.edges, [&](const ir::EdgePtr& e) { return e->src == id || e->dst == id; });
        const bool there =
            std::ranges::any_of(now.nodes, [&](const ir::NodePtr& n) { return n->id == id; });
        if (!used && there)
            editor.removeNode(state, id);
    }
}

} // namespace mw::transforms
