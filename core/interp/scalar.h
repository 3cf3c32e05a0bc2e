#pragma once

#include "core/ir/types.h"
#include "core/support/expected.h"
#include "core/symbolic/expr.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mw::interp {

/// One typed number, with C's arithmetic as DaCe's generated code has it.
struct Scalar {
    ir::ScalarType type = ir::ScalarType::int64;
    std::int64_t i = 0; ///< integers and bool
    double d = 0;       ///< floating types; float32 values are kept rounded to float32

    static Scalar integer(std::int64_t value, ir::ScalarType type = ir::ScalarType::int64);
    static Scalar real(double value, ir::ScalarType type = ir::ScalarType::float64);
    static Scalar boolean(bool value);

    bool isFloating() const;
    double asReal() const;
    /// Truncated; what no 64-bit integer holds gives the smallest one, as x86 does.
    std::int64_t asInteger() const;
    bool truthy() const { return isFloating() ? d != 0 : i != 0; }
    /// Conversion as a C++ cast does it (wraps integers to the width, truncates floats).
    Scalar as(ir::ScalarType target) const;
    symbolic::Value toValue() const;
};

/// + - * / // % comparisons and or & | ^ << >>. Errors: division of integers by zero.
Expected<Scalar> binary(std::string_view op, const Scalar& a, const Scalar& b);
/// `x ** y` where y is no literal.
Scalar power(const Scalar& base, const Scalar& exponent);
/// Repeated product in the type of the base.
Scalar integerPower(const Scalar& base, std::uint64_t exponent);
/// 1 / x in the type of x.
Expected<Scalar> reciprocal(const Scalar& value);
Expected<Scalar> unary(std::string_view op, const Scalar& a);
/// math.sqrt, min, abs, dace.float64, ... by the name as written.
Expected<Scalar> call(std::string_view function, std::span<const Scalar> args);

Scalar loadElement(const std::byte* at, ir::ScalarType type);
void storeElement(std::byte* at, ir::ScalarType type, const Scalar& value);
/// What temporaries hold before anything is written.
Scalar poison(ir::ScalarType type);

} // namespace mw::interp
