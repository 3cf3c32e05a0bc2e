#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/keep_order.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/subset_relation.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

// Self copies: a copy of elements of a container to the very same place goes, directly or by way of
// a temporary, in one piece or in several.
//
//     map -> a -> a -> map2             =>      map -> a .> a -> map2     (order alone)
//
//     map -> a -> tmp ==> a             =>      map -> a
//     map2 -> tmp -> map3                       map2 -> a -> map3
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. Both stand for one plain array or scalar, and something is copied from the first to the
//     second; or the first stands for another container, to which something is copied from that of
//     the second.
//  3. Every copy within one container says both of its regions, these are the same, and no conflict
//     is resolved.
//  4. What is between two uses of one container is a temporary that can be a part of it: the
//     conditions of write-back-buffer-elimination.
//
// Effect: the copies go, and so do access nodes that nothing is left at. What they put in an order
// stays in that order. What used the temporary uses the container.

namespace mw::transforms::self_copy_elimination {

namespace {

const std::string& nameOf(const ir::Node& node) {
    return node.as<ir::AccessNode>()->data;
}

/// The container of the second is copied to that of the first, and that is handed back.
bool isHandedBack(const CopyNodes& nodes) {
    const ir::StateIndex& index = *nodes.at.index;
    const auto isTaken = [&](const ir::Edge* edge) {
        const ir::Node* from = index.node(edge->src);
        return !edge->memlet.empty() && from->as<ir::AccessNode>() &&
               nameOf(*from) == nameOf(*nodes.second);
    };
    return nameOf(*nodes.first) != nameOf(*nodes.second) &&
           std::ranges::any_of(index.inEdges(nodes.first->id), isTaken);
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return copiesWhere(view, region, [](const CopyNodes& nodes) {
        const bool between = nodes.isTemporary(true) && !nodes.isTemporary(false) &&
                             !nodes.at.index->scope(nodes.first->id);
        return nameOf(*nodes.first) == nameOf(*nodes.second) || (between && isHandedBack(nodes));
    });
}

bool isSame(const ir::Edge& edge) {
    const ir::Memlet& memlet = edge.memlet;
    return memlet.subset && memlet.otherSubset && memlet.wcr.empty() &&
           sameRegion(*memlet.subset, *memlet.otherSubset);
}

const Transformation& bufferElimination() {
    return *findTransformation("write-back-buffer-elimination");
}

struct SelfCopy {
    CopyNodes nodes;
    std::optional<Plan> buffer; ///< that a temporary between the two goes
};

/// Condition 4.
CheckResult checkBetween(const DocumentView& view, const Match& match, const CopyNodes& nodes) {
    const CheckResult answer = bufferElimination().check(view, match, {});
    if (const auto* stays = refusalOf(answer))
        return refuse(4, "temporary-stays", *stays, "");
    return Plan::of(SelfCopy{nodes, std::get<Plan>(answer)});
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = copyPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& nodes = std::get<CopyNodes>(bound);
    const auto copies = copiesBetween(nodes);
    const auto* data = nodes.at.sdfg->data(nameOf(*nodes.first));
    if (!copies.empty() && isHandedBack(nodes))
        return checkBetween(view, match, nodes);
    const bool plain = data && (data->kind == ir::DataKind::array || data->isScalar());
    if (copies.empty() || !plain || nameOf(*nodes.first) != nameOf(*nodes.second))
        return refuse(2, "no-self-copy",
                      fmt::format("Nothing is copied between {} and {} within one plain container.",
                                  quoted(*nodes.first), quoted(*nodes.second)),
                      {nodes.first->id, nodes.second->id});
    if (!std::ranges::all_of(copies, [](const ir::Edge* edge) { return isSame(*edge); }))
        return refuse(3, "moves",
                      fmt::format("Elements of {} are copied to others.", quoted(*nodes.first)),
                      {nodes.first->id, nodes.second->id});
    return Plan::of(SelfCopy{nodes, std::nullopt});
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& copy = plan.as<SelfCopy>();
    return copy.buffer ? bufferElimination().apply(view, *copy.buffer)
                       : removeCopies(view, copy.nodes);
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "self-copy-elimination",
        "Remove a copy of data to itself",
        "Removes copies of elements of a container to the very same place, directly or by way of a "
        "temporary.",
        "When temporaries between two uses of a field are removed, copies of the field to itself "
        "can be left. They move nothing and cost a pass over memory. Where a field is put together "
        "of pieces, some of its elements are copied to a temporary, others computed there, and all "
        "copied back, in one piece or several: then what uses the temporary uses the field.\n\n"
        "A copy to other elements of the same container is none of these.",
        Category::data,
        {},
        copyPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::self_copy_elimination
