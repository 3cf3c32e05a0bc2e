// Sums seen as terms: coefficient times base, constant plus rest.

#include "core/symbolic/node.h"

namespace mw::symbolic {

namespace {

bool leadsWithInteger(const Expr& e) {
    return e.op() == Op::mul && e.args()[0].isInteger();
}

Expr withoutLead(const Expr& product) {
    const std::span<const Expr> args = product.args();
    if (args.size() == 2)
        return args[1];
    return rawNode(Op::mul, {args.begin() + 1, args.end()});
}

Expr scaled(const Expr& base, std::int64_t coefficient) {
    if (coefficient == 1)
        return base;
    if (base.isInteger(1))
        return coefficient;
    std::vector<Expr> args{Expr(coefficient)};
    if (base.op() == Op::mul)
        args.insert(args.end(), base.args().begin(), base.args().end());
    else
        args.push_back(base);
    if (args[1].op() == Op::real)
        return makeMul(std::move(args));
    return rawNode(Op::mul, std::move(args));
}

} // namespace

Term splitTerm(const Expr& e) {
    if (e.isInteger())
        return {Ratio::of(e.value()), 1};
    if (leadsWithInteger(e))
        return {Ratio::of(e.args()[0].value()), withoutLead(e)};
    if (e.op() != Op::divide)
        return {Ratio::of(1), e};
    const Term num = splitTerm(e.args()[0]);
    const Term den = splitTerm(e.args()[1]);
    const Ratio coefficient = num.coefficient / den.coefficient;
    if (!coefficient.fits())
        return {Ratio::of(1), e};
    if (den.base.isInteger(1))
        return {coefficient, num.base};
    if (num.coefficient.isOne() && den.coefficient.isOne())
        return {coefficient, e};
    return {coefficient, rawNode(Op::divide, {num.base, den.base})};
}

Expr joinTerm(const Ratio& coefficient, const Expr& base) {
    const auto num = static_cast<std::int64_t>(coefficient.num);
    const auto den = static_cast<std::int64_t>(coefficient.den);
    if (base.op() != Op::divide) {
        const Expr top = scaled(base, num);
        return den == 1 ? top : rawNode(Op::divide, {top, Expr(den)});
    }
    if (num == 1 && den == 1)
        return base;
    return rawNode(Op::divide, {scaled(base.args()[0], num), scaled(base.args()[1], den)});
}

std::span<const Expr> termsOf(const Expr& e) {
    return e.op() == Op::add ? e.args() : std::span<const Expr>(&e, 1);
}

Shifted splitConstant(const Expr& e) {
    if (e.isInteger())
        return {e.value(), 0};
    if (e.op() != Op::add || !e.args()[0].isInteger())
        return {0, e};
    const std::span<const Expr> args = e.args();
    if (args.size() == 2)
        return {args[0].value(), args[1]};
    return {args[0].value(), rawNode(Op::add, {args.begin() + 1, args.end()})};
}

std::optional<std::int64_t> constantDifference(const Expr& a, const Expr& b) {
    if (a == b)
        return 0;
    const bool shifted = a.isInteger() || b.isInteger() || a.op() == Op::add || b.op() == Op::add;
    if (!shifted)
        return std::nullopt;
    const auto constantOf = [](const Expr& e) {
        return e.isInteger()                                  ? e.value()
               : e.op() == Op::add && e.args()[0].isInteger() ? e.args()[0].value()
                                                              : std::int64_t{0};
    };
    const auto restOf = [](const Expr& e) {
        const std::span<const Expr> terms = termsOf(e);
        return terms.subspan(terms[0].isInteger() ? 1 : 0);
    };
    const std::span<const Expr> x = restOf(a);
    const std::span<const Expr> y = restOf(b);
    if (x.size() != y.size())
        return std::nullopt;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (x[i] != y[i])
            return std::nullopt;
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(constantOf(a), constantOf(b), &difference))
        return std::nullopt;
    return difference;
}

bool isIntegral(const Expr& e) {
    switch (e.op()) {
    case Op::real:
    case Op::divide:
    case Op::undefined:
    case Op::call:
        return false;
    case Op::pow:
        return e.args()[1].isInteger() && e.args()[1].value() >= 0 && isIntegral(e.args()[0]);
    case Op::floor:
    case Op::ceiling:
    case Op::compare:
    case Op::logicAnd:
    case Op::logicOr:
    case Op::logicNot:
    case Op::subscript:
    case Op::attribute:
    case Op::intFloor:
    case Op::intCeil:
        return true;
    default:
        break;
    }
    for (const Expr& arg : e.args())
        if (!isIntegral(arg))
            return false;
    return true;
}

} // namespace mw::symbolic
