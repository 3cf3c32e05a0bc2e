// Nested SDFGs inside a kernel: what their connectors and symbols are.
#include "core/codegen/kernel/nested.h"

#include "core/analysis/assigned_symbols.h"
#include "core/codegen/flow/flow_text.h"
#include "core/codegen/flow/symbol_flow.h"
#include "core/codegen/kernel/containers.h"
#include "core/codegen/kernel/elements.h"
#include "core/codegen/kernel/kernel_flow.h"

#include <fmt/format.h>

namespace mw::codegen {

using symbolic::Expr;

namespace {

constexpr int kMaxNesting = 128;

/// The storage inside for what a connector's edge names outside.
Expected<ContainerStorage> storageInside(const Environment& outer, const Environment& inner,
                                         const ContainerStorage& storage,
                                         const std::string& connector, const ir::Edge& edge,
                                         const ir::Node& node) {
    const ir::DataDescriptor* data = inner.sdfg->data(connector);
    if (!data || !edge.memlet.subset)
        return cannotLower(fmt::format("the connector '{}' names no container inside", connector),
                           node.id);
    if (data->dtype.scalar != storage.type)
        return cannotLower(fmt::format("the nested SDFG '{}' takes '{}' as {}, and is given {}",
                                       inner.sdfg->name, connector, ir::name(data->dtype.scalar),
                                       ir::name(storage.type)),
                           node.id);
    return aliasOf(storage, begins(outer, *edge.memlet.subset), *data, inner);
}

/// Outputs first: a container that is read and written is the one that is written.
Expected<void> bindConnectors(KernelBody& body, Environment& outer, Environment& inner,
                              const ir::StateIndex& index, const ir::Node& node) {
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        if (edge->srcConnector.empty() || edge->memlet.empty())
            continue;
        MW_TRY(ContainerStorage* const storage, storageOf(outer, edge->memlet.data, edge->id));
        if (storage->kind == ContainerStorage::Kind::localScalar && !storage->declared) {
            body.emit({DeclareScalar{storage->type, storage->name, nullptr, false}});
            storage->declared = true;
        }
        MW_TRY(inner.storage[edge->srcConnector],
               storageInside(outer, inner, *storage, edge->srcConnector, *edge, node));
    }
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (edge->dstConnector.empty() || edge->memlet.empty() ||
            inner.storage.contains(edge->dstConnector))
            continue;
        MW_TRY(ContainerStorage* const storage, storageOf(outer, edge->memlet.data, edge->id));
        // A scalar too is the element itself, not what stood in it when the nested SDFG began.
        MW_TRY(inner.storage[edge->dstConnector],
               storageInside(outer, inner, *storage, edge->dstConnector, *edge, node));
    }
    return {};
}

/// The value that a symbol begins with where it may be read before it is assigned.
Expected<ValuePtr> valueBefore(KernelBody& body, Environment& env, const std::string& name,
                               const ir::Node& node) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    if (!nested.symbolMapping.contains(name) && !env.sdfg->constants.contains(name))
        return cannotLower(fmt::format("the nested SDFG '{}' may read the symbol '{}' before it "
                                       "assigns it, and is given no value for it",
                                       nested.label, name),
                           node.id);
    MW_TRY(const auto expression, flowExpression(name, node.id));
    return flowValue(body, env, *expression, node.id);
}

/// Those that the SDFG assigns and that are more than counters of loops, in the order of the file.
std::vector<std::string> variablesInOrder(const Environment& env) {
    std::vector<std::string> order;
    std::set<std::string> seen;
    const auto add = [&](const std::string& name) {
        if (env.variables.contains(name) && seen.insert(name).second)
            order.push_back(name);
    };
    analysis::forEachInterstateEdge(env.sdfg->body, [&](const ir::InterstateEdge& edge) {
        for (const auto& [name, value] : edge.assignments)
            add(name);
    });
    for (const std::string& name : env.variables)
        add(name);
    return order;
}

/// Variables of the kernel for the symbols that the SDFG assigns: they begin with what the node
/// maps in. The names stand for the variables from here on.
Expected<std::vector<DeclareScalar>> symbolVariables(KernelBody& body, Environment& env,
                                                     const FlowList& list, const ir::Node& node) {
    std::vector<DeclareScalar> variables;
    env.variables = sharedSymbols(list, *env.sdfg);
    if (env.variables.empty())
        return variables;
    const auto early = readUnassigned(list, *env.sdfg);
    const auto types = analysis::assignedSymbols(*env.sdfg);
    SymbolTable symbols = env.symbols;
    for (const std::string& name : variablesInOrder(env)) {
        DeclareScalar variable{types.at(name), body.fresh(name), nullptr, false};
        if (early.contains(name)) {
            MW_TRY(variable.init, valueBefore(body, env, name, node));
        }
        body.localTypes[variable.name] = variable.type;
        symbols.set(name, Expr::symbol(variable.name));
        variables.push_back(std::move(variable));
    }
    env.symbols = std::move(symbols);
    return variables;
}

} // namespace

Expected<void> lowerNested(KernelBody& body, Environment& env, const ir::StateIndex& index,
                           const ir::Node& node) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    if (++body.depth > kMaxNesting)
        return cannotLower("SDFGs are nested too deeply", node.id);
    MW_TRY(Environment inner, enterNested(env, index, node));
    MW_TRY(const FlowList list, structure(nested.sdfg->body));
    MW_TRY(auto variables, symbolVariables(body, inner, list, node));
    MW_CHECK(bindConnectors(body, env, inner, index, node));
    for (DeclareScalar& variable : variables)
        body.emit({std::move(variable)});
    MW_CHECK(declareLocals(body, inner, {}, {}));
    MW_CHECK(returnsEarly(list) ? lowerReturningFlow(body, inner, list)
                                : lowerKernelFlow(body, inner, list));
    --body.depth;
    return {};
}

} // namespace mw::codegen
