// C++ tasklets inside a kernel: what their connectors and symbols are.
#include "core/codegen/kernel/raw_tasklet.h"

#include "core/codegen/ctext.h"
#include "core/codegen/kernel/elements.h"
#include "core/codegen/kernel/tasklet.h"
#include "core/codegen/kernel/tasklet_outputs.h"
#include "core/codegen/values/make_value.h"
#include "core/codegen/values/value_lowering.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using ir::ScalarType;
using symbolic::Expr;

namespace {

/// The declared type of a connector: none, a scalar type, or a pointer to one.
struct ConnectorType {
    ScalarType scalar = ScalarType::none;
    bool pointer = false;
};

ConnectorType typeOf(const ir::Connectors& connectors, const std::string& name) {
    const auto found = connectors.find(name);
    if (found == connectors.end())
        return {};
    const ir::DType& type = found->second;
    if (type.scalar == ScalarType::other)
        return {ScalarType::none, type.text.find("pointer") != std::string::npos};
    return {type.scalar, false};
}

bool isOneElement(const ir::Edge& edge, const ir::Sdfg& sdfg) {
    const ir::DataDescriptor* data = sdfg.data(edge.memlet.data);
    if (data && data->isScalar())
        return true;
    return edge.memlet.subset && symbolic::simplify(edge.memlet.subset->volume()).isInteger(1);
}

bool inMemory(const ContainerStorage& storage) {
    return storage.kind == ContainerStorage::Kind::buffer ||
           storage.kind == ContainerStorage::Kind::localArray;
}

std::string rawLocal(KernelBody& body, const std::string& name, const ValuePtr& value,
                     ScalarType type) {
    const std::string local = body.fresh("mw_raw_" + name);
    body.localTypes[local] = type;
    body.emit(
        {DeclareScalar{type, local, value ? castTo(value, type) : nullptr, value != nullptr}});
    return local;
}

Raw::Name rawPointer(KernelBody& body, const ContainerStorage& storage, const Expr& index,
                     const std::string& name, bool write) {
    Raw::Name pointer;
    pointer.kind = Raw::Name::Kind::pointer;
    pointer.name = name;
    pointer.outside = body.fresh("mw_raw_" + name);
    pointer.type = storage.type;
    pointer.index = symbolic::simplify(index);
    pointer.isConst = !write;
    if (storage.kind != ContainerStorage::Kind::buffer) {
        pointer.buffer = storage.name;
        return pointer;
    }
    pointer.buffer = body.buffer(storage, write);
    if (write) // an element that the text leaves alone keeps its value: it counts as read
        body.buffer(storage, false);
    return pointer;
}

/// The value of one element, or a pointer to the first of several.
Expected<void> rawInput(KernelBody& body, Environment& env, const ir::Node& node,
                        const ir::Edge& edge, Raw& raw) {
    const std::string& name = edge.dstConnector;
    const ConnectorType type = typeOf(node.in, name);
    MW_TRY(Operand input, operandOf(body, env, edge));
    MW_TRY(ContainerStorage* const storage, storageOf(env, edge.memlet.data, edge.id));
    if (!type.pointer && input.value && isOneElement(edge, *env.sdfg)) {
        const ScalarType scalar = type.scalar == ScalarType::none ? input.value->type : type.scalar;
        raw.names.push_back(
            {Raw::Name::Kind::input, name, rawLocal(body, name, input.value, scalar), scalar});
        return {};
    }
    if (inMemory(*storage)) {
        const bool constant = storage->kind == ContainerStorage::Kind::buffer;
        raw.names.push_back(rawPointer(body, *storage, input.offset, name, !constant));
        return {};
    }
    ContainerStorage copy; // a scalar that the code wants as memory
    copy.kind = ContainerStorage::Kind::localArray;
    copy.name = body.fresh("mw_raw_" + name);
    copy.type = input.value->type;
    body.emit({DeclareArray{copy.type, copy.name, 1}});
    body.emit({Store{copy.name, 0, input.value, copy.type, "", false}});
    raw.names.push_back(rawPointer(body, copy, 0, name, false));
    return {};
}

/// The local that holds the value after the text; null when the text writes through a pointer.
Expected<ValuePtr> rawOutput(KernelBody& body, Environment& env, const ir::Node& node,
                             const ir::Edge& edge, Raw& raw) {
    const std::string& name = edge.srcConnector;
    const auto known = std::find_if(raw.names.begin(), raw.names.end(),
                                    [&](const Raw::Name& n) { return n.name == name; });
    if (known != raw.names.end() && known->kind == Raw::Name::Kind::output)
        return makeValue(LocalRef{known->outside}, known->type);
    MW_TRY(ContainerStorage* const storage, storageOf(env, edge.memlet.data, edge.id));
    const ConnectorType type = typeOf(node.out, name);
    const ir::DataDescriptor* data = env.sdfg->data(edge.memlet.data);
    const bool value =
        isOneElement(edge, *env.sdfg) && !type.pointer &&
        (!edge.memlet.dynamic || !edge.memlet.wcr.empty() || (data && data->isScalar()));
    if (known == raw.names.end() && (value || !inMemory(*storage))) {
        const ScalarType scalar = type.scalar == ScalarType::none ? storage->type : type.scalar;
        const std::string local = rawLocal(body, name, nullptr, scalar);
        raw.names.push_back({Raw::Name::Kind::output, name, local, scalar});
        return makeValue(LocalRef{local}, scalar);
    }
    if (!edge.memlet.wcr.empty() || !edge.memlet.subset || !inMemory(*storage))
        return cannotLower(fmt::format("the connector '{}' of a C++ tasklet is a pointer here, "
                                       "which a reduction or a register cannot be",
                                       name),
                           edge.id);
    const Expr offset = linearIndex(*storage, begins(env, *edge.memlet.subset));
    if (known == raw.names.end())
        raw.names.push_back(rawPointer(body, *storage, offset, name, true));
    else if (known->kind == Raw::Name::Kind::pointer) // read and written through one pointer
        *known = rawPointer(body, *storage, offset, name, true);
    else
        return cannotLower(
            fmt::format("the connector '{}' is a value going in and memory going out", name),
            edge.id);
    return ValuePtr{};
}

/// Map parameters, symbols and constants that the text mentions.
void addSymbols(KernelBody& body, Environment& env, Raw& raw) {
    for (const std::string& name : identifiers(raw.text)) {
        if (name == kStateName)
            body.kernel.usesState = true;
        const bool taken = std::any_of(raw.names.begin(), raw.names.end(),
                                       [&](const Raw::Name& n) { return n.name == name; });
        if (taken || !isDeclarable(name) ||
            (!env.symbols.contains(name) && !env.sdfg->symbols.contains(name)))
            continue;
        const tasklet::Ast ast{tasklet::Op::name, name, {}};
        const auto value = ValueLowering(&body, env, {}, body.plan).lower(ast);
        if (value)
            raw.names.push_back({Raw::Name::Kind::constant, name,
                                 rawLocal(body, name, *value, (*value)->type), (*value)->type});
    }
}

} // namespace

