#pragma once

#include <cmath>
#include <cstdarg>
#include <cstdio>

// What the host program of an exported library computes with, as core/symbolic/evaluate.cpp has it:
// integers of 64 bits that never wrap, quotients that truncate where they stand, reals as doubles.
// This text becomes part of every such library; it needs no more than C's library.

namespace mw::library {

using Int = long long;
__extension__ using Wide = __int128;

/// What a call came to. The numbers are also CUDA's and HIP's for the same; those of a device are
/// its own.
enum Code : int { kFine = 0, kBadValue = 1, kNoMemory = 2 };

struct Status {
    int code = kFine;
    char sentence[400] = "";
};

/// Notes what went wrong first: everything that follows may follow from it.
__attribute__((format(printf, 3, 4))) inline void refuse(Status& status, int code,
                                                         const char* format, ...) {
    if (status.code != kFine)
        return;
    status.code = code;
    va_list values;
    va_start(values, format);
    std::vsnprintf(status.sentence, sizeof status.sentence, format, values);
    va_end(values);
}

inline Int fit(Status& status, Wide value) {
    const Int narrow = static_cast<Int>(value);
    if (narrow == value)
        return narrow;
    refuse(status, kBadValue, "a value does not fit into 64 bits");
    return 0;
}

/// Of all factors, before it is checked.
template <class... Factors>
Int product(Status& status, Wide first, Factors... factors) {
    Wide total = first;
    bool overflows = false;
    ((overflows = __builtin_mul_overflow(total, static_cast<Wide>(factors), &total) || overflows),
     ...);
    if (overflows)
        refuse(status, kBadValue, "a value does not fit into 64 bits");
    return overflows ? 0 : fit(status, total);
}

inline bool isDivisor(Status& status, Wide value) {
    if (value == 0)
        refuse(status, kBadValue, "an expression divides by zero");
    return value != 0;
}

/// Towards minus infinity, and towards plus infinity.
inline Int floorDiv(Status& status, Wide a, Wide b) {
    if (!isDivisor(status, b))
        return 0;
    const Wide quotient = a / b;
    return fit(status, quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient);
}
inline Int ceilDiv(Status& status, Wide a, Wide b) {
    if (!isDivisor(status, b))
        return 0;
    const Wide quotient = a / b;
    return fit(status, quotient * b != a && (a < 0) == (b < 0) ? quotient + 1 : quotient);
}
/// Towards zero.
inline Int quotient(Status& status, Int a, Int b) {
    return isDivisor(status, b) ? fit(status, static_cast<Wide>(a) / b) : 0;
}
inline Int modulo(Status& status, Int a, Int b) {
    const Wide down = floorDiv(status, a, b);
    return fit(status, a - down * b);
}
inline Int remainder(Status& status, Int a, Int b) {
    return isDivisor(status, b) ? static_cast<Int>(static_cast<Wide>(a) % b) : 0;
}
inline double realFloorDiv(double a, double b) {
    return std::floor(a / b);
}
inline double realCeilDiv(double a, double b) {
    return std::ceil(a / b);
}
inline double realModulo(double a, double b) {
    return a - std::floor(a / b) * b;
}

template <class T>
T least(T a, T b) {
    return a > b ? b : a;
}
template <class T>
T largest(T a, T b) {
    return a < b ? b : a;
}
inline Int magnitude(Status& status, Int a) {
    return fit(status, a < 0 ? -static_cast<Wide>(a) : static_cast<Wide>(a));
}

inline Int power(Status& status, Int base, Int exponent) {
    if (base == 0 && exponent < 0)
        return isDivisor(status, 0) ? 1 : 0;
    if (base == 0 || base == 1)
        return exponent == 0 ? 1 : base;
    if (base == -1)
        return exponent % 2 == 0 ? 1 : -1;
    if (exponent < 0) {
        refuse(status, kBadValue, "an integer is raised to a negative power");
        return 0;
    }
    Int result = 1;
    for (Int i = 0; i < exponent && status.code == kFine; ++i)
        result = fit(status, static_cast<Wide>(result) * base);
    return result;
}

/// What floor and ceiling round: sums of quotients, exact until then.
struct Ratio {
    Wide num = 0, den = 1;
};
inline Ratio ratio(Status& status, Int num, Int den) {
    return isDivisor(status, den) ? Ratio{num, den} : Ratio{};
}
inline Ratio plus(Status& status, Ratio a, Ratio b) {
    Wide left = 0;
    Wide right = 0;
    Ratio sum;
    if (__builtin_mul_overflow(a.num, b.den, &left) ||
        __builtin_mul_overflow(b.num, a.den, &right) ||
        __builtin_add_overflow(left, right, &sum.num) ||
        __builtin_mul_overflow(a.den, b.den, &sum.den))
        refuse(status, kBadValue, "a value does not fit into 64 bits");
    return sum.den == 0 ? Ratio{} : sum;
}
inline Int floorOf(Status& status, Ratio a) {
    return floorDiv(status, a.num, a.den);
}
inline Int ceilingOf(Status& status, Ratio a) {
    return ceilDiv(status, a.num, a.den);
}

/// A cast in C: integers wrap to the width, which is negative for unsigned types. What does not fit
/// of a real number becomes what x86 makes of it.
inline Int wrapped(Wide whole, int width) {
    const int bits = width < 0 ? -width : width;
    const Wide range = static_cast<Wide>(1) << bits;
    Wide inside = whole % range;
    if (inside < 0)
        inside += range;
    if (width > 0 && inside >= range / 2)
        inside -= range;
    return static_cast<Int>(inside);
}
inline Int toInteger(Status& status, Int value, int width) {
    const Int inside = wrapped(value, width);
    if (width == -64 && value < 0)
        refuse(status, kBadValue, "a value does not fit into 64 bits");
    return inside;
}
inline Int toInteger(Status& status, double value, int width) {
    constexpr double limit = 9223372036854775808.0; // 2^63
    const Wide one = 1;
    if (width == -64 && value >= limit && value < 2 * limit) {
        refuse(status, kBadValue, "a value does not fit into 64 bits");
        return 0;
    }
    if (!(value >= -limit && value < limit))
        return toInteger(status, static_cast<Int>(-(one << (width == 32 ? 31 : 63))), width);
    const auto whole = static_cast<Wide>(value);
    const bool fits = whole >= -(one << 31) && whole < (one << 31);
    return toInteger(status, static_cast<Int>(width == 32 && !fits ? -(one << 31) : whole), width);
}
inline Int toNearest(Status& status, double value) {
    if (std::fabs(value) < 9.2e18)
        return static_cast<Int>(std::nearbyint(value));
    refuse(status, kBadValue, "a value does not fit into 64 bits");
    return 0;
}

inline Int shiftLeft(Status& status, Int a, Int b) {
    if (b >= 0 && b < 64)
        return fit(status, static_cast<Wide>(a) * (static_cast<Wide>(1) << b));
    refuse(status, kBadValue, "a number is shifted by %lld bits", b);
    return 0;
}
inline Int shiftRight(Status& status, Int a, Int b) {
    if (b >= 0 && b < 64)
        return a >> b;
    refuse(status, kBadValue, "a number is shifted by %lld bits", b);
    return 0;
}

inline double signOf(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}
inline double stepOf(double x) {
    return x > 0 ? 1 : x < 0 ? 0 : 0.5;
}

/// And, or: one argument that decides is enough, the others need no value then.
template <class... Arguments>
Int decided(Status& status, Int deciding, const Arguments&... arguments) {
    Status missing;
    Int result = 1 - deciding;
    const auto one = [&](const auto& argument) {
        if (result == deciding || status.code != kFine)
            return;
        const bool truth = argument() != 0;
        if (status.code != kFine) {
            missing = status;
            status = Status{};
        } else if (truth == (deciding != 0)) {
            result = deciding;
        }
    };
    (one(arguments), ...);
    if (result != deciding && missing.code != kFine)
        status = missing;
    return result;
}

} // namespace mw::library
