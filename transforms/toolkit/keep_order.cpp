// Ordering edges in place of dataflow that goes, and temporaries that go with it.

#include "transforms/toolkit/keep_order.h"

#include "core/analysis/names.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/state_order.h"

#include <algorithm>
#include <set>

namespace mw::transforms {

namespace {

void addNode(std::vector<NodeId>& nodes, NodeId id) {
    if (std::ranges::find(nodes, id) == nodes.end())
        nodes.push_back(id);
}

void addOrder(ir::Editor& editor, BlockId state, NodeId from, NodeId to) {
    ir::Edge order;
    order.src = from;
    order.dst = to;
    editor.addEdge(state, std::move(order));
}

analysis::NameSet namesIn(const ir::State& state) {
    analysis::NameSet names;
    for (const auto& node : state.nodes)
        if (const auto* access = node->as<ir::AccessNode>())
            names.emplace(analysis::containerOf(access->data));
    return names;
}

} // namespace

std::vector<NodeId> endsOf(const std::vector<const ir::Edge*>& in,
                           const std::vector<const ir::Edge*>& out) {
    std::vector<NodeId> nodes;
    for (const ir::Edge* edge : in)
        addNode(nodes, edge->src);
    for (const ir::Edge* edge : out)
        addNode(nodes, edge->dst);
    return nodes;
}

void keepOrder(ir::Editor& editor, const StateView& at, const std::vector<const ir::Edge*>& in,
               const std::vector<const ir::Edge*>& out) {
    const auto others = [](const auto& edges, const auto& going) {
        return std::ranges::any_of(edges, [&](const ir::Edge* edge) {
            return std::ranges::find(going, edge) == going.end();
        });
    };
    std::vector<NodeId> sources, targets;
    for (const ir::Edge* edge : in)
        if (others(at.index->inEdges(edge->src), out))
            addNode(sources, edge->src);
    for (const ir::Edge* edge : out)
        if (others(at.index->outEdges(edge->dst), in))
            addNode(targets, edge->dst);
    for (const NodeId source : sources)
        for (const NodeId target : targets)
            addOrder(editor, at.id, source, target);
}

namespace {

/// One edge at an access node as a use of its container: where it begins and where it is over.
struct OrderedUse {
    NodeId begin, end;
    std::string root;
    bool writes = false;
};

/// A copy happens where it arrives, at the exit of a scope where it leaves.
OrderedUse useOf(const ir::StateIndex& index, const ir::Node& access, const ir::Edge& edge,
                 const std::string& root) {
    const bool writes = edge.dst == access.id;
    const ir::Node& other = *index.node(writes ? edge.src : edge.dst);
    if (other.as<ir::AccessNode>() || (!writes && other.isExit())) {
        const NodeId copied = other.isExit() ? access.id : edge.dst;
        return {copied, copied, root, writes};
    }
    return {other.isExit() ? ir::entryOf(other) : other.id,
            other.isEntry() ? ir::exitOf(other) : other.id, root, writes};
}

/// Of the containers in the scope that a node stands in, those that are left.
std::vector<OrderedUse> usesBeside(const StateView& at, NodeId node, const ir::StateIndex& after) {
    const ir::StateIndex& index = *at.index;
    std::vector<OrderedUse> uses;
    for (const auto& access : index.state().nodes) {
        if (!access->as<ir::AccessNode>() || index.scope(access->id) != index.scope(node))
            continue;
        const std::string root = rootData(index, *at.sdfg, *access);
        for (const auto& edges : {index.inEdges(access->id), index.outEdges(access->id)})
            for (const ir::Edge* edge : edges)
                if (!edge->memlet.empty() && after.edge(edge->id))
                    uses.push_back(useOf(index, *access, *edge, root));
    }
    return uses;
}

bool mayConflict(const StateView& at, const OrderedUse& a, const OrderedUse& b) {
    const bool one =
        a.root.empty() || b.root.empty() || a.root == b.root || mayBeOne(at, a.root, b.root);
    return one && (a.writes || b.writes);
}

} // namespace

void keepOrderOfUses(ir::Editor& editor, const StateView& at, NodeId from, NodeId to) {
    const ir::StateIndex& before = *at.index;
    const ir::StateIndex after = editor.indexOf(at.id);
    std::vector<OrderedUse> first, second;
    for (OrderedUse& use : usesBeside(at, to, after))
        if (!after.node(use.begin) || !after.node(use.end))
            continue;
        else if (before.reaches(use.end, from))
            first.push_back(std::move(use));
        else if (before.reaches(to, use.begin))
            second.push_back(std::move(use));
    std::vector<NodeId> lost;
    for (const OrderedUse& one : first)
        for (const OrderedUse& other : second)
            if (!after.reaches(one.end, other.begin) && mayConflict(at, one, other))
                addNode(lost, one.end);
    if (!lost.empty() && after.node(from))
        lost = {from};
    for (const NodeId end : lost)
        addOrder(editor, at.id, end, to);
}

void removeUnusedTemporaries(ir::Editor& editor, const DocumentView& view, const StateView& at) {
    const auto singleUse = view.singleUseData(at.sdfg);
    const auto left = namesIn(editor.state(at.id));
    for (const std::string& name : namesIn(at.state())) {
        const auto* data = at.sdfg->data(name);
        if (!left.contains(name) && singleUse.contains(name) && data && data->transient)
            editor.sdfg(at.sdfg->id).arrays.erase(name);
    }
}

} // namespace mw::transforms
