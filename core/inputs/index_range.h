#pragma once

#include "core/analysis/index_use.h"
#include "core/inputs/choice_values.h"
#include "core/inputs/ends.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mw::inputs {

/// Smallest and largest value, both taken or at least not shown to be impossible.
struct IntegerRange {
    std::int64_t low = 0, high = 0;
    bool empty() const { return high < low; }
    bool operator==(const IntegerRange&) const = default;
};

/// What is known of the arguments' elements.
struct ArgumentValues {
    /// Over the box `at` (nullopt: the whole dimension), which is cut to the array; nullopt: not
    /// known.
    std::function<std::optional<IntegerRange>(const std::string& argument,
                                              const std::vector<std::optional<IntegerRange>>& at)>
        range;
};

/// Bounds of integer expressions over the names of IndexUses, by interval arithmetic. Conditions
/// narrow what the names in them can be. Where the bounds of the names do not suffice, what one
/// name says about another counts too: a parameter whose range begins at another parameter is
/// never below that.
class IndexRanges {
public:
    using Expr = symbolic::Expr;

    IndexRanges(const analysis::IndexUses& uses, const symbolic::Bindings& symbols,
                const ArgumentValues& values)
        : uses_(uses), symbols_(symbols), values_(values), choices_(uses.names, symbols) {}

    /// Of the indices of one access. `happens` false: a condition cannot hold, or a map or loop
    /// around it is empty.
    struct Reach {
        bool happens = true;
        std::optional<std::int64_t> low, high; ///< nullopt: not bounded by what is known
        std::optional<std::int64_t> size;
    };
    Reach reach(const analysis::IndexUse& use);
    /// Of a parameter, loop variable, element or symbol by itself.
    std::optional<IntegerRange> of(const Expr& e) { return bounds(e); }

private:
    Ends endsOf(const Expr& e);
    void reachWithin(const analysis::IndexUse& use, Reach& result);
    std::optional<IntegerRange> bounds(const Expr& e);
    Ends compute(const Expr& e);
    Ends symbol(const std::string& name);
    Ends named(const std::string& name, const analysis::IndexName& what);
    Ends carried(const std::string& name, const analysis::IndexChoice& choice);
    std::optional<Ends> anyOf(const analysis::IndexChoice& choice, bool& complete);
    Ends related(const Expr& sum);
    Ends product(const Expr& e);
    Ends quotient(const Expr& e);
    Ends extreme(const Expr& e);
    Ends select(const Expr& e);
    std::optional<bool> truth(const Expr& condition);

    /// Takes the condition for granted; false: it cannot hold.
    bool assume(const Expr& condition, bool holds);
    bool assumeComparison(std::string relation, const Expr& a, const Expr& b);
    bool narrow(const Expr& e, const std::string& relation, const Ends& other);

    const analysis::IndexUses& uses_;
    const symbolic::Bindings& symbols_;
    const ArgumentValues& values_;
    ChoiceValues choices_;
    bool relates_ = false; ///< what names say about each other counts
    int depth_ = 0;        ///< sums within sums that are being related
    std::map<std::pair<bool, std::string>, Ends> known_; ///< names, without conditions
    std::set<std::string> pending_;                      ///< names that are being worked out
    /// Names that are computed from their own earlier values: what they can be as far as is known;
    /// nullopt: nothing yet.
    std::map<std::string, std::optional<Ends>> carried_;
    bool tooEarly_ = false; ///< the value of one of these was needed before there is any
    std::vector<std::pair<Expr, Ends>> assumed_; ///< by the conditions at hand
};

} // namespace mw::inputs
