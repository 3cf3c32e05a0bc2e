#pragma once

#include "core/exec/runner/program.h"

#include <functional>

namespace mw::exec {

using ProgressReport = std::function<void(const std::string& what, int done, int total)>;

/// Times the programs interleaved, all on one back end each with inputs set. The definitions stand
/// in docs/measuring.md.
Expected<std::vector<Samples>> measure(std::span<Program* const> programs,
                                       const MeasureOptions& options,
                                       const ProgressReport& progress);

} // namespace mw::exec
