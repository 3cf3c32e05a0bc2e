// Scan fusion: what a map computes for a scan is computed in the scan's loop, level by level.

#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/between_maps.h"
#include "transforms/toolkit/dead_output.h"
#include "transforms/toolkit/recompute.h"
#include "transforms/toolkit/refusal.h"

#include <fmt/format.h>

#include <algorithm>

//     tmp[i, k] = f(a, i, k);  for k: s = g(s, tmp[i, k])
//     =>  for k: s = g(s, f(a, i, k))
//
// Conditions, in this order:
//  1. The match names the exit of a map, a container and the entry of a map.
//  2. The container lies between the two; the first map's body can be computed for any element of
//  it
//     by itself.
//  3. What the body reads is still the same when the second map runs.
//  4. It is known which elements the second map reads.
//  5. The first map, and nothing else, writes each of these elements.
//  6. The second map reads it in a loop of a nested SDFG, at one place: each element is computed
//  once.
//  7. Nobody else needs the container: it goes, with what of the first map leads to nothing else.
//
// Effect: the loop's body computes the element that it reads, in a nested SDFG.

namespace mw::transforms {

namespace {

bool hasLoop(const ir::Node& node) {
    const auto* nested = node.as<ir::NestedSdfg>();
    bool found = false;
    if (nested && nested->sdfg)
        ir::forEachBlock(nested->sdfg->body, [&](const ir::Block& block) {
            found = found || block.as<ir::LoopRegion>() != nullptr;
        });
    return found;
}

/// The input leads straight into a nested SDFG with a loop.
bool feedsScan(const ir::StateIndex& index, const ir::Edge& input) {
    return std::ranges::any_of(analysis::innerEdges(index, input), [&](const ir::Edge* inner) {
        return hasLoop(*index.node(inner->dst));
    });
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    std::vector<Match> matches;
    for (const BetweenMaps& found : findBetweenMaps(view, region)) {
        const auto inputs = found.at.index->outEdges(found.access->id);
        if (std::ranges::any_of(inputs, [&](const ir::Edge* input) {
                return input->dst == found.entry->id && feedsScan(*found.at.index, *input);
            }))
            matches.push_back(betweenMaps().match(found, labelOf(found)));
    }
    return matches;
}

struct ScanPlan {
    Producer producer;
    std::vector<Reading> readings;
};

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

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = betweenMaps().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<BetweenMaps>(bound);
    auto maps = mapPair(found.at, *found.exit, *found.entry);
    if (const auto* refusal = std::get_if<Refusal>(&maps))
        return *refusal;
    ScanPlan plan{{std::get<MapPair>(std::move(maps)), found.access}, {}};
    if (auto refusal = checkProducer(2, view, plan.producer))
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
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [producer, readings] = plan.as<ScanPlan>();
    ir::Editor editor(view.document());
    recompute(editor, view, producer, readings);
    return editor.commit();
}

} // namespace

const Transformation& scanFusion() {
    static const Transformation t{
        "scan-fusion",
        "Compute a scan's input in its loop",
        "Moves a map that prepares the input of a scan into the scan's loop.",
        "A scan goes up or down a column, level by level, in a loop of a nested SDFG. What a map "
        "computes for it lies in an array of all columns and levels in between: written by one "
        "kernel, read by the next. Here the loop computes each element when it needs it, and the "
        "array goes. What stays between levels stays in registers as before.\n\n"
        "The map may run over levels and columns in any order; only which element it writes in "
        "which iteration has to be plain. Each input of a scan is moved by itself.",
        Category::fusion,
        {},
        betweenMaps().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms
