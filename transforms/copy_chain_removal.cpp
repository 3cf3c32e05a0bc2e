#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/copy_removal.h"

// Chains of copies: where a temporary is copied on, or is a copy itself, one of the two containers
// goes; the first where that is possible, else the second.
//
//     map -> tmp -> tmp2 -> a         =>      map -> a
//     a -> tmp -> tmp2 -> map         =>      a -> map
//
// Conditions, in this order; those from 4 on for the first container, and if one of them does not
// hold for the second:
//  1. The match names two access nodes.
//  2. One copy leads from the first to the second and nothing else: plain, unconditional, without
//     steps, both of its regions known.
//  3. Both containers have the same type and are in the same kind of memory.
//  4. The one that goes is a temporary that nothing but this access node uses. Inside a map the
//     other one belongs to that map alone.
//  5. The copy moves a box to a box of the same extents.
//  6. Everything else at the one that goes uses copied elements only, and is no view but of what a
//     map reads. The first: all that is copied was certainly written before; the second: nothing
//     else writes it.
//  7. What looks at a part of the one that goes with strides of its own can be told others.
//  8. Whatever else touches these elements of the other comes before or after by the dataflow, or
//     can be put in order inside of the map that wrote the first; no cycle comes about.
//
// Effect: that of redundant-array or redundant-second-array. Of two refusals the one is given that
// is further down this list.

namespace mw::transforms::copy_chain_removal {

namespace {

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return copiesWhere(view, region, [](const CopyNodes& copy) {
        return copy.isTemporary(true) || copy.isTemporary(false);
    });
}

/// Conditions 4 to 8.
MaybeRefusal checkRemoval(const DocumentView& view, CopyRemoval& removal) {
    if (auto refusal = checkOnlyUse(4, view, removal))
        return refusal;
    if (auto refusal = checkPlacement(5, removal))
        return refusal;
    if (auto refusal = checkUses(6, removal))
        return refusal;
    if (auto refusal = checkLayout(7, removal))
        return refusal;
    return checkMeanwhile(8, view, removal);
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = copyPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& nodes = std::get<CopyNodes>(bound);
    const auto copy = copyBetween(2, nodes.at, *nodes.first, *nodes.second);
    if (const auto* refusal = std::get_if<Refusal>(&copy))
        return *refusal;
    if (auto refusal = checkAlike(3, std::get<Copy>(copy)))
        return *refusal;
    MaybeRefusal furthest;
    for (const bool first : {true, false}) {
        CopyRemoval removal{std::get<Copy>(copy), first, {}, {}};
        auto refusal = checkRemoval(view, removal);
        if (!refusal)
            return Plan::of(std::move(removal));
        if (!furthest || refusal->condition > furthest->condition)
            furthest = std::move(refusal);
    }
    return *furthest;
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    return removeCopy(view.document(), plan.as<CopyRemoval>());
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "copy-chain-removal",
        "Remove copies of temporaries",
        "Removes a temporary that is copied to another container or from one.",
        "Concatenations and slices leave chains of copies from one temporary to the next. Applied "
        "everywhere, this writes results straight to their place and reads slices where they are: "
        "memory and whole passes over it are saved.\n\n"
        "It is redundant-array where the first container of a copy can go, and "
        "redundant-second-array where only the second can.",
        Category::data,
        {},
        copyPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::copy_chain_removal
