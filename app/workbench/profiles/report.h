#pragma once

#include "app/workbench/profiles/match.h"
#include "app/workbench/timers/table.h"

#include <string>

namespace mw::workbench {

/// Our kernels, what they are in each profile and how that is known, us per launch; sums; notes.
ComparedTable tableOf(const ProfileComparison& comparison);
std::string toJson(const ProfileComparison& comparison);

} // namespace mw::workbench
