#pragma once

#include "core/symbolic/prover.h"

#include <optional>
#include <vector>

namespace mw::symbolic {

/// A condition over integers and everything that the answer depends on.
struct OpenQuestion {
    std::vector<Expr> context; ///< what the values satisfy
    Expr condition;
    Truth vacuous = Truth::proven; ///< the answer where no value satisfies the context
    unsigned long work = 0;        ///< bound of elementary operations

    bool operator==(const OpenQuestion&) const = default;
    std::uint64_t hash() const;
};

/// An answer, and for `depends` what it depends on, where that is known.
struct Decision {
    Truth truth = Truth::depends;
    std::shared_ptr<const OpenQuestion> open = nullptr;
};

/// Does `condition` hold for all (proven), for no (disproven), or for some of the integers that
/// satisfy the context? Exact where they are affine (with Min, Max, divisions by constants, And,
/// Or, Not); a term that is not becomes one unknown integer per distinct term. Facts of the context
/// that say nothing about the symbols of the others, directly or through each other, are left out,
/// but for the first `given` ones. Past the bound the answer is `depends`. The last answers of a
/// thread are kept.
Decision decide(OpenQuestion question, std::size_t given);

/// A readable sufficient condition for what is open, for all values of the parameters; empty when
/// none can be stated. Costs as much as an answer.
std::string conditionOf(const Decision& decision, const std::vector<std::string>& parameters = {});

/// The terms of an expression that stand for one integer each: symbols, products of symbols, calls.
/// nullopt where e holds a term that need not be an integer.
std::optional<std::vector<Expr>> integerTerms(const Expr& e);

/// How an expression is taken apart when it is read as an affine one.
enum class Shape {
    constant,
    term,      ///< one unknown integer
    scaled,    ///< integer times a term (see splitTerm)
    structure, ///< an operation on args
    quotient,  ///< args[0] over a constant, args[1]
    unusable,  ///< may have values that are no integers
};
Shape shapeOf(const Expr& e);

} // namespace mw::symbolic
