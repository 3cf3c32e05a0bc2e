// Which dialect the texts of a file are in.
#include "core/io/detail/dialect_of.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace mw::io {

namespace {

using symbolic::Dialect;

bool holdsExpressions(std::string_view key) {
    static constexpr std::array<std::string_view, 12> kKeys{
        "start", "end",    "step",       "tile",         "shape",  "strides",
        "main",  "offset", "total_size", "num_accesses", "volume", "symbol_mapping"};
    return std::ranges::find(kKeys, key) != kKeys.end();
}

/// Tables by names that a program gives, which may be any of the above ("end").
bool holdsNames(std::string_view key) {
    static constexpr std::array<std::string_view, 6> kKeys{
        "symbols", "assignments", "constants_prop", "_arrays", "in_connectors", "out_connectors"};
    return std::ranges::find(kKeys, key) != kKeys.end();
}

bool isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// By the first name in an expression that is no function; nullopt: it has none.
std::optional<Dialect> ofExpression(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '$')
            return Dialect::dollar;
        if (!isNameStart(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() &&
               (isNameStart(text[end]) || (text[end] >= '0' && text[end] <= '9')))
            ++end;
        const bool exponent = at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9';
        if (!exponent && (end == text.size() || text[end] != '('))
            return Dialect::plain;
        at = end;
    }
    return std::nullopt;
}

/// `named`: the keys are names of the program.
std::optional<Dialect> ofValue(const Json& json, bool symbolic, bool named = false) {
    if (json.is_string())
        return symbolic ? ofExpression(json.get_ref<const std::string&>()) : std::nullopt;
    if (json.is_array()) {
        for (const Json& item : json)
            if (const auto found = ofValue(item, symbolic))
                return found;
    } else if (json.is_object()) {
        const Json* type = find(json, "type");
        if (type && *type == "DebugInfo") // has start and end as numbers
            return std::nullopt;
        const bool mapping = symbolic && !type;
        for (const auto& [key, value] : json.get_ref<const Json::object_t&>())
            if (const auto found = ofValue(value, !named && (mapping || holdsExpressions(key)),
                                           !named && holdsNames(key)))
                return found;
    }
    return std::nullopt;
}

} // namespace

Dialect dialectOf(const Json& json, std::string_view text, bool versionHasDollar) {
    const bool dollar = text.find('$') != std::string_view::npos;
    if (!dollar && !versionHasDollar)
        return Dialect::plain;
    return ofValue(json, false).value_or(versionHasDollar ? Dialect::dollar : Dialect::plain);
}

} // namespace mw::io
