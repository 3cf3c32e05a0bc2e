#pragma once

#include "core/exec/bench.h"

#include <fmt/format.h>

namespace mw::exec {

// What the reports of a bench have in common: figures that follow from a result, and how they look.

/// GB/s of the whole program.
inline double bandwidth(const VariantResult& variant) {
    return variant.device.median > 0 ? variant.bytes / variant.device.median / 1000.0 : 0;
}
inline double shareOfCopy(const BenchResult& result, const VariantResult& variant) {
    return result.copyBandwidth > 0 ? bandwidth(variant) / result.copyBandwidth : 0;
}

/// Calls `visit(variant, kernel)`, the variant by its number, for paired kernels one after another.
template <class Visit>
void forEachKernel(const BenchResult& result, const Visit& visit) {
    for (const PairedRow& pair : pairKernels(result))
        for (std::size_t v = 0; v < pair.kernel.size(); ++v)
            if (pair.kernel[v] >= 0)
                visit(v, result.variants[v].kernels[static_cast<std::size_t>(pair.kernel[v])]);
}

/// "-" for what is not known.
inline std::string orDash(int value) {
    return value < 0 ? "-" : std::to_string(value);
}
/// "2x1x1", of grids and blocks.
inline std::string extents(const std::array<unsigned, 3>& size) {
    return fmt::format("{}", fmt::join(size, "x"));
}

} // namespace mw::exec
