// Measurements of variants, prepared.

#include "app/workbench/measure.h"

#include "core/bench/chosen_launches.h"
#include "core/bench/prepare.h"
#include "core/history/provenance.h"
#include "core/history/recipe.h"

namespace mw::workbench {

bench::BenchInput benchInput(const Program& program, history::VariantId variant, std::string name) {
    const auto& history = *program.history;
    const auto& found = *history.find(variant);
    return {name.empty() ? found.name : std::move(name),
            found.document,
            found.parent ? history::recipe(history, variant) : std::string(),
            history::provenance(history, variant),
            bench::chosenLaunches(history, variant),
            /*fitChoices=*/true};
}

std::vector<bench::BenchInput> benchInputs(const Program& program,
                                           const std::vector<history::VariantId>& variants) {
    std::vector<bench::BenchInput> inputs;
    for (const auto id : variants)
        inputs.push_back(benchInput(program, id));
    return inputs;
}

Expected<codegen::Choices> fittingChoices(const Program& program, history::VariantId variant,
                                          const inputs::Scenario& scenario,
                                          const bench::BenchOptions& options) {
    auto input = benchInput(program, variant);
    if (!input.choices.empty())
        MW_CHECK(bench::lowered(input, scenario, options));
    return std::move(input.choices);
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
