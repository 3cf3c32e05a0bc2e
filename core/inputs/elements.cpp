// Numbers of arrays by type, and how far two of them differ.
#include "core/inputs/elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace mw::inputs {

namespace {

template <class T>
T elementAs(const std::byte* bytes, std::int64_t index) {
    T value;
    std::memcpy(&value, bytes + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
    return value;
}

/// Calls `use(T{})` with the type that the numbers of an array are stored as. Complex numbers are
/// two reals; types that are no plain numbers (half precision, structures) are bytes.
template <class Use>
auto withNumberType(ir::ScalarType type, const Use& use) {
    switch (type) {
    case ir::ScalarType::int8:
        return use(std::int8_t{});
    case ir::ScalarType::int16:
        return use(std::int16_t{});
    case ir::ScalarType::int32:
        return use(std::int32_t{});
    case ir::ScalarType::int64:
        return use(std::int64_t{});
    case ir::ScalarType::uint16:
        return use(std::uint16_t{});
    case ir::ScalarType::uint32:
        return use(std::uint32_t{});
    case ir::ScalarType::uint64:
        return use(std::uint64_t{});
    case ir::ScalarType::float32:
    case ir::ScalarType::complex64:
        return use(float{});
    case ir::ScalarType::float64:
    case ir::ScalarType::complex128:
        return use(double{});
    default:
        return use(std::uint8_t{});
    }
}

double realError(double got, double reference, double scale) {
    if (got == reference || (std::isnan(got) && std::isnan(reference)))
        return 0;
    if (!std::isfinite(got) || !std::isfinite(reference))
        return std::numeric_limits<double>::infinity();
    const double error = std::abs(got - reference) / std::max(std::abs(reference), scale);
    // Of numbers that differ never 0, however small they are.
    return std::max(error, std::numeric_limits<double>::denorm_min());
}

template <class T>
double errorOf(const std::byte* got, const std::byte* reference, std::int64_t i, double scale) {
    const T g = elementAs<T>(got, i);
    const T r = elementAs<T>(reference, i);
    if constexpr (std::is_floating_point_v<T>)
        return realError(static_cast<double>(g), static_cast<double>(r), scale);
    if (g == r)
        return 0;
    // The distance of any two fits the unsigned type; in double it would round to 0.
    const auto wide = [](T value) { return static_cast<std::uint64_t>(value); };
    const std::uint64_t distance = g > r ? wide(g) - wide(r) : wide(r) - wide(g);
    return static_cast<double>(distance) / std::max(std::abs(static_cast<double>(r)), scale);
}

template <class T>
Number numberAt(const std::byte* bytes, std::int64_t i) {
    const T value = elementAs<T>(bytes, i);
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<double>(value);
    else if constexpr (std::is_signed_v<T>)
        return static_cast<std::int64_t>(value);
    else
        return static_cast<std::uint64_t>(value);
}

/// Without overflow in the sum.
double meanOf(const std::vector<double>& values) {
    double mean = 0;
    for (const double value : values)
        mean += value / static_cast<double>(values.size());
    return mean;
}

/// The magnitude that nine of ten of the values that are not zero stay below.
double usualOf(std::vector<double> values) {
    std::erase(values, 0.0);
    if (values.empty())
        return 0;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(9 * (values.size() - 1) / 10);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

} // namespace

ElementReader::ElementReader(const HostArray& array) {
    const auto numbers = [&]<class T>(T) {
        read_ = [](const std::byte* bytes, std::int64_t i) {
            return static_cast<double>(elementAs<T>(bytes, i));
        };
        count_ = static_cast<std::int64_t>(array.bytes.size() / sizeof(T));
    };
    withNumberType(array.type, numbers);
    perElement_ = std::max<std::int64_t>(1, count_ / std::max<std::int64_t>(1, array.elements()));
}

std::string toText(const Number& number) {
    return std::visit(
        [](const auto& value) {
            if constexpr (std::is_same_v<decltype(value), const double&>)
                return fmt::format("{:.17g}", value);
            else
                return fmt::format("{}", value);
        },
        number);
}

ElementComparison::ElementComparison(const HostArray& got, const HostArray& reference)
    : elements_(reference), got_(got.bytes.data()), reference_(reference.bytes.data()) {
    withNumberType(reference.type, [&]<class T>(T) {
        number_ = numberAt<T>;
        error_ = errorOf<T>;
    });
    scale_ = scale();
}

/// The mean magnitude of the finite numbers, unless a few are so large that in their shadow every
/// other difference would be small.
double ElementComparison::scale() const {
    constexpr double kBeyondUsual = 1e6;
    std::vector<double> magnitudes;
    for (std::int64_t i = 0; i < count(); ++i)
        if (const double value = std::abs(elements_.read(reference_, i)); std::isfinite(value))
            magnitudes.push_back(value);
    if (magnitudes.empty())
        return 0;
    const double mean = meanOf(magnitudes);
    return std::min(mean, kBeyondUsual * usualOf(std::move(magnitudes)));
}

bool sameKind(const HostArray& a, const HostArray& b) {
    return a.shape == b.shape && a.type == b.type && a.bytes.size() == b.bytes.size();
}

std::vector<std::int64_t> indexOf(std::int64_t position, const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> index;
    for (const std::int64_t n : shape) {
        index.push_back(position % n);
        position /= n;
    }
    return index;
}

std::string listText(const std::vector<std::int64_t>& list) {
    return fmt::format("[{}]", fmt::join(list, ", "));
}

} // namespace mw::inputs
