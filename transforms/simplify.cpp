#include "transforms/toolkit/fixed_point.h"
#include "transforms/toolkit/program_match.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

// Simplify: one flow of data without what is not needed, in one step, as GT4Py's gt_simplify.
//
//     [a -> map -> tmp]  ->  [tmp -> tmp2 -> map2 -> b]      =>      [a -> map -> tmp -> map2 -> b]
//
// Conditions, in this order:
//  1. The match names the program.
//  2. One of the parts below applies somewhere.
//
// Effect: that of all parts, in their order, again and again until none applies.

namespace mw::transforms::simplify {

namespace {

constexpr std::array<std::string_view, 14> kParts = {"fold-control-flow",
                                                     "inline-nested-sdfg",
                                                     "state-fusion",
                                                     "dead-map-elimination",
                                                     "dead-copy-elimination",
                                                     "dead-write-elimination",
                                                     "view-elimination",
                                                     "map-to-copy",
                                                     "trivial-tasklet-elimination",
                                                     "copy-chain-removal",
                                                     "self-copy-elimination",
                                                     "redundant-array",
                                                     "redundant-second-array",
                                                     "write-back-buffer-elimination"};

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    if (auto refusal = checkProgramMatch(view, match))
        return *refusal;
    const ir::Sdfg& program = *view.document()->root;
    if (!anyApplies(view, kParts))
        return refuse(2, "simple-already",
                      fmt::format("Nothing of '{}' becomes simpler.", program.name), {program.id});
    return Plan::of(program.id);
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan&) {
    return appliedToFixedPoint(view, kParts);
}

std::string help() {
    return fmt::format(
        "In one step what GT4Py does between its other steps: branches that are decided and nested "
        "SDFGs go, states in a row become one, dataflow that leads nowhere goes, maps and tasklets "
        "that only move data become copies, and temporaries that are only copied go with their "
        "copies.\n\n"
        "The same as {} and {} wherever they apply, each as it is by default.",
        fmt::join(kParts.begin(), kParts.end() - 1, ", "), kParts.back());
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "simplify",
        "Simplify the program",
        "Makes one flow of data of the program, without control flow, copies and temporaries that "
        "are not needed.",
        help(),
        Category::simplification,
        {},
        programRoles(),
        findProgram,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::simplify
