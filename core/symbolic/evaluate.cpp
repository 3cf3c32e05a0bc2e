// Values of expressions: integers as the generated code computes them (a quotient truncates where
// it stands, floor and ceiling round what is exact), reals as doubles.

#include "core/symbolic/functions.h"
#include "core/symbolic/node.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace mw::symbolic {

namespace {

struct Number {
    Ratio ratio;
    double real = 0;
    bool isReal = false;

    double asReal() const { return isReal ? real : ratio.asReal(); }
    bool truthy() const { return isReal ? real != 0 : ratio.num != 0; }
};

Number ofRatio(Ratio ratio) {
    return {ratio, 0, false};
}
Number ofInteger(std::int64_t value) {
    return ofRatio(Ratio::of(value));
}
Number ofReal(double value) {
    return {{}, value, true};
}

int order(const Number& a, const Number& b) {
    if (!a.isReal && !b.isReal)
        return compare(a.ratio, b.ratio);
    return a.asReal() < b.asReal() ? -1 : a.asReal() > b.asReal() ? 1 : 0;
}

bool ordered(const Number& a, const Number& b) {
    return !std::isnan(a.asReal()) && !std::isnan(b.asReal());
}

Unexpected overflow(const Expr& e) {
    return fail("expression-overflow",
                fmt::format("The value of '{}' does not fit into 64 bits.", print(e)));
}
Unexpected zeroDivision(const Expr& e) {
    return fail("division-by-zero", fmt::format("'{}' divides by zero.", print(e)));
}
Unexpected unknown(const Expr& e) {
    return fail("not-evaluable", fmt::format("'{}' has no value known here.", print(e)));
}

using Result = Expected<Number>;

class Evaluator {
public:
    explicit Evaluator(const Bindings& values) : values_(values) {}

    Result value(const Expr& e) const;

private:
    Result symbol(const Expr& e) const;
    /// Of a sum or quotient, before it is rounded; of others the value.
    Result exact(const Expr& e) const;
    Result fold(const Expr& e, Result (Evaluator::*part)(const Expr&) const) const;
    Result quotient(const Expr& e) const;
    Result power(const Expr& e) const;
    Result integerDivision(const Expr& e) const;
    Result rounding(const Expr& e) const;
    Result comparison(const Expr& e) const;
    Result logic(const Expr& e) const;
    Result select(const Expr& e) const;
    Result call(const Expr& e) const;
    Result bits(const Expr& e, std::string_view name) const;

