// Arithmetic of tasklet code, as the C++ that DaCe writes for it computes.
#include "core/interp/scalar.h"
#include "core/ir/predicates.h"
#include "core/tasklet/tasklet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace mw::interp {

using ir::ScalarType;

namespace {

/// Division and remainder towards zero, as in C.
Expected<Scalar> divide(std::string_view op, std::int64_t a, std::int64_t b, ScalarType type) {
    const bool remainder = op == "%";
    if (b == 0)
        return fail("division-by-zero", "an integer is divided by zero");
    if (type == ScalarType::uint64) {
        const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
        return Scalar::integer(static_cast<std::int64_t>(remainder ? ua % ub : ua / ub), type);
    }
    if (b == -1) // the smallest integer has no positive counterpart
        return Scalar::integer(
            remainder ? 0 : static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a)), type);
    return Scalar::integer(remainder ? a % b : a / b, type);
}

Expected<Scalar> shift(std::string_view op, std::int64_t a, std::int64_t b, ScalarType type) {
    if (b < 0 || b >= 8 * ir::sizeOf(type))
        return fail("bad-shift", fmt::format("a shift by {} bits", b));
    const auto ua = static_cast<std::uint64_t>(a);
    if (op == "<<")
        return Scalar::integer(static_cast<std::int64_t>(ua << static_cast<unsigned>(b)), type);
    return Scalar::integer(
        ir::isUnsigned(type) ? static_cast<std::int64_t>(ua >> static_cast<unsigned>(b)) : a >> b,
        type);
}

/// Both operands have been converted to `type`; results wrap to its width.
Expected<Scalar> integerBinary(std::string_view op, std::int64_t a, std::int64_t b,
                               ScalarType type) {
    const auto ua = static_cast<std::uint64_t>(a);
    const auto ub = static_cast<std::uint64_t>(b);
    const auto result = [&](std::uint64_t value) {
        return Scalar::integer(static_cast<std::int64_t>(value), type);
    };
    if (op == "+")
        return result(ua + ub);
    if (op == "-")
        return result(ua - ub);
    if (op == "*")
        return result(ua * ub);
    if (op == "/" || op == "//" || op == "%")
        return divide(op, a, b, type);
    if (op == "&")
        return result(ua & ub);
    if (op == "|")
        return result(ua | ub);
    if (op == "^")
        return result(ua ^ ub);
    return fail("unknown-operator", fmt::format("the operator '{}' is not known", op));
}

Expected<Scalar> realBinary(std::string_view op, double x, double y, ScalarType type) {
    if (op == "+")
        return Scalar::real(x + y, type);
    if (op == "-")
        return Scalar::real(x - y, type);
    if (op == "*")
        return Scalar::real(x * y, type);
    if (op == "/")
        return Scalar::real(x / y, type);
    if (op == "//") // dace::math::ifloor(a / b): floor, then an int
        return Scalar::real(std::floor(Scalar::real(x / y, type).d)).as(ScalarType::int32);
    if (op == "%")
        return fail("float-modulo", "'%' of floating-point numbers has no meaning in the format");
    return fail("unknown-operator", fmt::format("the operator '{}' is not known for floats", op));
}

/// As C compares: both sides in their common type.
bool compareValues(std::string_view op, const Scalar& left, const Scalar& right) {
    const ScalarType type = tasklet::promote(left.type, right.type);
    const Scalar a = left.as(type), b = right.as(type);
    const auto decide = [&](const auto& x, const auto& y) {
        if (op == "==")
            return x == y;
        if (op == "!=")
            return x != y;
        if (op == "<")
            return x < y;
        if (op == "<=")
            return x <= y;
        return op == ">" ? x > y : x >= y;
    };
    if (a.isFloating())
        return decide(a.d, b.d);
    if (type == ScalarType::uint64)
        return decide(static_cast<std::uint64_t>(a.i), static_cast<std::uint64_t>(b.i));
    return decide(a.i, b.i);
}

