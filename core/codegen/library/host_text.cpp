// Expressions of a plan as C++ that computes what core/symbolic/evaluate.cpp does.
#include "core/codegen/library/host_text.h"

#include "core/codegen/ctext.h"
#include "core/ir/predicates.h"
#include "core/symbolic/functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace mw::codegen {

using symbolic::Expr;
using symbolic::Op;

namespace {

using Result = Expected<HostText>;

struct NamedText {
    std::string_view name, text;
};

/// Functions of a real number.
constexpr std::array kReal = {NamedText{"sqrt", "std::sqrt"},   NamedText{"exp", "std::exp"},
                              NamedText{"log", "std::log"},     NamedText{"ln", "std::log"},
                              NamedText{"log2", "std::log2"},   NamedText{"log10", "std::log10"},
                              NamedText{"sin", "std::sin"},     NamedText{"cos", "std::cos"},
                              NamedText{"tan", "std::tan"},     NamedText{"asin", "std::asin"},
                              NamedText{"acos", "std::acos"},   NamedText{"atan", "std::atan"},
                              NamedText{"sinh", "std::sinh"},   NamedText{"cosh", "std::cosh"},
                              NamedText{"tanh", "std::tanh"},   NamedText{"asinh", "std::asinh"},
                              NamedText{"acosh", "std::acosh"}, NamedText{"atanh", "std::atanh"},
                              NamedText{"cbrt", "std::cbrt"},   NamedText{"erf", "std::erf"},
                              NamedText{"sign", "signOf"},      NamedText{"Heaviside", "stepOf"}};

/// Integer types and their width, negative for unsigned.
struct NamedWidth {
    std::string_view name;
    int width;
};
constexpr std::array kWidths = {
    NamedWidth{"int", 64},     NamedWidth{"int64", 64},   NamedWidth{"int32", 32},
    NamedWidth{"int16", 16},   NamedWidth{"int8", 8},     NamedWidth{"uint8", -8},
    NamedWidth{"uint16", -16}, NamedWidth{"uint32", -32}, NamedWidth{"uint64", -64}};

template <class Table>
const auto* find(const Table& table, std::string_view name) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const auto& one) { return one.name == name; });
    return found == table.end() ? nullptr : &*found;
}

std::string realText(const HostText& value) {
    return value.real ? value.text : fmt::format("static_cast<double>({})", value.text);
}
HostText integer(std::string text) {
    return {std::move(text), false};
}
HostText real(std::string text) {
    return {std::move(text), true};
}

class Printer {
public:
    explicit Printer(const HostNames& names) : names_(names) {}

    Result value(const Expr& e) const {
        switch (e.op()) {
        case Op::integer:
            return literalText(symbolic::Value::integer(e.value()));
        case Op::real:
            return literalText(symbolic::Value::real(e.realValue()));
        case Op::symbol: {
            MW_TRY(HostText read, names_.element(e.name(), {}));
            return read.text.empty() ? names_.symbol(e.name()) : Result(std::move(read));
        }
        case Op::add:
        case Op::mul:
            return fold(e);
        case Op::min:
        case Op::max:
            return extreme(e);
        case Op::divide:
            return both(e, "quotient(f.r, {}, {})", "({} / {})");
        case Op::intFloor:
            return both(e, "floorDiv(f.r, {}, {})", "realFloorDiv({}, {})");
        case Op::intCeil:
            return both(e, "ceilDiv(f.r, {}, {})", "realCeilDiv({}, {})");
        case Op::mod:
            return both(e, "modulo(f.r, {}, {})", "realModulo({}, {})");
        case Op::pow:
            return both(e, "power(f.r, {}, {})", "std::pow({}, {})");
        case Op::abs:
            return one(e, "magnitude(f.r, {})", "std::fabs({})");
        case Op::floor:
            return rounding(e, "floorOf", "std::floor");
        case Op::ceiling:
            return rounding(e, "ceilingOf", "std::ceil");
        case Op::compare:
            return comparison(e);
        case Op::logicAnd:
        case Op::logicOr:
            return logic(e);
        case Op::logicNot: {
            MW_TRY(const HostText arg, value(e.args()[0]));
            return integer(fmt::format("Int({} == 0)", arg.text));
        }
        case Op::select:
            return select(e);
        case Op::call:
            return call(e);
        case Op::subscript:
            return subscript(e);
        case Op::attribute:
        case Op::undefined:
            break;
        }
        return unknown(e);
    }

private:
    static Unexpected unknown(const Expr& e) {
        return fail("not-exportable", fmt::format("'{}' cannot be computed by an exported library",
                                                  symbolic::print(e)));
    }

