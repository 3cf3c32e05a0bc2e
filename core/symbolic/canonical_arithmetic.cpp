// Canonical sums, products, quotients and powers.

#include "core/symbolic/node.h"

#include <algorithm>
#include <cmath>

namespace mw::symbolic {

namespace {

bool isBefore(const Expr& a, const Expr& b) {
    return compare(a, b) == std::strong_ordering::less;
}

/// Most lists are short and sorted already.
template <class T, class Less>
void sortStably(std::vector<T>& all, const Less& less) {
    if (!std::is_sorted(all.begin(), all.end(), less))
        std::stable_sort(all.begin(), all.end(), less);
}

/// What is left when a constant does not fit: the arguments as they are, in order.
Expr unevaluated(Op op, std::vector<Expr> args) {
    std::vector<Expr> flat;
    for (Expr& arg : args) {
        if (arg.op() == op)
            flat.insert(flat.end(), arg.args().begin(), arg.args().end());
        else
            flat.push_back(std::move(arg));
    }
    std::stable_sort(flat.begin(), flat.end(), isBefore);
    return rawNode(op, std::move(flat));
}

// ------------------------------------------------------------------------------------- sums

struct SumTerm {
    Term term;
    Expr original; ///< the argument itself, reused when its coefficient does not change
    bool single = true;
};

struct Sum {
    Ratio constant;
    double real = 0;
    bool hasReal = false;
    std::vector<SumTerm> terms;

    void add(const Expr& e) {
        if (e.op() == Op::add) {
            for (const Expr& arg : e.args())
                add(arg);
            return;
        }
        if (e.op() == Op::real) {
            real += e.realValue();
            hasReal = true;
            return;
        }
        Term term = splitTerm(e);
        if (term.base.isInteger(1))
            constant = constant + term.coefficient;
        else
            terms.push_back({std::move(term), e});
    }

    bool collect() {
        sortStably(terms, [](const SumTerm& a, const SumTerm& b) {
            return isBefore(a.term.base, b.term.base);
        });
        std::size_t last = 0;
        for (std::size_t i = 1; i < terms.size(); ++i) {
            if (terms[i].term.base == terms[last].term.base) {
                terms[last].term.coefficient =
                    terms[last].term.coefficient + terms[i].term.coefficient;
                terms[last].single = false;
            } else if (++last != i) {
                terms[last] = std::move(terms[i]);
            }
        }
        if (!terms.empty())
            terms.resize(last + 1);
        std::erase_if(terms, [](const SumTerm& t) { return t.term.coefficient.isZero(); });
        return constant.fits() && std::all_of(terms.begin(), terms.end(), [](const SumTerm& t) {
                   return t.term.coefficient.fits();
               });
    }

    std::vector<Expr> build() const {
        std::vector<Expr> args;
        args.reserve(terms.size() + 1);
        if (hasReal)
            args.push_back(Expr::real(real + constant.asReal()));
        else if (!constant.isZero())
            args.push_back(joinTerm(constant, 1));
        for (const SumTerm& t : terms)
            args.push_back(t.single ? t.original : joinTerm(t.term.coefficient, t.term.base));
        return args;
    }
};

// --------------------------------------------------------------------------------- products

struct Factor {
    Expr base;
    Ratio exponent;  ///< integer; +1 or -1 beside a symbolic exponent
    Expr symbolic{}; ///< the exponent when it is no integer, else 0

    bool isSymbolic() const { return !symbolic.isInteger(0); }
};

struct Product {
    Ratio coefficient = Ratio::of(1);
    double real = 1;
    bool hasReal = false;
    bool zeroDivisor = false;
    std::vector<Factor> factors;

    void number(const Expr& e, bool inverse) {
        if (e.op() == Op::real) {
            hasReal = true;
            real = inverse ? real / e.realValue() : real * e.realValue();
            zeroDivisor = zeroDivisor || (inverse && e.realValue() == 0);
        } else if (inverse && e.value() == 0) {
            zeroDivisor = true;
        } else {
            const Ratio value = Ratio::of(e.value());
            coefficient = inverse ? coefficient / value : coefficient * value;
        }
    }

