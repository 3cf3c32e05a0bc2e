#pragma once

#include "app/workbench/sequence_file.h"
#include "core/link/link.h"

#include <filesystem>
#include <string>
#include <vector>

// Linked programs as files: the graph, and the scenario beside it.

namespace mw::workbench {

/// The same sequence with each of its programs optimised by itself, by the default pipeline and the
/// sizes of its scenario: a linked program of these begins at the sum of its parts. The error is
/// that of optimising, with the program's name.
Expected<inputs::SequenceInput> withOptimisedPrograms(inputs::SequenceInput sequence);

/// `granule.scenario.json` of `granule.sdfgz`: where runs look for inputs.
std::filesystem::path scenarioNameBeside(const std::filesystem::path& graph);
/// Writes graph and scenario, each whole or not at all; "input-file" where one of them is an input.
Expected<void> exportLinked(const link::Linked& linked, const std::filesystem::path& graph,
                            const std::filesystem::path& scenario,
                            const std::vector<std::string>& inputs);

/// "5 calls of 4 programs: 41 arguments, temporaries: kappa".
std::string toText(const link::Linked& linked, const inputs::SequenceInput& sequence);

} // namespace mw::workbench
