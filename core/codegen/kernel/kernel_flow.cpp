// Nested SDFGs and their control flow inside a kernel.
#include "core/analysis/assigned_symbols.h"
#include "core/codegen/ctext.h"
#include "core/codegen/flow/symbol_flow.h"
#include "core/codegen/kernel/kernel_lowering.h"
#include "core/codegen/values/value_lowering.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace mw::codegen {

using symbolic::Expr;

Expected<void> KernelLowering::nested(Frame& frame, const ir::StateIndex& index,
                                      const ir::Node& node) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    if (++depth_ > 128)
        return cannotLower("SDFGs are nested too deeply", node.id);
    MW_TRY(Frame inner, enterNested(frame, index, node));
    MW_TRY(const FlowList list, structure(nested.sdfg->body));
    MW_TRY(auto variables, symbolVariables(inner, list, node));
    MW_CHECK(bindConnectors(frame, inner, index, node));
    for (DeclareScalar& variable : variables)
        emit({std::move(variable)});
    MW_CHECK(declareLocals(inner, {}, {}));
    MW_CHECK(returnsEarly(list) ? flowWithReturns(inner, list) : flow(inner, list));
    --depth_;
    return {};
}

/// A loop of one turn around the SDFG: a `return` leaves it. From within loops of the SDFG's own it
/// leaves them one after the other, each of which looks at the flag behind it.
Expected<void> KernelLowering::flowWithReturns(Frame& frame, const FlowList& list) {
    const std::string flag = names_.fresh("mw_returned");
    emit({DeclareScalar{ir::ScalarType::boolean, flag,
                        makeValue(Literal{"false"}, ir::ScalarType::boolean), false}});
    While once;
    once.condition = makeValue(Literal{"true"}, ir::ScalarType::boolean);
    const std::string before = std::exchange(returned_, flag);
    const auto turn = [&]() -> Expected<void> {
        MW_CHECK(flow(frame, list));
        emit({Jump{true}});
        return {};
    };
    MW_CHECK(inside(once.body, turn));
    returned_ = before;
    emit({std::move(once)});
    return {};
}

Expected<void> KernelLowering::jump(const FlowJump& jump) {
    if (jump.jump == ir::Jump::returnProgram) {
        emit({AssignScalar{returned_, makeValue(Literal{"true"}, ir::ScalarType::boolean)}});
        emit({Jump{true}});
        return {};
    }
    if (jump.jump == ir::Jump::continueLoop && !beforeContinue_.empty() && beforeContinue_.back())
        MW_CHECK(beforeContinue_.back()());
    emit({Jump{jump.jump == ir::Jump::breakLoop}});
    return {};
}

Expected<void> KernelLowering::bindConnectors(Frame& outer, Frame& inner,
                                              const ir::StateIndex& index, const ir::Node& node) {
    std::set<std::string> writtenLocals;
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        if (edge->srcConnector.empty() || edge->memlet.empty())
            continue;
        MW_TRY(Place* const place, this->place(outer, edge->memlet.data, edge->id));
        if (place->kind == Place::Kind::localScalar && !place->declared) {
            emit({DeclareScalar{place->type, place->name, nullptr, false}});
            place->declared = true;
        }
        const ir::DataDescriptor* data = inner.sdfg->data(edge->srcConnector);
        if (!data || !edge->memlet.subset)
            return cannotLower(
                fmt::format("the connector '{}' names no container inside", edge->srcConnector),
                node.id);
        inner.places[edge->srcConnector] =
            aliasOf(*place, begins(outer, *edge->memlet.subset), *data, inner);
        writtenLocals.insert(place->name);
    }
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (edge->dstConnector.empty() || edge->memlet.empty() ||
            inner.places.contains(edge->dstConnector))
            continue;
        MW_TRY(Place* const place, this->place(outer, edge->memlet.data, edge->id));
        const ir::DataDescriptor* data = inner.sdfg->data(edge->dstConnector);
        if (!data || !edge->memlet.subset)
            return cannotLower(
                fmt::format("the connector '{}' names no container inside", edge->dstConnector),
                node.id);
        Place bound = aliasOf(*place, begins(outer, *edge->memlet.subset), *data, inner);
        // scalars come in by value: a copy where the nested SDFG may write the original
        const bool mayChange =
            writtenLocals.contains(place->name) ||
            (place->kind == Place::Kind::buffer && writtenArrays_.contains(place->name));
        if (data->isScalar() && mayChange && bound.kind != Place::Kind::hostValue) {
            const std::string local = names_.fresh(edge->dstConnector);
            localTypes_[local] = bound.type;
            emit({DeclareScalar{bound.type, local, load(bound, bound.offset), true}});
            bound = Place{};
            bound.kind = Place::Kind::localScalar;
            bound.name = local;
            bound.type = place->type;
        }
        inner.places[edge->dstConnector] = std::move(bound);
    }
    return {};
}

