#pragma once

#include "app/workbench/timers/read.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::workbench {

/// Times of one stencil in one file, seconds per call. The call that compiled is none of them.
struct StencilTimes {
    std::int64_t calls = 0; ///< all of them
    /// The median; of a bencher's timer, which keeps none, the mean.
    double typical = 0;
    bool isMean = false;
    double fastest = 0;
    /// Half of the calls lie between (quartiles); of a bencher's timer, which has none: all.
    double low = 0, high = 0;
    /// Of GT4Py's calls where both times were taken: what Python adds.
    std::optional<double> python = {};
    double ofTotal = 0; ///< the share of the whole call that this is
    bool whole = false; ///< of whole calls, Python's part included
};
/// A stencil in the files that have it.
struct StencilRow {
    /// The timer's, or the program's with its static arguments, and its back end where a file has
    /// the program with several.
    std::string name;
    std::vector<std::optional<StencilTimes>> times; ///< in the order of the files
};
struct TimesComparison {
    std::vector<std::string> files;
    std::vector<StencilRow> rows; ///< by the first file's time, largest first
    /// Calls that do not fit, stencils that only one side has or that have no times, whole calls in
    /// the place of times on the device, each as a sentence.
    std::vector<std::string> notes;

    /// The first file's time over this one's, per call; 0 where one of them lacks the stencil.
    double speedup(const StencilRow& row, std::size_t file) const;
    /// The same of the fastest calls.
    double speedupOfFastest(const StencilRow& row, std::size_t file) const;
    /// Of all stencils that both files have, each weighted by the first file's calls.
    double totalSpeedup(std::size_t file) const;
    /// Seconds of those in a file, with the first file's calls.
    double totalSeconds(std::size_t file, std::size_t against) const;
};

/// Sets files beside the first one. Of GT4Py's times the medians count. A program that one of them
/// has with several back ends has a row for each. Where that is a bencher's, GT4Py's programs are
/// matched to ICON's timers as icon4py does: by name, by what was renamed, by static arguments,
/// with programs added up where one timer has several. "no-stencils": two files have none in
/// common, or a bencher's is not the first.
Expected<TimesComparison> compareTimes(const std::vector<TimesFile>& files);

} // namespace mw::workbench
