// What conditions say of the names in them.
#include "core/inputs/index_range.h"
#include "core/inputs/relation.h"

namespace mw::inputs {

namespace {

using symbolic::Expr;
using symbolic::Op;

} // namespace

std::optional<bool> IndexRanges::truth(const Expr& condition) {
    if (condition.op() == Op::compare) {
        const Ends left = endsOf(condition.args()[0]);
        const Ends right = endsOf(condition.args()[1]);
        return comparison(condition.name(), left, right);
    }
    if (condition.op() == Op::logicNot) {
        const auto arg = truth(condition.args()[0]);
        return arg ? std::optional(!*arg) : std::nullopt;
    }
    if (condition.op() == Op::logicAnd || condition.op() == Op::logicOr) {
        const bool deciding = condition.op() == Op::logicOr;
        bool all = true;
        for (const Expr& arg : condition.args()) {
            const auto one = truth(arg);
            if (one && *one == deciding)
                return deciding;
            all = all && one;
        }
        return all ? std::optional(!deciding) : std::nullopt;
    }
    const Ends value = endsOf(condition);
    if (value.low && value.high && *value.low == 0 && *value.high == 0)
        return false;
    if ((value.low && *value.low > 0) || (value.high && *value.high < 0))
        return true;
    return std::nullopt;
}

bool IndexRanges::assume(const Expr& condition, bool holds) {
    if (const auto decided = truth(condition); decided && *decided != holds)
        return false;
    if (condition.op() == Op::compare)
        return assumeComparison(holds ? condition.name() : opposite(condition.name()),
                                condition.args()[0], condition.args()[1]);
    if (condition.op() == Op::logicNot)
        return assume(condition.args()[0], !holds);
    const bool all = condition.op() == (holds ? Op::logicAnd : Op::logicOr);
    bool possible = true;
    if (all)
        for (const Expr& arg : condition.args())
            possible = assume(arg, holds) && possible;
    return possible;
}

bool IndexRanges::assumeComparison(std::string relation, const Expr& a, const Expr& b) {
    const Ends left = endsOf(a);
    const Ends right = endsOf(b);
    bool possible = narrow(a, relation, right);
    possible = narrow(b, mirrored(relation), left) && possible;
    // x + 1 < n says x < n - 1, and 2 * x >= 0 says x >= 0.
    const Expr distance = symbolic::expand(a - b);
    for (const std::string& name : symbolic::freeSymbols(distance)) {
        const Expr x = Expr::symbol(name);
        for (const std::int64_t sign : {1, -1}) {
            const Expr rest = symbolic::expand(Expr(sign) * x - distance); // sign * x REL rest
            if (symbolic::freeSymbols(rest).contains(name) || (x == a && rest == b))
                continue;
            const Ends limit = endsOf(rest);
            const Ends ofX = sign > 0 ? limit : Ends{times(limit.high, -1), times(limit.low, -1)};
            possible = narrow(x, sign > 0 ? relation : mirrored(relation), ofX) && possible;
        }
    }
    return possible;
}

/// `e` stands in the relation to some value between the ends of `other`.
bool IndexRanges::narrow(const Expr& e, const std::string& relation, const Ends& other) {
    if (e.isInteger())
        return true;
    const Ends now = narrowed(endsOf(e), relation, other);
    assumed_.emplace_back(e, now);
    return !(now.low && now.high && *now.high < *now.low);
}

} // namespace mw::inputs
