// Tuning: the search with runners that measure, and where its result is written.
#include "app/workbench/tune/tune.h"

#include "app/workbench/tune/rig.h"
#include "core/support/hash.h"
#include "transforms/framework/transformation.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

using Rigs = std::vector<std::unique_ptr<TuneRig>>;

Rigs rigsFor(const TuneSetup& setup, const inputs::Scenario& scenario) {
    auto runners = setup.runners;
    if (runners.empty())
        runners.push_back(setup.how.runner);
    Rigs rigs;
    for (const exec::RunnerOptions& runner : runners) {
        bench::BenchOptions how = setup.how;
        how.runner = runner;
        rigs.push_back(std::make_unique<TuneRig>(setup.start, scenario, how));
    }
    return rigs;
}

/// Times of one device say nothing of another one.
Expected<std::string> commonDevice(const Rigs& rigs) {
    std::string common;
    for (const auto& rig : rigs) {
        MW_TRY(const std::string device, rig->device());
        if (!common.empty() && device != common)
            return fail("other-device", fmt::format("the runners have different devices, {} and "
                                                    "{}: tune for one of them",
                                                    common, device));
        common = device;
    }
    return common;
}

using codegen::Choices;
using codegen::LaunchChoice;

/// The step that says block, bounds and registers of a kernel; nothing where there is none.
std::vector<Step> launchSteps(const ir::DocumentPtr& document, const codegen::Kernel& kernel,
                              const LaunchChoice& wanted) {
    const auto& launch = *transforms::findTransformation("gpu-launch");
    Params params;
    params["block-x"] = std::int64_t{wanted.block[0]};
    params["block-y"] = std::int64_t{wanted.block[1]};
    params["block-z"] = std::int64_t{wanted.block[2]};
    params["max-registers"] = std::int64_t{wanted.maxRegisters};
    params["min-warps"] = std::int64_t{wanted.minBlocksPerSm};
    for (const auto& match : launch.find(transforms::DocumentView(document), {}))
        if (match.elements.front().id == kernel.map)
            if (auto steps = applyAt(launch, document, match, params))
                return std::move(*steps);
    return {};
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

} // namespace

Expected<TunedProgram> tune(const TuneSetup& setup, TuneOptions options, TuneLog& log) {
    MW_TRY(const auto scenario,
           inputs::completeScenario(*setup.start.document->root, setup.scenario));
    const Rigs rigs = rigsFor(setup, scenario);
    MW_CHECK(rigs.front()->lower(setup.start));
    MW_TRY(const std::string device, commonDevice(rigs));
    options.device = device;
    options.machine = fmt::format("{}|{}|{}|{}", device, toHex(fnv1a64(toJson(scenario))),
                                  setup.how.measure.coldCache ? "cold" : "warm",
                                  name(setup.how.measure.allocation));
    std::vector<TuneMeasure> measurers;
    // On a device the next round is compiled meanwhile; on the CPU that would be measured too.
    const int lanes = options.target == codegen::Target::cpu ? 1 : 2;
    for (const auto& rig : rigs) {
        rig->setStop(options.stop);
        for (int lane = 0; lane < lanes; ++lane)
            measurers.push_back([&one = *rig](const std::vector<TuneForm>& forms, int repeats) {
                return one.measure(forms, repeats);
            });
    }
    GraphSearch graphs;
    graphs.lower = [&rig = *rigs.front()](const TuneForm& form) { return rig.lower(form); };
    graphs.pipeline = setup.pipeline;
    graphs.values = scenario.symbols;
    return tuneProgram(setup.start, graphs, measurers, options, log);
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

std::filesystem::path choicesBeside(const std::filesystem::path& graph) {
    auto beside = graph;
    beside.replace_extension(".choices.json");
    return beside;
}

} // namespace mw::workbench
