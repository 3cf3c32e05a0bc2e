#pragma once

#include "core/bench/bench.h"

namespace mw::bench {

/// Where the time of one call goes: us, medians; 0: nothing, or not known. Kernels, copies and gaps
/// are the time on the device; kernels that are timed by events find warmer caches than the call
/// has them, so that the gaps are what is left, and never below 0.
struct TimeParts {
    double kernels = 0;    ///< all launches of all kernels
    double copies = 0;     ///< copies, fills and copy kernels
    double gaps = 0;       ///< between those: launches that the device waits for, and dependences
    double host = 0;       ///< of the call, outside the device: to start it and to wait for it
    double allocation = 0; ///< of the temporaries, which is no part of the call
};
TimeParts timeParts(const VariantResult& variant);

} // namespace mw::bench
