// Vertical map fusion: a map writes a container that a second map reads; the two become one map,
// and the container shrinks to a temporary of one iteration.
//
//     [first: i]  -> tmp[N] ->  [second: i]          [first: i                          ]
//       a[i] -> t1 -> tmp[i]      tmp[i] -> t2 -> b[i]  =>  a[i] -> t1 -> t -> t2 -> b[i]
//
// Conditions, in this order:
//  1. The match names a map exit, an access node behind it, and a map entry behind that.
//  2. Both maps are in the same scope, at the level that the options ask for.
//  3. Both have the same schedule.
//  4. Their parameters match: as many, each with an equal range (by name first, then in order). The
//     renaming captures nothing: its new names mean nothing in the second body, its old ones mean
//     nothing else there; the dynamic inputs of one map mean nothing in the other.
//  5. The bodies share no container, and use temporaries only, which nothing outside uses.
//  6. Outside, no container is touched twice in a way that fusing would reorder: one access node
//     for each (except interchangeable pure inputs), disjoint outputs, exchanged data through the
//     same node, data that is input of the first and output of the second element by element and in
//     each iteration elements of its own, no arguments that may alias. What touches the same data
//     elsewhere in the state is ordered by the dataflow.
//  7. Every output of the first map either does not reach the second, or is an access node that
//     feeds it directly, that nothing else behind the first map writes, and that reaches it in no
//     other way.
//  8. Each such intermediate has one producer in the first body, not accumulating, with a known
//     region of a size that is the same in all iterations. Every iteration certainly writes all of
//     its region, whatever conditions inside say, and no two iterations share an element.
//  9. Each read of it in the second body lies in what the same iteration of the first has written.
// 10. Library nodes at its ends can work on the temporary's shape, and what looks at it with
//     strides of its own (views, nested SDFGs, at any depth) can be given the temporary's.
// 11. Intermediates that others need too are allowed by the options.
// 12. What touches the same elements inside the fused body has its order by the dataflow there:
//     what the first map reads of an intermediate or of an output of the second it reads before
//     that is written, and so on.
//
// Effect: each intermediate becomes `__map_fusion_<name>` inside the fused map; dimensions of one
// element are dropped. An intermediate that is used nowhere else disappears; one that is (global
// data, other readers, other states) stays as an output of the fused map. The first entry and the
// second exit survive; the label is the lexicographically smaller one, so it does not depend on the
// order of fusions. Inputs of the same container share a connector unless the options forbid it.
// Memlets of the scope are propagated.

#include "transforms/map_fusion_vertical/plan.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/pattern.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::map_fusion_vertical {

namespace {

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* firstExit = nullptr;
    const ir::Node* intermediate = nullptr;
    const ir::Node* secondEntry = nullptr;
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern(
        "a map exit, an access node behind it, and a map entry behind that",
        {role<ir::MapExit>("first-exit", &Found::firstExit),
         role<ir::AccessNode>("intermediate", &Found::intermediate),
         role<ir::MapEntry>("second-entry", &Found::secondEntry)});
    return kPattern;
}

bool connected(const ir::StateIndex& index, const ir::Node& from, const ir::Node& to) {
    return std::ranges::any_of(index.outEdges(from.id),
                               [&](const ir::Edge* edge) { return edge->dst == to.id; });
}

/// Condition 1.
std::variant<MapPair, Refusal> mapsOf(const DocumentView& view, const Match& match) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const Found& found = std::get<Found>(bound);
    const ir::StateIndex& index = *found.at.index;
    if (!connected(index, *found.firstExit, *found.intermediate) ||
        !connected(index, *found.intermediate, *found.secondEntry))
        return refuse(1, "not-connected",
                      "The map exit, the access node and the map entry of this match are not in a "
                      "row.",
                      {});
    return mapPair(found.at, *found.firstExit, *found.secondEntry);
}

