// Ordering edges in place of dataflow that goes, and temporaries that go with it.

#include "transforms/toolkit/keep_order.h"

#include "core/analysis/names.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/state_order.h"

#include <algorithm>
#include <set>

namespace mw::transforms {

namespace {

void addOnce(std::vector<NodeId>& nodes, NodeId id) {
    if (std::ranges::find(nodes, id) == nodes.end())
        nodes.push_back(id);
}

void addOrder(ir::Editor& editor, BlockId state, NodeId from, NodeId to) {
    ir::Edge order;
    order.src = from;
    order.dst = to;
    editor.addEdge(state, std::move(order));
}

analysis::NameSet containersOf(const ir::State& state) {
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
        addOnce(nodes, edge->src);
    for (const ir::Edge* edge : out)
        addOnce(nodes, edge->dst);
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
            addOnce(sources, edge->src);
    for (const ir::Edge* edge : out)
        if (others(at.index->outEdges(edge->dst), in))
            addOnce(targets, edge->dst);
    for (const NodeId source : sources)
        for (const NodeId target : targets)
            addOrder(editor, at.id, source, target);
}

namespace {

bool isWritten(const ir::StateIndex& index, NodeId access) {
    return std::ranges::any_of(index.inEdges(access),
                               [](const ir::Edge* edge) { return !edge->memlet.empty(); });
}

/// Where what is done at an access node is over, as far as it has to be before `to`: the node
/// itself where it is written, its readers.
std::vector<NodeId> endsBefore(const ir::StateIndex& index, NodeId access, NodeId to) {
    std::vector<NodeId> ends;
    if (isWritten(index, access))
        ends.push_back(access);
    for (const ir::Edge* edge : index.outEdges(access)) {
        const ir::Node& reader = *index.node(edge->dst);
        const NodeId end = reader.isEntry() ? ir::exitOf(reader) : reader.id;
        if (!edge->memlet.empty() && index.reaches(end, to))
            addOnce(ends, end);
    }
    return ends;
}

struct Ordered {
    const ir::Node* node = nullptr;
    std::string root;
    bool writes = false;
};

bool mayConflict(const StateView& at, const Ordered& a, const Ordered& b) {
    const bool one =
        a.root.empty() || b.root.empty() || a.root == b.root || mayBeOne(at, a.root, b.root);
    return one && (a.writes || b.writes) && a.node != b.node;
}

} // namespace

void keepOrderOfUses(ir::Editor& editor, const StateView& at, NodeId from, NodeId to) {
    const ir::StateIndex& before = *at.index;
    const ir::StateIndex after = editor.indexOf(at.id);
    std::vector<Ordered> first, second;
    for (const auto& node : before.state().nodes) {
        if (!node->as<ir::AccessNode>())
            continue;
        const bool comesBefore =
            before.reaches(node->id, from) && before.scope(node->id) == before.scope(to);
        if (comesBefore || (before.reaches(to, node->id) && after.node(node->id)))
            (comesBefore ? first : second)
                .push_back(
                    {node.get(), rootData(before, *at.sdfg, *node), isWritten(before, node->id)});
    }
    std::vector<NodeId> lost;
    for (const Ordered& one : first)
        for (const Ordered& other : second)
            if (mayConflict(at, one, other))
                for (const NodeId end : endsBefore(before, one.node->id, from))
                    if (after.node(end) && !after.reaches(end, other.node->id))
                        addOnce(lost, end);
    if (!lost.empty() && after.node(from))
        lost = {from};
    for (const NodeId end : lost)
        addOrder(editor, at.id, end, to);
}

void removeUnusedTemporaries(ir::Editor& editor, const DocumentView& view, const StateView& at) {
    const auto singleUse = view.singleUseData(at.sdfg);
    const auto left = containersOf(editor.state(at.id));
    for (const std::string& name : containersOf(at.state())) {
        const auto* data = at.sdfg->data(name);
        if (!left.contains(name) && singleUse.contains(name) && data && data->transient)
            editor.sdfg(at.sdfg->id).arrays.erase(name);
    }
}

} // namespace mw::transforms