    /// Sums and products from the left: integers until the first real number.
    Result fold(const Expr& e) const {
        const bool sum = e.op() == Op::add;
        MW_TRY(HostText total, value(e.args()[0]));
        int terms = 1; // integers that `total` lists, which are not computed yet
        const auto computed = [&] {
            return terms == 1 ? total.text
                   : sum      ? fmt::format("fit(f.r, {})", total.text)
                              : fmt::format("product(f.r, {})", total.text);
        };
        for (const Expr& arg : e.args().subspan(1)) {
            MW_TRY(const HostText next, value(arg));
            if (total.real || next.real) {
                total.text = computed();
                total = real(
                    fmt::format("({} {} {})", realText(total), sum ? '+' : '*', realText(next)));
                terms = 1;
            } else {
                total.text = sum ? fmt::format("{} + {}",
                                               terms == 1 ? "Wide(" + total.text + ")" : total.text,
                                               next.text)
                                 : fmt::format("{}, {}", total.text, next.text);
                ++terms;
            }
        }
        total.text = computed();
        return total;
    }

    Result extreme(const Expr& e) const {
        std::vector<HostText> args;
        bool anyReal = false;
        for (const Expr& arg : e.args()) {
            MW_TRY(args.emplace_back(), value(arg));
            anyReal = anyReal || args.back().real;
        }
        std::string text;
        for (const HostText& arg : args) {
            const std::string next = anyReal ? realText(arg) : arg.text;
            text = text.empty()
                       ? next
                       : fmt::format("{}<{}>({}, {})", e.op() == Op::min ? "least" : "largest",
                                     anyReal ? "double" : "Int", text, next);
        }
        return HostText{text, anyReal};
    }

    Result both(const Expr& e, fmt::string_view integers, fmt::string_view reals) const {
        MW_TRY(const HostText a, value(e.args()[0]));
        MW_TRY(const HostText b, value(e.args()[1]));
        if (a.real || b.real)
            return real(fmt::format(fmt::runtime(reals), realText(a), realText(b)));
        return integer(fmt::format(fmt::runtime(integers), a.text, b.text));
    }
    Result one(const Expr& e, fmt::string_view integers, fmt::string_view reals) const {
        MW_TRY(const HostText a, value(e.args()[0]));
        return HostText{fmt::format(fmt::runtime(a.real ? reals : integers), a.text), a.real};
    }

    /// A sum or quotient of integers, before it is rounded, as a Ratio; real ones as they are.
    Result exact(const Expr& e) const {
        if (e.op() == Op::divide) {
            MW_TRY(const HostText a, value(e.args()[0]));
            MW_TRY(const HostText b, value(e.args()[1]));
            if (a.real || b.real)
                return real(fmt::format("({} / {})", realText(a), realText(b)));
            return integer(fmt::format("ratio(f.r, {}, {})", a.text, b.text));
        }
        if (e.op() != Op::add) {
            MW_TRY(const HostText whole, value(e));
            return whole.real ? whole : integer(fmt::format("Ratio{{{}, 1}}", whole.text));
        }
        MW_TRY(HostText total, exact(e.args()[0]));
        for (const Expr& arg : e.args().subspan(1)) {
            MW_TRY(const HostText next, exact(arg));
            if (total.real != next.real)
                return unknown(e);
            total.text = total.real ? fmt::format("({} + {})", total.text, next.text)
                                    : fmt::format("plus(f.r, {}, {})", total.text, next.text);
        }
        return total;
    }
    Result rounding(const Expr& e, std::string_view integers, std::string_view reals) const {
        MW_TRY(const HostText arg, exact(e.args()[0]));
        return arg.real ? real(fmt::format("{}({})", reals, arg.text))
                        : integer(fmt::format("{}(f.r, {})", integers, arg.text));
    }

    Result comparison(const Expr& e) const {
        MW_TRY(const HostText a, value(e.args()[0]));
        MW_TRY(const HostText b, value(e.args()[1]));
        const bool anyReal = a.real || b.real;
        return integer(fmt::format("Int({} {} {})", anyReal ? realText(a) : a.text, e.name(),
                                   anyReal ? realText(b) : b.text));
    }

    Result logic(const Expr& e) const {
        std::string text = fmt::format("decided(f.r, {}", e.op() == Op::logicOr ? 1 : 0);
        for (const Expr& arg : e.args()) {
            MW_TRY(const HostText one, value(arg));
            text += fmt::format(", [&] {{ return {}; }}", one.text);
        }
        return integer(text + ")");
    }

