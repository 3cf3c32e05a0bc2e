#pragma once

#include "core/symbolic/expr.h"
#include "core/symbolic/ratio.h"

#include <vector>

namespace mw::symbolic {

/// A node exactly as given: the caller vouches for the canonical form.
Expr rawNode(Op op, std::vector<Expr> args, std::string name = {});

inline bool isNumber(const Expr& e) {
    return e.op() == Op::integer || e.op() == Op::real;
}
inline bool isBoolean(const Expr& e) {
    return e.op() == Op::compare || e.op() == Op::logicAnd || e.op() == Op::logicOr ||
           e.op() == Op::logicNot;
}
/// True when every value of e is known to be an integer: no quotient, no real, no unknown call.
bool isIntegral(const Expr& e);

/// A term of a sum as coefficient and the rest; the rest of a number is the integer 1.
struct Term {
    Ratio coefficient;
    Expr base;
};
Term splitTerm(const Expr& e);
/// Inverse of splitTerm; the coefficient must fit.
Expr joinTerm(const Ratio& coefficient, const Expr& base);
/// The terms of a sum, or the expression itself as its only term.
std::span<const Expr> termsOf(const Expr& e);
/// A sum as integer constant and rest: `N - 1` is (-1, N); a number is (number, 0).
struct Shifted {
    std::int64_t constant = 0;
    Expr rest;
};
Shifted splitConstant(const Expr& e);
/// a - b when that is an integer constant by structure (no expansion).
std::optional<std::int64_t> constantDifference(const Expr& a, const Expr& b);

// Canonical nodes, one maker per family.
Expr makeAdd(std::vector<Expr> args);
Expr makeMul(std::vector<Expr> args);
Expr makeDivide(const Expr& a, const Expr& b);
Expr makePow(const Expr& base, const Expr& exponent);
Expr makeMinMax(Op op, std::vector<Expr> args);
Expr makeIntegerDivision(Op op, std::vector<Expr> args); ///< intFloor, intCeil, mod
Expr makeRounding(Op op, std::vector<Expr> args);        ///< abs, floor, ceiling
Expr makeCompare(std::vector<Expr> args, std::string name);
Expr makeLogic(Op op, std::vector<Expr> args); ///< logicAnd, logicOr, logicNot
Expr makeSelect(std::vector<Expr> args);

/// expand, and further every translation and scaling pulled out of Min, Max written as Min:
/// expressions that differ only in where such a term stands get the same form. Not for people.
Expr normalForm(const Expr& e);

} // namespace mw::symbolic