/// A function of the C library in both precisions.
struct RealFunction {
    double (*wide)(double);
    float (*narrow)(float);
};
const std::map<std::string_view, RealFunction>& realFunctions() {
    static const std::map<std::string_view, RealFunction> kTable = {
        {"sin", {std::sin, std::sin}},          {"cos", {std::cos, std::cos}},
        {"tan", {std::tan, std::tan}},          {"sinh", {std::sinh, std::sinh}},
        {"cosh", {std::cosh, std::cosh}},       {"tanh", {std::tanh, std::tanh}},
        {"sqrt", {std::sqrt, std::sqrt}},       {"exp", {std::exp, std::exp}},
        {"exp2", {std::exp2, std::exp2}},       {"expm1", {std::expm1, std::expm1}},
        {"log", {std::log, std::log}},          {"log2", {std::log2, std::log2}},
        {"log10", {std::log10, std::log10}},    {"log1p", {std::log1p, std::log1p}},
        {"asin", {std::asin, std::asin}},       {"acos", {std::acos, std::acos}},
        {"atan", {std::atan, std::atan}},       {"asinh", {std::asinh, std::asinh}},
        {"acosh", {std::acosh, std::acosh}},    {"atanh", {std::atanh, std::atanh}},
        {"tgamma", {std::tgamma, std::tgamma}}, {"cbrt", {std::cbrt, std::cbrt}},
        {"erf", {std::erf, std::erf}},          {"ceil", {std::ceil, std::ceil}},
        {"floor", {std::floor, std::floor}},    {"trunc", {std::trunc, std::trunc}},
        {"round", {std::round, std::round}},
    };
    return kTable;
}

Scalar applied(const RealFunction& function, const Scalar& x) {
    if (x.type == ScalarType::float32)
        return Scalar::real(static_cast<double>(function.narrow(static_cast<float>(x.d))), x.type);
    return Scalar::real(function.wide(x.asReal()));
}

std::optional<ScalarType> castTarget(std::string_view name) {
    if (name == "float")
        return ScalarType::float64;
    if (name == "int")
        return ScalarType::int32;
    if (name == "bool")
        return ScalarType::boolean;
    return ir::scalarTypeFromName(name);
}

/// The functions of DaCe's own headers, in the type of what they are given.
std::optional<Scalar> ownUnary(std::string_view name, const Scalar& x) {
    const Scalar zero = Scalar::integer(0, ScalarType::int32);
    const int sign = (compareValues("<", zero, x) ? 1 : 0) - (compareValues("<", x, zero) ? 1 : 0);
    constexpr double kPi = 3.14159265358979323846;
    if (name == "sign" || name == "sign_numpy_2")
        return Scalar::integer(sign).as(x.type);
    if (name == "sgn")
        return Scalar::integer(sign, ScalarType::int32);
    if (name == "heaviside")
        return Scalar::integer(sign > 0 ? 1 : 0).as(x.type);
    if (name == "deg2rad")
        return Scalar::real(x.asReal() * kPi / 180.0).as(x.type);
    if (name == "rad2deg") {
        const auto half = binary("*", x, Scalar::integer(180, ScalarType::int32).as(x.type));
        return Scalar::real(half->asReal() / kPi).as(x.type);
    }
    return std::nullopt;
}

/// Quotient rounded down: of whole numbers, and of real ones.
Expected<Scalar> floorDivide(const Scalar& x, const Scalar& y) {
    MW_TRY(const Scalar quotient, binary("/", x, y));
    if (quotient.isFloating())
        return Scalar::real(std::floor(quotient.d), quotient.type);
    MW_TRY(const Scalar rest, binary("%", x, y));
    const bool below = rest.i != 0 && !ir::isUnsigned(rest.type) && (rest.i < 0) != (y.i < 0);
    return below ? binary("-", quotient, Scalar::integer(1).as(quotient.type)) : quotient;
}

