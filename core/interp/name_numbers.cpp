// Numbers for names, and sums of named numbers.
#include "core/interp/name_numbers.h"

namespace mw::interp {

using symbolic::Expr;
using symbolic::Op;

std::uint32_t NameNumbers::of(const std::string& name) {
    const auto [known, fresh] =
        numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (fresh)
        names_.push_back(&known->first);
    return known->second;
}

/// An integer, a symbol, or one times the other.
bool NameNumbers::add(const Expr& term, Sum& sum) {
    if (term.isInteger())
        return !__builtin_add_overflow(sum.constant, term.value(), &sum.constant);
    if (term.isSymbol()) {
        sum.terms.emplace_back(1, of(term.name()));
        return true;
    }
    const auto factors = term.args();
    if (term.op() != Op::mul || factors.size() != 2 || !factors[0].isInteger() ||
        !factors[1].isSymbol())
        return false;
    sum.terms.emplace_back(factors[0].value(), of(factors[1].name()));
    return true;
}

const NameNumbers::Sum& NameNumbers::sum(const Expr& e) {
    const auto [known, fresh] = sums_.try_emplace(&Expr::Node::of(e));
    Sum& sum = known->second;
    if (!fresh)
        return sum;
    sum.whole = e;
    sum.isSum = true;
    if (e.op() != Op::add)
        sum.isSum = add(e, sum);
    else
        for (const Expr& term : e.args())
            sum.isSum = sum.isSum && add(term, sum);
    return sum;
}

} // namespace mw::interp
