#pragma once

#include "samples/samples.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/scenario_run.h"

#include <filesystem>
#include <utility>

namespace mw::test {

inline std::filesystem::path sample(const std::filesystem::path& file) {
    return sourceFile("samples") / file;
}

/// A rung's graph of a generation with the inputs of its scenario.
inline ScenarioRun runOf(const samples::Rung& rung, samples::Generation generation) {
    auto run = readRun(sample(samples::graphFile(rung, generation)),
                       sample(samples::scenarioFile(rung, generation)), {});
    INFO((run ? std::string() : toString(run.error())));
    REQUIRE(run.has_value());
    return std::move(*run);
}

} // namespace mw::test
