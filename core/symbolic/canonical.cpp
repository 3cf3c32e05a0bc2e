// Canonical nodes of everything but arithmetic, and the dispatch over all of them.

#include "core/symbolic/node.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace mw::symbolic {

namespace {

bool before(const Expr& a, const Expr& b) {
    return compare(a, b) == std::strong_ordering::less;
}

std::vector<Expr> flattened(Op op, std::vector<Expr> args) {
    const auto same = [op](const Expr& e) { return e.op() == op; };
    if (std::none_of(args.begin(), args.end(), same))
        return args;
    std::vector<Expr> flat;
    for (const Expr& arg : args) {
        if (same(arg))
            flat.insert(flat.end(), arg.args().begin(), arg.args().end());
        else
            flat.push_back(arg);
    }
    return flat;
}

void sortUnique(std::vector<Expr>& args) {
    std::stable_sort(args.begin(), args.end(), before);
    args.erase(std::unique(args.begin(), args.end()), args.end());
}

/// -1: a is never larger than b, 1: never smaller, nullopt: not by structure.
std::optional<int> knownOrder(const Expr& a, const Expr& b) {
    if (isNumber(a) && isNumber(b)) {
        if (a.isInteger() && b.isInteger())
            return a.value() <= b.value() ? -1 : 1;
        if (std::isnan(a.realValue()) || std::isnan(b.realValue()))
            return std::nullopt;
        return a.realValue() <= b.realValue() ? -1 : 1;
    }
    const auto difference = constantDifference(a, b);
    if (!difference)
        return std::nullopt;
    return *difference <= 0 ? -1 : 1;
}

/// `wanted` is the order (as of knownOrder) that lets an argument go in favour of another.
void dropDominated(std::vector<Expr>& args, int wanted) {
    std::vector<Expr> kept;
    for (Expr& arg : args) {
        bool dropped = false;
        for (std::size_t i = 0; i < kept.size() && !dropped;) {
            const auto order = knownOrder(kept[i], arg);
            dropped = order == wanted;
            if (order && *order != wanted)
                kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
            else
                ++i;
        }
        if (!dropped)
            kept.push_back(std::move(arg));
    }
    args = std::move(kept);
}

std::int64_t floorDivision(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return a % b != 0 && ((a < 0) != (b < 0)) ? quotient - 1 : quotient;
}

std::optional<std::int64_t> foldDivision(Op op, std::int64_t a, std::int64_t b) {
    if (b == 0 || (a == INT64_MIN && b == -1))
        return std::nullopt;
    const std::int64_t quotient = floorDivision(a, b);
    if (op == Op::intFloor)
        return quotient;
    if (op == Op::intCeil)
        return a % b != 0 ? quotient + 1 : quotient;
    return a - quotient * b;
}

bool negativeLead(const Expr& e) {
    const Ratio coefficient = splitTerm(termsOf(e)[0]).coefficient;
    return coefficient.num < 0;
}

Expr absolute(const Expr& arg) {
    if (arg.isInteger() && arg.value() != INT64_MIN)
        return arg.value() < 0 ? -arg.value() : arg.value();
    if (arg.op() == Op::real)
        return Expr::real(std::fabs(arg.realValue()));
    if (arg.op() == Op::abs)
        return arg;
    if (!arg.isInteger() && negativeLead(arg)) {
        const Expr flipped = -arg;
        if (!negativeLead(flipped))
            return rawNode(Op::abs, {flipped});
    }
    return rawNode(Op::abs, {arg});
}

bool holdsFor(const std::string& relation, int order) {
    if (relation == "==")
        return order == 0;
    if (relation == "!=")
        return order != 0;
    if (relation == "<")
        return order < 0;
    if (relation == "<=")
        return order <= 0;
    if (relation == ">")
        return order > 0;
    return order >= 0;
}

bool containsUndefined(const Expr& e) {
    return e.op() == Op::undefined ||
           std::any_of(e.args().begin(), e.args().end(), containsUndefined);
}

/// Truth of a constant, nullopt for anything else.
std::optional<bool> constantTruth(const Expr& e) {
    if (e.isInteger())
        return e.value() != 0;
    if (e.op() == Op::real)
        return e.realValue() != 0;
    return std::nullopt;
}

/// The truth value of e as an expression of value 0 or 1.
Expr truthOf(const Expr& e) {
    return isBoolean(e) ? e : makeCompare({e, 0}, "!=");
}

Expr makeNot(const Expr& arg) {
    if (const auto truth = constantTruth(arg))
        return *truth ? 0 : 1;
    if (arg.op() == Op::logicNot)
        return truthOf(arg.args()[0]);
    return rawNode(Op::logicNot, {arg});
}

} // namespace

