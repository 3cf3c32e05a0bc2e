#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/copy_removal.h"

// Redundant arrays, the first of a copy: a temporary that is copied goes, and what wrote it writes
// its destination.
//
//     map -> tmp -> a                     map -> a
//              \> map2 -> b      =>              \> map2 -> b
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. One copy leads from the first to the second and nothing else: plain, unconditional, without
//     steps, both of its regions known.
//  3. Both containers have the same type and are in the same kind of memory.
//  4. The first is a temporary that nothing but this access node uses. Inside a map the other one
//     belongs to that map alone.
//  5. The copy moves a box to a box of the same extents.
//  6. Everything else at the first uses copied elements only, and is no view but of what a map
//     reads; all that is copied was certainly written before. Only elements that are copied to the
//     very same place may come from the second container.
//  7. What looks at a part of the first with strides of its own can be told others.
//  8. Whatever else touches these elements of the second comes before the first is written, or
//     after the copy and, where it writes, after all who read the first. A map that writes the
//     first may read in each iteration the elements that this iteration writes, if these are not
//     made of what it wrote: it then reads before it writes. Nothing leads from the first to the
//     second but the copy.
//
// Effect: What wrote the first writes the second, at the place that the copy had; what read the
// first reads the second. Inside of such a map an edge puts readers before writers where nothing
// did.

namespace mw::transforms::redundant_array {

namespace {

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return copiesWhere(view, region, [](const CopyNodes& copy) { return copy.isTemporary(true); });
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = copyPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& nodes = std::get<CopyNodes>(bound);
    const auto copy = copyBetween(2, nodes.at, *nodes.first, *nodes.second);
    if (const auto* refusal = std::get_if<Refusal>(&copy))
        return *refusal;
    CopyRemoval removal{std::get<Copy>(copy), true, {}, {}};
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
        "redundant-array",
        "Write straight to where it is copied",
        "Removes a temporary that is copied elsewhere: what wrote it writes there.",
        "A result is computed into a temporary and then copied to its place. Without the temporary "
        "memory and a pass over it are saved, and the producer writes to the place itself. Offsets "
        "and dropped dimensions of the copy are moved into the memlets, strides into nested SDFGs."
        "\n\n"
        "The temporary must be used at this one access node, and every copied element must "
        "certainly "
        "have been written; who else uses the destination in the same state must come clearly "
        "before "
        "or after, or be the producer, reading the element that it writes, which it then does "
        "before. "
        "A field that is copied "
        "to "
        "a temporary, changed there in parts and copied back is changed in place.",
        Category::data,
        {},
        copyPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::redundant_array
