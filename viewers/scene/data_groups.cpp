// Finds what shows the same data, through nested SDFGs.
#include "viewers/scene/data_groups.h"

#include <algorithm>
#include <deque>
#include <set>

namespace mw::viewers {

namespace {

using Container = std::pair<SdfgId, std::string>;

/// Containers that name the same memory, each way.
std::map<Container, std::set<Container>> aliases(const ir::DocumentIndex& index) {
    std::map<Container, std::set<Container>> result;
    for (const BlockId id : index.states()) {
        const auto* place = index.find(id);
        const auto* state = place->block->as<ir::State>();
        std::map<NodeId, const ir::NestedSdfg*> nested;
        for (const auto& node : state->nodes)
            if (const auto* n = node->as<ir::NestedSdfg>(); n && n->sdfg)
                nested[node->id] = n;
        const auto link = [&](NodeId node, const std::string& inner, const std::string& outer) {
            const auto found = nested.find(node);
            if (found == nested.end() || inner.empty() || outer.empty())
                return;
            const Container a{place->sdfg->id, outer};
            const Container b{found->second->sdfg->id, inner};
            result[a].insert(b);
            result[b].insert(a);
        };
        for (const auto& edge : state->edges) {
            link(edge->dst, edge->dstConnector, edge->memlet.data);
            link(edge->src, edge->srcConnector, edge->memlet.data);
        }
    }
    return result;
}

std::set<Container> closure(const ir::DocumentIndex& index, const Container& start) {
    const auto links = aliases(index);
    std::set<Container> seen{start};
    std::deque<Container> open{start};
    while (!open.empty()) {
        const auto found = links.find(open.front());
        open.pop_front();
        if (found == links.end())
            continue;
        for (const auto& next : found->second)
            if (seen.insert(next).second)
                open.push_back(next);
    }
    return seen;
}

} // namespace

std::vector<ElementId> elementsOfSameData(const ir::DocumentIndex& index, ElementId id) {
    const auto* place = index.find(id);
    if (!place || !place->sdfg)
        return {};
    std::string data;
    if (place->node && place->node->as<ir::AccessNode>())
        data = place->node->as<ir::AccessNode>()->data;
    else if (place->edge)
        data = place->edge->memlet.data;
    if (data.empty())
        return {};
    const auto containers = closure(index, {place->sdfg->id, data});
    std::vector<ElementId> result;
    for (const BlockId state : index.states()) {
        const auto* at = index.find(state);
        const auto* content = at->block->as<ir::State>();
        for (const auto& node : content->nodes)
            if (const auto* a = node->as<ir::AccessNode>();
                a && containers.count({at->sdfg->id, a->data}) > 0)
                result.push_back(node->id);
        for (const auto& edge : content->edges)
            if (containers.count({at->sdfg->id, edge->memlet.data}) > 0)
                result.push_back(edge->id);
    }
    return result;
}

} // namespace mw::viewers
