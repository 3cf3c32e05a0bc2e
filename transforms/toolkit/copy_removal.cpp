// One of the two containers of a copy goes: what else may be at it, and how it goes. What happens
// meanwhile is in copy_removal_order.cpp.

#include "transforms/toolkit/copy_removal.h"

#include "core/analysis/analysis.h"
#include "core/analysis/certain_writes.h"
#include "transforms/framework/kept.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/users.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

using symbolic::Subset;

namespace {

NewPlace newPlaceOf(const CopyRemoval& removal) {
    return {removal.copy.sdfg(), removal.goneName(), removal.keptName(), removal.placement};
}

} // namespace

std::vector<Access> usesOfGone(const CopyRemoval& removal) {
    std::vector<Access> uses;
    const ir::Node& gone = removal.gone();
    for (const bool reads : {false, true})
        for (const ir::Edge* edge :
             reads ? removal.copy.index().outEdges(gone.id) : removal.copy.index().inEdges(gone.id))
            if (edge != removal.copy.edge && !edge->memlet.empty())
                uses.push_back({edge, &gone, reads});
    return uses;
}

/// Regions outside of all maps, for sizes for which something is copied at all.
SubsetRelation relationOf(const CopyRemoval& removal) {
    static const ir::Map kNoMap;
    auto assumptions =
        factsInside(removal.copy.at, removal.copy.index().scope(removal.copy.first->id));
    for (const symbolic::Range& range : removal.copy.read.dims)
        if (!range.isPoint())
            assumptions.atLeast(range.end, range.begin);
    return {kNoMap, std::move(assumptions)};
}

bool movesNothing(const CopyRemoval& removal, const Access& use) {
    return movesNothing(newPlaceOf(removal), removal.copy.index(), use);
}

namespace {

constexpr auto kStridePrefix = "copy_removal_strides_mapping_";

bool isUsedOutside(const CopyRemoval& removal, const std::string& container) {
    const ir::StateIndex& index = removal.copy.index();
    const NodeId scope = index.scope(removal.copy.first->id);
    return std::ranges::any_of(
        usersOf(*removal.copy.at.document, removal.copy.at.sdfg, container), [&](const User& user) {
            return user.state != removal.copy.at.id || index.scope(user.node->id) != scope;
        });
}

bool allWritten(const CopyRemoval& removal, SubsetRelation& relation) {
    std::vector<analysis::CertainWrite> writes;
    for (const Access& use : usesOfGone(removal))
        if (!use.reads)
            std::ranges::move(
                analysis::certainWrites(removal.copy.sdfg(), removal.copy.index(), *use.edge),
                std::back_inserter(writes));
    return relation.coveredBy(writes, removal.copied());
}

} // namespace

MaybeRefusal checkOnlyUse(int condition, const DocumentView& view, const CopyRemoval& removal) {
    const std::string gone = quoted(removal.gone());
    if (!removal.goneData().transient)
        return refuse(condition, "not-temporary", fmt::format("{} is no temporary.", gone),
                      {removal.gone().id});
    if (!view.singleUseData(removal.copy.at.sdfg).contains(removal.goneName()))
        return refuse(condition, "used-elsewhere",
                      fmt::format("{} is used at other places of the program too.", gone),
                      {removal.gone().id});
    const bool inMap = static_cast<bool>(removal.copy.index().scope(removal.gone().id));
    if (inMap && (!removal.keptData().transient || isUsedOutside(removal, removal.keptName())))
        return refuse(condition, "outer-data",
                      fmt::format("{} is inside a map and {} not in there alone.", gone,
                                  quoted(removal.kept())),
                      removal.copy.ids());
    return std::nullopt;
}

MaybeRefusal checkPlacement(int condition, CopyRemoval& removal) {
    const Copy& copy = removal.copy;
    const auto placement = removal.firstGoes ? placementOf(copy.read, copy.written)
                                             : placementOf(copy.written, copy.read);
    if (!placement)
        return refuse(condition, "reshapes",
                      fmt::format("The copy brings [{}] of {} into another shape: [{}] of {}.",
                                  symbolic::print(copy.read), quoted(*copy.first),
                                  symbolic::print(copy.written), quoted(*copy.second)),
                      copy.ids());
    removal.placement = *placement;
    return std::nullopt;
}

