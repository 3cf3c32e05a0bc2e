// Which containers a map touches from outside, and whether two uses can meet.

#include "transforms/toolkit/accesses.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"

#include <algorithm>

namespace mw::transforms {

bool isView(const ir::Sdfg& sdfg, const ir::Node& access) {
    const auto* node = access.as<ir::AccessNode>();
    const auto* data = node ? sdfg.data(analysis::containerOf(node->data)) : nullptr;
    return data && (data->kind == ir::DataKind::view || data->kind == ir::DataKind::reference);
}

std::string rootData(const ir::StateIndex& index, const ir::Sdfg& sdfg, const ir::Node& access) {
    const ir::Node* at = &access;
    for (std::size_t steps = index.size(); at && steps > 0; --steps) {
        if (!isView(sdfg, *at))
            return at->as<ir::AccessNode>()->data;
        const ir::Edge* viewing = analysis::viewingEdge(index, *at).edge;
        if (!viewing)
            return {};
        const auto path = analysis::memletPath(index, *viewing);
        at = index.node(viewing->dst == at->id ? path.front()->src : path.back()->dst);
        if (!at || !at->as<ir::AccessNode>())
            return {};
    }
    return {};
}

bool mayAlias(const ir::Sdfg& sdfg, const std::string& a, const std::string& b) {
    const auto any = [&](const std::string& name) {
        const auto* data = sdfg.data(analysis::containerOf(name));
        return data && data->mayAlias;
    };
    return a != b && any(a) && any(b);
}

AccessEdges accessEdges(const ir::StateIndex& index, const ir::Node& scopeNode) {
    AccessEdges found;
    const bool entry = scopeNode.isEntry();
    for (const ir::Edge* edge :
         entry ? index.inEdges(scopeNode.id) : index.outEdges(scopeNode.id)) {
        const ir::Node* other = index.node(entry ? edge->src : edge->dst);
        const auto* access = other ? other->as<ir::AccessNode>() : nullptr;
        if (access && !edge->memlet.empty())
            found[access->data].push_back(edge);
    }
    return found;
}

NodeId outerEnd(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* src = index.node(edge.src);
    return src && src->as<ir::AccessNode>() ? edge.src : edge.dst;
}

std::vector<NodeId> outerEnds(const ir::StateIndex& index,
                              const std::vector<const ir::Edge*>& edges) {
    std::vector<NodeId> nodes;
    for (const ir::Edge* edge : edges)
        if (const NodeId id = outerEnd(index, *edge); std::ranges::find(nodes, id) == nodes.end())
            nodes.push_back(id);
    return nodes;
}

namespace {

bool concerns(const OuterAccesses::ByContainer& accesses, const std::string& container) {
    return !accesses.empty() &&
           (container.empty() || accesses.contains(container) || accesses.contains(""));
}

} // namespace

bool OuterAccesses::concern(const std::string& container, bool writes) const {
    return concerns(written, container) || (writes && concerns(read, container));
}

OuterAccesses outerAccesses(const ir::StateIndex& index, const ir::Sdfg& sdfg,
                            const ir::Node& entry, const ir::Node& exit) {
    OuterAccesses found;
    for (const bool reads : {true, false})
        for (const auto& [name, edges] : accessEdges(index, reads ? entry : exit))
            for (const ir::Edge* edge : edges) {
                const ir::Node* access = index.node(outerEnd(index, *edge));
                (reads ? found.read : found.written)[rootData(index, sdfg, *access)].push_back(
                    {edge, access, reads});
            }
    return found;
}

std::optional<symbolic::Subset> regionOf(const ir::StateIndex& index, const ir::Sdfg& sdfg,
                                         const Access& access) {
    if (isView(sdfg, *access.node))
        return std::nullopt;
    if (const auto outer = analysis::outerMemlet(index, sdfg, *access.edge))
        return outer->subset;
    return access.reads ? analysis::sourceSubset(index, *access.edge)
                        : analysis::destinationSubset(index, *access.edge);
}

bool mayMeet(const ir::StateIndex& index, const ir::Sdfg& sdfg, const SubsetRelation& relation,
             const OuterAccesses::ByContainer& accesses, const std::string& container,
             const Access& access) {
    std::optional<symbolic::Subset> region;
    bool regionKnown = false;
    for (const auto& [name, others] : accesses) {
        if (name != container && !name.empty() && !container.empty())
            continue;
        for (const Access& other : others) {
            if (!std::exchange(regionKnown, true))
                region = regionOf(index, sdfg, access);
            const auto touched = region ? regionOf(index, sdfg, other) : std::nullopt;
            if (!touched || !relation.disjoint(*touched, *region))
                return true;
        }
    }
    return false;
}

} // namespace mw::transforms
