// Scan loop unrolling: the loop over the levels of a scan asks to be unrolled.
//
//     loop scan_0 `k = 0` `k < K` `k = k + 1`   =>   loop scan_0 ... unroll 4
//
// Conditions, in this order:
//  1. The match names a loop.
//  2. It is the loop of a scan, as GT4Py calls these, unless the options ask for every loop.
//  3. It does not ask for the same already.
//
// Effect: the loop says that it is to be unrolled, and how often. No value changes.

#include "transforms/toolkit/block_pattern.h"
#include "transforms/toolkit/options.h"
#include "transforms/toolkit/refusal.h"

#include <fmt/format.h>

namespace mw::transforms::scan_loop_unrolling {

namespace {

const BlockPattern& pattern() {
    static const BlockPattern kPattern("a loop", {blockRole<ir::LoopRegion>("loop")});
    return kPattern;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    std::vector<Match> matches;
    for (const SdfgId id : view.index().sdfgs())
        ir::forEachBlock(view.index().find(id)->sdfg->body, [&](const ir::Block& block) {
            if (block.as<ir::LoopRegion>() && region.contains(view.index(), block.id))
                matches.push_back(pattern().match({block.id}, block.label));
        });
    return matches;
}

struct UnrollPlan {
    BlockId loop;
    int factor = 0;
};

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const BlockView& at = std::get<std::vector<BlockView>>(bound).front();
    if (!isSet(params, "every-loop") && !at.block->label.starts_with("scan_"))
        return refuse(
            2, "no-scan",
            fmt::format("The loop '{}' is not called like that of a scan.", at.block->label),
            {at.id()});
    const auto& loop = *at.block->as<ir::LoopRegion>();
    const auto factor = static_cast<int>(numberOf(params, "factor"));
    if (loop.unroll && loop.unrollFactor == factor)
        return refuse(3, "already-so",
                      fmt::format("The loop '{}' asks for this already.", at.block->label),
                      {at.id()});
    return Plan::of(UnrollPlan{at.id(), factor});
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    ir::Editor editor(view.document());
    auto& loop = *editor.block(plan.as<UnrollPlan>().loop).as<ir::LoopRegion>();
    loop.unroll = true;
    loop.unrollFactor = plan.as<UnrollPlan>().factor;
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "scan-loop-unrolling",
        "Unroll the loop of a scan",
        "Asks the compiler to unroll the loop over the levels of a scan.",
        "A scan computes one level after another. Unrolled, the loop loads what the next levels "
        "need while it still computes, and counts less; too much of it costs registers.",
        Category::loops,
        {numberParam("factor", 0, 0, 64, "Levels per turn of the loop; 0: the compiler decides."),
         flag("every-loop", "Unroll loops of any name, not of scans alone.")},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::scan_loop_unrolling
