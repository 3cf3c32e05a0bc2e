// Values of symbols that fit the symbol's type.
#include "core/ir/symbol_value.h"

#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace mw::ir {

namespace {

using symbolic::Value;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// Least and greatest value of an integer type, of uint64 as far as int64 goes.
struct Bounds {
    std::int64_t least = 0, greatest = kMost;
};
Bounds boundsOf(ScalarType type) {
    if (type == ScalarType::boolean)
        return {0, 1};
    const int bits = 8 * sizeOf(type);
    if (isUnsigned(type))
        return {0, bits == 64 ? kMost : (std::int64_t{1} << bits) - 1};
    if (bits == 64)
        return {std::numeric_limits<std::int64_t>::min(), kMost};
    return {-(std::int64_t{1} << (bits - 1)), (std::int64_t{1} << (bits - 1)) - 1};
}

/// The integer that a number is; nullopt for others.
std::optional<std::int64_t> wholeNumber(const Value& value) {
    if (!value.isReal)
        return value.i;
    constexpr double kLimit = 9223372036854775808.0; // 2^63
    if (!(value.d >= -kLimit && value.d < kLimit) || value.d != std::trunc(value.d))
        return std::nullopt;
    return static_cast<std::int64_t>(value.d);
}

std::optional<Value> fitted(const Value& value, ScalarType type) {
    if (isFloatingPoint(type)) {
        const double wide = value.asReal();
        const double narrow = static_cast<double>(static_cast<float>(wide));
        if (type == ScalarType::float64)
            return Value::real(wide);
        if (std::isinf(narrow) && !std::isinf(wide))
            return std::nullopt;
        return Value::real(narrow);
    }
    const auto whole = wholeNumber(value);
    const Bounds bounds = boundsOf(type);
    if (!whole || *whole < bounds.least || *whole > bounds.greatest)
        return std::nullopt;
    return Value::integer(*whole);
}

} // namespace

Expected<Value> symbolValue(std::string_view name, const Value& given, ScalarType type) {
    if (!isPlainNumber(type))
        return fail("symbol-value", fmt::format("'{}' is {}, a type that cannot be given a value",
                                                name, ir::name(type)));
    if (const auto value = fitted(given, type))
        return *value;
    return fail(
        "symbol-value",
        fmt::format("'{}' is {}, which cannot hold {}", name, ir::name(type),
                    given.isReal ? fmt::format("{}", given.d) : fmt::format("{}", given.i)));
}

Expected<void> fitSymbols(const Sdfg& program, symbolic::Bindings& values) {
    for (auto& [name, value] : values) {
        const auto declared = program.symbols.find(name);
        const DataDescriptor* data = program.data(name);
        if (declared != program.symbols.end()) {
            MW_TRY(value, symbolValue(name, value, declared->second.scalar));
        } else if (data && data->isScalar() && !data->transient) {
            MW_TRY(value, symbolValue(name, value, data->dtype.scalar));
        }
    }
    return {};
}

} // namespace mw::ir
