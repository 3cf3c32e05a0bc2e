#include "core/interp/scalar.h"

#include "core/tasklet/tasklet.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>

namespace mw::interp {

using ir::ScalarType;

namespace {

bool floating(ScalarType type) {
    return ir::DType{type, {}}.isFloating();
}

template <class T>
std::int64_t wrap(std::int64_t value) {
    return static_cast<std::int64_t>(static_cast<T>(value));
}

std::int64_t wrapTo(ScalarType type, std::int64_t value) {
    switch (type) {
    case ScalarType::boolean:
        return value != 0;
    case ScalarType::int8:
        return wrap<std::int8_t>(value);
    case ScalarType::int16:
        return wrap<std::int16_t>(value);
    case ScalarType::int32:
        return wrap<std::int32_t>(value);
    case ScalarType::uint8:
        return wrap<std::uint8_t>(value);
    case ScalarType::uint16:
        return wrap<std::uint16_t>(value);
    case ScalarType::uint32:
        return wrap<std::uint32_t>(value);
    default:
        return value;
    }
}

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
    if (op == "/" || op == "//" || op == "%") {
        if (b == 0)
            return fail("division-by-zero", "an integer is divided by zero");
        if (b == -1) // the smallest integer has no positive counterpart
            return op == "%" ? Scalar::integer(0, type) : result(0 - ua);
        return Scalar::integer(op == "%" ? a % b : a / b, type); // C: towards zero
    }
    if (op == "&")
        return result(ua & ub);
    if (op == "|")
        return result(ua | ub);
    if (op == "^")
        return result(ua ^ ub);
    if (op == "<<" || op == ">>") {
        if (b < 0 || b > 63)
            return fail("bad-shift", fmt::format("a shift by {} bits", b));
        return op == "<<" ? result(ua << ub) : Scalar::integer(a >> b, type);
    }
    if (op == "**") // integer power by repeated product, as dace::math::ipow
    {
        if (b < 0)
            return Scalar::real(std::pow(static_cast<double>(a), static_cast<double>(b)));
        std::uint64_t power = 1;
        for (std::int64_t k = 0; k < b; ++k)
            power *= ua;
        return result(power);
    }
    return fail("unknown-operator", fmt::format("the operator '{}' is not known", op));
}

/// x ** n as DaCe writes it: integer exponents are repeated products, 0.5 is a square root.
double realPower(double a, const Scalar& exponent) {
    if (exponent.isFloating()) {
        if (exponent.d == 0.5)
            return std::sqrt(a);
        if (exponent.d == -0.5)
            return 1.0 / std::sqrt(a);
        return std::pow(a, exponent.d);
    }
    double power = 1;
    for (std::int64_t k = 0; k < std::abs(exponent.i); ++k)
        power *= a;
    return exponent.i < 0 ? 1.0 / power : power;
}

Expected<Scalar> realBinary(std::string_view op, const Scalar& a, const Scalar& b,
                            ScalarType type) {
    const double x = a.asReal();
    const double y = b.asReal();
    if (op == "+")
        return Scalar::real(x + y, type);
    if (op == "-")
        return Scalar::real(x - y, type);
    if (op == "*")
        return Scalar::real(x * y, type);
    if (op == "/")
        return Scalar::real(x / y, type);
    if (op == "//") // dace::math::ifloor(a / b): floor, then an integer
        return Scalar::integer(static_cast<std::int64_t>(std::floor(x / y)), ScalarType::int32);
    if (op == "%")
        return fail("float-modulo", "'%' of floating-point numbers has no meaning in the format");
    if (op == "**")
        return Scalar::real(realPower(x, b), type);
    return fail("unknown-operator", fmt::format("the operator '{}' is not known for floats", op));
}

bool compareValues(std::string_view op, const Scalar& a, const Scalar& b) {
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
    return a.isFloating() || b.isFloating() ? decide(a.asReal(), b.asReal()) : decide(a.i, b.i);
}

bool isComparison(std::string_view op) {
    return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
}

using RealFunction = double (*)(double);
const std::map<std::string_view, RealFunction>& realFunctions() {
    static const std::map<std::string_view, RealFunction> kTable = {
        {"sin", [](double x) { return std::sin(x); }},
        {"cos", [](double x) { return std::cos(x); }},
        {"tan", [](double x) { return std::tan(x); }},
        {"sinh", [](double x) { return std::sinh(x); }},
        {"cosh", [](double x) { return std::cosh(x); }},
        {"tanh", [](double x) { return std::tanh(x); }},
        {"sqrt", [](double x) { return std::sqrt(x); }},
        {"exp", [](double x) { return std::exp(x); }},
        {"log", [](double x) { return std::log(x); }},
        {"asin", [](double x) { return std::asin(x); }},
        {"acos", [](double x) { return std::acos(x); }},
        {"atan", [](double x) { return std::atan(x); }},
        {"asinh", [](double x) { return std::asinh(x); }},
        {"acosh", [](double x) { return std::acosh(x); }},
        {"atanh", [](double x) { return std::atanh(x); }},
        {"tgamma", [](double x) { return std::tgamma(x); }},
        {"cbrt", [](double x) { return std::cbrt(x); }},
        {"ceil", [](double x) { return std::ceil(x); }},
        {"floor", [](double x) { return std::floor(x); }},
        {"trunc", [](double x) { return std::trunc(x); }},
    };
    return kTable;
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

Expected<Scalar> callUnary(std::string_view name, const Scalar& x) {
    if (const auto target = castTarget(name))
        return x.as(*target);
    if (name == "abs" || name == "fabs")
        return x.isFloating() ? Scalar::real(std::abs(x.d), x.type)
                              : Scalar::integer(std::abs(x.i), x.type);
    if (name == "ifloor" || name == "int_floor")
        return Scalar::integer(static_cast<std::int64_t>(std::floor(x.asReal())),
                               ScalarType::int32);
    if (name == "isfinite")
        return Scalar::boolean(std::isfinite(x.asReal()));
    if (name == "isinf")
        return Scalar::boolean(std::isinf(x.asReal()));
    if (name == "isnan")
        return Scalar::boolean(std::isnan(x.asReal()));
    if (const auto found = realFunctions().find(name); found != realFunctions().end())
        return Scalar::real(found->second(x.asReal()),
                            x.isFloating() ? x.type : ScalarType::float64);
    return fail("unknown-function", fmt::format("the function '{}' is not known", name));
}

Expected<Scalar> callBinary(std::string_view name, const Scalar& x, const Scalar& y) {
    const ScalarType type = tasklet::promote(x.type, y.type);
    if (name == "min" || name == "Min")
        return (compareValues("<", y, x) ? y : x).as(type);
    if (name == "max" || name == "Max")
        return (compareValues("<", x, y) ? y : x).as(type);
    if (name == "pow")
        return Scalar::real(std::pow(x.asReal(), y.asReal()),
                            floating(type) ? type : ScalarType::float64);
    if (name == "fmod")
        return Scalar::real(std::fmod(x.asReal(), y.asReal()));
    if (name == "int_floor")
        return binary("/", x, y);
    if (name == "int_ceil")
        return Scalar::integer((x.asInteger() + y.asInteger() - 1) / y.asInteger(), type);
    return fail("unknown-function",
                fmt::format("the function '{}' with two arguments is not known", name));
}

} // namespace

Scalar Scalar::integer(std::int64_t value, ScalarType type) {
    return {type, wrapTo(type, value), 0};
}
Scalar Scalar::real(double value, ScalarType type) {
    return {type, 0,
            type == ScalarType::float32 ? static_cast<double>(static_cast<float>(value)) : value};
}
Scalar Scalar::boolean(bool value) {
    return {ScalarType::boolean, value ? 1 : 0, 0};
}
bool Scalar::isFloating() const {
    return floating(type);
}

Scalar Scalar::as(ScalarType target) const {
    if (target == type || target == ScalarType::none)
        return *this;
    if (floating(target))
        return real(asReal(), target);
    if (target == ScalarType::boolean)
        return boolean(truthy());
    return integer(asInteger(), target);
}

symbolic::Value Scalar::toValue() const {
    return isFloating() ? symbolic::Value::real(d) : symbolic::Value::integer(i);
}

Expected<Scalar> binary(std::string_view op, const Scalar& a, const Scalar& b) {
    if (op == "and")
        return Scalar::boolean(a.truthy() && b.truthy());
    if (op == "or")
        return Scalar::boolean(a.truthy() || b.truthy());
    if (isComparison(op))
        return Scalar::boolean(compareValues(op, a, b));
    const ScalarType type = tasklet::promote(a.type, b.type);
    return floating(type) ? realBinary(op, a, b, type) : integerBinary(op, a.i, b.i, type);
}

Expected<Scalar> unary(std::string_view op, const Scalar& a) {
    if (op == "not")
        return Scalar::boolean(!a.truthy());
    if (op == "+")
        return a;
    if (op == "-")
        return a.isFloating()
                   ? Scalar::real(-a.d, a.type)
                   : integerBinary("-", 0, a.i, tasklet::promote(a.type, ScalarType::int32));
    if (op == "~" && !a.isFloating())
        return Scalar::integer(~a.i, a.type);
    return fail("unknown-operator", fmt::format("the operator '{}' is not known", op));
}

Expected<Scalar> call(std::string_view function, std::span<const Scalar> args) {
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
        Scalar result = args[0];
        for (const Scalar& next : args.subspan(1)) {
            MW_TRY(result, callBinary(name, result, next));
        }
        return result;
    }
    return fail("unknown-function", fmt::format("the function '{}' with {} arguments is not known",
                                                function, args.size()));
}