/// Of two arguments of one type.
Expected<std::optional<Scalar>> ownBinary(std::string_view name, const Scalar& x, const Scalar& y) {
    if (name == "heaviside")
        return x.truthy() && compareValues("==", x, x) ? ownUnary(name, x) : std::optional(y);
    if (name == "py_floor" || name == "int_floor_ni") {
        MW_TRY(const Scalar quotient, floorDivide(x, y));
        return std::optional(quotient.as(x.type));
    }
    if (name == "py_mod") {
        MW_TRY(const Scalar quotient, floorDivide(x, y));
        MW_TRY(const Scalar product, binary("*", quotient, y));
        MW_TRY(const Scalar rest, binary("-", x, product));
        return std::optional(rest.as(x.type));
    }
    if ((name == "cpp_mod" || name == "Mod") && !x.isFloating() && !y.isFloating()) {
        MW_TRY(const Scalar rest, binary("%", x, y));
        return std::optional(rest.as(x.type));
    }
    return std::optional<Scalar>();
}

Expected<Scalar> callUnary(std::string_view name, const Scalar& x) {
    if (auto own = ownUnary(name, x))
        return *own;
    if (const auto target = castTarget(name)) {
        if (!ir::isPlainNumber(*target))
            return fail("unsupported-type",
                        fmt::format("values of type {} cannot be computed", name));
        return x.as(*target);
    }
    if (name == "abs" || name == "fabs" || name == "Abs") {
        if (x.isFloating())
            return Scalar::real(std::abs(x.d), x.type);
        const Scalar promoted = x.as(tasklet::promote(x.type, ScalarType::int32));
        const bool negative = promoted.i < 0 && !ir::isUnsigned(promoted.type);
        return negative ? unary("-", promoted) : promoted;
    }
    if (name == "ifloor")
        return x.isFloating() ? Scalar::real(std::floor(x.d)).as(ScalarType::int32) : x;
    if (name == "isfinite")
        return Scalar::boolean(std::isfinite(x.asReal()));
    if (name == "isinf")
        return Scalar::boolean(std::isinf(x.asReal()));
    if (name == "isnan")
        return Scalar::boolean(std::isnan(x.asReal()));
    if (name == "Not")
        return Scalar::boolean(!x.truthy());
    if (const auto found = realFunctions().find(name); found != realFunctions().end())
        return applied(found->second, x);
    return fail("unknown-function", fmt::format("the function '{}' is not known", name));
}

Expected<Scalar> callBinary(std::string_view name, const Scalar& x, const Scalar& y) {
    const ScalarType type = tasklet::promote(x.type, y.type);
    const ScalarType common = x.type == y.type ? x.type : type;
    MW_TRY(const auto own, ownBinary(name, x.as(common), y.as(common)));
    if (own)
        return *own;
    if (name == "np_float_pow")
        return Scalar::real(std::pow(x.asReal(), y.asReal()));
    if (name == "min" || name == "Min")
        return (compareValues("<", x, y) ? x : y).as(type);
    if (name == "max" || name == "Max")
        return (compareValues(">", x, y) ? x : y).as(type);
    if (name == "pow")
        return power(x, y);
    if (name == "fmod" || name == "cpp_mod" || name == "atan2") {
        const bool narrow = x.type == ScalarType::float32 && y.type == ScalarType::float32;
        const double value =
            name != "atan2" ? std::fmod(x.asReal(), y.asReal())
            : narrow
                ? static_cast<double>(std::atan2(static_cast<float>(x.d), static_cast<float>(y.d)))
                : std::atan2(x.asReal(), y.asReal());
        return Scalar::real(value, narrow ? ScalarType::float32 : ScalarType::float64);
    }
    if (name == "Eq" || name == "Ne")
        return Scalar::boolean(compareValues(name == "Eq" ? "==" : "!=", x, y));
    if (name == "And" || name == "Or")
        return binary(name == "And" ? "and" : "or", x, y);
    if (name == "int_floor")
        return binary("/", x, y);
    if (name == "int_ceil") {
        MW_TRY(const Scalar sum, binary("+", x, y));
        MW_TRY(const Scalar above, binary("-", sum, Scalar::integer(1, ScalarType::int32)));
        return binary("/", above, y);
    }
    return fail("unknown-function",
                fmt::format("the function '{}' with two arguments is not known", name));
}

} // namespace

