#pragma once

#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/workbench/tune/rigs.h"

#include <string>
#include <vector>

// What the commands have in common that try forms of a program by measuring them: tune and sweep.

namespace mw::cli {

/// `--runner`, which may be repeated.
void addRunners(CLI::App& command, std::vector<std::string>& runners);
/// "90", "90s", "2m" of --budget: seconds.
Expected<double> secondsOf(const std::string& budget);

/// The program with what it is measured on, once the user agreed to C++ of its own.
Expected<workbench::RigSetup> rigSetup(const OpenProgram& open, const RunOptions& how,
                                       codegen::Target target,
                                       const std::vector<std::string>& runners);
/// How many forms are measured at a time, and the terminal's progress.
workbench::TuneOptions tuneOptions(codegen::Target target);

} // namespace mw::cli
