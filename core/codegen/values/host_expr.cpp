// Expressions of the control flow as the host evaluates them.
#include "core/codegen/values/host_expr.h"

#include "core/codegen/values/value_lowering.h"
#include "core/ir/predicates.h"
#include "core/support/real_text.h"
#include "core/symbolic/functions.h"
#include "core/symbolic/literal.h"

#include <fmt/format.h>

#include <array>

namespace mw::codegen {

using ir::ScalarType;
using symbolic::Expr;
using symbolic::Op;
using tasklet::Ast;

namespace {

HostValue boolean(Expr e) {
    return {std::move(e), ScalarType::boolean};
}

Expr negative(const Expr& e) {
    return Expr::make(Op::compare, {e, Expr(0)}, "<");
}

/// Division towards zero.
Expr quotient(const Expr& a, const Expr& b) {
    const auto down = symbolic::intFloor(a, b);
    if (const auto known = b.asInteger(); known && *known > 0)
        return a.isInteger() && a.value() >= 0
                   ? down
                   : Expr::make(Op::select, {negative(a), -symbolic::intFloor(-a, b), down});
    const Expr differ = Expr::make(Op::compare, {negative(a), negative(b)}, "!=");
    return Expr::make(Op::select, {differ, -symbolic::intFloor(-a, b), down});
}

/// A symbol, or a number that every integer type of 32 bits holds.
bool isAtom(const Expr& e) {
    constexpr std::int64_t kIndexLimit = std::int64_t{1} << 31;
    return e.isSymbol() || (e.isInteger() && e.value() >= 0 && e.value() < kIndexLimit);
}

Expected<HostValue> number(const Ast& ast) {
    const auto [value, type] = tasklet::numberOf(ast);
    if (type == ScalarType::uint64)
        return unsupportedCode(ast,
                               fmt::format("{} is more than the host computes with", ast.text));
    return HostValue{symbolic::literal(value), type};
}

struct NamedOp {
    std::string_view python, call;
};
constexpr std::array kBitOps = {NamedOp{"&", "bitwise_and"}, NamedOp{"|", "bitwise_or"},
                                NamedOp{"^", "bitwise_xor"}, NamedOp{"<<", "left_shift"},
                                NamedOp{">>", "right_shift"}};

} // namespace

Expr converted(const HostValue& value, ScalarType type) {
    if (type == ScalarType::none || (type == value.type && ir::isFloatingPoint(type)))
        return value.expr;
    if (value.type == ScalarType::boolean && !ir::isFloatingPoint(type))
        return value.expr;
    if (type == ScalarType::boolean)
        return Expr::make(Op::compare, {value.expr, Expr(0)}, "!=");
    if (type == ScalarType::float64 && value.type == ScalarType::float32)
        return value.expr;
    if (ir::isFloatingPoint(type) ||
        ir::isFloatingPoint(value.type)) // C's conversion: truncates, rounds to float
        return Expr::make(Op::call, {value.expr}, std::string(ir::name(type)));
    // arithmetic of the host has 64 bits: what a narrower type would wrap
    const bool wraps = type != ScalarType::int64 && (type != value.type || !isAtom(value.expr));
    return wraps ? Expr::make(Op::call, {value.expr}, std::string(ir::name(type))) : value.expr;
}

std::optional<Expr> expressionOf(const Value& value) {
    if (const auto* local = std::get_if<LocalRef>(&value.kind))
        return Expr::symbol(local->name);
    if (const auto* index = std::get_if<Index>(&value.kind))
        return index->expr;
    if (const auto* cast = std::get_if<Cast>(&value.kind)) {
        auto operand = expressionOf(*cast->operand);
        return operand
                   ? std::optional(converted({std::move(*operand), cast->operand->type}, cast->to))
                   : std::nullopt;
    }
    const auto* literal = std::get_if<Literal>(&value.kind);
    if (!literal || literal->text.find('(') != std::string::npos) // mw_nan()
        return std::nullopt;
    if (value.type == ScalarType::boolean)
        return Expr(literal->text == "true" || literal->text == "1" ? 1 : 0);
    if (ir::isFloatingPoint(value.type))
        return Expr::real(realFromText(literal->text.c_str()));
    const std::string digits = literal->text.substr(0, literal->text.find_first_of("uUlL"));
    const auto whole = tasklet::wholeNumber(digits.substr(digits.starts_with('-') ? 1 : 0));
    if (!whole || *whole >> 63 != 0)
        return std::nullopt;
    const auto number = static_cast<std::int64_t>(*whole);
    return Expr(digits.starts_with('-') ? -number : number);
}

Expected<HostValue> HostExpression::lower(const Ast& ast) const {
    switch (ast.op) {
    case tasklet::Op::number:
        return number(ast);
    case tasklet::Op::boolean:
        return boolean(Expr(ast.text == "True" ? 1 : 0));
    case tasklet::Op::name:
        return name(ast);
    case tasklet::Op::unary:
        return unary(ast);
    case tasklet::Op::binary:
        return binary(ast);
    case tasklet::Op::select:
        return select(ast);
    case tasklet::Op::call:
        return call(ast);
    case tasklet::Op::subscript:
        break;
    }
    if (ast.args[0]->op != tasklet::Op::name)
        return unsupportedCode(ast, "only containers can be subscripted");
    std::vector<Expr> index;
    for (std::size_t i = 1; i < ast.args.size(); ++i) {
        MW_TRY(const HostValue at, lower(*ast.args[i]));
        index.push_back(at.expr);
    }
    return read_(ast.args[0]->text, index);
}

Expected<HostValue> HostExpression::name(const Ast& ast) const {
    const std::string& name = ast.text;
    if (env_.sdfg->data(name)) {
        const auto storage = env_.storage.find(name);
        const bool known = storage != env_.storage.end() &&
                           storage->second.kind == ContainerStorage::Kind::hostValue;
        if (!known)
            return read_(name, {});
        if (auto expression = expressionOf(*storage->second.value))
            return HostValue{std::move(*expression), storage->second.type};
        if (const auto given = env_.symbols.find(name); given != env_.symbols.end())
            return HostValue{given->second, storage->second.type};
        return unsupportedCode(ast, fmt::format("the scalar '{}' has no value on the host", name));
    }
    const auto declared = env_.sdfg->symbols.find(name);
    const Expr value = env_.outer(Expr::symbol(name));
    ScalarType type =
        declared == env_.sdfg->symbols.end() ? ScalarType::int32 : declared->second.scalar;
    if (value.isSymbol())
        if (const auto known = context_.symbolTypes.find(value.name());
            known != context_.symbolTypes.end())
            type = known->second;
    if (value.op() == Op::real && !ir::isFloatingPoint(type))
        type = ScalarType::float64;
    return HostValue{value, type};
}

Expected<HostValue> HostExpression::unary(const Ast& ast) const {
    MW_TRY(const HostValue operand, lower(*ast.args[0]));
    if (ast.text == "not")
        return boolean(Expr::make(Op::logicNot, {operand.expr}));
    const ScalarType type = tasklet::promote(operand.type, operand.type);
    if (ast.text == "~")
        return HostValue{Expr::make(Op::call, {operand.expr}, "bitwise_invert"), type};
    return HostValue{ast.text == "-" ? -operand.expr : operand.expr, type};
}

Expected<HostValue> HostExpression::binary(const Ast& ast) const {
    MW_TRY(const HostValue a, lower(*ast.args[0]));
    MW_TRY(const HostValue b, lower(*ast.args[1]));
    const std::string& op = ast.text;
    if (op == "and" || op == "or")
        return boolean(Expr::make(op == "and" ? Op::logicAnd : Op::logicOr, {a.expr, b.expr}));
    if (op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=")
        return boolean(Expr::make(Op::compare, {a.expr, b.expr}, op));
    const ScalarType type = tasklet::promote(a.type, b.type);
    if (op == "+")
        return HostValue{a.expr + b.expr, type};
    if (op == "-")
        return HostValue{a.expr - b.expr, type};
    if (op == "*")
        return HostValue{a.expr * b.expr, type};
    if (op == "**")
        return HostValue{Expr::make(Op::pow, {a.expr, b.expr}), type};
    for (const auto& [python, call] : kBitOps)
        if (op == python)
            return HostValue{Expr::make(Op::call, {a.expr, b.expr}, std::string(call)), type};
    if (ir::isFloatingPoint(type) && op == "%")
        return unsupportedCode(ast, "'%' of floating-point numbers has no meaning in the format");
    if (ir::isFloatingPoint(type)) {
        const Expr exact = Expr::make(Op::divide, {a.expr, b.expr});
        return op == "/"
                   ? HostValue{exact, type}
                   : HostValue{Expr::make(Op::call, {Expr::make(Op::floor, {exact})}, "int32"),
                               ScalarType::int32};
    }
    const Expr whole = quotient(a.expr, b.expr);
    return HostValue{op == "%" ? a.expr - whole * b.expr : whole, type};
}

Expected<HostValue> HostExpression::select(const Ast& ast) const {
    MW_TRY(const HostValue then, lower(*ast.args[0]));
    MW_TRY(const HostValue condition, lower(*ast.args[1]));
    MW_TRY(const HostValue otherwise, lower(*ast.args[2]));
    const ScalarType type =
        then.type == otherwise.type ? then.type : tasklet::promote(then.type, otherwise.type);
    return HostValue{Expr::make(Op::select, {condition.expr, then.expr, otherwise.expr}), type};
}

Expected<HostValue> HostExpression::call(const Ast& ast) const {
    std::vector<Expr> args;
    std::vector<HostValue> values;
    for (const auto& arg : ast.args) {
        MW_TRY(HostValue value, lower(*arg));
        args.push_back(value.expr);
        values.push_back(std::move(value));
    }
    const auto type = tasklet::inferType(ast, [&](std::string_view name) {
        const Ast leaf{tasklet::Op::name, std::string(name), {}};
        const auto value = this->name(leaf);
        return value ? value->type : ScalarType::int64;
    });
    const ScalarType result = type ? *type : ScalarType::float64;
    const std::string_view function = symbolic::functionName(std::string_view(ast.text));
    if (args.size() > 1 && (function == "min" || function == "Min"))
        return HostValue{Expr::make(Op::min, args), result};
    if (args.size() > 1 && (function == "max" || function == "Max"))
        return HostValue{Expr::make(Op::max, args), result};
    if (args.size() == 2 && function == "int_floor")
        return HostValue{quotient(args[0], args[1]), result};
    if (args.size() == 2 && (function == "py_floor" || function == "int_floor_ni"))
        return HostValue{ir::isFloatingPoint(result)
                             ? Expr::make(Op::floor, {Expr::make(Op::divide, args)})
                             : Expr::make(Op::intFloor, args),
                         result};
    if (args.size() == 2 && function == "py_mod")
        return HostValue{Expr::make(Op::mod, args), result};
    if (args.size() == 2 && (function == "Mod" || function == "cpp_mod") &&
        !ir::isFloatingPoint(result)) // C's, up to DaCe 2.0.0a10
        return HostValue{Expr::make(Op::call, args, "CMod"), result};
    if (args.size() == 2 && function == "int_ceil")
        return HostValue{quotient(args[0] + args[1] - 1, args[1]), result};
    if (args.size() == 1 && function == "abs")
        return HostValue{Expr::make(Op::abs, args), result};
    if (args.size() == 1 && (function == "int" || function == "bool" || function == "bool_" ||
                             ir::scalarTypeFromName(function)))
        return HostValue{converted(values[0], result), result};
    if (!symbolic::isKnownFunction(function))
        return unsupportedCode(ast, fmt::format("the function '{}' is not known", ast.text));
    if (tasklet::keepsArgumentType(ast.text) && !ir::isFloatingPoint(result))
        return HostValue{
            converted({Expr::make(Op::call, args, std::string(function)), ScalarType::float64},
                      result),
            result};
    return HostValue{Expr::make(Op::call, args, std::string(function)), result};
}

} // namespace mw::codegen
