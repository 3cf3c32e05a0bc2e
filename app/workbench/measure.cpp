// Measurements of variants, prepared.

#include "app/workbench/measure.h"

#include "core/history/provenance.h"
#include "core/history/recipe.h"

namespace mw::workbench {

bench::BenchInput benchInput(const Program& program, history::VariantId variant, std::string name) {
    const auto& history = *program.history;
    const auto& found = *history.find(variant);
    return {name.empty() ? found.name : std::move(name), found.document,
            found.parent ? history::recipe(history, variant) : std::string(),
            history::provenance(history, variant)};
}

std::vector<bench::BenchInput> benchInputs(const Program& program,
                                           const std::vector<history::VariantId>& variants) {
    std::vector<bench::BenchInput> inputs;
    for (const auto id : variants)
        inputs.push_back(benchInput(program, id));
    return inputs;
}

Expected<bench::BenchResult> measure(const std::vector<bench::BenchInput>& inputs,
                                     const inputs::Scenario& scenario,
                                     const bench::BenchOptions& options,
                                     const exec::ProgressSink& progress, std::stop_token stop) {
    auto result = bench::measure(inputs, scenario, options, progress, std::move(stop));
    if (!result)
        for (const std::string& note : scenario.notes)
            result.error().notes.push_back(note);
    return result;
}

} // namespace mw::workbench
