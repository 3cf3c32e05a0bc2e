#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/empty_ranges.h"
#include "transforms/toolkit/keep_order.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>

// Dead copies: copies that move nothing, because their region is empty for all sizes, go.
//
//     a -> b : a[2:2]        =>
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. Something is copied from the first to the second, and neither is a view or a reference.
//  3. Every copy between them has a dimension that ends before it begins, for all values of the
//     symbols.
//
// Effect: the copies go, and so do access nodes that nothing is left at. What they put in an order
// stays in that order.

namespace mw::transforms {

namespace {

bool hasAny(const std::optional<symbolic::Subset>& region, bool (*fits)(const symbolic::Range&)) {
    return region && std::ranges::any_of(region->dims, fits);
}

bool movesNothing(const ir::Edge& edge) {
    return hasAny(edge.memlet.subset, isEmpty) || hasAny(edge.memlet.otherSubset, isEmpty);
}

bool looksDead(const CopyNodes& nodes) {
    return std::ranges::any_of(copiesBetween(nodes), [](const ir::Edge* edge) {
        return hasAny(edge->memlet.subset, looksEmpty) ||
               hasAny(edge->memlet.otherSubset, looksEmpty);
    });
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return copiesWhere(view, region, [](const CopyNodes& nodes) { return looksDead(nodes); });
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = copyPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& nodes = std::get<CopyNodes>(bound);
    const auto copies = copiesBetween(nodes);
    const auto pair = fmt::format("{} and {}", quoted(*nodes.first), quoted(*nodes.second));
    if (copies.empty() || isView(*nodes.at.sdfg, *nodes.first) ||
        isView(*nodes.at.sdfg, *nodes.second))
        return refuse(2, "no-copy", fmt::format("Nothing is copied between {}.", pair),
                      {nodes.first->id, nodes.second->id});
    if (!std::ranges::all_of(copies, [](const ir::Edge* edge) { return movesNothing(*edge); }))
        return refuseUncertain(
            3, "may-move",
            fmt::format("What is copied between {} is not empty for all sizes.", pair),
            {nodes.first->id, nodes.second->id});
    return Plan::of(nodes);
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    return removeCopies(view, plan.as<CopyNodes>());
}

} // namespace

const Transformation& deadCopyElimination() {
    static const Transformation t{
        "dead-copy-elimination",
        "Remove copies that move nothing",
        "Removes copies between two containers whose region is empty for all sizes.",
        "Splitting domains and fixing sizes leave copies of empty regions behind. Without them the "
        "containers at their ends have fewer users, which is what other transformations ask for.",
        Category::simplification,
        {},
        copyPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms
