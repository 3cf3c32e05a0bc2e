#pragma once

#include "core/bench/bench.h"
#include "core/interp/coverage.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace mw::workbench {

/// Runs the program once in the reference executor: slow, every access checked. Outputs as
/// bench::runOnce gives them. Errors: "timeout", "cancelled", what checkInputs refuses, and what
/// the executor finds. `randomOrder`, `coverage`: of interp::Options.
Expected<bench::RunResult> interpret(const ir::Document& document, const inputs::Scenario& given,
                                     double timeoutSeconds, const std::stop_token& stop = {},
                                     std::optional<std::uint64_t> randomOrder = {},
                                     interp::Coverage* coverage = nullptr);
/// The same on these arrays; the scenario makes those that are not among them.
Expected<bench::RunResult> interpretOn(const ir::Document& document, const inputs::Scenario& given,
                                       inputs::HostArrays arrays, double timeoutSeconds,
                                       const std::stop_token& stop = {},
                                       std::optional<std::uint64_t> randomOrder = {},
                                       interp::Coverage* coverage = nullptr);

} // namespace mw::workbench
