#pragma once

#include <cstdint>
#include <optional>

namespace mw::inputs {

using End = std::optional<std::int64_t>; ///< nullopt: open

/// Smallest and largest value of an integer, as far as these are known.
struct Ends {
    End low, high;
};

/// Open where the result leaves 64 bits.
End plus(const End& a, const End& b);
End times(const End& a, std::int64_t factor);

/// `b` > 0. Rounded down and up, whatever the sign of `a`.
std::int64_t floorDivide(std::int64_t a, std::int64_t b);
std::int64_t ceilDivide(std::int64_t a, std::int64_t b);

/// Moves the end to the limit where that is the closer one; an open limit changes nothing.
void keepLower(End& high, const End& limit);
void keepHigher(End& low, const End& limit);

/// Either of the two.
Ends joined(const Ends& a, const Ends& b);

Ends productOf(const Ends& a, const Ends& b);
/// `by` > 0; `up`: rounded up, else down or towards zero. Languages round negative quotients and
/// remainders differently: the ends hold for all of them.
Ends quotientOf(const Ends& a, std::int64_t by, bool up);
Ends remainderOf(const Ends& a, std::int64_t by);
/// The smaller (`least`) or the larger of the two.
Ends extremeOf(const Ends& a, const Ends& b, bool least);
Ends absoluteOf(const Ends& a);

} // namespace mw::inputs
