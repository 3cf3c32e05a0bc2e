// Launches of an exported graph: written as properties of its maps, as far as DaCe has some for
// them.

#include "app/workbench/export_launches.h"

#include "app/workbench/launches.h"
#include "core/bench/chosen_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::workbench {

namespace {

using codegen::Choices;
using codegen::KernelChoice;
using codegen::Target;

bool hasKernel(const codegen::Plan& plan, std::string_view name) {
    return std::ranges::find(plan.kernels, name, &codegen::Kernel::name) != plan.kernels.end();
}

Expected<codegen::Plan> planFor(const ir::Document& document) {
    return codegen::lower(document, {.constants = {}, .rawCode = true});
}

/// Kernels that somebody wrote, for whatever sizes, and that later steps left there.
Expected<void> noneByHandIn(const ir::Document& document, Choices choices) {
    if (codegen::kernelsByHand(choices).empty())
        return {};
    if (const auto plan = planFor(document))
        std::erase_if(choices, [&](const auto& one) { return !hasKernel(*plan, one.first); });
    return noneByHand(choices, "exported");
}

std::string leftOut(const std::string& kernel, const char* why) {
    return fmt::format("the launch chosen for '{}' is left out: {}", kernel, why);
}

/// On one target or another.
Expected<Choices> fittedAnywhere(const ExportChoices& chosen, const codegen::Plan& plan,
                                 std::vector<std::string>& notes) {
    Choices fitting;
    for (const auto target : {Target::cuda, Target::hip, Target::cpu})
        fitting.merge(codegen::fittingChoices(plan, codegen::launchDevice(target), chosen.choices));
    if (fitting.size() == chosen.choices.size())
        return fitting;
    return fitted(chosen, plan, codegen::launchDevice(Target::cuda), notes);
}

/// What of a choice no map says: registers are limited in one way.
KernelChoice beyondMaps(KernelChoice choice) {
    if (choice.maxRegisters.value_or(0) == 0 || choice.minBlocksPerSm == 0)
        choice.minBlocksPerSm.reset();
    choice.maxRegisters.reset();
    choice.block.reset();
    if (choice.levelsPerThread == 1) // as DaCe has it
        choice.levelsPerThread.reset();
    if (choice.prefetch == 0)
        choice.prefetch.reset();
    return choice;
}

/// What gpu-launch is to say.
Params launchParams(const KernelChoice& choice) {
    const auto block = choice.block.value_or(std::array{0, 1, 1});
    Params params{{"block-x", std::int64_t{block[0]}},
                  {"block-y", std::int64_t{block[1]}},
                  {"block-z", std::int64_t{block[2]}}};
    if (choice.maxRegisters.value_or(0) > 0)
        params["max-registers"] = std::int64_t{*choice.maxRegisters};
    else if (choice.minBlocksPerSm)
        params["min-warps"] = std::int64_t{*choice.minBlocksPerSm};
    return params;
}

/// The graph with a kernel's launch on its map; what it does not say remains in `choice`.
ir::DocumentPtr saidOnMap(const ir::DocumentPtr& document, const codegen::Kernel& kernel,
                          KernelChoice& choice) {
    const bool says = choice.block || choice.maxRegisters.value_or(0) > 0 ||
                      choice.minBlocksPerSm.value_or(0) > 0;
    const auto steps = says ? mapLaunchSteps(document, kernel.map, launchParams(choice))
                            : Expected<std::vector<Step>>();
    if (steps || steps.error().code == "already-so")
        choice = beyondMaps(choice);
    return steps && !steps->empty() ? steps->back().result.document : document;
}

} // namespace

Expected<ExportChoices> choicesToExport(const history::History& history,
                                        history::VariantId variant) {
    auto choices = bench::chosenLaunches(history, variant);
    MW_CHECK(noneByHandIn(*history.find(variant)->document, choices));
    return ExportChoices{std::move(choices), ExportChoices::From::steps};
}

Expected<Choices> fitted(const ExportChoices& chosen, const codegen::Plan& plan,
                         const codegen::LaunchDevice& device, std::vector<std::string>& notes) {
    if (chosen.from == ExportChoices::From::user) {
        codegen::Plan launched = plan;
        MW_CHECK(codegen::chooseLaunches(launched, device, chosen.choices));
        return chosen.choices;
    }
    auto fitting = codegen::fittingChoices(plan, device, chosen.choices);
    for (const auto& [name, choice] : chosen.choices)
        if (!fitting.contains(name))
            notes.push_back(leftOut(name, hasKernel(plan, name)
                                              ? "its kernel cannot be launched like that any more"
                                              : "a later step took its kernel away"));
    return fitting;
}

Expected<LaunchedGraph> withLaunches(const ir::DocumentPtr& document, const ExportChoices& chosen) {
    LaunchedGraph graph{document, {}, {}, {}};
    if (chosen.choices.empty())
        return graph;
    const auto plan = planFor(*document);
    if (!plan && chosen.from == ExportChoices::From::user)
        return fail(plan.error());
    if (!plan) {
        graph.notes.push_back("the launches that were chosen are left out: the graph has no "
                              "kernels (" +
                              plan.error().sentence + ")");
        return graph;
    }
    MW_TRY(graph.choices, fittedAnywhere(chosen, *plan, graph.notes));
    for (const auto& kernel : plan->kernels) {
        const auto found = graph.choices.find(kernel.name);
        if (found == graph.choices.end())
            continue;
        KernelChoice rest = found->second;
        graph.document = saidOnMap(graph.document, kernel, rest);
        if (!rest.isEmpty())
            graph.beyond.push_back(fmt::format("'{}': {}", kernel.name, toText(rest)));
    }
    return graph;
}

} // namespace mw::workbench
