// Arguments of a library as its callers see them.

#include "app/workbench/callers/call_description.h"

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/analysis/flatten_structures.h"
#include "core/analysis/footprint.h"
#include "core/analysis/read_by_name.h"
#include "core/conventions/conventions.h"
#include "core/ir/index.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace mw::workbench {

namespace {

using Json = nlohmann::ordered_json;
using Kind = codegen::LibraryArgument::Kind;

/// Containers that some state reads or writes. Through a reference it could be any.
analysis::AccessSets accessesOf(const ir::Sdfg& sdfg) {
    analysis::AccessSets all;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>()) {
            auto sets = analysis::accessSets(*state);
            all.read.merge(sets.read);
            all.written.merge(sets.written);
        }
    });
    for (const auto& one : analysis::readByName(sdfg))
        all.read.emplace(one);
    for (const auto& entry : sdfg.arrays)
        if (entry.value->typeName.find("Reference") != std::string::npos)
            for (const auto& other : sdfg.arrays) {
                all.read.insert(other.name);
                all.written.insert(other.name);
            }
    return all;
}

/// The name of a dimension of an array, as symbols in its size and its stride say.
std::string dimensionOf(const std::string& array, const ir::DataDescriptor& data, std::size_t d) {
    if (const auto table = conventions::tableOfArray(array)) {
        const auto known = conventions::tableDimensions(*table);
        return d > 0 ? *table : known ? std::string(known->source) : "";
    }
    for (const std::string& symbol : symbolic::freeSymbols(data.shape[d]))
        if (const auto bound = conventions::fieldBound(symbol))
            return bound->dimension;
    if (d < data.strides.size() && data.strides[d].isSymbol())
        if (const auto named = conventions::fieldStride(data.strides[d].name(), array);
            named && named->find_first_not_of("0123456789") != std::string_view::npos)
            return std::string(*named);
    return {};
}

std::string originOf(const ir::DataDescriptor& data, std::size_t d) {
    for (const std::string& symbol : symbolic::freeSymbols(data.shape[d]))
        if (const auto bound = conventions::fieldBound(symbol); bound && !bound->upper)
            return symbol;
    return {};
}

void describeArray(const ir::DataDescriptor& data, CalledArgument& called) {
    const std::string& array = called.argument.name;
    called.shape = data.shape;
    called.strides = data.strides;
    called.offset = data.startOffset;
    for (std::size_t d = 0; d < data.rank(); ++d) {
        called.dimensions.push_back(dimensionOf(array, data, d));
        called.origins.push_back(originOf(data, d));
        if (d < data.offset.size() && d < data.strides.size())
            called.offset = called.offset + data.offset[d] * data.strides[d];
    }
    called.table = conventions::tableOfArray(array).value_or("");
}

/// What a footprint says that callers can evaluate, each once. Symbols that the program assigns are
/// not theirs.
std::vector<TouchedBox> touchedBy(const std::vector<analysis::Access>& accesses,
                                  const std::set<std::string, std::less<>>& known) {
    std::vector<TouchedBox> boxes;
    std::set<std::string> seen;
    for (const analysis::Access& access : accesses) {
        if (access.reach == analysis::Reach::bound)
            continue;
        TouchedBox box;
        box.trips = access.trips;
        for (const auto& range : access.region.dims) {
            box.low.push_back(range.begin);
            box.high.push_back(range.end);
        }
        std::string text;
        bool knows = true;
        for (const auto* list : {&box.low, &box.high, &box.trips})
            for (const auto& one : *list) {
                text += symbolic::print(one) + ";";
                knows = knows && std::ranges::includes(known, symbolic::freeSymbols(one));
            }
        if (knows && seen.insert(text).second)
            boxes.push_back(std::move(box));
    }
    return boxes;
}

/// Symbols and scalars that have their caller's value throughout.
std::set<std::string, std::less<>> passedValues(const ir::Sdfg& program,
                                                const codegen::LibraryInterface& interface) {
    const auto assigned = analysis::assignedSymbols(program);
    std::set<std::string, std::less<>> passed;
    for (const auto& argument : interface.arguments)
        if (argument.kind != Kind::array && !assigned.contains(argument.name))
            passed.insert(argument.name);
    return passed;
}

Json expressionTexts(const std::vector<symbolic::Expr>& list) {
    Json texts = Json::array();
    for (const auto& one : list)
        texts.push_back(symbolic::print(one));
    return texts;
}

