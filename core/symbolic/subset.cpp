// Ranges and boxes: size, volume, offsets, substitution.
#include "core/symbolic/subset.h"

#include "core/symbolic/parser.h"

#include <algorithm>
#include <cassert>

namespace mw::symbolic {

Expr Range::size() const {
    if (begin == end)
        return 1;
    return intCeil(end - begin + Expr(1), step);
}

bool Range::isPoint() const {
    return begin == end || equal(begin, end);
}

bool Subset::isPoint() const {
    return std::ranges::all_of(
        dims, [](const Range& dim) { return dim.isPoint() || dim.size().isInteger(1); });
}

Expr Subset::volume() const {
    Expr product = 1;
    for (const Range& r : dims)
        if (r.begin != r.end)
            product = product * r.size();
    return product;
}

Subset Subset::substitute(const Substitution& values) const {
    Subset result;
    result.dims.reserve(dims.size());
    for (const Range& r : dims)
        result.dims.push_back(
            {symbolic::substitute(r.begin, values), symbolic::substitute(r.end, values),
             symbolic::substitute(r.step, values), symbolic::substitute(r.tile, values)});
    return result;
}

std::vector<Expr> Subset::begins() const {
    std::vector<Expr> result;
    result.reserve(dims.size());
    for (const Range& r : dims)
        result.push_back(r.begin);
    return result;
}

std::string print(const Range& r, Dialect dialect) {
    const bool plainSteps = r.step.isInteger(1) && r.tile.isInteger(1);
    if (r.begin == r.end && plainSteps)
        return print(r.begin, dialect);
    std::string text = print(r.begin, dialect) + ":" + print(r.end + Expr(1), dialect);
    if (!plainSteps)
        text += ":" + print(r.step, dialect);
    if (!r.tile.isInteger(1))
        text += ":" + print(r.tile, dialect);
    return text;
}

std::string print(const Subset& s, Dialect dialect) {
    std::string text;
    for (const Range& r : s.dims) {
        text += text.empty() ? "" : ", ";
        text += print(r, dialect);
    }
    return text;
}

namespace {

Range parseRange(Parser& parser) {
    Range range = Range::point(parser.expression());
    if (!parser.accept(':'))
        return range;
    range.end = parser.expression() - Expr(1);
    if (parser.accept(':'))
        range.step = parser.expression();
    if (parser.accept(':'))
        range.tile = parser.expression();
    return range;
}

} // namespace

Expected<Subset> parseSubset(std::string_view text, Dialect dialect) {
    Parser parser(text, dialect);
    Subset subset;
    do
        subset.dims.push_back(parseRange(parser));
    while (parser.accept(','));
    parser.expectEnd();
    if (parser.failed())
        return fail(parser.error());
    return subset;
}

void collectSymbols(const Subset& s, std::set<std::string, std::less<>>& into) {
    for (const Range& r : s.dims)
        for (const Expr* e : {&r.begin, &r.end, &r.step, &r.tile})
            collectSymbols(*e, into);
}

namespace {

/// Both run over the same grid: equal steps and origins a multiple of it apart.
bool sameGrid(const Range& a, const Range& b) {
    if (a.step != b.step || a.tile != b.tile)
        return false;
    if (a.step.isInteger(1) || a.begin == b.begin)
        return true;
    const Expr apart = expand(a.begin - b.begin);
    return apart.isInteger() && a.step.isInteger() && a.step.value() != 0 &&
           apart.value() % a.step.value() == 0;
}

Range boundingRange(const Range& a, const Range& b) {
    if (a == b)
        return a;
    Range result{simplify(min(a.begin, b.begin)), simplify(max(a.end, b.end)), 1, 1};
    if (sameGrid(a, b)) {
        result.step = a.step;
        result.tile = a.tile;
    }
    return result;
}

} // namespace

Subset boundingUnion(const Subset& a, const Subset& b) {
    assert(a.rank() == b.rank());
    Subset result;
    for (std::size_t i = 0; i < std::min(a.rank(), b.rank()); ++i)
        result.dims.push_back(boundingRange(a.dims[i], b.dims[i]));
    return result;
}

Subset compose(const Subset& outer, const Subset& inner) {
    const auto composed = [](const Range& o, const Range& i) {
        return Range{o.begin + i.begin * o.step, o.begin + i.end * o.step, i.step * o.step, i.tile};
    };
    Subset result;
    std::size_t next = 0;
    // An inner subset of lower rank skips the dimensions that outer fixes to one element.
    std::size_t toSkip = outer.rank() > inner.rank() ? outer.rank() - inner.rank() : 0;
    for (const Range& o : outer.dims) {
        if (toSkip > 0 && o.isPoint()) {
            --toSkip;
            result.dims.push_back(o);
        } else if (next < inner.rank()) {
            result.dims.push_back(composed(o, inner.dims[next++]));
        } else {
            result.dims.push_back(o);
        }
    }
    return result;
}

} // namespace mw::symbolic
