#pragma once

#include "tests/support/execution.h"

#include <filesystem>

namespace mw::test {

/// A graph of a file with everything that a run needs.
struct ScenarioRun {
    ir::DocumentPtr document;
    RunInputs inputs;
    double tolerance = 0;
    /// What all arguments are after a run: the reference file's arrays, the others as they were.
    std::optional<Outputs> expected;
};

/// Reads graph, scenario and reference (where the file is), as a run of the tool does: errors are
/// those of the reader, of the scenario, and what is refused of the inputs before a launch.
Expected<ScenarioRun> readRun(const std::filesystem::path& graph,
                              const std::filesystem::path& scenario,
                              const std::filesystem::path& reference);
/// Likewise without arrays, for what asks for symbols alone: large ones take their time.
Expected<ScenarioRun> readSizes(const std::filesystem::path& graph,
                                const std::filesystem::path& scenario);

} // namespace mw::test
