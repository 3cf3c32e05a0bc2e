// A map inside another one, of a match.

#include "transforms/toolkit/map_nest.h"

#include "transforms/toolkit/find.h"

namespace mw::transforms {

namespace {

struct Found {
    StateView at;
    const ir::Node* outer = nullptr;
    const ir::Node* inner = nullptr;
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern(
        "the entries of two maps",
        {role<ir::MapEntry>("outer", &Found::outer), role<ir::MapEntry>("inner", &Found::inner)});
    return kPattern;
}

std::string labelOf(const ir::Node& entry) {
    return shortLabel(entry.as<ir::MapEntry>()->map.label);
}

} // namespace

std::vector<std::string> nestRoles() {
    return pattern().roleNames();
}

std::vector<Match> findNests(const DocumentView& view, const Region& region) {
    const auto findIn = [](const StateView& at, const Region& in, std::vector<Match>& matches) {
        for (const auto& node : at.state().nodes) {
            const auto* around =
                node->as<ir::MapEntry>() ? at.index->node(at.index->scope(node->id)) : nullptr;
            if (around && around->as<ir::MapEntry>() && in.touches(at.id, {around->id, node->id}))
                matches.push_back(
                    pattern().match({at, around, node.get()},
                                    fmt::format("{} / {}", labelOf(*around), labelOf(*node))));
        }
    };
    return findInStates(view, region, findIn);
}

std::variant<MapNest, Refusal> boundNest(const DocumentView& view, const Match& match) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    const auto whole = [&](const ir::Node& entry) {
        return OneMap{found.at, &entry, found.at.index->node(ir::exitOf(entry))};
    };
    const MapNest nest{whole(*found.outer), whole(*found.inner)};
    for (const OneMap* map : {&nest.outer, &nest.inner})
        if (!map->exit || map->map().range.rank() != map->map().params.size())
            return refuse(1, "no-such-elements", "A map of this match is not whole.", {});
    return nest;
}

} // namespace mw::transforms
