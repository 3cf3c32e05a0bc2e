#pragma once

#include "core/support/expected.h"

#include <array>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

// Tables of kernels that profilers wrote as CSV.

namespace mw::workbench {

/// Where a kernel ran: blocks and threads of a block, x first. Rocprof's older tables have only
/// how many threads there were in all, and in a block.
struct LaunchGrid {
    bool flat = false; ///< only the products are known, in the first elements
    std::array<std::int64_t, 3> blocks{1, 1, 1}, threads{1, 1, 1};

    std::strong_ordering operator<=>(const LaunchGrid&) const = default;
};
/// "235x10x1 blocks of 32x8x1".
std::string toText(const LaunchGrid& grid);

/// Of one kernel's launches, seconds.
struct KernelTimes {
    std::int64_t launches = 0;
    /// Half of the launches lie between low and high (quartiles); in a summary, all.
    double median = 0, low = 0, high = 0;
    bool isMean = false; ///< a summary without medians: `median` is the mean
};
/// A kernel of the profile: a name with one grid.
struct ProfiledKernel {
    std::string name; ///< as the profiler prints it
    std::optional<LaunchGrid> grid;
    std::optional<KernelTimes> times; ///< of a summary
};
/// One launch of a trace.
struct ProfiledLaunch {
    std::size_t kernel = 0; ///< index into Profile::kernels
    double start = 0;       ///< seconds since whenever
    double seconds = 0;
};
struct Profile {
    std::string name;        ///< of the file, without folder and ".csv"
    std::string tool;        ///< "nsys cuda_gpu_trace"
    std::string remark = {}; ///< a sentence about how it measures; empty: nothing special
    std::vector<ProfiledKernel> kernels;
    /// Of each device in the order in which they started; empty: the file is a summary.
    std::vector<std::vector<ProfiledLaunch>> devices;

    bool isTrace() const { return !devices.empty(); }
};

/// Whether a file is to be read as one of these: by its name.
bool isProfile(const std::filesystem::path& file);
/// nsys: cuda_gpu_trace, cuda_gpu_kern_sum, cuda_gpu_kern_gb_sum; ncu --csv: details, raw; rocprof:
/// results.csv, results.stats.csv; rocprofv2: results.csv of either version; rocprofv3:
/// kernel_trace.csv, kernel_stats.csv; rocprof-compute: pmc_perf.csv, timestamps.csv. Told apart
/// by their columns; copies and fills of memory are left out. "bad-profile" names the file
/// and what it lacks.
Expected<Profile> readProfile(const std::filesystem::path& file);
/// The same, of the text; the error lacks the file.
Expected<Profile> parseProfile(const std::string& text);

} // namespace mw::workbench
