#pragma once

#include "core/support/expected.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

// Times that a model's run left: GT4Py's metrics, and what ICON's OpenACC build writes through its
// bencher.

namespace mw::workbench {

/// A program of GT4Py's metrics: one of its variants, seconds call by call. The first call is slow
/// because of what is done once; it counts as the median, so that the number of calls stays.
struct ProgramTimes {
    std::string name;
    std::map<std::string, std::string> arguments; ///< static ones: name and JSON text
    std::vector<double> compute;                  ///< on the device, with launches
    std::vector<double> total;                    ///< with Python's call

    bool hasTimes() const { return !compute.empty() || !total.empty(); }
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

/// Tells the two kinds apart by what they hold. Errors name the file and the member.
Expected<TimesFile> readTimes(const std::filesystem::path& file);
/// The same, of the text; the error lacks the file.
Expected<TimesFile> parseTimes(const std::string& text);

} // namespace mw::workbench
