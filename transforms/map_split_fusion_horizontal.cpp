// Horizontal fusion of overlapping maps: two maps whose ranges have a part in common are split, and
// their parts over the common range become one map.
//
//     [first: i = 0:N], [second: i = 2:N]   =>   [first_1: i = 0:2], [first, second: i = 2:N]
//
// Conditions, in this order:
//  1. The match names two map entries of one state.
//  2. Both maps are at the top level and have parameters of the same names. Their ranges count up
//  in
//     steps of one, say no fraction and use no parameter or dynamic input of the map. It is known
//     for all sizes which part they have in common, it is not empty for all of them, and it is not
//     all of both.
//  3. Both read the same container, unless the options ask for less.
//  4. A map that is split may run its iterations in any order, and what touches the same data
//     elsewhere in the state is ordered by the dataflow.
//  5. The parts over the common range can be fused.
//
// Effect: both maps run over the common part, and copies of them over what is left, dimension by
// dimension; the common parts are fused. For sizes for which a map does not run none of its parts
// does. Memlets are propagated.

#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/options.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/split_maps.h"
#include "transforms/toolkit/two_edits.h"

#include <algorithm>
#include <set>

namespace mw::transforms::map_split_fusion_horizontal {

namespace {

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

bool mayOverlap(const ir::Map& first, const ir::Map& second) {
    return std::ranges::is_permutation(first.params, second.params) &&
           !(first.params == second.params && first.range == second.range);
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    const auto findIn = [](const StateView& at, const Region& in, std::vector<Match>& matches) {
        std::vector<const ir::Node*> entries;
        for (const auto& node : at.state().nodes)
            if (node->as<ir::MapEntry>() && !at.index->scope(node->id))
                entries.push_back(node.get());
        forPairs(at, in, entries, [&](const ir::Node& one, const ir::Node& other) {
            const ir::Map& first = one.as<ir::MapEntry>()->map;
            const ir::Map& second = other.as<ir::MapEntry>()->map;
            if (mayOverlap(first, second))
                matches.push_back(pattern().match(
                    {at, &one, &other},
                    fmt::format("{} | {}", shortLabel(first.label), shortLabel(second.label))));
        });
    };
    return findInStates(view, region, findIn);
}

std::set<std::string> readBy(const MapPair& maps, const ir::Node& entry) {
    std::set<std::string> read;
    for (const auto& [data, edges] : accessEdges(maps.index(), entry))
        read.insert(data);
    return read;
}

/// Condition 3.
MaybeRefusal checkCommonData(const MapPair& maps) {
    const auto first = readBy(maps, *maps.firstEntry);
    if (std::ranges::any_of(readBy(maps, *maps.secondEntry),
                            [&](const std::string& data) { return first.contains(data); }))
        return std::nullopt;
    return refuse(3, "no-common-data",
                  fmt::format("{} and {} read no container together, and only-if-common-data is "
                              "set.",
                              quoted(maps.firstMap()), quoted(maps.secondMap())),
                  maps.entries());
}

const Transformation& fusion() {
    return *findTransformation("map-fusion-horizontal");
}

/// The maps of the match, split, and the plan to fuse them.
struct SplitPlan {
    ir::EditResult parts;
    DocumentView after;
    Plan fusion;
};

/// Condition 5.
std::variant<SplitPlan, Refusal> fusable(const DocumentView& view, const Match& match,
                                         const MapSplit& split) {
    ir::EditResult parts = splitMaps(view.document(), split);
    DocumentView after = view.tried(parts.document);
    auto verdict = fusion().check(after, match, *completeParams(fusion(), {}));
    if (const auto* refusal = refusalOf(verdict))
        return refuse(5, "not-fusable", *refusal,
                      "The parts over the common range cannot be fused: ");
    return SplitPlan{std::move(parts), std::move(after), std::get<Plan>(std::move(verdict))};
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    if (found.firstEntry == found.secondEntry)
        return refuse(1, "one-map", "A map cannot be fused with itself.", {found.firstEntry->id});
    const auto pair = mapPair(found.at, *found.firstEntry, *found.secondEntry);
    if (const auto* refusal = std::get_if<Refusal>(&pair))
        return *refusal;
    const auto ranges = splitOf(2, std::get<MapPair>(pair));
    if (const auto* refusal = std::get_if<Refusal>(&ranges))
        return *refusal;
    const auto& split = std::get<MapSplit>(ranges);
    if (auto refusal =
            isSet(params, "only-if-common-data") ? checkCommonData(split.maps) : std::nullopt)
        return *refusal;
    if (auto refusal = checkMaySplit(4, split))
        return *refusal;
    auto plan = fusable(view, match, split);
    if (const auto* refusal = std::get_if<Refusal>(&plan))
        return *refusal;
    return Plan::of(std::get<SplitPlan>(std::move(plan)));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [parts, after, fused] = plan.as<SplitPlan>();
    MW_TRY(auto result, fusion().apply(after, fused));
    return inOne(view.document(), parts, std::move(result));
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-split-fusion-horizontal",
        "Split and fuse maps side by side",
        "Splits two maps whose ranges overlap, and fuses their parts over the range that they have "
        "in common.",
        "Two maps read the same field, one on a slightly larger domain: on more levels, or on the "
        "halo too. The part of the domain that they share becomes one map, which loads the field "
        "once; what is left runs on its own.\n\n"
        "There may be more kernels than before. It pays where what is left is small.",
        Category::fusion,
        {flagSetByDefault("only-if-common-data", "Only maps that read the same container.")},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::map_split_fusion_horizontal
