// Arithmetic of tasklet code as typed values, by DaCe's translation rules.
#include "core/codegen/ctext.h"
#include "core/codegen/values/make_value.h"
#include "core/codegen/values/value_lowering.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace mw::codegen {

using ir::ScalarType;
using tasklet::Ast;

namespace {

constexpr double kMaxPower = 1e6; // of a repeated product

struct NamedType {
    std::string_view name;
    ScalarType type;
};
constexpr std::array kCasts = {
    NamedType{"int", ScalarType::int32},
    NamedType{"float", ScalarType::float64},
    NamedType{"bool", ScalarType::boolean},
    NamedType{"bool_", ScalarType::boolean},
};
ScalarType targetOfCast(std::string_view function) {
    if (function.starts_with("dace."))
        function.remove_prefix(5);
    for (const auto& cast : kCasts)
        if (cast.name == function)
            return cast.type;
    return ir::scalarTypeFromName(function).value_or(ScalarType::none);
}

constexpr std::array<std::string_view, 3> kPredicates = {"isnan", "isinf", "isfinite"};

std::string_view cOperator(std::string_view python) {
    if (python == "and")
        return "&&";
    if (python == "or")
        return "||";
    return python;
}
bool isComparison(std::string_view op) {
    return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=" ||
           op == "&&" || op == "||";
}

/// C converts a loop variable to the wider type of the other operand itself.
ValuePtr withoutCast(const ValuePtr& value) {
    const auto* cast = std::get_if<Cast>(&value->kind);
    const bool widens = cast && value->type == ScalarType::int64 &&
                        cast->operand->type == ScalarType::int32 &&
                        (std::holds_alternative<LocalRef>(cast->operand->kind) ||
                         std::holds_alternative<Index>(cast->operand->kind));
    return widens ? cast->operand : value;
}

} // namespace

Expected<ValuePtr> ValueLowering::unary(const Ast& ast) {
    MW_TRY(ValuePtr operand, lower(*ast.args[0]));
    if (ast.text == "+")
        return castTo(operand, tasklet::promote(operand->type, operand->type));
    if (ast.text == "not")
        return makeValue(Unary{"!", operand}, ScalarType::boolean);
    return makeValue(Unary{ast.text, operand}, tasklet::promote(operand->type, operand->type));
}

Expected<ValuePtr> ValueLowering::binary(const Ast& ast) {
    MW_TRY(ValuePtr left, lower(*ast.args[0]));
    if (ast.text == "**")
        return power(ast, left);
    MW_TRY(ValuePtr right, lower(*ast.args[1]));
    const std::string op(cOperator(ast.text));
    const ScalarType type = tasklet::promote(left->type, right->type);
    if (op != "<<" && op != ">>" && left->type == right->type) {
        left = withoutCast(left);
        right = left->type == type ? withoutCast(right) : right;
    }
    if (isComparison(op))
        return makeValue(Binary{op, left, right}, ScalarType::boolean);
    if (op == "//") {
        const ValuePtr quotient = makeValue(Binary{"/", left, right}, type);
        if (!ir::isFloatingPoint(type))
            return quotient;
        return makeValue(Call{"mw_ifloor", {quotient}}, ScalarType::int32);
    }
    if (op == "%" && ir::isFloatingPoint(type))
        return unsupportedCode(ast, "'%' of floating-point numbers has no meaning in the format");
    if (op == "<<" || op == ">>")
        return makeValue(Binary{op, left, right}, tasklet::promote(left->type, left->type));
    const bool bits = op == "&" || op == "|" || op == "^";
    if (bits && left->type == ScalarType::boolean && right->type == ScalarType::boolean)
        return makeValue(Binary{op, left, right}, ScalarType::boolean);
    return makeValue(Binary{op, left, right}, type);
}

namespace {

ValuePtr reciprocal(const ValuePtr& value) {
    const ValuePtr one = makeValue(Literal{"1"}, ScalarType::int32);
    return makeValue(Binary{"/", castTo(one, value->type), value}, value->type);
}

/// dace::math::pow: int with int by repeated product, everything else as std::pow.
ValuePtr generalPower(const ValuePtr& base, const ValuePtr& exponent) {
    if (base->type == ScalarType::int32 && exponent->type == ScalarType::int32)
        return makeValue(Call{"mw_int_pow", {base, exponent}}, ScalarType::int32);
    const bool narrow = base->type == ScalarType::float32 && exponent->type == ScalarType::float32;
    const ScalarType type = narrow ? ScalarType::float32 : ScalarType::float64;
    return makeValue(Call{"pow", {castTo(base, type), castTo(exponent, type)}}, type);
}

} // namespace

