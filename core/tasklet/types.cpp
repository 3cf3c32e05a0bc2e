// Types of expressions in tasklets, by the rules of the C++ that DaCe writes.
#include "core/ir/predicates.h"
#include "core/support/real_text.h"
#include "core/tasklet/lexer.h"
#include "core/tasklet/tasklet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace mw::tasklet {

namespace {

using ir::isFloatingPoint;
using ir::isUnsigned;
using ir::ScalarType;

bool isComplex(ScalarType t) {
    return t == ScalarType::complex64 || t == ScalarType::complex128;
}

/// Integer promotion: everything narrower than int becomes int.
ScalarType promoted(ScalarType t) {
    return ir::sizeOf(t) < 4 && !isFloatingPoint(t) ? ScalarType::int32 : t;
}

constexpr std::array<std::string_view, 8> kBooleanOps = {
    "==", "!=", "<", "<=", ">", ">=", "and", "or"};
bool isBooleanOp(std::string_view op) {
    return std::find(kBooleanOps.begin(), kBooleanOps.end(), op) != kBooleanOps.end();
}

/// Result of a call that casts, none for other functions.
ScalarType castTarget(std::string_view function) {
    if (function.starts_with("dace."))
        function.remove_prefix(5);
    if (function == "int")
        return ScalarType::int32;
    if (function == "float")
        return ScalarType::float64;
    return ir::scalarTypeFromName(function).value_or(ScalarType::none);
}

bool isPredicate(std::string_view function) {
    return function == "isnan" || function == "isinf" || function == "isfinite" ||
           function == "math.isnan" || function == "math.isinf" || function == "math.isfinite" ||
           function == "Eq" || function == "Ne" || function == "And" || function == "Or" ||
           function == "Not";
}

/// Functions whose result has the type of their arguments, integers included.
bool keepsIntegers(std::string_view function) {
    return function == "min" || function == "max" || function == "Min" || function == "Max" ||
           function == "abs" || function == "int_floor" || function == "int_ceil";
}

/// Of DaCe's own headers (dace/math.h): the type of their arguments, whichever that is.
bool isGeneric(std::string_view function) {
    return function == "sign" || function == "sign_numpy_2" || function == "heaviside" ||
           function == "deg2rad" || function == "rad2deg" || function == "py_floor" ||
           function == "py_mod" || function == "cpp_mod" || function == "Mod" ||
           function == "int_floor_ni";
}

ScalarType callType(std::string_view function, ScalarType args) {
    if (isGeneric(function) || (keepsArgumentType(function) && !isComplex(args)))
        return args;
    if (function == "sgn")
        return ScalarType::int32;
    if (function == "np_float_pow")
        return ScalarType::float64;
    if (const ScalarType cast = castTarget(function); cast != ScalarType::none)
        return cast;
    if (isPredicate(function))
        return ScalarType::boolean;
    if (function == "Abs")
        return promoted(args);
    if (function == "math.ifloor" || function == "ifloor" || function == "dace.math.ifloor")
        return isFloatingPoint(args) ? ScalarType::int32 : args;
    if (keepsIntegers(function))
        return promoted(args);
    return isFloatingPoint(args) || isComplex(args) ? args : ScalarType::float64;
}

} // namespace

namespace {

/// dace::math::pow: int with int stays int, float with float is float, else double.
ScalarType generalPowerType(ScalarType base, ScalarType exponent) {
    const bool same = base == exponent;
    return same && (base == ScalarType::int32 || base == ScalarType::float32) ? base
                                                                              : ScalarType::float64;
}

/// Whole literal exponents keep the base's type (dace::math::ipow), others: real.
ScalarType powerType(const Ast& exponent, ScalarType base, ScalarType type) {
    const auto number = signedNumber(exponent);
    if (!number)
        return generalPowerType(base, type);
    if (*number == std::trunc(*number))
        return base;
    return std::abs(*number) == 0.5 ? base : generalPowerType(base, type); // dace::math::sqrt
}

} // namespace

bool isMathFunction(std::string_view name) {
    static constexpr std::array<std::string_view, 30> kFunctions = {
        "sin",   "cos",    "tan",  "asin",  "acos",  "atan",  "sinh",  "cosh", "tanh",  "asinh",
        "acosh", "atanh",  "sqrt", "cbrt",  "exp",   "exp2",  "expm1", "log",  "log2",  "log10",
        "log1p", "tgamma", "ceil", "floor", "trunc", "round", "pow",   "fmod", "atan2", "erf",
    };
    return std::ranges::find(kFunctions, name) != kFunctions.end();
}

bool keepsArgumentType(std::string_view function) {
    for (const std::string_view prefix : {"dace.math.", "math."})
        if (function.starts_with(prefix)) {
            const auto name = function.substr(prefix.size());
            return isMathFunction(name) && name != "floor" && name != "pow";
        }
    return false;
}

