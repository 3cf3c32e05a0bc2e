// Multiplying out, and the simplifications that hold for all integer values.

#include "core/support/hash.h"
#include "core/support/last_answers.h"
#include "core/symbolic/node.h"

#include <algorithm>

namespace mw::symbolic {

namespace {

/// A product that would get more terms than this stays as it is, all of it: what is left over of
/// one that began to be multiplied out would be distributed by the next factor again.
constexpr std::size_t kMaximalTerms = 2048;

/// A quotient truncates where it stands: its multiple is not the quotient of the multiple.
bool hasQuotient(std::span<const Expr> terms) {
    return std::ranges::any_of(terms, [](const Expr& term) { return term.op() == Op::divide; });
}

Expr multipliedOut(const Expr& a, const Expr& b) {
    const std::span<const Expr> x = termsOf(a);
    const std::span<const Expr> y = termsOf(b);
    if (x.size() * y.size() > kMaximalTerms || hasQuotient(x) || hasQuotient(y))
        return makeMul({a, b});
    std::vector<Expr> terms;
    terms.reserve(x.size() * y.size());
    for (const Expr& s : x)
        for (const Expr& t : y)
            terms.push_back(makeMul({s, t}));
    return makeAdd(std::move(terms));
}

Expr expandProduct(std::span<const Expr> factors) {
    std::size_t terms = 1;
    for (const Expr& factor : factors) {
        const std::size_t more = std::max<std::size_t>(termsOf(factor).size(), 1);
        if (terms > kMaximalTerms / more)
            return makeMul({factors.begin(), factors.end()});
        terms *= more;
    }
    Expr result = 1;
    for (const Expr& factor : factors)
        result = multipliedOut(result, factor);
    return result;
}

Expr expandPower(const Expr& base, const Expr& exponent) {
    constexpr std::int64_t kLargest = 16;
    if (base.op() != Op::add || !exponent.isInteger() || exponent.value() < 2 ||
        exponent.value() > kLargest)
        return makePow(base, exponent);
    Expr result = base;
    for (std::int64_t i = 1; i < exponent.value(); ++i) {
        if (termsOf(result).size() > kMaximalTerms / termsOf(base).size())
            return makePow(base, exponent);
        result = multipliedOut(result, base);
    }
    return result;
}

/// a = multiple * b + rest, term by term, for a positive constant b; the constant of the rest in
/// 0..b-1, its other coefficients too when `reduceAll`.
struct Split {
    Expr multiple;
    Expr rest;
};

std::optional<Split> splitByDivisor(const Expr& a, std::int64_t b) {
    std::vector<Expr> multiple;
    std::vector<Expr> rest;
    for (const Expr& term : termsOf(a)) {
        const Term t = splitTerm(term);
        const auto c = t.coefficient.asInteger();
        if (!c || !isIntegral(t.base))
            return std::nullopt;
        const Ratio whole = Ratio::of(*c, b).floor();
        const bool constant = t.base.isInteger(1);
        if (constant || *c % b == 0) {
            multiple.push_back(joinTerm(whole, t.base));
            rest.push_back(joinTerm(Ratio::of(*c) - whole * Ratio::of(b), t.base));
        } else {
            rest.push_back(term);
        }
    }
    return Split{makeAdd(std::move(multiple)), makeAdd(std::move(rest))};
}

std::int64_t commonDivisor(const Expr& a, std::int64_t start) {
    Int128 common = start;
    for (const Expr& term : termsOf(a)) {
        Int128 x = common;
        Int128 y = splitTerm(term).coefficient.num;
        for (y = y < 0 ? -y : y; y != 0;) {
            const Int128 r = x % y;
            x = y;
            y = r;
        }
        common = x;
    }
    return static_cast<std::int64_t>(common);
}

Expr dividedBy(const Expr& a, std::int64_t divisor) {
    return makeMul({makeDivide(1, divisor), a});
}

/// floor(a / b) for b > 0: multiples of b leave; a constant that makes it a ceiling does.
Expr expandFloor(const Expr& a, std::int64_t b) {
    const auto split = splitByDivisor(a, b);
    if (!split)
        return intFloor(a, b);
    const Shifted shifted = splitConstant(split->rest);
    if (shifted.rest.isInteger(0))
        return split->multiple;
    if (shifted.constant == b - 1)
        return split->multiple + intCeil(shifted.rest, b);
    // floor((g*x + c) / (g*d)) = floor((x + floor(c/g)) / d)
    const std::int64_t g = commonDivisor(shifted.rest, b);
    if (g <= 1)
        return split->multiple + intFloor(split->rest, b);
    const Expr reduced = dividedBy(shifted.rest, g) + Expr(shifted.constant / g);
    return split->multiple + (g == b ? reduced : expandFloor(reduced, b / g));
}

Expr expandIntegerDivision(Op op, const Expr& a, const Expr& b) {
    if (!b.isInteger() || b.value() <= 0)
        return Expr::make(op, {a, b});
    if (op == Op::intFloor)
        return expandFloor(a, b.value());
    if (op == Op::intCeil) {
        const auto split = splitByDivisor(a, b.value());
        return split ? expandFloor(a + Expr(b.value() - 1), b.value()) : intCeil(a, b);
    }
    const auto split = splitByDivisor(a, b.value());
    return split ? Expr::make(Op::mod, {split->rest, b}) : Expr::make(op, {a, b});
}

/// floor(x + 3) = floor(x) + 3.
Expr expandRounding(Op op, const Expr& a) {
    std::vector<Expr> whole;
    std::vector<Expr> rest;
    for (const Expr& term : termsOf(a))
        (isIntegral(term) ? whole : rest).push_back(term);
    if (op == Op::abs || whole.empty() || rest.empty())
        return Expr::make(op, {a});
    whole.push_back(Expr::make(op, {makeAdd(std::move(rest))}));
    return makeAdd(std::move(whole));
}

/// Min(a, Max(a, b), ...) = Min(a, ...): an argument that holds another one within its opposite.
Expr absorbed(Op op, std::vector<Expr> args) {
    const Op opposite = op == Op::min ? Op::max : Op::min;
    const auto absorbs = [&](const Expr& e) {
        if (e.op() != opposite)
            return false;
        return std::any_of(e.args().begin(), e.args().end(), [&](const Expr& inner) {
            return std::any_of(args.begin(), args.end(), [&](const Expr& other) {
                const auto d = constantDifference(inner, other);
                return d && (op == Op::min ? *d >= 0 : *d <= 0);
            });
        });
    };
    std::vector<Expr> kept;
    for (const Expr& arg : args)
        if (!absorbs(arg))
            kept.push_back(arg);
    return makeMinMax(op, std::move(kept));
}

constexpr std::size_t kKnown = 4096; ///< answers that a thread keeps, of each kind

/// One node of an expression: what is only equal may have other annotations.
struct ThisNode {
    Expr e;

