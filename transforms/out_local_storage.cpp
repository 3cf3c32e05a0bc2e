// Local storage for outputs: what a map inside another writes to a container goes into a buffer,
// which is copied to the container when all of its iterations are done.
//
//     [tile = 0:N:8] { [i = tile:tile + 8] { b[i] = a[i] } }
//  => [tile = 0:N:8] { [i = tile:tile + 8] { local_b[i - tile] = a[i] }
//                      b[tile:tile + 8] = local_b[0:8] }
//
// Conditions, in this order:
//  1. The match names two map entries of one state.
//  2. The inner map hands data to the exit of the outer one: of the container that the options ask
//     for, if they name one.
//  3. What it writes of it is known for certain, no more than the container has, of a size that a
//     number bounds, without resolving conflicts; the inner map certainly runs, and in the same
//     thread.
//  4. The container is a plain one.
//  5. The inner map certainly writes all of it.
//  6. Nothing else in the outer map uses the container, under whatever name.
//  7. Nothing that writes depends on how the container lies in memory.
//
// Effect: a temporary `local_<container>` in the outer map, written by the inner one and then
// copied out. Of several outputs the first one for which that is possible is stored.

#include "core/analysis/analysis.h"
#include "core/analysis/certain_writes.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/local_container.h"
#include "transforms/toolkit/local_storage.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::out_local_storage {

namespace {

struct StoragePlan {
    MapNest nest;
    const ir::Edge* edge = nullptr; ///< from the inner exit to the outer one
    const ir::Node* target = nullptr;
    Part part;
    std::vector<LayoutChange> layout = {};