Expected<void> lowerRawTasklet(KernelBody& body, Environment& env, const ir::StateIndex& index,
                               const ir::Node& node) {
    const auto& tasklet = *node.as<ir::Tasklet>();
    Raw raw;
    raw.text = tasklet.code.text;
    raw.element = node.id;
    raw.where = fmt::format("tasklet '{}'", tasklet.label);
    const auto declarable = [&](const std::string& connector) -> Expected<void> {
        if (!isDeclarable(connector))
            return cannotLower(fmt::format("the connector '{}' of the C++ tasklet '{}' is no name "
                                           "that C++ can have",
                                           connector, tasklet.label),
                               node.id);
        return {};
    };
    for (const ir::Edge* edge : index.inEdges(node.id))
        if (!edge->memlet.empty() && !edge->dstConnector.empty()) {
            MW_CHECK(declarable(edge->dstConnector));
            MW_CHECK(rawInput(body, env, node, *edge, raw));
        }
    std::vector<std::pair<const ir::Edge*, ValuePtr>> results;
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        if (edge->memlet.empty() || edge->srcConnector.empty())
            continue;
        MW_CHECK(declarable(edge->srcConnector));
        MW_TRY(ValuePtr value, rawOutput(body, env, node, *edge, raw));
        if (value)
            results.emplace_back(edge, std::move(value));
    }
    addSymbols(body, env, raw);
    body.emit({std::move(raw)});
    body.knownLoads.clear(); // the text may have written what they hold
    for (const auto& [edge, value] : results)
        MW_CHECK(storeElement(body, env, index, *edge, value));
    return {};
}

} // namespace mw::codegen
