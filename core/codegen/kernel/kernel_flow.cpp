// What the leaves of control flow become in a kernel: assignments of locals, ifs, loops, jumps.
#include "core/codegen/kernel/kernel_flow.h"

#include "core/analysis/assigned_symbols.h"
#include "core/analysis/named_elements.h"
#include "core/codegen/flow/flow_lowering.h"
#include "core/codegen/flow/loop_count.h"
#include "core/codegen/kernel/elements.h"
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
bool hasIntegerBounds(const KernelBody& body, const Environment& env, const LoopCount& count) {
    return std::ranges::none_of(std::array{count.begin, count.end}, [&](const Expr& e) {
        return isReal(body, env.outer(e)) ||
               std::ranges::any_of(symbolic::freeSymbols(e), [&](const std::string& name) {
                   return env.storage.contains(name) && !env.symbols.contains(name);
               });
    });
}

/// A local for the loop's variable, unless it is one already.
void declareVariable(KernelBody& body, Environment& env, const FlowLoop& loop) {
    if (loop.variable.empty() || env.variables.contains(loop.variable))
        return;
    const std::string local = body.fresh(loop.variable);
    const ir::ScalarType type = analysis::assignedSymbols(*env.sdfg).at(loop.variable);
    body.localTypes[local] = type;
    body.emit({DeclareScalar{type, local, nullptr, false}});
    env.symbols.set(loop.variable, Expr::symbol(local));
}

class KernelLeaves {
public:
    using Condition = ValuePtr;
    using Parts = LoopParts<Condition>;

    KernelLeaves(KernelBody& body, Environment& env) : body_(body), env_(env) {}

    Expected<void> state(const ir::Block& block) {
        const ir::State& state = *block.as<ir::State>();
        if (state.nodes.empty())
            return {};
        const ir::StateIndex index(state);
        const SymbolTable before = env_.symbols;
        for (const std::string& name : analysis::namedElements(*env_.sdfg, state)) {
            MW_TRY(const ContainerStorage* const storage, storageOf(env_, name, block.id));
            env_.symbols.set(name,
                             integerLocal(body_, loadAt(body_, *storage, storage->offset), name));
        }
        auto done = lowerScope(body_, env_, &block, index, {});
        env_.symbols = before;
        return done;
    }

    Expected<void> assign(const std::string& name, const tasklet::Ast& expression,
                          ElementId element) {
        MW_TRY(const ValuePtr value, condition(expression, element));
        const auto found = env_.symbols.find(name);
        if (found == env_.symbols.end() || !found->second.isSymbol())
            return cannotLower(fmt::format("'{}' is assigned but is no symbol of the kernel", name),
                               element);
        body_.emit({AssignScalar{found->second.name(), value}, element});
        return {};
    }

    Expected<ValuePtr> condition(const tasklet::Ast& expression, ElementId element) {
        decides_ = element;
        return flowValue(body_, env_, expression, element);
    }
    static std::optional<bool> known(const ValuePtr& condition) {
        const auto* literal = std::get_if<Literal>(&condition->kind);
        return literal ? std::optional(literal->text != "false" && literal->text != "0")
                       : std::nullopt;
    }

    template <class Then, class Otherwise>
    Expected<void> branch(ValuePtr condition, const Then& then, const Otherwise& otherwise) {
        const ElementId element = decides_;
        If statement;
        statement.condition = std::move(condition);
        MW_CHECK(body_.inside(statement.then, then));
        MW_CHECK(body_.inside(statement.otherwise, otherwise));
        body_.emit({std::move(statement), element});
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
        if (!loop.machine.empty())
            return cannotLower("a state machine inside of a kernel is neither branches nor loops",
                               loop.element);
        MW_TRY(const auto count, countOf(loop, *env_.sdfg));
        return body_.madeOf(loop.element, [&] {
            return count && hasIntegerBounds(body_, env_, *count) ? countedLoop(loop, *count, parts)
                                                                  : generalLoop(loop, parts);
        });
    }

private:
    Expected<void> countedLoop(const FlowLoop& loop, const LoopCount& count, const Parts& parts) {
        For statement;
        statement.begin = symbolic::simplify(env_.outer(count.begin));
        statement.end = symbolic::simplify(env_.outer(count.end));
        statement.step = count.step;
        statement.unroll = loop.unroll ? (loop.unrollFactor > 0 ? loop.unrollFactor : -1) : 0;
        statement.variable = body_.fresh(loop.variable);
        const Expr last = afterLoop(statement.begin, statement.end, count.step);
        const auto before = env_.symbols;
        env_.symbols.set(loop.variable, Expr::symbol(statement.variable));
        body_.beforeContinue.emplace_back();
        MW_CHECK(body_.inside(statement.body, parts.body));
        body_.beforeContinue.pop_back();
        env_.symbols = before;
        body_.emit({std::move(statement)});
        // the variable keeps its value behind the loop
        const auto outer = before.find(loop.variable);
        if (outer != before.end() && outer->second.isSymbol() &&
            body_.variables.contains(outer->second.name()))
            body_.emit({AssignScalar{outer->second.name(),
                                     makeValue(Index{last}, ir::ScalarType::int64)}});
        else
            env_.symbols.set(loop.variable, last);
        return {};
    }

    Expected<void> generalLoop(const FlowLoop& loop, const Parts& parts) {
        declareVariable(body_, env_, loop);
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
    Environment& env_;
    ElementId decides_; ///< whose condition was lowered last
};

} // namespace

Expected<ValuePtr> flowValue(KernelBody& body, Environment& env, const tasklet::Ast& expression,
                             ElementId element) {
    return atElement(ValueLowering(&body, env, {}, body.plan).lower(expression), element);
}

Expected<void> lowerKernelFlow(KernelBody& body, Environment& env, const FlowList& list) {
    return lowerFlow(list, KernelLeaves(body, env));
}

/// From within loops of the SDFG's own a `return` leaves them one after the other, each of which
/// looks at the flag behind it.
Expected<void> lowerReturningFlow(KernelBody& body, Environment& env, const FlowList& list) {
    const std::string flag = body.fresh("mw_returned");
    body.emit({DeclareScalar{ir::ScalarType::boolean, flag, boolean("false"), false}});
    While once;
    once.condition = boolean("true");
    const std::string before = std::exchange(body.returned, flag);
    const auto turn = [&]() -> Expected<void> {
        MW_CHECK(lowerKernelFlow(body, env, list));
        body.emit({Jump{true}});
        return {};
    };
    MW_CHECK(body.inside(once.body, turn));
    body.returned = before;
    body.emit({std::move(once)});
    return {};
}

} // namespace mw::codegen
