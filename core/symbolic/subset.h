#pragma once

#include "core/symbolic/expr.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::symbolic {

/// begin, begin+step, ..., up to and including end (as in the file; text forms are end-exclusive).
struct Range {
    Expr begin;
    Expr end; ///< inclusive
    Expr step = 1;
    Expr tile = 1;

    static Range point(Expr at) { return {at, at, 1, 1}; }
    /// Number of elements: int_ceil(end - begin + 1, step).
    Expr size() const;
    bool isPoint() const; ///< begin and end are symbolically equal
    bool operator==(const Range&) const = default;
};

/// One Range per dimension of a container or per parameter of a map.
struct Subset {
    std::vector<Range> dims;

    std::size_t rank() const { return dims.size(); }
    Expr volume() const; ///< product of the sizes
    /// One element, and no region: every dimension is a point or has the size 1.
    bool isPoint() const;
    bool operator==(const Subset&) const = default;

    Subset substitute(const Substitution& values) const;
    std::vector<Expr> begins() const;
};

/// `i, 0:N, 0:N:2` (end exclusive), in the given dialect's expressions.
std::string print(const Subset& s, Dialect dialect = Dialect::plain);
std::string print(const Range& r, Dialect dialect = Dialect::plain);
/// Parses the text form (one element `i`, `b:e`, `b:e:s`, `b:e:s:t`; end exclusive).
Expected<Subset> parseSubset(std::string_view text, Dialect dialect);
void collectSymbols(const Subset& s, std::set<std::string, std::less<>>& into);

/// Smallest box over both (step 1 unless both agree); Min/Max remain where undecided.
Subset boundingUnion(const Subset& a, const Subset& b);
/// The elements of `inner` (relative to outer's origin and step) within the outer container. An
/// inner subset of lower rank runs over the dimensions that outer does not fix to one element.
Subset compose(const Subset& outer, const Subset& inner);

} // namespace mw::symbolic
