// Bounds of an index by interval arithmetic over the elements that are read.
#include "core/inputs/index_range.h"

#include "core/analysis/interval.h"
#include "core/support/overload.h"

#include <algorithm>
#include <utility>

namespace mw::inputs {

namespace {

using analysis::IndexUse;
using symbolic::Expr;
using symbolic::Op;

using End = std::optional<std::int64_t>;

End plus(const End& a, const End& b) {
    std::int64_t result = 0;
    if (!a || !b || __builtin_add_overflow(*a, *b, &result))
        return std::nullopt;
    return result;
}

End times(const End& a, std::int64_t factor) {
    std::int64_t result = 0;
    if (!a || __builtin_mul_overflow(*a, factor, &result))
        return std::nullopt;
    return result;
}

/// Rounded towards `down`: what stands for both mathematical and truncating division.
std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
std::int64_t ceilDivide(std::int64_t a, std::int64_t b) {
    return -floorDivide(-a, b);
}

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

void keepLower(End& high, const End& limit) {
    if (limit && (!high || *limit < *high))
        high = limit;
}
void keepHigher(End& low, const End& limit) {
    if (limit && (!low || *limit > *low))
        low = limit;
}

/// A name that is computed from its earlier values is followed through so many steps before an end
/// that still moves counts as open; within others through fewer.
constexpr int kMostSteps = 40;
constexpr int kMostInnerSteps = 4;
/// Sums within sums that are related to each other.
constexpr int kMostRelated = 8;

/// So many values of one name are kept apart.
constexpr std::size_t kMostValues = 20'000;

/// Languages round what this divides in different ways.
bool dividesNegative(const Expr& e, const symbolic::Bindings& values) {
    if (e.op() == Op::mod || e.op() == Op::intFloor || e.op() == Op::intCeil ||
        e.op() == Op::divide) {
        const auto dividend = symbolic::evaluateInteger(e.args()[0], values);
        const auto divisor = symbolic::evaluateInteger(e.args()[1], values);
        if (!dividend || !divisor || *dividend < 0 || *divisor <= 0)
            return true;
    }
    return std::ranges::any_of(e.args(),
                               [&](const Expr& arg) { return dividesNegative(arg, values); });
}

bool haveCommon(const Expr& a, const Expr& b) {
    const auto names = symbolic::freeSymbols(a), others = symbolic::freeSymbols(b);
    return std::ranges::any_of(names, [&](const auto& name) { return others.contains(name); });
}

/// A term of a sum as an integer times the rest.
std::pair<std::int64_t, Expr> factored(const Expr& term) {
    if (term.op() != Op::mul || !term.args()[0].isInteger())
        return {1, term};
    const auto rest = term.args().subspan(1);
    return {term.args()[0].value(),
            rest.size() == 1 ? rest[0] : Expr::make(Op::mul, {rest.begin(), rest.end()})};
}

/// The same sum in forms that show more: min(a, b) + c as min(a + c, b + c), and a multiple of the
/// divisor times a quotient as what the remainder leaves of the dividend.
std::vector<Expr> otherForms(const Expr& sum) {
    std::vector<Expr> forms;
    for (const Expr& term : sum.args()) {
        const auto [factor, inner] = factored(term);
        if (factor == 0)
            continue;
        if (inner.op() == Op::min || inner.op() == Op::max) {
            const Expr rest = symbolic::expand(sum - term);
            if (!haveCommon(rest, inner))
                continue;
            std::vector<Expr> moved;
            for (const Expr& arg : inner.args())
                moved.push_back(symbolic::expand(Expr(factor) * arg + rest));
            const bool least = (inner.op() == Op::min) == (factor > 0);
            forms.push_back(Expr::make(least ? Op::min : Op::max, std::move(moved)));
        }
        const auto divisor =
            inner.op() == Op::intFloor ? inner.args()[1].asInteger().value_or(0) : std::int64_t{0};
        if (divisor > 0 && factor % divisor == 0) {
            const Expr& dividend = inner.args()[0];
            const Expr whole = dividend - Expr::make(Op::mod, {dividend, inner.args()[1]});
            forms.push_back(symbolic::expand(sum - term + Expr(factor / divisor) * whole));
        }
    }
    return forms;
}

/// A remainder of a negative number can be one, and has no simple bounds of its own.
bool hasRemainderOf(const Expr& e, const std::string& name) {
    if (e.op() == Op::mod)
        return symbolic::freeSymbols(e).contains(name);
    return std::ranges::any_of(e.args(),
                               [&](const Expr& arg) { return hasRemainderOf(arg, name); });
}

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
    result.low = half(use.low).low;
    result.high = half(use.high).high;
    assumed_.clear();
}

std::optional<IntegerRange> IndexRanges::bounds(const Expr& e) {
    const Half ends = half(e);
    return ends.low && ends.high ? std::optional(IntegerRange{*ends.low, *ends.high})
                                 : std::nullopt;
}

IndexRanges::Half IndexRanges::half(const Expr& e) {
    Half ends = compute(e);
    if (relates_)
        if (const auto all = overValues(e)) {
            keepHigher(ends.low, all->low);
            keepLower(ends.high, all->high);
        }
    if (relates_ && e.op() == Op::add && depth_ < kMostRelated) {
        const Half other = related(e);
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

IndexRanges::Half IndexRanges::compute(const Expr& e) {
    switch (e.op()) {
    case Op::integer:
        return {e.value(), e.value()};
    case Op::symbol:
        return symbol(e.name());
    case Op::add: {
        Half sum{0, 0};
        for (const Expr& arg : e.args()) {
            const Half term = half(arg);
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
    case Op::abs: {
        const Half arg = half(e.args()[0]);
        if (!arg.low || !arg.high)
            return {0, std::nullopt};
        const bool crosses = *arg.low < 0 && *arg.high > 0;
        const End a = times(arg.low, *arg.low < 0 ? -1 : 1);
        const End b = times(arg.high, *arg.high < 0 ? -1 : 1);
        if (!a || !b)
            return {0, std::nullopt};
        return {crosses ? 0 : std::min(*a, *b), std::max(*a, *b)};
    }
    case Op::select:
        return select(e);
    case Op::compare:
    case Op::logicAnd:
    case Op::logicOr:
    case Op::logicNot: {
        const auto decided = truth(e);
        return decided ? Half{*decided ? 1 : 0, *decided ? 1 : 0} : Half{0, 1};
    }
    default: {
        const auto value = symbolic::evaluateInteger(e, symbols_);
        return value ? Half{*value, *value} : Half{};
    }
    }
}

IndexRanges::Half IndexRanges::symbol(const std::string& name) {
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
        return now->second.value_or(Half{});
    }
    if (!pending_.insert(name).second)
        return {};
    // What conditions say of one name may make another one smaller: that is not kept.
    Half found = named(name, what->second);
    pending_.erase(name);
    if (assumed_.empty() && carried_.empty())
        known_.emplace(std::pair(relates_, name), found);
    return found;
}

IndexRanges::Half IndexRanges::joined(const Half& a, const Half& b) {
    return {a.low && b.low ? End(std::min(*a.low, *b.low)) : std::nullopt,
            a.high && b.high ? End(std::max(*a.high, *b.high)) : std::nullopt};
}

IndexRanges::Half IndexRanges::named(const std::string& name, const analysis::IndexName& what) {
    return std::visit(
        Overload{
            [&](const analysis::IndexParameter& parameter) -> Half {
                return {half(parameter.range.begin).low, half(parameter.range.end).high};
            },
            [&](const analysis::IndexElement& element) -> Half {
                std::vector<std::optional<IntegerRange>> box;
                for (const auto& at : element.at)
                    box.push_back(at ? bounds(*at) : std::nullopt);
                const auto range = values_.range(element.argument, box);
                return range ? Half{range->low, range->high} : Half{};
            },
            [&](const analysis::IndexChoice& choice) -> Half {
                // Each value was worked out at another time, when no condition held yet.
                const auto now = std::exchange(assumed_, {});
                const Half all = carried(name, choice);
                assumed_ = now;
                return all;
            },
            [&](const analysis::IndexUnknown& /*unknown*/) -> Half { return {}; },
        },
        what);
}

/// What the values can be as far as is known by now; nullopt: each needs one that is not there yet.
/// `complete`: none does.
std::optional<IndexRanges::Half> IndexRanges::anyOf(const analysis::IndexChoice& choice,
                                                    bool& complete) {
    std::optional<Half> all;
    complete = true;
    for (const Expr& value : choice.values) {
        const bool before = std::exchange(tooEarly_, false);
        const Half one = half(value);
        if (std::exchange(tooEarly_, before)) {
            complete = false;
            continue;
        }
        all = all ? joined(*all, one) : one;
    }
    return all;
}

/// A value may be computed from an earlier one of the same name: begins with the values that are
/// not, and goes on until nothing new comes about. An end that does not come to rest is moved to
/// zero or opened; the values that follow from that may bound it again.
IndexRanges::Half IndexRanges::carried(const std::string& name,
                                       const analysis::IndexChoice& choice) {
    // The name at hand stands for the one that is carried, which is another one.
    const int steps = carried_.size() <= 1 ? kMostSteps : kMostInnerSteps;
    std::optional<Half>& now = carried_[name];
    bool complete = false;
    std::optional<Half> found = anyOf(choice, complete);
    for (int step = 0; found && !complete; ++step) {
        Half next = now ? joined(*now, *found) : *found;
        const bool lower = now && next.low != now->low, higher = now && next.high != now->high;
        if (now && !lower && !higher)
            break;
        if (lower && step >= steps)
            next.low = next.low && *next.low >= 0 ? End(0) : std::nullopt;
        if (higher && step >= steps)
            next.high = next.high && *next.high <= 0 ? End(0) : std::nullopt;
        now = next;
        bool last = false;
        found = anyOf(choice, last);
    }
    carried_.erase(name);
    tooEarly_ = tooEarly_ || (!found && !carried_.empty());
    return found.value_or(Half{});
}

// ---- all values of a name, one by one

/// The only name in an expression that is none of the program's symbols, where that is one of
/// several values.
std::optional<std::string> IndexRanges::choiceIn(const Expr& e) const {
    std::optional<std::string> choice;
    for (const std::string& name : symbolic::freeSymbols(e)) {
        const auto found = uses_.names.find(name);
        if (found == uses_.names.end())
            continue;
        if (choice || !std::holds_alternative<analysis::IndexChoice>(found->second))
            return std::nullopt;
        choice = name;
    }
    return choice;
}

const std::optional<std::set<std::int64_t>>& IndexRanges::valuesOf(const std::string& name) {
    const auto [known, fresh] = valuesOf_.try_emplace(name); // nothing while it is looked for
    if (fresh)
        known->second = findValues(name);
    return known->second;
}

/// Those that do not follow from others, and what follows from each, as long as there are new ones.
std::optional<std::set<std::int64_t>> IndexRanges::findValues(const std::string& name) {
    std::set<std::int64_t> found;
    std::vector<std::int64_t> open;
    const auto add = [&](const Expr& value, const symbolic::Bindings& bindings) {
        const auto one = symbolic::evaluateInteger(value, bindings);
        if (!one || dividesNegative(value, bindings))
            return false;
        if (found.insert(*one).second)
            open.push_back(*one);
        return found.size() <= kMostValues;
    };
    symbolic::Bindings bindings = symbols_;
    std::vector<Expr> following;
    for (const Expr& value : std::get<analysis::IndexChoice>(uses_.names.at(name)).values) {
        const auto other = choiceIn(value);
        if (other == name) {
            following.push_back(value);
        } else if (!other) {
            if (!add(value, bindings))
                return std::nullopt;
        } else {
            const auto& before = valuesOf(*other);
            symbolic::Bindings with = symbols_;
            for (const std::int64_t one : before.value_or(std::set<std::int64_t>())) {
                with[*other] = symbolic::Value::integer(one);
                if (!add(value, with))
                    return std::nullopt;
            }
            if (!before)
                return std::nullopt;
        }
    }
    while (!open.empty()) {
        bindings[name] = symbolic::Value::integer(open.back());
        open.pop_back();
        for (const Expr& value : following)
            if (!add(value, bindings))
                return std::nullopt;
    }
    return found;
}

/// Bounds of an expression over all values of the one name in it; nullopt: not known.
std::optional<IndexRanges::Half> IndexRanges::overValues(const Expr& e) {
    const auto name = choiceIn(e);
    const auto* all = name ? &valuesOf(*name) : nullptr;
    if (!all || !*all || (*all)->empty())
        return std::nullopt;
    symbolic::Bindings bindings = symbols_;
    std::optional<Half> ends;
    for (const std::int64_t value : **all) {
        bindings[*name] = symbolic::Value::integer(value);
        const auto one = symbolic::evaluateInteger(e, bindings);
        if (!one || dividesNegative(e, bindings))
            return std::nullopt;
        ends = ends ? joined(*ends, {*one, *one}) : Half{*one, *one};
    }
    return ends;
}

// ---- what names say about each other

/// The range of a parameter; null: that is none.
const symbolic::Range* IndexRanges::parameter(const std::string& name) const {
    const auto found = uses_.names.find(name);
    const auto* what = found == uses_.names.end()
                           ? nullptr
                           : std::get_if<analysis::IndexParameter>(&found->second);
    return what ? &what->range : nullptr;
}

/// The least and the greatest that the sum can be over the range of a parameter that no range of
/// another one in it depends on, and whose own range depends on something.
std::optional<std::pair<Expr, Expr>> IndexRanges::withoutParameter(const Expr& sum) const {
    const auto names = symbolic::freeSymbols(sum);
    for (const std::string& name : names) {
        const symbolic::Range* range = parameter(name);
        if (!range || range->step.asInteger().value_or(0) <= 0 ||
            (range->begin.isInteger() && range->end.isInteger()))
            continue;
        const bool inner = std::ranges::none_of(names, [&](const std::string& other) {
            const symbolic::Range* its = parameter(other);
            return its && analysis::dependsOn(*its, name);
        });
        if (!inner || hasRemainderOf(sum, name))
            continue;
        if (const auto ends = analysis::bounds(sum, name, *range))
            return std::pair(symbolic::expand(ends->low), symbolic::expand(ends->high));
    }
    return std::nullopt;
}

IndexRanges::Half IndexRanges::related(const Expr& sum) {
    Half result;
    ++depth_;
    for (const Expr& form : otherForms(sum)) {
        const Half ends = half(form);
        keepHigher(result.low, ends.low);
        keepLower(result.high, ends.high);
    }
    if (const auto ends = withoutParameter(sum)) {
        keepHigher(result.low, half(ends->first).low);
        keepLower(result.high, half(ends->second).high);
    }
    --depth_;
    return result;
}

IndexRanges::Half IndexRanges::product(const Expr& e) {
    Half result{1, 1};
    for (const Expr& arg : e.args()) {
        const Half factor = half(arg);
        const bool constant = factor.low && factor.low == factor.high;
        if (constant && *factor.low >= 0) { // an open end stays open on its side
            result = {times(result.low, *factor.low), times(result.high, *factor.low)};
            continue;
        }
        if (constant) {
            result = {times(result.high, *factor.low), times(result.low, *factor.low)};
            continue;
        }
        if (!result.low || !result.high || !factor.low || !factor.high)
            return {};
        Half next{INT64_MAX, INT64_MIN};
        for (const std::int64_t a : {*result.low, *result.high})
            for (const std::int64_t b : {*factor.low, *factor.high}) {
                const End corner = times(a, b);
                if (!corner)
                    return {};
                next = {std::min(*next.low, *corner), std::max(*next.high, *corner)};
            }
        result = next;
    }
    return result;
}

/// Of a parameter that goes in steps of a multiple of the divisor.
std::optional<std::int64_t> IndexRanges::remainderOf(const Expr& e, std::int64_t divisor) const {
    const symbolic::Range* range = e.isSymbol() ? parameter(e.name()) : nullptr;
    const bool steps = range && range->step.isInteger() && range->step.value() > 0 &&
                       range->step.value() % divisor == 0;
    if (!steps || !range->begin.isInteger() || range->begin.value() < 0)
        return std::nullopt;
    return range->begin.value() % divisor;
}

/// Languages round negative quotients differently: the range holds both.
IndexRanges::Half IndexRanges::quotient(const Expr& e) {
    const Half a = half(e.args()[0]);
    const Half b = half(e.args()[1]);
    if (!b.low || b.low != b.high || *b.low <= 0)
        return {};
    const std::int64_t by = *b.low;
    if (e.op() == Op::mod) {
        if (const auto fixed = remainderOf(e.args()[0], by))
            return {fixed, fixed};
        if (a.low && a.high && *a.low >= 0 && *a.high < by)
            return a;
        return {a.low && *a.low >= 0 ? 0 : 1 - by, by - 1};
    }
    Half result;
    if (a.low)
        result.low = e.op() == Op::intCeil ? ceilDivide(*a.low, by) : floorDivide(*a.low, by);
    if (a.high)
        result.high = e.op() == Op::intCeil || *a.high < 0 ? ceilDivide(*a.high, by) : *a.high / by;
    if (result.low && e.op() == Op::intCeil && *a.low < 0)
        result.low = floorDivide(*a.low, by);
    return result;
}

IndexRanges::Half IndexRanges::extreme(const Expr& e) {
    const bool least = e.op() == Op::min;
    Half result = half(e.args()[0]);
    for (const Expr& arg : e.args().subspan(1)) {
        const Half other = half(arg);
        End& near = least ? result.high : result.low; // one bounded argument is enough
        const End& otherNear = least ? other.high : other.low;
        if (least)
            keepLower(near, otherNear);
        else
            keepHigher(near, otherNear);
        End& far = least ? result.low : result.high;
        const End& otherFar = least ? other.low : other.high;
        if (!far || !otherFar)
            far = std::nullopt;
        else
            far = least ? std::min(*far, *otherFar) : std::max(*far, *otherFar);
    }
    return result;
}

IndexRanges::Half IndexRanges::select(const Expr& e) {
    const auto decided = truth(e.args()[0]);
    const auto branch = [&](bool holds) -> std::optional<Half> {
        if (decided && *decided != holds)
            return std::nullopt;
        const auto before = assumed_;
        std::optional<Half> result;
        if (assume(e.args()[0], holds))
            result = half(e.args()[holds ? 1 : 2]);
        assumed_ = before;
        return result;
    };
    const auto then = branch(true);
    const auto otherwise = branch(false);
    if (!then || !otherwise)
        return then ? *then : otherwise ? *otherwise : Half{};
    return joined(*then, *otherwise);
}

// ---- conditions

std::optional<bool> IndexRanges::truth(const Expr& condition) {
    if (condition.op() == Op::compare)
        return comparison(condition.name(), condition.args()[0], condition.args()[1]);
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
    const Half value = half(condition);
    if (value.low && value.high && *value.low == 0 && *value.high == 0)
        return false;
    if ((value.low && *value.low > 0) || (value.high && *value.high < 0))
        return true;
    return std::nullopt;
}

std::optional<bool> IndexRanges::comparison(const std::string& relation, const Expr& a,
                                            const Expr& b) {
    const Half left = half(a);
    const Half right = half(b);
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
    const Half left = half(a);
    const Half right = half(b);
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
            const Half limit = half(rest);
            const Half ofX = sign > 0 ? limit : Half{times(limit.high, -1), times(limit.low, -1)};
            possible = narrow(x, sign > 0 ? relation : mirrored(relation), ofX) && possible;
        }
    }
    return possible;
}

/// `e` stands in the relation to some value between the ends of `other`.
bool IndexRanges::narrow(const Expr& e, const std::string& relation, const Half& other) {
    if (e.isInteger())
        return true;
    Half now = half(e);
    const bool below = relation == "<" || relation == "<=" || relation == "==";
    const bool above = relation == ">" || relation == ">=" || relation == "==";
    const std::int64_t strict = relation == "<" || relation == ">" ? 1 : 0;
    if (below)
        keepLower(now.high, plus(other.high, -strict));
    if (above)
        keepHigher(now.low, plus(other.low, strict));
    if (relation == "!=" && other.low && other.low == other.high) {
        if (now.low == other.low)
            now.low = plus(now.low, 1);
        if (now.high == other.high)
            now.high = plus(now.high, -1);
    }
    assumed_.emplace_back(e, now);
    return !(now.low && now.high && *now.high < *now.low);
}

} // namespace mw::inputs
