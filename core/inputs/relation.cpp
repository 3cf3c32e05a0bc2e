// Comparisons of ranges of integers.
#include "core/inputs/relation.h"

#include <map>

namespace mw::inputs {

std::string opposite(const std::string& relation) {
    static const std::map<std::string, std::string> kOpposites = {
        {"==", "!="}, {"!=", "=="}, {"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}};
    return kOpposites.at(relation);
}

std::string mirrored(const std::string& relation) {
    static const std::map<std::string, std::string> kMirrored = {
        {"==", "=="}, {"!=", "!="}, {"<", ">"}, {">=", "<="}, {">", "<"}, {"<=", ">="}};
    return kMirrored.at(relation);
}

std::optional<bool> comparison(const std::string& relation, const Ends& left, const Ends& right) {
    const bool below = left.high && right.low && *left.high < *right.low;
    const bool above = left.low && right.high && *left.low > *right.high;
    const bool atMost = left.high && right.low && *left.high <= *right.low;
    const bool atLeast = left.low && right.high && *left.low >= *right.high;
    const bool same = atMost && atLeast;
    const auto decide = [](bool yes, bool no) -> std::optional<bool> {
        return yes ? std::optional(true) : no ? std::optional(false) : std::nullopt;
    };
    if (relation == "<")
        return decide(below, atLeast);
    if (relation == "<=")
        return decide(atMost, above);
    if (relation == ">")
        return decide(above, atMost);
    if (relation == ">=")
        return decide(atLeast, below);
    return relation == "==" ? decide(same, below || above) : decide(below || above, same);
}

Ends narrowed(Ends ends, const std::string& relation, const Ends& other) {
    const bool below = relation == "<" || relation == "<=" || relation == "==";
    const bool above = relation == ">" || relation == ">=" || relation == "==";
    const std::int64_t strict = relation == "<" || relation == ">" ? 1 : 0;
    if (below)
        keepLower(ends.high, plus(other.high, -strict));
    if (above)
        keepHigher(ends.low, plus(other.low, strict));
    if (relation == "!=" && other.low && other.low == other.high) {
        if (ends.low == other.low)
            ends.low = plus(ends.low, 1);
        if (ends.high == other.high)
            ends.high = plus(ends.high, -1);
    }
    return ends;
}

} // namespace mw::inputs
