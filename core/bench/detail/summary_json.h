#pragma once

#include "core/support/statistics.h"

#include <nlohmann/json.hpp>

namespace mw::bench {

/// A summary as every report has it.
nlohmann::ordered_json summaryJson(const Summary& summary);

} // namespace mw::bench
