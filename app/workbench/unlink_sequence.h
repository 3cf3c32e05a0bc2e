#pragma once

#include "app/workbench/sequence_file.h"
#include "core/link/link.h"
#include "core/link/unlink.h"

#include <filesystem>
#include <string>
#include <vector>

// A linked program taken apart, as files.

namespace mw::workbench {

/// The files that a sequence becomes: "NAME.sequence.json", then graph and scenario of each
/// program.
std::vector<std::string> filesOf(const inputs::SequenceInput& sequence,
                                 const std::filesystem::path& folder);
/// Writes them, each whole or not at all; the folder is made where there is none. "input-file"
/// where one of them is an input.
Expected<void> exportSequence(const inputs::SequenceInput& sequence,
                              const std::filesystem::path& folder,
                              const std::vector<std::string>& inputs);

/// The program that the sequence was taken from, for checkLinked().
link::Linked linkedOf(const ir::DocumentPtr& linked, const inputs::Scenario& scenario,
                      const inputs::SequenceInput& sequence);

/// "2 programs; between them u, v".
std::string toText(const inputs::SequenceInput& sequence);

} // namespace mw::workbench
