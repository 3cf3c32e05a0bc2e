#pragma once

#include "core/inputs/scenario.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace mw::inputs {

/// Reads the numbers of an array's type as double: integers beyond 2^53 are rounded. Complex
/// numbers count as two reals; types that are no plain numbers are read byte by byte.
class ElementReader {
public:
    explicit ElementReader(const HostArray& array);

    std::int64_t count() const { return count_; }           ///< numbers
    std::int64_t perElement() const { return perElement_; } ///< numbers of one element
    double read(const std::byte* bytes, std::int64_t i) const { return read_(bytes, i); }

private:
    using Read = double (*)(const std::byte*, std::int64_t);
    Read read_;
    std::int64_t count_, perElement_;
};

/// One number of an array, exactly.
using Number = std::variant<double, std::int64_t, std::uint64_t>;
/// With as many digits as tell it from every other number of its type.
std::string toText(const Number& number);

/// Two arrays of one type and size, number by number.
class ElementComparison {
public:
    ElementComparison(const HostArray& got, const HostArray& reference);

    std::int64_t count() const { return elements_.count(); }
    std::int64_t perElement() const { return elements_.perElement(); }
    Number got(std::int64_t i) const { return number_(got_, i); }
    Number reference(std::int64_t i) const { return number_(reference_, i); }
    /// |got - reference| / max(|reference|, scale). 0 says exactly that they agree: equal numbers
    /// (-0.0 is 0.0), two NaN, the same infinity. Integers are compared as integers, all 64 bits.
    /// Anything else that is not finite differs infinitely.
    double error(std::int64_t i) const { return error_(got_, reference_, i, scale_); }

private:
    double scale() const;

    using ReadNumber = Number (*)(const std::byte*, std::int64_t);
    using Error = double (*)(const std::byte*, const std::byte*, std::int64_t, double);
    ElementReader elements_;
    const std::byte* got_;
    const std::byte* reference_;
    ReadNumber number_;
    Error error_;
    double scale_;
};

/// Whether elements of the two can be compared one by one.
bool sameKind(const HostArray& a, const HostArray& b);

/// Logical index of an element by its place in memory, first dimension fastest.
std::vector<std::int64_t> indexOf(std::int64_t position, const std::vector<std::int64_t>& shape);
/// "[4, 0]", of indices and shapes.
std::string listText(const std::vector<std::int64_t>& list);

} // namespace mw::inputs
