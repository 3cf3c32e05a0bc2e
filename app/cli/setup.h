#pragma once

#include "app/cli/commands.h"
#include "core/exec/bench.h"
#include "core/exec/scenario.h"
#include "core/exec/session.h"
#include "core/ir/sdfg.h"

#include <string>

namespace mw::cli {

/// The scenario that the options ask for, completed for this program. Without --scenario and
/// --grid: a grid that fits the target (`bench`) or the small torus 8x6x10 (`run`).
Expected<exec::Scenario> scenarioFor(const ir::Sdfg& program, const RunSetup& setup,
                                     codegen::Target target, bool large);
/// The error names the targets that there are.
Expected<codegen::Target> targetNamed(const std::string& name);
/// The target asked for, else CUDA where a device answers, else the CPU; what is missing is said on
/// standard error.
Expected<codegen::Target> targetFor(const RunSetup& setup);
/// Consent to the C++ that the program of `file` carries itself: there is none, the user agreed to
/// it before, or --trust says so now, which is remembered. Else "untrusted-code".
Expected<void> consentFor(const ir::Sdfg& program, const std::string& file, const RunSetup& setup);
/// Nothing, a target, or "interp"; else an error that names them.
Expected<void> checkTarget(const std::string& target);
exec::RunnerOptions runnerFor(const RunSetup& setup);
/// Writes progress to standard error when that is a terminal.
exec::ProgressSink progressSink();

} // namespace mw::cli
