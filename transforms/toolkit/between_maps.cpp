// Finds containers that lie between two maps.

#include "transforms/toolkit/between_maps.h"

#include "transforms/toolkit/refusal.h"

#include <fmt/format.h>

#include <set>

namespace mw::transforms {

const Pattern<BetweenMaps>& betweenMaps() {
    static const Pattern<BetweenMaps> kPattern(
        "a map exit, an access node and a map entry",
        {role<ir::MapExit>("first-exit", &BetweenMaps::exit),
         role<ir::AccessNode>("intermediate", &BetweenMaps::access),
         role<ir::MapEntry>("second-entry", &BetweenMaps::entry)});
    return kPattern;
}

namespace {

struct BetweenNodes {
    const ir::Node* exit = nullptr;
    const ir::Node* access = nullptr;
    const ir::Node* entry = nullptr;
};

void findAround(const ir::StateIndex& index, const ir::Node& access,
                std::vector<BetweenNodes>& found) {
    std::set<std::pair<NodeId, NodeId>> known;
    for (const ir::Edge* in : index.inEdges(access.id))
        for (const ir::Edge* out : index.outEdges(access.id)) {
            const ir::Node* exit = index.node(in->src);
            const ir::Node* entry = index.node(out->dst);
            if (exit && entry && exit->as<ir::MapExit>() && entry->as<ir::MapEntry>() &&
                known.emplace(exit->id, entry->id).second)
                found.push_back({exit, &access, entry});
        }
}

std::shared_ptr<const std::vector<BetweenNodes>> betweenMapsIn(const StateView& at) {
    struct OfState {
        std::vector<BetweenNodes> all;
    };
    const auto found = at.document->kept().of<OfState>(at.block, [&](const ir::Block&) {
        OfState between;
        const ir::State& state = at.state();
        const ir::Unnoted unnoted; // the whole state is
        for (const auto& node : state.nodes)
            if (node->as<ir::AccessNode>())
                findAround(*at.index, *node, between.all);
        return between;
    });
    return {found, &found->all};
}

} // namespace

std::vector<BetweenMaps> findBetweenMaps(const DocumentView& view, const Region& region) {
    std::vector<BetweenMaps> found;
    for (const BlockId id : region.states(view)) {
        const StateView at = *view.state(id);
        for (const BetweenNodes& nodes : *betweenMapsIn(at))
            if (region.touches(id, {nodes.exit->id, nodes.access->id, nodes.entry->id}))
                found.push_back({at, nodes.exit, nodes.access, nodes.entry});
    }
    return found;
}

std::string labelOf(const BetweenMaps& found) {
    const ir::Node* first = found.at.index->node(ir::entryOf(*found.exit));
    const auto* map = first ? first->as<ir::MapEntry>() : nullptr;
    return fmt::format("{} -> {} -> {}", map ? shortLabel(map->map.label) : "?",
                       found.access->as<ir::AccessNode>()->data,
                       shortLabel(found.entry->as<ir::MapEntry>()->map.label));
}

} // namespace mw::transforms
