// Tuning: the search with runners that measure, and where its result is written.
#include "app/workbench/tune/tune.h"

#include "app/workbench/launches.h"
#include "core/bench/prepare.h"
#include "core/validate/require_valid.h"
#include "transforms/framework/pipeline.h"
#include "transforms/framework/transformation.h"

#include <algorithm>

namespace mw::workbench {

namespace {

using codegen::Choices;
using codegen::LaunchChoice;

/// The step that says block, bounds and registers of a kernel; nothing where there is none.
std::vector<Step> launchSteps(const ir::DocumentPtr& document, const codegen::Kernel& kernel,
                              const LaunchChoice& wanted) {
    Params params;
    params["block-x"] = std::int64_t{wanted.block[0]};
    params["block-y"] = std::int64_t{wanted.block[1]};
    params["block-z"] = std::int64_t{wanted.block[2]};
    params["max-registers"] = std::int64_t{wanted.maxRegisters};
    params["min-warps"] = std::int64_t{wanted.minBlocksPerSm};
    return mapLaunchSteps(document, kernel.map, params).value_or(std::vector<Step>());
}

/// Steps for these choices, as far as there are any.
std::vector<Step> stepsFor(const ir::DocumentPtr& document, const codegen::Plan& plan,
                           const Choices& said, codegen::Target target) {
    std::vector<Step> all;
    for (const auto& kernel : plan.kernels) {
        const auto choice = said.find(kernel.name);
        if (choice == said.end())
            continue;
        const auto wanted =
            codegen::chosenLaunch(kernel, codegen::launchDevice(target), choice->second);
        for (Step& step : wanted ? launchSteps(all.empty() ? document : all.back().result.document,
                                               kernel, *wanted)
                                 : std::vector<Step>())
            all.push_back(std::move(step));
    }
    return all;
}

/// The launches of kernels, by name.
Expected<std::map<std::string, LaunchChoice>> launchesOf(codegen::Plan plan, const Choices& choices,
                                                         codegen::Target target) {
    MW_CHECK(codegen::chooseLaunches(plan, codegen::launchDevice(target), choices));
    std::map<std::string, LaunchChoice> launches;
    for (const auto& kernel : plan.kernels)
        launches.emplace(kernel.name, kernel.launch);
    return launches;
}

/// What is worth to begin behind, by prediction: the steps of the pipeline.
Expected<std::vector<Step>> optimisingSteps(const TuneSetup& setup, const GraphSearch& graphs,
                                            const TuneOptions& options) {
    if (options.progress)
        options.progress("optimising", 0, 0);
    MW_TRY(auto done,
           optimise(setup.rigs.start.document, setup.pipeline,
                    {.values = graphs.values, .rates = graphs.rates, .stop = options.stop}));
    if (done.after.microseconds >= done.before.microseconds)
        done.steps.clear();
    return std::move(done.steps);
}

} // namespace

Expected<TuneSetup> tuneSetup(bench::BenchInput start, const InputChoice& inputs,
                              const std::string& grid, const RunSettings& settings,
                              codegen::Target target, const exec::AskConsent& ask) {
    MW_CHECK(validate::requireValid(start.document));
    TuneSetup setup;
    setup.rigs.start.document = start.document;
    MW_TRY(setup.rigs.scenario, scenarioFor(*start.document->root, inputs, grid));
    setup.rigs.how = benchOptions(settings, target, setup.rigs.scenario);
    MW_CHECK(askConsent(setup.rigs, ask));
    MW_CHECK(bench::lowered(start, setup.rigs.scenario, setup.rigs.how));
    setup.rigs.start.choices = std::move(start.choices);
    setup.pipeline = *transforms::findPipeline("default");
    return setup;
}

Expected<TunedProgram> tune(const TuneSetup& setup, TuneOptions options, TuneLog& log) {
    MW_CHECK(noneByHand(setup.rigs.start.choices, "tuned"));
    MW_TRY(auto rigs, TuneRigs::make(setup.rigs));
    MW_CHECK(rigs.describe(options));
    GraphSearch graphs;
    graphs.lower = [&rigs](const TuneForm& form) { return rigs.lower(form); };
    graphs.pipeline = setup.pipeline;
    graphs.values = rigs.scenario().symbols;
    const auto* here = modelNamedIn(options.device, setup.rigs.how.target);
    if (const auto* model = setup.model ? setup.model : here)
        graphs.rates = deviceRates(*model);
    if (here) { // what is measured is compared with what is predicted for the same device
        const DeviceRates rates = deviceRates(*here);
        options.model = modelKey(rates);
        options.predict = [rates, values = graphs.values](const codegen::Kernel& kernel) {
            return predictKernel(kernel, values, rates).microseconds;
        };
        if (options.model == modelKey(graphs.rates))
            graphs.model = options.model;
    }
    if (!setup.pipeline.stages.empty()) {
        MW_TRY(graphs.first, optimisingSteps(setup, graphs, options));
    }
    MW_TRY(auto tuned,
           tuneProgram(setup.rigs.start, graphs, rigs.measurers(options), options, log));
    tuned.whole.device = options.device;
    tuned.runners = rigs.report();
    return tuned;
}

Expected<WrittenChoices> writeChoices(const ir::DocumentPtr& document, const Choices& choices,
                                      codegen::Target target, const LowerDocument& lower) {
    WrittenChoices written{{}, choices};
    if (choices.empty() || target == codegen::Target::cpu)
        return written;
    MW_TRY(const codegen::Plan plan, lower(*document));
    MW_TRY(const auto wanted, launchesOf(plan, choices, target));
    Choices said = choices;
    while (!said.empty()) { // until the graph says all that is left to it
        written.steps = stepsFor(document, plan, said, target);
        if (written.steps.empty())
            return written;
        MW_TRY(const codegen::Plan after, lower(*written.steps.back().result.document));
        MW_TRY(const auto alone, launchesOf(after, {}, target));
        const auto before = said.size();
        std::erase_if(said, [&](const auto& one) {
            const auto launch = alone.find(one.first);
            return launch == alone.end() || launch->second != wanted.at(one.first);
        });
        if (said.size() == before)
            break;
        written.steps.clear();
    }
    std::erase_if(written.rest, [&](const auto& one) { return said.contains(one.first); });
    return written;
}

Expected<std::vector<Step>> stepsOf(const TuneSetup& setup, const TunedProgram& result) {
    auto steps = result.steps;
    const auto document = [&] {
        return steps.empty() ? setup.rigs.start.document : steps.back().result.document;
    };
    const auto lower = [&](const ir::Document& one) {
        return bench::lowered(one, setup.rigs.scenario, setup.rigs.how);
    };
    MW_TRY(auto written,
           writeChoices(document(), result.launches.choices, setup.rigs.how.target, lower));
    std::ranges::move(written.steps, std::back_inserter(steps));
    if (!written.rest.empty() && written.rest != setup.rigs.start.choices)
        steps.push_back(launchStep(document(), written.rest));
    return steps;
}

} // namespace mw::workbench