/// Variables of the kernel for the symbols that the SDFG assigns: they begin with what the node
/// maps in. In the order of the file; the names stand for the variables from here on.
Expected<std::vector<DeclareScalar>>
KernelLowering::symbolVariables(Frame& frame, const FlowList& list, const ir::Node& node) {
    std::vector<DeclareScalar> variables;
    frame.variables = sharedSymbols(list, *frame.sdfg);
    if (frame.variables.empty())
        return variables;
    const auto early = readUnassigned(list, *frame.sdfg);
    const auto types = analysis::assignedSymbols(*frame.sdfg);
    const auto& nested = *node.as<ir::NestedSdfg>();
    SymbolTable symbols = frame.symbols;
    std::set<std::string> seen;
    const auto declare = [&](const std::string& name) -> Expected<void> {
        if (!frame.variables.contains(name) || !seen.insert(name).second)
            return {};
        DeclareScalar variable{types.at(name), names_.fresh(name), nullptr, false};
        if (early.contains(name)) {
            if (!nested.symbolMapping.contains(name) && !frame.sdfg->constants.contains(name))
                return cannotLower(fmt::format("the nested SDFG '{}' may read the symbol '{}' "
                                               "before it assigns it, and is given no value for it",
                                               nested.label, name),
                                   node.id);
            MW_TRY(variable.init, condition(frame, name, node.id));
        }
        localTypes_[variable.name] = variable.type;
        symbols.set(name, Expr::symbol(variable.name));
        variables.push_back(std::move(variable));
        return {};
    };
    Expected<void> declared;
    analysis::forEachInterstateEdge(frame.sdfg->body, [&](const ir::InterstateEdge& edge) {
        for (const auto& [name, value] : edge.assignments)
            if (declared)
                declared = declare(name);
    });
    MW_CHECK(declared);
    for (const std::string& name : frame.variables)
        MW_CHECK(declare(name));
    frame.symbols = std::move(symbols);
    return variables;
}

Expected<void> KernelLowering::flow(Frame& frame, const FlowList& list) {
    for (const Flow& one : list) {
        if (const auto* state = std::get_if<FlowState>(&one.kind))
            MW_CHECK(flowState(frame, *state->block));
        else if (const auto* assign = std::get_if<FlowAssign>(&one.kind))
            MW_CHECK(assignments(frame, *assign->edge));
        else if (const auto* branches = std::get_if<FlowBranch>(&one.kind))
            MW_CHECK(branch(frame, *branches, 0));
        else if (const auto* repeat = std::get_if<FlowLoop>(&one.kind))
            MW_CHECK(loop(frame, *repeat));
        else if (const auto* jump = std::get_if<FlowJump>(&one.kind))
            MW_CHECK(this->jump(*jump));
    }
    return {};
}

Expected<void> KernelLowering::flowState(Frame& frame, const ir::Block& block) {
    const ir::State& state = *block.as<ir::State>();
    if (state.nodes.empty())
        return {};
    const ir::StateIndex index(state);
    return scope(frame, &block, index, {});
}

Expected<ValuePtr> KernelLowering::condition(Frame& frame, const std::string& text,
                                             ElementId element) {
    auto ast = tasklet::parseExpression(text);
    if (ast) {
        auto value = ValueLowering(this, frame, {}, context_).lower(**ast);
        if (value)
            return value;
        value.error().location.elements = {element};
        return Unexpected(std::move(value).error());
    }
    ast.error().location.elements = {element};
    return Unexpected(std::move(ast).error());
}

Expected<void> KernelLowering::assignText(Frame& frame, const std::string& name,
                                          const std::string& text, ElementId element) {
    MW_TRY(const ValuePtr value, condition(frame, text, element));
    const auto found = frame.symbols.find(name);
    if (found == frame.symbols.end() || !found->second.isSymbol())
        return cannotLower(fmt::format("'{}' is assigned but is no symbol of the kernel", name),
                           element);
    emit({AssignScalar{found->second.name(), value}});
    return {};
}

