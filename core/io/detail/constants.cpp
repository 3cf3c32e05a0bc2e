// Constants of an SDFG, with numbers that JSON cannot say.
#include "core/io/detail/constants.h"

#include "core/io/detail/raw_numbers.h"
#include "core/ir/same.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace mw::io {

namespace {

using symbolic::Value;

std::optional<Value> notFinite(std::string_view number) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (number == "NaN")
        return Value::real(std::numeric_limits<double>::quiet_NaN());
    if (number == "Infinity" || number == "-Infinity")
        return Value::real(number == "Infinity" ? kInfinity : -kInfinity);
    return std::nullopt; // an integer beyond 64 bits: kept, not computed with
}

/// Numbers written as text, as DaCe's Python interface takes them.
std::optional<Value> writtenNumber(const std::string& text) {
    const auto parsed = symbolic::parse(text, symbolic::Dialect::code);
    if (!parsed)
        return std::nullopt;
    if (parsed->isInteger())
        return Value::integer(parsed->value());
    return parsed->op() == symbolic::Op::real ? std::optional(Value::real(parsed->realValue()))
                                              : std::nullopt;
}

/// `[descriptor, value]` of a number; a bool counts as 0 or 1.
std::optional<Value> numberOf(const Json& entry) {
    if (!entry.is_array() || entry.size() != 2)
        return std::nullopt;
    const Json& value = entry[1];
    if (value.is_boolean())
        return Value::integer(value.get<bool>() ? 1 : 0);
    if (value.is_number_float())
        return Value::real(value.get<double>());
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
        return std::nullopt; // of which nothing can be computed
    if (value.is_number_integer())
        return Value::integer(value.get<std::int64_t>());
    if (!value.is_string())
        return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    const auto special = notFinite(rawNumber(text));
    return special ? special : writtenNumber(text);
}

Json realNumber(double value) {
    if (std::isnan(value))
        return markedNumber("NaN");
    if (std::isinf(value))
        return markedNumber(value < 0 ? "-Infinity" : "Infinity");
    return value;
}

/// With the type of the symbol that it is the value of, where it is one's.
Json newEntry(const ir::Sdfg& sdfg, const std::string& name, const Value& value) {
    const auto symbol = sdfg.symbols.find(name);
    const std::string_view dtype = symbol != sdfg.symbols.end() ? ir::name(symbol->second.scalar)
                                   : value.isReal               ? "float64"
                                                                : "int64";
    Json attributes{{"dtype", dtype}, {"shape", Json::array({"1"})}};
    return Json::array({Json{{"type", "Scalar"}, {"attributes", std::move(attributes)}},
                        value.isReal ? realNumber(value.d) : Json(value.i)});
}

bool isKept(const ir::Sdfg& sdfg, const std::string& name, const Json& entry) {
    const auto number = sdfg.constants.find(name);
    if (number != sdfg.constants.end()) {
        const auto stated = numberOf(entry);
        return stated && ir::sameValue(*stated, number->second);
    }
    return std::ranges::find(sdfg.constantArrays, name) != sdfg.constantArrays.end();
}

} // namespace

void readConstants(const Json& attributes, ir::Sdfg& sdfg) {
    const Json* table = find(attributes, "constants_prop");
    if (!table || !table->is_object())
        return;
    for (const auto& [name, entry] : table->items()) {
        if (const auto number = numberOf(entry))
            sdfg.constants.emplace(name, *number);
        else
            sdfg.constantArrays.push_back(name);
    }
}

bool writeConstants(const ir::Sdfg& sdfg, Json& attributes) {
    const Json* old = find(attributes, "constants_prop");
    Json kept = Json::object();
    bool changed = false;
    if (old && old->is_object()) {
        for (const auto& [name, entry] : old->items()) {
            if (isKept(sdfg, name, entry))
                kept[name] = entry;
            else
                changed = true;
        }
    }
    Json table = kept;
    for (const auto& [name, value] : sdfg.constants)
        if (!kept.contains(name))
            table[name] = newEntry(sdfg, name, value);
    if (table.size() != kept.size()) { // the order is that of a file written anew
        changed = true;
        table = Json::object();
        for (const auto& [name, value] : sdfg.constants)
            table[name] = kept.contains(name) ? kept[name] : newEntry(sdfg, name, value);
        for (const auto& [name, entry] : kept.items())
            table[name] = entry;
    }
    if (changed && !old)
        attributes.erase("_arrays"); // written after them
    if (changed)
        attributes["constants_prop"] = std::move(table);
    return changed;
}

} // namespace mw::io
