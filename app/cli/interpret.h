#pragma once

#include "core/exec/bench.h"

namespace mw::cli {

/// Runs the program once in the reference executor: slow, every access checked. Outputs as
/// exec::runOnce gives them.
Expected<exec::RunResult> interpret(const ir::Document& document, const exec::Scenario& given,
                                    double timeoutSeconds);

} // namespace mw::cli