Expected<void> KernelLowering::assignments(Frame& frame, const ir::InterstateEdge& edge) {
    for (const auto& [name, text] : edge.assignments)
        MW_CHECK(assignText(frame, name, text, edge.id));
    return {};
}

Expected<void> KernelLowering::branch(Frame& frame, const FlowBranch& branch, std::size_t arm) {
    if (arm == branch.arms.size())
        return {};
    const auto& one = branch.arms[arm];
    const auto body = [&] { return flow(frame, one.body); };
    if (!one.condition)
        return body();
    // `if c … else (not c) …` of the front end reads better as if/else
    MW_TRY(const ValuePtr value, condition(frame, *one.condition, branch.element));
    if (const auto* literal = std::get_if<Literal>(&value->kind))
        return literal->text == "false" || literal->text == "0"
                   ? this->branch(frame, branch, arm + 1)
                   : body();
    If statement;
    statement.condition = value;
    MW_CHECK(inside(statement.then, body));
    const bool complement = arm + 2 == branch.arms.size() && branch.arms[arm + 1].condition &&
                            *branch.arms[arm + 1].condition == "(not " + *one.condition + ")";
    MW_CHECK(inside(statement.otherwise, [&] {
        return complement ? flow(frame, branch.arms[arm + 1].body)
                          : this->branch(frame, branch, arm + 1);
    }));
    emit({std::move(statement)});
    return {};
}

namespace {

/// `name = value` of a loop's init or update statement.
Expected<tasklet::Assignment> oneAssignment(const std::string& text, ElementId element) {
    auto code = tasklet::parse(text);
    if (!code || code->statements.size() != 1 ||
        code->statements[0].target->op != tasklet::Op::name)
        return cannotLower(fmt::format("'{}' is not one assignment", text), element);
    return code->statements[0];
}

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

} // namespace

Expected<void> KernelLowering::statementText(Frame& frame, const std::string& text,
                                             ElementId element) {
    if (text.empty())
        return {};
    MW_TRY(const auto assignment, oneAssignment(text, element));
    const std::string value = tasklet::print(*assignment.value);
    return assignText(
        frame, assignment.target->text,
        assignment.augment.empty()
            ? value
            : fmt::format("({} {} {})", assignment.target->text, assignment.augment, value),
        element);
}

bool KernelLowering::isRealValued(const Frame& frame, const Expr& e) const {
    const std::function<bool(const Expr&)> isReal = [&](const Expr& outer) {
        if (!outer.isSymbol())
            return outer.op() == symbolic::Op::real || std::ranges::any_of(outer.args(), isReal);
        const auto known = context_.symbolTypes.find(outer.name());
        return ir::isFloatingPoint(known != context_.symbolTypes.end() ? known->second
                                                                       : localType(outer.name()));
    };
    return isReal(frame.outer(e));
}