/// The pairs of maps that this exit begins, through each access node behind it.
void findBehind(const StateView& at, const ir::Node& exit, const Region& region,
                std::vector<Match>& matches) {
    const ir::Node* entry = at.index->node(ir::entryOf(exit));
    const auto* first = entry ? entry->as<ir::MapEntry>() : nullptr;
    if (!first)
        return;
    for (const ir::Edge* out : at.index->outEdges(exit.id)) {
        const ir::Node& access = *at.index->node(out->dst);
        if (!access.as<ir::AccessNode>())
            continue;
        for (const ir::Edge* next : at.index->outEdges(out->dst)) {
            const ir::Node& target = *at.index->node(next->dst);
            const auto* second = target.as<ir::MapEntry>();
            if (!second || !region.touches(at.id, {exit.id, access.id, target.id}))
                continue;
            Match match = pattern().match(
                {at, &exit, &access, &target},
                fmt::format("{} -> {} -> {}", shortLabel(first->map.label),
                            access.as<ir::AccessNode>()->data, shortLabel(second->map.label)));
            if (std::ranges::find(matches, match) == matches.end())
                matches.push_back(std::move(match));
        }
    }
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findAtNodes<ir::MapExit>(
        view, region,
        [](const StateView& at, const ir::Node& node, const Region& in,
           std::vector<Match>& matches) { findBehind(at, node, in, matches); });
}

FusionOptions optionsOf(const Params& params) {
    return {isSet(params, "only-inner-maps"),
            isSet(params, "only-toplevel-maps"),
            isSet(params, "strict-dataflow"),
            isSet(params, "assume-always-shared"),
            isSet(params, "require-exclusive-intermediates"),
            isSet(params, "require-all-intermediates"),
            isSet(params, "consolidate-edges-only-if-not-extending"),
            isSet(params, "never-consolidate-edges")};
}

/// Condition 2 for the options that only this fusion has.
MaybeRefusal checkOptions(const FusionOptions& options) {
    if (options.assumeAlwaysShared && options.requireExclusiveIntermediates)
        return refuse(
            2, "contradicting-options",
            "assume-always-shared and require-exclusive-intermediates exclude each other.", {});
    return std::nullopt;
}

/// Conditions 5 to 12.
MaybeRefusal findOut(FusionQuestion& q, FusionPlan& plan) {
    if (auto refusal = checkBodies(5, q.maps))
        return refusal;
    if (auto refusal = checkOuterData(q))
        return refusal;
    if (auto refusal = checkUnorderedAccesses(6, q.maps, q.relation))
        return refusal;
    if (auto refusal = findIntermediates(q, plan))
        return refusal;
    if (auto refusal = checkSharing(q, plan))
        return refusal;
    return checkBodyOrder(q, plan);
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto found = mapsOf(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const MapPair& maps = std::get<MapPair>(found);
    const FusionOptions options = optionsOf(params);
    if (auto refusal = checkOptions(options))
        return *refusal;
    if (auto refusal = checkLevel(2, maps, options.onlyInnerMaps, options.onlyToplevelMaps))
        return *refusal;
    if (auto refusal = checkSchedules(3, maps))
        return *refusal;
    auto renaming = parametersInFirst(4, maps);
    if (const auto* refusal = std::get_if<Refusal>(&renaming))
        return *refusal;
    FusionPlan plan{maps, options, std::get<Renaming>(renaming), {}, {}};
    FusionQuestion question{view,          maps,
                            options,       SubsetRelation(maps.firstMap(), assumptionsOf(maps)),
                            plan.renaming, substitutionOf(plan.renaming)};
    if (auto refusal = findOut(question, plan))
        return *refusal;
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    return fuse(view.document(), plan.as<FusionPlan>());
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-fusion-vertical",
        "Fuse maps along the dataflow",
        "Joins a map with the map that reads its result; the array between them becomes a "
        "temporary of one iteration.",
        "The first map writes a container, the second one reads it. After the fusion one map does "
        "both in each iteration, and the container between them is a scalar (or a small array) "
        "that lives in registers: its memory traffic is gone.\n\n"
        "Both maps must run over the same ranges, and every iteration of the second map may read "
        "only what the same iteration of the first has written. A container that is needed "
        "elsewhere stays as an output of the fused map.",
        Category::fusion,
        {flag("only-inner-maps", "Fuse only maps inside other maps."),
         flag("only-toplevel-maps", "Fuse only maps at the top level of a state."),
         flag("strict-dataflow",
              "Keep dimensions of size one in the temporary, and refuse when a kept container "
              "appears again later in the state."),
         flag("assume-always-shared", "Keep every intermediate container as an output."),
         flag("require-exclusive-intermediates",
              "Refuse when an intermediate container is needed elsewhere."),
         flag("require-all-intermediates",
              "Refuse when the first map has outputs that the second does not read."),
         flag("consolidate-edges-only-if-not-extending",
              "Let inputs of the same container share a connector only when one region covers the "
              "other."),
         flag("never-consolidate-edges", "Give every input a connector of its own.")},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::map_fusion_vertical
