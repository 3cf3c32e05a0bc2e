#pragma once

#include "core/exec/machine_load.h"

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

namespace mw::exec {

/// Processor time since some beginning, in seconds.
struct BusySnapshot {
    double all = 0; ///< of everybody, on the cores that this process may use
    double own = 0; ///< of this process and its children
    double throttled = 0;
    std::chrono::steady_clock::time_point at;
};

/// What others used between two snapshots, in cores; never below 0.
double busyWithOthers(const BusySnapshot& before, const BusySnapshot& after);

/// Busy time of these processors, in clock ticks, from the text of /proc/stat: everything but idle
/// and waiting for a device; what a hypervisor took counts. nullopt: the text does not say.
std::optional<double> busyTicks(std::string_view procStat, const std::vector<int>& processors);

/// Measures the load from its construction on.
class LoadMeter {
public:
    LoadMeter();
    MachineLoad read() const;

private:
    std::optional<BusySnapshot> start_;
};

} // namespace mw::exec
