// Map splitting: a map of whose results only a part is read runs over that part alone; the
// iterations that are split off lead to nothing and go.
//
//     [i = 0:N] -> tmp[0:N]   tmp[1:N - 1] -> b     =>    [i = 1:N - 1] -> tmp[0:N - 2] -> b
//
// Conditions, in this order:
//  1. The match names a map exit and an access node right behind it.
//  2. The access node stands for a temporary array to which it alone refers. The map has no other
//     output, and nothing else writes the temporary.
//  3. It is known which elements each access touches.
//  4. Every iteration writes one region, whose indices are a parameter and an offset, or do not
//     depend on the parameters.
//  5. The ranges of these parameters use no other parameter and say no fraction. (One that takes
//     steps does not write a plain region.)
//  6. What is read lies in what is written, and along a dimension that a parameter runs over it is
//     less.
//  7. The bounds of what is read mean the same at all accesses, and what looks at the temporary
//  with
//     strides of its own can be told.
//  8. The map does no more than write its output, and no iteration leaves a value to another one.
//
// Effect: the map runs over the iterations whose results are read; the temporary is as large as
// what these write. Memlets are propagated.

#include "core/analysis/analysis.h"
#include "transforms/toolkit/boxes.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/fragment.h"
#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/one_map.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/side_effects.h"
#include "transforms/toolkit/written_along.h"

#include <algorithm>

