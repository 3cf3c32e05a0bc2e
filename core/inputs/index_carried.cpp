// Bounds of names that are computed from their own earlier values.
#include "core/inputs/index_range.h"

#include <utility>

namespace mw::inputs {

namespace {

using symbolic::Expr;

/// A name that is computed from its earlier values is followed through so many steps before an end
/// that still moves counts as open; two or more levels within others through fewer.
constexpr int kMostSteps = 40;
constexpr int kMostInnerSteps = 4;

} // namespace

/// What the values can be as far as is known by now; nullopt: each needs one that is not there yet.
/// `complete`: none does.
std::optional<Ends> IndexRanges::anyOf(const analysis::IndexChoice& choice, bool& complete) {
    std::optional<Ends> all;
    complete = true;
    for (const Expr& value : choice.values) {
        const bool before = std::exchange(tooEarly_, false);
        const Ends one = endsOf(value);
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
Ends IndexRanges::carried(const std::string& name, const analysis::IndexChoice& choice) {
    // The first level of nesting gets all steps too: a name may only stand for the one around it.
    const int steps = carried_.size() <= 1 ? kMostSteps : kMostInnerSteps;
    std::optional<Ends>& now = carried_[name];
    bool complete = false;
    std::optional<Ends> found = anyOf(choice, complete);
    for (int step = 0; found && !complete; ++step) {
        Ends next = now ? joined(*now, *found) : *found;
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
    return found.value_or(Ends{});
}

} // namespace mw::inputs
