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
//     one element; nested SDFGs may get all of it, and read it likewise.
//  5. Each element that is read is certainly one that is copied.
//  6. What is copied is the same when it is read: whatever writes it comes before the copy or after
//     all that reads by the dataflow.
//
// Effect: in each place a tasklet, which gets the sources of the copies as a whole, selects the
// element. The temporary and the copies go.

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/ir/connectors.h"
#include "core/ir/edit.h"
#include "transforms/concat_where/plan.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/outwards.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::concat_where {

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
    return findNodes<ir::AccessNode, pattern>(
        view, region, [](const StateView& at, const ir::Node& node) {
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

/// The container as one level knows it.
struct Sight {
    InnerLevels levels;
    std::string container;

    const StateView& at() const { return levels.back().at; }
    const ir::StateIndex& index() const { return *at().index; }
    const ir::DataDescriptor& data() const { return *at().sdfg->data(container); }
};

/// Condition 4 for a leaf of the memlet tree; nullopt: not one known element.
std::optional<symbolic::Subset> elementOf(const Sight& sight, const ir::Edge& edge) {
    const ir::Node& reader = *sight.index().node(edge.dst);
    auto region = analysis::sourceSubset(sight.index(), edge);
    if (!region || region->rank() != sight.data().rank() ||
        !std::ranges::all_of(region->dims, &symbolic::Range::isPoint))
        return std::nullopt;
    if (const auto* nested = reader.as<ir::NestedSdfg>()) {
        const auto* inner = nested->sdfg ? nested->sdfg->data(edge.dstConnector) : nullptr;
        return inner && inner->isSingleElement() ? region : std::nullopt;
    }
    return reader.as<ir::Tasklet>() || reader.as<ir::AccessNode>() ? region : std::nullopt;
}

/// A nested SDFG that gets all of the container, as it lies in memory, and does not write it.
const ir::NestedSdfg* readerOfAll(const DocumentView& view, const Sight& sight,
                                  const ir::Edge& edge) {
    const ir::Node& node = *sight.index().node(edge.dst);
    const auto* nested = node.as<ir::NestedSdfg>();
    const auto* inner = nested && nested->sdfg ? nested->sdfg->data(edge.dstConnector) : nullptr;
    const auto region = analysis::sourceSubset(sight.index(), edge);
    const ir::DataDescriptor& data = sight.data();
    if (!inner || inner->kind != ir::DataKind::array || inner->rank() != data.rank() || !region ||
        !sameRegion(*region, analysis::wholeContainer(data)) ||
        node.out.contains(edge.dstConnector) ||
        view.readByName(nested->sdfg).contains(edge.dstConnector))
        return nullptr;
    const auto isZero = [](const symbolic::Expr& e) { return e.isInteger(0); };
    const auto assigned = analysis::assignedSymbols(*nested->sdfg);
    const auto isSame = [&](const symbolic::Expr& inside, const symbolic::Expr& outside) {
        return std::ranges::none_of(symbolic::freeSymbols(inside),
                                    [&](const auto& s) { return assigned.contains(s); }) &&
               symbolic::equal(
                   symbolic::simplify(symbolic::substitute(inside, nested->symbolMapping)),
                   symbolic::simplify(outside));
    };
    const bool alike = std::ranges::all_of(inner->offset, isZero) &&
                       std::ranges::all_of(data.offset, isZero) &&
                       std::ranges::equal(inner->strides, data.strides, isSame);
    return alike ? nested : nullptr;
}

/// Condition 4 from an edge on; adds the readings.
MaybeRefusal follow(const DocumentView& view, SelectPlan& plan, const Sight& sight,
                    const ir::Edge& out);

/// Condition 4 inside of a nested SDFG that gets all of the container.
MaybeRefusal followInside(const DocumentView& view, SelectPlan& plan, const Sight& sight,
                          const ir::Edge& edge, const ir::NestedSdfg& nested) {
    MaybeRefusal refusal;
    ir::forEachBlock(nested.sdfg->body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && i < state->nodes.size(); ++i) {
            const auto* access = state->nodes[i]->as<ir::AccessNode>();
            if (!access || access->data != edge.dstConnector)
                continue;
            Sight here{sight.levels, access->data};
            here.levels.push_back({*view.state(block.id), edge.dst});
            for (const ir::Edge* out : here.index().outEdges(state->nodes[i]->id))
                if (!refusal)
                    refusal = follow(view, plan, here, *out);
        }
    });
    return refusal;
}

MaybeRefusal follow(const DocumentView& view, SelectPlan& plan, const Sight& sight,
                    const ir::Edge& out) {
    const ir::StateIndex& index = sight.index();
    for (const ir::Edge* edge : analysis::branchesBelow(index, out)) {
        if (index.node(edge->dst)->isEntry() && ir::isPassIn(edge->dstConnector))
            continue;
        MaybeRefusal refusal;
        if (auto element = elementOf(sight, *edge))
            plan.readings.push_back({sight.levels, edge, std::move(*element)});
        else if (const auto* nested = readerOfAll(view, sight, *edge))
            refusal = followInside(view, plan, sight, *edge, *nested);
        else
            refusal = refuse(4, "not-one-element",
                             fmt::format("{} reads more than one known element of {}.",
                                         quoted(index, edge->dst), quoted(*plan.access)),
                             {plan.access->id, edge->dst});
        if (refusal)
            return refusal;
    }
    return std::nullopt;
}

/// Condition 4; sets the readings.
MaybeRefusal checkReadings(const DocumentView& view, SelectPlan& plan) {
    const Sight sight{InnerLevels{{plan.at, NodeId{}}}, plan.name()};
    for (const ir::Edge* out : plan.at.index->outEdges(plan.access->id))
        if (auto refusal = follow(view, plan, sight, *out))
            return refusal;
    return std::nullopt;
}

/// Condition 5.
MaybeRefusal checkCovered(const DocumentView& view, const SelectPlan& plan) {
    static const ir::Map kNoMap;
    std::vector<analysis::CertainWrite> pieces;
    for (const Piece& piece : plan.pieces)
        pieces.push_back({piece.copy.written, {}});
    for (const ElementReading& reading : plan.readings) {
        const ir::StateIndex& index = *reading.at().index;
        const Outwards outwards(view, reading.levels, scopeOf(index, *reading.edge));
        auto facts = factsInside(plan.at, outwards.scope(0));
        const auto& inside = outwards.facts().facts;
        facts.facts.insert(facts.facts.end(), inside.begin(), inside.end());
        SubsetRelation relation(kNoMap, std::move(facts));
        if (!relation.coveredBy(pieces, outwards.say(reading.element, reading.levels.size() - 1)))
            return refuseUncertain(5, "not-covered",
                                   fmt::format("{} may read an element of {} that no copy "
                                               "writes.",
                                               quoted(index, reading.edge->dst),
                                               quoted(*plan.access)),
                                   {plan.access->id, reading.edge->dst});
    }
    return std::nullopt;
}

/// A nested SDFG in which the container is read may write while it does.
bool writesWhileReading(const SelectPlan& plan, const Access& use) {
    return std::ranges::any_of(plan.readings, [&](const ElementReading& reading) {
        return reading.levels.size() > 1 && use.edge->src == reading.levels[1].nested;
    });
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
                (std::ranges::all_of(index.outEdges(plan.access->id), isBeforeUse) &&
                 !writesWhileReading(plan, use)))
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
    if (auto refusal = checkReadings(view, plan))
        return *refusal;
    if (auto refusal = checkCovered(view, plan))
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

const Transformation& transformation() {
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

} // namespace mw::transforms::concat_where
