// Writes the linked program with its scenario, and describes it in words.
#include "app/workbench/link_sequence.h"

#include "app/workbench/export.h"
#include "app/workbench/optimise.h"
#include "core/analysis/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mw::workbench {

namespace fs = std::filesystem;

fs::path scenarioNameBeside(const fs::path& graph) {
    return graph.parent_path() / (graph.stem().string() + ".scenario.json");
}

Expected<void> exportLinked(const link::Linked& linked, const fs::path& graph,
                            const fs::path& scenario, const std::vector<std::string>& inputs) {
    MW_CHECK(checkNoInput(scenario, inputs));
    MW_CHECK(exportGraph(*linked.document, graph, inputs));
    return writeScenario(linked.scenario, scenario);
}

Expected<inputs::SequenceInput> withOptimisedPrograms(inputs::SequenceInput sequence) {
    const auto* pipeline = transforms::findPipeline("default");
    for (auto& program : sequence.programs) {
        auto done = optimise(program.document, *pipeline, {.values = program.scenario.symbols});
        if (!done)
            return fail(done.error().code, fmt::format("the program '{}' cannot be optimised: {}",
                                                       program.name, done.error().sentence));
        if (!done->steps.empty())
            program.document = done->steps.back().result.document;
    }
    return sequence;
}

std::string toText(const link::Linked& linked, const inputs::SequenceInput& sequence) {
    int calls = 0;
    for (const auto& call : sequence.calls)
        calls += call.count;
    return fmt::format(
        "{} call{} of {} program{}: {} arguments, temporaries: {}", calls, calls == 1 ? "" : "s",
        sequence.programs.size(), sequence.programs.size() == 1 ? "" : "s",
        analysis::argumentList(*linked.document->root).size(),
        linked.internal.empty() ? "none" : fmt::format("{}", fmt::join(linked.internal, ", ")));
}

} // namespace mw::workbench
