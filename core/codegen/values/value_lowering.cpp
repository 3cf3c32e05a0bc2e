// Names, subscripts and numbers of tasklet code as typed values.
#include "core/codegen/values/value_lowering.h"

#include "core/codegen/ctext.h"
#include "core/codegen/kernel/elements.h"
#include "core/codegen/values/make_value.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mw::codegen {

using ir::ScalarType;
using symbolic::Expr;
using tasklet::Ast;

namespace {

ValuePtr numberValue(const Ast& ast) {
    const auto [value, type] = tasklet::numberOf(ast);
    if (ir::isUnsigned(type))
        return makeValue(Literal{fmt::format("{}{}", static_cast<std::uint64_t>(value.i),
                                             type == ScalarType::uint32 ? "u" : "ull")},
                         type);
    return makeValue(Literal{value.isReal ? cLiteral(value.d) : cLiteral(value.i)}, type);
}

/// Literals that have the symbol's type in C as well: what is computed from them depends on it.
ValuePtr constant(double value, ScalarType type) {
    std::string text = cLiteral(value);
    if (type == ScalarType::float32 && std::isfinite(value))
        return makeValue(Literal{text + "f"}, type);
    const ValuePtr wide = makeValue(Literal{std::move(text)}, ScalarType::float64);
    return castTo(wide, type);
}
ValuePtr constant(std::int64_t value, ScalarType type) {
    std::string text = cLiteral(value);
    const bool plain = text.find_first_of("L(") == std::string::npos;
    if (plain && type == ScalarType::int64)
        text += "LL";
    else if (plain && value >= 0 && (type == ScalarType::uint32 || type == ScalarType::uint64))
        text += type == ScalarType::uint32 ? "u" : "ull";
    return makeValue(Literal{std::move(text)}, type);
}

/// Whether an expression has real numbers or real symbols in it.
bool isReal(const Expr& e, const PlanContext& context) {
    if (e.op() == symbolic::Op::real)
        return true;
    if (e.isSymbol()) {
        const auto found = context.symbolTypes.find(e.name());
        return found != context.symbolTypes.end() && ir::isFloatingPoint(found->second);
    }
    return std::any_of(e.args().begin(), e.args().end(),
                       [&](const Expr& a) { return isReal(a, context); });
}

} // namespace

std::string shortName(std::string_view connector, std::string_view otherwise) {
    if (connector.starts_with("__tlet_"))
        connector.remove_prefix(7);
    while (connector.starts_with("_"))
        connector.remove_prefix(1);
    return std::string(connector.empty() ? otherwise : connector);
}

Unexpected unsupportedCode(const Ast& ast, const std::string& what) {
    return fail("tasklet-unsupported",
                fmt::format("{} (line {}, column {})", what, ast.line, ast.column));
}

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
    return loadAt(*kernel_, *region.first, region.second);
}

Expected<ValuePtr> ValueLowering::name(const Ast& ast) {
    if (const auto found = operands_.find(ast.text); found != operands_.end()) {
        if (found->second.value)
            return found->second.value;
        if (kernel_ && found->second.storage) // `out = x` with one element behind the pointer
            return loadAt(*kernel_, *found->second.storage, found->second.offset);
        return unsupportedCode(ast, fmt::format("'{}' is a whole region, not a value", ast.text));
    }
    if (ast.text == "math.nan" || ast.text == "nan")
        return makeValue(Call{"mw_nan", {}}, ScalarType::float64);
    if (ast.text == "math.inf" || ast.text == "inf")
        return makeValue(Call{"mw_inf", {}}, ScalarType::float64);
    if (ast.text == "math.pi")
        return makeValue(Literal{"3.141592653589793"}, ScalarType::float64);
    if (const auto found = env_.symbols.find(ast.text); found != env_.symbols.end())
        return symbol(ast.text, found->second);
    if (const auto found = env_.storage.find(ast.text); found != env_.storage.end()) {
        if (found->second.kind == ContainerStorage::Kind::hostValue)
            return found->second.value;
        if (kernel_ && found->second.kind != ContainerStorage::Kind::pending)
            return loadAt(*kernel_, found->second, found->second.offset);
    }
    if (env_.sdfg->data(ast.text))
        return unsupportedCode(ast,
                               fmt::format("the container '{}' cannot be read here", ast.text));
    return symbol(ast.text, Expr::symbol(ast.text));
}

