// Bounds of an index by interval arithmetic over the elements that are read.
#include "core/inputs/index_range.h"

#include "core/inputs/sum_forms.h"
#include "core/support/overload.h"

#include <utility>

namespace mw::inputs {

namespace {

using analysis::IndexUse;
using symbolic::Expr;
using symbolic::Op;

/// Sums within sums that are related to each other.
constexpr int kMostRelated = 8;

} // namespace

IndexRanges::Reach IndexRanges::reach(const IndexUse& use) {
    Reach result;
    for (const bool relates : {false, true}) {
        relates_ = relates;
        result = {};
        reachWithin(use, result);
        const bool below = !result.low || *result.low < 0;
        const bool above = !result.high || !result.size || *result.high >= *result.size;
        if (!result.happens || (!below && !above))
            break;
    }
    relates_ = false;
    return result;
}

void IndexRanges::reachWithin(const IndexUse& use, Reach& result) {
    assumed_.clear();
    const auto size = bounds(use.size);
    if (size && size->low == size->high)
        result.size = size->low;
    for (const std::string& parameter : use.parameters) {
        const auto* what = std::get_if<analysis::IndexParameter>(&uses_.names.at(parameter));
        const auto trips = what ? bounds(what->range.end - what->range.begin) : std::nullopt;
        if (trips && trips->high < 0)
            result.happens = false;
    }
    // What one condition says can make another say more; `!=` takes one value off an end each time.
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds; ++round)
        for (const Expr& condition : use.conditions)
            result.happens = assume(condition, true) && result.happens;
    result.low = endsOf(use.low).low;
    result.high = endsOf(use.high).high;
    assumed_.clear();
}

std::optional<IntegerRange> IndexRanges::bounds(const Expr& e) {
    const Ends ends = endsOf(e);
    return ends.low && ends.high ? std::optional(IntegerRange{*ends.low, *ends.high})
                                 : std::nullopt;
}

Ends IndexRanges::endsOf(const Expr& e) {
    Ends ends = compute(e);
    if (relates_)
        if (const auto& all = choices_.over(e)) {
            keepHigher(ends.low, all->low);
            keepLower(ends.high, all->high);
        }
    if (relates_ && e.op() == Op::add && depth_ < kMostRelated) {
        const Ends other = related(e);
        keepHigher(ends.low, other.low);
        keepLower(ends.high, other.high);
    }
    for (const auto& [about, limits] : assumed_)
        if (about == e) {
            keepHigher(ends.low, limits.low);
            keepLower(ends.high, limits.high);
        }
    return ends;
}

Ends IndexRanges::compute(const Expr& e) {
    switch (e.op()) {
    case Op::integer:
        return {e.value(), e.value()};
    case Op::symbol:
        return symbol(e.name());
    case Op::add: {
        Ends sum{0, 0};
        for (const Expr& arg : e.args()) {
            const Ends term = endsOf(arg);
            sum = {plus(sum.low, term.low), plus(sum.high, term.high)};
        }
        return sum;
    }
    case Op::mul:
        return product(e);
    case Op::intFloor:
    case Op::intCeil:
    case Op::mod:
    case Op::divide:
        return quotient(e);
    case Op::min:
    case Op::max:
        return extreme(e);
    case Op::abs:
        return absoluteOf(endsOf(e.args()[0]));
    case Op::select:
        return select(e);
    case Op::compare:
    case Op::logicAnd:
    case Op::logicOr:
    case Op::logicNot: {
        const auto decided = truth(e);
        return decided ? Ends{*decided ? 1 : 0, *decided ? 1 : 0} : Ends{0, 1};
    }
    default: {
        const auto value = symbolic::evaluateInteger(e, symbols_);
        return value ? Ends{*value, *value} : Ends{};
    }
    }
}

