#include "core/exec/elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace mw::exec {

namespace {

template <class T>
double elementAs(const std::byte* bytes, std::int64_t index) {
    T value;
    std::memcpy(&value, bytes + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
    return static_cast<double>(value);
}

using Reader = double (*)(const std::byte*, std::int64_t);

/// nullptr for types that are compared byte by byte. Complex numbers count as two reals.
Reader readerOf(ir::ScalarType type) {
    switch (type) {
    case ir::ScalarType::boolean:
    case ir::ScalarType::uint8:
        return elementAs<std::uint8_t>;
    case ir::ScalarType::int8:
        return elementAs<std::int8_t>;
    case ir::ScalarType::int16:
        return elementAs<std::int16_t>;
    case ir::ScalarType::int32:
        return elementAs<std::int32_t>;
    case ir::ScalarType::int64:
        return elementAs<std::int64_t>;
    case ir::ScalarType::uint16:
        return elementAs<std::uint16_t>;
    case ir::ScalarType::uint32:
        return elementAs<std::uint32_t>;
    case ir::ScalarType::uint64:
        return elementAs<std::uint64_t>;
    case ir::ScalarType::float32:
    case ir::ScalarType::complex64:
        return elementAs<float>;
    case ir::ScalarType::float64:
    case ir::ScalarType::complex128:
        return elementAs<double>;
    default:
        return elementAs<std::uint8_t>;
    }
}

std::size_t widthOf(ir::ScalarType type) {
    switch (type) {
    case ir::ScalarType::complex64:
        return 4;
    case ir::ScalarType::complex128:
        return 8;
    case ir::ScalarType::float16:
    case ir::ScalarType::bfloat16:
    case ir::ScalarType::other:
    case ir::ScalarType::none:
        return 1;
    default:
        return static_cast<std::size_t>(ir::sizeOf(type));
    }
}

} // namespace

ElementReader::ElementReader(const HostArray& array)
    : read_(readerOf(array.type)),
      count_(static_cast<std::int64_t>(array.bytes.size() / widthOf(array.type))),
      perElement_(std::max<std::int64_t>(1, count_ / std::max<std::int64_t>(1, array.elements()))) {
}

double ElementReader::meanMagnitude(const std::byte* bytes) const {
    double sum = 0;
    std::int64_t finite = 0;
    for (std::int64_t i = 0; i < count_; ++i) {
        const double value = std::abs(read_(bytes, i));
        if (std::isfinite(value)) {
            sum += value;
            ++finite;
        }
    }
    return finite > 0 ? sum / static_cast<double>(finite) : 0;
}

double elementError(double got, double reference, double mean) {
    if (got == reference || (std::isnan(got) && std::isnan(reference)))
        return 0;
    if (!std::isfinite(got) || !std::isfinite(reference))
        return std::numeric_limits<double>::infinity();
    return std::abs(got - reference) / std::max(std::abs(reference), mean);
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

Difference compare(const HostArray& got, const HostArray& reference) {
    Difference result;
    if (got.shape != reference.shape || got.type != reference.type ||
        got.bytes.size() != reference.bytes.size()) {
        result.shapesDiffer = true;
        result.error = std::numeric_limits<double>::infinity();
        return result;
    }
    const ElementReader elements(reference);
    const double mean = elements.meanMagnitude(reference.bytes.data());
    result.compared = reference.elements();
    for (std::int64_t i = 0; i < elements.count(); ++i) {
        const double g = elements.read(got.bytes.data(), i);
        const double r = elements.read(reference.bytes.data(), i);
        const double error = elementError(g, r, mean);
        if (i == 0 || error > result.error) {
            result.error = error;
            result.index = indexOf(i / elements.perElement(), reference.shape);
            result.got = g;
            result.reference = r;
        }
    }
    return result;
}

} // namespace mw::exec
