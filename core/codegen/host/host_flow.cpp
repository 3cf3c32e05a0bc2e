// Control flow of the host: branches, loops, symbols.
#include "core/analysis/assigned_symbols.h"
#include "core/analysis/raw_code.h"
#include "core/codegen/flow/symbol_flow.h"
#include "core/codegen/host/host_lowering.h"
#include "core/conventions/conventions.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

HostJump::Kind jumpKind(ir::Jump jump) {
    return jump == ir::Jump::breakLoop      ? HostJump::Kind::leaveLoop
           : jump == ir::Jump::continueLoop ? HostJump::Kind::nextTurn
                                            : HostJump::Kind::leaveScope;
}

} // namespace

Expected<void> HostLowering::zeroedFlow(Frame& frame, const FlowList& list, Steps& steps) {
    Steps body; // only when it is lowered it is known which temporaries have memory
    MW_CHECK(flow(frame, list, body));
    for (const std::string& array : frame.zeroed)
        steps.push_back({ZeroArray{array}});
    std::move(body.begin(), body.end(), std::back_inserter(steps));
    return {};
}

Expected<void> HostLowering::flow(Frame& frame, const FlowList& list, Steps& steps) {
    for (const Flow& one : list) {
        if (const auto* s = std::get_if<FlowState>(&one.kind)) {
            MW_CHECK(state(frame, *s->block, steps));
        } else if (const auto* a = std::get_if<FlowAssign>(&one.kind)) {
            for (const auto& [name, text] : a->edge->assignments)
                MW_CHECK(assignText(frame, name, text, a->edge->id, steps));
        } else if (const auto* b = std::get_if<FlowBranch>(&one.kind)) {
            if (isAddedAround(*b))
                note("skipped-metrics", "a block that only measures time is not run", b->element);
            else
                MW_CHECK(branch(frame, *b, 0, steps));
        } else if (const auto* l = std::get_if<FlowLoop>(&one.kind)) {
            MW_CHECK(loop(frame, *l, steps));
        } else if (const auto* j = std::get_if<FlowJump>(&one.kind)) {
            steps.push_back({HostJump{jumpKind(j->jump)}});
        }
    }
    return {};
}

void HostLowering::declareSymbol(Frame& frame, const std::string& name, ir::ScalarType type) {
    const bool root = frame.sdfg == document_.root.get();
    const std::string unique = root ? name : planNames_.fresh(name);
    planNames_.reserve(unique);
    context_.symbolTypes.set(unique, type);
    context_.assigned.insert(unique);
    frame.symbols.set(name, Expr::symbol(unique));
    frame.variables.insert(name);
}

void HostLowering::declareSymbols(Frame& frame) {
    for (const auto& [name, type] : analysis::assignedSymbols(*frame.sdfg))
        declareSymbol(frame, name, type);
}

/// The same for a nested SDFG, whose symbols begin with what the node maps in.
Expected<void> HostLowering::declareSymbols(Frame& frame, const FlowList& list,
                                            const ir::Node& node, Steps& steps) {
    const auto& mapping = node.as<ir::NestedSdfg>()->symbolMapping;
    std::map<std::string, HostValue> first;
    for (const auto& name : readUnassigned(list, *frame.sdfg))
        if (mapping.contains(name) || frame.sdfg->constants.contains(name)) {
            MW_TRY(first[name], hostExpr(frame, name, node.id, steps));
        }
    declareSymbols(frame);
    for (const auto& [name, value] : first) {
        const std::string& symbol = frame.symbols.at(name).name();
        steps.push_back({AssignSymbol{symbol, converted(value, context_.symbolTypes.at(symbol))}});
    }
    return {};
}

Expr HostLowering::elementOf(const Place& place, const Expr& linear) const {
    return Expr::make(symbolic::Op::subscript, {Expr::symbol(place.name), linear});
}

/// Elements of containers are read into symbols of their own by steps before.
Expected<HostValue> HostLowering::hostExpr(Frame& frame, const std::string& text, ElementId element,
                                           Steps& steps) {
    const auto read = [&](const std::string& container,
                          const std::vector<Expr>& index) -> Expected<HostValue> {
        if (!frame.places.contains(container))
            MW_CHECK(materialise(frame, container));
        const Place& place = frame.places.at(container);
        if (place.kind != Place::Kind::buffer)
            return cannotLower(fmt::format("'{}' cannot be read on the host", container), element);
        const std::string symbol = planNames_.fresh(place.name + "_value");
        context_.symbolTypes.set(symbol, place.type);
        context_.assigned.insert(symbol);
        steps.push_back({AssignSymbol{symbol, elementOf(place, linearIndex(place, index))}});
        return HostValue{Expr::symbol(symbol), place.type};
    };
    const auto ast = tasklet::parseExpression(text);
    auto value = ast ? HostExpression(frame, context_, read).lower(**ast)
                     : Expected<HostValue>(Unexpected(ast.error()));
    if (!value) {
        value.error().location.elements = {element};
        return Unexpected(std::move(value).error());
    }
    value->expr = symbolic::simplify(value->expr);
    return value;
}

