// What the leaves of control flow become in a kernel: assignments of locals, ifs, loops, jumps.
#include "core/codegen/kernel/kernel_flow.h"

#include "core/analysis/assigned_symbols.h"
#include "core/codegen/flow/flow_lowering.h"
#include "core/codegen/flow/loop_count.h"
#include "core/codegen/kernel/scope.h"
#include "core/codegen/values/make_value.h"
#include "core/codegen/values/value_lowering.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mw::codegen {

using symbolic::Expr;

namespace {

ValuePtr boolean(const char* text) {
    return makeValue(Literal{text}, ir::ScalarType::boolean);
}

/// `if (condition) break;`
If leaveIf(ValuePtr condition) {
    If leave;
    leave.condition = std::move(condition);
    leave.then.push_back({Jump{true}});
    return leave;
}

bool isReal(const KernelBody& body, const Expr& outer) {
    if (!outer.isSymbol())
        return outer.op() == symbolic::Op::real ||
               std::ranges::any_of(outer.args(), [&](const Expr& e) { return isReal(body, e); });
    const auto known = body.plan.symbolTypes.find(outer.name());
    return ir::isFloatingPoint(known != body.plan.symbolTypes.end() ? known->second
                                                                    : body.typeOf(outer.name()));
}

/// Neither real numbers nor elements of containers.
bool hasIntegerBounds(const KernelBody& body, const Frame& frame, const LoopCount& count) {
    return std::ranges::none_of(std::array{count.begin, count.end}, [&](const Expr& e) {
        return isReal(body, frame.outer(e)) ||
               std::ranges::any_of(symbolic::freeSymbols(e), [&](const std::string& name) {
                   return frame.places.contains(name) && !frame.symbols.contains(name);
               });
    });
}

/// A local for the loop's variable, unless it is one already.
void declareVariable(KernelBody& body, Frame& frame, const FlowLoop& loop) {
    if (loop.variable.empty() || frame.variables.contains(loop.variable))
        return;
    const std::string local = body.fresh(loop.variable);
    const ir::ScalarType type = analysis::assignedSymbols(*frame.sdfg).at(loop.variable);
    body.localTypes[local] = type;
    body.emit({DeclareScalar{type, local, nullptr, false}});
    frame.symbols.set(loop.variable, Expr::symbol(local));
}

class KernelLeaves {
public:
    using Condition = ValuePtr;
    using Parts = LoopParts<Condition>;

    KernelLeaves(KernelBody& body, Frame& frame) : body_(body), frame_(frame) {}

    Expected<void> state(const ir::Block& block) {
        const ir::State& state = *block.as<ir::State>();
        if (state.nodes.empty())
            return {};
        const ir::StateIndex index(state);
        return lowerScope(body_, frame_, &block, index, {});
    }

    Expected<void> assign(const std::string& name, const tasklet::Ast& expression,
                          ElementId element) {
        MW_TRY(const ValuePtr value, condition(expression, element));
        const auto found = frame_.symbols.find(name);
        if (found == frame_.symbols.end() || !found->second.isSymbol())
            return cannotLower(fmt::format("'{}' is assigned but is no symbol of the kernel", name),
                               element);
        body_.emit({AssignScalar{found->second.name(), value}});
        return {};
    }

    Expected<ValuePtr> condition(const tasklet::Ast& expression, ElementId element) {
        return flowValue(body_, frame_, expression, element);
    }
    static std::optional<bool> known(const ValuePtr& condition) {
        const auto* literal = std::get_if<Literal>(&condition->kind);
        return literal ? std::optional(literal->text != "false" && literal->text != "0")
                       : std::nullopt;
    }

    template <class Then, class Otherwise>
    Expected<void> branch(ValuePtr condition, const Then& then, const Otherwise& otherwise) {
        If statement;
        statement.condition = std::move(condition);
        MW_CHECK(body_.inside(statement.then, then));
        MW_CHECK(body_.inside(statement.otherwise, otherwise));
        body_.emit({std::move(statement)});
        return {};
    }
    static bool skips(const FlowBranch&) { return false; }

    Expected<void> jump(const FlowJump& jump) {
        if (jump.jump == ir::Jump::returnProgram) {
            body_.emit({AssignScalar{body_.returned, boolean("true")}});
            body_.emit({Jump{true}});
            return {};
        }
        auto& open = body_.beforeContinue;
        if (jump.jump == ir::Jump::continueLoop && !open.empty() && open.back())
            MW_CHECK(open.back()());
        body_.emit({Jump{jump.jump == ir::Jump::breakLoop}});
        return {};
    }