namespace {

/// `for (v = begin; v <= end; v += step)`, or `>=` where the step is negative.
struct Count {
    Expr begin, end;
    std::int64_t step = 1;
};

/// Loops like `v = a; v < b; v = v + c` with a constant step; nullopt for others.
Expected<std::optional<Count>> countOf(const FlowLoop& loop) {
    if (loop.variable.empty() || loop.inverted || loop.init.empty() || loop.update.empty())
        return std::nullopt;
    MW_TRY(const auto init, oneAssignment(loop.init, loop.element));
    MW_TRY(const auto update, oneAssignment(loop.update, loop.element));
    const Expr variable = Expr::symbol(loop.variable);
    const auto condition = tasklet::parseExpression(loop.condition);
    const auto begin = tasklet::toExpr(*init.value);
    auto next = tasklet::toExpr(*update.value);
    if (!condition || !begin || !next || init.target->text != loop.variable ||
        update.target->text != loop.variable)
        return std::nullopt;
    if (update.augment == "+" || update.augment == "-")
        next = update.augment == "+" ? variable + *next : variable - *next;
    else if (!update.augment.empty())
        return std::nullopt;
    const auto step = symbolic::simplify(*next - variable).asInteger();
    const tasklet::Ast& check = **condition;
    if (!step || *step == 0 || check.op != tasklet::Op::binary ||
        check.args[0]->op != tasklet::Op::name || check.args[0]->text != loop.variable)
        return std::nullopt;
    const auto bound = tasklet::toExpr(*check.args[1]);
    const std::string strict = *step > 0 ? "<" : ">";
    if (!bound || (check.text != strict && check.text != strict + "="))
        return std::nullopt;
    const std::int64_t beyond = check.text != strict ? 0 : *step > 0 ? 1 : -1;
    return Count{*begin, *bound - beyond, *step};
}

/// Whether the body changes the variable or the bound, or the variable's type may wrap.
bool changesCount(const FlowLoop& loop, const Count& count, const ir::Sdfg& sdfg) {
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

/// A loop that counts becomes a For; false otherwise.
Expected<bool> KernelLowering::countedLoop(Frame& frame, const FlowLoop& loop) {
    MW_TRY(const auto count, countOf(loop));
    if (!count || hasBreak(loop.body) || isRealValued(frame, count->begin) ||
        isRealValued(frame, count->end) || changesCount(loop, *count, *frame.sdfg))
        return false;
    for (const Expr& e : {count->begin, count->end})
        for (const auto& name : symbolic::freeSymbols(e))
            if (frame.places.contains(name) && !frame.symbols.contains(name))
                return false;
    For statement;
    statement.begin = symbolic::simplify(frame.outer(count->begin));
    statement.end = symbolic::simplify(frame.outer(count->end));
    statement.step = count->step;
    statement.unroll = loop.unroll ? (loop.unrollFactor > 0 ? loop.unrollFactor : -1) : 0;
    statement.variable = names_.fresh(loop.variable);
    const auto before = frame.symbols;
    frame.symbols.set(loop.variable, Expr::symbol(statement.variable));
    beforeContinue_.emplace_back();
    MW_CHECK(inside(statement.body, [&] { return flow(frame, loop.body); }));
    beforeContinue_.pop_back();
    frame.symbols = before;
    // the variable keeps its value after the loop: the first one that fails the condition
    const Expr span =
        count->step > 0 ? statement.end - statement.begin : statement.begin - statement.end;
    const Expr turns = symbolic::max(0, symbolic::intFloor(span, std::abs(count->step)) + 1);
    const Expr last = statement.begin + count->step * turns;
    emit({std::move(statement)});
    const auto outer = before.find(loop.variable);
    if (outer != before.end() && outer->second.isSymbol() &&
        variables_.contains(outer->second.name()))
        emit({AssignScalar{outer->second.name(), makeValue(Index{last}, ir::ScalarType::int64)}});
    else
        frame.symbols.set(loop.variable, last);
    return true;
}

Expected<void> KernelLowering::loop(Frame& frame, const FlowLoop& loop) {
    MW_TRY(const bool counted, countedLoop(frame, loop));
    if (counted)
        return {};
    if (!loop.variable.empty() && !frame.variables.contains(loop.variable)) {
        const std::string local = names_.fresh(loop.variable);
        const ir::ScalarType type = analysis::assignedSymbols(*frame.sdfg).at(loop.variable);
        localTypes_[local] = type;
        emit({DeclareScalar{type, local, nullptr, false}});
        frame.symbols.set(loop.variable, Expr::symbol(local));
    }
    MW_CHECK(statementText(frame, loop.init, loop.element));
    While statement;
    const bool late = loop.inverted;
    // the condition may need statements of its own: it is checked inside the loop
    statement.condition = makeValue(Literal{"true"}, ir::ScalarType::boolean);
    const auto leaveUnless = [&]() -> Expected<void> {
        MW_TRY(const ValuePtr holds, condition(frame, loop.condition, loop.element));
        If leave;
        leave.condition = makeValue(Unary{"!", holds}, ir::ScalarType::boolean);
        leave.then.push_back({Jump{true}});
        emit({std::move(leave)});
        return {};
    };
    const auto endOfTurn = [&]() -> Expected<void> {
        if (late && !loop.updateBeforeCondition)
            MW_CHECK(leaveUnless());
        MW_CHECK(statementText(frame, loop.update, loop.element));
        return late && loop.updateBeforeCondition ? leaveUnless() : Expected<void>{};
    };
    const auto turn = [&]() -> Expected<void> {
        if (!late)
            MW_CHECK(leaveUnless());
        MW_CHECK(flow(frame, loop.body));
        return endOfTurn();
    };
    beforeContinue_.emplace_back(endOfTurn);
    MW_CHECK(inside(statement.body, turn));
    beforeContinue_.pop_back();
    emit({std::move(statement)});
    if (returnsEarly(loop.body)) {
        If leave;
        leave.condition = makeValue(LocalRef{returned_}, ir::ScalarType::boolean);
        leave.then.push_back({Jump{true}});
        emit({std::move(leave)});
    }
    return {};
}

} // namespace mw::codegen
