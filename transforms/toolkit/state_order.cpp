// Uses of a container in one state and their order by the dataflow.

#include "transforms/toolkit/state_order.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"

#include <algorithm>

namespace mw::transforms {

namespace {

/// The containers outside that the edges at a connector of a nested SDFG's node pass.
analysis::NameSet passedTo(const StateView& at, NodeId nested, const std::string& connector) {
    analysis::NameSet found;
    for (const bool in : {true, false})
        for (const ir::Edge* edge : in ? at.index->inEdges(nested) : at.index->outEdges(nested)) {
            if ((in ? edge->dstConnector : edge->srcConnector) != connector || edge->memlet.empty())
                continue;
            const auto path = analysis::memletPath(*at.index, *edge);
            const ir::Node* end = at.index->node(in ? path.front()->src : path.back()->dst);
            found.insert(end && end->as<ir::AccessNode>() ? rootData(*at.index, *at.sdfg, *end)
                                                          : std::string());
        }
    return found;
}

/// The node at which the use begins or ends.
NodeId placeOf(const ir::StateIndex& index, const Access& access, bool end) {
    const NodeId other = access.reads ? access.edge->dst : access.edge->src;
    const ir::Node* node = index.node(other);
    if (!node)
        return access.node->id;
    if (node->as<ir::AccessNode>())
        return access.edge->dst;
    const bool around = access.reads ? node->isExit() : node->isEntry();
    if (around) // the scope that the access node itself stands in
        return access.node->id;
    if (node->isEntry())
        return end ? ir::exitOf(*node) : other;
    return node->isExit() && !end ? ir::entryOf(*node) : other;
}

} // namespace

bool maySharePlace(const DocumentView& view, const ir::Sdfg& sdfg, const std::string& a,
                   const std::string& b) {
    if (a == b)
        return true;
    if (a.empty() || b.empty() || mayAlias(sdfg, a, b))
        return true;
    const auto isPassed = [&](const std::string& name) {
        const auto* data = sdfg.data(analysis::containerOf(name));
        return data && !data->transient;
    };
    const auto* place = view.index().find(sdfg.id);
    if (!isPassed(a) || !isPassed(b) || !place || !place->parent)
        return false;
    const auto* holder = view.index().find(place->parent);
    const StateView outside = *view.state(holder->block->id);
    for (const auto& one : passedTo(outside, holder->node->id, a))
        for (const auto& other : passedTo(outside, holder->node->id, b))
            if (maySharePlace(view, *outside.sdfg, one, other))
                return true;
    return false;
}

bool mayBeOne(const StateView& at, const std::string& a, const std::string& b) {
    if (a == b || a.empty() || b.empty())
        return false;
    return isNested(at) ? maySharePlace(*at.document, *at.sdfg, a, b) : mayAlias(*at.sdfg, a, b);
}

bool isNested(const StateView& at) {
    const auto* place = at.document->index().find(at.sdfg->id);
    return place && place->parent;
}

std::vector<Access> usesInState(const DocumentView& view, const StateView& at,
                                const std::string& container) {
    std::vector<Access> found;
    std::map<std::string, bool, std::less<>> shared;
    for (const auto& node : at.state().nodes) {
        if (!node->as<ir::AccessNode>())
            continue;
        const std::string root = rootData(*at.index, *at.sdfg, *node);
        const auto known = shared.find(root);
        const bool concerned =
            known != shared.end() ? known->second
                                  : (shared[root] = maySharePlace(view, *at.sdfg, root, container));
        for (const bool reads : {false, true})
            for (const ir::Edge* edge : !concerned ? std::span<const ir::Edge* const>{}
                                        : reads    ? at.index->outEdges(node->id)
                                                   : at.index->inEdges(node->id))
                if (!edge->memlet.empty())
                    found.push_back({edge, node.get(), reads});
    }
    return found;
}

bool isBefore(const ir::StateIndex& index, const Access& first, const Access& second) {
    if (first.node == second.node && !first.reads && second.reads)
        return true;
    const NodeId end = placeOf(index, first, true), begin = placeOf(index, second, false);
    return end != begin && analysis::reaches(index, end, begin);
}

NodeId endOf(const ir::StateIndex& index, const Access& access) {
    return placeOf(index, access, true);
}

bool inConflict(const ir::StateIndex& index, const Access& a, const Access& b) {
    return (!a.reads || !b.reads) && !isBefore(index, a, b) && !isBefore(index, b, a);
}

} // namespace mw::transforms
