#pragma once

#include "core/bench/bench.h"

#include <string>

namespace mw::workbench {

/// What `mw bench --json` printed, and sessions and projects keep, as it was measured; of the texts
/// that were compiled nothing is kept. What older files lack is as if nobody had known it. Errors
/// name the member: "damaged-file".
Expected<bench::BenchResult> readMeasurement(const std::string& json);

} // namespace mw::workbench
