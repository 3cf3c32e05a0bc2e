// Writes the programs of a linked one, and the sequence that runs them.
#include "app/workbench/unlink_sequence.h"

#include "app/workbench/export.h"
#include "app/workbench/link_sequence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

fs::path graphOf(const inputs::SequenceProgram& program, const fs::path& folder) {
    return folder / (program.name + ".sdfgz");
}
fs::path fileOf(const inputs::SequenceInput& sequence, const fs::path& folder) {
    return folder / (sequence.name + ".sequence.json");
}

} // namespace

std::vector<std::string> filesOf(const inputs::SequenceInput& sequence, const fs::path& folder) {
    std::vector<std::string> files{fileOf(sequence, folder).string()};
    for (const auto& program : sequence.programs) {
        const auto graph = graphOf(program, folder);
        files.push_back(graph.string());
        files.push_back(scenarioNameBeside(graph).string());
    }
    return files;
}

Expected<void> exportSequence(const inputs::SequenceInput& sequence, const fs::path& folder,
                              const std::vector<std::string>& inputs) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        return fail("unwritable-file",
                    fmt::format("{} cannot be made: {}", folder.string(), failed.message()));
    for (const auto& file : filesOf(sequence, folder))
        MW_CHECK(checkNoInput(file, inputs));
    for (const auto& program : sequence.programs) {
        const auto graph = graphOf(program, folder);
        MW_CHECK(exportGraph(*program.document, graph, inputs));
        MW_CHECK(writeScenario(program.scenario, scenarioNameBeside(graph)));
    }
    std::vector<SequenceFiles> files;
    for (const auto& program : sequence.programs) {
        const auto graph = graphOf(program, folder);
        files.push_back({graph, scenarioNameBeside(graph)});
    }
    return writeSequence(sequence, files, fileOf(sequence, folder));
}

link::Linked linkedOf(const ir::DocumentPtr& linked, const inputs::Scenario& scenario,
                      const inputs::SequenceInput& sequence) {
    link::Linked result{linked, scenario, sequence.internal, {}, {}};
    for (const auto& program : sequence.programs) {
        auto& names = result.arrays.emplace_back();
        for (const auto& [name, data] : program.document->root->arrays)
            if (!data->transient && !data->isScalar())
                names.emplace(name, name);
    }
    return result;
}

std::string toText(const inputs::SequenceInput& sequence) {
    return fmt::format(
        "{} program{}; between them as internal fields: {}", sequence.programs.size(),
        sequence.programs.size() == 1 ? "" : "s",
        sequence.internal.empty() ? "none" : fmt::format("{}", fmt::join(sequence.internal, ", ")));
}

} // namespace mw::workbench
