// What in an expression is affine, and what is one unknown integer.

#include "core/symbolic/functions.h"
#include "core/symbolic/node.h"
#include "core/symbolic/presburger.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace mw::symbolic {

namespace {

bool isRealFunction(std::string_view name) {
    static constexpr std::array kNames = {
        "sqrt", "exp",  "log",  "ln",    "log2",  "log10", "sin",     "cos",       "tan",
        "asin", "acos", "atan", "sinh",  "cosh",  "tanh",  "float32", "float64",   "float16",
        "cbrt", "erf",  "pow",  "asinh", "acosh", "atanh", "float",   "Heaviside", "None"};
    const std::size_t dot = name.rfind('.');
    const std::string_view last = dot == std::string_view::npos ? name : name.substr(dot + 1);
    return std::find(kNames.begin(), kNames.end(), last) != kNames.end();
}

bool mayBeReal(const Expr& e) {
    switch (e.op()) {
    case Op::real:
    case Op::undefined:
    case Op::divide:
        return true;
    case Op::pow:
        if (!e.args()[1].isInteger() || e.args()[1].value() < 0)
            return true;
        break;
    case Op::call:
        return isRealFunction(e.name()) || !isKnownFunction(e.name());
    case Op::subscript:
    case Op::attribute:
        return false;
    default:
        break;
    }
    return std::any_of(e.args().begin(), e.args().end(), mayBeReal);
}

Shape productShape(const Expr& e) {
    if (mayBeReal(e))
        return Shape::unusable;
    const Term term = splitTerm(e);
    return term.coefficient.isOne() ? Shape::term : Shape::scaled;
}

bool positiveConstant(const Expr& e) {
    return e.isInteger() && e.value() > 0;
}

bool collect(const Expr& e, std::vector<Expr>& terms) {
    const auto add = [&terms](const Expr& term) {
        if (std::find(terms.begin(), terms.end(), term) == terms.end())
            terms.push_back(term);
    };
    switch (shapeOf(e)) {
    case Shape::constant:
        return true;
    case Shape::term:
        add(e);
        return true;
    case Shape::scaled:
        return collect(splitTerm(e).base, terms);
    case Shape::structure:
        return std::all_of(e.args().begin(), e.args().end(),
                           [&](const Expr& arg) { return collect(arg, terms); });
    case Shape::quotient:
        return collect(e.args()[0], terms);
    case Shape::unusable:
        break;
    }
    return false;
}

} // namespace

Shape shapeOf(const Expr& e) {
    switch (e.op()) {
    case Op::integer:
        return Shape::constant;
    case Op::real:
    case Op::undefined:
        return Shape::unusable;
    case Op::add:
    case Op::min:
    case Op::max:
    case Op::abs:
    case Op::floor:
    case Op::ceiling:
    case Op::compare:
    case Op::logicAnd:
    case Op::logicOr:
    case Op::logicNot:
    case Op::select:
        return Shape::structure;
    case Op::mul:
        return productShape(e);
    case Op::divide:
        return positiveConstant(e.args()[1]) ? Shape::quotient : Shape::unusable;
    case Op::intFloor:
    case Op::intCeil:
    case Op::mod:
        if (positiveConstant(e.args()[1]))
            return Shape::quotient;
        break;
    default:
        break;
    }
    return mayBeReal(e) ? Shape::unusable : Shape::term;
}

std::optional<std::vector<Expr>> integerTerms(const Expr& e) {
    std::vector<Expr> terms;
    if (!collect(e, terms))
        return std::nullopt;
    return terms;
}

} // namespace mw::symbolic
