#pragma once

#include "app/workbench/program.h"
#include "core/io/sdfg_io.h"
#include "core/support/expected.h"

#include <filesystem>
#include <string>
#include <vector>

// What leads out of the tool: graphs and reports under other names than those of inputs.

namespace mw::workbench {

/// "input-file" when this file is one of the inputs, whatever its name is spelled like. To be asked
/// before anything is written to a name that somebody chose.
Expected<void> checkNoInput(const std::filesystem::path& file,
                            const std::vector<std::string>& inputs);
/// Writes a variant as .sdfg or .sdfgz, whole or not at all; "input-file" as above. For a DaCe that
/// wants it, nested SDFGs get views of the parts that they are given (withWholeContainers).
Expected<void> exportGraph(const ir::Document& document, const std::filesystem::path& file,
                           const std::vector<std::string>& inputs,
                           const io::WriteOptions& options = {});
/// A variant with what was chosen of its launches beside it (choicesBeside), where anything was.
/// What lies there already is replaced, an input excepted.
Expected<void> exportVariant(const history::History& history, history::VariantId variant,
                             const std::filesystem::path& file,
                             const std::vector<std::string>& inputs);
/// `x.choices.json` of `x.sdfg`: choices that lie beside a graph.
std::filesystem::path choicesBeside(const std::filesystem::path& graph);
/// `nabla4-map-fusion-vertical.sdfgz` beside the input: letters, digits and dashes of the current
/// variant's name.
std::filesystem::path suggestedName(const Program& program);

} // namespace mw::workbench
