#pragma once

#include "app/workbench/cost.h"

#include <span>

namespace mw::workbench {

/// What a program asks of a device, as the cost model counts it, and what it took on an H200.
struct TimedWork {
    int launches;
    double bytes, cacheBytes, instructions, waits;
    double microseconds;

    /// By the model with these constants: us.
    double predicted(const DeviceRates& rates) const {
        return launches * rates.launch + bytes / rates.memory + cacheBytes / rates.cache +
               instructions / rates.instructions + waits * rates.wait;
    }
};

/// Programs of GT4Py's users as GT4Py and as this program optimised them, at a size of a million
/// and more points (docs/measurements.md says which, when and how; tools/measured-times makes it).
std::span<const TimedWork> measuredTimes();

} // namespace mw::workbench
