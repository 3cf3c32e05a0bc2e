#pragma once

#include "core/ir/sdfg.h"

#include <optional>
#include <string>

// Nested SDFGs that do nothing but branch, as GT4Py makes them of where-expressions.

namespace mw::transforms {

/// One conditional block, beside empty states before and after it, with one state in each branch.
/// Everything in there is understood; it has no code and no constants of its own.
struct ConditionBlock {
    const ir::Node* node = nullptr;
    const ir::Block* conditional = nullptr;

    const ir::NestedSdfg& nested() const { return *node->as<ir::NestedSdfg>(); }
    const ir::Sdfg& inner() const { return *nested().sdfg; }
    const std::vector<ir::Branch>& branches() const {
        return conditional->as<ir::ConditionalBlock>()->branches;
    }
    /// The state of a branch.
    const ir::Block& block(std::size_t branch) const {
        return *branches()[branch].body->region()->blocks.front();
    }
    const ir::State& state(std::size_t branch) const { return *block(branch).as<ir::State>(); }
    /// The label in quotes.
    std::string quoted() const { return "'" + nested().label + "'"; }
};

/// Looks like one: a nested SDFG with a conditional block and empty states.
bool hasOnlyConditional(const ir::Node& node);
/// nullopt for other nodes.
std::optional<ConditionBlock> conditionBlock(const ir::Node& node);

} // namespace mw::transforms