namespace mw::transforms::map_splitter {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

struct Found {
    StateView at;
    const ir::Node* exit = nullptr;
    const ir::Node* temporary = nullptr;
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("a map exit and an access node behind it",
                                         {role<ir::MapExit>("exit", &Found::exit),
                                          role<ir::AccessNode>("temporary", &Found::temporary)});
    return kPattern;
}

const ir::Map* mapOf(const StateView& at, const ir::Node& exit) {
    const ir::Node* entry = at.index->node(ir::entryOf(exit));
    const auto* map = entry ? entry->as<ir::MapEntry>() : nullptr;
    return map ? &map->map : nullptr;
}

std::set<NodeId> temporariesBehind(const StateView& at, const ir::Node& exit) {
    std::set<NodeId> found;
    for (const ir::Edge* out : at.index->outEdges(exit.id)) {
        const auto* access = at.index->node(out->dst)->as<ir::AccessNode>();
        const auto* data = access ? at.sdfg->data(access->data) : nullptr;
        if (data && data->transient && data->kind == ir::DataKind::array)
            found.insert(out->dst);
    }
    return found;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    const auto findIn = [](const StateView& at, const Region& in, std::vector<Match>& matches) {
        for (const auto& node : at.state().nodes) {
            const auto* map = node->as<ir::MapExit>() ? mapOf(at, *node) : nullptr;
            if (!map)
                continue;
            for (const NodeId next : temporariesBehind(at, *node))
                if (in.touches(at.id, {node->id, next})) {
                    const ir::Node& access = *at.index->node(next);
                    matches.push_back(pattern().match(
                        {at, node.get(), &access}, fmt::format("{} -> {}", shortLabel(map->label),
                                                               access.as<ir::AccessNode>()->data)));
                }
        }
    };
    return findInStates(view, region, findIn);
}

struct SplitterPlan {
    OneMap map;
    Subset range; ///< of the map afterwards
    std::optional<Fragment> fragment = {};
};

/// Condition 1.
std::variant<OneMap, Refusal> boundExit(const Found& found) {
    const ir::Node* entry = found.at.index->node(ir::entryOf(*found.exit));
    const auto* map = entry ? entry->as<ir::MapEntry>() : nullptr;
    const auto out = found.at.index->outEdges(found.exit->id);
    if (!map || map->map.range.rank() != map->map.params.size())
        return refuse(1, "no-such-elements", "The map of this match is not whole.", {});
    if (std::ranges::none_of(out, [&](const ir::Edge* e) { return e->dst == found.temporary->id; }))
        return refuse(1, "not-connected",
                      "The map exit and the access node of this match are not in a row.", {});
    return OneMap{found.at, entry, found.exit};
}

std::ptrdiff_t movesAlong(std::span<const ir::Edge* const> edges) {
    return std::ranges::count_if(edges, [](const ir::Edge* e) { return !e->memlet.empty(); });
}

/// Condition 2.
MaybeRefusal checkAlone(const DocumentView& view, const Found& found, const OneMap& map) {
    if (auto refusal = checkOwnTemporary(2, view, found.at, *found.temporary))
        return refusal;
    if (movesAlong(found.at.index->outEdges(found.exit->id)) > 1)
        return refuse(2, "other-output",
                      fmt::format("{} has other outputs than {}.", quoted(map.map()),
                                  quoted(*found.temporary)),
                      {found.exit->id});
    if (movesAlong(found.at.index->inEdges(found.temporary->id)) > 1)
        return refuse(2, "other-writer",
                      fmt::format("{} is written by something else too.", quoted(*found.temporary)),
                      {found.temporary->id});
    return std::nullopt;
}

/// What is read of the temporary; everything where nothing is.
Subset readOf(const OneMap& map, const KnownAccesses& accesses, const Subset& written) {
    symbolic::Prover prover(map.around());
    std::optional<Subset> read;
    for (const KnownAccess& access : accesses)
        if (access.access.reads)
            read = read ? boxAround(*read, access.region, prover) : access.region;
    return read.value_or(written);
}

/// What one edge into the map's exit writes.
std::optional<Subset> writtenInside(const OneMap& map, const ir::Edge& inner) {
    const auto outer = analysis::outerMemlet(map.index(), map.sdfg(), inner);
    return outer ? outer->subset : analysis::destinationSubset(map.index(), inner);
}

/// Condition 4.
std::variant<std::vector<WrittenAlong>, Refusal> writtenBy(const OneMap& map,
                                                           const ir::Edge& output) {
    std::optional<Subset> region;
    for (const ir::Edge* inner : analysis::innerEdges(map.index(), output)) {
        const auto one = writtenInside(map, *inner);
        if (!one || (region && !sameRegion(*region, *one)))
            return refuseUncertain(4, "several-writes",
                                   fmt::format("Several things in {} write '{}', not the same "
                                               "elements of it.",
                                               quoted(map.map()), output.memlet.data),
                                   {map.entry->id});
        region = one;
    }
    std::vector<WrittenAlong> written;
    for (const Range& range : region->dims) {
        const auto along = writtenAlong(map.map(), range);
        if (!along)
            return refuseUncertain(4, "unknown-iteration",
                                   fmt::format("It is not known which iterations of {} write which "
                                               "elements: {} is no parameter with an offset.",
                                               quoted(map.map()), symbolic::print(range)),
                                   {map.entry->id});
        written.push_back(*along);
    }
    return written;
}

/// Condition 5.
MaybeRefusal checkRange(const OneMap& map, std::size_t parameter) {
    const auto name = fmt::format("'{}' of {}", map.map().params[parameter], quoted(map.map()));
    const auto used = map.symbolsOfRange(parameter);
    for (const auto& other : map.map().params)
        if (used.contains(other))
            return refuse(5, "dependent-range",
                          fmt::format("The range of {} uses '{}'.", name, other), {map.entry->id});
    return checkNoFraction(5, map, parameter);
}

/// Condition 6: cuts the map and the region that it writes.
MaybeRefusal narrow(SplitterPlan& plan, const std::vector<WrittenAlong>& written,
                    const Subset& read, Subset& left) {
    const OneMap& map = plan.map;
    symbolic::Prover prover(map.around());
    std::set<std::size_t> cut;
    for (std::size_t d = 0; d < written.size(); ++d) {
        const auto p = written[d].parameter;
        const Range all = left.dims[d];
        const auto part = commonPart({{all}}, {{read.dims[d]}}, prover);
        if (!part || !sameRange(part->dims[0], {read.dims[d].begin, read.dims[d].end}))
            return refuseUncertain(6, "reads-more",
                                   fmt::format("It is not certain that {} writes all of [{}], "
                                               "which is read.",
                                               quoted(map.map()), symbolic::print(read)),
                                   {map.entry->id});
        if (!p || sameRange(part->dims[0], {all.begin, all.end}) || !cut.insert(*p).second)
            continue;
        left.dims[d] = part->dims[0];
        plan.range.dims[*p] = {symbolic::simplify(left.dims[d].begin - written[d].offset),
                               symbolic::simplify(left.dims[d].end - written[d].offset)};
    }
    if (cut.empty())
        return refuse(6, "nothing-to-split",
                      fmt::format("No iterations of {} write only what nobody reads, while others "
                                  "write what is read.",
                                  quoted(map.map())),
                      {map.entry->id});
    return std::nullopt;
}

/// What the map writes, by its range; condition 6 needs it exactly.
Subset allWritten(const OneMap& map, const std::vector<WrittenAlong>& written) {
    Subset all;
    for (const WrittenAlong& along : written) {
        if (!along.parameter) {
            all.dims.push_back(along.range);
            continue;
        }
        const Range& range = map.map().range.dims[*along.parameter];
        all.dims.push_back({symbolic::simplify(range.begin + along.offset),
                            symbolic::simplify(range.end + along.offset)});
    }
    return all;
}

/// Conditions 3 to 7.
MaybeRefusal narrowTo(SplitterPlan& plan, const Found& found) {
    const auto known = knownAccesses(3, found.at, *found.temporary);
    if (const auto* refusal = std::get_if<Refusal>(&known))
        return *refusal;
    const auto& accesses = std::get<KnownAccesses>(known);
    const auto written = writtenBy(plan.map, *accesses.front().access.edge);
    if (const auto* refusal = std::get_if<Refusal>(&written))
        return *refusal;
    const auto& along = std::get<std::vector<WrittenAlong>>(written);
    for (const WrittenAlong& one : along)
        if (auto refusal = one.parameter ? checkRange(plan.map, *one.parameter) : std::nullopt)
            return refusal;
    Subset left = allWritten(plan.map, along);
    if (auto refusal = narrow(plan, along, readOf(plan.map, accesses, left), left))
        return refusal;
    auto fragment = fragmentOf(7, found.at, *found.temporary, accesses, left);
    if (const auto* refusal = std::get_if<Refusal>(&fragment))
        return *refusal;
    plan.fragment = std::get<Fragment>(std::move(fragment));
    return std::nullopt;
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    const auto map = boundExit(found);
    if (const auto* refusal = std::get_if<Refusal>(&map))
        return *refusal;
    SplitterPlan plan{std::get<OneMap>(map), std::get<OneMap>(map).map().range};
    if (auto refusal = checkAlone(view, found, plan.map))
        return *refusal;
    if (auto refusal = narrowTo(plan, found))
        return *refusal;
    if (auto refusal = checkDataInside(8, plan.map.at, *plan.map.entry))
        return *refusal;
    if (const ir::Node* effect = effectInside(plan.map.at, plan.map.entry->id))
        return refuseUncertain(8, "side-effects",
                               fmt::format("{} may do more than write its outputs, in the "
                                           "iterations that would go too.",
                                           quoted(*effect)),
                               {effect->id});
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [map, range, fragment] = plan.as<SplitterPlan>();
    ir::Editor editor(view.document());
    editor.node(map.at.id, map.entry->id).as<ir::MapEntry>()->map.range = range;
    leadToFragment(editor, *fragment, fragment->access->as<ir::AccessNode>()->data,
                   fragment->access->id);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-splitter",
        "Split off what nobody reads",
        "Runs a map over those iterations alone whose results are read, and makes its temporary as "
        "small.",
        "A field is often computed on a larger domain than what reads it needs. The iterations "
        "that only lead to elements that nobody reads are split off and go; what is left may have "
        "the same range as the map that reads it, so that the two can be fused.",
        Category::loops,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::map_splitter