    void multiply(const Expr& e, bool inverse = false) {
        if (isNumber(e)) {
            number(e, inverse);
        } else if (e.op() == Op::mul) {
            for (const Expr& arg : e.args())
                multiply(arg, inverse);
        } else if (e.op() == Op::divide) {
            multiply(e.args()[0], inverse);
            multiply(e.args()[1], !inverse);
        } else if (e.op() == Op::pow) {
            const Expr& exponent = e.args()[1];
            if (exponent.isInteger())
                push(e.args()[0],
                     Ratio::of(inverse ? -Int128{exponent.value()} : Int128{exponent.value()}));
            else
                factors.push_back({e.args()[0], Ratio::of(inverse ? -1 : 1), exponent});
        } else {
            push(e, Ratio::of(inverse ? -1 : 1));
        }
    }

    void push(const Expr& base, Ratio exponent) { factors.push_back({base, exponent}); }

    void collect() {
        sortStably(factors, [](const Factor& a, const Factor& b) {
            if (a.base != b.base)
                return isBefore(a.base, b.base);
            return isBefore(a.symbolic, b.symbolic);
        });
        std::vector<Factor> merged;
        for (Factor& f : factors) {
            const bool same = !merged.empty() && merged.back().base == f.base &&
                              merged.back().symbolic == f.symbolic;
            // Equal symbolic exponents: x**n * x**n stays two factors, their quotient is 1.
            if (same && (!f.isSymbolic() || merged.back().exponent.num == -f.exponent.num))
                merged.back().exponent = merged.back().exponent + f.exponent;
            else
                merged.push_back(std::move(f));
            if (merged.back().exponent.isZero())
                merged.pop_back();
        }
        factors = std::move(merged);
    }

