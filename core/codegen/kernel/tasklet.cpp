// Tasklets inside a kernel: connectors to operands, statements to values.
#include "core/codegen/kernel/tasklet.h"

#include "core/codegen/kernel/elements.h"
#include "core/codegen/kernel/raw_tasklet.h"
#include "core/codegen/kernel/tasklet_outputs.h"
#include "core/codegen/values/make_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

namespace {

int timesRead(const tasklet::Ast& ast, const std::string& name) {
    int count = ast.op == tasklet::Op::name && ast.text == name ? 1 : 0;
    for (const auto& arg : ast.args)
        count += timesRead(*arg, name);
    return count;
}

int timesRead(const tasklet::Code& code, const std::string& name) {
    int count = 0;
    for (const auto& statement : code.statements)
        count += timesRead(*statement.value, name);
    return count;
}

bool isInlineable(const Value& value) {
    return std::holds_alternative<Literal>(value.kind) ||
           std::holds_alternative<LocalRef>(value.kind);
}

/// Whether the code subscripts `name`.
bool isSubscripted(const tasklet::Ast& ast, const std::string& name) {
    if (ast.op == tasklet::Op::subscript && ast.args[0]->op == tasklet::Op::name &&
        ast.args[0]->text == name)
        return true;
    return std::any_of(ast.args.begin(), ast.args.end(),
                       [&](const auto& a) { return isSubscripted(*a, name); });
}

Expected<Operands> taskletInputs(KernelBody& body, Environment& env, const ir::StateIndex& index,
                                 const ir::Node& node, const tasklet::Code& code) {
    Operands operands;
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (edge->dstConnector.empty())
            continue;
        if (edge->memlet.empty()) {
            const auto value = body.edgeValues.find(edge->id);
            if (value == body.edgeValues.end())
                return cannotLower(fmt::format("the value of '{}' comes from another kernel; it "
                                               "needs a container between",
                                               edge->dstConnector),
                                   edge->id);
            operands[edge->dstConnector].value = value->second;
            continue;
        }
        MW_TRY(Operand input, operandOf(body, env, *edge));
        const std::string& name = edge->dstConnector;
        const bool region =
            std::any_of(code.statements.begin(), code.statements.end(),
                        [&](const auto& s) { return isSubscripted(*s.value, name); });
        if (region && input.storage)
            input.value = nullptr;
        else if (input.value && !isInlineable(*input.value) && timesRead(code, name) > 1) {
            const std::string local =
                body.declare(input.value->type, shortName(name, "value"), input.value);
            input.value = makeValue(LocalRef{local}, input.value->type);
        }
        operands[name] = std::move(input);
    }
    return operands;
}

/// Element type of the container that an output goes to; none for other names.
ir::ScalarType outputType(const Environment& env, const ir::StateIndex& index, const ir::Node& node,
                          const std::string& name) {
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        if (edge->srcConnector != name || edge->memlet.empty())
            continue;
        if (const ir::DataDescriptor* data = env.sdfg->data(edge->memlet.data))
            return data->dtype.scalar;
    }
    return ir::ScalarType::none;
}

/// A name keeps the type of its first value; an output has the type of its container.
void assignLocal(KernelBody& body, Operands& values, const std::string& name, const ValuePtr& value,
                 ir::ScalarType outputType) {
    const auto known = values.find(name);
    ir::ScalarType type = outputType == ir::ScalarType::none ? value->type : outputType;
    if (known != values.end() && known->second.value)
        type = known->second.value->type;
    Operand local;
    if (type == value->type) {
        local.value = keep(body, value, shortName(name, "value"));
    } else {
        const std::string converted = body.declare(type, shortName(name, "value"), value);
        local.value = makeValue(LocalRef{converted}, type);
    }
    values[name] = std::move(local);
}

/// Whether another statement assigns the same name under an `if`: the name is a variable then.
bool isGuarded(const tasklet::Code& code, const tasklet::Assignment& statement) {
    return statement.target->op == tasklet::Op::name &&
           std::ranges::any_of(code.statements, [&](const tasklet::Assignment& one) {
               return !one.guards.empty() && one.target->op == tasklet::Op::name &&
                      one.target->text == statement.target->text;
           });
}

/// All guards hold; null: there are none.
ValuePtr guardOf(const tasklet::Assignment& statement, const Operands& values) {
    ValuePtr all;
    for (const tasklet::Guard& guard : statement.guards) {
        ValuePtr one = values.at(guard.name).value;
        if (!guard.holds)
            one = makeValue(Unary{"!", one}, ir::ScalarType::boolean);
        all = all ? makeValue(Binary{"&&", all, one}, ir::ScalarType::boolean) : one;
    }
    return all;
}

Expected<ValuePtr> valueOf(KernelBody& body, Environment& env, const ir::Node& node,
                           const tasklet::Assignment& statement, const Operands& values) {
    auto ast = statement.value;
    if (!statement.augment.empty())
        ast = std::make_shared<tasklet::Ast>(tasklet::Ast{tasklet::Op::binary,
                                                          statement.augment,
                                                          {statement.target, ast},
                                                          ast->column,
                                                          ast->line});
    auto value = ValueLowering(&body, env, values, body.plan).lower(*ast);
    if (!value) {
        value.error().sentence =
            fmt::format("tasklet '{}': {}", node.as<ir::Tasklet>()->label, value.error().sentence);
        value.error().location.elements = {node.id};
    }
    return value;
}

