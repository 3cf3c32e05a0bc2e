#pragma once

#include "core/exec/runner/backend.h"

namespace mw::exec {

/// Records what a device does, by the device's own clock. One per process; only between `start` and
/// `stop` does it cost anything.
class Profiler {
public:
    virtual ~Profiler() = default;
    /// An error says why nothing can be recorded: another profiler is attached, rights are missing.
    virtual Expected<void> start() = 0;
    /// What finished since the last call, in order of start. Everything enqueued has been waited
    /// for.
    virtual Expected<std::vector<DeviceActivity>> take() = 0;
    virtual void stop() = 0;
};

} // namespace mw::exec