Json argumentJson(const CalledArgument& called) {
    Json json{{"name", called.argument.name},
              {"kind", kindName(called.argument.kind)},
              {"type", std::string(ir::name(called.argument.type))}};
    if (called.argument.kind == Kind::array) {
        json["dimensions"] = called.dimensions;
        json["shape"] = expressionTexts(called.shape);
        json["strides"] = expressionTexts(called.strides);
        json["origins"] = called.origins;
        if (!(called.offset == symbolic::Expr(0)))
            json["offset"] = symbolic::print(called.offset);
        if (!called.table.empty())
            json["table"] = called.table;
        for (const TouchedBox& box : called.touched)
            json["touches"].push_back({{"low", expressionTexts(box.low)},
                                       {"high", expressionTexts(box.high)},
                                       {"trips", expressionTexts(box.trips)}});
        json["reads"] = called.reads;
        json["writes"] = called.writes;
        json["memory"] = called.onHost ? "host" : "device";
    }
    if (called.usual)
        json["usual"] = *called.usual;
    return json;
}

Json argumentList(const std::vector<CalledArgument>& arguments) {
    Json list = Json::array();
    for (const CalledArgument& one : arguments)
        list.push_back(argumentJson(one));
    return list;
}

} // namespace

const char* kindName(Kind kind) {
    return kind == Kind::array ? "array" : kind == Kind::scalar ? "scalar" : "symbol";
}

CallDescription describeCall(const ir::Sdfg& original, const codegen::LibraryInterface& interface,
                             codegen::Target target, const symbolic::Bindings& constants) {
    CallDescription description{interface.name, target, {}, constants};
    const auto accesses = accessesOf(original);
    const analysis::FlatProgram flat(original);
    const auto footprint = analysis::footprint(*flat);
    const auto passed = passedValues(*flat, interface);
    for (const codegen::LibraryArgument& argument : interface.arguments) {
        CalledArgument& called = description.arguments.emplace_back();
        called.argument = argument;
        if (argument.name == conventions::kMetricsLevel ||
            argument.name == conventions::kComputeTime)
            called.usual = 0;
        const auto* data = original.data(argument.name);
        if (argument.kind != Kind::array || !data)
            continue;
        describeArray(*data, called);
        if (const auto found = footprint.find(argument.name); found != footprint.end())
            called.touched = touchedBy(found->second, passed);
        called.reads = accesses.read.contains(argument.name);
        called.writes = accesses.written.contains(argument.name);
        called.onHost =
            target == codegen::Target::cpu || argument.name == conventions::kComputeTime;
    }
    return description;
}

void leaveOut(CallDescription& description, const std::set<std::string, std::less<>>& unused) {
    std::set<std::string, std::less<>> inSizes;
    for (const CalledArgument& one : description.arguments) {
        for (const auto* list : {&one.shape, &one.strides})
            for (const auto& size : *list)
                inSizes.merge(symbolic::freeSymbols(size));
        inSizes.merge(symbolic::freeSymbols(one.offset));
        for (const TouchedBox& box : one.touched)
            for (const auto* list : {&box.low, &box.high, &box.trips})
                for (const auto& size : *list)
                    inSizes.merge(symbolic::freeSymbols(size));
    }
    for (CalledArgument& one : description.arguments)
        if (unused.contains(one.argument.name) && !inSizes.contains(one.argument.name))
            one.usual = 0;
}

std::string argumentsJson(const std::vector<CalledArgument>& arguments) {
    return argumentList(arguments).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string toJson(const CallDescription& description) {
    Json constants = Json::object();
    for (const auto& [name, value] : description.constants)
        constants[name] = value.isReal ? Json(value.d) : Json(value.i);
    const Json all{{"description", 1},
                   {"program", description.program},
                   {"target", std::string(codegen::name(description.target))},
                   {"constants", std::move(constants)},
                   {"arguments", argumentList(description.arguments)}};
    return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool touchesNothing(const TouchedBox& box) {
    const symbolic::Bindings none;
    for (const auto& trip : box.trips)
        if (const auto count = symbolic::evaluateInteger(trip, none); count && *count <= 0)
            return true;
    for (std::size_t d = 0; d < box.high.size(); ++d) {
        const auto low = symbolic::evaluateInteger(box.low[d], none);
        const auto high = symbolic::evaluateInteger(box.high[d], none);
        if (low && high && *low > *high)
            return true;
    }
    return false;
}

} // namespace mw::workbench
