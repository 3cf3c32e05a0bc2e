// Symbols of the host: their declaration, and expressions over them.
#include "core/codegen/host/host_symbols.h"

#include "core/analysis/assigned_symbols.h"
#include "core/codegen/flow/symbol_flow.h"
#include "core/codegen/host/host_containers.h"

#include <fmt/format.h>

namespace mw::codegen {

using symbolic::Expr;

void declareSymbol(HostProgram& program, Environment& env, const std::string& name,
                   ir::ScalarType type) {
    const bool root = program.isRoot(env);
    const std::string unique = root ? name : program.names.fresh(name);
    program.names.reserve(unique);
    program.context.symbolTypes.set(unique, type);
    program.context.assigned.insert(unique);
    env.symbols.set(name, Expr::symbol(unique));
    env.variables.insert(name);
}

void declareSymbols(HostProgram& program, Environment& env) {
    for (const auto& [name, type] : analysis::assignedSymbols(*env.sdfg))
        declareSymbol(program, env, name, type);
}

Expected<void> beginSymbols(HostProgram& program, Environment& env, const FlowList& list,
                            const ir::Node& node, Steps& steps) {
    const auto& mapping = node.as<ir::NestedSdfg>()->symbolMapping;
    std::map<std::string, HostValue> first;
    for (const auto& name : readUnassigned(list, *env.sdfg))
        if (mapping.contains(name) || env.sdfg->constants.contains(name)) {
            MW_TRY(const auto expression, flowExpression(name, node.id));
            MW_TRY(first[name], hostValue(program, env, *expression, node.id, steps));
        }
    declareSymbols(program, env);
    for (const auto& [name, value] : first) {
        const std::string& symbol = env.symbols.at(name).name();
        steps.push_back(
            {AssignSymbol{symbol, converted(value, program.context.symbolTypes.at(symbol))}});
    }
    return {};
}

Expected<HostValue> hostValue(HostProgram& program, Environment& env,
                              const tasklet::Ast& expression, ElementId element, Steps& steps) {
    const auto read = [&](const std::string& container,
                          const std::vector<Expr>& index) -> Expected<HostValue> {
        if (!env.storage.contains(container))
            MW_CHECK(materialise(program, env, container));
        const ContainerStorage& storage = env.storage.at(container);
        if (storage.kind == ContainerStorage::Kind::hostValue)
            if (auto known = expressionOf(*storage.value))
                return HostValue{std::move(*known), storage.type};
        if (storage.kind != ContainerStorage::Kind::buffer)
            return cannotLower(fmt::format("'{}' cannot be read on the host", container), element);
        if (storage.stored != ir::ScalarType::none)
            return cannotLower(fmt::format("the view '{}', which sees {} as {}, cannot be read on "
                                           "the host",
                                           container, ir::name(storage.stored),
                                           ir::name(storage.type)),
                               element);
        const std::string symbol = program.freshSymbol(storage.name + "_value", storage.type);
        program.context.assigned.insert(symbol);
        steps.push_back({AssignSymbol{symbol, elementOf(storage, linearIndex(storage, index))}});
        return HostValue{Expr::symbol(symbol), storage.type};
    };
    MW_TRY(HostValue value,
           atElement(HostExpression(env, program.context, read).lower(expression), element));
    value.expr = symbolic::simplify(value.expr);
    return value;
}

} // namespace mw::codegen