Ends IndexRanges::symbol(const std::string& name) {
    const auto what = uses_.names.find(name);
    if (what == uses_.names.end()) {
        const auto value = symbols_.find(name);
        if (value == symbols_.end() || value->second.isReal)
            return {};
        return {value->second.i, value->second.i};
    }
    if (const auto known = known_.find({relates_, name}); known != known_.end())
        return known->second;
    if (const auto now = carried_.find(name); now != carried_.end()) {
        tooEarly_ = tooEarly_ || !now->second;
        return now->second.value_or(Ends{});
    }
    if (!pending_.insert(name).second)
        return {};
    // What conditions say of one name may make another one smaller: that is not kept.
    Ends found = named(name, what->second);
    pending_.erase(name);
    if (assumed_.empty() && carried_.empty())
        known_.emplace(std::pair(relates_, name), found);
    return found;
}

Ends IndexRanges::named(const std::string& name, const analysis::IndexName& what) {
    return std::visit(
        Overload{
            [&](const analysis::IndexParameter& parameter) -> Ends {
                return {endsOf(parameter.range.begin).low, endsOf(parameter.range.end).high};
            },
            [&](const analysis::IndexElement& element) -> Ends {
                std::vector<std::optional<IntegerRange>> box;
                for (const auto& at : element.at)
                    box.push_back(at ? bounds(*at) : std::nullopt);
                const auto range = values_.range(element.argument, box);
                return range ? Ends{range->low, range->high} : Ends{};
            },
            [&](const analysis::IndexChoice& choice) -> Ends {
                // Each value was worked out at another time, when no condition held yet.
                const auto now = std::exchange(assumed_, {});
                const Ends all = carried(name, choice);
                assumed_ = now;
                return all;
            },
            [&](const analysis::IndexUnknown& /*unknown*/) -> Ends { return {}; },
        },
        what);
}

// ---- what names say about each other

Ends IndexRanges::related(const Expr& sum) {
    Ends result;
    ++depth_;
    for (const Expr& form : otherForms(sum)) {
        const Ends ends = endsOf(form);
        keepHigher(result.low, ends.low);
        keepLower(result.high, ends.high);
    }
    if (const auto ends = withoutParameter(uses_.names, sum)) {
        keepHigher(result.low, endsOf(ends->first).low);
        keepLower(result.high, endsOf(ends->second).high);
    }
    --depth_;
    return result;
}

Ends IndexRanges::product(const Expr& e) {
    Ends result{1, 1};
    for (const Expr& arg : e.args()) {
        result = productOf(result, endsOf(arg));
        if (!result.low && !result.high)
            break;
    }
    return result;
}

Ends IndexRanges::quotient(const Expr& e) {
    const Ends a = endsOf(e.args()[0]);
    const Ends b = endsOf(e.args()[1]);
    if (!b.low || b.low != b.high || *b.low <= 0)
        return {};
    if (e.op() != Op::mod)
        return quotientOf(a, *b.low, e.op() == Op::intCeil);
    const auto fixed = fixedRemainder(uses_.names, e.args()[0], *b.low);
    return fixed ? Ends{fixed, fixed} : remainderOf(a, *b.low);
}

Ends IndexRanges::extreme(const Expr& e) {
    Ends result = endsOf(e.args()[0]);
    for (const Expr& arg : e.args().subspan(1))
        result = extremeOf(result, endsOf(arg), e.op() == Op::min);
    return result;
}

Ends IndexRanges::select(const Expr& e) {
    const auto decided = truth(e.args()[0]);
    const auto branch = [&](bool holds) -> std::optional<Ends> {
        if (decided && *decided != holds)
            return std::nullopt;
        const auto before = assumed_;
        std::optional<Ends> result;
        if (assume(e.args()[0], holds))
            result = endsOf(e.args()[holds ? 1 : 2]);
        assumed_ = before;
        return result;
    };
    const auto then = branch(true);
    const auto otherwise = branch(false);
    if (!then || !otherwise)
        return then ? *then : otherwise ? *otherwise : Ends{};
    return joined(*then, *otherwise);
}

} // namespace mw::inputs