namespace {

template <class T>
T read(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}
template <class T>
void write(std::byte* at, T value) {
    std::memcpy(at, &value, sizeof value);
}

} // namespace

Scalar loadElement(const std::byte* at, ScalarType type) {
    switch (type) {
    case ScalarType::boolean:
        return Scalar::boolean(read<std::uint8_t>(at) != 0);
    case ScalarType::int8:
        return Scalar::integer(read<std::int8_t>(at), type);
    case ScalarType::int16:
        return Scalar::integer(read<std::int16_t>(at), type);
    case ScalarType::int32:
        return Scalar::integer(read<std::int32_t>(at), type);
    case ScalarType::int64:
    case ScalarType::uint64:
        return Scalar::integer(read<std::int64_t>(at), type);
    case ScalarType::uint8:
        return Scalar::integer(read<std::uint8_t>(at), type);
    case ScalarType::uint16:
        return Scalar::integer(read<std::uint16_t>(at), type);
    case ScalarType::uint32:
        return Scalar::integer(read<std::uint32_t>(at), type);
    case ScalarType::float32:
        return Scalar::real(static_cast<double>(read<float>(at)), type);
    default:
        return Scalar::real(read<double>(at), ScalarType::float64);
    }
}

void storeElement(std::byte* at, ScalarType type, const Scalar& value) {
    const Scalar converted = value.as(type);
    switch (type) {
    case ScalarType::boolean:
    case ScalarType::int8:
    case ScalarType::uint8:
        return write(at, static_cast<std::uint8_t>(converted.i));
    case ScalarType::int16:
    case ScalarType::uint16:
        return write(at, static_cast<std::uint16_t>(converted.i));
    case ScalarType::int32:
    case ScalarType::uint32:
        return write(at, static_cast<std::uint32_t>(converted.i));
    case ScalarType::int64:
    case ScalarType::uint64:
        return write(at, converted.i);
    case ScalarType::float32:
        return write(at, static_cast<float>(converted.d));
    default:
        return write(at, converted.d);
    }
}

Scalar poison(ScalarType type) {
    if (floating(type))
        return Scalar::real(std::numeric_limits<double>::quiet_NaN(), type);
    if (type == ScalarType::boolean)
        return Scalar::boolean(true);
    return Scalar::integer(-1'000'000'007, type);
}

} // namespace mw::interp
