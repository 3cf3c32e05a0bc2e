// What the symbols of a nested SDFG are outside of it, and whether expressions and code can say so.

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/analysis/read_by_name.h"
#include "core/analysis/symbol_use.h"
#include "core/ir/connectors.h"
#include "core/ir/predicates.h"
#include "transforms/inline_nested_sdfg/plan.h"
#include "transforms/toolkit/mentions.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using analysis::NameSet;
using symbolic::Expr;

/// A number that code may say in the place of a symbol of this type.
bool isSaidAs(const Expr& number, ir::ScalarType type) {
    if (number.op() == symbolic::Op::real)
        return type == ir::ScalarType::float64;
    return number.isInteger() && number.value() == static_cast<std::int32_t>(number.value()) &&
           type == ir::ScalarType::int32;
}

/// A sum of products of numbers and symbols that are as wide as numbers in code are.
bool isPlainArithmetic(const ir::Sdfg& sdfg, const Expr& e) {
    if (e.isSymbol()) {
        const auto declared = sdfg.symbols.find(e.name());
        return declared != sdfg.symbols.end() &&
               (declared->second.scalar == ir::ScalarType::float64 || declared->second.isInteger());
    }
    const bool known = e.isInteger() || e.op() == symbolic::Op::real ||
                       e.op() == symbolic::Op::add || e.op() == symbolic::Op::mul;
    return known && std::ranges::all_of(
                        e.args(), [&](const Expr& arg) { return isPlainArithmetic(sdfg, arg); });
}

/// The number that an expression is in every run, by the constants of the SDFG; else as it is.
Expr constantIn(const ir::Sdfg& sdfg, const Expr& e) {
    if (!isPlainArithmetic(sdfg, e))
        return e;
    const auto value = symbolic::evaluate(e, sdfg.constants);
    if (!value)
        return e;
    return value->isReal ? Expr::real(value->d) : Expr(value->i);
}

bool isParameterAround(const NestedAt& place, const std::string& name) {
    const ir::StateIndex& index = *place.at.index;
    for (NodeId at = index.scope(place.node->id); at; at = index.scope(at))
        if (const auto* map = index.node(at)->as<ir::MapEntry>())
            if (std::ranges::find(map->map.params, name) != map->map.params.end())
                return true;
    return false;
}

/// Bits of a signed integer; 0 for all other types.
int signedWidth(ir::ScalarType type) {
    const bool isSigned =
        ir::DType{type, {}}.isInteger() && type != ir::ScalarType::boolean && !ir::isUnsigned(type);
    return isSigned ? 8 * ir::sizeOf(type) : 0;
}

/// Code that says the name outside computes what it computed with the symbol inside: it has its
/// type, or is a wider integer, as parameters of maps are.
bool isSaidByName(const NestedAt& place, ir::ScalarType type, const std::string& outer) {
    const auto other = place.outer().symbols.find(outer);
    if (other == place.outer().symbols.end())
        return signedWidth(type) > 0 && isParameterAround(place, outer);
    const ir::ScalarType known = other->second.scalar;
    return known == type || (signedWidth(type) > 0 && signedWidth(known) > signedWidth(type));
}

/// How code says an outer expression that has the type of the symbol inside; nullopt: it cannot.
std::optional<std::string> textOf(const NestedAt& place, const std::string& symbol,
                                  const Expr& outer) {
    const auto declared = place.inner().symbols.find(symbol);
    if (declared == place.inner().symbols.end())
        return std::nullopt;
    const ir::ScalarType type = declared->second.scalar;
    if (outer.isSymbol())
        return isSaidByName(place, type, outer.name()) ? std::optional(outer.name()) : std::nullopt;
    const Expr number = constantIn(place.outer(), outer);
    if (!isSaidAs(number, type))
        return std::nullopt;
    const std::string text = symbolic::print(number, symbolic::Dialect::code);
    return text.starts_with('-') ? "(" + text + ")" : text;
}

/// Names that code or control flow says inside, beside expressions.
NameSet namesInTexts(const ir::Sdfg& sdfg) {
    NameSet names;
    analysis::forEachControlText(
        sdfg, [&](const std::string& text) { analysis::collectIdentifiers(text, names); });
    forEachState(sdfg, [&](BlockId, const ir::State& state) {
        for (const auto& node : state.nodes) {
            if (const auto* tasklet = node->as<ir::Tasklet>())
                analysis::collectIdentifiers(tasklet->code.text, names);
            if (const auto* map = node->as<ir::MapEntry>())
                analysis::collectIdentifiers(map->map.gpuLaunchBounds, names);
            if (const auto* library = node->as<ir::LibraryNode>())
                for (const auto& [name, text] : library->properties)
                    analysis::collectIdentifiers(text, names);
        }
    });
    return names;
}

