#pragma once

#include "core/symbolic/expr.h"

#include <string>
#include <utility>
#include <vector>

namespace mw::symbolic {

/// sum of coefficient * term + constant >= 0, or == 0.
struct LinearConstraint {
    std::vector<std::pair<std::int64_t, Expr>> terms;
    std::int64_t constant = 0;
    bool equality = false;
};
using Conjunction = std::vector<LinearConstraint>;

/// `vertical_end >= 3`, `N > M`, `i == 0`: positive terms on the left.
std::string readable(const LinearConstraint& constraint);
/// A sufficient condition that a person can take in: the whole of a short disjunction, else its
/// shortest member with at most two constraints, else nothing. `total` counts the members that
/// could not be read as well.
std::string readableDisjunction(std::vector<Conjunction> members, std::size_t total);

} // namespace mw::symbolic