Expected<Scalar> binary(std::string_view op, const Scalar& a, const Scalar& b) {
    if (op == "and")
        return Scalar::boolean(a.truthy() && b.truthy());
    if (op == "or")
        return Scalar::boolean(a.truthy() || b.truthy());
    if (tasklet::isComparison(op))
        return Scalar::boolean(compareValues(op, a, b));
    if (op == "<<" || op == ">>") {
        const ScalarType left = tasklet::promote(a.type, ScalarType::int32);
        if (a.isFloating() || b.isFloating())
            return fail("bad-shift", "only integers can be shifted");
        return shift(op, a.as(left).i, b.i, left);
    }
    const ScalarType type = tasklet::promote(a.type, b.type);
    const Scalar x = a.as(type), y = b.as(type);
    if (ir::isFloatingPoint(type))
        return realBinary(op, x.d, y.d, type);
    const bool bits = op == "&" || op == "|" || op == "^";
    const bool logical = bits && a.type == ScalarType::boolean && b.type == ScalarType::boolean;
    return integerBinary(op, x.i, y.i, logical ? ScalarType::boolean : type);
}

/// dace::math::pow: int with int by repeated product, everything else as std::pow.
Scalar power(const Scalar& base, const Scalar& exponent) {
    if (base.type == ScalarType::int32 && exponent.type == ScalarType::int32) {
        if (exponent.i < 0)
            return Scalar::integer(0, ScalarType::int32);
        return integerPower(base, static_cast<std::uint64_t>(exponent.i));
    }
    if (base.type == ScalarType::float32 && exponent.type == ScalarType::float32)
        return Scalar::real(static_cast<double>(std::pow(static_cast<float>(base.d),
                                                         static_cast<float>(exponent.d))),
                            ScalarType::float32);
    return Scalar::real(std::pow(base.asReal(), exponent.asReal()));
}

Scalar integerPower(const Scalar& base, std::uint64_t exponent) {
    Scalar result = base;
    for (std::uint64_t k = 1; k < exponent; ++k)
        result = (*binary("*", result, base)).as(base.type);
    return exponent == 0 ? Scalar::integer(1, ScalarType::int32).as(base.type) : result;
}

Expected<Scalar> reciprocal(const Scalar& value) {
    return binary("/", Scalar::integer(1, ScalarType::int32).as(value.type), value);
}

Expected<Scalar> unary(std::string_view op, const Scalar& a) {
    if (op == "not")
        return Scalar::boolean(!a.truthy());
    const ScalarType type = tasklet::promote(a.type, a.type);
    if (op == "+")
        return a.as(type);
    if (op == "-")
        return a.isFloating() ? Scalar::real(-a.d, type) : integerBinary("-", 0, a.i, type);
    if (op == "~" && !a.isFloating())
        return Scalar::integer(~a.i, type);
    return fail("unknown-operator", fmt::format("the operator '{}' is not known", op));
}

Expected<Scalar> call(std::string_view function, std::span<const Scalar> args) {
    if (tasklet::keepsArgumentType(function) && !args.empty() &&
        std::ranges::none_of(args, &Scalar::isFloating)) {
        ScalarType type = args[0].type;
        for (const Scalar& arg : args)
            type = arg.type == type ? type : tasklet::promote(type, arg.type);
        MW_TRY(const Scalar real, call(function.substr(function.rfind('.') + 1), args));
        return real.as(type);
    }
    std::string_view name = function;
    if (const auto dot = name.rfind('.'); dot != std::string_view::npos)
        name = name.substr(dot + 1);
    if (args.size() == 1)
        return callUnary(name, args[0]);
    if (args.size() == 2)
        return callBinary(name, args[0], args[1]);
    if (args.size() == 3 && (name == "IfExpr" || name == "where"))
        return args[0].truthy() ? args[1] : args[2];
    if (args.size() > 2 && (name == "min" || name == "max" || name == "Min" || name == "Max")) {
        Scalar result = args.back(); // from the right, as DaCe's min and max of several
        for (std::size_t i = args.size() - 1; i-- > 0;) {
            MW_TRY(result, callBinary(name, args[i], result));
        }
        return result;
    }
    return fail("unknown-function", fmt::format("the function '{}' with {} arguments is not known",
                                                function, args.size()));
}

} // namespace mw::interp
