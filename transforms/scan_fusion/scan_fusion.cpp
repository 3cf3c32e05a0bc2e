// Scan fusion: what a map computes for a scan, or from what a scan computes, is computed in the
// scan's loop, level by level.

#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/scan_fusion/fed_by_scan.h"
#include "transforms/toolkit/between_maps.h"
#include "transforms/toolkit/dead_output.h"
#include "transforms/toolkit/recompute.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scans.h"

#include <fmt/format.h>

#include <algorithm>

//     tmp[i, k] = f(a, i, k);  for k: s = g(s, tmp[i, k])
//     =>  for k: s = g(s, f(a, i, k))
//
//     for k: s[i, k] = g(s[i, k - 1]);  out[i, k] = f(s[i, k], s[i, k - 1])
//     =>  for k: t = g(t0); out[i, k] = f(t, t0); t0 = t
//
// Conditions, in this order:
//  1. The match names the exit of a map, a container and the entry of a map.
//
// The second map is a scan, which the first one feeds:
//  2. The container lies between the two; the first map's body can be computed for any element of
//     it by itself.
//  3. What the body reads is still the same when the second map runs.
//  4. It is known which elements the second map reads.
//  5. The first map, and nothing else, writes each of these elements.
//  6. The second map reads it in a loop of a nested SDFG, at one place: each element is computed
//     once.
//  7. Nobody else needs the container: it goes, with what of the first map leads to nothing else.
//
// Effect: the loop's body computes the element that it reads, in a nested SDFG.
//
// The first map is a scan, which feeds the second one:
//  8. Both maps are at top level and have the same schedule; the second has no dynamic inputs.
//  9. The second map runs over the columns of the first, and over levels.
// 10. Everything between the maps is written by one loop that ends a nested SDFG, level by level,
//     one element in each iteration. The second map waits for nothing else that comes after the
//     first.
// 11. The second map only computes its outputs, out of containers that the first map does not
//     write, into containers that the first does not touch, or in place (13). What touches the same
//     data elsewhere in the state is ordered by the dataflow.
// 12. It reads single elements of its own column, a known number of levels apart, and each of them
//     is one that the loop computes.
// 13. Where it changes what it reads in place, that is the element that the loop has just computed
//     and does not need again, and nobody else reads the one before.
//
// Effect: the loop's body ends with that of the second map, for the level whose newest input it has
// just computed, in a nested SDFG. What that reads of earlier levels is carried in scalars. The
// container between the maps becomes a scalar too where nobody else needs it.

namespace mw::transforms::scan_fusion {

namespace {

std::vector<Match> find(const DocumentView& view, const Region& region) {
    std::vector<Match> matches;
    for (const BetweenMaps& found : findBetweenMaps(view, region))
        if (feedsScan(found) || isFedByScan(found))
            matches.push_back(betweenMaps().match(found, labelOf(found)));
    return matches;
}

struct ScanPlan {
    Producer producer;
    std::vector<Reading> readings;
};

using Plans = std::variant<ScanPlan, FedPlan>;

/// Condition 6.
MaybeRefusal checkPlace(const DocumentView& view, const ScanPlan& plan) {
    for (const Reading& reading : plan.readings) {
        const auto path = view.index().path(reading.at().id);
        const bool inLoop =
            reading.levels.size() > 1 && std::ranges::any_of(path, [&](ElementId id) {
                const auto* place = view.index().find(id);
                return place->kind == ir::ElementKind::block &&
                       place->block->as<ir::LoopRegion>() && place->sdfg == reading.at().sdfg.get();
            });
        if (!inLoop)
            return refuse(6, "no-loop",
                          fmt::format("{} is read outside of a scan's loop too.",
                                      quoted(*plan.producer.access)),
                          {reading.edge->dst, plan.producer.access->id});
    }
    if (computations(plan.readings) > 1)
        return refuse(6, "several-places",
                      fmt::format("The loop reads {} at several places: its elements would be "
                                  "computed more than once, as inline-fusion does.",
                                  quoted(*plan.producer.access)),
                      {plan.producer.access->id});
    return std::nullopt;
}

/// Condition 7.
MaybeRefusal checkUse(const DocumentView& view, const Producer& p) {
    const ir::StateIndex& index = p.maps.index();
    const bool others = std::ranges::any_of(index.outEdges(p.access->id), [&](const ir::Edge* e) {
        return e->dst != p.maps.secondEntry->id;
    });
    const auto* data = p.maps.sdfg().data(p.data());
    if (others || !data->transient || !view.singleUseData(p.maps.at.sdfg).contains(p.data()) ||
        !deadBehind(index, *p.access))
        return refuse(
            7, "used-elsewhere",
            fmt::format("{} would still have to be computed for others.", quoted(*p.access)),
            {p.access->id});
    return std::nullopt;
}

/// Conditions 2 to 7.
CheckResult checkFeeding(const DocumentView& view, const BetweenMaps& found) {
    auto maps = mapPair(found.at, *found.exit, *found.entry);
    if (const auto* refusal = std::get_if<Refusal>(&maps))
        return *refusal;
    ScanPlan plan{{std::get<MapPair>(std::move(maps)), found.access}, {}};
    if (auto refusal = checkProducer(2, plan.producer))
        return *refusal;
    if (auto refusal = checkUnchanged(3, view, plan.producer))
        return *refusal;
    auto readings = findReadings(4, view, plan.producer);
    if (const auto* refusal = std::get_if<Refusal>(&readings))
        return *refusal;
    plan.readings = std::get<std::vector<Reading>>(std::move(readings));
    if (auto refusal = checkReadings(5, view, plan.producer, plan.readings))
        return *refusal;
    if (auto refusal = checkPlace(view, plan))
        return *refusal;
    if (auto refusal = checkUse(view, plan.producer))
        return *refusal;
    return Plan::of(Plans(std::move(plan)));
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = betweenMaps().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<BetweenMaps>(bound);
    if (!isFedByScan(found) || feedsScan(found))
        return checkFeeding(view, found);
    auto plan = checkFedByScan(view, found);
    if (const auto* refusal = std::get_if<Refusal>(&plan))
        return *refusal;
    return Plan::of(Plans(std::get<FedPlan>(std::move(plan))));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& either = plan.as<Plans>();
    if (const auto* fed = std::get_if<FedPlan>(&either))
        return moveIntoLoop(view, *fed);
    const auto& [producer, readings] = std::get<ScanPlan>(either);
    ir::Editor editor(view.document());
    recompute(editor, view, producer, readings);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "scan-fusion",
        "Fuse a map into a scan's loop",
        "Moves a map that prepares the input of a scan, or uses its output, into the scan's loop.",
        "A scan goes up or down a column, level by level, in a loop of a nested SDFG. What a map "
        "computes for it lies in an array of all columns and levels in between: written by one "
        "kernel, read by the next. Here the loop computes each element when it needs it, and the "
        "array goes. What stays between levels stays in registers as before.\n\n"
        "In the same way a map that uses what a scan computes moves to the end of the loop's body. "
        "It may read the level just computed and levels before, which are carried in registers; "
        "the scan's output is no longer stored where nobody else reads it.\n\n"
        "The map may run over levels and columns in any order; only which element it writes or "
        "reads in which iteration has to be plain. Each input of a scan is moved by itself.",
        Category::fusion,
        {},
        betweenMaps().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::scan_fusion
