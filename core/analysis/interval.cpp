// Smallest and largest value of an expression over a box of parameters.
#include "core/analysis/interval.h"

#include <algorithm>
#include <cstdlib>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Op;

/// As in freeSymbols, without making the set.
bool mentions(const Expr& e, const std::string& symbol) {
    if (e.isSymbol())
        return e.name() == symbol;
    return std::ranges::any_of(e.args(), [&](const Expr& arg) { return mentions(arg, symbol); });
}

std::optional<Interval> boundsOf(const Expr& e, const std::string& parameter,
                                 const symbolic::Range& range);

/// Min(a, b) + c as Min(a + c, b + c) where both sides depend on the parameter: what cancels inside
/// would be lost between separate bounds.
std::optional<Expr> movedInside(const Expr& e, const std::string& parameter) {
    Expr rest = 0;
    std::optional<Expr> extremum;
    for (const Expr& term : e.args()) {
        const bool inner = (term.op() == Op::min || term.op() == Op::max) && !extremum &&
                           mentions(term, parameter);
        if (inner)
            extremum = term;
        else
            rest = rest + term;
    }
    if (!extremum || !mentions(rest, parameter))
        return std::nullopt;
    std::vector<Expr> moved;
    for (const Expr& arg : extremum->args())
        moved.push_back(symbolic::expand(arg + rest));
    return Expr::make(extremum->op(), std::move(moved));
}

std::optional<Interval> sum(const Expr& e, const std::string& parameter,
                            const symbolic::Range& range) {
    if (const auto moved = movedInside(e, parameter))
        return boundsOf(*moved, parameter, range);
    Interval total{0, 0};
    for (const Expr& term : e.args()) {
        const auto part = boundsOf(term, parameter, range);
        if (!part)
            return std::nullopt;
        total = {total.low + part->low, total.high + part->high};
    }
    return total;
}

/// Integer constant times one term that depends on the parameter.
std::optional<Interval> product(const Expr& e, const std::string& parameter,
                                const symbolic::Range& range) {
    std::int64_t factor = 1;
    std::optional<Interval> variable;
    for (const Expr& term : e.args()) {
        if (const auto constant = term.asInteger()) {
            factor = *constant;
            continue;
        }
        if (variable)
            return std::nullopt;
        variable = boundsOf(term, parameter, range);
        if (!variable)
            return std::nullopt;
    }
    if (!variable)
        return std::nullopt;
    if (factor < 0)
        std::swap(variable->low, variable->high);
    return Interval{factor * variable->low, factor * variable->high};
}

std::optional<Interval> extremum(const Expr& e, const std::string& parameter,
                                 const symbolic::Range& range) {
    std::vector<Expr> lows;
    std::vector<Expr> highs;
    for (const Expr& term : e.args()) {
        const auto part = boundsOf(term, parameter, range);
        if (!part)
            return std::nullopt;
        lows.push_back(part->low);
        highs.push_back(part->high);
    }
    return Interval{Expr::make(e.op(), lows), Expr::make(e.op(), highs)};
}

/// floor(a / c), ceil(a / c) and a % c for a positive constant c.
std::optional<Interval> division(const Expr& e, const std::string& parameter,
                                 const symbolic::Range& range) {
    const auto divisor = e.args()[1].asInteger();
    if (!divisor || *divisor <= 0)
        return std::nullopt;
    if (e.op() == Op::mod)
        return Interval{0, Expr(*divisor - 1)};
    const auto inner = boundsOf(e.args()[0], parameter, range);
    if (!inner)
        return std::nullopt;
    return Interval{Expr::make(e.op(), {inner->low, e.args()[1]}),
                    Expr::make(e.op(), {inner->high, e.args()[1]})};
}

std::optional<Interval> boundsOf(const Expr& e, const std::string& parameter,
                                 const symbolic::Range& range) {
    if (!mentions(e, parameter))
        return Interval{e, e};
    switch (e.op()) {
    case Op::symbol:
        return Interval{range.begin, range.end};
    case Op::add:
        return sum(e, parameter, range);
    case Op::mul:
        return product(e, parameter, range);
    case Op::min:
    case Op::max:
        return extremum(e, parameter, range);
    case Op::intFloor:
    case Op::intCeil:
    case Op::mod:
        return division(e, parameter, range);
    default:
        return std::nullopt;
    }
}