Expected<void> HostLowering::assignText(Frame& frame, const std::string& name,
                                        const std::string& text, ElementId element, Steps& steps) {
    MW_TRY(const HostValue value, hostExpr(frame, text, element, steps));
    if (!frame.variables.contains(name))
        return cannotLower(fmt::format("'{}' is assigned but is no symbol", name), element);
    const std::string& symbol = frame.symbols.at(name).name();
    steps.push_back({AssignSymbol{symbol, converted(value, context_.symbolTypes.at(symbol))}});
    return {};
}

Expected<void> HostLowering::statementText(Frame& frame, const std::string& text, ElementId element,
                                           Steps& steps) {
    if (text.empty())
        return {};
    const auto code = tasklet::parse(text);
    if (!code || code->statements.size() != 1 ||
        code->statements[0].target->op != tasklet::Op::name)
        return cannotLower(fmt::format("'{}' is not one assignment", text), element);
    const auto& one = code->statements[0];
    const std::string value = tasklet::print(*one.value);
    return assignText(frame, one.target->text,
                      one.augment.empty()
                          ? value
                          : fmt::format("({} {} {})", one.target->text, one.augment, value),
                      element, steps);
}

Expected<void> HostLowering::branch(Frame& frame, const FlowBranch& branch, std::size_t arm,
                                    Steps& steps) {
    if (arm == branch.arms.size())
        return {};
    const auto& one = branch.arms[arm];
    if (!one.condition)
        return flow(frame, one.body, steps);
    MW_TRY(const HostValue value, hostExpr(frame, *one.condition, branch.element, steps));
    const Expr& condition = value.expr;
    if (const auto known = symbolic::evaluate(condition, {}))
        return known->truthy() ? flow(frame, one.body, steps)
                               : this->branch(frame, branch, arm + 1, steps);
    HostIf statement;
    statement.condition = condition;
    MW_CHECK(flow(frame, one.body, statement.then));
    MW_CHECK(this->branch(frame, branch, arm + 1, statement.otherwise));
    steps.push_back({std::move(statement)});
    return {};
}

Expected<void> HostLowering::loop(Frame& frame, const FlowLoop& loop, Steps& steps) {
    HostLoop statement;
    ++loopDepth_;
    MW_CHECK(statementText(frame, loop.init, loop.element, statement.init));
    Steps before;
    MW_TRY(const HostValue holds, hostExpr(frame, loop.condition, loop.element, before));
    statement.condition = holds.expr;
    if (!before.empty()) { // values that the condition reads: before the loop and after each turn
        statement.init.insert(statement.init.end(), before.begin(), before.end());
    }
    MW_CHECK(flow(frame, loop.body, statement.body));
    statement.checkAfterBody = loop.inverted;
    if (loop.inverted && !loop.updateBeforeCondition) { // the check stands in front of the update
        HostIf leave;
        leave.condition = std::exchange(statement.condition, Expr(1));
        leave.otherwise.push_back({HostJump{HostJump::Kind::leaveLoop}});
        statement.update = before;
        statement.update.push_back({std::move(leave)});
        MW_CHECK(statementText(frame, loop.update, loop.element, statement.update));
    } else {
        MW_CHECK(statementText(frame, loop.update, loop.element, statement.update));
        statement.update.insert(statement.update.end(), before.begin(), before.end());
    }
    --loopDepth_;
    steps.push_back({std::move(statement)});
    return {};
}

// ---- what GT4Py adds around a program

bool HostLowering::isAddedAround(const FlowBranch& branch) {
    const auto measures = [](const FlowList& list) {
        return std::all_of(list.begin(), list.end(), [](const Flow& one) {
            const auto* state = std::get_if<FlowState>(&one.kind);
            if (!state)
                return false;
            const auto& nodes = state->block->as<ir::State>()->nodes;
            return std::all_of(nodes.begin(), nodes.end(), [](const ir::NodePtr& node) {
                const auto* tasklet = node->as<ir::Tasklet>();
                return node->as<ir::AccessNode>() ||
                       (tasklet && analysis::isAddedByGt4py(*tasklet));
            });
        });
    };
    return !branch.arms.empty() &&
           std::all_of(branch.arms.begin(), branch.arms.end(), [&](const auto& arm) {
               return arm.condition &&
                      arm.condition->find(conventions::kMetricsLevel) != std::string::npos &&
                      measures(arm.body);
           });
}

} // namespace mw::codegen