/// A statement under an `if`, or one that assigns what such a statement assigns: the name is a
/// variable of the kernel, and what it needs is computed where the branch is taken alone.
Expected<void> assignGuarded(KernelBody& body, Environment& env, const ir::StateIndex& index,
                             const ir::Node& node, const tasklet::Code& code,
                             const tasklet::Assignment& statement, Operands& values,
                             GuardedNames& guarded) {
    const ValuePtr guard = guardOf(statement, values);
    const auto under = [&](const std::function<Expected<void>()>& lower) -> Expected<void> {
        if (!guard)
            return lower();
        If taken;
        taken.condition = guard;
        MW_CHECK(body.inside(taken.then, lower));
        body.emit({std::move(taken)});
        return {};
    };
    if (statement.target->op == tasklet::Op::subscript)
        return under([&] { return storeRegion(body, env, index, node, statement, values); });
    const std::string& name = statement.target->text;
    const auto known = guarded.find(name);
    GuardedName variable = known == guarded.end() ? GuardedName{} : known->second;
    Statements then;
    ValuePtr value;
    MW_CHECK(body.inside(then, [&]() -> Expected<void> {
        MW_TRY(value, valueOf(body, env, node, statement, values));
        return {};
    }));
    if (known == guarded.end()) {
        const auto before = values.find(name);
        const ValuePtr first = before == values.end() ? nullptr : before->second.value;
        const ir::ScalarType wanted = outputType(env, index, node, name);
        variable.type = first ? first->type : wanted != ir::ScalarType::none ? wanted : value->type;
        variable.local = body.fresh(shortName(name, "value"));
        body.localTypes[variable.local] = variable.type;
        body.variables.insert(variable.local);
        body.emit({DeclareScalar{variable.type, variable.local, first, false}});
        if (!first && !tasklet::isAlwaysAssigned(code, name)) {
            variable.flag = body.fresh("assigned");
            body.localTypes[variable.flag] = ir::ScalarType::boolean;
            body.variables.insert(variable.flag);
            body.emit({DeclareScalar{ir::ScalarType::boolean, variable.flag,
                                     makeValue(Literal{"false"}, ir::ScalarType::boolean), false}});
        }
        guarded[name] = variable;
    }
    then.push_back({AssignScalar{variable.local, castTo(value, variable.type)}});
    if (!variable.flag.empty())
        then.push_back(
            {AssignScalar{variable.flag, makeValue(Literal{"true"}, ir::ScalarType::boolean)}});
    if (guard) {
        If taken;
        taken.condition = guard;
        taken.then = std::move(then);
        body.emit({std::move(taken)});
    } else {
        for (Statement& one : then)
            body.emit(std::move(one));
    }
    Operand operand;
    operand.value = makeValue(LocalRef{variable.local}, variable.type);
    values[name] = std::move(operand);
    return {};
}

} // namespace

Expected<Operand> operandOf(KernelBody& body, Environment& env, const ir::Edge& edge) {
    MW_TRY(ContainerStorage* const storage, storageOf(env, edge.memlet.data, edge.id));
    if (!edge.memlet.subset)
        return cannotLower("a memlet at a tasklet needs a subset", edge.id);
    const symbolic::Subset& subset = *edge.memlet.subset;
    const auto begin = begins(env, subset);
    Operand result;
    if (subset.isPoint() || storage->kind == ContainerStorage::Kind::localScalar ||
        storage->kind == ContainerStorage::Kind::hostValue)
        result.value = loadElement(body, *storage, begin);
    if (storage->kind == ContainerStorage::Kind::localScalar ||
        storage->kind == ContainerStorage::Kind::hostValue)
        return result;
    result.storage = storage;
    result.offset = linearIndex(*storage, begin);
    result.allStrides = storage->strides;
    for (std::size_t i = 0; i < std::min(subset.dims.size(), storage->strides.size()); ++i)
        if (!subset.dims[i].isPoint() && !subset.dims[i].size().isInteger(1))
            result.strides.push_back(storage->strides[i]);
    return result;
}

Expected<void> lowerTasklet(KernelBody& body, Environment& env, const ir::StateIndex& index,
                            const ir::Node& node) {
    const auto& tasklet = *node.as<ir::Tasklet>();
    if (tasklet.code.language == ir::Language::CPP)
        return lowerRawTasklet(body, env, index, node);
    if (tasklet.code.language != ir::Language::Python)
        return cannotLower(fmt::format("the tasklet '{}' is written in {}, which kernels do not "
                                       "take",
                                       tasklet.label, ir::name(tasklet.code.language)),
                           node.id);
    auto code = tasklet::parseBranches(tasklet.code.text);
    if (!code) {
        code.error().sentence =
            fmt::format("tasklet '{}': {}", tasklet.label, code.error().sentence);
        code.error().location.elements = {node.id};
        return Unexpected(std::move(code).error());
    }
    MW_TRY(Operands values, taskletInputs(body, env, index, node, *code));
    GuardedNames guarded;
    for (const auto& statement : code->statements) {
        if (!statement.guards.empty() || isGuarded(*code, statement)) {
            MW_CHECK(assignGuarded(body, env, index, node, *code, statement, values, guarded));
            continue;
        }
        if (statement.target->op == tasklet::Op::subscript) {
            MW_CHECK(storeRegion(body, env, index, node, statement, values));
            continue;
        }
        MW_TRY(const ValuePtr value, valueOf(body, env, node, statement, values));
        const std::string& name = statement.target->text;
        if (code->statements.size() == 1)
            values[name].value = value;
        else
            assignLocal(body, values, name, value, outputType(env, index, node, name));
    }
    return storeOutputs(body, env, index, node, values, guarded);
}

} // namespace mw::codegen
