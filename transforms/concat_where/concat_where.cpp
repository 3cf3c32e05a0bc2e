// Concat-where: a temporary that is put together of pieces is not made; where one of its elements
// is read, it is selected out of the pieces.
//
//     a -> t[0:n]                                   a, b -> (o = x[i] if i < n else y[i - n]) -> o
//     b -> t[n:m]     t -> (c = 2 t[i]) -> c   =>      o -> (c = 2 o) -> c
//
// Conditions, in this order:
//  1. The match names an access node.
//  2. It is the only one of a temporary array, outside of all maps, and only copies lead to it, at
//     least two: from plain containers of the same type, dimension by dimension.
//  3. No two copies write the same element.
//  4. It is read one known element at a time, into a tasklet, a container or an argument that is
//     one element.
//  5. Each element that is read is certainly one that is copied.
//  6. What is copied is the same when it is read: whatever writes it comes before the copy or after
//     all that reads by the dataflow.
//
// Effect: in each place a tasklet, which gets the sources of the copies as a whole, selects the
// element. The temporary and the copies go.

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "core/ir/edit.h"
#include "transforms/concat_where/plan.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

struct Found {
    StateView at;
    const ir::Node* access = nullptr;
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("an access node",
                                         {role<ir::AccessNode>("concatenation", &Found::access)});
    return kPattern;
}

/// At least two edges lead here, all from containers.
bool isPutTogether(const ir::StateIndex& index, const ir::Node& node) {
    const auto in = index.inEdges(node.id);
    return node.as<ir::AccessNode>() && in.size() >= 2 &&
           std::ranges::all_of(in, [&](const ir::Edge* edge) {
               return !edge->memlet.empty() && index.node(edge->src)->as<ir::AccessNode>();
           });
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findNodes<ir::AccessNode>(
        view, region, pattern(), [](const StateView& at, const ir::Node& node) {
            return labelIf(isPutTogether(*at.index, node) && !at.index->outEdges(node.id).empty(),
                           node.as<ir::AccessNode>()->data);
        });
}

/// Condition 2 for the container.
MaybeRefusal checkContainer(const DocumentView& view, const SelectPlan& plan) {
    const auto* data = plan.at.sdfg->data(plan.name());
    if (data && data->transient && data->kind == ir::DataKind::array &&
        !plan.at.index->scope(plan.access->id) && isPutTogether(*plan.at.index, *plan.access) &&
        view.singleUseData(plan.at.sdfg).contains(plan.name()))
        return std::nullopt;
    return refuse(2, "not-put-together",
                  fmt::format("{} is no temporary of its own that is put together of copies.",
                              quoted(*plan.access)),
                  {plan.access->id});
}

/// Condition 2 for the copies; sets the pieces.
MaybeRefusal checkPieces(SelectPlan& plan) {
    for (const ir::Edge* edge : plan.at.index->inEdges(plan.access->id)) {
        const auto found = copyAlong(2, plan.at, *edge);
        if (const auto* refusal = std::get_if<Refusal>(&found))
            return *refusal;
        const auto& copy = std::get<Copy>(found);
        if (auto refusal = checkAlike(2, copy))
            return refusal;
        const auto placement = placementOf(copy.written, copy.read);
        if (!placement)
            return refuse(2, "other-shape",
                          fmt::format("The copy from {} to {} changes the shape.",
                                      quoted(*copy.first), quoted(*copy.second)),
                          copy.ids());
        plan.pieces.push_back({copy, *placement});
    }
    return std::nullopt;
}

/// Condition 3.
MaybeRefusal checkDisjoint(const SelectPlan& plan) {
    const SubsetRelation relation = relationFor(analysis::wholeContainer(plan.data()));
    for (auto a = plan.pieces.begin(); a != plan.pieces.end(); ++a)
        for (auto b = std::next(a); b != plan.pieces.end(); ++b)
            if (!relation.disjoint(a->copy.written, b->copy.written))
                return refuseUncertain(3, "pieces-overlap",
                                       fmt::format("The copies from {} and {} may write the same "
                                                   "elements of {}.",
                                                   quoted(*a->copy.first), quoted(*b->copy.first),
                                                   quoted(*plan.access)),
                                       {plan.access->id, a->copy.first->id, b->copy.first->id});
    return std::nullopt;
}

