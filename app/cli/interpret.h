#pragma once

#include "core/bench/bench.h"

namespace mw::cli {

/// Runs the program once in the reference executor: slow, every access checked. Outputs as
/// bench::runOnce gives them.
Expected<bench::RunResult> interpret(const ir::Document& document, const inputs::Scenario& given,
                                     double timeoutSeconds);

} // namespace mw::cli
