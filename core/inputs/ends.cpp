// Arithmetic on ranges of integers of which either end may be open.
#include "core/inputs/ends.h"

#include <algorithm>

namespace mw::inputs {

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

std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::int64_t ceilDivide(std::int64_t a, std::int64_t b) {
    return -floorDivide(-a, b);
}

void keepLower(End& high, const End& limit) {
    if (limit && (!high || *limit < *high))
        high = limit;
}

void keepHigher(End& low, const End& limit) {
    if (limit && (!low || *limit > *low))
        low = limit;
}

Ends joined(const Ends& a, const Ends& b) {
    return {a.low && b.low ? End(std::min(*a.low, *b.low)) : std::nullopt,
            a.high && b.high ? End(std::max(*a.high, *b.high)) : std::nullopt};
}

Ends productOf(const Ends& a, const Ends& b) {
    const bool constant = b.low && b.low == b.high;
    if (constant && *b.low >= 0) // an open end stays open on its side
        return {times(a.low, *b.low), times(a.high, *b.low)};
    if (constant)
        return {times(a.high, *b.low), times(a.low, *b.low)};
    if (!a.low || !a.high || !b.low || !b.high)
        return {};
    Ends result{INT64_MAX, INT64_MIN};
    for (const std::int64_t x : {*a.low, *a.high})
        for (const std::int64_t y : {*b.low, *b.high}) {
            const End corner = times(x, y);
            if (!corner)
                return {};
            result = {std::min(*result.low, *corner), std::max(*result.high, *corner)};
        }
    return result;
}

Ends quotientOf(const Ends& a, std::int64_t by, bool up) {
    Ends result;
    if (a.low)
        result.low = up && *a.low >= 0 ? ceilDivide(*a.low, by) : floorDivide(*a.low, by);
    if (a.high)
        result.high = up || *a.high < 0 ? ceilDivide(*a.high, by) : *a.high / by;
    return result;
}

Ends remainderOf(const Ends& a, std::int64_t by) {
    if (a.low && a.high && *a.low >= 0 && *a.high < by)
        return a;
    return {a.low && *a.low >= 0 ? 0 : 1 - by, by - 1};
}

Ends extremeOf(const Ends& a, const Ends& b, bool least) {
    Ends result = a;
    if (least) // one bounded argument is enough for the near end
        keepLower(result.high, b.high);
    else
        keepHigher(result.low, b.low);
    End& far = least ? result.low : result.high;
    const End& otherFar = least ? b.low : b.high;
    if (!far || !otherFar)
        far = std::nullopt;
    else
        far = least ? std::min(*far, *otherFar) : std::max(*far, *otherFar);
    return result;
}

Ends absoluteOf(const Ends& a) {
    if (!a.low || !a.high)
        return {0, std::nullopt};
    const bool crosses = *a.low < 0 && *a.high > 0;
    const End first = times(a.low, *a.low < 0 ? -1 : 1);
    const End last = times(a.high, *a.high < 0 ? -1 : 1);
    if (!first || !last)
        return {0, std::nullopt};
    return {crosses ? 0 : std::min(*first, *last), std::max(*first, *last)};
}

} // namespace mw::inputs
