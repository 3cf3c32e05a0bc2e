#pragma once

#include "app/workbench/sequence_file.h"
#include "core/link/link.h"

#include <filesystem>
#include <string>
#include <vector>

// Linked programs as files: the graph, and the scenario beside it.

namespace mw::workbench {

/// `granule.scenario.json` of `granule.sdfgz`: where runs look for inputs.
std::filesystem::path scenarioNameBeside(const std::filesystem::path& graph);
/// Writes graph and scenario, each whole or not at all; "input-file" where one of them is an input.
Expected<void> exportLinked(const link::Linked& linked, const std::filesystem::path& graph,
                            const std::filesystem::path& scenario,
                            const std::vector<std::string>& inputs);

/// "5 calls of 4 programs: 41 arguments, temporaries: kappa".
std::string toText(const link::Linked& linked, const inputs::SequenceInput& sequence);

} // namespace mw::workbench
