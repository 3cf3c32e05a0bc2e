// Tasklets inside a kernel: connectors to operands, statements to values, values to stores.
#include "core/codegen/ctext.h"
#include "core/codegen/kernel/kernel_lowering.h"
#include "core/codegen/values/value_lowering.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

bool isPoint(const symbolic::Subset& subset) {
    return std::all_of(subset.dims.begin(), subset.dims.end(),
                       [](const auto& d) { return d.isPoint() || d.size().isInteger(1); });
}

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

} // namespace

Expected<Operand> KernelLowering::operand(Frame& frame, const ir::Edge& edge) {
    MW_TRY(Place* const place, this->place(frame, edge.memlet.data, edge.id));
    if (!edge.memlet.subset)
        return cannotLower("a memlet at a tasklet needs a subset", edge.id);
    const symbolic::Subset& subset = *edge.memlet.subset;
    const auto begin = begins(frame, subset);
    Operand result;
    if (isPoint(subset) || place->kind == Place::Kind::localScalar ||
        place->kind == Place::Kind::hostValue)
        result.value = loadElement(*place, begin);
    if (place->kind == Place::Kind::localScalar || place->kind == Place::Kind::hostValue)
        return result;
    result.place = place;
    result.offset = linearIndex(*place, begin);
    result.allStrides = place->strides;
    for (std::size_t i = 0; i < std::min(subset.dims.size(), place->strides.size()); ++i)
        if (!subset.dims[i].isPoint() && !subset.dims[i].size().isInteger(1))
            result.strides.push_back(place->strides[i]);
    return result;
}

Expected<Operands> KernelLowering::inputs(Frame& frame, const ir::StateIndex& index,
                                          const ir::Node& node, const tasklet::Code& code) {
    Operands operands;
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (edge->dstConnector.empty())
            continue;
        if (edge->memlet.empty()) {
            const auto value = edgeValues_.find(edge->id);
            if (value == edgeValues_.end())
                return cannotLower(fmt::format("the value of '{}' comes from another kernel; it "
                                               "needs a container between",
                                               edge->dstConnector),
                                   edge->id);
            operands[edge->dstConnector].value = value->second;
            continue;
        }
        MW_TRY(Operand input, operand(frame, *edge));
        const std::string& name = edge->dstConnector;
        const bool region =
            std::any_of(code.statements.begin(), code.statements.end(),
                        [&](const auto& s) { return isSubscripted(*s.value, name); });
        if (region && input.place)
            input.value = nullptr;
        else if (input.value && !isInlineable(*input.value) && timesRead(code, name) > 1) {
            const std::string local = names_.fresh(shortName(name, "value"));
            localTypes_[local] = input.value->type;
            emit({DeclareScalar{input.value->type, local, input.value, true}});
            input.value = makeValue(LocalRef{local}, input.value->type);
        }
        operands[name] = std::move(input);
    }
    return operands;
}

Expected<void> KernelLowering::tasklet(Frame& frame, const ir::StateIndex& index,
                                       const ir::Node& node) {
    const auto& tasklet = *node.as<ir::Tasklet>();
    if (tasklet.code.language == ir::Language::CPP)
        return rawTasklet(frame, index, node);
    if (tasklet.code.language != ir::Language::Python)
        return cannotLower(fmt::format("the tasklet '{}' is written in {}, which kernels do not "
                                       "take",
                                       tasklet.label, ir::name(tasklet.code.language)),
                           node.id);
    auto code = tasklet::parse(tasklet.code.text);
    if (!code) {
        code.error().sentence =
            fmt::format("tasklet '{}': {}", tasklet.label, code.error().sentence);
        code.error().location.elements = {node.id};
        return Unexpected(std::move(code).error());
    }
    MW_TRY(Operands values, inputs(frame, index, node, *code));
    for (const auto& statement : code->statements) {
        if (statement.target->op == tasklet::Op::subscript) {
            MW_CHECK(regionStore(frame, index, node, statement, values));
            continue;
        }
        auto ast = statement.value;
        if (!statement.augment.empty())
            ast = std::make_shared<tasklet::Ast>(tasklet::Ast{tasklet::Op::binary,
                                                              statement.augment,
                                                              {statement.target, ast},
                                                              ast->column,
                                                              ast->line});
        auto value = ValueLowering(this, frame, values, context_).lower(*ast);
        if (!value) {
            value.error().sentence =
                fmt::format("tasklet '{}': {}", tasklet.label, value.error().sentence);
            value.error().location.elements = {node.id};
            return Unexpected(std::move(value).error());
        }
        const std::string& name = statement.target->text;
        if (code->statements.size() == 1)
            values[name].value = *value;
        else
            assignLocal(values, name, *value, outputType(frame, index, node, name));
    }
    return outputs(frame, index, node, values);
}

