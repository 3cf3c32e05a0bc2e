#pragma once

#include "app/cli/run_options.h"

// Runners that Slurm starts.

namespace mw::cli {

/// `--slurm`, in the place of `runner`, and `--runner-wait`. `count`: the command has work for
/// several runners.
enum class RunnerCount : std::uint8_t { one, several };
void addSlurm(CLI::App& command, RunOptions& options, CLI::Option* runner, RunnerCount count);

} // namespace mw::cli
