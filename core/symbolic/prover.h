#pragma once

#include "core/symbolic/subset.h"

#include <memory>
#include <string>
#include <vector>

namespace mw::symbolic {

enum class Truth : std::uint8_t { proven, disproven, depends };

/// Answer of the Prover. For `depends`, `condition` is a readable sufficient condition over the
/// symbols ("vertical_end >= 3"), empty when none can be stated.
struct Answer {
    Truth truth = Truth::depends;
    std::string condition;

    bool proven() const { return truth == Truth::proven; }
    bool disproven() const { return truth == Truth::disproven; }
};

/// What may be taken for granted: comparisons that hold, e.g. `N >= 1`, and ranges of parameters.
struct Assumptions {
    std::vector<Expr> facts; ///< Op::compare nodes (or logicAnd of them)

    void atLeast(const Expr& a, const Expr& b);                     ///< a >= b
    void inRange(const std::string& parameter, const Range& range); ///< begin <= p <= end (step>0)
};

/// Decides questions over integer symbols: affine facts become isl sets, non-affine terms become
/// fresh parameters (safe: the answer is then at most as strong). Not thread-safe: one per thread.
/// "proven" means: for every value of the symbols that satisfies the assumptions.
/// "disproven" means: for no such value.
class Prover {
public:
    /// Elementary operations that a question may cost before it is given up as `depends`: the
    /// usual bound keeps it below some ten milliseconds, the thorough one below half a second.
    static constexpr unsigned long kUsualWork = 10'000, kThoroughWork = 200'000;

    explicit Prover(Assumptions assumptions = {}, unsigned long work = kUsualWork);
    ~Prover();
    Prover(Prover&&) noexcept;
    Prover& operator=(Prover&&) noexcept;

    Answer holds(const Expr& condition); ///< comparison or And/Or/Not of such
    Answer lessEqual(const Expr& a, const Expr& b);
    Answer equal(const Expr& a, const Expr& b);
    /// inner is a subset of outer. Values for which inner is empty say nothing: they are left out
    /// (so `0:N` does not cover `-1:N - 1`, although it would for N = 0).
    Answer covers(const Subset& outer, const Subset& inner);
    /// They share an element. Values for which a or b is empty are left out.
    Answer intersects(const Subset& a, const Subset& b);
    Answer empty(const Subset& s);
    /// a minus b as disjoint boxes for values for which neither is empty, when that is decidable;
    /// nullopt otherwise.
    std::optional<std::vector<Subset>> difference(const Subset& a, const Subset& b);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace mw::symbolic
