#pragma once

#include "app/workbench/cost.h"
#include "app/workbench/program.h"
#include "core/support/statistics.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

// What predictions are worth: measured times beside what was predicted for them.

namespace mw::workbench {

/// A time that was measured, beside its prediction.
struct ComparedTime {
    std::string model; ///< that predicted (modelKey)
    std::string name;  ///< of the kernel; empty: a whole program
    std::string key;   ///< of a kernel: what is computed (PredictedKernel::structure), if known
    double predicted = 0, measured = 0; ///< us

    double ratio() const { return measured / predicted; }
    bool operator==(const ComparedTime&) const = default;
};

/// All that is kept with a program: of its measurements, kernels and whole variants, and of what
/// was tried while tuning. Kernels of less than two microseconds, which are all launch, are left
/// out.
std::vector<ComparedTime> comparedTimes(const Program& program);
/// The newest measured time of what is predicted like this; nullopt: there is none.
std::optional<double> measuredTime(std::span<const ComparedTime> kept, const DeviceRates& rates,
                                   const PredictedKernel& kernel);

/// Names the device with the constants that it is predicted with: times that were compared with
/// other constants say nothing of these.
std::string modelKey(const DeviceRates& rates);

/// Between which multiples of a prediction the time is likely to lie: nine of ten times that were
/// compared do.
struct ModelError {
    double low = 1, high = 1;
    std::size_t times = 0; ///< that were compared
    std::string of;        ///< which these are, for people: "26 times of ... on an H200"

    Interval around(double microseconds) const { return {low * microseconds, high * microseconds}; }
    /// The smaller one of two predictions may be the slower program.
    bool leavesOpen(double smaller, double larger) const { return low * larger <= high * smaller; }
};

/// Of the times that are kept of this model, where they are enough to say anything; else of those
/// that the program brings of the H200 (measured_times.h), with the present constants.
ModelError errorOf(const DeviceRates& rates, std::span<const ComparedTime> kept = {});

/// So many times of a model are enough.
inline constexpr std::size_t kEnoughTimes = 10;

} // namespace mw::workbench
