// The regions of copies that a file leaves open.
#include "core/io/detail/unsaid_copies.h"

#include "core/ir/connectors.h"
#include "core/ir/copy_regions.h"

#include <algorithm>

namespace mw::io {

using ir::Edge;
using ir::Node;

const Node* farSource(const Edge& edge, const ir::StateIndex& graph) {
    const Edge* step = &edge;
    // Bounded: a path visits every edge once at most.
    for (std::size_t i = 0; i <= graph.state().edges.size(); ++i) {
        const Node* node = graph.node(step->src);
        if (!node || !(node->isEntry() || node->isExit()) || !ir::isPassOut(step->srcConnector))
            return node;
        const std::string wanted = ir::passIn(ir::passedOut(step->srcConnector));
        const auto into = graph.inEdges(node->id);
        const auto next =
            std::ranges::find_if(into, [&](const Edge* e) { return e->dstConnector == wanted; });
        if (next == into.end())
            return node;
        step = *next;
    }
    return nullptr;
}

const Node* farDestination(const Edge& edge, const ir::StateIndex& graph) {
    const Edge* step = &edge;
    for (std::size_t i = 0; i <= graph.state().edges.size(); ++i) {
        const Node* node = graph.node(step->dst);
        if (!node || !(node->isEntry() || node->isExit()) || !ir::isPassIn(step->dstConnector))
            return node;
        const std::string wanted = ir::passOut(ir::passedIn(step->dstConnector));
        const auto out = graph.outEdges(node->id);
        const auto next =
            std::ranges::find_if(out, [&](const Edge* e) { return e->srcConnector == wanted; });
        if (next == out.end())
            return node;
        step = *next;
    }
    return nullptr;
}

namespace {

/// One that a copy moves elements of: views and references are bound, streams pushed.
const ir::DataDescriptor* plainData(const Node* node, const ir::Sdfg& sdfg) {
    const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
    const auto* data = access ? sdfg.data(access->data) : nullptr;
    return data && (data->kind == ir::DataKind::array || data->isScalar()) ? data : nullptr;
}

} // namespace

std::optional<symbolic::Subset> unsaidOtherSubset(const Edge& edge, const ir::StateIndex& graph,
                                                  const ir::Sdfg& sdfg,
                                                  const ir::DaceRules& rules) {
    const auto& memlet = edge.memlet;
    if (memlet.empty() || !memlet.subset || !memlet.wcr.empty())
        return std::nullopt;
    const Node* near = graph.node(edge.src);
    const Node* next = graph.node(edge.dst);
    const bool out = near && near->as<ir::AccessNode>(), in = next && next->as<ir::AccessNode>();
    if (!out && !in) // only the edge next to the container inside says what is copied
        return std::nullopt;
    if ((out && next && next->isEntry()) || (in && near && near->isExit()))
        return std::nullopt;
    const Node* source = farSource(edge, graph);
    const Node* target = farDestination(edge, graph);
    const auto* from = plainData(source, sdfg);
    const auto* to = plainData(target, sdfg);
    if (!from || !to)
        return std::nullopt;
    const bool namesSource =
        source->as<ir::AccessNode>()->data == memlet.data &&
        (target->as<ir::AccessNode>()->data != memlet.data || memlet.isDataSource.value_or(true));
    const auto& other = namesSource ? *to : *from;
    // A copy that converts keeps the old rule.
    return rules.sameIndices && from->dtype == to->dtype
               ? ir::sameIndicesRegion(other, *memlet.subset)
               : ir::unsaidRegion(other, *memlet.subset);
}

void sayCopies(ir::State& state, const ir::Sdfg& sdfg, const ir::DaceRules& rules) {
    if (!rules.sameIndices)
        return;
    const ir::StateIndex graph(state);
    for (ir::EdgePtr& edge : state.edges) {
        if (edge->memlet.otherSubset)
            continue;
        const auto now = unsaidOtherSubset(*edge, graph, sdfg, rules);
        if (!now || now == unsaidOtherSubset(*edge, graph, sdfg, {}))
            continue;
        // Every edge here was just made by the reader and is not shared yet.
        const_cast<Edge&>(*edge).memlet.otherSubset = now; // NOLINT
    }
}

} // namespace mw::io