namespace {

MaybeRefusal usesRefused(int condition, const CopyRemoval& removal) {
    const ir::StateIndex& index = removal.copy.index();
    const ir::Node& gone = removal.gone();
    if (!removal.firstGoes && index.inEdges(gone.id).size() != 1)
        return refuse(condition, "other-writes",
                      fmt::format("Something else leads to {} too.", quoted(gone)), {gone.id});
    SubsetRelation relation = relationOf(removal);
    const bool all =
        relation.covers(removal.copied(), analysis::wholeContainer(removal.goneData())).holds();
    for (const Access& use : usesOfGone(removal)) {
        if (auto refusal = checkMemlets(condition, newPlaceOf(removal), index, use))
            return refusal;
        if (all) // nobody uses elements that there are not
            continue;
        const auto region = regionOf(index, removal.copy.sdfg(), use);
        const Verdict verdict = relation.covers(removal.copied(), *region);
        if (!verdict.holds())
            return refuse(condition, verdict, "outside-copy",
                          fmt::format("{} uses [{}] of {}, and [{}] is copied.",
                                      quoted(farEnd(index, *use.edge, use.reads)),
                                      symbolic::print(*region), quoted(gone),
                                      symbolic::print(removal.copied())),
                          {gone.id});
    }
    if (removal.firstGoes && !allWritten(removal, relation))
        return refuseUncertain(condition, "not-all-written",
                               fmt::format("It is not certain that all that is copied of {} was "
                                           "written before.",
                                           quoted(gone)),
                               {gone.id});
    return std::nullopt;
}

} // namespace

MaybeRefusal checkUses(int condition, const CopyRemoval& removal) {
    MaybeRefusal refusal = remembered<struct UsesOfGone>(
        *removal.copy.at.document, std::pair(removal.copy.edge->id, removal.firstGoes),
        [&] { return usesRefused(condition, removal); });
    if (refusal)
        refusal->condition = condition;
    return refusal;
}

MaybeRefusal checkLayout(int condition, CopyRemoval& removal) {
    for (const Access& use : usesOfGone(removal))
        if (auto refusal =
                checkStrides(condition, newPlaceOf(removal), removal.copy.at, use, removal.layout))
            return refusal;
    return std::nullopt;
}

namespace {

/// Copies to the very same place are order and nothing else, where there is something to order.
void dropMoves(ir::Editor& editor, const CopyRemoval& removal, std::vector<NodeId>& left) {
    const ir::StateIndex& index = removal.copy.index();
    for (const Access& use : usesOfGone(removal)) {
        if (!movesNothing(removal, use))
            continue;
        left.push_back(use.reads ? use.edge->dst : use.edge->src);
        if (!(use.reads ? index.outEdges(use.edge->dst) : index.inEdges(use.edge->src)).empty())
            editor.edge(removal.copy.at.id, use.edge->id).memlet = {};
        else
            editor.removeEdge(removal.copy.at.id, use.edge->id);
    }
}

} // namespace

ir::EditResult removeCopy(const ir::DocumentPtr& document, const CopyRemoval& removal) {
    ir::Editor editor(document);
    const Copy& copy = removal.copy;
    const ir::StateIndex& index = copy.index();
    const BlockId state = copy.at.id;
    const NodeId gone = removal.gone().id, kept = removal.kept().id;
    for (const Access& use : usesOfGone(removal))
        for (const ir::Edge* edge : treeOf(index, use))
            retarget(editor, state, index, copy.sdfg(), *edge, use.reads, removal.placement,
                     removal.keptName());
    applyLayout(editor, removal.layout, removal.keptData(), kStridePrefix);
    for (const auto& [before, after] : removal.order) {
        ir::Edge order;
        order.src = before;
        order.dst = after;
        editor.addEdge(state, std::move(order));
    }
    for (const ir::Edge* edge : index.inEdges(gone))
        if (edge != copy.edge)
            editor.edge(state, edge->id).dst = kept;
    for (const ir::Edge* edge : index.outEdges(gone))
        if (edge != copy.edge)
            editor.edge(state, edge->id).src = kept;
    std::vector<NodeId> left{kept};
    dropMoves(editor, removal, left);
    editor.removeNode(state, gone);
    editor.replaced(gone, kept);
    editor.sdfg(copy.sdfg().id).arrays.erase(removal.goneName());
    removeIsolated(editor, state, left);
    return editor.commit();
}

} // namespace mw::transforms
