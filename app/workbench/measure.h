#pragma once

#include "app/workbench/program.h"
#include "app/workbench/run_setup.h"

#include <stop_token>
#include <vector>

namespace mw::workbench {

/// A variant as something to measure, with its recipe and where its nodes come from. `name` empty:
/// the variant's.
bench::BenchInput benchInput(const Program& program, history::VariantId variant,
                             std::string name = {});
std::vector<bench::BenchInput> benchInputs(const Program& program,
                                           const std::vector<history::VariantId>& variants);

/// The choices of a variant that its kernels, compiled like this, still have and can do.
Expected<codegen::Choices> fittingChoices(const Program& program, history::VariantId variant,
                                          const inputs::Scenario& scenario,
                                          const bench::BenchOptions& options);

/// bench::measure(), with what was predicted for each time where the table of devices has the one
/// that measured (model_error.h looks back at it); an error also has what the scenario chose in its
/// notes, which can be why.
Expected<bench::BenchResult> measure(const std::vector<bench::BenchInput>& inputs,
                                     const inputs::Scenario& scenario,
                                     const bench::BenchOptions& options,
                                     const exec::ProgressSink& progress = {},
                                     std::stop_token stop = {});

} // namespace mw::workbench
