#pragma once

#include "core/codegen/flow/control_flow.h"
#include "core/codegen/flow/flow_text.h"

#include <functional>
#include <optional>
#include <variant>

namespace mw::codegen {

/// The pieces of a loop, each of which lowers what the loop says to where statements go just then.
template <class Condition>
struct LoopParts {
    std::function<Expected<void>()> init, body, update;
    std::function<Expected<Condition>()> check;
};

/// Lowers the control flow of one SDFG, on the host and in kernels: the order of things, which arms
/// of a branch are known, what stands for an `else`. What the leaves become is what `Leaves` says:
///
///   Condition                                      what a condition becomes
///   state(block), assign(name, value, element), jump(jump)
///   condition(expression, element) -> Expected<Condition>
///   known(condition) -> optional<bool>             where it is a constant
///   branch(condition, then, otherwise)             lowers both by calling them
///   loop(loop, parts)                              places the parts
///   skips(branch) -> bool                          nothing is made of it
template <class Leaves>
class FlowLowering {
public:
    explicit FlowLowering(Leaves& leaves) : leaves_(leaves) {}

    Expected<void> all(const FlowList& list) {
        for (const Flow& flow : list)
            MW_CHECK(std::visit([&](const auto& kind) { return one(kind); }, flow.kind));
        return {};
    }

private:
    using Condition = typename Leaves::Condition;

    Expected<void> one(const FlowState& state) { return leaves_.state(*state.block); }
    Expected<void> one(const FlowJump& jump) { return leaves_.jump(jump); }
    Expected<void> one(const FlowAssign& assign) {
        for (const auto& [name, text] : assign.edge->assignments) {
            MW_TRY(const auto value, flowExpression(text, assign.edge->id));
            MW_CHECK(leaves_.assign(name, *value, assign.edge->id));
        }
        return {};
    }
    Expected<void> one(const FlowSet& set) {
        MW_TRY(const auto value, flowExpression(set.value, {}));
        return leaves_.assign(set.variable, *value, {});
    }
    Expected<void> one(const FlowBranch& branch) {
        return leaves_.skips(branch) ? Expected<void>{} : arms(branch, 0);
    }
    Expected<void> one(const FlowLoop& loop) {
        LoopParts<Condition> parts;
        parts.init = [&] { return statement(loop.init, loop.element); };
        parts.check = [&] { return condition(loop.condition, loop.element); };
        parts.body = [&] { return all(loop.body); };
        parts.update = [&] { return statement(loop.update, loop.element); };
        return leaves_.loop(loop, parts);
    }

    /// The arms from `first` on.
    Expected<void> arms(const FlowBranch& branch, std::size_t first) {
        if (first == branch.arms.size())
            return {};
        const FlowBranch::Arm& arm = branch.arms[first];
        if (!arm.condition)
            return all(arm.body);
        MW_TRY(Condition holds, condition(*arm.condition, branch.element));
        if (const std::optional<bool> known = leaves_.known(holds))
            return *known ? all(arm.body) : arms(branch, first + 1);
        // `if c … if (not c) …` of the front end is an else
        const bool last = first + 2 == branch.arms.size();
        const bool otherwise = last && branch.arms[first + 1].complement;
        return leaves_.branch(
            std::move(holds), [&] { return all(arm.body); },
            [&] { return otherwise ? all(branch.arms[first + 1].body) : arms(branch, first + 1); });
    }

    Expected<Condition> condition(const std::string& text, ElementId element) {
        MW_TRY(const auto expression, flowExpression(text, element));
        return leaves_.condition(*expression, element);
    }
    Expected<void> statement(const std::string& text, ElementId element) {
        if (text.empty())
            return {};
        MW_TRY(const FlowStatement one, flowStatement(text, element));
        return leaves_.assign(one.name, *one.value, element);
    }

    Leaves& leaves_;
};

template <class Leaves>
Expected<void> lowerFlow(const FlowList& list, Leaves leaves) {
    return FlowLowering<Leaves>(leaves).all(list);
}

} // namespace mw::codegen
