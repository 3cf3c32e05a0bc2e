// Launches as steps of a history.
#include "app/workbench/launches.h"

#include "transforms/framework/transformation.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

/// "nabla4: 80 levels per thread, and 2 kernels more".
std::string labelOf(const codegen::Choices& choices) {
    if (choices.empty())
        return "by the rules";
    const auto byHand =
        std::ranges::find_if(choices, [](const auto& one) { return !one.second.hand.empty(); });
    const auto& [name, choice] = byHand == choices.end() ? *choices.begin() : *byHand;
    std::string text = fmt::format("{}: {}", name, toText(choice));
    if (const auto more = choices.size() - 1; more > 0)
        text += fmt::format(", and {} kernel{} more", more, more == 1 ? "" : "s");
    return text;
}

} // namespace

Step launchStep(const ir::DocumentPtr& document, const codegen::Choices& choices) {
    return {history::LaunchRecord{history::Site(0, {}, labelOf(choices)), toJson(choices)},
            ir::EditResult{document, {}}};
}

Expected<std::vector<Step>> mapLaunchSteps(const ir::DocumentPtr& document, NodeId map,
                                           const Params& params) {
    const auto& launch = *transforms::findTransformation("gpu-launch");
    for (const auto& match : launch.find(transforms::DocumentView(document), {}))
        if (match.elements.front().id == map)
            return applyAt(launch, document, match, params);
    return fail("no-kernel", "the map becomes no kernel of its own");
}

Expected<void> noneByHand(const codegen::Choices& choices, std::string_view what) {
    const auto names = codegen::kernelsByHand(choices);
    if (names.empty())
        return {};
    return fail("kernels-by-hand",
                fmt::format("a variant with kernels that were written by hand ({}) cannot be {}: "
                            "the graph does not say what they do; take the variant before",
                            fmt::join(names, ", "), what));
}

Expected<Step> replayStep(const ir::DocumentPtr& document, const history::Record& record) {
    if (const auto* launches = std::get_if<history::LaunchRecord>(&record)) {
        MW_TRY(const auto choices, codegen::choicesFromJson(launches->choices));
        return launchStep(document, choices);
    }
    return transforms::replay(document, record);
}

} // namespace mw::workbench
