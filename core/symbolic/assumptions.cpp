#include "core/symbolic/assumptions.h"

#include <algorithm>

namespace mw::symbolic {

namespace {

bool isComparison(const Expr& e) {
    if (e.op() == Op::logicAnd)
        return std::ranges::all_of(e.args(), isComparison);
    return e.op() == Op::compare;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

/// Position of the next comma outside of parentheses and brackets.
std::size_t nextComma(std::string_view text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '[' ? 1 : 0;
        depth -= text[i] == ')' || text[i] == ']' ? 1 : 0;
        if (text[i] == ',' && depth == 0)
            return i;
    }
    return text.size();
}

} // namespace

Expected<Assumptions> parseAssumptions(std::string_view text) {
    Assumptions assumptions;
    while (!text.empty()) {
        const std::size_t end = nextComma(text);
        const std::string_view part = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (part.empty())
            continue;
        MW_TRY(const Expr fact, parse(part, Dialect::code));
        if (fact.isInteger(1)) // "1 >= 0"
            continue;
        if (!isComparison(fact))
            return fail("bad-assumption",
                        "'" + std::string(part) +
                            "' is no comparison that can hold; write for example N >= 1");
        assumptions.facts.push_back(fact);
    }
    return assumptions;
}

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
