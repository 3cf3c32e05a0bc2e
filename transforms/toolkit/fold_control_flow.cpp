// Folding control flow: what never runs goes, what always runs needs no condition.

#include "transforms/toolkit/fold_control_flow.h"

#include "core/analysis/loop_range.h"
#include "core/analysis/names.h"
#include "core/analysis/region_index.h"
#include "core/analysis/symbol_use.h"
#include "core/ir/predicates.h"
#include "transforms/toolkit/decided.h"
#include "transforms/toolkit/insert_blocks.h"

#include <algorithm>
#include <set>
#include <string>

namespace mw::transforms {

namespace {

using symbolic::Bindings;

// --- What is decided -------------------------------------------------------------------------

/// Conditional edges are asked in the order of the file, the unconditional one comes last.
void decideEdges(const ir::Region& region, BlockId block, const Bindings& values,
                 const LoopRounds& rounds, Decision& found) {
    std::vector<const ir::InterstateEdge*> ordered;
    for (const auto& edge : region.edges)
        if (edge.src == block)
            ordered.push_back(&edge);
    std::stable_partition(ordered.begin(), ordered.end(),
                          [](const auto* e) { return !ir::isAlwaysTrue(e->condition); });
    for (const auto* edge : ordered) {
        if (found.always) {
            found.never.push_back(edge->id);
            continue;
        }
        if (ir::isAlwaysTrue(edge->condition))
            continue;
        const auto truth = decided(edge->condition.text, values, rounds);
        if (truth == false)
            found.never.push_back(edge->id);
        else if (truth == true)
            found.always = edge->id;
    }
}

void decideBranches(const ir::ConditionalBlock& conditional, const Bindings& values,
                    const LoopRounds& rounds, Decision& found) {
    for (std::size_t i = 0; i < conditional.branches.size(); ++i) {
        const auto& condition = conditional.branches[i].condition;
        const auto truth =
            condition ? decided(condition->text, values, rounds) : std::optional(true);
        if (found.takenBranch || truth == false)
            found.neverBranches.push_back(i);
        else if (truth == true)
            found.takenBranch = i;
    }
    // An else behind conditions that are not known is as it should be.
    if (found.takenBranch && *found.takenBranch > found.neverBranches.size() &&
        !conditional.branches[*found.takenBranch].condition)
        found.takenBranch.reset();
}

/// Nothing but the loop itself asks what its variable is.
bool isPrivate(const std::string& variable, const ir::Sdfg& sdfg, const ir::Block& loop) {
    std::set<BlockId> inside;
    ir::forEachBlock(*loop.region(), [&](const ir::Block& block) { inside.insert(block.id); });
    analysis::SymbolUses uses;
    bool read = false;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>(); state && !inside.contains(block.id))
            read = read || uses.readBy(sdfg, *state).contains(variable);
    });
    analysis::NameSet texts, own;
    analysis::forEachControlText(
        sdfg, [&](const std::string& text) { analysis::collectIdentifiers(text, texts); });
    if (read || !texts.contains(variable))
        return !read;
    ir::Sdfg without; // its control flow but for the loop
    without.body = sdfg.body;
    for (auto& block : without.body.blocks)
        if (block->id == loop.id)
            block =
                std::make_shared<ir::Block>(ir::Block{block->id, block->label, ir::State{}, {}});
    analysis::forEachControlText(
        without, [&](const std::string& text) { analysis::collectIdentifiers(text, own); });
    return !own.contains(variable);
}

// --- Carrying it out -------------------------------------------------------------------------

/// Edges and the start of the region lead to `first` instead of `old`, and go on from `last`.
void redirect(ir::Region& region, BlockId old, BlockId first, BlockId last) {
    for (auto& edge : region.edges) {
        if (edge.dst == old)
            edge.dst = first;
        if (edge.src == old)
            edge.src = last;
    }
    if (region.start == old)
        region.start = first;
}

/// Puts blocks (of the document, with their edges) in the place of one; their labels change only
/// where others have them.
void replaceBlock(ir::Editor& editor, ElementId owner, BlockId old, const ir::Region& by,
                  BlockId first, BlockId last) {
    ir::Region& region = editor.region(owner);
    const auto place = std::ranges::find(region.blocks, old, [](const auto& b) { return b->id; });
    const auto at = region.blocks.erase(place) - region.blocks.begin();
    insertBlocks(editor, region, static_cast<std::size_t>(at), by.blocks);
    redirect(region, old, first, last);
    region.edges.insert(region.edges.end(), by.edges.begin(), by.edges.end());
    editor.replaced(old, first);
}

/// Where a region ends that has one way through, on which no condition is asked; 0 otherwise.
BlockId endOfChain(const ir::Region& region) {
    const analysis::RegionIndex index(region);
    BlockId at = ir::startOf(region);
    for (std::size_t passed = 1; index.block(at); ++passed) {
        if (index.block(at)->as<ir::JumpBlock>() || passed > region.blocks.size())
            return {};
        const auto& out = index.out(at);
        if (out.empty())
            return passed == region.blocks.size() ? at : BlockId{};
        if (out.size() > 1 || !ir::isAlwaysTrue(out.front()->condition))
            return {};
        at = out.front()->dst;
    }
    return {};
}

/// Nothing happens there.
void replaceByNothing(ir::Editor& editor, ElementId owner, BlockId old) {
    ir::Block empty;
    empty.label = editor.block(old).label;
    empty.kind = ir::State{};
    const BlockId added = editor.addBlock(owner, std::move(empty));
    ir::Region& region = editor.region(owner);
    const ir::Region by{{region.blocks.back()}, {}, {}};
    region.blocks.pop_back();
    replaceBlock(editor, owner, old, by, added, added);
}

