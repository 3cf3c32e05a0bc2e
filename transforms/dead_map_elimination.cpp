#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/empty_ranges.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/keep_order.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>

// Dead maps: a map that never runs, because one of its ranges is empty for all sizes, goes.
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. A range of the map has a positive step and ends before it begins, for all values of the
//     symbols.
//  3. The map is at the top level of its state, between access nodes.
//
// Effect: the map goes with everything inside, and so do access nodes that nothing is left at. What
// it put in an order stays in that order.

namespace mw::transforms::dead_map_elimination {

namespace {

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* map = nullptr;

    const ir::Map& range() const { return map->as<ir::MapEntry>()->map; }
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("a map entry", {role<ir::MapEntry>("map", &Found::map)});
    return kPattern;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findNodes<ir::MapEntry, pattern>(
        view, region, [](const StateView& at, const ir::Node& node) {
            const ir::Map& map = node.as<ir::MapEntry>()->map;
            return labelIf(!at.index->scope(node.id) &&
                               std::ranges::any_of(map.range.dims, looksEmpty),
                           shortLabel(map.label));
        });
}

/// Condition 2.
MaybeRefusal checkNeverRuns(const Found& found) {
    if (std::ranges::any_of(found.range().range.dims, isEmpty))
        return std::nullopt;
    return refuseUncertain(
        2, "may-run", fmt::format("No range of {} is empty for all sizes.", quoted(found.range())),
        {found.map->id});
}

/// Condition 3.
MaybeRefusal checkNeighbours(const Found& found) {
    const ir::StateIndex& index = *found.at.index;
    const ir::Node* exit = index.node(ir::exitOf(*found.map));
    if (!exit)
        return refuse(1, "no-such-elements", "The map of this match is not whole.", {});
    const auto isAccess = [&](NodeId id) {
        const ir::Node* node = index.node(id);
        return node && node->as<ir::AccessNode>();
    };
    const bool between = !index.scope(found.map->id) &&
                         std::ranges::all_of(index.inEdges(found.map->id),
                                             [&](const ir::Edge* e) { return isAccess(e->src); }) &&
                         std::ranges::all_of(index.outEdges(exit->id),
                                             [&](const ir::Edge* e) { return isAccess(e->dst); });
    if (between)
        return std::nullopt;
    return refuse(3, "neighbours",
                  fmt::format("{} is inside a map, or next to other things than data.",
                              quoted(found.range())),
                  {found.map->id});
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    if (auto refusal = checkNeverRuns(found))
        return *refusal;
    if (auto refusal = checkNeighbours(found))
        return *refusal;
    return Plan::of(Found(found));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& found = plan.as<Found>();
    ir::Editor editor(view.document());
    const ir::StateIndex& index = *found.at.index;
    std::vector<const ir::Edge*> in, out;
    std::ranges::copy(index.inEdges(found.map->id), std::back_inserter(in));
    std::ranges::copy(index.outEdges(ir::exitOf(*found.map)), std::back_inserter(out));
    const std::vector<NodeId> neighbours = endsOf(in, out);
    keepOrder(editor, found.at, in, out);
    for (const NodeId id : nodesInside(index, found.map->id))
        editor.removeNode(found.at.id, id);
    editor.removeNode(found.at.id, found.map->id);
    removeIsolated(editor, found.at.id, neighbours);
    removeUnusedTemporaries(editor, view, found.at);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "dead-map-elimination",
        "Remove a map that never runs",
        "Removes a map one of whose ranges is empty for all sizes.",
        "Splitting domains, concatenating fields and fixing sizes leave maps behind that have "
        "nothing to do. A kernel would be started for each of them.\n\n"
        "Only a range that is empty for every value of the symbols counts; give the sizes to the "
        "program first where they are known.",
        Category::simplification,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::dead_map_elimination