    Result select(const Expr& e) const {
        MW_TRY(const HostText condition, value(e.args()[0]));
        MW_TRY(const HostText then, value(e.args()[1]));
        MW_TRY(const HostText otherwise, value(e.args()[2]));
        const bool anyReal = then.real || otherwise.real;
        return HostText{fmt::format("({} != 0 ? {} : {})", condition.text,
                                    anyReal ? realText(then) : then.text,
                                    anyReal ? realText(otherwise) : otherwise.text),
                        anyReal};
    }

    Result call(const Expr& e) const {
        const std::string_view name = symbolic::functionName(e);
        if (name == "SymExpr" && !e.args().empty())
            return value(e.args()[0]);
        if (e.args().size() == 2)
            return bits(e, name);
        if (e.args().size() != 1)
            return unknown(e);
        MW_TRY(const HostText arg, value(e.args()[0]));
        if (const auto* function = find(kReal, name))
            return real(fmt::format("{}({})", function->text, realText(arg)));
        if (const auto* type = find(kWidths, name))
            return integer(fmt::format("toInteger(f.r, {}, {})", arg.text, type->width));
        if (name == "float64" || name == "float")
            return real(realText(arg));
        if (name == "float32")
            return real(fmt::format("static_cast<double>(static_cast<float>({}))", realText(arg)));
        if (name == "bool" || name == "bool_")
            return integer(fmt::format("Int({} != 0)", arg.text));
        if (name == "round" || name == "ROUND")
            return integer(fmt::format("toNearest(f.r, {})", realText(arg)));
        if (name == "bitwise_invert" && !arg.real)
            return integer(fmt::format("(~{})", arg.text));
        return unknown(e);
    }

    Result bits(const Expr& e, std::string_view name) const {
        MW_TRY(const HostText a, value(e.args()[0]));
        MW_TRY(const HostText b, value(e.args()[1]));
        constexpr std::array operators = {NamedText{"bitwise_and", "({} & {})"},
                                          NamedText{"bitwise_or", "({} | {})"},
                                          NamedText{"bitwise_xor", "({} ^ {})"},
                                          NamedText{"left_shift", "shiftLeft(f.r, {}, {})"},
                                          NamedText{"right_shift", "shiftRight(f.r, {}, {})"},
                                          NamedText{"CMod", "remainder(f.r, {}, {})"}};
        const auto* found = find(operators, name);
        if (!found || a.real || b.real)
            return unknown(e);
        return integer(fmt::format(fmt::runtime(found->text), a.text, b.text));
    }

    Result subscript(const Expr& e) const {
        if (!e.args()[0].isSymbol())
            return unknown(e);
        std::vector<HostText> index;
        for (const Expr& arg : e.args().subspan(1)) {
            MW_TRY(index.emplace_back(), value(arg));
            if (index.back().real)
                return unknown(e);
        }
        MW_TRY(HostText read, names_.element(e.args()[0].name(), index));
        return read.text.empty() ? unknown(e) : Result(std::move(read));
    }

    const HostNames& names_;
};

} // namespace

Expected<HostText> hostText(const Expr& e, const HostNames& names) {
    return Printer(names).value(e);
}

Expected<std::string> integerText(const Expr& e, const HostNames& names) {
    MW_TRY(HostText text, hostText(e, names));
    if (text.real)
        return fail("not-an-integer", fmt::format("'{}' is no integer", symbolic::print(e)));
    return std::move(text.text);
}

std::string valueText(const HostText& value, ir::ScalarType type) {
    if (type == ir::ScalarType::boolean)
        return fmt::format("({} != 0)", value.text);
    const bool truncates = value.real && !ir::isFloatingPoint(type);
    return fmt::format("static_cast<{}>({})", cType(type),
                       truncates ? fmt::format("static_cast<Int>({})", value.text) : value.text);
}

HostText literalText(const symbolic::Value& value) {
    if (!value.isReal)
        return integer(fmt::format("Int({})", cLiteral(value.i)));
    if (std::isnan(value.d))
        return real("__builtin_nan(\"\")");
    if (std::isinf(value.d))
        return real(value.d > 0 ? "__builtin_inf()" : "(-__builtin_inf())");
    return real("(" + cLiteral(value.d) + ")");
}

std::string stringLiteral(std::string_view text) {
    std::string literal = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\' || c == '?')
            literal += fmt::format("\\{:03o}", byte);
        else
            literal += c;
    }
    return literal + '"';
}

} // namespace mw::codegen
