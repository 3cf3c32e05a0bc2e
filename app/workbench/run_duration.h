#pragma once

#include "core/bench/bench.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::workbench {

/// Seconds that measuring these variants takes, by what their calls took in an earlier measurement
/// on this target with the same sizes: the rounds of core/exec/runner/measure.cpp, without
/// compiling. A variant that was not among them counts as the longest that was. nullopt: nothing
/// was measured there.
std::optional<double> secondsOfRun(const bench::BenchResult& earlier, codegen::Target target,
                                   const std::vector<std::string>& variants,
                                   const exec::MeasureOptions& options);

} // namespace mw::workbench
