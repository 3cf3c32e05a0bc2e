// Other forms of sums, from which interval arithmetic tells more.
#include "core/inputs/sum_forms.h"

#include "core/analysis/interval.h"

#include <algorithm>

namespace mw::inputs {

namespace {

using symbolic::Expr;
using symbolic::Op;

bool haveCommon(const Expr& a, const Expr& b) {
    const auto names = symbolic::freeSymbols(a), others = symbolic::freeSymbols(b);
    return std::ranges::any_of(names, [&](const auto& name) { return others.contains(name); });
}

/// A term of a sum as an integer times the rest.
std::pair<std::int64_t, Expr> factored(const Expr& term) {
    if (term.op() != Op::mul || !term.args()[0].isInteger())
        return {1, term};
    const auto rest = term.args().subspan(1);
    return {term.args()[0].value(),
            rest.size() == 1 ? rest[0] : Expr::make(Op::mul, {rest.begin(), rest.end()})};
}

/// A remainder of a negative number can be negative, while analysis::bounds takes 0 to d - 1.
bool hasRemainderOf(const Expr& e, const std::string& name) {
    if (e.op() == Op::mod)
        return symbolic::freeSymbols(e).contains(name);
    return std::ranges::any_of(e.args(),
                               [&](const Expr& arg) { return hasRemainderOf(arg, name); });
}

} // namespace

std::vector<Expr> otherForms(const Expr& sum) {
    std::vector<Expr> forms;
    for (const Expr& term : sum.args()) {
        const auto [factor, inner] = factored(term);
        if (factor == 0)
            continue;
        if (inner.op() == Op::min || inner.op() == Op::max) {
            const Expr rest = symbolic::expand(sum - term);
            if (!haveCommon(rest, inner))
                continue;
            std::vector<Expr> moved;
            for (const Expr& arg : inner.args())
                moved.push_back(symbolic::expand(Expr(factor) * arg + rest));
            const bool least = (inner.op() == Op::min) == (factor > 0);
            forms.push_back(Expr::make(least ? Op::min : Op::max, std::move(moved)));
        }
        const auto divisor =
            inner.op() == Op::intFloor ? inner.args()[1].asInteger().value_or(0) : std::int64_t{0};
        if (divisor > 0 && factor % divisor == 0) {
            const Expr& dividend = inner.args()[0];
            const Expr whole = dividend - Expr::make(Op::mod, {dividend, inner.args()[1]});
            forms.push_back(symbolic::expand(sum - term + Expr(factor / divisor) * whole));
        }
    }
    return forms;
}

const symbolic::Range* parameterRange(const analysis::IndexNames& names, const std::string& name) {
    const auto found = names.find(name);
    const auto* what =
        found == names.end() ? nullptr : std::get_if<analysis::IndexParameter>(&found->second);
    return what ? &what->range : nullptr;
}

std::optional<std::pair<Expr, Expr>> withoutParameter(const analysis::IndexNames& names,
                                                      const Expr& sum) {
    const auto symbols = symbolic::freeSymbols(sum);
    for (const std::string& name : symbols) {
        const symbolic::Range* range = parameterRange(names, name);
        if (!range || range->step.asInteger().value_or(0) <= 0 ||
            (range->begin.isInteger() && range->end.isInteger()))
            continue;
        const bool inner = std::ranges::none_of(symbols, [&](const std::string& other) {
            const symbolic::Range* its = parameterRange(names, other);
            return its && analysis::dependsOn(*its, name);
        });
        if (!inner || hasRemainderOf(sum, name))
            continue;
        if (const auto ends = analysis::bounds(sum, name, *range))
            return std::pair(symbolic::expand(ends->low), symbolic::expand(ends->high));
    }
    return std::nullopt;
}

std::optional<std::int64_t> fixedRemainder(const analysis::IndexNames& names, const Expr& e,
                                           std::int64_t divisor) {
    const symbolic::Range* range = e.isSymbol() ? parameterRange(names, e.name()) : nullptr;
    const bool steps = range && range->step.isInteger() && range->step.value() > 0 &&
                       range->step.value() % divisor == 0;
    if (!steps || !range->begin.isInteger() || range->begin.value() < 0)
        return std::nullopt;
    return range->begin.value() % divisor;
}

} // namespace mw::inputs