/// A name keeps the type of its first value; an output has the type of its container (facts 7.4).
void KernelLowering::assignLocal(Operands& values, const std::string& name, const ValuePtr& value,
                                 ir::ScalarType outputType) {
    const auto known = values.find(name);
    ir::ScalarType type = outputType == ir::ScalarType::none ? value->type : outputType;
    if (known != values.end() && known->second.value)
        type = known->second.value->type;
    Operand local;
    if (type == value->type) {
        local.value = keep(value, shortName(name, "value"));
    } else {
        const std::string converted = names_.fresh(shortName(name, "value"));
        localTypes_[converted] = type;
        emit({DeclareScalar{type, converted, value, true}});
        local.value = makeValue(LocalRef{converted}, type);
    }
    values[name] = std::move(local);
}

/// Element type of the container that an output goes to; none for other names.
ir::ScalarType KernelLowering::outputType(const Frame& frame, const ir::StateIndex& index,
                                          const ir::Node& node, const std::string& name) {
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        if (edge->srcConnector != name || edge->memlet.empty())
            continue;
        if (const ir::DataDescriptor* data = frame.sdfg->data(edge->memlet.data))
            return data->dtype.scalar;
    }
    return ir::ScalarType::none;
}

Expected<void> KernelLowering::outputs(Frame& frame, const ir::StateIndex& index,
                                       const ir::Node& node, Operands& values) {
    std::vector<std::pair<const ir::Edge*, Operand*>> written;
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        const auto found = values.find(edge->srcConnector);
        const bool ordering = edge->memlet.empty() && edge->dstConnector.empty();
        if (!ordering && found != values.end() && found->second.value)
            written.emplace_back(edge,
                                 &found->second); // others: through a subscript, or not at all
    }
    for (const auto& [edge, output] : written) {
        // what one store changes may be what the next value reads
        if (written.size() > 1 || edge->memlet.empty())
            output->value = keep(output->value, shortName(edge->srcConnector, "value"));
    }
    for (const auto& [edge, output] : written) {
        if (edge->memlet.empty())
            edgeValues_[edge->id] = output->value;
        else
            MW_CHECK(storeElement(frame, index, *edge, output->value));
    }
    return {};
}

Expected<void> KernelLowering::storeElement(Frame& frame, const ir::StateIndex& index,
                                            const ir::Edge& edge, const ValuePtr& value) {
    MW_TRY(Place* const target, place(frame, edge.memlet.data, edge.id));
    if (!edge.memlet.subset)
        return cannotLower("a memlet at a tasklet needs a subset", edge.id);
    const Expr at = linearIndex(*target, begins(frame, *edge.memlet.subset));
    const bool readHere = target->kind == Place::Kind::buffer && buffers_.contains(target->name);
    if (edge.memlet.wcr.empty() && readHere && index.scope(edge.src) == outermost_ &&
        index.node(edge.dst)->isExit()) {
        // the element may still be read by what follows: store when the iteration is over
        const std::string local = names_.fresh(target->name + "_out");
        localTypes_[local] = target->type;
        emit({DeclareScalar{target->type, local, value, true}});
        deferred_.push_back(
            {Store{bufferName(*target, true), at, makeValue(LocalRef{local}, target->type),
                   target->type, "", false, nullptr}});
        return {};
    }
    return resolve(frame, *target, at, value, edge.memlet.wcr, edge.memlet.wcrNonatomic, edge.id);
}

Expected<void> KernelLowering::regionStore(Frame& frame, const ir::StateIndex& index,
                                           const ir::Node& node,
                                           const tasklet::Assignment& statement,
                                           const Operands& operands) {
    const std::string& name = statement.target->args[0]->text;
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        if (edge->srcConnector != name)
            continue;
        MW_TRY(Operand region, operand(frame, *edge));
        region.value = nullptr;
        Operands all = operands;
        all[name] = region;
        ValueLowering lowering(this, frame, all, context_);
        MW_TRY(ValuePtr value, lowering.lower(*statement.value));
        MW_TRY(const auto at, lowering.subscript(*statement.target));
        MW_TRY(Place* const target, place(frame, edge->memlet.data, edge->id));
        if (!statement.augment.empty()) {
            tasklet::Ast augmented{
                tasklet::Op::binary, statement.augment, {statement.target, statement.value}};
            MW_TRY(value, lowering.lower(augmented));
            return assign(*target, at.second, value, "", true);
        }
        return resolve(frame, *target, at.second, value, edge->memlet.wcr,
                       edge->memlet.wcrNonatomic, edge->id);
    }
    return cannotLower(fmt::format("the connector '{}' has no edge", name), node.id);
}

} // namespace mw::codegen
