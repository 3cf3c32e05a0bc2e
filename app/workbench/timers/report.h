#pragma once

#include "app/workbench/timers/match.h"
#include "app/workbench/timers/table.h"

#include <string>

namespace mw::workbench {

/// Calls, us per call with the spread, speed-ups, Python's share; sums; notes.
ComparedTable tableOf(const TimesComparison& comparison);
std::string toJson(const TimesComparison& comparison);

} // namespace mw::workbench
