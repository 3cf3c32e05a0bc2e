// Values of fields from JSON.
#include "core/io/detail/codec.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace mw::io {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

ir::CodeBlock withoutTrivial(ir::CodeBlock condition) {
    return ir::isAlwaysTrue(condition) ? ir::CodeBlock{} : condition;
}

bool Decoder::problem(std::string sentence) {
    problem_ = std::move(sentence);
    problemAt_.clear();
    return false;
}

bool Decoder::expected(std::string_view what, const Json& got) {
    return problem(fmt::format("should be {}, but is {}", what, describeType(got)));
}

bool Decoder::inside(std::string_view step) {
    problemAt_ = fmt::format("/{}{}", step, problemAt_);
    return false;
}

bool Decoder::decode(const Json& json, bool& out) {
    if (!json.is_boolean())
        return expected("true or false", json);
    out = json.get<bool>();
    return true;
}

bool Decoder::decode(const Json& json, int& out) {
    std::int64_t value = 0;
    if (json.is_string()) {
        const auto& text = json.get_ref<const std::string&>();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size())
            return problem(
                fmt::format("should be an integer, but is the text '{}'", text.substr(0, 60)));
    } else if (json.is_number_unsigned() &&
               json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
        return problem("is too large an integer");
    } else if (json.is_number_integer()) {
        value = json.get<std::int64_t>();
    } else {
        return expected("an integer", json);
    }
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
        return problem("is too large an integer");
    out = static_cast<int>(value);
    return true;
}

bool Decoder::decode(const Json& json, std::string& out) {
    out.clear();
    if (json.is_null())
        return true;
    if (!json.is_string())
        return expected("a string", json);
    out = json.get_ref<const std::string&>();
    return true;
}

bool Decoder::decode(const Json& json, std::optional<bool>& out) {
    out.reset();
    if (json.is_null())
        return true;
    return decode(json, out.emplace());
}

bool Decoder::decode(const Json& json, ir::DType& out) {
    out = {};
    if (json.is_null()) {
        out.scalar = ir::ScalarType::none;
        return true;
    }
    if (!json.is_string() && !json.is_object())
        return expected("a type name or a type object", json);
    const auto scalar = json.is_string()
                            ? ir::scalarTypeFromName(json.get_ref<const std::string&>())
                            : std::nullopt;
    if (scalar) {
        out.scalar = *scalar;
    } else {
        out.scalar = ir::ScalarType::other;
        out.text = json.dump();
    }
    return true;
}

bool Decoder::decode(const Json& json, ir::Storage& out) {
    // With parameters, since DaCe 2.0.0a10: {"type": "StorageType.GPU_Shared", "dynamic": true}.
    if (const Json* type = json.is_object() ? find(json, "type") : nullptr;
        type && type->is_string()) {
        std::string_view name = type->get_ref<const std::string&>();
        constexpr std::string_view kPrefix = "StorageType.";
        if (name.starts_with(kPrefix))
            name.remove_prefix(kPrefix.size());
        out = ir::storageFromName(name);
        return true;
    }
    if (!json.is_string())
        return expected("the name of a storage", json);
    out = ir::storageFromName(json.get_ref<const std::string&>());
    return true;
}

bool Decoder::decode(const Json& json, ir::Lifetime& out) {
    if (!json.is_string())
        return expected("the name of a lifetime", json);
    out = ir::lifetimeFromName(json.get_ref<const std::string&>());
    return true;
}

bool Decoder::decode(const Json& json, ir::Schedule& out) {
    if (!json.is_string())
        return expected("the name of a schedule", json);
    out = ir::scheduleFromName(json.get_ref<const std::string&>());
    return true;
}

bool Decoder::decode(const Json& json, ir::CodeBlock& out) {
    out = {};
    if (json.is_null())
        return true;
    if (json.is_string()) {
        out.text = codeFromFile(json.get_ref<const std::string&>(), spelling_.rules);
        return true;
    }
    if (!json.is_object())
        return expected("a code object", json);
    const Json* text = find(json, "string_data");
    if (!text)
        return problem("has no 'string_data'");
    if (!decode(*text, out.text))
        return inside("string_data");
    if (const Json* language = find(json, "language")) {
        if (!language->is_string()) {
            expected("the name of a language", *language);
            return inside("language");
        }
        out.language = ir::languageFromName(language->get_ref<const std::string&>());
    }
    if (out.language == ir::Language::Python)
        out.text = codeFromFile(out.text, spelling_.rules);
    return true;
}

bool Decoder::parseText(const std::string& text, Expr& out) {
    if (const auto known = cache_.find(text); known != cache_.end()) {
        out = known->second;
        return true;
    }
    auto parsed = parseSymbolic(text, spelling_);
    if (!parsed)
        return problem(fmt::format("'{}' is not an expression: {}", text.substr(0, 80),
                                   parsed.error().sentence));
    out = *parsed;
    cache_.emplace(text, std::move(*parsed));
    return true;
}

bool Decoder::decode(const Json& json, Expr& out) {
    if (json.is_string())
        return parseText(json.get_ref<const std::string&>(), out);
    if (json.is_number_unsigned() &&
        json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
        return problem("is too large an integer");
    if (json.is_number_integer()) {
        out = Expr(json.get<std::int64_t>());
        return true;
    }
    if (json.is_number_float()) {
        out = Expr::real(json.get<double>());
        return true;
    }
    if (const Json* main = find(json, "main")) // a bound with its over-approximation
        return decode(*main, out) || inside("main");
    return expected("an expression", json);
}

bool Decoder::decodeNamed(const Json& object, const char* key, Expr& out) {
    const Json* value = find(object, key);
    if (!value)
        return problem(fmt::format("the range has no '{}'", key));
    return decode(*value, out) || inside(key);
}

bool Decoder::decodeRange(const Json& json, Range& out) {
    if (!json.is_object())
        return expected("a range with start, end, step and tile", json);
    return decodeNamed(json, "start", out.begin) && decodeNamed(json, "end", out.end) &&
           decodeNamed(json, "step", out.step) && decodeNamed(json, "tile", out.tile);
}

bool Decoder::decode(const Json& json, Subset& out) {
    out.dims.clear();
    if (json.is_string()) {
        auto parsed = parseSymbolicSubset(json.get_ref<const std::string&>(), spelling_);
        if (!parsed)
            return problem("is not a subset: " + parsed.error().sentence);
        out = std::move(*parsed);
        return true;
    }
    if (!json.is_object())
        return expected("a subset", json);
    if (const Json* indices = find(json, "indices")) {
        std::vector<Expr> points;
        if (!decode(*indices, points))
            return inside("indices");
        for (Expr& point : points)
            out.dims.push_back(Range::point(std::move(point)));
        return true;
    }
    const Json* ranges = find(json, "ranges");
    if (!ranges)
        return problem("the subset has no 'ranges'");
    if (!ranges->is_array()) {
        expected("a list of ranges", *ranges);
        return inside("ranges");
    }
    out.dims.resize(ranges->size());
    for (std::size_t i = 0; i < ranges->size(); ++i) {
        if (!decodeRange((*ranges)[i], out.dims[i])) {
            inside(std::to_string(i));
            return inside("ranges");
        }
    }
    return true;
}

bool Decoder::decode(const Json& json, std::optional<Subset>& out) {
    out.reset();
    if (json.is_null())
        return true;
    return decode(json, out.emplace());
}

bool Decoder::decode(const Json& json, ir::Connectors& out) {
    out.clear();
    if (json.is_array()) {
        std::vector<std::string> names;
        if (!decode(json, names))
            return false;
        for (std::string& name : names)
            out.emplace(std::move(name), ir::DType{ir::ScalarType::none, {}});
        return true;
    }
    if (!json.is_object())
        return json.is_null() || expected("an object of names and types", json);
    for (const auto& [name, type] : json.items())
        if (!decode(type, out[name]))
            return inside(name);
    return true;
}

bool Decoder::decode(const Json& json, SymbolMapping& out) {
    out.clear();
    if (!json.is_object())
        return json.is_null() || expected("an object of names and expressions", json);
    for (const auto& [name, value] : json.items())
        if (!decode(value, out[name]))
            return inside(name);
    return true;
}

bool Decoder::decode(const Json& json, CodeByFile& out) {
    out.clear();
    if (!json.is_object())
        return json.is_null() || expected("an object of file names and code", json);
    for (const auto& [name, value] : json.items())
        if (!decode(value, out[name]))
            return inside(name);
    return true;
}

bool Decoder::decode(const Json& json, Assignments& out) {
    out.clear();
    if (!json.is_object())
        return json.is_null() || expected("an object of names and expressions", json);
    for (const auto& [name, value] : json.items()) {
        std::string text = value.is_number() ? value.dump() : std::string();
        if (!value.is_number() && !decode(value, text))
            return inside(name);
        out.emplace_back(name, codeFromFile(text, spelling_.rules));
    }
    return true;
}

} // namespace mw::io
