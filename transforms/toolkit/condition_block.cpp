// Recognises nested SDFGs that do nothing but branch.

#include "transforms/toolkit/condition_block.h"

#include "core/ir/predicates.h"
#include "transforms/toolkit/mentions.h"

#include <algorithm>
#include <set>

namespace mw::transforms {

namespace {

/// The conditional of a region that has nothing else but empty states in a row; null for others.
const ir::Block* onlyConditional(const ir::Region& region) {
    const ir::Block* found = nullptr;
    for (const auto& block : region.blocks) {
        const auto* state = block->as<ir::State>();
        if (block->as<ir::ConditionalBlock>() && !found)
            found = block.get();
        else if (!state || !state->nodes.empty())
            return nullptr;
    }
    std::set<BlockId> left;
    for (const auto& edge : region.edges)
        if (!ir::isAlwaysTrue(edge.condition) || !edge.assignments.empty() ||
            !left.insert(edge.src).second)
            return nullptr;
    return region.edges.size() + 1 == region.blocks.size() ? found : nullptr;
}

bool isOneState(const ir::Branch& branch) {
    const ir::Region* body = branch.body ? branch.body->region() : nullptr;
    return body && body->blocks.size() == 1 && body->edges.empty() &&
           body->blocks.front()->as<ir::State>();
}

bool hasOwnCode(const ir::Sdfg& sdfg) {
    const auto said = [](const auto& all) {
        return std::ranges::any_of(all, [](const auto& code) { return !code.second.text.empty(); });
    };
    return !sdfg.constants.empty() || !sdfg.constantArrays.empty() || said(sdfg.globalCode) ||
           said(sdfg.initCode) || said(sdfg.exitCode);
}

} // namespace

bool hasOnlyConditional(const ir::Node& node) {
    const auto* nested = node.as<ir::NestedSdfg>();
    return nested && nested->sdfg && onlyConditional(nested->sdfg->body);
}

std::optional<ConditionBlock> conditionBlock(const ir::Node& node) {
    if (!hasOnlyConditional(node))
        return std::nullopt;
    const auto* nested = node.as<ir::NestedSdfg>();
    const ir::Block* conditional = onlyConditional(nested->sdfg->body);
    if (hasOwnCode(*nested->sdfg) || !isReadable(*nested->sdfg) ||
        !std::ranges::all_of(conditional->as<ir::ConditionalBlock>()->branches, isOneState))
        return std::nullopt;
    return ConditionBlock{&node, conditional};
}

} // namespace mw::transforms
