#pragma once

#include "app/workbench/timers/read.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::workbench {

/// The calls of GT4Py's programs that one timer of ICON's OpenACC build stands for.
struct TimerCalls {
    std::vector<double> compute, total;        ///< s; each empty where it was not taken
    std::vector<std::string> programs;         ///< that they come from
    std::vector<const ProgramTimes*> variants; ///< of these, in the file
    /// A sentence: programs that do not fit each other, or of several that are one timer's some
    /// are not there.
    std::string problem;
};
/// nullopt: the file has none of them, or icon4py has no program for such a timer.
std::optional<TimerCalls> callsOfTimer(const std::string& timer, const TimesFile& gt4py);
/// Whether icon4py has a program for the timer.
bool isStencilTimer(const std::string& timer);

} // namespace mw::workbench
