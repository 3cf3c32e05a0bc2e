#pragma once

#include "core/symbolic/prover.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace mw::symbolic {

/// Decides conditions over integers exactly where they are affine (with Min, Max, divisions by
/// constants, And, Or, Not); a term that is not becomes one unknown integer per distinct term. The
/// work per question is bounded: past the bound the answer is `depends` without a condition.
class Presburger {
public:
    /// `work`: elementary operations per question.
    explicit Presburger(unsigned long work);
    ~Presburger();
    Presburger(const Presburger&) = delete;
    Presburger& operator=(const Presburger&) = delete;

    /// Does `condition` hold for all (proven), for no (disproven), or for some of the values that
    /// satisfy `facts` and `given`? Facts that say nothing about the symbols of the others,
    /// directly or through each other, are left out. `vacuous` is the answer where no value
    /// satisfies both.
    Answer decide(std::span<const Expr> facts, std::span<const Expr> given, const Expr& condition,
                  Truth vacuous);

private:
    struct Library;
    std::unique_ptr<Library> library_;
};

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