/// Distance between neighbouring elements of the image: known for single elements at an affine
/// index, else 1 (which covers more).
Expr imageStep(const symbolic::Range& range, const std::string& parameter,
               const symbolic::Range& values) {
    if (!range.isPoint())
        return 1;
    const auto a = slope(range.begin, parameter);
    return a && *a != 0 ? Expr(std::abs(*a)) * values.step : Expr(1);
}

} // namespace

std::optional<Interval> bounds(const Expr& e, const std::string& parameter,
                               const symbolic::Range& range) {
    if (!mentions(e, parameter))
        return Interval{e, e};
    auto found = boundsOf(e, parameter, range);
    return found ? found : boundsOf(symbolic::expand(e), parameter, range);
}

std::optional<std::int64_t> slope(const Expr& e, const std::string& parameter) {
    if (!mentions(e, parameter))
        return 0;
    if (e.isSymbol())
        return 1;
    // The usual i + b and 2*i + b, without expanding anything.
    if (e.op() == Op::add) {
        std::optional<std::int64_t> total = 0;
        for (std::size_t i = 0; total && i < e.args().size(); ++i) {
            const auto part = slope(e.args()[i], parameter);
            total = part ? std::optional(*total + *part) : std::nullopt;
        }
        if (total)
            return total;
    }
    if (e.op() == Op::mul && e.args().size() == 2 && e.args()[0].isInteger() &&
        e.args()[1].isSymbol())
        return e.args()[0].value();
    const Expr next = symbolic::substitute(e, {{parameter, Expr::symbol(parameter) + Expr(1)}});
    return symbolic::expand(next - e).asInteger();
}

bool dependsOn(const symbolic::Range& range, const std::string& symbol) {
    return mentions(range.begin, symbol) || mentions(range.end, symbol) ||
           mentions(range.step, symbol) || mentions(range.tile, symbol);
}

std::optional<symbolic::Range> image(const symbolic::Range& range, const std::string& parameter,
                                     const symbolic::Range& values) {
    if (!dependsOn(range, parameter))
        return range;
    const auto begin = bounds(range.begin, parameter, values);
    const auto end = bounds(range.end, parameter, values);
    const bool plain =
        !dependsOn(symbolic::Range::point(range.step), parameter) && range.tile.isInteger(1);
    if (!begin || !end || !plain)
        return std::nullopt;
    return symbolic::Range{begin->low, end->high, imageStep(range, parameter, values), 1};
}

namespace {

/// The sign of all changes of an expression while the parameter grows; nullopt: not known, or more
/// than one.
std::optional<int> direction(const Expr& e, const std::string& parameter) {
    if (const auto a = slope(e, parameter))
        return *a < 0 ? -1 : *a > 0 ? 1 : 0;
    const bool division = (e.op() == Op::intFloor || e.op() == Op::intCeil) &&
                          e.args()[1].asInteger().value_or(0) > 0;
    if (division)
        return direction(e.args()[0], parameter);
    if (e.op() != Op::add && e.op() != Op::min && e.op() != Op::max)
        return std::nullopt;
    int found = 0;
    for (const Expr& term : e.args()) {
        const auto one = direction(term, parameter);
        if (!one || *one * found < 0)
            return std::nullopt;
        found = *one != 0 ? *one : found;
    }
    return found;
}

} // namespace

bool reachesEnds(const symbolic::Range& range, const std::string& parameter,
                 const symbolic::Range& values) {
    if (!dependsOn(range, parameter))
        return true;
    const auto length = symbolic::expand(values.end - values.begin).asInteger();
    const auto step = values.step.asInteger().value_or(0);
    const bool endsThere = step == 1 || (length && step > 0 && *length % step == 0);
    return endsThere && direction(range.begin, parameter) && direction(range.end, parameter);
}

} // namespace mw::analysis
