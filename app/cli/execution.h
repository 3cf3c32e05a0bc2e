#pragma once

#include "app/cli/run_options.h"
#include "core/bench/bench.h"
#include "core/bench/verify.h"
#include "core/ir/sdfg.h"

#include <string>
#include <vector>

namespace mw::cli {

/// A program once, on a device or in the interpreter, which has no use for choices. `file`: for
/// consent to C++ of its own.
Expected<bench::RunResult> runAnywhere(const ir::DocumentPtr& document, const std::string& file,
                                       const RunOptions& options, const inputs::Scenario& scenario,
                                       const codegen::Choices& choices = {});
/// A line per array.
std::string arrayLines(const bench::Verdict& verdict);
/// To standard error, beside what is asked for.
void note(const std::vector<std::string>& notes);
void warn(const std::vector<Diagnostic>& warnings);

} // namespace mw::cli
