// Where the time of a call goes.
#include "core/bench/time_parts.h"

#include <algorithm>

namespace mw::bench {

TimeParts timeParts(const VariantResult& variant) {
    TimeParts parts;
    for (const KernelRow& kernel : variant.kernels)
        parts.kernels += kernel.time.median;
    parts.copies = variant.copies.median;
    parts.gaps = std::max(0.0, variant.device.median - parts.kernels - parts.copies);
    parts.host = std::max(0.0, variant.call.median - variant.device.median);
    parts.allocation = variant.allocation;
    return parts;
}

} // namespace mw::bench