    std::vector<Expr> side(bool denominator) const {
        std::vector<Expr> result;
        for (const Factor& f : factors) {
            if ((f.exponent.num < 0) != denominator)
                continue;
            const Int128 n = denominator ? -f.exponent.num : f.exponent.num;
            if (f.isSymbolic())
                result.push_back(rawNode(Op::pow, {f.base, f.symbolic}));
            else if (n == 1)
                result.push_back(f.base);
            else
                result.push_back(rawNode(Op::pow, {f.base, Expr(static_cast<std::int64_t>(n))}));
        }
        return result;
    }
};

Expr productOf(std::vector<Expr> factors, std::int64_t coefficient) {
    if (coefficient != 1 || factors.empty())
        factors.insert(factors.begin(), Expr(coefficient));
    return factors.size() == 1 ? factors[0] : rawNode(Op::mul, std::move(factors));
}

Expr distributed(const Ratio& coefficient, const Expr& sum) {
    std::vector<Expr> terms;
    for (const Expr& arg : sum.args()) {
        const Term term = splitTerm(arg);
        const Ratio scaled = term.coefficient * coefficient;
        if (!scaled.fits() || arg.op() == Op::real)
            return rawNode(Op::mul, {joinTerm(coefficient, 1), sum});
        terms.push_back(joinTerm(scaled, term.base));
    }
    return makeAdd(std::move(terms));
}

Expr realProduct(const Product& product) {
    std::vector<Expr> top = product.side(false);
    std::vector<Expr> bottom = product.side(true);
    const double value = product.real * product.coefficient.asReal();
    if (value != 1 || top.empty())
        top.insert(top.begin(), Expr::real(value));
    const Expr numerator = top.size() == 1 ? top[0] : rawNode(Op::mul, std::move(top));
    return bottom.empty() ? numerator
                          : rawNode(Op::divide, {numerator, productOf(std::move(bottom), 1)});
}

Expr build(Product& product) {
    product.collect();
    if (product.coefficient.isZero())
        return 0;
    if (product.hasReal)
        return realProduct(product);
    std::vector<Expr> top = product.side(false);
    std::vector<Expr> bottom = product.side(true);
    const Ratio& c = product.coefficient;
    if (!c.isOne() && bottom.empty() && top.size() == 1 && top[0].op() == Op::add)
        return distributed(c, top[0]);
    const Expr numerator = productOf(std::move(top), static_cast<std::int64_t>(c.num));
    if (bottom.empty() && c.den == 1)
        return numerator;
    return rawNode(Op::divide,
                   {numerator, productOf(std::move(bottom), static_cast<std::int64_t>(c.den))});
}

bool exponentsFit(const Product& product) {
    return std::all_of(product.factors.begin(), product.factors.end(),
                       [](const Factor& f) { return f.exponent.fits(); });
}

std::optional<std::int64_t> integerPower(std::int64_t base, std::int64_t exponent) {
    if (base == 0 || base == 1)
        return exponent == 0 ? 1 : base;
    if (base == -1)
        return exponent % 2 == 0 ? 1 : -1;
    std::int64_t result = 1;
    for (std::int64_t i = 0; i < exponent; ++i)
        if (__builtin_mul_overflow(result, base, &result))
            return std::nullopt;
    return result;
}

Expr naturalPower(const Expr& base, const Expr& exponent) {
    const std::int64_t n = exponent.value();
    if (base.isInteger()) {
        const auto value = integerPower(base.value(), n);
        return value ? Expr(*value) : rawNode(Op::pow, {base, exponent});
    }
    if (base.op() == Op::real)
        return Expr::real(std::pow(base.realValue(), static_cast<double>(n)));
    if (base.op() == Op::divide)
        return makeDivide(makePow(base.args()[0], exponent), makePow(base.args()[1], exponent));
    if (base.op() == Op::mul) {
        std::vector<Expr> factors;
        for (const Expr& arg : base.args())
            factors.push_back(makePow(arg, exponent));
        return makeMul(std::move(factors));
    }
    if (base.op() == Op::pow && base.args()[1].isInteger()) {
        std::int64_t product = 0;
        if (!__builtin_mul_overflow(base.args()[1].value(), n, &product))
            return makePow(base.args()[0], product);
    }
    return rawNode(Op::pow, {base, exponent});
}

} // namespace

Expr makeAdd(std::vector<Expr> args) {
    Sum sum;
    sum.terms.reserve(args.size());
    for (const Expr& arg : args)
        sum.add(arg);
    if (!sum.collect())
        return unevaluated(Op::add, std::move(args));
    std::vector<Expr> terms = sum.build();
    if (terms.empty())
        return 0;
    return terms.size() == 1 ? terms[0] : rawNode(Op::add, std::move(terms));
}

Expr makeMul(std::vector<Expr> args) {
    Product product;
    for (const Expr& arg : args)
        product.multiply(arg);
    if (product.zeroDivisor || !product.coefficient.fits() || !exponentsFit(product))
        return unevaluated(Op::mul, std::move(args));
    return build(product);
}

Expr makeDivide(const Expr& a, const Expr& b) {
    Product product;
    product.multiply(a);
    product.multiply(b, true);
    if (product.zeroDivisor || !product.coefficient.fits() || !exponentsFit(product))
        return rawNode(Op::divide, {a, b});
    return build(product);
}

Expr makePow(const Expr& base, const Expr& exponent) {
    if (exponent.isInteger(0) || base.isInteger(1))
        return 1;
    if (exponent.isInteger(1))
        return base;
    if (exponent.isInteger() && exponent.value() > 0)
        return naturalPower(base, exponent);
    if (exponent.isInteger() && exponent.value() != INT64_MIN)
        return makeDivide(1, makePow(base, -exponent.value()));
    if (exponent.op() == Op::divide && exponent.args()[0].isInteger(1) &&
        exponent.args()[1].isInteger(2))
        return rawNode(Op::call, {base}, "sqrt");
    return rawNode(Op::pow, {base, exponent});
}

} // namespace mw::symbolic
