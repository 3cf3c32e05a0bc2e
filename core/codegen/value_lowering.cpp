#include "core/codegen/value_lowering.h"

#include "core/codegen/ctext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace mw::codegen {

using ir::ScalarType;
using symbolic::Expr;
using tasklet::Ast;

namespace {

bool isFloating(ScalarType t) {
    return t == ScalarType::float32 || t == ScalarType::float64;
}

Unexpected unsupported(const Ast& ast, const std::string& what) {
    return fail("tasklet-unsupported",
                fmt::format("{} (line {}, column {})", what, ast.line, ast.column));
}

ValuePtr numberValue(const Ast& ast) {
    std::string text = ast.text;
    std::erase(text, '_');
    if (tasklet::isFloatLiteral(ast)) {
        double value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return makeValue(Literal{cLiteral(value)}, ScalarType::float64);
    }
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    const bool wide = value > 2147483647;
    return makeValue(Literal{cLiteral(value)}, wide ? ScalarType::int64 : ScalarType::int32);
}

/// Whether an expression has real numbers or real symbols in it.
bool isReal(const Expr& e, const PlanContext& context) {
    if (e.op() == symbolic::Op::real)
        return true;
    if (e.isSymbol()) {
        const auto found = context.symbolTypes.find(e.name());
        return found != context.symbolTypes.end() && isFloating(found->second);
    }
    return std::any_of(e.args().begin(), e.args().end(),
                       [&](const Expr& a) { return isReal(a, context); });
}

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
ScalarType castTarget(std::string_view function) {
    if (function.starts_with("dace."))
        function.remove_prefix(5);
    for (const auto& cast : kCasts)
        if (cast.name == function)
            return cast.type;
    return ir::scalarTypeFromName(function).value_or(ScalarType::none);
}

constexpr std::array<std::string_view, 30> kMath = {
    "sin",   "cos",    "tan",  "asin",  "acos",  "atan",  "sinh",  "cosh", "tanh",  "asinh",
    "acosh", "atanh",  "sqrt", "cbrt",  "exp",   "exp2",  "expm1", "log",  "log2",  "log10",
    "log1p", "tgamma", "ceil", "floor", "trunc", "round", "pow",   "fmod", "atan2", "erf",
};
constexpr std::array<std::string_view, 3> kPredicates = {"isnan", "isinf", "isfinite"};

template <class List>
bool contains(const List& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

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

} // namespace

ValuePtr makeValue(Value::Kind kind, ScalarType type) {
    return std::make_shared<Value>(Value{std::move(kind), type});
}

ValuePtr castTo(const ValuePtr& value, ScalarType type) {
    return value->type == type ? value : makeValue(Cast{type, value}, type);
}

Expected<ValuePtr> ValueLowering::lower(const Ast& ast) {
    switch (ast.op) {
    case tasklet::Op::number:
        return numberValue(ast);
    case tasklet::Op::boolean:
        return makeValue(Literal{ast.text == "True" ? "true" : "false"}, ScalarType::boolean);
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
    MW_TRY(const auto region, subscript(ast));
    return kernel_->load(*region.first, region.second);
}

Expected<ValuePtr> ValueLowering::name(const Ast& ast) {
    if (const auto found = operands_.find(ast.text); found != operands_.end()) {
        if (found->second.value)
            return found->second.value;
        if (kernel_ && found->second.place) // `out = x` with one element behind the pointer
            return kernel_->load(*found->second.place, found->second.offset);
        return unsupported(ast, fmt::format("'{}' is a whole region, not a value", ast.text));
    }
    if (ast.text == "math.nan" || ast.text == "nan")
        return makeValue(Call{"mw_nan", {}}, ScalarType::float64);
    if (ast.text == "math.inf" || ast.text == "inf")
        return makeValue(Call{"mw_inf", {}}, ScalarType::float64);
    if (ast.text == "math.pi")
        return makeValue(Literal{"3.141592653589793"}, ScalarType::float64);
    if (const auto found = frame_.symbols.find(ast.text); found != frame_.symbols.end())
        return symbol(ast.text, found->second);
    if (const auto found = frame_.places.find(ast.text); found != frame_.places.end()) {
        if (found->second.kind == Place::Kind::hostValue)
            return found->second.value;
        if (kernel_ && found->second.kind != Place::Kind::pending)
            return kernel_->load(found->second, found->second.offset);
    }
    if (frame_.sdfg->data(ast.text))
        return unsupported(ast, fmt::format("the container '{}' cannot be read here", ast.text));
    return symbol(ast.text, Expr::symbol(ast.text));
}

Expected<ValuePtr> ValueLowering::symbol(const std::string& name, const Expr& e) {
    ScalarType type = ScalarType::int32;
    if (const auto declared = frame_.sdfg->symbols.find(name);
        declared != frame_.sdfg->symbols.end())
        type = declared->second.scalar;
    if (e.op() == symbolic::Op::real)
        return makeValue(Literal{cLiteral(e.realValue())},
                         isFloating(type) ? type : ScalarType::float64);
    if (e.isInteger()) {
        if (type == ScalarType::boolean)
            return makeValue(Literal{e.isInteger(0) ? "false" : "true"}, type);
        if (isFloating(type))
            return makeValue(Literal{cLiteral(static_cast<double>(e.value()))}, type);
        return makeValue(Literal{cLiteral(e.value())}, type);
    }
    if (e.isSymbol()) {
        ScalarType actual = kernel_ ? kernel_->localType(e.name()) : ScalarType::none;
        if (actual == ScalarType::none) {
            const auto known = context_.symbolTypes.find(e.name());
            actual = known != context_.symbolTypes.end() ? known->second : type;
        }
        return makeValue(LocalRef{e.name()}, actual);
    }
    return makeValue(Index{e}, isReal(e, context_) ? ScalarType::float64
                               : isFloating(type)  ? ScalarType::int32
                                                   : type);
}

Expected<ValuePtr> ValueLowering::unary(const Ast& ast) {
    MW_TRY(ValuePtr operand, lower(*ast.args[0]));
    if (ast.text == "+")
        return operand;
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
    if (isComparison(op))
        return makeValue(Binary{op, left, right}, ScalarType::boolean);
    if (op == "//") {
        const ValuePtr quotient = makeValue(Binary{"/", left, right}, type);
        if (!isFloating(type))
            return quotient;
        return makeValue(Call{"mw_ifloor", {quotient}}, ScalarType::int32);
    }
    if (op == "%" && isFloating(type))
        return makeValue(Call{"fmod", {castTo(left, type), castTo(right, type)}}, type);
    const bool bits = op == "&" || op == "|" || op == "^";
    if (bits && left->type == ScalarType::boolean && right->type == ScalarType::boolean)
        return makeValue(Binary{op, left, right}, ScalarType::boolean);
    return makeValue(Binary{op, left, right}, type);
}

Expected<ValuePtr> ValueLowering::power(const Ast& ast, const ValuePtr& base) {
    MW_TRY(ValuePtr exponent, lower(*ast.args[1]));
    const ScalarType real = isFloating(base->type) ? base->type : ScalarType::float64;
    const auto reciprocal = [&](const ValuePtr& v) {
        return makeValue(Binary{"/", makeValue(Literal{"1.0"}, ScalarType::float64), v},
                         ScalarType::float64);
    };
    const Ast& e = *ast.args[1];
    const bool negative = e.op == tasklet::Op::unary && e.text == "-";
    const Ast& magnitude = negative ? *e.args[0] : e;
    if (magnitude.op == tasklet::Op::number && !tasklet::isFloatLiteral(magnitude)) {
        const ValuePtr n = makeValue(Literal{magnitude.text}, ScalarType::int32);
        const ValuePtr result = makeValue(Call{"mw_ipow", {base, n}}, base->type);
        return negative ? reciprocal(result) : result;
    }
    if (magnitude.op == tasklet::Op::number && magnitude.text == "0.5") {
        const ValuePtr root = makeValue(Call{"sqrt", {castTo(base, real)}}, real);
        return negative ? reciprocal(root) : root;
    }
    const ScalarType type = tasklet::promote(real, exponent->type);
    return makeValue(Call{"pow", {castTo(base, type), castTo(exponent, type)}}, type);
}

Expected<ValuePtr> ValueLowering::select(const Ast& ast) {
    MW_TRY(ValuePtr then, lower(*ast.args[0]));
    MW_TRY(ValuePtr condition, lower(*ast.args[1]));
    MW_TRY(ValuePtr otherwise, lower(*ast.args[2]));
    const ScalarType type =
        then->type == otherwise->type ? then->type : tasklet::promote(then->type, otherwise->type);
    return makeValue(Select{condition, then, otherwise}, type);
}

Expected<ValuePtr> ValueLowering::call(const Ast& ast) {
    std::vector<ValuePtr> args;
    for (const auto& arg : ast.args) {
        MW_TRY(ValuePtr value, lower(*arg));
        args.push_back(std::move(value));
    }
    if (args.empty())
        return unsupported(ast, fmt::format("'{}' needs arguments", ast.text));
    if (const ScalarType to = castTarget(ast.text); to != ScalarType::none) {
        if (cType(to).empty())
            return unsupported(ast, fmt::format("kernels have no type for '{}'", ast.text));
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
        ValuePtr result = args[0];
        const std::string helper = function == "min" || function == "Min" ? "mw_min" : "mw_max";
        for (std::size_t i = 1; i < args.size(); ++i)
            result = makeValue(Call{helper, {result, args[i]}}, type);
        return result;
    }
    if (function == "abs" || function == "fabs")
        return makeValue(Call{isFloating(type) ? "fabs" : "mw_abs", args}, type);
    if (function == "ifloor")
        return isFloating(type) ? makeValue(Call{"mw_ifloor", args}, ScalarType::int32) : args[0];
    if (function == "int_floor" || function == "int_ceil")
        return makeValue(Call{function == "int_floor" ? "mw_floor_div" : "mw_ceil_div", args},
                         type);
    if (contains(kPredicates, function))
        return makeValue(Call{std::string(function), args}, ScalarType::boolean);
    if (!contains(kMath, function))
        return unsupported(ast, fmt::format("the function '{}' is not known", ast.text));
    const ScalarType real = isFloating(type) ? type : ScalarType::float64;
    cast(real);
    return makeValue(Call{std::string(function), args}, real);
}

Expected<Expr> ValueLowering::index(const Ast& ast) {
    if (const auto direct = tasklet::toExpr(ast)) {
        symbolic::Substitution values;
        bool plain = true;
        for (const auto& name : symbolic::freeSymbols(*direct)) {
            const auto operand = operands_.find(name);
            if (operand == operands_.end()) {
                const auto found = frame_.symbols.find(name);
                if (found != frame_.symbols.end())
                    values[name] = found->second;
                else if (!frame_.places.contains(name))
                    continue;
                else
                    plain = false;
            } else if (operand->second.value) {
                values[name] = kernel_->integerLocal(operand->second.value, name);
            } else {
                plain = false;
            }
        }
        if (plain)
            return symbolic::substitute(*direct, values);
    }
    MW_TRY(ValuePtr value, lower(ast));
    return kernel_->integerLocal(value, "index");
}

Expected<std::pair<const Place*, Expr>> ValueLowering::subscript(const Ast& ast) {
    const Ast& object = *ast.args[0];
    const std::size_t count = ast.args.size() - 1;
    if (!kernel_ || object.op != tasklet::Op::name)
        return unsupported(ast, "only containers can be subscripted, and only in kernels");
    Operand region;
    if (const auto found = operands_.find(object.text); found != operands_.end()) {
        region = found->second;
    } else if (const auto place = frame_.places.find(object.text); place != frame_.places.end()) {
        region.place = &place->second;
        region.offset = place->second.offset;
        region.allStrides = place->second.strides;
    }
    if (!region.place)
        return unsupported(ast, fmt::format("'{}' is not a region of a container", object.text));
    const auto& strides = region.allStrides.size() == count ? region.allStrides : region.strides;
    if (strides.size() != count)
        return unsupported(ast, fmt::format("'{}' has {} subscripts where its memlet has {} "
                                            "dimensions",
                                            object.text, count, strides.size()));
    Expr linear = region.offset;
    for (std::size_t i = 0; i < count; ++i) {
        MW_TRY(const Expr at, index(*ast.args[i + 1]));
        linear = linear + at * strides[i];
    }
    return std::pair{region.place, symbolic::simplify(linear)};
}

} // namespace mw::codegen
