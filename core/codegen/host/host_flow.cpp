// What the leaves of control flow become on the host: steps of the plan.
#include "core/codegen/host/host_flow.h"

#include "core/analysis/raw_code.h"
#include "core/codegen/flow/flow_lowering.h"
#include "core/codegen/host/host_state.h"
#include "core/codegen/host/host_symbols.h"
#include "core/conventions/conventions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace mw::codegen {

using symbolic::Expr;

namespace {

HostJump::Kind jumpKind(ir::Jump jump) {
    return jump == ir::Jump::breakLoop      ? HostJump::Kind::leaveLoop
           : jump == ir::Jump::continueLoop ? HostJump::Kind::nextTurn
                                            : HostJump::Kind::leaveScope;
}

/// What GT4Py adds around a program: states that only measure time.
bool onlyMeasures(const FlowList& list) {
    return std::all_of(list.begin(), list.end(), [](const Flow& one) {
        const auto* state = std::get_if<FlowState>(&one.kind);
        if (!state)
            return false;
        const auto& nodes = state->block->as<ir::State>()->nodes;
        return std::all_of(nodes.begin(), nodes.end(), [](const ir::NodePtr& node) {
            const auto* tasklet = node->as<ir::Tasklet>();
            return node->as<ir::AccessNode>() || (tasklet && analysis::isAddedByGt4py(*tasklet));
        });
    });
}
bool isAddedAround(const FlowBranch& branch) {
    return !branch.arms.empty() &&
           std::all_of(branch.arms.begin(), branch.arms.end(), [](const FlowBranch::Arm& arm) {
               return arm.condition &&
                      arm.condition->find(conventions::kMetricsLevel) != std::string::npos &&
                      onlyMeasures(arm.body);
           });
}

class HostLeaves {
public:
    using Condition = Expr;
    using Parts = LoopParts<Condition>;

    HostLeaves(HostProgram& program, Environment& env, Steps& steps)
        : program_(program), env_(env), out_(&steps) {}

    Expected<void> state(const ir::Block& block) {
        return lowerState(program_, env_, block, *out_);
    }

    Expected<void> assign(const std::string& name, const tasklet::Ast& expression,
                          ElementId element) {
        MW_TRY(const HostValue value, hostValue(program_, env_, expression, element, *out_));
        if (!env_.variables.contains(name))
            return cannotLower(fmt::format("'{}' is assigned but is no symbol", name), element);
        const std::string& symbol = env_.symbols.at(name).name();
        const ir::ScalarType type = program_.context.symbolTypes.at(symbol);
        out_->push_back({AssignSymbol{symbol, converted(value, type)}});
        return {};
    }

    Expected<Expr> condition(const tasklet::Ast& expression, ElementId element) {
        MW_TRY(const HostValue value, hostValue(program_, env_, expression, element, *out_));
        return value.expr;
    }
    static std::optional<bool> known(const Expr& condition) {
        const auto value = symbolic::evaluate(condition, {});
        return value ? std::optional(value->truthy()) : std::nullopt;
    }

    template <class Then, class Otherwise>
    Expected<void> branch(const Expr& condition, const Then& then, const Otherwise& otherwise) {
        HostIf statement;
        statement.condition = condition;
        MW_CHECK(inside(statement.then, then));
        MW_CHECK(inside(statement.otherwise, otherwise));
        out_->push_back({std::move(statement)});
        return {};
    }
    bool skips(const FlowBranch& branch) {
        const bool added = isAddedAround(branch);
        if (added)
            program_.note("skipped-metrics", "a block that only measures time is not run",
                          branch.element);
        return added;
    }

    Expected<void> jump(const FlowJump& jump) {
        out_->push_back({HostJump{jumpKind(jump.jump)}});
        return {};
    }

    Expected<void> loop(const FlowLoop& loop, const Parts& parts) {
        if (!loop.machine.empty())
            declareSymbol(program_, env_, loop.machine, ir::ScalarType::int32);
        HostLoop statement;
        ++program_.loopDepth;
        MW_CHECK(inside(statement.init, parts.init));
        Steps before; // values that the condition reads: before the loop and after each turn
        MW_CHECK(inside(before, [&]() -> Expected<void> {
            MW_TRY(statement.condition, parts.check());
            return {};
        }));
        append(statement.init, before);
        MW_CHECK(inside(statement.body, parts.body));
        statement.checkAfterBody = loop.inverted;
        const bool checkFirst = loop.inverted && !loop.updateBeforeCondition;
        if (checkFirst) { // the check stands in front of the update
            HostIf leave;
            leave.condition = std::exchange(statement.condition, Expr(1));
            leave.otherwise.push_back({HostJump{HostJump::Kind::leaveLoop}});
            append(statement.update, before);
            statement.update.push_back({std::move(leave)});
        }
        MW_CHECK(inside(statement.update, parts.update));
        if (!checkFirst)
            append(statement.update, before);
        --program_.loopDepth;
        out_->push_back({std::move(statement)});
        return {};
    }

private:
    template <class Lower>
    Expected<void> inside(Steps& target, const Lower& lower) {
        Steps* before = std::exchange(out_, &target);
        Expected<void> result = lower();
        out_ = before;
        return result;
    }
    static void append(Steps& steps, const Steps& more) {
        steps.insert(steps.end(), more.begin(), more.end());
    }

    HostProgram& program_;
    Environment& env_;
    Steps* out_;
};

} // namespace

Expected<void> lowerProgramFlow(HostProgram& program, Environment& env, const FlowList& list,
                                Steps& steps) {
    Steps body; // only when it is lowered it is known which temporaries have memory
    MW_CHECK(lowerFlow(list, HostLeaves(program, env, body)));
    for (const std::string& array : env.zeroed)
        steps.push_back({ZeroArray{array}});
    std::move(body.begin(), body.end(), std::back_inserter(steps));
    return {};
}

} // namespace mw::codegen
