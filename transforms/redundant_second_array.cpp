#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/copy_removal.h"

// Redundant second arrays: the second of a copy: a temporary that is nothing but a copy goes, and
// what read it reads the original.
//
//     a -> tmp -> map -> b        =>      a -> map -> b
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. One copy leads from the first to the second and nothing else: plain, unconditional, without
//     steps, both of its regions known.
//  3. Both containers have the same type and are in the same kind of memory.
//  4. The second is a temporary that nothing but this access node uses. Inside a map the other one
//     belongs to that map alone.
//  5. The copy moves a box to a box of the same extents.
//  6. Everything else at the second uses copied elements only, and is no view but of what a map
//     reads; nothing else writes it. Only to the very same place it may be copied back.
//  7. What looks at a part of the second with strides of its own can be told others.
//  8. Whatever else writes these elements of the first comes before the copy, or after all who read
//     the second.
//
// Effect: What read the second reads the first, at the place that was copied.

namespace mw::transforms::redundant_second_array {

namespace {

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return copiesWhere(view, region, [](const CopyNodes& copy) { return copy.isTemporary(false); });
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = copyPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& nodes = std::get<CopyNodes>(bound);
    const auto copy = copyBetween(2, nodes.at, *nodes.first, *nodes.second);
    if (const auto* refusal = std::get_if<Refusal>(&copy))
        return *refusal;
    CopyRemoval removal{std::get<Copy>(copy), false, {}, {}};
    if (auto refusal = checkAlike(3, removal.copy))
        return *refusal;
    if (auto refusal = checkOnlyUse(4, view, removal))
        return *refusal;
    if (auto refusal = checkPlacement(5, removal))
        return *refusal;
    if (auto refusal = checkUses(6, removal))
        return *refusal;
    if (auto refusal = checkLayout(7, removal))
        return *refusal;
    if (auto refusal = checkMeanwhile(8, view, removal))
        return *refusal;
    return Plan::of(std::move(removal));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    return removeCopy(view.document(), plan.as<CopyRemoval>());
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "redundant-second-array",
        "Read straight from where it was copied",
        "Removes a temporary that is a copy: what read it reads the original.",
        "Slices and fields are copied into temporaries that are only read. Without the temporary "
        "memory and a pass over it are saved. Offsets and dropped dimensions of the copy are moved "
        "into the memlets, strides into nested SDFGs.\n\n"
        "The temporary must be used at this one access node, be filled by this copy alone, and the "
        "original must not change before the last reader is done.",
        Category::data,
        {},
        copyPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::redundant_second_array
