// Conditions as people write them.
#include "core/symbolic/readable.h"

#include <algorithm>

namespace mw::symbolic {

namespace {

std::string relation(const LinearConstraint& c, bool flipped, bool strict) {
    if (c.equality)
        return " == ";
    if (strict)
        return flipped ? " < " : " > ";
    return flipped ? " <= " : " >= ";
}

std::string readable(const Conjunction& constraints) {
    std::vector<std::string> parts;
    for (const LinearConstraint& c : constraints)
        parts.push_back(readable(c));
    std::sort(parts.begin(), parts.end());
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : " and ") + part;
    return text;
}

} // namespace

std::string readable(const LinearConstraint& constraint) {
    Expr left = 0;
    Expr right = 0;
    bool anyLeft = false;
    for (const auto& [coefficient, term] : constraint.terms) {
        if (coefficient > 0)
            left = left + Expr(coefficient) * term;
        else
            right = right + Expr(-coefficient) * term;
        anyLeft = anyLeft || coefficient > 0;
    }
    // Only negative terms: `x <= 3` instead of `0 >= x - 3`.
    const bool bothSides = anyLeft && !right.isInteger(0);
    const bool strict = !constraint.equality && bothSides && constraint.constant == -1;
    if (!anyLeft)
        return print(right) + relation(constraint, true, false) + print(constraint.constant);
    if (!strict)
        right = right - Expr(constraint.constant);
    return print(left) + relation(constraint, false, strict) + print(right);
}

std::string readableDisjunction(std::vector<Conjunction> members, std::size_t total) {
    constexpr std::size_t kShort = 2;
    std::vector<std::pair<std::size_t, std::string>> texts;
    for (const Conjunction& member : members)
        if (member.size() <= kShort && !member.empty())
            texts.emplace_back(member.size(), readable(member));
    std::sort(texts.begin(), texts.end());
    if (texts.empty())
        return {};
    const bool whole = texts.size() == total && total == kShort && texts.back().first == 1;
    return whole ? texts[0].second + " or " + texts[1].second : texts[0].second;
}

} // namespace mw::symbolic