/// Condition 5 for the value of one symbol.
MaybeRefusal checkValue(const NestedAt& place, const std::string& symbol, const Expr& outer,
                        const NameSet& bound) {
    NameSet values = symbolic::freeSymbols(outer);
    for (const auto& name : values)
        if (place.outer().arrays.contains(name))
            return refuse(5, "value-from-container",
                          fmt::format("The symbol '{}' of {} is read from '{}'.", symbol,
                                      place.called(), name),
                          {place.node->id});
    values.insert(symbol);
    for (const auto& name : values)
        if (bound.contains(name))
            return refuse(5, "bound-inside",
                          fmt::format("'{}' means something else inside {}.", name, place.called()),
                          {place.node->id});
    return std::nullopt;
}

/// Condition 5: values of the symbols, in expressions and in texts.
MaybeRefusal addSymbols(const NestedAt& place, InlineNames& names) {
    const NameSet& bound = place.keptInside<boundNames>();
    const NameSet& said = place.keptInside<namesInTexts>();
    for (const auto& [symbol, outer] : place.nested().symbolMapping) {
        if (auto refusal = checkValue(place, symbol, outer, bound))
            return refusal;
        const bool same = outer.isSymbol() && outer.name() == symbol;
        if (!same)
            names.symbols.emplace(symbol, outer);
        if (!said.contains(symbol))
            continue;
        const auto text = textOf(place, symbol, outer);
        if (!text)
            return refuse(5, "symbol-in-code",
                          fmt::format("Code inside {} names '{}', which is {} outside.",
                                      place.called(), symbol, symbolic::print(outer)),
                          {place.node->id});
        if (!same)
            names.code.emplace(symbol, *text);
    }
    return std::nullopt;
}

/// Condition 5: every symbol that is read has a value.
MaybeRefusal checkMapped(const NestedAt& place) {
    analysis::SymbolUses uses(place.at.document->kept());
    for (const auto& name : uses.of(place.nested().sdfg))
        if (!place.nested().symbolMapping.contains(name))
            return refuse(
                5, "no-value",
                fmt::format("The symbol '{}' of {} is given no value.", name, place.called()),
                {place.node->id});
    return std::nullopt;
}

template <class Is>
const ir::Node* firstNode(const ir::Sdfg& sdfg, const Is& is) {
    const ir::Node* found = nullptr;
    forEachState(sdfg, [&](BlockId, const ir::State& state) {
        for (const auto& node : state.nodes)
            if (!found && is(*node))
                found = node.get();
    });
    return found;
}

NameSet declaredIn(const ir::Sdfg& sdfg) {
    NameSet names(sdfg.constantArrays.begin(), sdfg.constantArrays.end());
    for (const auto& [name, data] : sdfg.arrays)
        names.insert(name);
    for (const auto& [name, type] : sdfg.symbols)
        names.insert(name);
    for (const auto& [name, value] : sdfg.constants)
        names.insert(name);
    return names;
}

/// Connectors of the node are called like something outside, its own names like what its code would
/// say, or it says an inner name where it cannot be replaced.
bool captures(const NameSet& declared, const ir::Node& node, const Renaming& code) {
    if (node.isEntry() || node.as<ir::NestedSdfg>()) {
        const auto* map = node.as<ir::MapEntry>();
        return map && code.contains(map->map.gpuLaunchBounds);
    }
    for (const auto* connectors : {&node.in, &node.out})
        for (const auto& [name, type] : *connectors)
            if (declared.contains(name))
                return true;
    if (node.as<ir::Tasklet>()) {
        const Renaming renamed = codeOf(node, code);
        const NameSet own = renamed.empty() ? NameSet{} : ownNames(node);
        return std::ranges::any_of(renamed,
                                   [&](const auto& entry) { return own.contains(entry.second); });
    }
    const auto* library = node.as<ir::LibraryNode>();
    NameSet said;
    for (const auto& [name, text] :
         library ? library->properties : decltype(ir::LibraryNode::properties){})
        analysis::collectIdentifiers(text, said);
    return std::ranges::any_of(code, [&](const auto& entry) { return said.contains(entry.first); });
}

/// Condition 5.
MaybeRefusal checkCode(const NestedAt& place, const InlineNames& names) {
    const NameSet& declared = place.keptOutside<declaredIn>();
    const ir::Node* captured = firstNode(
        place.inner(), [&](const ir::Node& node) { return captures(declared, node, names.code); });
    if (!captured)
        return std::nullopt;
    return refuse(5, "captured-in-code",
                  fmt::format("{} inside {} has names of its own like those outside.",
                              quoted(*captured), place.called()),
                  {place.node->id, captured->id});
}

