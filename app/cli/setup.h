#pragma once

#include "app/cli/commands.h"
#include "core/bench/bench.h"
#include "core/exec/session.h"
#include "core/inputs/scenario.h"
#include "core/ir/sdfg.h"

#include <string>
#include <vector>

namespace mw::cli {

/// The scenario that the options ask for, completed for this program. Without --scenario and
/// --grid: a grid that fits the target (`bench`) or the small torus 8x6x10 (`run`).
Expected<inputs::Scenario> scenarioFor(const ir::Sdfg& program, const RunSetup& setup,
                                       codegen::Target target, bool large);
/// The error names the targets that there are.
Expected<codegen::Target> targetNamed(const std::string& name);
/// The target asked for, else CUDA where a device answers, else the CPU; what is missing is said on
/// standard error.
Expected<codegen::Target> targetFor(const RunSetup& setup);
/// Consent to what is compiled of programs with C++ of their own: the user agreed to the very same
/// text before, or --trust says so now, which is remembered. Else "untrusted-code". `files`: of the
/// programs; those beyond the last one came from the first.
exec::AskConsent consentFor(std::vector<std::string> files, const RunSetup& setup);
/// Nothing, a target, or "interp"; else an error that names them.
Expected<void> checkTarget(const std::string& target);
exec::RunnerOptions runnerFor(const RunSetup& setup);
/// Writes progress to standard error when that is a terminal.
exec::ProgressSink progressSink();

} // namespace mw::cli