/// A branch that is always taken: its blocks one after another, or as a region of their own.
void replaceByBranch(ir::Editor& editor, ElementId owner, BlockId conditional,
                     const ir::BlockPtr& branch) {
    const ir::Region body = editor.region(branch->id); // as edited so far
    if (body.blocks.empty())
        replaceByNothing(editor, owner, conditional);
    else if (const BlockId end = endOfChain(body))
        replaceBlock(editor, owner, conditional, body, ir::startOf(body), end);
    else
        replaceBlock(editor, owner, conditional, {{branch}, {}, {}}, branch->id, branch->id);
}

void foldBranches(ir::Editor& editor, const Decision& decision) {
    auto& branches = editor.block(decision.block).as<ir::ConditionalBlock>()->branches;
    if (decision.takenBranch)
        branches[*decision.takenBranch].condition.reset();
    for (auto i = decision.neverBranches.rbegin(); i != decision.neverBranches.rend(); ++i)
        branches.erase(branches.begin() + static_cast<std::ptrdiff_t>(*i));
    if (branches.empty())
        replaceByNothing(editor, decision.owner, decision.block);
    else if (!branches.front().condition)
        replaceByBranch(editor, decision.owner, decision.block, branches.front().body);
}

void removeUnreachable(ir::Editor& editor, ElementId owner, BlockId start) {
    const ir::Region& region = editor.region(owner);
    const analysis::RegionIndex index(region);
    std::set<BlockId> reached;
    std::vector<BlockId> open{start};
    while (!open.empty()) {
        const BlockId at = open.back();
        open.pop_back();
        if (!reached.insert(at).second)
            continue;
        for (const auto* edge : index.out(at))
            open.push_back(edge->dst);
    }
    std::vector<BlockId> gone;
    for (const auto& block : region.blocks)
        if (!reached.contains(block->id))
            gone.push_back(block->id);
    for (const BlockId id : gone)
        editor.removeBlock(owner, id);
}

void foldEdges(ir::Editor& editor, const Decision& decision) {
    ir::Region& region = editor.region(decision.owner);
    const BlockId start = ir::startOf(region);
    for (auto& edge : region.edges)
        if (decision.always == edge.id) {
            edge.condition = {};
            edge.origin = nullptr; // which says the condition
        }
    std::erase_if(region.edges, [&](const ir::InterstateEdge& edge) {
        return std::ranges::find(decision.never, edge.id) != decision.never.end();
    });
    removeUnreachable(editor, decision.owner, start);
}

/// What nothing leads to any more is gone with the first fold that shows it.
bool isThere(const ir::Region& region, BlockId id) {
    return std::ranges::any_of(region.blocks, [&](const auto& block) { return block->id == id; });
}

void foldRegion(ir::Editor& editor, const ir::Sdfg& sdfg, ElementId owner, const ir::Region& region,
                const Bindings& values);

void foldInside(ir::Editor& editor, const ir::Sdfg& sdfg, const ir::Block& block,
                const Bindings& values) {
    if (const ir::Region* inner = block.region())
        foldRegion(editor, sdfg, block.id, *inner, values);
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        for (const auto& branch : conditional->branches)
            if (branch.body && branch.body->region())
                foldRegion(editor, sdfg, branch.body->id, *branch.body->region(), values);
}

void foldRegion(ir::Editor& editor, const ir::Sdfg& sdfg, ElementId owner, const ir::Region& region,
                const Bindings& values) {
    for (const auto& block : region.blocks)
        foldInside(editor, sdfg, *block, values);
    const LoopRounds rounds = roundsAround(editor.base(), owner, values);
    for (const auto& block : region.blocks) {
        const Decision decision = decide(sdfg, owner, region, *block, values, rounds);
        if (decision.any() && isThere(editor.region(owner), block->id))
            fold(editor, decision);
    }
}

} // namespace

bool Decision::any() const {
    return !never.empty() || always || !neverBranches.empty() || takenBranch || emptyLoop;
}

LoopRounds roundsAround(const ir::DocumentIndex& index, ElementId owner, const Bindings& values) {
    LoopRounds rounds;
    for (const auto* place = index.find(owner); place && place->block && !place->node;
         place = index.find(place->parent))
        if (const auto* loop = place->block->as<ir::LoopRegion>())
            if (!place->sdfg->arrays.contains(loop->loopVariable) &&
                !analysis::assignsAny(loop->body, {loop->loopVariable}))
                if (auto known = roundsOf(*loop, values))
                    rounds.emplace(loop->loopVariable, std::move(*known));
    return rounds;
}

Decision decide(const ir::Sdfg& sdfg, ElementId owner, const ir::Region& region,
                const ir::Block& block, const Bindings& values, const LoopRounds& rounds) {
    Decision found;
    found.block = block.id;
    found.owner = owner;
    decideEdges(region, block.id, values, rounds, found);
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        decideBranches(*conditional, values, rounds, found);
    if (const auto* loop = block.as<ir::LoopRegion>())
        found.emptyLoop = (neverRuns(*loop, values) || doesNothing(*loop, values)) &&
                          isPrivate(loop->loopVariable, sdfg, block);
    return found;
}

void fold(ir::Editor& editor, const Decision& decision) {
    if (decision.emptyLoop)
        replaceByNothing(editor, decision.owner, decision.block);
    if (!decision.neverBranches.empty() || decision.takenBranch)
        foldBranches(editor, decision);
    if (!decision.never.empty() || decision.always)
        foldEdges(editor, decision);
}

void foldAllControlFlow(ir::Editor& editor, SdfgId id, const Bindings& values) {
    const ir::Sdfg& sdfg = *editor.base().find(id)->sdfg;
    foldRegion(editor, sdfg, id, sdfg.body, values);
}

} // namespace mw::transforms