Expr makeMinMax(Op op, std::vector<Expr> args) {
    args = flattened(op, std::move(args));
    sortUnique(args);
    dropDominated(args, op == Op::min ? -1 : 1);
    return args.size() == 1 ? args[0] : rawNode(op, std::move(args));
}

Expr makeIntegerDivision(Op op, std::vector<Expr> args) {
    const Expr& a = args[0];
    const Expr& b = args[1];
    if (a.isInteger() && b.isInteger())
        if (const auto value = foldDivision(op, a.value(), b.value()))
            return *value;
    if (b.isInteger(1) && isIntegral(a))
        return op == Op::mod ? Expr(0) : a;
    if (a.isInteger(0) && b.isInteger() && b.value() != 0)
        return 0;
    return rawNode(op, std::move(args));
}

Expr makeRounding(Op op, std::vector<Expr> args) {
    const Expr& arg = args[0];
    if (op == Op::abs)
        return absolute(arg);
    if (isIntegral(arg))
        return arg;
    const Term term = splitTerm(arg);
    if (term.base.isInteger(1)) {
        const Ratio rounded =
            op == Op::floor ? term.coefficient.floor() : term.coefficient.ceiling();
        if (const auto value = rounded.asInteger())
            return *value;
    }
    return rawNode(op, std::move(args));
}

Expr makeCompare(std::vector<Expr> args, std::string name) {
    const Expr& a = args[0];
    const Expr& b = args[1];
    if (a.op() == Op::real || b.op() == Op::real) {
        if (isNumber(a) && isNumber(b) && !std::isnan(a.realValue()) &&
            !std::isnan(b.realValue())) {
            const double x = a.realValue();
            const double y = b.realValue();
            return holdsFor(name, x < y ? -1 : x > y ? 1 : 0) ? 1 : 0;
        }
    } else if (const auto difference = constantDifference(a, b);
               difference && !containsUndefined(a)) {
        return holdsFor(name, *difference < 0 ? -1 : *difference > 0 ? 1 : 0) ? 1 : 0;
    }
    return rawNode(Op::compare, std::move(args), std::move(name));
}

Expr makeLogic(Op op, std::vector<Expr> args) {
    if (op == Op::logicNot)
        return makeNot(args[0]);
    args = flattened(op, std::move(args));
    const bool neutral = op == Op::logicAnd;
    for (const Expr& arg : args)
        if (const auto truth = constantTruth(arg); truth && *truth != neutral)
            return neutral ? 0 : 1;
    std::erase_if(args, [](const Expr& arg) { return isNumber(arg); });
    sortUnique(args);
    if (args.empty())
        return neutral ? 1 : 0;
    return args.size() == 1 ? truthOf(args[0]) : rawNode(op, std::move(args));
}

Expr makeSelect(std::vector<Expr> args) {
    if (const auto truth = constantTruth(args[0]))
        return *truth ? args[1] : args[2];
    if (args[1] == args[2])
        return args[1];
    return rawNode(Op::select, std::move(args));
}

Expr Expr::make(Op op, std::vector<Expr> args, std::string name) {
    switch (op) {
    case Op::add:
        return makeAdd(std::move(args));
    case Op::mul:
        return makeMul(std::move(args));
    case Op::divide:
        return makeDivide(args.at(0), args.at(1));
    case Op::pow:
        return makePow(args.at(0), args.at(1));
    case Op::min:
    case Op::max:
        return makeMinMax(op, std::move(args));
    case Op::intFloor:
    case Op::intCeil:
    case Op::mod:
        return makeIntegerDivision(op, std::move(args));
    case Op::abs:
    case Op::floor:
    case Op::ceiling:
        return makeRounding(op, std::move(args));
    case Op::compare:
        return makeCompare(std::move(args), std::move(name));
    case Op::logicAnd:
    case Op::logicOr:
    case Op::logicNot:
        return makeLogic(op, std::move(args));
    case Op::select:
        return makeSelect(std::move(args));
    default:
        assert(op == Op::call || op == Op::subscript || op == Op::attribute || op == Op::undefined);
        return rawNode(op, std::move(args), std::move(name));
    }
}

} // namespace mw::symbolic