    const Bindings& values_;
};

/// Checked: what does not fit into 64 bits is an error at the node where it happens.
Result checked(const Expr& e, const Ratio& ratio) {
    if (!ratio.fits())
        return overflow(e);
    return ofRatio(ratio);
}

Result Evaluator::value(const Expr& e) const {
    switch (e.op()) {
    case Op::integer:
        return ofInteger(e.value());
    case Op::real:
        return ofReal(e.realValue());
    case Op::symbol:
        return symbol(e);
    case Op::add:
    case Op::mul:
    case Op::min:
    case Op::max:
        return fold(e, &Evaluator::value);
    case Op::divide: {
        MW_TRY(const Number whole, quotient(e));
        return whole.isReal ? whole : ofRatio(whole.ratio.truncated());
    }
    case Op::pow:
        return power(e);
    case Op::intFloor:
    case Op::intCeil:
    case Op::mod:
        return integerDivision(e);
    case Op::abs:
    case Op::floor:
    case Op::ceiling:
        return rounding(e);
    case Op::compare:
        return comparison(e);
    case Op::logicAnd:
    case Op::logicOr:
    case Op::logicNot:
        return logic(e);
    case Op::select:
        return select(e);
    case Op::call:
        return call(e);
    case Op::subscript:
    case Op::attribute:
    case Op::undefined:
        break;
    }
    return unknown(e);
}

Result Evaluator::symbol(const Expr& e) const {
    const auto found = values_.find(e.name());
    if (found == values_.end())
        return fail("unbound-symbol", fmt::format("The symbol '{}' has no value.", e.name()));
    return found->second.isReal ? ofReal(found->second.d) : ofInteger(found->second.i);
}

Number combine(Op op, const Number& a, const Number& b) {
    if (op == Op::min || op == Op::max) {
        const int wanted = op == Op::min ? 1 : -1;
        return order(a, b) == wanted ? b : a;
    }
    if (a.isReal || b.isReal)
        return ofReal(op == Op::add ? a.asReal() + b.asReal() : a.asReal() * b.asReal());
    return ofRatio(op == Op::add ? a.ratio + b.ratio : a.ratio * b.ratio);
}

Result Evaluator::exact(const Expr& e) const {
    return e.op() == Op::add      ? fold(e, &Evaluator::exact)
           : e.op() == Op::divide ? quotient(e)
                                  : value(e);
}

Result Evaluator::fold(const Expr& e, Result (Evaluator::*part)(const Expr&) const) const {
    MW_TRY(Number total, (this->*part)(e.args()[0]));
    for (const Expr& arg : e.args().subspan(1)) {
        MW_TRY(const Number next, (this->*part)(arg));
        total = combine(e.op(), total, next);
    }
    if (total.isReal)
        return total;
    return checked(e, total.ratio);
}

Result Evaluator::quotient(const Expr& e) const {
    MW_TRY(const Number a, value(e.args()[0]));
    MW_TRY(const Number b, value(e.args()[1]));
    if (a.isReal || b.isReal)
        return ofReal(a.asReal() / b.asReal());
    if (b.ratio.isZero())
        return zeroDivision(e);
    return checked(e, a.ratio / b.ratio);
}

Result Evaluator::power(const Expr& e) const {
    MW_TRY(const Number base, value(e.args()[0]));
    MW_TRY(const Number exponent, value(e.args()[1]));
    if (base.isReal || exponent.isReal || !exponent.ratio.isInteger())
        return ofReal(std::pow(base.asReal(), exponent.asReal()));
    if (exponent.ratio.num < 0 && base.ratio.isZero())
        return zeroDivision(e);
    const bool trivial = base.ratio.isZero() || base.ratio.isOne();
    Int128 count = exponent.ratio.num < 0 ? -exponent.ratio.num : exponent.ratio.num;
    if (count > 1 && trivial)
        count = 1;
    if (count > 1 && base.ratio.den == 1 && base.ratio.num == -1)
        count = 2 + count % 2;
    Ratio result = Ratio::of(1);
    for (Int128 i = 0; i < count && result.fits(); ++i)
        result = result * base.ratio;
    if (exponent.ratio.num < 0)
        result = Ratio::of(1) / result;
    return checked(e, result);
}

Result Evaluator::integerDivision(const Expr& e) const {
    MW_TRY(const Number a, value(e.args()[0]));
    MW_TRY(const Number b, value(e.args()[1]));
    if (a.isReal || b.isReal) {
        const double floored = std::floor(a.asReal() / b.asReal());
        if (e.op() == Op::mod)
            return ofReal(a.asReal() - floored * b.asReal());
        return ofReal(e.op() == Op::intFloor ? floored : std::ceil(a.asReal() / b.asReal()));
    }
    if (b.ratio.isZero())
        return zeroDivision(e);
    const Ratio quotient = a.ratio / b.ratio;
    if (e.op() == Op::intCeil)
        return checked(e, quotient.ceiling());
    if (e.op() == Op::intFloor)
        return checked(e, quotient.floor());
    return checked(e, a.ratio - quotient.floor() * b.ratio);
}

Result Evaluator::rounding(const Expr& e) const {
    MW_TRY(const Number arg, e.op() == Op::abs ? value(e.args()[0]) : exact(e.args()[0]));
    if (arg.isReal) {
        const double x = arg.real;
        return ofReal(e.op() == Op::abs     ? std::fabs(x)
                      : e.op() == Op::floor ? std::floor(x)
                                            : std::ceil(x));
    }
    if (e.op() == Op::abs)
        return checked(e, arg.ratio.num < 0 ? arg.ratio * Ratio::of(-1) : arg.ratio);
    return ofRatio(e.op() == Op::floor ? arg.ratio.floor() : arg.ratio.ceiling());
}

bool related(const std::string& relation, int sign) {
    if (relation == "==")
        return sign == 0;
    if (relation == "!=")
        return sign != 0;
    if (relation == "<")
        return sign < 0;
    if (relation == "<=")
        return sign <= 0;
    return relation == ">" ? sign > 0 : sign >= 0;
}

Result Evaluator::comparison(const Expr& e) const {
    MW_TRY(const Number a, value(e.args()[0]));
    MW_TRY(const Number b, value(e.args()[1]));
    if (!ordered(a, b))
        return ofInteger(e.name() == "!=" ? 1 : 0);
    return ofInteger(related(e.name(), order(a, b)) ? 1 : 0);
}

/// One argument that decides is enough: the others need no value then.
Result Evaluator::logic(const Expr& e) const {
    if (e.op() == Op::logicNot) {
        MW_TRY(const Number arg, value(e.args()[0]));
        return ofInteger(arg.truthy() ? 0 : 1);
    }
    const bool deciding = e.op() == Op::logicOr;
    Result missing = ofInteger(deciding ? 0 : 1);
    for (const Expr& arg : e.args()) {
        Result one = value(arg);
        if (!one)
            missing = std::move(one);
        else if (one->truthy() == deciding)
            return ofInteger(deciding ? 1 : 0);
    }
    return missing;
}

Result Evaluator::select(const Expr& e) const {
    MW_TRY(const Number condition, value(e.args()[0]));
    return value(e.args()[condition.truthy() ? 1 : 2]);
}

struct RealFunction {
    std::string_view name;
    double (*function)(double);
};

double signOf(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}
double stepOf(double x) {
    return x > 0 ? 1 : x < 0 ? 0 : 0.5;
}

const RealFunction* realFunction(std::string_view name) {
    static constexpr RealFunction kFunctions[] = {
        // NOLINT(modernize-avoid-c-arrays)
        {"sqrt", std::sqrt},   {"exp", std::exp},     {"log", std::log},   {"ln", std::log},
        {"log2", std::log2},   {"log10", std::log10}, {"sin", std::sin},   {"cos", std::cos},
        {"tan", std::tan},     {"asin", std::asin},   {"acos", std::acos}, {"atan", std::atan},
        {"sinh", std::sinh},   {"cosh", std::cosh},   {"tanh", std::tanh}, {"asinh", std::asinh},
        {"acosh", std::acosh}, {"atanh", std::atanh}, {"cbrt", std::cbrt}, {"erf", std::erf},
        {"sign", signOf},      {"Heaviside", stepOf}, {"float64", nullptr}};
    for (const RealFunction& f : kFunctions)
        if (f.name == name && f.function != nullptr)
            return &f;
    return nullptr;
}

/// Width of an integer type by name, negative for unsigned, 0 for anything else.
int integerWidth(std::string_view type) {
    if (type == "int" || type == "int64")
        return 64;
    if (type == "int32")
        return 32;
    if (type == "int16")
        return 16;
    if (type == "int8")
        return 8;
    if (type == "uint8")
        return -8;
    if (type == "uint16")
        return -16;
    if (type == "uint32")
        return -32;
    return type == "uint64" ? -64 : 0;
}

/// Whole part of a real number. C leaves open what does not fit; x86 gives the smallest number of
/// the width that it converts to.
Int128 wholePart(double real, int width) {
    constexpr double kLimit = 9223372036854775808.0; // 2^63
    const Int128 one = 1;
    if (!(real >= -kLimit && real < kLimit))
        return width == -64 && real >= kLimit && real < 2 * kLimit
                   ? static_cast<Int128>(real)
                   : -(one << (width == 32 ? 31 : 63));
    const auto whole = static_cast<Int128>(real);
    const bool fits = whole >= -(one << 31) && whole < (one << 31);
    return width == 32 && !fits ? -(one << 31) : whole;
}

/// As a cast in C: integers wrap to the width.
Result toInteger(const Expr& e, const Number& arg, int width) {
    const Int128 whole = arg.isReal ? wholePart(arg.real, width) : arg.ratio.truncated().num;
    const int bits = width < 0 ? -width : width;
    const Int128 range = Int128{1} << bits;
    Int128 wrapped = whole % range;
    if (wrapped < 0)
        wrapped += range;
    if (width > 0 && wrapped >= range / 2)
        wrapped -= range;
    return checked(e, Ratio::of(wrapped));
}

Result rounded(const Expr& e, double x) {
    constexpr double kLimit = 9.2e18;
    if (!(std::fabs(x) < kLimit))
        return overflow(e);
    return checked(e, Ratio::of(static_cast<Int128>(std::nearbyint(x))));
}

Result Evaluator::call(const Expr& e) const {
    const std::string_view name = functionName(e);
    if (name == "SymExpr" && !e.args().empty())
        return value(e.args()[0]);
    if (e.args().size() == 2)
        return bits(e, name);
    if (e.args().size() != 1)
        return unknown(e);
    MW_TRY(const Number arg, value(e.args()[0]));
    if (const RealFunction* f = realFunction(name))
        return ofReal(f->function(arg.asReal()));
    if (const int width = integerWidth(name))
        return toInteger(e, arg, width);
    if (name == "float64" || name == "float")
        return ofReal(arg.asReal());
    if (name == "float32")
        return ofReal(static_cast<double>(static_cast<float>(arg.asReal())));
    if (name == "bool" || name == "bool_")
        return ofInteger(arg.truthy() ? 1 : 0);
    if (name == "round" || name == "ROUND")
        return rounded(e, arg.asReal());
    if (name == "bitwise_invert" && !arg.isReal && arg.ratio.isInteger())
        return checked(e, Ratio::of(-arg.ratio.num - 1));
    return unknown(e);
}

Result Evaluator::bits(const Expr& e, std::string_view name) const {
    MW_TRY(const Number left, value(e.args()[0]));
    MW_TRY(const Number right, value(e.args()[1]));
    const bool integers = !left.isReal && !right.isReal && left.ratio.asInteger().has_value() &&
                          right.ratio.asInteger().has_value();
    if (!integers)
        return unknown(e);
    const auto a = static_cast<std::int64_t>(left.ratio.num);
    const auto b = static_cast<std::int64_t>(right.ratio.num);
    if (name == "bitwise_and")
        return ofInteger(a & b);
    if (name == "bitwise_or")
        return ofInteger(a | b);
    if (name == "bitwise_xor")
        return ofInteger(a ^ b);
    if (name == "CMod")
        return b == 0 ? Result(zeroDivision(e)) : Result(ofInteger(b == -1 ? 0 : a % b));
    constexpr std::int64_t kBits = 64;
    if (b < 0 || b >= kBits)
        return unknown(e);
    if (name == "right_shift")
        return ofInteger(a >> b);
    if (name == "left_shift")
        return checked(e, Ratio::of(Int128{a} * (Int128{1} << b)));
    return unknown(e);
}

/// Of sums and products of whole numbers, as most indices are; nullopt: the Evaluator says what it
/// is, or what is wrong.
std::optional<std::int64_t> quickInteger(const Expr& e, const Bindings& values) {
    switch (e.op()) {
    case Op::integer:
        return e.value();
    case Op::symbol: {
        const auto found = values.find(e.name());
        return found == values.end() || found->second.isReal ? std::nullopt
                                                             : std::optional(found->second.i);
    }
    case Op::add:
    case Op::mul: {
        const bool adds = e.op() == Op::add;
        std::int64_t total = adds ? 0 : 1;
        for (const Expr& arg : e.args()) {
            const auto next = quickInteger(arg, values);
            if (!next || (adds ? __builtin_add_overflow(total, *next, &total)
                               : __builtin_mul_overflow(total, *next, &total)))
                return std::nullopt;
        }
        return total;
    }
    default:
        return std::nullopt;
    }
}

} // namespace

Expected<Value> evaluate(const Expr& e, const Bindings& values) {
    MW_TRY(const Number number, Evaluator(values).value(e));
    if (number.isReal)
        return Value::real(number.real);
    // What is left over of a power truncates, as where the generated code makes an integer of it.
    const auto integer = number.ratio.truncated().asInteger();
    if (!integer)
        return overflow(e);
    return Value::integer(*integer);
}

Expected<std::int64_t> evaluateInteger(const Expr& e, const Bindings& values) {
    if (const auto quick = quickInteger(e, values))
        return *quick;
    MW_TRY(const Value value, evaluate(e, values));
    if (value.isReal)
        return fail("not-an-integer",
                    fmt::format("'{}' has the value {}, which is no integer.", print(e), value.d));
    return value.i;
}

} // namespace mw::symbolic
