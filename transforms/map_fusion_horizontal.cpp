// Horizontal map fusion: two maps over the same ranges that do not depend on each other become one,
// which reads once what both need.
//
//     a -> [first: i]  -> b               a -> [first: i             ] -> b
//       \    b[i] = f(a[i])        =>            b[i] = f(a[i])
//        -> [second: i] -> c                     c[i] = g(a[i])        -> c
//
// Conditions, in this order:
//  1. The match names two map entries of one state.
//  2. Both maps are in the same scope, at the level that the options ask for.
//  3. Both have the same schedule.
//  4. Their parameters match: as many, each with an equal range (by name first, then in order). The
//     renaming captures nothing; the dynamic inputs of one map mean nothing in the other.
//  5. Neither leads to the other by the dataflow.
//  6. Where the options ask for it, both read from one access node.
//  7. The bodies share no container, and use temporaries only, which nothing outside uses.
//  8. What one map writes the other neither reads nor writes, under whatever name: different
//     containers that cannot be the same memory, or regions that share no element.
//  9. What touches the same data elsewhere in the state is ordered by the dataflow.
// 10. Access nodes to one container inside a body have their order by the dataflow in there, and at
//     most one of the bodies does something beside writing its outputs.
//
// Effect: the first entry and the second exit survive, with everything that is inside both; the
// label is the lexicographically smaller one. Inputs of the same container share a connector unless
// the options forbid it. Memlets of the scope are propagated.

#include "core/analysis/analysis.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/join_maps.h"
#include "transforms/toolkit/map_pair.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/roots.h"
#include "transforms/toolkit/side_effects.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::map_fusion_horizontal {

namespace {

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* firstEntry = nullptr;
    const ir::Node* secondEntry = nullptr;
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("the entries of two maps",
                                         {role<ir::MapEntry>("first-entry", &Found::firstEntry),
                                          role<ir::MapEntry>("second-entry", &Found::secondEntry)});
    return kPattern;
}

bool dependent(const ir::StateIndex& index, const ir::Node& a, const ir::Node& b) {
    return index.reaches(a.id, b.id) || index.reaches(b.id, a.id);
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    const auto findIn = [](const StateView& at, const Region& in, std::vector<Match>& matches) {
        forPairs(
            at, in, *nodesWith<ir::MapEntry>(at), [&](const ir::Node& one, const ir::Node& other) {
                const ir::Map& first = one.as<ir::MapEntry>()->map;
                const ir::Map& second = other.as<ir::MapEntry>()->map;
                if (at.index->scope(one.id) == at.index->scope(other.id) &&
                    first.params.size() == second.params.size() &&
                    !dependent(*at.index, one, other))
                    matches.push_back(pattern().match(
                        {at, &one, &other},
                        fmt::format("{} | {}", shortLabel(first.label), shortLabel(second.label))));
            });
    };
    return findInStates(view, region, findIn);
}

/// Condition 1.
std::variant<MapPair, Refusal> mapsOf(const DocumentView& view, const Match& match) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    if (found.firstEntry == found.secondEntry)
        return refuse(1, "one-map", "A map cannot be fused with itself.", {found.firstEntry->id});
    return mapPair(found.at, *found.firstEntry, *found.secondEntry);
}

/// Condition 5.
MaybeRefusal checkIndependence(const MapPair& maps) {
    if (!dependent(maps.index(), *maps.firstEntry, *maps.secondEntry))
        return std::nullopt;
    return refuse(5, "dependent-maps",
                  fmt::format("One of {} and {} comes after the other.", quoted(maps.firstMap()),
                              quoted(maps.secondMap())),
                  maps.entries());
}

/// Condition 6.
MaybeRefusal checkAncestor(const MapPair& maps) {
    const auto first = accessEdges(maps.index(), *maps.firstEntry);
    for (const auto& [data, edges] : accessEdges(maps.index(), *maps.secondEntry))
        if (const auto other = first.find(data); other != first.end())
            for (const NodeId node : outerEnds(maps.index(), edges))
                if (std::ranges::count(outerEnds(maps.index(), other->second), node) > 0)
                    return std::nullopt;
    return refuse(6, "no-common-ancestor",
                  fmt::format("{} and {} read from no common access node, and "
                              "only-if-common-ancestor is set.",
                              quoted(maps.firstMap()), quoted(maps.secondMap())),
                  maps.entries());
}

