// Exact fractions that know when they overflow.
#include "core/symbolic/ratio.h"

#include <limits>

namespace mw::symbolic {

namespace {

Int128 gcd(Int128 a, Int128 b) {
    while (b != 0) {
        const Int128 rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

bool fits64(Int128 v) {
    return v >= std::numeric_limits<std::int64_t>::min() &&
           v <= std::numeric_limits<std::int64_t>::max();
}

Ratio product(Int128 a, Int128 b, Int128 c, Int128 d) {
    Int128 num = 0;
    Int128 den = 0;
    if (__builtin_mul_overflow(a, b, &num) || __builtin_mul_overflow(c, d, &den))
        return Ratio::invalid();
    return Ratio::of(num, den);
}

} // namespace

Ratio Ratio::of(Int128 num, Int128 den) {
    if (den == 1)
        return {num, 1, true};
    constexpr Int128 kMin = static_cast<Int128>(1) << 126;
    if (den == 0 || num > kMin || num < -kMin || den > kMin || den < -kMin)
        return invalid();
    const Int128 common = gcd(num, den);
    if (den < 0)
        return {-num / common, -den / common, true};
    return {num / common, den / common, true};
}

bool Ratio::fits() const {
    return valid && fits64(num) && fits64(den);
}

std::optional<std::int64_t> Ratio::asInteger() const {
    if (!isInteger() || !fits64(num))
        return std::nullopt;
    return static_cast<std::int64_t>(num);
}

Ratio Ratio::floor() const {
    if (!valid || den == 1)
        return *this;
    const Int128 quotient = num / den;
    return {num < 0 ? quotient - 1 : quotient, 1, true};
}

Ratio Ratio::ceiling() const {
    if (!valid || den == 1)
        return *this;
    const Int128 quotient = num / den;
    return {num > 0 ? quotient + 1 : quotient, 1, true};
}

Ratio operator+(const Ratio& a, const Ratio& b) {
    if (!a.valid || !b.valid)
        return Ratio::invalid();
    Int128 left = 0;
    Int128 right = 0;
    Int128 sum = 0;
    Int128 den = 0;
    if (__builtin_mul_overflow(a.num, b.den, &left) ||
        __builtin_mul_overflow(b.num, a.den, &right) || __builtin_add_overflow(left, right, &sum) ||
        __builtin_mul_overflow(a.den, b.den, &den))
        return Ratio::invalid();
    return Ratio::of(sum, den);
}

Ratio operator-(const Ratio& a, const Ratio& b) {
    return a + b * Ratio{-1, 1, true};
}

Ratio operator*(const Ratio& a, const Ratio& b) {
    if (!a.valid || !b.valid)
        return Ratio::invalid();
    return product(a.num, b.num, a.den, b.den);
}

Ratio operator/(const Ratio& a, const Ratio& b) {
    if (!a.valid || !b.valid || b.num == 0)
        return Ratio::invalid();
    return product(a.num, b.den, a.den, b.num);
}

int compare(const Ratio& a, const Ratio& b) {
    const Int128 left = a.num * b.den;
    const Int128 right = b.num * a.den;
    return left < right ? -1 : left > right ? 1 : 0;
}

} // namespace mw::symbolic
