// Inline fusion: what a map reads of another's result it computes itself, wherever the element
// lies.

#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/between_maps.h"
#include "transforms/toolkit/recompute.h"
#include "transforms/toolkit/refusal.h"

#include <fmt/format.h>

//     tmp[i] = f(a, i);  b[i] = tmp[i - 1] + tmp[table[i]]
//     =>  b[i] = f(a, i - 1) + f(a, table[i])
//
// Conditions, in this order:
//  1. The match names the exit of a map, a container and the entry of a map.
//  2. The container lies between the two; the first map's body can be computed for any element of
//  it
//     by itself.
//  3. What the body reads is still the same when the second map runs.
//  4. It is known which elements the second map reads: at indices that its memlets say, or through
//     tasklets that do nothing but take an element at an index; also in views and nested SDFGs.
//  5. The first map, and nothing else, writes each of these elements.
//  6. One iteration of the second map takes no more computations than the option allows.
//
// Effect: each reading becomes a nested SDFG with the body of the first map, whose parameters have
// the values that belong to the element; readings of one element at one place share it. The
// container, and what of the first map leads to nothing else, goes where nobody else reads it.

namespace mw::transforms::inline_fusion {

namespace {

/// How many edges the container is read by: at least so many computations an iteration takes.
std::size_t readingsOf(const BetweenMaps& found) {
    std::size_t count = 0;
    for (const ir::Edge* out : found.at.index->outEdges(found.access->id))
        if (out->dst == found.entry->id)
            count += analysis::innerEdges(*found.at.index, *out).size();
    return count;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    std::vector<Match> matches;
    for (const BetweenMaps& found : findBetweenMaps(view, region)) {
        const std::size_t readings = readingsOf(found);
        matches.push_back(betweenMaps().match(
            found,
            labelOf(found) + (readings > 1 ? fmt::format(" (read {} times)", readings) : "")));
    }
    return matches;
}

struct InlinePlan {
    Producer producer;
    std::vector<Reading> readings;
};

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = betweenMaps().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<BetweenMaps>(bound);
    auto maps = mapPair(found.at, *found.exit, *found.entry);
    if (const auto* refusal = std::get_if<Refusal>(&maps))
        return *refusal;
    InlinePlan plan{{std::get<MapPair>(std::move(maps)), found.access}, {}};
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
    const auto times = static_cast<std::int64_t>(computations(plan.readings));
    if (times > std::get<std::int64_t>(params.at("most-computations")))
        return refuse(6, "too-many-computations",
                      fmt::format("{} would compute {} in {} places; most-computations is {}.",
                                  quoted(plan.producer.maps.secondMap()), quoted(*found.access),
                                  times, std::get<std::int64_t>(params.at("most-computations"))),
                      {found.access->id, found.entry->id});
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [producer, readings] = plan.as<InlinePlan>();
    ir::Editor editor(view.document());
    recompute(editor, view, producer, readings);
    return editor.commit();
}

std::vector<ParamSpec> parameters() {
    ParamSpec most;
    most.name = "most-computations";
    most.defaultValue = std::int64_t{8};
    most.help = "In how many places of the second map the first one's body may stand.";
    most.minimum = 1;
    most.maximum = 64;
    return {most};
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "inline-fusion",
        "Compute again where it is read",
        "Joins two maps by computing the first one's result wherever the second one reads it.",
        "Vertical fusion needs both maps to run over the same elements. Where the second map reads "
        "neighbours (the level above, the cells of an edge), the first one's body can stand in the "
        "second map once per neighbour: more arithmetic, one array and one kernel less.\n\n"
        "The computations become nested SDFGs inside the second map, also within branches and "
        "loops "
        "of nested SDFGs there. What several maps read is computed in one of them after the other: "
        "apply it for each. The first map goes when nothing else needs it.",
        Category::fusion,
        parameters(),
        betweenMaps().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::inline_fusion
