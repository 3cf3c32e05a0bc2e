#pragma once

#include <cstdint>
#include <optional>

namespace mw::symbolic {

__extension__ using Int128 = __int128;

/// Exact quotient of integers, reduced, denominator positive. An operation that leaves 128 bits
/// clears `valid`, and so does a zero denominator; nothing ever wraps.
struct Ratio {
    Int128 num = 0;
    Int128 den = 1;
    bool valid = true;

    static Ratio of(Int128 num, Int128 den = 1);
    static Ratio invalid() { return {0, 1, false}; }

    bool isInteger() const { return valid && den == 1; }
    bool isZero() const { return valid && num == 0; }
    bool isOne() const { return valid && num == 1 && den == 1; }
    /// Both parts fit into 64 bits.
    bool fits() const;
    std::optional<std::int64_t> asInteger() const;
    Ratio floor() const;
    Ratio ceiling() const;
    Ratio truncated() const { return num < 0 ? ceiling() : floor(); }
    double asReal() const { return static_cast<double>(num) / static_cast<double>(den); }
};

Ratio operator+(const Ratio& a, const Ratio& b);
Ratio operator-(const Ratio& a, const Ratio& b);
Ratio operator*(const Ratio& a, const Ratio& b);
Ratio operator/(const Ratio& a, const Ratio& b);
/// -1, 0, 1; both must be valid and fit into 64 bits.
int compare(const Ratio& a, const Ratio& b);

} // namespace mw::symbolic
