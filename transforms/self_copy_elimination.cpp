#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/keep_order.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/subset_relation.h"

#include <fmt/format.h>

#include <algorithm>

// Self copies: a copy of elements of a container to the very same place goes.
//
//     map -> a -> a -> map2      =>      map -> a .> a -> map2     (order alone)
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. Both stand for one plain array or scalar, and something is copied from the first to the
//     second.
//  3. Every copy between them says both of its regions, these are the same, and no conflict is
//     resolved.
//
// Effect: the copies go, and so do access nodes that nothing is left at. What they put in an order
// stays in that order.

namespace mw::transforms::self_copy_elimination {

namespace {

const std::string& nameOf(const ir::Node& node) {
    return node.as<ir::AccessNode>()->data;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return copiesWhere(view, region, [](const CopyNodes& nodes) {
        return nameOf(*nodes.first) == nameOf(*nodes.second);
    });
}

bool isSame(const ir::Edge& edge) {
    const ir::Memlet& memlet = edge.memlet;
    return memlet.subset && memlet.otherSubset && memlet.wcr.empty() &&
           sameRegion(*memlet.subset, *memlet.otherSubset);
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = copyPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& nodes = std::get<CopyNodes>(bound);
    const auto copies = copiesBetween(nodes);
    const auto* data = nodes.at.sdfg->data(nameOf(*nodes.first));
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
    return Plan::of(nodes);
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    return removeCopies(view, plan.as<CopyNodes>());
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "self-copy-elimination",
        "Remove a copy of data to itself",
        "Removes copies of elements of a container to the very same place.",
        "When temporaries between two uses of a field are removed, copies of the field to itself "
        "can be left. They move nothing and cost a pass over memory.\n\n"
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
