#pragma once

#include "core/exec/runner/program.h"

#include <functional>

namespace mw::exec {

using ProgressReport = std::function<void(const std::string& what, int done, int total)>;

/// Times the programs interleaved, all on one back end each with inputs set. The definitions stand
/// in docs/measurements.md.
Expected<std::vector<Samples>> measure(std::span<Program* const> programs,
                                       const MeasureOptions& options,
                                       const ProgressReport& progress);

/// Copy bandwidth of the device in GB/s, bytes read plus bytes written.
Expected<double> measureBandwidth(Backend& backend);

} // namespace mw::exec
