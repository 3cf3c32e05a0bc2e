// Sweep fusion: two scans over the same columns, one fed by the other, become one map; what passes
// between them stays in the column.

#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/map_fusion_vertical/plan.h"
#include "transforms/sweep_fusion/columns.h"
#include "transforms/toolkit/narrow_arguments.h"
#include "transforms/toolkit/scans.h"

#include <fmt/format.h>

#include <algorithm>

//     map i: for k up: tmp[i, k] = f(...)      map i: for k down: s = g(s, tmp[i, k])
//     =>  map i: { for k up: t[k] = f(...); for k down: s = g(s, t[k]) }
//
// Conditions, in this order:
//  1. The match names the exit of a map, a container and the entry of a map.
//  2. The container comes out of a loop in a nested SDFG of the first map, and leads into one of
//  the
//     second.
//  3. Both maps run over the same columns: their parameters match, as in the vertical map fusion.
//  4. Of every container between them, the second map reads what the first one writes in the same
//     iteration, or it is a temporary that nobody else reads, and it is known what of a column
//     comes from the first map and what from others.
//  5. With nested SDFGs that get no more than they touch, and with what others write in containers
//     of its own, the maps can be fused: the conditions of the vertical map fusion.
//  6. What passes between the sweeps in one column has a known size, at most `longest` elements.
//
// Effect: one map does both sweeps, one after the other. What only they exchange is an array of one
// column inside; what others wrote of that column is copied in first.