/// Condition 8 for the writes of one map and what the other does.
MaybeRefusal checkConflicts(const MapPair& maps, const SubsetRelation& relation,
                            const OuterAccesses::ByContainer& written,
                            const OuterAccesses::ByContainer& others) {
    const bool hasTwins = !twinsIn(maps.at).empty();
    for (const auto& [container, writes] : written)
        for (const Access& write : writes) {
            const auto sentence = [&] {
                return fmt::format("{} is written by one of {} and {}", quoted(*write.node),
                                   quoted(maps.firstMap()), quoted(maps.secondMap()));
            };
            for (const auto& [other, uses] : others)
                if (hasTwins && mayBeOne(maps.at, container, other))
                    return refuseUncertain(
                        8, "may-alias",
                        fmt::format("{}, and may be the same memory as '{}'.", sentence(), other),
                        {write.node->id});
            if (mayMeet(maps.index(), maps.sdfg(), relation, others, container, write))
                return refuseUncertain(8, "conflicting-access",
                                       fmt::format("{}, and it is not certain that the other uses "
                                                   "other elements only.",
                                                   sentence()),
                                       {write.node->id});
        }
    return std::nullopt;
}

/// Condition 8.
MaybeRefusal checkOuterData(const MapPair& maps, const SubsetRelation& relation) {
    const OuterAccesses& first = outerAccesses(maps.at, *maps.firstEntry);
    const OuterAccesses& second = outerAccesses(maps.at, *maps.secondEntry);
    if (auto refusal = checkConflicts(maps, relation, first.written, second.written))
        return refusal;
    if (auto refusal = checkConflicts(maps, relation, first.written, second.read))
        return refusal;
    return checkConflicts(maps, relation, second.written, first.read);
}

/// Condition 10.
MaybeRefusal checkEffects(const MapPair& maps) {
    const ir::Node* first = effectInside(maps.at, maps.firstEntry->id);
    const ir::Node* second = first ? effectInside(maps.at, maps.secondEntry->id) : nullptr;
    if (!second)
        return std::nullopt;
    return refuseUncertain(10, "side-effects",
                           fmt::format("{} and {} may do more than write their outputs, and their "
                                       "order would change.",
                                       quoted(*first), quoted(*second)),
                           {first->id, second->id});
}

/// Conditions 5 to 10.
MaybeRefusal checkTogether(const MapPair& maps, const Params& params) {
    const SubsetRelation relation(maps.firstMap(), assumptionsOf(maps));
    if (auto refusal = checkIndependence(maps))
        return refusal;
    if (auto refusal =
            isSet(params, "only-if-common-ancestor") ? checkAncestor(maps) : std::nullopt)
        return refusal;
    if (auto refusal = checkBodies(7, maps))
        return refusal;
    if (auto refusal = checkOuterData(maps, relation))
        return refusal;
    if (auto refusal = checkUnorderedAccesses(9, maps, relation))
        return refusal;
    if (auto refusal = checkInnerOrder(10, maps))
        return refusal;
    return checkEffects(maps);
}

struct HorizontalPlan {
    MapPair maps;
    Renaming renaming;
    InputSharing sharing = InputSharing::always;
};

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto found = mapsOf(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& maps = std::get<MapPair>(found);
    if (auto refusal = checkLevel(2, maps, isSet(params, "only-inner-maps"),
                                  isSet(params, "only-toplevel-maps")))
        return *refusal;
    if (auto refusal = checkSchedules(3, maps))
        return *refusal;
    const auto renaming = parametersInFirst(4, maps);
    if (const auto* refusal = std::get_if<Refusal>(&renaming))
        return *refusal;
    if (auto refusal = checkTogether(maps, params))
        return *refusal;
    const auto sharing = isSet(params, "never-consolidate-edges") ? InputSharing::never
                         : isSet(params, "consolidate-edges-only-if-not-extending")
                             ? InputSharing::coveredOnly
                             : InputSharing::always;
    return Plan::of(HorizontalPlan{maps, std::get<Renaming>(renaming), sharing});
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [maps, renaming, sharing] = plan.as<HorizontalPlan>();
    ir::Editor editor(view.document());
    MapJoin join(editor, maps, sharing);
    join.renameSecond(renaming);
    for (const ir::Edge* output : maps.index().outEdges(maps.firstExit->id))
        join.moveOutput(*output);
    for (const ir::Edge* input : maps.index().inEdges(maps.secondEntry->id))
        join.moveInput(*input);
    join.finish();
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-fusion-horizontal",
        "Fuse maps side by side",
        "Joins two maps over the same ranges that do not depend on each other; what both read is "
        "read once.",
        "Neither of the two maps needs what the other computes. After the fusion one map does the "
        "work of both in each iteration: there is one kernel less to start, and an input of both "
        "is loaded once. No memory is saved.\n\n"
        "Both maps must run over the same ranges, and neither may write what the other uses. Maps "
        "that read nothing in common gain little: only-if-common-ancestor leaves them alone.",
        Category::fusion,
        {flag("only-inner-maps", "Fuse only maps inside other maps."),
         flag("only-toplevel-maps", "Fuse only maps at the top level of a state."),
         flag("only-if-common-ancestor", "Fuse only maps that read from the same access node."),
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

} // namespace mw::transforms::map_fusion_horizontal
