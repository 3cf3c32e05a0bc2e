// View containers that show one place at one access node and another one at another.
#include "core/analysis/view_places.h"

#include "core/analysis/analysis.h"

#include <fmt/format.h>

#include <map>
#include <vector>

namespace mw::analysis {

namespace {

/// Where a region begins, which is all that its view is laid from: "[4, i]"; without one at 0.
std::string beginText(const std::optional<symbolic::Subset>& region, std::size_t rank) {
    std::string text;
    for (std::size_t d = 0; d < (region ? region->dims.size() : rank); ++d)
        text += (text.empty() ? "" : ", ") +
                (region ? symbolic::print(symbolic::simplify(region->dims[d].begin)) : "0");
    return '[' + text + ']';
}

} // namespace

ViewOfTwoPlaces viewOfTwoPlaces(const ir::StateIndex& index, const ir::Sdfg& sdfg) {
    struct Shown {
        const ir::Node* node;
        std::string place;
    };
    std::map<std::string, std::vector<Shown>, std::less<>> shown;
    for (const NodeId id : index.topological()) {
        const ir::Node& node = *index.node(id);
        const auto* access = node.as<ir::AccessNode>();
        const auto* data = access ? sdfg.data(access->data) : nullptr;
        if (!data || data->kind != ir::DataKind::view)
            continue;
        const ir::Edge* edge = viewingEdge(index, node).edge;
        const bool in = edge && edge->dst == id;
        const ir::AccessNode* far = nullptr;
        if (edge) {
            const auto path = memletPath(index, *edge);
            const ir::Node* end = index.node(in ? path.front()->src : path.back()->dst);
            far = end ? end->as<ir::AccessNode>() : nullptr;
        }
        if (!far)
            continue; // whoever needs to know says that it is ambiguous
        const auto subset = in ? sourceSubset(index, *edge) : destinationSubset(index, *edge);
        const auto* seen = sdfg.data(far->data);
        const std::string place = far->data + beginText(subset, seen ? seen->shape.size() : 0);
        const auto isInside = [&](NodeId scope, NodeId other) {
            while (scope && scope != other)
                scope = index.scope(scope);
            return scope == other;
        };
        for (const Shown& before : shown[access->data])
            if (before.place != place && (isInside(index.scope(id), index.scope(before.node->id)) ||
                                          isInside(index.scope(before.node->id), index.scope(id))))
                return {&node,
                        fmt::format(
                            "the view '{}' begins at {} at one access node and at {} at another",
                            access->data, before.place, place)};
        shown[access->data].push_back({&node, place});
    }
    return {};
}

} // namespace mw::analysis