Number numberOf(const Ast& literal) {
    std::string digits = literal.text;
    std::erase(digits, '_');
    if (isFloatLiteral(literal))
        return {symbolic::Value::real(realFromText(digits.c_str())), ScalarType::float64};
    const bool negative = digits.starts_with('-');
    const std::uint64_t value =
        wholeNumber(digits.substr(negative ? 1 : 0)).value_or(0); // the parser refuses others
    if (negative)
        return {symbolic::Value::integer(static_cast<std::int64_t>(0 - value)), ScalarType::int64};
    // As DaCe writes it: 3, 2147483648U, 4294967296LL, 9223372036854775808ULL
    const int bits = static_cast<int>(std::bit_width(value));
    const ScalarType type = bits < 32    ? ScalarType::int32
                            : bits == 32 ? ScalarType::uint32
                            : bits < 64  ? ScalarType::int64
                                         : ScalarType::uint64;
    return {symbolic::Value::integer(static_cast<std::int64_t>(value)), type};
}

std::optional<std::uint64_t> wholeNumber(std::string digits) {
    std::erase(digits, '_');
    int base = 10;
    if (digits.size() > 2 && digits[0] == '0') {
        const char kind = static_cast<char>(digits[1] | 0x20); // as a small letter
        base = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 10;
    }
    const char* begin = digits.c_str() + (base == 10 ? 0 : 2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(begin, digits.c_str() + digits.size(), value, base);
    if (error != std::errc() || end != digits.c_str() + digits.size())
        return std::nullopt;
    return value;
}

std::optional<double> signedNumber(const Ast& ast) {
    const bool negative = ast.op == Op::unary && ast.text == "-";
    const Ast& number = negative ? *ast.args[0] : ast;
    if (number.op != Op::number)
        return std::nullopt;
    const auto [known, type] = numberOf(number);
    const double value = type == ScalarType::uint64
                             ? static_cast<double>(static_cast<std::uint64_t>(known.i))
                             : known.asReal();
    return negative ? -value : value;
}

ScalarType promote(ScalarType a, ScalarType b) {
    if (isComplex(a) || isComplex(b))
        return a == ScalarType::complex128 || b == ScalarType::complex128 ||
                       a == ScalarType::float64 || b == ScalarType::float64
                   ? ScalarType::complex128
                   : ScalarType::complex64;
    if (isFloatingPoint(a) || isFloatingPoint(b)) {
        if (!isFloatingPoint(a))
            return b;
        if (!isFloatingPoint(b) || a == b)
            return a;
        return ir::sizeOf(a) == ir::sizeOf(b) ? ScalarType::float32
                                              : (ir::sizeOf(a) > ir::sizeOf(b) ? a : b);
    }
    a = promoted(a);
    b = promoted(b);
    if (ir::sizeOf(a) != ir::sizeOf(b))
        return ir::sizeOf(a) > ir::sizeOf(b) ? a : b;
    return isUnsigned(a) ? a : b;
}

Expected<ScalarType> inferType(const Ast& ast,
                               const std::function<ScalarType(std::string_view)>& lookup) {
    if (ast.op == Op::number)
        return numberOf(ast).type;
    if (ast.op == Op::boolean)
        return ScalarType::boolean;
    if (ast.op == Op::name) {
        if (ast.text == "math.nan" || ast.text == "nan" || ast.text == "inf" ||
            ast.text == "math.inf" || ast.text == "math.pi")
            return ScalarType::float64;
        const ScalarType type = lookup(ast.text);
        if (type == ScalarType::none)
            return failAt(
                ast.line, ast.column, "tasklet-unknown-name",
                fmt::format("the name '{}' is neither a connector nor a symbol", ast.text));
        return type;
    }
    if (ast.op == Op::subscript)
        return inferType(*ast.args[0], lookup);
    ScalarType args = ScalarType::boolean;
    ScalarType base = ScalarType::none, exponent = ScalarType::none;
    bool first = true;
    for (std::size_t i = 0; i < ast.args.size(); ++i) {
        MW_TRY(const ScalarType type, inferType(*ast.args[i], lookup));
        if (ast.op == Op::select && i == 1)
            continue; // the condition
        (i == 0 ? base : exponent) = type;
        args = first ? type : (args == type ? type : promote(args, type));
        first = false;
    }
    if (ast.op == Op::select)
        return args;
    if (ast.op == Op::call && ast.args.size() == 2 && (ast.text == "math.pow" || ast.text == "pow"))
        return generalPowerType(base, exponent);
    if (ast.op == Op::call)
        return callType(ast.text, args);
    if (ast.op == Op::unary)
        return ast.text == "not" ? ScalarType::boolean : promoted(args);
    if (isBooleanOp(ast.text))
        return ScalarType::boolean;
    if (ast.text == "//")
        return isFloatingPoint(args) ? ScalarType::int32 : promoted(args);
    if (ast.text == "**")
        return powerType(*ast.args[1], base, exponent);
    if (ast.text == "<<" || ast.text == ">>")
        return promoted(base);
    const bool bits = ast.text == "&" || ast.text == "|" || ast.text == "^";
    return bits && args == ScalarType::boolean ? args : promoted(args);
}

} // namespace mw::tasklet
