#include "transforms/toolkit/fold_control_flow.h"

#include "core/ir/predicates.h"
#include "transforms/toolkit/block_pattern.h"
#include "transforms/toolkit/decided.h"
#include "transforms/toolkit/refusal.h"

#include <fmt/format.h>

#include <algorithm>

// Folding control flow: a condition whose truth is known before the program runs is no condition.
//
//     [if 1 >= 3: A  else: B]  =>  B        [for k = 5; k < 5: A]  =>
//
// Conditions, in this order:
//  1. The match names a block of a region.
//  2. Constants and literals decide one of its ways on, one of its branches, or that it does not
//     run, in all rounds of the loops around it (where these are a thousand at most); or it is a
//     loop in which nothing happens. What they compare stays within 32 bits, so that no type of the
//     machine sees it otherwise.
//
// Effect: ways and branches that are never taken are gone, and every block that nothing leads to
// any more. A branch that is always taken takes the place of its conditional, block by block where
// its blocks follow one another, else as a region. A loop that never runs or does nothing, and
// whose variable nothing else reads, becomes an empty state.

namespace mw::transforms::fold_control_flow {

namespace {

const BlockPattern& pattern() {
    static const BlockPattern kPattern("a block with conditions",
                                       {{"block", [](const ir::Block& block) {
                                             return !block.as<ir::UnknownBlock>() &&
                                                    !block.as<ir::JumpBlock>();
                                         }}});
    return kPattern;
}

/// Something that a condition decides.
bool hasConditions(const ir::Region& region, const ir::Block& block) {
    if (block.as<ir::ConditionalBlock>() || block.as<ir::LoopRegion>())
        return true;
    return std::ranges::any_of(region.edges, [&](const ir::InterstateEdge& edge) {
        return edge.src == block.id && !ir::isAlwaysTrue(edge.condition);
    });
}

void findIn(const DocumentView& view, const Region& region, const ir::Region& blocks,
            std::vector<Match>& matches);

void findInside(const DocumentView& view, const Region& region, const ir::Block& block,
                std::vector<Match>& matches) {
    if (block.region())
        findIn(view, region, *block.region(), matches);
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        for (const auto& branch : conditional->branches)
            if (branch.body && branch.body->region())
                findIn(view, region, *branch.body->region(), matches);
}

void findIn(const DocumentView& view, const Region& region, const ir::Region& blocks,
            std::vector<Match>& matches) {
    for (const auto& block : blocks.blocks) {
        if (hasConditions(blocks, *block) && region.contains(view.index(), block->id))
            matches.push_back(pattern().match({block->id}, block->label));
        findInside(view, region, *block, matches);
    }
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    std::vector<Match> matches;
    for (const SdfgId id : view.index().sdfgs())
        findIn(view, region, view.index().find(id)->sdfg->body, matches);
    return matches;
}

CheckResult check(const DocumentView& view, const Match& match, const Params& /*params*/) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const BlockView& at = std::get<std::vector<BlockView>>(bound).front();
    const ir::Region* holder = at.region(view.index());
    const auto values = knownValues(view.index(), at.sdfg->id);
    const Decision decision = holder ? decide(*at.sdfg, at.owner, *holder, *at.block, values,
                                              roundsAround(view.index(), at.owner, values))
                                     : Decision{};
    if (!decision.any())
        return refuse(2, "nothing-decided",
                      fmt::format("What '{}' does depends on values that are known only when the "
                                  "program runs.",
                                  at.block->label),
                      {at.id()});
    return Plan::of(decision);
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    ir::Editor editor(view.document());
    fold(editor, plan.as<Decision>());
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "fold-control-flow",
        "Fold branches and loops",
        "Removes branches, ways and loops whose course is known before the program runs.",
        "A condition over constants and numbers has one value, whatever the inputs. The branch "
        "that "
        "it takes remains and needs no condition; those that it never takes go, with everything "
        "that only they did. A loop that does not run once goes too.\n\n"
        "Specialising a program to its values does this everywhere by itself.",
        Category::controlFlow,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::fold_control_flow
