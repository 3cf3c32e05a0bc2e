// Assumptions as a context for proofs: values of symbols, and what holds inside nested SDFGs.
#include "core/symbolic/assumptions.h"

#include <algorithm>

namespace mw::symbolic {

Assumptions assumptionsOf(const Bindings& values) {
    Assumptions assumptions;
    for (const auto& [name, value] : values)
        if (!value.isReal)
            assumptions.facts.push_back(
                Expr::make(Op::compare, {Expr::symbol(name), Expr(value.i)}, "=="));
    return assumptions;
}

Assumptions throughMapping(const Assumptions& outer,
                           const std::map<std::string, Expr, std::less<>>& mapping) {
    Assumptions inner;
    for (const Expr& fact : outer.facts) {
        const auto names = freeSymbols(fact);
        const bool passed = std::ranges::all_of(names, [&](const std::string& name) {
            const auto found = mapping.find(name);
            return found != mapping.end() && found->second == Expr::symbol(name);
        });
        if (passed)
            inner.facts.push_back(fact);
    }
    return inner;
}

} // namespace mw::symbolic