namespace mw::transforms::sweep_fusion {

namespace {

std::vector<Match> find(const DocumentView& view, const Region& region) {
    std::vector<Match> matches;
    for (const BetweenMaps& found : findBetweenMaps(view, region))
        if (isFedByScan(found) && feedsScan(found))
            matches.push_back(betweenMaps().match(found, labelOf(found)));
    return matches;
}

/// The documents on the way, each with the pair of maps in it.
struct SweepPlan {
    DocumentView separated; ///< ready for the vertical fusion
    Plan fusion;
    std::map<ElementId, ElementId> replaced;
};

/// The same maps in a later document.
BetweenMaps again(const DocumentView& view, const BetweenMaps& before, NodeId access) {
    const StateView at = *view.state(before.at.id);
    return {at, at.index->node(before.exit->id), at.index->node(access),
            at.index->node(before.entry->id)};
}

MapPair pairOf(const BetweenMaps& found) {
    return std::get<MapPair>(mapPair(found.at, *found.exit, *found.entry));
}

DocumentView narrowed(const DocumentView& view, const MapPair& maps) {
    return withNarrowArguments(withNarrowArguments(view, maps.at.id, maps.firstEntry->id),
                               maps.at.id, maps.secondEntry->id);
}

/// Condition 6.
MaybeRefusal checkSize(const FusionPlan& plan, const std::vector<MixedColumn>& columns,
                       std::int64_t longest) {
    symbolic::Expr size = 0;
    for (const Intermediate& i : plan.intermediates) {
        symbolic::Expr elements = 1;
        for (const auto& extent : i.part.shape)
            elements = elements * extent;
        size = size + elements;
    }
    for (const MixedColumn& column : columns)
        size = size + column.read.region.volume() - column.swept.volume();
    const auto known = symbolic::simplify(size).asInteger();
    if (!known || *known > longest)
        return refuse(6, "long-columns",
                      fmt::format("{} elements would pass between the sweeps in each column, which "
                                  "is not known to be at most {}: with the values of its symbols, "
                                  "as specialise puts them in, it may be.",
                                  symbolic::print(symbolic::simplify(size)), longest),
                      plan.maps.entries());
    return std::nullopt;
}

/// Condition 5: asks the vertical fusion.
CheckResult checkFusion(const DocumentView& view, const BetweenMaps& found) {
    const Transformation& fusion = *findTransformation("map-fusion-vertical");
    auto result =
        fusion.check(view, betweenMaps().match(found, labelOf(found)), *completeParams(fusion, {}));
    if (auto* refusal = std::get_if<Refusal>(&result))
        refusal->condition = 5;
    return result;
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = betweenMaps().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<BetweenMaps>(bound);
    auto maps = mapPair(found.at, *found.exit, *found.entry);
    if (const auto* refusal = std::get_if<Refusal>(&maps))
        return *refusal;
    if (!isFedByScan(found) || !feedsScan(found))
        return refuse(
            2, "no-scans",
            fmt::format("{} does not lead from one scan to another.", quoted(*found.access)),
            {found.access->id});
    const auto renaming = parametersInFirst(3, std::get<MapPair>(maps));
    if (const auto* refusal = std::get_if<Refusal>(&renaming))
        return *refusal;

    const DocumentView narrow = narrowed(view, std::get<MapPair>(maps));
    const BetweenMaps ready = again(narrow, found, found.access->id);
    const MapPair pair = pairOf(ready);
    const MixedColumns mixed = findMixedColumns(narrow, pair, std::get<Renaming>(renaming));
    if (mixed.unclear)
        return refuse(4, "mixed-column",
                      fmt::format("{} reads more of {} than the same iteration of {} writes, and "
                                  "the two cannot be told apart.",
                                  quoted(pair.secondMap()), quoted(*mixed.unclear),
                                  quoted(pair.firstMap())),
                      {mixed.unclear->id});
    ir::Editor editor(narrow.document());
    NodeId access = found.access->id;
    for (const MixedColumn& column : mixed.columns) {
        const NodeId swept = separate(editor, pair, column);
        access = column.access->id == access ? swept : access;
    }
    if (!mixed.columns.empty())
        analysis::propagateScope(editor, pair.at.id, pair.secondEntry->id);
    const ir::EditResult result = editor.commit();
    const DocumentView separated = narrow.tried(result.document);
    auto fusion = checkFusion(separated, again(separated, found, access));
    if (const auto* refusal = std::get_if<Refusal>(&fusion))
        return *refusal;
    const auto& plan = std::get<Plan>(fusion);
    if (auto refusal = checkSize(plan.as<FusionPlan>(), mixed.columns,
                                 std::get<std::int64_t>(params.at("longest"))))
        return *refusal;
    return Plan::of(SweepPlan{separated, plan, result.changes.replaced});
}

// ---- Effect ------------------------------------------------------------------------------------

/// A temporary in the fused map that is written in one place and only copied to another one.
struct Copied {
    const ir::Edge* write = nullptr;
    const ir::Edge* copy = nullptr;
};

std::vector<Copied> copiedIn(const StateView& at, NodeId entry) {
    std::vector<Copied> found;
    for (const NodeId id : at.index->children(entry)) {
        const auto* access = at.index->node(id)->as<ir::AccessNode>();
        const auto in = at.index->inEdges(id), out = at.index->outEdges(id);
        if (!access || in.size() != 1 || out.size() != 1)
            continue;
        const ir::Node& target = *at.index->node(out[0]->dst);
        if (at.index->node(in[0]->src)->as<ir::NestedSdfg>() && target.as<ir::AccessNode>() &&
            at.index->inEdges(target.id).size() > 1)
            found.push_back({in[0], out[0]});
    }
    return found;
}

/// What the first sweep wrote is written to its place in the column at once.
void writeAtOnce(ir::Editor& editor, const StateView& at, const Copied& copied) {
    const ir::StateIndex& index = *at.index;
    const ir::Node& temporary = *index.node(copied.copy->src);
    const std::string& name = temporary.as<ir::AccessNode>()->data;
    const std::string& column = index.node(copied.copy->dst)->as<ir::AccessNode>()->data;
    const auto from = analysis::sourceSubset(index, *copied.copy);
    const auto to = analysis::destinationSubset(index, *copied.copy);
    SeenDims dims;
    for (std::size_t d = 0; d < from->rank(); ++d)
        dims.emplace_back(d);
    std::vector<LayoutChange> layout;
    if (from->rank() != to->rank() || planLayout(at, *copied.write, false, name, dims, layout))
        return; // it stays a copy
    retarget(editor, at.id, index, *at.sdfg, *copied.write, false, {*from, *to, dims}, column);
    editor.edge(at.id, copied.write->id).dst = copied.copy->dst;
    const ir::DataPtr data = *at.sdfg->arrays.find(column);
    applyLayout(editor, layout, *data, "sweep_stride_");
    editor.removeNode(at.id, temporary.id);
    editor.sdfg(at.sdfg->id).arrays.erase(name);
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& sweep = plan.as<SweepPlan>();
    const auto& fusion = sweep.fusion.as<FusionPlan>();
    const ir::EditResult fused = fuse(sweep.separated.document(), fusion);
    const DocumentView after = sweep.separated.tried(fused.document);
    const StateView at = *after.state(fusion.maps.at.id);
    ir::Editor editor(fused.document);
    for (const Copied& copied : copiedIn(at, fusion.maps.firstEntry->id))
        writeAtOnce(editor, at, copied);
    ir::EditResult result = editor.commit();
    result.changes = ir::changesBetween(*view.document()->root, *result.document->root);
    result.changes.replaced = sweep.replaced;
    result.changes.replaced.insert(fused.changes.replaced.begin(), fused.changes.replaced.end());
    return result;
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "sweep-fusion",
        "Fuse two sweeps over columns",
        "Joins a scan with the scan that it feeds; what passes between them stays in the column.",
        "A solver goes down every column and then up again: two scans over the same columns, the "
        "second fed by the first. Here one map does both, one loop after the other, and what only "
        "they exchange is an array of one column inside the kernel instead of one of all columns "
        "in memory.\n\n"
        "The size of a column has to be known, as it is in a program that is specialised. What "
        "others write of the exchanged containers, such as the values at the ends, gets a small "
        "container of its own.",
        Category::fusion,
        {{"longest",
          std::int64_t{1024},
          "The most elements that may pass between the sweeps in one column.",
          1,
          4096,
          {}}},
        betweenMaps().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::sweep_fusion
