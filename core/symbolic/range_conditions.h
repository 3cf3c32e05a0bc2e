#pragma once

#include "core/symbolic/subset.h"

#include <vector>

namespace mw::symbolic {

/// A question about subsets as comparisons: all of `wanted`, for values that satisfy `given`.
struct Conditions {
    std::vector<Expr> given;
    std::vector<Expr> wanted;
    bool known = true;      ///< false: nothing can be said (different ranks, tiles)
    bool sufficient = true; ///< `wanted` implies the answer yes
    bool necessary = true;  ///< not `wanted` implies the answer no
};

/// begin <= end (the other way round for a negative step), one per dimension.
std::vector<Expr> nonEmptyConditions(const Subset& s);
/// inner lies within outer, given that inner is not empty.
Conditions coverConditions(const Subset& outer, const Subset& inner);
/// a and b share an element, given that neither is empty.
Conditions intersectConditions(const Subset& a, const Subset& b);

} // namespace mw::symbolic
