// Integer expressions as C++ text, with as few parentheses as its precedence allows.
#include "core/codegen/ctext.h"
#include "core/symbolic/functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <optional>
#include <vector>

namespace mw::codegen {

using ir::ScalarType;
using symbolic::Expr;
using symbolic::Op;

namespace {

/// Precedences of C++, tighter = larger.
enum Precedence : int {
    kSelect = 1,
    kOr = 2,
    kAnd = 3,
    kEquality = 6,
    kRelation = 7,
    kSum = 10,
    kProduct = 11,
    kUnary = 12,
    kAtom = 20,
};

struct Text {
    std::string text;
    int precedence = kAtom;
};

Text convert(const Expr& e);

std::string wrapped(const Expr& e, int least) {
    Text t = convert(e);
    return t.precedence < least ? "(" + t.text + ")" : t.text;
}

bool isNegativeTerm(const Expr& e) {
    if (e.isInteger())
        return e.value() < 0 && e.value() != std::numeric_limits<std::int64_t>::min();
    if (e.op() != Op::mul)
        return false;
    return std::any_of(e.args().begin(), e.args().end(),
                       [](const Expr& a) { return a.isInteger() && a.value() < 0; });
}

/// Terms with a symbol first, numbers and negative terms last: `i + k * n - 3`.
Text sum(const Expr& e) {
    std::vector<Expr> terms(e.args().begin(), e.args().end());
    std::stable_sort(terms.begin(), terms.end(), [](const Expr& a, const Expr& b) {
        const auto rank = [](const Expr& t) {
            return (t.isInteger() ? 2 : 0) + (isNegativeTerm(t) ? 1 : 0);
        };
        return rank(a) < rank(b);
    });
    std::string text;
    for (const Expr& term : terms) {
        if (text.empty())
            text = wrapped(term, kSum);
        else if (isNegativeTerm(term))
            text += " - " + wrapped(-term, kProduct);
        else
            text += " + " + wrapped(term, kProduct);
    }
    return {text, kSum};
}

Text product(const Expr& e) {
    std::int64_t factor = 1;
    std::vector<std::string> parts;
    for (const Expr& arg : e.args()) {
        if (arg.isInteger())
            factor *= arg.value();
        else
            parts.push_back(wrapped(arg, kUnary));
    }
    if (factor == -1 && parts.size() == 1)
        return {"-" + parts.front(), kUnary};
    std::string text = factor == 1 ? "" : cLiteral(factor);
    for (const auto& part : parts)
        text += (text.empty() ? "" : " * ") + part;
    return {text, kProduct};
}

Text nested(std::string_view function, const Expr& e) {
    std::string text = convert(e.args()[0]).text;
    for (std::size_t i = 1; i < e.args().size(); ++i)
        text = fmt::format("{}({}, {})", function, text, convert(e.args()[i]).text);
    return {text, kAtom};
}

struct Quotient {
    Expr top, bottom = 1;
};

/// What floor and ceiling round: a sum with quotients as one of them, since each would truncate.
Quotient quotientOf(const Expr& e) {
    if (e.op() == Op::divide)
        return {e.args()[0], e.args()[1]};
    if (e.op() != Op::add)
        return {e};
    Quotient total{0};
    for (const Expr& arg : e.args()) {
        const Quotient next = quotientOf(arg);
        if (next.bottom == total.bottom)
            total.top = total.top + next.top;
        else
            total = {total.top * next.bottom + next.top * total.bottom, total.bottom * next.bottom};
    }
    return total;
}

Text rounded(const Expr& e) {
    const Quotient q = quotientOf(e.args()[0]);
    if (q.bottom.isInteger(1))
        return convert(e.args()[0]);
    const std::string_view function = e.op() == Op::floor ? "mw_floor_div" : "mw_ceil_div";
    return {fmt::format("{}({}, {})", function, convert(q.top).text, convert(q.bottom).text),
            kAtom};
}

Text joined(std::string_view op, const Expr& e, int precedence) {
    std::string text;
    for (const Expr& arg : e.args())
        text += (text.empty() ? "" : fmt::format(" {} ", op)) + wrapped(arg, precedence + 1);
    return {text, precedence};
}

Text power(const Expr& e) {
    const auto exponent = e.args()[1].asInteger();
    if (!exponent || *exponent < 1 || *exponent > 8)
        return {fmt::format("pow({}, {})", cText(e.args()[0]), cText(e.args()[1])), kAtom};
    std::string text;
    for (std::int64_t i = 0; i < *exponent; ++i)
        text += (i == 0 ? "" : " * ") + wrapped(e.args()[0], kUnary);
    return {text, *exponent == 1 ? kUnary : kProduct};
}

/// A function of the symbolic layer and what C++ calls it.
struct Function {
    std::string_view name;
    std::string_view text;
};
constexpr std::array kFunctions = {
    Function{"sqrt", "sqrt"},   Function{"cbrt", "cbrt"},   Function{"exp", "exp"},
    Function{"log", "log"},     Function{"ln", "log"},      Function{"log2", "log2"},
    Function{"log10", "log10"}, Function{"sin", "sin"},     Function{"cos", "cos"},
    Function{"tan", "tan"},     Function{"asin", "asin"},   Function{"acos", "acos"},
    Function{"atan", "atan"},   Function{"sinh", "sinh"},   Function{"cosh", "cosh"},
    Function{"tanh", "tanh"},   Function{"asinh", "asinh"}, Function{"acosh", "acosh"},
    Function{"atanh", "atanh"}, Function{"erf", "erf"},     Function{"round", "llrint"},
    Function{"ROUND", "llrint"}};

struct Operator {
    std::string_view name;
    std::string_view text;
    std::size_t operands;
};
constexpr std::array kOperators = {
    Operator{"bitwise_and", "&", 2},  Operator{"bitwise_or", "|", 2},
    Operator{"bitwise_xor", "^", 2},  Operator{"left_shift", "<<", 2},
    Operator{"right_shift", ">>", 2}, Operator{"bitwise_invert", "~", 1},
    Operator{"CMod", "%", 2}};

/// The type of a conversion; none for other functions.
ScalarType castTarget(std::string_view function) {
    if (function == "int")
        return ScalarType::int64;
    if (function == "float")
        return ScalarType::float64;
    if (function == "bool_")
        return ScalarType::boolean;
    return ir::scalarTypeFromName(function).value_or(ScalarType::none);
}

/// A call as C++; nothing where there is none: no other name of a file becomes text.
std::optional<std::string> call(const Expr& e) {
    const std::string_view name = symbolic::functionName(e);
    const auto& args = e.args();
    if (args.size() == 1)
        if (const std::string_view type = cType(castTarget(name)); !type.empty())
            return fmt::format("static_cast<{}>({})", type, convert(args[0]).text);
    const auto op = std::find_if(kOperators.begin(), kOperators.end(),
                                 [&](const Operator& one) { return one.name == name; });
    if (op != kOperators.end() && op->operands == args.size())
        return args.size() == 1 ? fmt::format("({}{})", op->text, wrapped(args[0], kUnary))
                                : fmt::format("({} {} {})", wrapped(args[0], kAtom), op->text,
                                              wrapped(args[1], kAtom));
    const auto function = std::find_if(kFunctions.begin(), kFunctions.end(),
                                       [&](const Function& one) { return one.name == name; });
    if (function != kFunctions.end() && args.size() == 1)
        return fmt::format("{}({})", function->text, convert(args[0]).text);
    return std::nullopt;
}

Text convert(const Expr& e) {
    switch (e.op()) {
    case Op::integer:
        return {cLiteral(e.value()), e.value() < 0 ? kUnary : kAtom};
    case Op::real:
        return {cLiteral(e.realValue()), e.realValue() < 0 ? kUnary : kAtom};
    case Op::symbol:
        return {e.name(), kAtom};
    case Op::add:
        return sum(e);
    case Op::mul:
        return product(e);
    case Op::pow:
        return power(e);
    case Op::divide:
        return {
            fmt::format("{} / {}", wrapped(e.args()[0], kProduct), wrapped(e.args()[1], kUnary)),
            kProduct};
    case Op::intFloor:
        return nested("mw_floor_div", e);
    case Op::intCeil:
        return nested("mw_ceil_div", e);
    case Op::mod:
        return nested("mw_mod", e);
    case Op::min:
        return nested("mw_min", e);
    case Op::max:
        return nested("mw_max", e);
    case Op::abs:
        return {fmt::format("mw_abs({})", convert(e.args()[0]).text), kAtom};
    case Op::floor:
    case Op::ceiling:
        return rounded(e);
    case Op::compare:
        return {fmt::format("{} {} {}", wrapped(e.args()[0], kRelation + 1), e.name(),
                            wrapped(e.args()[1], kRelation + 1)),
                e.name() == "==" || e.name() == "!=" ? kEquality : kRelation};
    case Op::logicAnd:
        return joined("&&", e, kAnd);
    case Op::logicOr:
        return joined("||", e, kOr);
    case Op::logicNot:
        return {"!" + wrapped(e.args()[0], kUnary), kUnary};
    case Op::select:
        return {fmt::format("{} ? {} : {}", wrapped(e.args()[0], kSelect + 1),
                            wrapped(e.args()[1], kSelect + 1), wrapped(e.args()[2], kSelect)),
                kSelect};
    case Op::call:
        if (auto text = call(e))
            return {std::move(*text), kAtom};
        break;
    case Op::subscript:
    case Op::attribute:
    case Op::undefined:
        break;
    }
    assert(false && "notComputable() refuses it before");
    return {"0", kAtom};
}

} // namespace

std::string cText(const Expr& e) {
    return convert(e).text;
}

const Expr* notComputable(const Expr& e) {
    for (const Expr& arg : e.args())
        if (const Expr* inner = notComputable(arg))
            return inner;
    const bool never =
        e.op() == Op::subscript || e.op() == Op::attribute || e.op() == Op::undefined;
    return never || (e.op() == Op::call && !call(e)) ? &e : nullptr;
}

std::string cTextAtom(const Expr& e) {
    return wrapped(e, kAtom);
}

} // namespace mw::codegen
