#pragma once

#include "core/support/expected.h"

#include <string>

namespace mw::workbench {

/// "90", "90s", "2m", "1h" of a budget: seconds. "bad-budget" says what is expected.
Expected<double> secondsOf(const std::string& budget);

} // namespace mw::workbench
