// What could be done to a graph next, from a pipeline and its predictions.
#include "app/workbench/tune/graph_options.h"

#include "core/support/amounts.h"
#include "core/support/hash.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

constexpr std::size_t kMostOptions = 16; ///< of one graph

std::string textOf(const std::vector<Step>& steps) {
    std::string text = history::text(steps.front().record);
    if (steps.size() > 1)
        text += fmt::format(", and {} after it", counted(steps.size() - 1, "step"));
    return text;
}

} // namespace

codegen::Choices fittingForm(const codegen::Choices& choices, const TuneForm& form,
                             const GraphSearch& graphs, codegen::Target target) {
    const auto plan = graphs.lower(form);
    return plan ? codegen::fittingChoices(*plan, codegen::launchDevice(target), choices)
                : codegen::Choices{};
}

Expected<std::string> formKey(const TuneForm& form, const GraphSearch& graphs,
                              const TuneOptions& options) {
    MW_TRY(const auto plan, graphs.lower(form));
    codegen::Plan plain = plan; // without what names its elements
    plain.notes.clear();
    for (auto& kernel : plain.kernels)
        kernel.map = {};
    return toHex(
        fnv1a64(codegen::print(plan, options.target).text + toJson(plain) + options.machine));
}

Expected<std::vector<GraphOption>> optionsOf(const GraphOption& graph,
                                             const codegen::Choices& choices,
                                             const GraphSearch& graphs,
                                             const TuneOptions& options) {
    const auto& document = graph.form.document;
    MW_TRY(const auto now, predict(*document, graphs.values, graphs.rates));
    const OptimiseOptions how{.values = graphs.values, .rates = graphs.rates, .stop = options.stop};
    MW_TRY(auto found,
           stepOptions(document, graphs.pipeline, how, -graphs.margin * now.microseconds));
    std::vector<GraphOption> list;
    for (StepOption& one : found) {
        if (list.size() == kMostOptions)
            break;
        GraphOption option{graph.steps, {}, {}, textOf(one.steps)};
        option.form.document = one.steps.back().result.document;
        std::ranges::move(one.steps, std::back_inserter(option.steps));
        option.form.choices = fittingForm(choices, option.form, graphs, options.target);
        auto key = formKey(option.form, graphs, options);
        if (!key || std::ranges::find(list, *key, &GraphOption::key) != list.end())
            continue;
        option.key = std::move(*key);
        list.push_back(std::move(option));
    }
    return list;
}

} // namespace mw::workbench
