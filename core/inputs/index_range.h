#pragma once

#include "core/analysis/index_use.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
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
/// narrow what the names in them can be.
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
    std::optional<IntegerRange> bounds(const Expr& e);
    Half compute(const Expr& e);
    Half symbol(const std::string& name);
    Half named(const analysis::IndexName& what);
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
    std::map<std::string, Half> known_;          ///< names, without conditions
    std::set<std::string> pending_;              ///< names that are being worked out
    std::vector<std::pair<Expr, Half>> assumed_; ///< by the conditions at hand
};

} // namespace mw::inputs
