// The total order of expressions: numbers, then by the factors of a product (so that `K*M + K + N`
// stands as people write polynomials), ties broken by the coefficient.

#include "core/symbolic/node.h"

#include <algorithm>

namespace mw::symbolic {

namespace {

using Order = std::strong_ordering;

int rank(Op op) {
    switch (op) {
    case Op::integer:
    case Op::real:
        return 0;
    case Op::symbol:
        return 1;
    case Op::attribute:
        return 2;
    case Op::subscript:
        return 3;
    case Op::add:
        return 4;
    case Op::max:
        return 5;
    default:
        return 6 + static_cast<int>(op);
    }
}

Order orderOf(int sign) {
    return sign < 0 ? Order::less : sign > 0 ? Order::greater : Order::equal;
}

Order compareNumbers(const Expr& a, const Expr& b) {
    if (a.isInteger() && b.isInteger())
        return a.value() <=> b.value();
    const auto order = a.realValue() <=> b.realValue();
    if (order == std::partial_ordering::less)
        return Order::less;
    if (order == std::partial_ordering::greater)
        return Order::greater;
    if (a.isInteger() != b.isInteger())
        return a.isInteger() ? Order::less : Order::greater;
    return Order::equal;
}

Order compareArgs(std::span<const Expr> a, std::span<const Expr> b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (const Order order = compare(a[i], b[i]); order != Order::equal)
            return order;
    return a.size() <=> b.size();
}

/// Neither is a product, a power or a number.
Order compareAtoms(const Expr& a, const Expr& b) {
    if (a.op() != b.op())
        return rank(a.op()) <=> rank(b.op());
    if (const int sign = a.name().compare(b.name()); sign != 0)
        return orderOf(sign);
    return compareArgs(a.args(), b.args());
}

struct Power {
    const Expr* base;
    const Expr* exponent; ///< null: 1
};

Power powerOf(const Expr& e) {
    if (e.op() == Op::pow)
        return {&e.args()[0], &e.args()[1]};
    return {&e, nullptr};
}

Order compareBases(const Expr& a, const Expr& b) {
    const bool compound = a.op() == Op::mul || b.op() == Op::mul || a.op() == Op::pow ||
                          b.op() == Op::pow || isNumber(a) || isNumber(b);
    return compound ? compare(a, b) : compareAtoms(a, b);
}

/// Higher powers first, other exponents after all integers.
Order compareExponents(const Expr* a, const Expr* b) {
    const Expr one = 1;
    const Expr& x = a != nullptr ? *a : one;
    const Expr& y = b != nullptr ? *b : one;
    if (x.isInteger() && y.isInteger())
        return y.value() <=> x.value();
    if (x.isInteger() != y.isInteger())
        return x.isInteger() ? Order::less : Order::greater;
    return compare(x, y);
}

Order comparePowers(const Expr& a, const Expr& b) {
    const Power x = powerOf(a);
    const Power y = powerOf(b);
    // A power of a power or of a number: its parts, to keep the recursion going downwards.
    if (const Order order = compareBases(*x.base, *y.base); order != Order::equal)
        return order;
    return compareExponents(x.exponent, y.exponent);
}

std::span<const Expr> factors(const Expr& e) {
    if (e.op() != Op::mul)
        return {&e, 1};
    std::size_t skipped = 0;
    while (skipped < e.args().size() && isNumber(e.args()[skipped]))
        ++skipped;
    return e.args().subspan(skipped);
}

Order compareProducts(const Expr& a, const Expr& b) {
    const std::span<const Expr> x = factors(a);
    const std::span<const Expr> y = factors(b);
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
        if (const Order order = comparePowers(x[i], y[i]); order != Order::equal)
            return order;
    if (x.size() != y.size())
        return x.size() > y.size() ? Order::less : Order::greater;
    const std::span<const Expr> p = a.args();
    const std::span<const Expr> q = b.args();
    return compareArgs(a.op() == Op::mul ? p.first(p.size() - x.size()) : p.first(0),
                       b.op() == Op::mul ? q.first(q.size() - y.size()) : q.first(0));
}

} // namespace

std::strong_ordering compare(const Expr& a, const Expr& b) {
    if (Expr::Node::same(a, b))
        return Order::equal;
    if (isNumber(a) || isNumber(b)) {
        if (isNumber(a) && isNumber(b))
            return compareNumbers(a, b);
        return isNumber(a) ? Order::less : Order::greater;
    }
    const bool products =
        a.op() == Op::mul || b.op() == Op::mul || a.op() == Op::pow || b.op() == Op::pow;
    return products ? compareProducts(a, b) : compareAtoms(a, b);
}

} // namespace mw::symbolic
