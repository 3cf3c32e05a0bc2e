#pragma once

#include "app/workbench/timers/match.h"

#include <string>

namespace mw::workbench {

/// A table: calls, us per call with the spread, speed-ups, Python's share; sums; notes.
std::string toText(const TimesComparison& comparison);
std::string toJson(const TimesComparison& comparison);
/// One self-contained page with a bar for each stencil and file.
std::string toHtml(const TimesComparison& comparison);

} // namespace mw::workbench
