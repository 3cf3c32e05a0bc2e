// One of the two containers of a copy goes: what else may be at it, and how it goes. What happens
// meanwhile is in copy_removal_order.cpp.

#include "transforms/toolkit/copy_removal.h"

#include "core/analysis/analysis.h"
#include "core/analysis/certain_writes.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

using symbolic::Subset;

/// The uses of what goes apart from the copy.
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

/// The edges of the memlet tree of a use.
std::vector<const ir::Edge*> treeOf(const ir::StateIndex& index, const Access& use) {
    return use.reads ? analysis::branchesBelow(index, *use.edge)
                     : analysis::branchesAbove(index, *use.edge);
}

/// Regions outside of all maps, for sizes for which something is copied at all.
SubsetRelation relationOf(const CopyRemoval& removal) {
    static const ir::Map kNoMap;
    auto assumptions = analysis::scopeAssumptions(
        removal.copy.index(), removal.copy.index().scope(removal.copy.first->id));
    for (const symbolic::Range& range : removal.copy.read.dims)
        if (!range.isPoint())
            assumptions.atLeast(range.end, range.begin);
    return {kNoMap, std::move(assumptions)};
}

bool movesNothing(const CopyRemoval& removal, const Access& use) {
    const ir::StateIndex& index = removal.copy.index();
    const ir::Node* far = index.node(use.reads ? use.edge->dst : use.edge->src);
    const auto* access = far ? far->as<ir::AccessNode>() : nullptr;
    const ir::Memlet& memlet = use.edge->memlet;
    if (!access || access->data != removal.keptName() || !memlet.wcr.empty() || memlet.dynamic)
        return false;
    const auto source = analysis::sourceSubset(index, *use.edge);
    const auto target = analysis::destinationSubset(index, *use.edge);
    if (!source || !target)
        return false;
    const Subset& ours = use.reads ? *source : *target;
    return ours.rank() == removal.placement.dims.size() &&
           sameRegion(removal.placement.of(ours), use.reads ? *target : *source);
}

namespace {

constexpr auto kStridePrefix = "copy_removal_strides_mapping_";

bool isUsedOutside(const CopyRemoval& removal, const std::string& container) {
    const ir::StateIndex& index = removal.copy.index();
    const NodeId scope = index.scope(removal.copy.first->id);
    bool outside = false;
    ir::forEachBlock(removal.copy.sdfg().body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && i < state->nodes.size(); ++i) {
            const auto* access = state->nodes[i]->as<ir::AccessNode>();
            outside =
                outside || (access && access->data == container &&
                            (state != &index.state() || index.scope(state->nodes[i]->id) != scope));
        }
    });
    return outside;
}

const ir::Node& farEnd(const ir::StateIndex& index, const ir::Edge& edge, bool reads) {
    return *index.node(reads ? edge.dst : edge.src);
}

/// One memlet of a use can be led to what stays.
MaybeRefusal checkMemlet(int condition, const CopyRemoval& removal, const ir::Edge& edge,
                         bool reads) {
    const ir::StateIndex& index = removal.copy.index();
    const ir::Node& far = farEnd(index, edge, reads);
    const auto region =
        reads ? analysis::sourceSubset(index, edge) : analysis::destinationSubset(index, edge);
    if (!region || region->rank() != removal.copied().rank())
        return refuse(condition, "unknown-region",
                      fmt::format("It is not known which elements of {} {} uses.",
                                  quoted(removal.gone()), quoted(far)),
                      {removal.gone().id, far.id});
    const auto* access = far.as<ir::AccessNode>();
    const bool back = access && access->data == removal.keptName() &&
                      !movesNothing(removal, {&edge, &removal.gone(), reads});
    if (back || isView(removal.copy.sdfg(), far))
        return refuse(condition, "view-or-copy-back",
                      fmt::format("{} is copied to or from other elements of {}, or the "
                                  "other looks at it.",
                                  quoted(removal.gone()), quoted(far)),
                      {removal.gone().id, far.id});
    const bool wide = !symbolic::expand(region->volume()).isInteger(1);
    const bool other = removal.goneData().rank() != removal.keptData().rank();
    if (wide && other && (far.as<ir::LibraryNode>() || far.as<ir::Tasklet>()))
        return refuse(condition, "other-rank",
                      fmt::format("{} would see {} with another number of dimensions.", quoted(far),
                                  quoted(removal.gone())),
                      {removal.gone().id, far.id});
    return std::nullopt;
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

bool sameStrides(const CopyRemoval& removal) {
    const auto &gone = removal.goneData(), &kept = removal.keptData();
    for (std::size_t d = 0; d < removal.placement.dims.size() && d < gone.strides.size(); ++d)
        if (const auto in = removal.placement.dims[d];
            in && !symbolic::equal(gone.strides[d], kept.strides[*in]))
            return false;
    return true;
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

MaybeRefusal checkUses(int condition, const CopyRemoval& removal) {
    const ir::StateIndex& index = removal.copy.index();
    const ir::Node& gone = removal.gone();
    if (!removal.firstGoes && index.inEdges(gone.id).size() != 1)
        return refuse(condition, "other-writes",
                      fmt::format("Something else leads to {} too.", quoted(gone)), {gone.id});
    SubsetRelation relation = relationOf(removal);
    for (const Access& use : usesOfGone(removal)) {
        for (const ir::Edge* edge : treeOf(index, use))
            if (auto refusal = checkMemlet(condition, removal, *edge, use.reads))
                return refusal;
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

MaybeRefusal checkLayout(int condition, CopyRemoval& removal) {
    if (sameStrides(removal))
        return std::nullopt;
    for (const Access& use : usesOfGone(removal))
        for (const ir::Edge* edge : treeOf(removal.copy.index(), use))
            if (const auto obstacle = planLayout(
                    removal.copy.at.id, removal.copy.index(), removal.copy.sdfg(), *edge, use.reads,
                    removal.goneName(), removal.placement.dims, removal.layout))
                return refuse(condition, "layout",
                              fmt::format("What looks at {} cannot be told how {} lies in memory: "
                                          "{}.",
                                          quoted(removal.gone()), quoted(removal.kept()),
                                          obstacle->what),
                              {obstacle->element, removal.gone().id});
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
