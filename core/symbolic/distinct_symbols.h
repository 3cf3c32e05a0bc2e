#pragma once

#include "core/symbolic/subset.h"

#include <cstdint>
#include <unordered_map>

namespace mw::symbolic {

/// The symbols of many expressions: a program says the same few over and over again, and each is
/// looked into once. Refers to the expressions that it was given.
class DistinctSymbols {
public:
    /// Calls `visit` with the names in `e`, but not for what stood in an earlier expression.
    template <class Visit>
    void in(const Expr& e, const Visit& visit) {
        if (e.isSymbol())
            visit(e.name());
        if (e.args().empty())
            return;
        const auto [known, isNew] = seen_.try_emplace(e.hash(), &e);
        if (!isNew && *known->second == e)
            return;
        for (const Expr& arg : e.args())
            in(arg, visit);
    }
    template <class Visit>
    void in(const Subset& subset, const Visit& visit) {
        for (const Range& range : subset.dims)
            for (const Expr* e : {&range.begin, &range.end, &range.step, &range.tile})
                in(*e, visit);
    }

private:
    std::unordered_map<std::uint64_t, const Expr*> seen_; ///< by hash
};

} // namespace mw::symbolic
