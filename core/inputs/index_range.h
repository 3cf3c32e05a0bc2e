#pragma once

#include "core/analysis/index_use.h"

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
        : uses_(uses), symbols_(symbols), values_(values) {}

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
    struct Half { ///< an end may be open
        std::optional<std::int64_t> low, high;
    };
    Half half(const Expr& e);
    void reachWithin(const analysis::IndexUse& use, Reach& result);
    std::optional<IntegerRange> bounds(const Expr& e);
    Half compute(const Expr& e);
    Half symbol(const std::string& name);
    Half named(const std::string& name, const analysis::IndexName& what);
    Half carried(const std::string& name, const analysis::IndexChoice& choice);
    std::optional<Half> anyOf(const analysis::IndexChoice& choice, bool& complete);
    std::optional<std::string> choiceIn(const Expr& e) const;
    const std::optional<std::set<std::int64_t>>& valuesOf(const std::string& name);
    std::optional<std::set<std::int64_t>> findValues(const std::string& name);
    std::optional<Half> overValues(const Expr& e);
    static Half joined(const Half& a, const Half& b); ///< either of the two
    Half related(const Expr& sum);
    const symbolic::Range* parameter(const std::string& name) const;
    std::optional<std::int64_t> remainderOf(const Expr& e, std::int64_t divisor) const;
    std::optional<std::pair<Expr, Expr>> withoutParameter(const Expr& sum) const;
    Half product(const Expr& e);
    Half quotient(const Expr& e);
    Half extreme(const Expr& e);
    Half select(const Expr& e);
    std::optional<bool> truth(const Expr& condition);
    std::optional<bool> comparison(const std::string& relation, const Expr& a, const Expr& b);

    /// Takes the condition for granted; false: it cannot hold.
    bool assume(const Expr& condition, bool holds);
    bool assumeComparison(std::string relation, const Expr& a, const Expr& b);
    bool narrow(const Expr& e, const std::string& relation, const Half& other);

    const analysis::IndexUses& uses_;
    const symbolic::Bindings& symbols_;
    const ArgumentValues& values_;
    bool relates_ = false; ///< what names say about each other counts
    int depth_ = 0;        ///< sums within sums that are being related
    std::map<std::pair<bool, std::string>, Half> known_; ///< names, without conditions
    std::set<std::string> pending_;                      ///< names that are being worked out
    /// Names that are computed from their own earlier values: what they can be as far as is known;
    /// nullopt: nothing yet.
    std::map<std::string, std::optional<Half>> carried_;
    /// All values of such a name, where these are few; nullopt: not known.
    std::map<std::string, std::optional<std::set<std::int64_t>>> valuesOf_;
    bool tooEarly_ = false; ///< the value of one of these was needed before there is any
    std::vector<std::pair<Expr, Half>> assumed_; ///< by the conditions at hand
};

} // namespace mw::inputs