/// Literal exponents as DaCe writes them: products, square roots and their reciprocals.
Expected<ValuePtr> ValueLowering::power(const Ast& ast, const ValuePtr& base) {
    const auto known = tasklet::signedNumber(*ast.args[1]);
    if (known && *known == std::trunc(*known) && std::abs(*known) < kMaxPower) {
        const auto count = static_cast<std::int64_t>(std::abs(*known));
        const ValuePtr n = makeValue(Literal{cLiteral(count)}, ScalarType::int32);
        const ValuePtr product = makeValue(Call{"mw_ipow", {base, n}}, base->type);
        return *known < 0 ? reciprocal(product) : product;
    }
    if (known && std::abs(*known) == 0.5) {
        const ScalarType real = ir::isFloatingPoint(base->type) ? base->type : ScalarType::float64;
        const ValuePtr root =
            castTo(makeValue(Call{"sqrt", {castTo(base, real)}}, real), base->type);
        return *known < 0 ? reciprocal(root) : root;
    }
    MW_TRY(ValuePtr exponent, lower(*ast.args[1]));
    return generalPower(base, exponent);
}

Expected<ValuePtr> ValueLowering::select(const Ast& ast) {
    MW_TRY(ValuePtr then, lower(*ast.args[0]));
    MW_TRY(ValuePtr condition, lower(*ast.args[1]));
    MW_TRY(ValuePtr otherwise, lower(*ast.args[2]));
    const ScalarType type =
        then->type == otherwise->type ? then->type : tasklet::promote(then->type, otherwise->type);
    return makeValue(Select{condition, then, otherwise}, type);
}

namespace {

/// Eq, Ne, And and Or of the symbolic layer; null for other functions.
ValuePtr logicCall(std::string_view function, const ValuePtr& a, const ValuePtr& b) {
    const std::string op = function == "Eq"    ? "=="
                           : function == "Ne"  ? "!="
                           : function == "And" ? "&&"
                           : function == "Or"  ? "||"
                                               : "";
    return op.empty() ? nullptr : makeValue(Binary{op, a, b}, ScalarType::boolean);
}

/// int_floor is the division of C, int_ceil is (a + b - 1) / b.
ValuePtr quotient(std::string_view function, const ValuePtr& a, const ValuePtr& b,
                  ScalarType type) {
    if (function == "int_floor")
        return makeValue(Binary{"/", a, b}, type);
    const ValuePtr one = makeValue(Literal{"1"}, ScalarType::int32);
    const ValuePtr sum = makeValue(Binary{"+", a, b}, type);
    return makeValue(Binary{"/", makeValue(Binary{"-", sum, one}, type), b}, type);
}

/// The functions of DaCe's own headers (dace/math.h), in the type of their arguments, which have
/// one; null for others.
ValuePtr ownFunction(std::string_view function, const std::vector<ValuePtr>& args,
                     ScalarType type) {
    const bool real = ir::isFloatingPoint(type);
    const auto number = [](std::string text, ScalarType of) {
        return makeValue(Literal{std::move(text)}, of);
    };
    const ValuePtr pi = number("3.141592653589793", ScalarType::float64);
    const auto binary = [](const char* op, const ValuePtr& a, const ValuePtr& b, ScalarType of) {
        return makeValue(Binary{op, a, b}, of);
    };
    const auto wide = [](const ValuePtr& value) { return castTo(value, ScalarType::float64); };
    const auto floorDivided = [&] {
        return real ? makeValue(Call{"floor", {binary("/", args[0], args[1], type)}}, type)
                    : makeValue(Call{"mw_floor_div", args}, type);
    };
    if (args.size() == 1) {
        if (function == "sign" || function == "sign_numpy_2")
            return makeValue(Call{"mw_sign", args}, type);
        if (function == "sgn")
            return castTo(makeValue(Call{"mw_sign", args}, type), ScalarType::int32);
        if (function == "heaviside")
            return makeValue(
                Call{"mw_heaviside", {args[0], castTo(number("0", ScalarType::int32), type)}},
                type);
        if (function == "deg2rad")
            return castTo(binary("/", binary("*", wide(args[0]), pi, ScalarType::float64),
                                 number("180.0", ScalarType::float64), ScalarType::float64),
                          type);
        if (function == "rad2deg") {
            const ValuePtr half = castTo(number("180", ScalarType::int32), type);
            return castTo(
                binary("/", wide(binary("*", args[0], half, type)), pi, ScalarType::float64), type);
        }
        return nullptr;
    }
    if (args.size() != 2)
        return nullptr;
    if (function == "heaviside")
        return makeValue(Call{"mw_heaviside", args}, type);
    if (function == "py_floor" || function == "int_floor_ni")
        return floorDivided();
    if (function == "py_mod")
        return real ? binary("-", args[0], binary("*", floorDivided(), args[1], type), type)
                    : makeValue(Call{"mw_mod", args}, type);
    if (function == "Mod") // up to DaCe 2.0.0a10, of integers
        return real ? nullptr : binary("%", args[0], args[1], type);
    if (function == "cpp_mod")
        return real ? makeValue(Call{"fmod", args}, type) : binary("%", args[0], args[1], type);
    if (function == "np_float_pow")
        return makeValue(Call{"pow", {wide(args[0]), wide(args[1])}}, ScalarType::float64);
    return nullptr;
}

} // namespace