/// Parameters of maps, and what their ranges read from memory.
NameSet parametersIn(const ir::Sdfg& sdfg) {
    NameSet params;
    forEachState(sdfg, [&](BlockId, const ir::State& state) {
        for (const auto& node : state.nodes) {
            if (const auto* map = node->as<ir::MapEntry>())
                params.insert(map->map.params.begin(), map->map.params.end());
            if (node->isEntry())
                for (auto& name : ir::dynamicInputs(*node))
                    params.insert(std::move(name));
        }
    });
    return params;
}

/// Condition 5: an assigned symbol that gets another name is not the parameter of a map too.
MaybeRefusal checkAssigned(const NestedAt& place, const InlineNames& names) {
    const NameSet& params = place.keptInside<parametersIn>();
    for (const auto& [name, fresh] : names.assigned)
        if (name != fresh && params.contains(name))
            return refuse(5, "assigned-parameter",
                          fmt::format("'{}' is both assigned and a parameter inside {}.", name,
                                      place.called()),
                          {place.node->id});
    return std::nullopt;
}

/// Containers that nodes and memlets read by their name.
NameSet readInStates(const ir::Sdfg& sdfg) {
    NameSet read;
    forEachState(sdfg, [&](BlockId, const ir::State& state) {
        read.merge(analysis::readByName(sdfg, state));
    });
    return read;
}

/// Condition 5: no container that gets another name is read by the one that it has, and what is
/// written is not read by its name around the node, where nothing orders the two.
MaybeRefusal checkReadByName(const NestedAt& place, const InlineNames& names) {
    NameSet read;
    for (const auto& name : place.keptInside<readInStates>())
        if (names.containers.find(name)->second != name)
            read.insert(name);
    std::optional<NameSet> outside;
    for (const ir::Edge* edge : place.at.index->outEdges(place.node->id)) {
        const auto* data = place.outer().data(edge->memlet.data);
        if (!data || !data->isSingleElement())
            continue; // nothing but control flow reads it by its name
        if (!outside)
            outside = analysis::readByName(place.outer(), place.at.state());
        if (outside->contains(edge->memlet.data))
            read.insert(edge->memlet.data);
    }
    if (read.empty())
        return std::nullopt;
    return refuse(5, "read-by-name",
                  fmt::format("'{}', which {} has to do with, is read by its name.", *read.begin(),
                              place.called()),
                  {place.node->id});
}

/// The symbols outside that decide how large a container inside is.
NameSet outerNamesInSize(const NestedAt& place, const ir::DataDescriptor& data) {
    const auto& values = place.nested().symbolMapping;
    NameSet outer;
    const auto add = [&](const Expr& e) {
        for (const auto& symbol : symbolic::freeSymbols(e))
            if (const auto value = values.find(symbol); value != values.end())
                symbolic::collectSymbols(value->second, outer);
    };
    add(data.totalSize);
    for (const auto* all : {&data.shape, &data.strides, &data.offset})
        std::ranges::for_each(*all, add);
    return outer;
}

/// Condition 6: what is allocated once outside is as large as what was allocated inside.
MaybeRefusal checkSizes(const NestedAt& place) {
    const auto& assigned = place.keptOutside<analysis::assignedSymbols>();
    if (assigned.empty())
        return std::nullopt;
    for (const auto& [name, data] : place.inner().arrays)
        for (const auto& symbol : data->transient ? outerNamesInSize(place, *data) : NameSet{})
            if (assigned.contains(symbol))
                return refuse(6, "size-assigned",
                              fmt::format("The size of '{}' inside {} depends on '{}', which is "
                                          "assigned.",
                                          name, place.called(), symbol),
                              {place.node->id});
    return std::nullopt;
}

/// Condition 6: nothing is zero because it is allocated anew.
MaybeRefusal checkZero(const NestedAt& place) {
    const ir::Node* zero = firstNode(place.inner(), [](const ir::Node& node) {
        const auto* access = node.as<ir::AccessNode>();
        return access && access->setZero;
    });
    if (!zero)
        return std::nullopt;
    return refuse(
        6, "set-zero",
        fmt::format("{} inside {} is zero whenever that runs.", quoted(*zero), place.called()),
        {place.node->id, zero->id});
}

} // namespace

MaybeRefusal checkSymbols(const NestedAt& place, InlineNames& names) {
    if (auto refusal = addSymbols(place, names))
        return refusal;
    if (auto refusal = checkMapped(place))
        return refusal;
    chooseNames(place, names);
    for (const auto& [name, fresh] : names.assigned)
        if (name != fresh) {
            names.code.emplace(name, fresh);
            names.symbols.emplace(name, Expr::symbol(fresh));
        }
    if (auto refusal = checkAssigned(place, names))
        return refusal;
    if (auto refusal = checkCode(place, names))
        return refusal;
    if (auto refusal = checkReadByName(place, names))
        return refusal;
    if (auto refusal = checkSizes(place))
        return refusal;
    return checkZero(place);
}

} // namespace mw::transforms
