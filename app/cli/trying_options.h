#pragma once

#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/workbench/tune/rigs.h"

#include <string>
#include <vector>

// What the commands have in common that try forms of a program by measuring them: tune and sweep.

namespace mw::cli {

/// `--runner`, which may be repeated, and `--slurm`.
void addRunners(CLI::App& command, std::vector<std::string>& runners, RunOptions& options);
/// How a command runs where several runners were named: what needs one takes the first.
RunOptions withRunners(RunOptions how, const std::vector<std::string>& runners);
/// Which node and device measured what, where there is a choice; else nothing.
std::string runnersText(const std::vector<workbench::RunnerReport>& runners);

/// The program with what it is measured on, once the user agreed to C++ of its own.
Expected<workbench::RigSetup> rigSetup(const OpenProgram& open, const RunOptions& how,
                                       codegen::Target target,
                                       const std::vector<std::string>& runners);
/// How many forms are measured at a time, and the terminal's progress.
workbench::TuneOptions tuneOptions(codegen::Target target);

} // namespace mw::cli