Expected<ValuePtr> ValueLowering::call(const Ast& ast) {
    std::vector<ValuePtr> args;
    for (const auto& arg : ast.args) {
        MW_TRY(ValuePtr value, lower(*arg));
        args.push_back(std::move(value));
    }
    if (args.empty())
        return unsupportedCode(ast, fmt::format("'{}' needs arguments", ast.text));
    if (const ScalarType to = targetOfCast(ast.text); to != ScalarType::none) {
        if (cType(to).empty())
            return unsupportedCode(ast, fmt::format("kernels have no type for '{}'", ast.text));
        return castTo(args[0], to);
    }
    ScalarType type = args[0]->type;
    for (const auto& arg : args)
        type = arg->type == type ? type : tasklet::promote(type, arg->type);
    std::string_view function = ast.text;
    for (const std::string_view prefix : {"dace.math.", "math."})
        if (function.starts_with(prefix))
            function.remove_prefix(prefix.size());
    const auto cast = [&](ScalarType to) {
        for (auto& arg : args)
            arg = castTo(arg, to);
    };
    if (function == "min" || function == "max" || function == "Min" || function == "Max") {
        cast(type);
        ValuePtr result = args.back(); // from the right, as DaCe's min and max of several
        const std::string helper = function == "min" || function == "Min" ? "mw_min" : "mw_max";
        for (std::size_t i = args.size() - 1; i-- > 0;)
            result = makeValue(Call{helper, {args[i], result}}, type);
        return result;
    }
    if (function == "abs" || function == "fabs" || function == "Abs") {
        type = tasklet::promote(type, type);
        return makeValue(
            Call{ir::isFloatingPoint(type) ? "fabs" : "mw_abs", {castTo(args[0], type)}}, type);
    }
    if (args.size() == 2)
        if (ValuePtr logic = logicCall(function, args[0], args[1]))
            return logic;
    std::vector<ValuePtr> alike;
    for (const auto& arg : args)
        alike.push_back(castTo(arg, type));
    if (ValuePtr own = ownFunction(function, alike, type))
        return own;
    if (function == "Not")
        return makeValue(Unary{"!", args[0]}, ScalarType::boolean);
    if (function == "ifloor")
        return ir::isFloatingPoint(type) ? makeValue(Call{"mw_ifloor", args}, ScalarType::int32)
                                         : args[0];
    if ((function == "int_floor" || function == "int_ceil") && args.size() == 2)
        return quotient(function, args[0], args[1], type);
    if (function == "pow" && args.size() == 2)
        return generalPower(args[0], args[1]);
    if (std::ranges::find(kPredicates, function) != kPredicates.end())
        return makeValue(Call{std::string(function), args}, ScalarType::boolean);
    if (!tasklet::isMathFunction(function))
        return unsupportedCode(ast, fmt::format("the function '{}' is not known", ast.text));
    const ScalarType real = ir::isFloatingPoint(type) ? type : ScalarType::float64;
    cast(real);
    const ValuePtr result = makeValue(Call{std::string(function), args}, real);
    return tasklet::keepsArgumentType(ast.text) ? castTo(result, type) : result;
}

} // namespace mw::codegen
