#include "transforms/toolkit/fixed_point.h"
#include "transforms/toolkit/program_match.h"

#include <fmt/format.h>

#include <array>

// Dead dataflow: maps and copies that never move anything go, and so does what leads only to them.
//
//     a -> map -> tmp -> [i = 3:3] -> b       =>
//     a -> map2 -> c                          =>      a -> map2 -> c
//
// Conditions, in this order:
//  1. The match names the program.
//  2. dead-map-elimination, dead-copy-elimination or dead-write-elimination applies somewhere.
//
// Effect: that of these three, again and again until none applies.

namespace mw::transforms::dead_dataflow_elimination {

namespace {

constexpr std::array<std::string_view, 3> kParts = {"dead-map-elimination", "dead-copy-elimination",
                                                    "dead-write-elimination"};

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    if (auto refusal = checkProgramMatch(view, match))
        return *refusal;
    const ir::Sdfg& program = *view.document()->root;
    if (!anyApplies(view, kParts))
        return refuse(2, "nothing-dead",
                      fmt::format("'{}' has no map and no copy that is empty for all sizes, and "
                                  "nothing computes what nobody reads.",
                                  program.name),
                      {program.id});
    return Plan::of(program.id);
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan&) {
    return appliedToFixedPoint(view, kParts);
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "dead-dataflow-elimination",
        "Remove dataflow that leads nowhere",
        "Removes maps and copies that are empty for all sizes, and what leads only to them.",
        "Splitting domains and fixing sizes leave maps and copies behind that have nothing to do. "
        "What they would read need not be computed either, where nothing else reads it.\n\n"
        "The same as dead-map-elimination, dead-copy-elimination and dead-write-elimination "
        "wherever they apply, in one step.",
        Category::simplification,
        {},
        programRoles(),
        findProgram,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::dead_dataflow_elimination