    bool operator==(const ThisNode& other) const { return Expr::Node::same(e, other.e); }
    std::uint64_t hash() const { return e.hash(); }
};

Expr expanded(const Expr& e) {
    std::vector<Expr> args;
    args.reserve(e.args().size());
    for (const Expr& arg : e.args())
        args.push_back(expand(arg));
    switch (e.op()) {
    case Op::mul:
        return expandProduct(args);
    case Op::pow:
        return expandPower(args[0], args[1]);
    case Op::divide:
        return args[0].op() == Op::add ? e : makeDivide(args[0], args[1]);
    case Op::intFloor:
    case Op::intCeil:
    case Op::mod:
        return expandIntegerDivision(e.op(), args[0], args[1]);
    case Op::floor:
    case Op::ceiling:
        return expandRounding(e.op(), args[0]);
    case Op::min:
    case Op::max:
        return absorbed(e.op(), std::move(args));
    default:
        return Expr::make(e.op(), std::move(args), e.name());
    }
}

} // namespace

Expr expand(const Expr& e) {
    if (e.args().empty())
        return e;
    thread_local LastAnswers<ThisNode, Expr> known(kKnown);
    return known.to({e}, [](const ThisNode& node) { return expanded(node.e); });
}

namespace {

std::size_t printedNodes(const Expr& e) {
    std::size_t count = 1;
    for (const Expr& arg : e.args())
        count += printedNodes(arg);
    return count;
}

/// Min over args with everything pulled out that all of them share: per term the smallest
/// coefficient, so that translated Mins become translations of one Min.
Expr translatedMin(std::vector<Expr> args) {
    std::vector<Term> smallest;
    const auto coefficientIn = [](const Expr& e, const Expr& base) {
        for (const Expr& term : termsOf(e))
            if (const Term t = splitTerm(term); t.base == base)
                return t.coefficient;
        return Ratio::of(0);
    };
    for (const Expr& arg : args)
        for (const Expr& term : termsOf(arg))
            if (const Term t = splitTerm(term);
                std::none_of(smallest.begin(), smallest.end(),
                             [&](const Term& s) { return s.base == t.base; }))
                smallest.push_back(t);
    std::vector<Expr> common;
    for (Term& t : smallest) {
        for (const Expr& arg : args) {
            const Ratio c = coefficientIn(arg, t.base);
            if (c.fits() && t.coefficient.fits() && compare(c, t.coefficient) < 0)
                t.coefficient = c;
        }
        if (!t.coefficient.isZero() && t.coefficient.fits())
            common.push_back(joinTerm(t.coefficient, t.base));
    }
    const Expr shift = makeAdd(std::move(common));
    for (Expr& arg : args)
        arg = arg - shift;
    return shift + makeMinMax(Op::min, std::move(args));
}

/// e is expanded.
Expr withoutMax(const Expr& e) {
    if (e.args().empty())
        return e;
    std::vector<Expr> args;
    for (const Expr& arg : e.args())
        args.push_back(withoutMax(arg));
    if (e.op() == Op::min)
        return translatedMin(std::move(args));
    if (e.op() != Op::max)
        return Expr::make(e.op(), std::move(args), e.name());
    for (Expr& arg : args)
        arg = -arg;
    return -translatedMin(std::move(args));
}

} // namespace

Expr normalForm(const Expr& e) {
    return expand(withoutMax(expand(e)));
}

Expr simplify(const Expr& e) {
    const Expr expanded = expand(e);
    return printedNodes(expanded) < printedNodes(e) ? expanded : e;
}

namespace {

bool isZero(const Expr& difference) {
    if (difference.isInteger() || difference.op() == Op::symbol)
        return difference.isInteger(0);
    return normalForm(difference).isInteger(0);
}

/// Two expressions that are not the same as they stand.
struct Pair {
    Expr a, b;

    bool operator==(const Pair&) const = default;
    std::uint64_t hash() const { return hashCombine(a.hash(), b.hash()); }
};

} // namespace

bool equal(const Expr& a, const Expr& b) {
    thread_local LastAnswers<Pair, bool> known(kKnown);
    return a == b || known.to({a, b}, [](const Pair& p) { return isZero(expand(p.a - p.b)); });
}

} // namespace mw::symbolic
