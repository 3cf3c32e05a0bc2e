#pragma once

#include "core/exec/scenario.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mw::exec {

/// Reads the numbers of an array's type as double. Complex numbers count as two reals; types that
/// are no plain numbers are read byte by byte.
class ElementReader {
public:
    explicit ElementReader(const HostArray& array);

    std::int64_t count() const { return count_; }           ///< numbers
    std::int64_t perElement() const { return perElement_; } ///< numbers of one element
    double read(const std::byte* bytes, std::int64_t i) const { return read_(bytes, i); }
    /// Mean magnitude of the finite ones.
    double meanMagnitude(const std::byte* bytes) const;

private:
    using Read = double (*)(const std::byte*, std::int64_t);
    Read read_;
    std::int64_t count_, perElement_;
};

/// |got - reference| / max(|reference|, mean). Two NaN, or the same infinity, agree; anything else
/// that is not finite differs infinitely.
double elementError(double got, double reference, double mean);

/// Logical index of an element by its place in memory, first dimension fastest.
std::vector<std::int64_t> indexOf(std::int64_t position, const std::vector<std::int64_t>& shape);
/// "[4, 0]", of indices and shapes.
std::string listText(const std::vector<std::int64_t>& list);

} // namespace mw::exec
