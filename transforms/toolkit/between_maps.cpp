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

void findAround(const StateView& at, const ir::Node& access, const Region& region,
                std::vector<BetweenMaps>& found) {
    std::set<std::pair<NodeId, NodeId>> known;
    for (const ir::Edge* in : at.index->inEdges(access.id))
        for (const ir::Edge* out : at.index->outEdges(access.id)) {
            const ir::Node* exit = at.index->node(in->src);
            const ir::Node* entry = at.index->node(out->dst);
            if (exit && entry && exit->as<ir::MapExit>() && entry->as<ir::MapEntry>() &&
                region.touches(at.id, {exit->id, access.id, entry->id}) &&
                known.emplace(exit->id, entry->id).second)
                found.push_back({at, exit, &access, entry});
        }
}

} // namespace

std::vector<BetweenMaps> findBetweenMaps(const DocumentView& view, const Region& region) {
    std::vector<BetweenMaps> found;
    for (const BlockId id : region.states(view)) {
        const StateView at = *view.state(id);
        for (const auto& node : at.state().nodes)
            if (node->as<ir::AccessNode>())
                findAround(at, *node, region, found);
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
