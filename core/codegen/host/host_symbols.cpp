// Symbols of the host: their declaration, and expressions over them.
#include "core/codegen/host/host_symbols.h"

#include "core/analysis/assigned_symbols.h"
#include "core/codegen/flow/symbol_flow.h"
#include "core/codegen/host/host_containers.h"

#include <fmt/format.h>

namespace mw::codegen {

using symbolic::Expr;

namespace {

void declareSymbol(HostProgram& program, Frame& frame, const std::string& name,
                   ir::ScalarType type) {
    const bool root = program.isRoot(frame);
    const std::string unique = root ? name : program.names.fresh(name);
    program.names.reserve(unique);
    program.context.symbolTypes.set(unique, type);
    program.context.assigned.insert(unique);
    frame.symbols.set(name, Expr::symbol(unique));
    frame.variables.insert(name);
}

} // namespace

void declareSymbols(HostProgram& program, Frame& frame) {
    for (const auto& [name, type] : analysis::assignedSymbols(*frame.sdfg))
        declareSymbol(program, frame, name, type);
}

Expected<void> beginSymbols(HostProgram& program, Frame& frame, const FlowList& list,
                            const ir::Node& node, Steps& steps) {
    const auto& mapping = node.as<ir::NestedSdfg>()->symbolMapping;
    std::map<std::string, HostValue> first;
    for (const auto& name : readUnassigned(list, *frame.sdfg))
        if (mapping.contains(name) || frame.sdfg->constants.contains(name)) {
            MW_TRY(const auto expression, flowExpression(name, node.id));
            MW_TRY(first[name], hostValue(program, frame, *expression, node.id, steps));
        }
    declareSymbols(program, frame);
    for (const auto& [name, value] : first) {
        const std::string& symbol = frame.symbols.at(name).name();
        steps.push_back(
            {AssignSymbol{symbol, converted(value, program.context.symbolTypes.at(symbol))}});
    }
    return {};
}

Expected<HostValue> hostValue(HostProgram& program, Frame& frame, const tasklet::Ast& expression,
                              ElementId element, Steps& steps) {
    const auto read = [&](const std::string& container,
                          const std::vector<Expr>& index) -> Expected<HostValue> {
        if (!frame.places.contains(container))
            MW_CHECK(materialise(program, frame, container));
        const Place& place = frame.places.at(container);
        if (place.kind != Place::Kind::buffer)
            return cannotLower(fmt::format("'{}' cannot be read on the host", container), element);
        const std::string symbol = program.freshSymbol(place.name + "_value", place.type);
        program.context.assigned.insert(symbol);
        steps.push_back({AssignSymbol{symbol, elementOf(place, linearIndex(place, index))}});
        return HostValue{Expr::symbol(symbol), place.type};
    };
    MW_TRY(HostValue value,
           atElement(HostExpression(frame, program.context, read).lower(expression), element));
    value.expr = symbolic::simplify(value.expr);
    return value;
}

} // namespace mw::codegen
