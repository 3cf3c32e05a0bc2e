// One typed number with the arithmetic of C.
#include "core/interp/scalar.h"

#include "core/ir/predicates.h"

#include <cstring>
#include <limits>

namespace mw::interp {

using ir::ScalarType;

namespace {

template <class T>
std::int64_t wrap(std::int64_t value) {
    return static_cast<std::int64_t>(static_cast<T>(value));
}

std::int64_t wrapTo(ScalarType type, std::int64_t value) {
    switch (type) {
    case ScalarType::boolean:
        return value != 0;
    case ScalarType::int8:
        return wrap<std::int8_t>(value);
    case ScalarType::int16:
        return wrap<std::int16_t>(value);
    case ScalarType::int32:
        return wrap<std::int32_t>(value);
    case ScalarType::uint8:
        return wrap<std::uint8_t>(value);
    case ScalarType::uint16:
        return wrap<std::uint16_t>(value);
    case ScalarType::uint32:
        return wrap<std::uint32_t>(value);
    default:
        return value;
    }
}

} // namespace

Scalar Scalar::integer(std::int64_t value, ScalarType type) {
    return {type, wrapTo(type, value), 0};
}
Scalar Scalar::real(double value, ScalarType type) {
    return {type, 0,
            type == ScalarType::float32 ? static_cast<double>(static_cast<float>(value)) : value};
}
Scalar Scalar::boolean(bool value) {
    return {ScalarType::boolean, value ? 1 : 0, 0};
}
bool Scalar::isFloating() const {
    return ir::isFloatingPoint(type);
}

double Scalar::asReal() const {
    if (isFloating())
        return d;
    return type == ScalarType::uint64 ? static_cast<double>(static_cast<std::uint64_t>(i))
                                      : static_cast<double>(i);
}

std::int64_t Scalar::asInteger() const {
    if (!isFloating())
        return i;
    constexpr double kLimit = 9223372036854775808.0; // 2^63
    const bool fits = d >= -kLimit && d < kLimit;
    return fits ? static_cast<std::int64_t>(d) : std::numeric_limits<std::int64_t>::min();
}

namespace {

/// A real number as an integer of `target`; C leaves open what does not fit, x86 gives the smallest
/// number of the width that it converts to.
std::int64_t converted(const Scalar& real, ScalarType target) {
    constexpr double kLimit = 9223372036854775808.0;
    if (target == ScalarType::uint64 && real.d >= kLimit && real.d < 2 * kLimit)
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(real.d));
    const std::int64_t wide = real.asInteger();
    const bool viaInt = target == ScalarType::int32;
    const bool fits = wide >= std::numeric_limits<std::int32_t>::min() &&
                      wide <= std::numeric_limits<std::int32_t>::max();
    return viaInt && !fits ? std::numeric_limits<std::int32_t>::min() : wide;
}

} // namespace

Scalar Scalar::as(ScalarType target) const {
    if (target == type || target == ScalarType::none)
        return *this;
    if (ir::isFloatingPoint(target))
        return real(asReal(), target);
    if (target == ScalarType::boolean)
        return boolean(truthy());
    return integer(isFloating() ? converted(*this, target) : i, target);
}

symbolic::Value Scalar::toValue() const {
    return isFloating() ? symbolic::Value::real(d) : symbolic::Value::integer(i);
}

namespace {

template <class T>
T read(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}
template <class T>
void write(std::byte* at, T value) {
    std::memcpy(at, &value, sizeof value);
}

} // namespace

Scalar loadElement(const std::byte* at, ScalarType type) {
    switch (type) {
    case ScalarType::boolean:
        return Scalar::boolean(read<std::uint8_t>(at) != 0);
    case ScalarType::int8:
        return Scalar::integer(read<std::int8_t>(at), type);
    case ScalarType::int16:
        return Scalar::integer(read<std::int16_t>(at), type);
    case ScalarType::int32:
        return Scalar::integer(read<std::int32_t>(at), type);
    case ScalarType::int64:
    case ScalarType::uint64:
        return Scalar::integer(read<std::int64_t>(at), type);
    case ScalarType::uint8:
        return Scalar::integer(read<std::uint8_t>(at), type);
    case ScalarType::uint16:
        return Scalar::integer(read<std::uint16_t>(at), type);
    case ScalarType::uint32:
        return Scalar::integer(read<std::uint32_t>(at), type);
    case ScalarType::float32:
        return Scalar::real(static_cast<double>(read<float>(at)), type);
    default:
        return Scalar::real(read<double>(at), ScalarType::float64);
    }
}

void storeElement(std::byte* at, ScalarType type, const Scalar& value) {
    const Scalar converted = value.as(type);
    switch (type) {
    case ScalarType::boolean:
    case ScalarType::int8:
    case ScalarType::uint8:
        return write(at, static_cast<std::uint8_t>(converted.i));
    case ScalarType::int16:
    case ScalarType::uint16:
        return write(at, static_cast<std::uint16_t>(converted.i));
    case ScalarType::int32:
    case ScalarType::uint32:
        return write(at, static_cast<std::uint32_t>(converted.i));
    case ScalarType::int64:
    case ScalarType::uint64:
        return write(at, converted.i);
    case ScalarType::float32:
        return write(at, static_cast<float>(converted.d));
    default:
        return write(at, converted.d);
    }
}

Scalar poison(ScalarType type) {
    if (ir::isFloatingPoint(type))
        return Scalar::real(std::numeric_limits<double>::quiet_NaN(), type);
    if (type == ScalarType::boolean)
        return Scalar::boolean(true);
    return Scalar::integer(-1'000'000'007, type);
}

} // namespace mw::interp
