// Boxes are products of ranges: one not empty lies within another when every dimension does, and
// two share an element when they do in every dimension. So no coordinate has to be quantified.

#include "core/symbolic/range_conditions.h"

#include <algorithm>
#include <numeric>

namespace mw::symbolic {

namespace {

Expr atMost(const Expr& a, const Expr& b) {
    return Expr::make(Op::compare, {a, b}, "<=");
}
Expr multipleOf(const Expr& a, std::int64_t n) {
    return Expr::make(Op::compare, {Expr::make(Op::mod, {expand(a), n}), 0}, "==");
}

/// A range running upwards, from its first to its last element.
struct Grid {
    Expr first;
    Expr last;
    Expr bound;            ///< last or some more: an element of the grid up to here is up to last
    std::int64_t step = 1; ///< 0: symbolic; then last is only a bound too
};

Grid gridOf(const Range& r) {
    if (!r.step.isInteger())
        return {r.begin, r.end, r.end, 0};
    const std::int64_t s = r.step.value();
    if (s == 1 || s == 0 || r.begin == r.end)
        return {r.begin, r.end, r.end, 1};
    if (s > 0)
        return {r.begin, r.begin + Expr(s) * intFloor(r.end - r.begin, s), r.end, s};
    return {r.begin + Expr(s) * intFloor(r.begin - r.end, -s), r.begin, r.begin, -s};
}

void coverDimension(const Range& outer, const Range& inner, Conditions& c) {
    if (outer == inner)
        return;
    const Grid o = gridOf(outer);
    const Grid i = gridOf(inner);
    if (o.step == 0) {
        const bool sameGrid = outer.begin == inner.begin && outer.step == inner.step;
        if (sameGrid)
            c.wanted.push_back(atMost(inner.end, outer.end));
        else
            c.wanted.push_back(
                Expr::make(Op::logicAnd, {Expr::make(Op::compare, {inner.begin, outer.begin}, "=="),
                                          Expr::make(Op::compare, {inner.end, outer.begin}, "=="),
                                          atMost(outer.begin, outer.end)}));
        c.necessary = false;
        return;
    }
    c.wanted.push_back(atMost(o.first, i.first));
    c.wanted.push_back(atMost(i.last, o.bound));
    c.necessary = c.necessary && i.step != 0;
    if (o.step == 1)
        return;
    c.wanted.push_back(multipleOf(i.first - o.first, o.step));
    if (i.step == 0 || i.step % o.step != 0)
        c.wanted.push_back(Expr::make(Op::compare, {i.first, i.last}, "=="));
}

/// The grid of the elements that two endless grids share, given that they share any: the coarser
/// one where its step is a multiple of the other's, else found from a constant distance.
std::optional<Grid> sharedGrid(const Grid& x, const Grid& y) {
    if (x.step % y.step == 0)
        return x;
    if (y.step % x.step == 0)
        return y;
    constexpr std::int64_t kLargest = 4096;
    const Expr distance = expand(y.first - x.first);
    if (!distance.isInteger() || x.step > kLargest || y.step > kLargest)
        return std::nullopt;
    for (std::int64_t k = 0; k < y.step; ++k) {
        if ((x.step * k - distance.value() % y.step) % y.step == 0) {
            const Expr first = x.first + Expr(x.step * k);
            return Grid{first, first, first, std::lcm(x.step, y.step)};
        }
    }
    return std::nullopt;
}

void intersectDimension(const Range& a, const Range& b, Conditions& c) {
    if (a == b)
        return;
    const Grid x = gridOf(a);
    const Grid y = gridOf(b);
    const auto overlap = [&] {
        c.wanted.push_back(atMost(x.first, y.last));
        c.wanted.push_back(atMost(y.first, x.last));
    };
    if (x.step == 0 || y.step == 0) {
        overlap();
        c.sufficient = c.sufficient && a.begin == b.begin;
        return;
    }
    if (x.step == 1 && y.step == 1)
        return overlap();
    const std::int64_t common = std::gcd(x.step, y.step);
    if (common > 1)
        c.wanted.push_back(multipleOf(x.first - y.first, common));
    const auto shared = sharedGrid(x, y);
    if (!shared) {
        overlap();
        c.sufficient = false;
        return;
    }
    const Expr low = max(x.first, y.first);
    const Expr candidate =
        shared->first + Expr(shared->step) * intCeil(low - shared->first, shared->step);
    c.wanted.push_back(atMost(candidate, x.bound));
    c.wanted.push_back(atMost(candidate, y.bound));
}

bool comparable(const Range& a, const Range& b) {
    const bool tiled = !a.tile.isInteger(1) || !b.tile.isInteger(1);
    const bool stepless = a.step.isInteger(0) || b.step.isInteger(0);
    return a == b || (!tiled && !stepless);
}

bool comparable(const Subset& a, const Subset& b) {
    if (a.rank() != b.rank())
        return false;
    for (std::size_t i = 0; i < a.rank(); ++i)
        if (!comparable(a.dims[i], b.dims[i]))
            return false;
    return true;
}

void append(std::vector<Expr>& to, std::vector<Expr> from) {
    to.insert(to.end(), from.begin(), from.end());
}

} // namespace

std::vector<Expr> nonEmptyConditions(const Subset& s) {
    std::vector<Expr> conditions;
    for (const Range& r : s.dims) {
        const bool downwards = r.step.isInteger() && r.step.value() < 0;
        conditions.push_back(downwards ? atMost(r.end, r.begin) : atMost(r.begin, r.end));
    }
    return conditions;
}

Conditions coverConditions(const Subset& outer, const Subset& inner) {
    Conditions c;
    c.known = comparable(outer, inner);
    if (!c.known)
        return c;
    append(c.given, nonEmptyConditions(inner));
    for (std::size_t i = 0; i < outer.rank(); ++i)
        coverDimension(outer.dims[i], inner.dims[i], c);
    return c;
}

Conditions intersectConditions(const Subset& a, const Subset& b) {
    Conditions c;
    c.known = comparable(a, b);
    if (!c.known)
        return c;
    append(c.given, nonEmptyConditions(a));
    append(c.given, nonEmptyConditions(b));
    for (std::size_t i = 0; i < a.rank(); ++i)
        intersectDimension(a.dims[i], b.dims[i], c);
    return c;
}

} // namespace mw::symbolic