Expected<ValuePtr> ValueLowering::symbol(const std::string& name, const Expr& e) {
    ScalarType type = ScalarType::int32;
    if (const auto declared = env_.sdfg->symbols.find(name); declared != env_.sdfg->symbols.end())
        type = declared->second.scalar;
    if (e.op() == symbolic::Op::real)
        return constant(e.realValue(), ir::isFloatingPoint(type) ? type : ScalarType::float64);
    if (e.isInteger()) {
        if (type == ScalarType::boolean)
            return makeValue(Literal{e.isInteger(0) ? "false" : "true"}, type);
        if (ir::isFloatingPoint(type))
            return constant(static_cast<double>(e.value()), type);
        return constant(e.value(), type);
    }
    // what is mapped in converts to the type that the symbol has here
    const ValuePtr value = outside(e);
    return env_.sdfg->symbols.contains(name) ? castTo(value, type) : value;
}

/// An expression over names outside, in the type that it has in C. Loop variables are ints.
ValuePtr ValueLowering::outside(const Expr& e) const {
    if (!e.isSymbol())
        return makeValue(Index{e}, isReal(e, context_) ? ScalarType::float64 : ScalarType::int32);
    ScalarType type = kernel_ ? kernel_->typeOf(e.name()) : ScalarType::none;
    if (const auto known = context_.symbolTypes.find(e.name());
        type == ScalarType::none && known != context_.symbolTypes.end())
        type = known->second;
    return makeValue(LocalRef{e.name()}, type == ScalarType::none ? ScalarType::int32 : type);
}

Expected<Expr> ValueLowering::index(const Ast& ast) {
    if (const auto direct = tasklet::toExpr(ast)) {
        symbolic::Substitution values;
        bool plain = true;
        for (const auto& name : symbolic::freeSymbols(*direct)) {
            const auto operand = operands_.find(name);
            if (operand == operands_.end()) {
                const auto found = env_.symbols.find(name);
                if (found != env_.symbols.end())
                    values[name] = found->second;
                else if (!env_.storage.contains(name))
                    continue;
                else
                    plain = false;
            } else if (operand->second.value) {
                values[name] = integerLocal(*kernel_, operand->second.value, name);
            } else {
                plain = false;
            }
        }
        if (plain)
            return symbolic::substitute(*direct, values);
    }
    MW_TRY(ValuePtr value, lower(ast));
    return integerLocal(*kernel_, value, "index");
}

Expected<std::pair<const ContainerStorage*, Expr>> ValueLowering::subscript(const Ast& ast) {
    const Ast& object = *ast.args[0];
    const std::size_t count = ast.args.size() - 1;
    if (!kernel_ || object.op != tasklet::Op::name)
        return unsupportedCode(ast, "only containers can be subscripted, and only in kernels");
    Operand region;
    if (const auto found = operands_.find(object.text); found != operands_.end()) {
        region = found->second;
    } else if (const auto storage = env_.storage.find(object.text); storage != env_.storage.end()) {
        region.storage = &storage->second;
        region.offset = storage->second.offset;
        region.allStrides = storage->second.strides;
    }
    if (!region.storage && std::ranges::find(env_.sdfg->constantArrays, object.text) !=
                               env_.sdfg->constantArrays.end())
        return unsupportedCode(ast, fmt::format("the constant '{}' is an array, and constants that "
                                                "are arrays cannot be computed with",
                                                object.text));
    if (!region.storage)
        return unsupportedCode(ast,
                               fmt::format("'{}' is not a region of a container", object.text));
    const auto& strides = region.allStrides.size() == count ? region.allStrides : region.strides;
    if (strides.size() != count)
        return unsupportedCode(ast, fmt::format("'{}' has {} subscripts where its memlet has {} "
                                                "dimensions",
                                                object.text, count, strides.size()));
    Expr linear = region.offset;
    for (std::size_t i = 0; i < count; ++i) {
        MW_TRY(const Expr at, index(*ast.args[i + 1]));
        linear = linear + at * strides[i];
    }
    return std::pair{region.storage, symbolic::simplify(linear)};
}

} // namespace mw::codegen
