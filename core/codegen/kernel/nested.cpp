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

/// A place inside for what a connector's edge names outside.
Expected<Place> placeInside(const Frame& outer, const Frame& inner, const Place& place,
                            const std::string& connector, const ir::Edge& edge,
                            const ir::Node& node) {
    const ir::DataDescriptor* data = inner.sdfg->data(connector);
    if (!data || !edge.memlet.subset)
        return cannotLower(fmt::format("the connector '{}' names no container inside", connector),
                           node.id);
    return aliasOf(place, begins(outer, *edge.memlet.subset), *data, inner);
}

/// A constant local with the value that the scalar has now.
Place copyOf(KernelBody& body, const Place& scalar, const std::string& wish) {
    Place copy;
    copy.kind = Place::Kind::localScalar;
    copy.name = body.fresh(wish);
    copy.type = scalar.type;
    body.localTypes[copy.name] = copy.type;
    body.emit({DeclareScalar{copy.type, copy.name, loadAt(body, scalar, scalar.offset), true}});
    return copy;
}

/// Outputs first: a container that is read and written is the one that is written.
Expected<void> bindConnectors(KernelBody& body, Frame& outer, Frame& inner,
                              const ir::StateIndex& index, const ir::Node& node) {
    std::set<std::string> writtenLocals;
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        if (edge->srcConnector.empty() || edge->memlet.empty())
            continue;
        MW_TRY(Place* const place, placeOf(outer, edge->memlet.data, edge->id));
        if (place->kind == Place::Kind::localScalar && !place->declared) {
            body.emit({DeclareScalar{place->type, place->name, nullptr, false}});
            place->declared = true;
        }
        MW_TRY(inner.places[edge->srcConnector],
               placeInside(outer, inner, *place, edge->srcConnector, *edge, node));
        writtenLocals.insert(place->name);
    }
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (edge->dstConnector.empty() || edge->memlet.empty() ||
            inner.places.contains(edge->dstConnector))
            continue;
        MW_TRY(Place* const place, placeOf(outer, edge->memlet.data, edge->id));
        MW_TRY(Place bound, placeInside(outer, inner, *place, edge->dstConnector, *edge, node));
        // scalars come in by value: a copy where the nested SDFG may write the original
        const bool mayChange =
            writtenLocals.contains(place->name) ||
            (place->kind == Place::Kind::buffer && body.writtenArrays.contains(place->name));
        const bool byValue = inner.sdfg->data(edge->dstConnector)->isScalar() &&
                             bound.kind != Place::Kind::hostValue;
        inner.places[edge->dstConnector] =
            byValue && mayChange ? copyOf(body, bound, edge->dstConnector) : std::move(bound);
    }
    return {};
}

/// The value that a symbol begins with where it may be read before it is assigned.
Expected<ValuePtr> valueBefore(KernelBody& body, Frame& frame, const std::string& name,
                               const ir::Node& node) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    if (!nested.symbolMapping.contains(name) && !frame.sdfg->constants.contains(name))
        return cannotLower(fmt::format("the nested SDFG '{}' may read the symbol '{}' before it "
                                       "assigns it, and is given no value for it",
                                       nested.label, name),
                           node.id);
    MW_TRY(const auto expression, flowExpression(name, node.id));
    return flowValue(body, frame, *expression, node.id);
}

/// Those that the SDFG assigns and that are more than counters of loops, in the order of the file.
std::vector<std::string> variablesInOrder(const Frame& frame) {
    std::vector<std::string> order;
    std::set<std::string> seen;
    const auto add = [&](const std::string& name) {
        if (frame.variables.contains(name) && seen.insert(name).second)
            order.push_back(name);
    };
    analysis::forEachInterstateEdge(frame.sdfg->body, [&](const ir::InterstateEdge& edge) {
        for (const auto& [name, value] : edge.assignments)
            add(name);
    });
    for (const std::string& name : frame.variables)
        add(name);
    return order;
}

/// Variables of the kernel for the symbols that the SDFG assigns: they begin with what the node
/// maps in. The names stand for the variables from here on.
Expected<std::vector<DeclareScalar>> symbolVariables(KernelBody& body, Frame& frame,
                                                     const FlowList& list, const ir::Node& node) {
    std::vector<DeclareScalar> variables;
    frame.variables = sharedSymbols(list, *frame.sdfg);
    if (frame.variables.empty())
        return variables;
    const auto early = readUnassigned(list, *frame.sdfg);
    const auto types = analysis::assignedSymbols(*frame.sdfg);
    SymbolTable symbols = frame.symbols;
    for (const std::string& name : variablesInOrder(frame)) {
        DeclareScalar variable{types.at(name), body.fresh(name), nullptr, false};
        if (early.contains(name)) {
            MW_TRY(variable.init, valueBefore(body, frame, name, node));
        }
        body.localTypes[variable.name] = variable.type;
        symbols.set(name, Expr::symbol(variable.name));
        variables.push_back(std::move(variable));
    }
    frame.symbols = std::move(symbols);
    return variables;
}

} // namespace

Expected<void> lowerNested(KernelBody& body, Frame& frame, const ir::StateIndex& index,
                           const ir::Node& node) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    if (++body.depth > kMaxNesting)
        return cannotLower("SDFGs are nested too deeply", node.id);
    MW_TRY(Frame inner, enterNested(frame, index, node));
    MW_TRY(const FlowList list, structure(nested.sdfg->body));
    MW_TRY(auto variables, symbolVariables(body, inner, list, node));
    MW_CHECK(bindConnectors(body, frame, inner, index, node));
    for (DeclareScalar& variable : variables)
        body.emit({std::move(variable)});
    MW_CHECK(declareLocals(body, inner, {}, {}));
    MW_CHECK(returnsEarly(list) ? lowerReturningFlow(body, inner, list)
                                : lowerKernelFlow(body, inner, list));
    --body.depth;
    return {};
}

} // namespace mw::codegen
