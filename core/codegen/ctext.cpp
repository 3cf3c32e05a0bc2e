// Types, literals and identifiers as C++ spells them.
#include "core/codegen/ctext.h"

#include "core/support/identifiers.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace mw::codegen {

using ir::ScalarType;

std::string_view cType(ScalarType type) {
    switch (type) {
    case ScalarType::boolean:
        return "bool";
    case ScalarType::int8:
        return "signed char";
    case ScalarType::int16:
        return "short";
    case ScalarType::int32:
        return "int";
    case ScalarType::int64:
        return "long long";
    case ScalarType::uint8:
        return "unsigned char";
    case ScalarType::uint16:
        return "unsigned short";
    case ScalarType::uint32:
        return "unsigned int";
    case ScalarType::uint64:
        return "unsigned long long";
    case ScalarType::float32:
        return "float";
    case ScalarType::float64:
        return "double";
    default:
        return {};
    }
}

std::string cLiteral(std::int64_t value) {
    if (value == std::numeric_limits<std::int64_t>::min())
        return "(-9223372036854775807LL - 1)";
    if (value > std::numeric_limits<std::int32_t>::max() ||
        value < -std::numeric_limits<std::int32_t>::max())
        return fmt::format("{}LL", value);
    return fmt::format("{}", value);
}

std::string cLiteral(double value) {
    if (std::isnan(value))
        return "mw_nan()";
    if (std::isinf(value))
        return value > 0 ? "mw_inf()" : "-mw_inf()";
    std::string text = fmt::format("{}", value); // shortest text that reads back exactly
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

std::string_view reductionOperator(std::string_view reduction) {
    return reduction == "sum"       ? "+"
           : reduction == "product" ? "*"
           : reduction == "and"     ? "&&"
           : reduction == "or"      ? "||"
                                    : "";
}

std::set<std::string> identifiers(std::string_view text) {
    std::set<std::string> names;
    forEachWord(text, [&](const Word& word) {
        if (word.isIdentifier())
            names.emplace(word.text);
    });
    return names;
}

} // namespace mw::codegen
