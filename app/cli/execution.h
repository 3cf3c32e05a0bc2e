#pragma once

#include "app/cli/run_options.h"
#include "core/bench/bench.h"
#include "core/bench/explain.h"
#include "core/ir/sdfg.h"

#include <string>
#include <vector>

namespace mw::cli {

/// A program once, on a device or in the interpreter, which has no use for choices. `file`: for
/// consent to C++ of its own.
Expected<bench::RunResult> runAnywhere(const ir::DocumentPtr& document, const std::string& file,
                                       const RunOptions& options, const inputs::Scenario& scenario,
                                       const codegen::Choices& choices = {});
/// What ran, for looking for the reason of a difference (bench/explain.h). `result` stays alive.
/// `name`: of the program, for people.
bench::ComparedRun comparedRun(const std::string& name, const ir::DocumentPtr& document,
                               const std::string& file, const RunOptions& options,
                               const inputs::Scenario& scenario, const codegen::Choices& choices,
                               const bench::RunResult& result);
/// A line per array, and one that says whether they are the same, and if not why that may be.
std::string verdictLines(const bench::Verdict& verdict);
/// To standard error, beside what is asked for.
void note(const std::vector<std::string>& notes);
void warn(const std::vector<Diagnostic>& warnings);

} // namespace mw::cli