    const std::string& container() const { return edge->memlet.data; }
};

/// Condition 4.
MaybeRefusal checkPlain(const StoragePlan& plan) {
    const auto* data = plan.nest.outer.sdfg().arrays.find(plan.container());
    if (data && ((*data)->kind == ir::DataKind::array || (*data)->isScalar()))
        return std::nullopt;
    return refuse(4, "container-kind",
                  fmt::format("{} is no plain array or scalar.", quoted(*plan.target)),
                  {plan.target->id});
}

/// Condition 5.
MaybeRefusal checkWrittenWhole(const StoragePlan& plan) {
    const MapNest& nest = plan.nest;
    SubsetRelation relation(nest.outer.map(), nest.outer.around());
    if (relation.coveredBy(analysis::certainWrites(nest.outer.sdfg(), nest.index(), *plan.edge),
                           plan.part.region))
        return std::nullopt;
    return refuseUncertain(5, "not-all-written",
                           fmt::format("It is not certain that {} writes all of what would be "
                                       "copied to {}.",
                                       quoted(nest.inner.map()), quoted(*plan.target)),
                           nest.entries());
}

/// Condition 6 for the node at the far end of an edge outside of the outer map, or inside it.
MaybeRefusal checkOther(const DocumentView& view, const StoragePlan& plan, const ir::Node& node) {
    const MapNest& nest = plan.nest;
    const std::string root =
        node.as<ir::AccessNode>() ? rootData(nest.index(), nest.outer.sdfg(), node) : std::string();
    if (!maySharePlace(view, nest.outer.sdfg(), root, plan.container()))
        return std::nullopt;
    return refuseUncertain(6, "used-too",
                           fmt::format("{} may be used elsewhere in {} while the buffer holds its "
                                       "values.",
                                       quoted(*plan.target), quoted(nest.outer.map())),
                           {node.id, plan.target->id});
}

/// Condition 6.
MaybeRefusal checkUnused(const DocumentView& view, const StoragePlan& plan) {
    const ir::StateIndex& index = plan.nest.index();
    for (const auto& [data, id] : dataInside(index, plan.nest.outer.entry->id))
        if (auto refusal = checkOther(view, plan, *index.node(id)))
            return refusal;
    for (const ir::Edge* edge : index.inEdges(plan.nest.outer.entry->id))
        if (!edge->memlet.empty())
            if (auto refusal = checkOther(
                    view, plan, *index.node(analysis::memletPath(index, *edge).front()->src)))
                return refusal;
    for (const ir::Edge* outer : index.outEdges(plan.nest.outer.exit->id)) {
        const auto inner = analysis::innerEdges(index, *outer);
        if (outer->memlet.empty() || (inner.size() == 1 && inner.front() == plan.edge))
            continue;
        if (auto refusal = checkOther(view, plan,
                                      *index.node(analysis::memletPath(index, *outer).back()->dst)))
            return refusal;
    }
    return std::nullopt;
}

/// Condition 7.
MaybeRefusal checkLayout(StoragePlan& plan) {
    const MapNest& nest = plan.nest;
    for (const ir::Edge* edge : treeOf(nest, *plan.edge, false))
        if (const auto obstacle = planLayout(nest.outer.at, *edge, false, plan.container(),
                                             plan.part.dims(), plan.layout))
            return refuse(7, "layout",
                          fmt::format("{} writes to {} in a way that depends on how it lies in "
                                      "memory.",
                                      obstacle->what, quoted(*plan.target)),
                          {obstacle->element, plan.target->id});
    return std::nullopt;
}

/// Conditions 3 to 7 for one output.
std::variant<StoragePlan, Refusal> planFor(const DocumentView& view, const MapNest& nest,
                                           const ir::Edge& edge, std::int64_t most) {
    auto part = bufferedPart(3, nest, edge, false, most);
    if (auto* refusal = std::get_if<Refusal>(&part))
        return std::move(*refusal);
    StoragePlan plan{nest, &edge, outsideOf(nest, edge, false), std::get<Part>(std::move(part))};
    if (auto refusal = checkPlain(plan))
        return std::move(*refusal);
    if (auto refusal = checkWrittenWhole(plan))
        return std::move(*refusal);
    if (auto refusal = checkUnused(view, plan))
        return std::move(*refusal);
    if (auto refusal = checkLayout(plan))
        return std::move(*refusal);
    return plan;
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    return checkStorage(2, view, match, params, false, planFor);
}

/// From the buffer to where the inner map wrote.
ir::Edge copyOut(const StoragePlan& plan, const LocalContainer& local) {
    ir::Edge copy;
    copy.src = local.node;
    copy.dst = plan.edge->dst;
    copy.dstConnector = plan.edge->dstConnector;
    copy.memlet = ir::Memlet::of(plan.container(), plan.part.region);
    copy.memlet.otherSubset = plan.part.inReplacement().of(plan.part.region);
    copy.memlet.isDataSource = false;
    return copy;
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& made) {
    const auto& plan = made.as<StoragePlan>();
    const MapNest& nest = plan.nest;
    const BlockId state = nest.state();
    const ir::Sdfg& sdfg = nest.outer.sdfg();
    ir::Editor editor(view.document());
    const LocalContainer local =
        addLocal(editor, nest.outer.at, nest.outer.entry->id, plan.container(), plan.part);
    for (const ir::Edge* edge : treeOf(nest, *plan.edge, false))
        retarget(editor, state, nest.index(), sdfg, *edge, false, plan.part.inReplacement(),
                 local.name);
    ir::Edge& moved = editor.edge(state, plan.edge->id);
    moved.dst = local.node;
    moved.dstConnector.clear();
    editor.addEdge(state, copyOut(plan, local));
    applyLayout(editor, plan.layout, **editor.sdfg(sdfg.id).arrays.find(local.name),
                "local_strides_");
    analysis::propagateScope(editor, state, nest.inner.entry->id);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "out-local-storage",
        "Buffer an output of an inner map",
        "Lets an inner map write to a buffer, which is copied to the container behind it.",
        "Where the iterations of the inner map write far apart in memory, or to the same elements "
        "again, they write to the buffer, which is small and lies together; the container is "
        "written once. Tile a map first: then each tile has its buffer.\n\n"
        "Each application buffers one output. What accumulates stays: conflicts would have to be "
        "resolved in the buffer, and again when it is copied.",
        Category::data,
        localStorageParams(),
        nestRoles(),
        findNests,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::out_local_storage
