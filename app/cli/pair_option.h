#pragma once

#include "app/cli/project_option.h"

#include <CLI/CLI.hpp>

#include <string>

namespace mw::cli {

/// Two graphs to compare.
struct PairOption {
    std::optional<std::string> first, second; ///< files
    std::string project;
    std::optional<ir::DaceVersion> dace = {};       ///< that both are for
    const workbench::InputChoice* inputs = nullptr; ///< as ProgramOption::inputs
};
/// FIRST, SECOND, `--project` and `--dace`.
void addPair(CLI::App& command, PairOption& pair);

struct OpenPair {
    workbench::Project project; ///< empty where there is none
    ir::DocumentPtr first, second;
    std::string firstFile, secondFile;
};
/// The two files; with `--project` the original of FIRST and its current variant there.
Expected<OpenPair> openPair(const PairOption& pair);

} // namespace mw::cli