/// Whether a leaf of the memlet tree reads one known element.
bool isOneElement(const SelectPlan& plan, const ir::Edge& edge) {
    const ir::Node& reader = *plan.at.index->node(edge.dst);
    if (edge.memlet.data != plan.name() || !edge.memlet.subset ||
        !std::ranges::all_of(edge.memlet.subset->dims,
                             [](const symbolic::Range& range) { return range.isPoint(); }))
        return false;
    if (const auto* nested = reader.as<ir::NestedSdfg>()) {
        const auto* inner = nested->sdfg ? nested->sdfg->data(edge.dstConnector) : nullptr;
        return inner && inner->isSingleElement();
    }
    return reader.as<ir::Tasklet>() || reader.as<ir::AccessNode>();
}

/// Condition 4; sets the readings.
MaybeRefusal checkReadings(SelectPlan& plan) {
    const ir::StateIndex& index = *plan.at.index;
    for (const ir::Edge* out : index.outEdges(plan.access->id))
        for (const ir::Edge* edge : analysis::branchesBelow(index, *out)) {
            if (index.node(edge->dst)->isEntry() && ir::isPassIn(edge->dstConnector))
                continue;
            if (!isOneElement(plan, *edge))
                return refuse(4, "not-one-element",
                              fmt::format("{} reads more than one known element of {}.",
                                          quoted(*index.node(edge->dst)), quoted(*plan.access)),
                              {plan.access->id, edge->dst});
            plan.readings.push_back(edge);
        }
    return std::nullopt;
}

/// Condition 5.
MaybeRefusal checkCovered(const SelectPlan& plan) {
    static const ir::Map kNoMap;
    std::vector<analysis::CertainWrite> pieces;
    for (const Piece& piece : plan.pieces)
        pieces.push_back({piece.copy.written, {}});
    for (const ir::Edge* reading : plan.readings) {
        SubsetRelation relation(kNoMap, factsInside(plan.at, scopeOf(*plan.at.index, *reading)));
        if (!relation.coveredBy(pieces, *reading->memlet.subset))
            return refuseUncertain(5, "not-covered",
                                   fmt::format("{} may read an element of {} that no copy "
                                               "writes.",
                                               quoted(*plan.at.index->node(reading->dst)),
                                               quoted(*plan.access)),
                                   {plan.access->id, reading->dst});
    }
    return std::nullopt;
}

/// Condition 6.
MaybeRefusal checkUnchanged(const DocumentView& view, const SelectPlan& plan) {
    const ir::StateIndex& index = *plan.at.index;
    for (const Piece& piece : plan.pieces)
        for (const Access& use : usesInState(view, plan.at, piece.copy.from())) {
            const auto isBeforeUse = [&](const ir::Edge* out) {
                return isBefore(index, {out, plan.access, true}, use);
            };
            if (use.reads || isBefore(index, use, {piece.copy.edge, piece.copy.first, true}) ||
                std::ranges::all_of(index.outEdges(plan.access->id), isBeforeUse))
                continue;
            return refuseUncertain(6, "overwritten",
                                   fmt::format("{} may be written between the copy to {} and what "
                                               "reads that.",
                                               quoted(*use.node), quoted(*plan.access)),
                                   {plan.access->id, use.node->id});
        }
    return std::nullopt;
}

CheckResult check(const DocumentView& view, const Match& match, const Params& /*params*/) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& [at, access] = std::get<Found>(bound);
    SelectPlan plan{at, access, {}, {}};
    if (auto refusal = checkContainer(view, plan))
        return *refusal;
    if (auto refusal = checkPieces(plan))
        return *refusal;
    if (auto refusal = checkDisjoint(plan))
        return *refusal;
    if (auto refusal = checkReadings(plan))
        return *refusal;
    if (auto refusal = checkCovered(plan))
        return *refusal;
    if (auto refusal = checkUnchanged(view, plan))
        return *refusal;
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    ir::Editor editor(view.document());
    selectWhereRead(editor, plan.as<SelectPlan>());
    return editor.commit();
}

} // namespace

const Transformation& concatWhere() {
    static const Transformation t{
        "concat-where",
        "Select instead of putting together",
        "Selects an element out of pieces where it is read, in place of a temporary that is put "
        "together of them.",
        "GT4Py's concat_where copies each of its values into a part of a temporary. Without the "
        "temporary there is nothing to copy: a tasklet in front of each reading finds out which "
        "piece the element is in. That saves kernels and memory traffic, and costs a comparison "
        "for each reading.\n\n"
        "What is only copied on can be turned into a map first (copy-to-map).",
        Category::data,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms
