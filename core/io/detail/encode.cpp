// Values of fields to JSON.
#include "core/io/detail/codec.h"

#include <fmt/format.h>

namespace mw::io {

using symbolic::Dialect;
using symbolic::Expr;
using symbolic::Subset;

Json Encoder::encode(const std::optional<bool>& value) const {
    return value ? Json(*value) : Json(nullptr);
}

Json Encoder::encode(const ir::DType& value) const {
    if (value.scalar == ir::ScalarType::none)
        return nullptr;
    if (value.scalar != ir::ScalarType::other)
        return ir::name(value.scalar);
    Json parsed = Json::parse(value.text, nullptr, false);
    return parsed.is_discarded() ? Json(value.text) : parsed;
}

Json Encoder::encode(const ir::CodeBlock& value) const {
    const bool python = value.language == ir::Language::Python;
    return Json{{"string_data", python ? codeForFile(value.text, spelling_.rules) : value.text},
                {"language", ir::name(value.language)}};
}

namespace {

/// Floating-point symbols carry what sympy would assume of DaCe's default, an integer.
std::string annotationOf(ir::ScalarType type) {
    const std::string dtype = fmt::format("dtype=dace.{}", ir::name(type));
    if (!ir::DType{type, {}}.isFloating())
        return dtype;
    return dtype + ", algebraic=True, complex=True, finite=True, hermitian=True, integer=True, "
                   "rational=True, real=True";
}

} // namespace

/// The dollar dialect states a symbol's type where it is not int32; `types_` has those in scope.
Expr Encoder::annotated(const Expr& value) const {
    if (spelling_.dialect != Dialect::dollar || !types_ || types_->empty())
        return value;
    symbolic::Substitution replacements;
    for (const std::string& name : symbolic::freeSymbols(value)) {
        const auto type = types_->find(name);
        if (type != types_->end() && type->second != ir::ScalarType::int32)
            replacements.emplace(name, Expr::symbol(name, annotationOf(type->second)));
    }
    return replacements.empty() ? value : symbolic::substitute(value, replacements);
}

Json Encoder::encode(const Expr& value) const {
    return printSymbolic(annotated(value), spelling_);
}

Json Encoder::encode(const Subset& value) const {
    Json ranges = Json::array();
    for (const symbolic::Range& dim : value.dims)
        ranges.push_back({{"start", encode(dim.begin)},
                          {"end", encode(dim.end)},
                          {"step", encode(dim.step)},
                          {"tile", encode(dim.tile)}});
    return Json{{"type", "Range"}, {"ranges", std::move(ranges)}};
}

Json Encoder::encode(const std::optional<Subset>& value) const {
    return value ? encode(*value) : Json(nullptr);
}

Json Encoder::encode(const ir::Connectors& value) const {
    Json object = Json::object();
    for (const auto& [name, type] : value)
        object[name] = encode(type);
    return object;
}

Json Encoder::encode(const SymbolMapping& value) const {
    Json object = Json::object();
    for (const auto& [name, expression] : value)
        object[name] = encode(expression);
    return object;
}

Json Encoder::encode(const CodeByFile& value) const {
    Json object = Json::object();
    for (const auto& [name, code] : value)
        object[name] = encode(code);
    return object;
}

Json Encoder::encode(const Assignments& value) const {
    Json object = Json::object();
    for (const auto& [name, text] : value)
        object[name] = codeForFile(text, spelling_.rules);
    return object;
}

} // namespace mw::io
