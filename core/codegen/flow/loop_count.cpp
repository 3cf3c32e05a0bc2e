// Loops that count, recognised from the texts of their init, condition and update.
#include "core/codegen/flow/loop_count.h"

#include "core/codegen/flow/flow_text.h"
#include "core/codegen/flow/symbol_flow.h"

#include <algorithm>
#include <cstdlib>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// Whether a jump leaves this very loop.
bool hasBreak(const FlowList& list) {
    return std::any_of(list.begin(), list.end(), [](const Flow& one) {
        if (const auto* jump = std::get_if<FlowJump>(&one.kind))
            return jump->jump != ir::Jump::continueLoop;
        if (const auto* loop = std::get_if<FlowLoop>(&one.kind))
            return returnsEarly(loop->body);
        const auto* branch = std::get_if<FlowBranch>(&one.kind);
        return branch && std::any_of(branch->arms.begin(), branch->arms.end(),
                                     [](const auto& arm) { return hasBreak(arm.body); });
    });
}

/// The last value that the condition lets in: of `v < bound`, or the like.
std::optional<Expr> lastOf(const tasklet::Ast& condition, const std::string& variable,
                           std::int64_t step) {
    if (condition.op != tasklet::Op::binary || condition.args[0]->op != tasklet::Op::name ||
        condition.args[0]->text != variable)
        return std::nullopt;
    const auto bound = tasklet::toExpr(*condition.args[1]);
    const std::string strict = step > 0 ? "<" : ">";
    if (!bound || (condition.text != strict && condition.text != strict + "="))
        return std::nullopt;
    const std::int64_t beyond = condition.text != strict ? 0 : step > 0 ? 1 : -1;
    return *bound - beyond;
}

/// From the texts alone.
Expected<std::optional<LoopCount>> saidCount(const FlowLoop& loop) {
    if (loop.variable.empty() || loop.inverted || loop.init.empty() || loop.update.empty())
        return std::nullopt;
    MW_TRY(const FlowStatement init, flowStatement(loop.init, loop.element));
    MW_TRY(const FlowStatement update, flowStatement(loop.update, loop.element));
    const auto condition = tasklet::parseExpression(loop.condition);
    const auto begin = tasklet::toExpr(*init.value);
    const auto next = tasklet::toExpr(*update.value);
    if (!condition || !begin || !next || init.name != loop.variable || update.name != loop.variable)
        return std::nullopt;
    const auto step = symbolic::simplify(*next - Expr::symbol(loop.variable)).asInteger();
    if (!step || *step == 0)
        return std::nullopt;
    const auto last = lastOf(**condition, loop.variable, *step);
    return last ? std::optional(LoopCount{*begin, *last, *step}) : std::nullopt;
}

/// Whether the body changes the variable or the bound, or the variable's type may wrap.
bool changesCount(const FlowLoop& loop, const LoopCount& count, const ir::Sdfg& sdfg) {
    const auto declared = sdfg.symbols.find(loop.variable);
    const auto type =
        declared == sdfg.symbols.end() ? ir::ScalarType::int64 : declared->second.scalar;
    if (type != ir::ScalarType::int32 && type != ir::ScalarType::int64)
        return true;
    analysis::NameSet changing = assignedIn(loop.body);
    if (changing.contains(loop.variable))
        return true;
    changing.insert(loop.variable);
    const auto bound = symbolic::freeSymbols(count.end);
    return std::ranges::any_of(bound, [&](const auto& name) { return changing.contains(name); });
}

} // namespace

Expected<std::optional<LoopCount>> countOf(const FlowLoop& loop, const ir::Sdfg& sdfg) {
    MW_TRY(auto count, saidCount(loop));
    if (count && (hasBreak(loop.body) || changesCount(loop, *count, sdfg)))
        count.reset();
    return count;
}

Expr afterLoop(const Expr& begin, const Expr& end, std::int64_t step) {
    const Expr span = step > 0 ? end - begin : begin - end;
    const Expr turns = symbolic::max(0, symbolic::intFloor(span, std::abs(step)) + 1);
    return begin + step * turns;
}

} // namespace mw::codegen
