// Vertical fusion of overlapping maps: a map writes a temporary that a second map reads on another
// range; both are split, and their parts over the range that they have in common become one map.
//
//     [first: i = 0:N] -> tmp -> [second: i = 1:N]   =>   [first_1: i = 0:1] -> tmp_split_0
//                                                         [first, second: i = 1:N]
//
// Conditions, in this order:
//  1. The match names a map exit, an access node behind it, and a map entry behind that.
//  2. Both maps are at the top level and have parameters of the same names. Their ranges count up
//  in
//     steps of one, say no fraction and use no parameter or dynamic input of the map. It is known
//     for all sizes which part they have in common, it is not empty for all of them, and it is not
//     all of both.
//  3. What is between the maps is a temporary.
//  4. A map that is split may run its iterations in any order, and what touches the same data
//     elsewhere in the state is ordered by the dataflow.
//  5. The parts over the common range can be fused: the second reads what the first computes.
//
// Effect: both maps run over the common part, and copies of them over what is left, dimension by
// dimension. Temporaries between them are split where the parts use them apart; then the common
// parts are fused. For sizes for which a map does not run none of its parts does. Memlets are
// propagated.

#include "transforms/toolkit/between_maps.h"
#include "transforms/toolkit/split_maps.h"
#include "transforms/toolkit/two_edits.h"

#include <algorithm>

namespace mw::transforms::map_split_fusion_vertical {

namespace {

const ir::Map* firstMap(const BetweenMaps& found) {
    const ir::Node* entry = found.at.index->node(ir::entryOf(*found.exit));
    const auto* map = entry ? entry->as<ir::MapEntry>() : nullptr;
    return map ? &map->map : nullptr;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    std::vector<Match> matches;
    for (const BetweenMaps& found : findBetweenMaps(view, region)) {
        const ir::Map* first = firstMap(found);
        const ir::Map& second = found.entry->as<ir::MapEntry>()->map;
        if (first && std::ranges::is_permutation(first->params, second.params) &&
            !(first->params == second.params && first->range == second.range))
            matches.push_back(betweenMaps().match(found, labelOf(found)));
    }
    return matches;
}

bool leadsTo(const ir::StateIndex& index, NodeId from, NodeId to) {
    return std::ranges::any_of(index.outEdges(from),
                               [&](const ir::Edge* edge) { return edge->dst == to; });
}

/// Condition 1.
std::variant<MapPair, Refusal> boundMaps(const BetweenMaps& found) {
    if (!leadsTo(*found.at.index, found.exit->id, found.access->id) ||
        !leadsTo(*found.at.index, found.access->id, found.entry->id))
        return refuse(1, "not-connected",
                      "The map exit, the access node and the map entry of this match are not in a "
                      "row.",
                      {});
    return mapPair(found.at, *found.exit, *found.entry);
}

/// Condition 3.
MaybeRefusal checkTemporary(const BetweenMaps& found) {
    const auto* data = found.at.sdfg->data(found.access->as<ir::AccessNode>()->data);
    if (data && data->transient && data->kind == ir::DataKind::array)
        return std::nullopt;
    return refuse(3, "no-temporary-array",
                  fmt::format("{} is no temporary array.", quoted(*found.access)),
                  {found.access->id});
}

/// The access nodes that lie between the two maps, in the order of the edges.
std::vector<NodeId> between(const StateView& at, const MapPair& maps) {
    std::vector<NodeId> nodes;
    for (const ir::Edge* edge : at.index->outEdges(maps.firstExit->id))
        if (std::ranges::find(nodes, edge->dst) == nodes.end() &&
            leadsTo(*at.index, edge->dst, maps.secondEntry->id))
            nodes.push_back(edge->dst);
    return nodes;
}

/// Splits the temporaries between the maps where that is possible.
ir::EditResult splitBetween(const DocumentView& view, const MapPair& maps, ir::EditResult result) {
    const Transformation& split = *findTransformation("split-access-node");
    const DocumentView after = view.tried(result.document);
    for (const NodeId node : between(*after.state(maps.at.id), maps)) {
        const DocumentView now = after.tried(result.document);
        const Match match{maps.at.id, {{"temporary", node}}, {}};
        const auto verdict = split.check(now, match, {});
        if (!refusalOf(verdict))
            result = inOne(view.document(), result, *split.apply(now, std::get<Plan>(verdict)));
    }
    return result;
}

const Transformation& fusion() {
    return *findTransformation("map-fusion-vertical");
}

/// Condition 5: the maps split and fused.
std::variant<ir::EditResult, Refusal> fused(const DocumentView& view, const MapSplit& split,
                                            const Params& params) {
    const MapPair& maps = split.maps;
    const ir::EditResult parts = splitBetween(view, maps, splitMaps(view.document(), split));
    const DocumentView after = view.tried(parts.document);
    const auto shared = between(*after.state(maps.at.id), maps);
    const NodeId intermediate = shared.empty() ? NodeId{} : shared.front();
    if (!intermediate)
        return refuse(5, "nothing-shared",
                      "Over the common range the second map reads nothing that the first computes "
                      "there.",
                      maps.entries());
    const Match match{maps.at.id,
                      {{"first-exit", maps.firstExit->id},
                       {"intermediate", intermediate},
                       {"second-entry", maps.secondEntry->id}},
                      {}};
    const auto verdict = fusion().check(after, match, *completeParams(fusion(), params));
    if (const auto* refusal = refusalOf(verdict))
        return refuse(5, "not-fusable", *refusal,
                      "The parts over the common range cannot be fused: ");
    return inOne(view.document(), parts, *fusion().apply(after, std::get<Plan>(verdict)));
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = betweenMaps().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<BetweenMaps>(bound);
    const auto pair = boundMaps(found);
    if (const auto* refusal = std::get_if<Refusal>(&pair))
        return *refusal;
    const auto ranges = splitOf(2, std::get<MapPair>(pair));
    if (const auto* refusal = std::get_if<Refusal>(&ranges))
        return *refusal;
    const auto& split = std::get<MapSplit>(ranges);
    if (auto refusal = checkTemporary(found))
        return *refusal;
    if (auto refusal = checkMaySplit(4, split))
        return *refusal;
    auto result = fused(view, split, params);
    if (const auto* refusal = std::get_if<Refusal>(&result))
        return *refusal;
    return Plan::of(std::get<ir::EditResult>(std::move(result)));
}

Expected<ir::EditResult> apply(const DocumentView&, const Plan& plan) {
    return plan.as<ir::EditResult>();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-split-fusion-vertical",
        "Split and fuse maps in a row",
        "Splits a map and the map that reads its results on another range, and fuses their parts "
        "over the range that they have in common.",
        "A map computes a temporary on a slightly larger domain than the map that reads it runs "
        "over, or the other way round. On the part of the domain that they share the value stays "
        "in a register; what is left runs on its own.\n\n"
        "What was computed for nobody can go afterwards: eliminate dead writes. There may be more "
        "kernels than before; it pays where what is left is small.",
        Category::fusion,
        {flag("require-exclusive-intermediates",
              "Refuse where a temporary of the common part has to stay.")},
        betweenMaps().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::map_split_fusion_vertical
