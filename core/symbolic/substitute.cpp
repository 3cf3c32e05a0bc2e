// Replacing symbols. A quotient truncates where it stands, its canonical form does not know that:
// `K/2` with `L + M` for K would be `L/2 + M/2`. What would change its value so is said as sums of
// int_floor.

#include "core/symbolic/node.h"

#include <algorithm>
#include <string_view>

namespace mw::symbolic {

namespace {

bool hasQuotient(const Expr& e) {
    return Expr::Node::of(e).hasQuotient;
}

/// Symbols replaced, and whether a value that was taken has a quotient.
class Replacing {
public:
    explicit Replacing(const Substitution& values) : values_(values) {}

    Expr of(const Expr& e) {
        if (e.isSymbol()) {
            const auto found = values_.find(e.name());
            if (found == values_.end())
                return e;
            quotients_ = quotients_ || hasQuotient(found->second);
            return found->second;
        }
        const auto args = e.args();
        for (std::size_t i = 0; i < args.size(); ++i)
            if (Expr arg = of(args[i]); !Expr::Node::same(arg, args[i]))
                return withOther(e, i, std::move(arg));
        return e;
    }
    bool quotients() const { return quotients_; }

private:
    /// The arguments before `first`, which became `other`, are as they were.
    Expr withOther(const Expr& e, std::size_t first, Expr other) {
        const auto args = e.args();
        std::vector<Expr> all;
        all.reserve(args.size());
        all.assign(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(first));
        all.push_back(std::move(other));
        for (const Expr& arg : args.subspan(first + 1))
            all.push_back(of(arg));
        return Expr::make(e.op(), std::move(all), e.name());
    }

    const Substitution& values_;
    bool quotients_ = false;
};

/// What a quotient of integers becomes that keeps what it divides together.
using Quotient = Expr (*)(const Expr& a, const Expr& b);

constexpr std::string_view kOpaque = "/";

/// A function that no rule knows and no text can say: equal exactly where both its arguments are.
Expr opaque(const Expr& a, const Expr& b) {
    return rawNode(Op::call, {a, b}, std::string(kOpaque));
}

/// a/b rounded towards zero: one of the two is zero, whatever the signs. It holds as well where
/// int_floor itself truncates.
Expr truncated(const Expr& a, const Expr& b) {
    return max(0, intFloor(a, b)) - max(0, intFloor(-a, b));
}

bool isWhole(const Expr& e);

/// Made of integers, if not always one itself.
bool isRational(const Expr& e) {
    if (e.op() == Op::add || e.op() == Op::mul || e.op() == Op::divide)
        return std::ranges::all_of(e.args(), isRational);
    return isWhole(e);
}

/// An integer as far as the expression says: no quotient, no real number, no unknown function.
bool isWhole(const Expr& e) {
    if (e.op() == Op::real || e.op() == Op::divide || e.op() == Op::undefined)
        return false;
    if (e.op() == Op::call)
        return e.name() == kOpaque;
    if (e.op() == Op::pow && !(e.args()[1].isInteger() && e.args()[1].value() >= 0))
        return false;
    const bool rounds = e.op() == Op::floor || e.op() == Op::ceiling;
    return std::ranges::all_of(e.args(), rounds ? isRational : isWhole);
}

/// An expression with values for its symbols, built anew from below with `quotient` for its
/// quotients.
class Rewriting {
public:
    Rewriting(Quotient kind, const Substitution& values) : kind_(kind), values_(values) {}

    Expr of(const Expr& e) const {
        if (e.isSymbol()) {
            const auto found = values_.find(e.name());
            return found == values_.end() ? e : found->second;
        }
        if (e.op() == Op::divide)
            return quotient(of(e.args()[0]), of(e.args()[1]));
        const bool rounds = e.op() == Op::floor || e.op() == Op::ceiling;
        if (e.args().empty())
            return e;
        std::vector<Expr> args;
        args.reserve(e.args().size());
        for (const Expr& arg : e.args())
            args.push_back(rounds ? exact(arg) : of(arg));
        return Expr::make(e.op(), std::move(args), e.name());
    }

private:
    /// floor and ceiling round what is exact.
    Expr exact(const Expr& e) const {
        if (e.op() == Op::divide)
            return makeDivide(of(e.args()[0]), of(e.args()[1]));
        if (e.op() != Op::add)
            return of(e);
        std::vector<Expr> terms;
        for (const Expr& arg : e.args())
            terms.push_back(exact(arg));
        return makeAdd(std::move(terms));
    }

    Expr quotient(const Expr& a, const Expr& b) const {
        Expr plain = makeDivide(a, b);
        return !isWhole(a) || !isWhole(b) || isWhole(plain) ? plain : kind_(a, b);
    }

    Quotient kind_;
    const Substitution& values_;
};

Substitution rewritten(const Substitution& values, Quotient kind) {
    const Substitution none;
    Substitution result;
    for (const auto& [name, value] : values)
        result.emplace(name, hasQuotient(value) ? Rewriting(kind, none).of(value) : value);
    return result;
}

Expr rewritten(const Expr& e, const Substitution& values, Quotient kind) {
    return Rewriting(kind, rewritten(values, kind)).of(e);
}

} // namespace

Expr substitute(const Expr& e, const Substitution& values) {
    Replacing replacing(values);
    Expr result = replacing.of(e);
    if (Expr::Node::same(result, e))
        return result;
    const bool quotients = hasQuotient(e) || hasQuotient(result) || replacing.quotients();
    if (!quotients || rewritten(e, values, opaque) == rewritten(result, {}, opaque))
        return result;
    return rewritten(e, values, truncated);
}

} // namespace mw::symbolic