    Expected<void> loop(const FlowLoop& loop, const Parts& parts) {
        MW_TRY(const auto count, countOf(loop, *frame_.sdfg));
        return count && hasIntegerBounds(body_, frame_, *count) ? countedLoop(loop, *count, parts)
                                                                : generalLoop(loop, parts);
    }

private:
    Expected<void> countedLoop(const FlowLoop& loop, const LoopCount& count, const Parts& parts) {
        For statement;
        statement.begin = symbolic::simplify(frame_.outer(count.begin));
        statement.end = symbolic::simplify(frame_.outer(count.end));
        statement.step = count.step;
        statement.unroll = loop.unroll ? (loop.unrollFactor > 0 ? loop.unrollFactor : -1) : 0;
        statement.variable = body_.fresh(loop.variable);
        const Expr last = afterLoop(statement.begin, statement.end, count.step);
        const auto before = frame_.symbols;
        frame_.symbols.set(loop.variable, Expr::symbol(statement.variable));
        body_.beforeContinue.emplace_back();
        MW_CHECK(body_.inside(statement.body, parts.body));
        body_.beforeContinue.pop_back();
        frame_.symbols = before;
        body_.emit({std::move(statement)});
        // the variable keeps its value behind the loop
        const auto outer = before.find(loop.variable);
        if (outer != before.end() && outer->second.isSymbol() &&
            body_.variables.contains(outer->second.name()))
            body_.emit({AssignScalar{outer->second.name(),
                                     makeValue(Index{last}, ir::ScalarType::int64)}});
        else
            frame_.symbols.set(loop.variable, last);
        return {};
    }

    Expected<void> generalLoop(const FlowLoop& loop, const Parts& parts) {
        declareVariable(body_, frame_, loop);
        MW_CHECK(parts.init());
        // the condition may need statements of its own: it is checked inside the loop
        const auto check = [&]() -> Expected<void> {
            MW_TRY(const ValuePtr holds, parts.check());
            body_.emit({leaveIf(makeValue(Unary{"!", holds}, ir::ScalarType::boolean))});
            return {};
        };
        const auto endOfTurn = [&]() -> Expected<void> {
            if (loop.inverted && !loop.updateBeforeCondition)
                MW_CHECK(check());
            MW_CHECK(parts.update());
            return loop.inverted && loop.updateBeforeCondition ? check() : Expected<void>{};
        };
        const auto turn = [&]() -> Expected<void> {
            if (!loop.inverted)
                MW_CHECK(check());
            MW_CHECK(parts.body());
            return endOfTurn();
        };
        While statement;
        statement.condition = boolean("true");
        body_.beforeContinue.emplace_back(endOfTurn);
        MW_CHECK(body_.inside(statement.body, turn));
        body_.beforeContinue.pop_back();
        body_.emit({std::move(statement)});
        if (returnsEarly(loop.body))
            body_.emit({leaveIf(makeValue(LocalRef{body_.returned}, ir::ScalarType::boolean))});
        return {};
    }

    KernelBody& body_;
    Frame& frame_;
};

} // namespace

Expected<ValuePtr> flowValue(KernelBody& body, Frame& frame, const tasklet::Ast& expression,
                             ElementId element) {
    return atElement(ValueLowering(&body, frame, {}, body.plan).lower(expression), element);
}

Expected<void> lowerKernelFlow(KernelBody& body, Frame& frame, const FlowList& list) {
    return lowerFlow(list, KernelLeaves(body, frame));
}

/// From within loops of the SDFG's own a `return` leaves them one after the other, each of which
/// looks at the flag behind it.
Expected<void> lowerReturningFlow(KernelBody& body, Frame& frame, const FlowList& list) {
    const std::string flag = body.fresh("mw_returned");
    body.emit({DeclareScalar{ir::ScalarType::boolean, flag, boolean("false"), false}});
    While once;
    once.condition = boolean("true");
    const std::string before = std::exchange(body.returned, flag);
    const auto turn = [&]() -> Expected<void> {
        MW_CHECK(lowerKernelFlow(body, frame, list));
        body.emit({Jump{true}});
        return {};
    };
    MW_CHECK(body.inside(once.body, turn));
    body.returned = before;
    body.emit({std::move(once)});
    return {};
}

} // namespace mw::codegen
