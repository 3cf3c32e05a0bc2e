#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/empty_ranges.h"
#include "transforms/toolkit/fragment.h"
#include "transforms/toolkit/keep_order.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>

// Dead copies: copies that move nothing, because their region is empty for all sizes, go, and so do
// copies to where nobody reads.
//
//     a -> b : a[2:2]                                            =>
//     a -> tmp[0:2], map -> tmp[2:9], tmp[5:9] -> b              =>    map -> tmp[2:9] -> b
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. Something is copied from the first to the second, and neither is a view or a reference.
//  3. Every copy between them has a dimension that ends before it begins, for all values of the
//     symbols; or it stands outside of maps, takes nothing from a stream, and leads to elements of
//     a temporary array that only this access node stands for and nothing reads.
//
// Effect: the copies go, and so do access nodes that nothing is left at. What they put in an order
// stays in that order.

namespace mw::transforms::dead_copy_elimination {

namespace {

bool hasAny(const std::optional<symbolic::Subset>& region, bool (*fits)(const symbolic::Range&)) {
    return region && std::ranges::any_of(region->dims, fits);
}

bool movesNothing(const ir::Edge& edge) {
    return hasAny(edge.memlet.subset, isEmpty) || hasAny(edge.memlet.otherSubset, isEmpty);
}

bool looksEmptyCopy(const ir::Edge* edge) {
    return hasAny(edge->memlet.subset, looksEmpty) || hasAny(edge->memlet.otherSubset, looksEmpty);
}

/// One of several writes to a temporary, of which only some may be read.
bool fillsPart(const CopyNodes& nodes) {
    const auto& index = *nodes.at.index;
    const auto moves = [](const ir::Edge* edge) { return !edge->memlet.empty(); };
    return nodes.isTemporary(false) && !index.scope(nodes.second->id) &&
           std::ranges::count_if(index.inEdges(nodes.second->id), moves) > 1;
}

bool looksDead(const CopyNodes& nodes) {
    return fillsPart(nodes) || std::ranges::any_of(copiesBetween(nodes), looksEmptyCopy);
}

bool isStream(const StateView& at, const ir::Node& access) {
    const auto* data = at.sdfg->data(access.as<ir::AccessNode>()->data);
    return !data || data->kind == ir::DataKind::stream;
}

/// Every access to the temporary; nullopt where that is not all that could touch it.
std::optional<KnownAccesses> ownAccesses(const DocumentView& view, const CopyNodes& nodes) {
    if (!fillsPart(nodes) || isStream(nodes.at, *nodes.first) ||
        checkOwnTemporary(3, view, nodes.at, *nodes.second))
        return std::nullopt;
    auto known = knownAccesses(3, nodes.at, *nodes.second);
    if (auto* accesses = std::get_if<KnownAccesses>(&known))
        return std::move(*accesses);
    return std::nullopt;
}

/// Nothing reads what the access writes.
bool isUnread(const KnownAccesses& accesses, const KnownAccess& written) {
    const SubsetRelation relation = relationFor(written.region);
    return std::ranges::none_of(accesses, [&](const KnownAccess& other) {
        return other.access.reads && !relation.disjoint(written.region, other.region);
    });
}

bool isUnread(const std::optional<KnownAccesses>& accesses, const ir::Edge* copy) {
    if (!accesses)
        return false;
    const auto written = std::ranges::find_if(
        *accesses, [&](const KnownAccess& known) { return known.access.edge == copy; });
    return written != accesses->end() && isUnread(*accesses, *written);
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
    const auto accesses = ownAccesses(view, nodes);
    if (!std::ranges::all_of(copies, [&](const ir::Edge* edge) {
            return movesNothing(*edge) || isUnread(accesses, edge);
        }))
        return refuseUncertain(3, "may-move",
                               fmt::format("What is copied between {} is not empty for all sizes, "
                                           "and something may read it.",
                                           pair),
                               {nodes.first->id, nodes.second->id});
    return Plan::of(nodes);
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    return removeCopies(view, plan.as<CopyNodes>());
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "dead-copy-elimination",
        "Remove copies that move nothing",
        "Removes copies between two containers whose region is empty for all sizes, or is read by "
        "nobody.",
        "Splitting domains and fixing sizes leave copies of empty regions behind, and copies to "
        "parts of a temporary that nobody reads. Without them the containers at their ends have "
        "fewer users, which is what other transformations ask for.",
        Category::simplification,
        {},
        copyPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::dead_copy_elimination
