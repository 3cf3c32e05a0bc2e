// Ordering edges in place of dataflow that goes, and temporaries that go with it.

#include "transforms/toolkit/keep_order.h"

#include "core/analysis/names.h"

#include <algorithm>
#include <set>

namespace mw::transforms {

namespace {

void addOnce(std::vector<NodeId>& nodes, NodeId id) {
    if (std::ranges::find(nodes, id) == nodes.end())
        nodes.push_back(id);
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
        for (const NodeId target : targets) {
            ir::Edge order;
            order.src = source;
            order.dst = target;
            editor.addEdge(at.id, std::move(order));
        }
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
