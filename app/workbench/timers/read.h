#pragma once

#include "core/support/expected.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

// Times that a model's run left: GT4Py's metrics, benchmarks of icon4py's stencil tests, and what
// ICON's OpenACC build writes through its bencher.

namespace mw::workbench {

/// Calls of which a file keeps no times one by one; seconds.
struct CallSummary {
    std::int64_t calls = 0;
    double median = 0, fastest = 0;
    double low = 0, high = 0; ///< quartiles
};
/// A program of GT4Py's metrics, or a benchmark of one: one of its variants, seconds call by call.
/// The call that compiled, the first of several, is no number (NaN): it has no time that says
/// anything, and the number of calls stays.
struct ProgramTimes {
    std::string name;
    std::string backend;                          ///< "run_dace_cpu_opt"; empty: nothing says it
    std::map<std::string, std::string> arguments; ///< static ones: name and JSON text
    std::vector<double> compute;                  ///< on the device, with launches
    std::vector<double> total;                    ///< with Python's call
    std::optional<CallSummary> summary = {};      ///< of whole calls, where that is all
    bool compiled = false;                        ///< in the first call

    bool hasTimes() const { return !compute.empty() || !total.empty() || summary; }
};
/// A timer of the OpenACC build, seconds per call.
struct TimerTimes {
    std::string name;
    std::int64_t calls = 0;
    double mean = 0, fastest = 0, slowest = 0;
};
struct TimesFile {
    enum class Kind : std::uint8_t { gt4py, openacc };
    Kind kind = Kind::gt4py;
    std::string name; ///< of the file, without folder and ".json"
    std::vector<ProgramTimes> programs;
    std::vector<TimerTimes> timers;
};
/// GT4Py's back ends that programs of the file ran with, in order.
std::vector<std::string> backendsOf(const TimesFile& file);
/// The programs of one of them.
TimesFile ofBackend(const TimesFile& file, const std::string& backend);

/// Tells the kinds apart by what they hold: a benchmark (pytest_benchmark.h) counts as GT4Py's.
/// Errors name the file and the member.
Expected<TimesFile> readTimes(const std::filesystem::path& file);
/// The same, of the text; the error lacks the file.
Expected<TimesFile> parseTimes(const std::string& text);

} // namespace mw::workbench
