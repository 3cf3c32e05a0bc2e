// Measurements of variants, prepared.

#include "app/workbench/measure.h"

#include "app/workbench/device_models.h"
#include "app/workbench/model_error.h"
#include "core/bench/chosen_launches.h"
#include "core/bench/prepare.h"
#include "core/history/provenance.h"
#include "core/history/recipe.h"

#include <algorithm>

namespace mw::workbench {

namespace {

/// What each kernel and each variant was predicted to take, where the model is about runs like
/// this one: with values compiled in, warm caches and all passes.
void addPredictions(bench::BenchResult& result, const std::vector<bench::BenchInput>& inputs,
                    const inputs::Scenario& scenario,
                    const std::shared_ptr<codegen::KernelMemo>& memo) {
    const auto* model = modelNamedIn(result.device, result.target);
    if (!model || !result.specialised || result.measure.coldCache || !result.without.empty())
        return;
    const DeviceRates rates = deviceRates(*model);
    result.model = modelKey(rates);
    for (std::size_t i = 0; i < result.variants.size() && i < inputs.size(); ++i) {
        auto& variant = result.variants[i];
        const auto& document = *inputs[i].document;
        const auto completed = inputs::completeScenario(*document.root, scenario);
        const auto prediction =
            completed ? predict(document, completed->symbols, rates, memo, variant.choices)
                      : Expected<Prediction>(fail(completed.error()));
        if (!prediction)
            continue;
        variant.predicted = prediction->microseconds;
        for (auto& row : variant.kernels) {
            const auto found =
                std::ranges::find(prediction->kernels, row.name, &PredictedKernel::name);
            if (found == prediction->kernels.end() || row.byHand)
                continue;
            row.predicted = found->microseconds * row.launches;
            row.counted = {found->bytes, found->cacheBytes, found->instructions, found->waits};
        }
    }
}

} // namespace

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
    if (result)
        addPredictions(*result, inputs, scenario, options.memo);
    else
        for (const std::string& note : scenario.notes)
            result.error().notes.push_back(note);
    return result;
}

} // namespace mw::workbench
