#pragma once

#include "core/ir/sdfg.h"
#include "core/symbolic/prover.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace mw::validate {

/// Answers "does this hold for all values of the symbols" for one SDFG, fast in the usual case that
/// nothing can be said. Taken for granted: every extent of every container is at least 1, unless it
/// is written as `Max(0, ...)`.
///
/// A claim that fails at one point where these assumptions hold is not certain. So each question
/// is first evaluated at a few such points, made once per SDFG; only what survives all of them is
/// put to the Prover. Points and all answers are kept for the thread: they depend on nothing but
/// the extents (points on those around too) and the question, and after an edit nearly all of them
/// are asked for again.
class Certainty {
public:
    /// `outer`: of the SDFG around it, which outlives this one. Its points are where the search for
    /// points begins.
    explicit Certainty(const ir::Sdfg& sdfg, Certainty* outer = nullptr)
        : sdfg_(sdfg), outer_(outer) {}

    /// a >= b for all values of the symbols.
    bool atLeast(const symbolic::Expr& a, const symbolic::Expr& b) { return holds(a, b, 0); }
    /// a < b, and a != b, for all values of the symbols.
    bool less(const symbolic::Expr& a, const symbolic::Expr& b) { return holds(b, a, 1); }
    bool differ(const symbolic::Expr& a, const symbolic::Expr& b) {
        return less(a, b) || less(b, a);
    }
    /// a == b for all values of the symbols.
    bool equal(const symbolic::Expr& a, const symbolic::Expr& b);

private:
    static constexpr std::size_t kPoints = 8;
    using Values = std::array<std::int64_t, kPoints>;
    struct KnownPoints;
    struct Comparison {
        symbolic::Expr a, b;
        std::int64_t margin;
        bool holds;
    };

    /// Graphs ask the same few hundred comparisons again and again. By hash of both sides.
    using Comparisons = std::unordered_map<std::uint64_t, std::vector<Comparison>>;

    /// a >= b + margin for all values of the symbols.
    bool holds(const symbolic::Expr& a, const symbolic::Expr& b, std::int64_t margin);
    bool decide(const symbolic::Expr& a, const symbolic::Expr& b, std::int64_t margin);
    bool prove(const symbolic::Expr& notNegative);
    std::vector<symbolic::Expr> relevantExtents(const symbolic::Expr& question) const;
    /// nullopt for operations that are not evaluated here.
    std::optional<Values> valuesOf(const symbolic::Expr& e);
    /// The same at one point.
    std::optional<std::int64_t> valueAt(const symbolic::Expr& e, std::size_t point);
    const Values& valuesOf(const std::string& symbol);
    void makePoints();
    void findPoints();
    KnownPoints* knownPoints() const;
    void shareComparisons(KnownPoints& points);
    std::optional<Values> valuesAround(const std::string& symbol) const;
    void collectExtents();
    void mend(const std::vector<symbolic::Expr>& extents, std::array<bool, kPoints>& which);
    bool raise(const symbolic::Expr& extent, std::int64_t by, std::size_t point);

    const ir::Sdfg& sdfg_;
    Certainty* outer_;
    std::vector<symbolic::Expr> extents_;  ///< taken to be at least 1; each once
    std::vector<symbolic::Expr> possible_; ///< extents that may also be 0
    bool pointsMade_ = false;
    std::array<bool, kPoints> usable_{}; ///< points where the assumptions hold
    std::unordered_map<std::string, Values> symbols_;
    std::shared_ptr<Comparisons> comparisons_; ///< made with the points
};

} // namespace mw::validate
