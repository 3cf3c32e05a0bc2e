#include "app/gui/steps.h"

#include "transforms/replay.h"

#include <optional>

namespace mw::app {

namespace {

std::optional<transforms::Match> firstPlace(const transforms::Transformation& transformation,
                                            const ir::DocumentPtr& document,
                                            const transforms::Params& complete) {
    const ir::DocumentIndex index(document);
    for (auto& match : transformation.find(index))
        if (transformation.check(index, match, complete).ok())
            return std::move(match);
    return std::nullopt;
}

} // namespace

Expected<Step> applyAt(const transforms::Transformation& transformation,
                       const ir::DocumentPtr& document, const transforms::Match& match,
                       const transforms::Params& params) {
    MW_TRY(auto result, transforms::applyChecked(transformation, document, match, params));
    return Step{{transformation.name, match.state, match.elements, match.label, params},
                std::move(result)};
}

Expected<Step> applyAtFirst(const transforms::Transformation& transformation,
                            const ir::DocumentPtr& document, const transforms::Params& params) {
    MW_TRY(const auto complete, transforms::completeParams(transformation, params));
    const auto match = firstPlace(transformation, document, complete);
    if (!match)
        return fail("no-match", transformation.title + " applies nowhere in this variant.");
    return applyAt(transformation, document, *match, params);
}

Expected<std::vector<Step>> applyEverywhere(const transforms::Transformation& transformation,
                                            const ir::DocumentPtr& document,
                                            const transforms::Params& params,
                                            const std::stop_token& stop) {
    MW_TRY(const auto complete, transforms::completeParams(transformation, params));
    std::vector<Step> steps;
    auto at = document;
    while (!stop.stop_requested()) {
        const auto match = firstPlace(transformation, at, complete);
        if (!match)
            break;
        MW_TRY(auto step, applyAt(transformation, at, *match, params));
        at = step.result.document;
        steps.push_back(std::move(step));
    }
    if (steps.empty())
        return fail("no-match", transformation.title + " applies nowhere in this variant.");
    return steps;
}

Expected<Step> replay(const ir::DocumentPtr& document, const history::Record& record) {
    MW_TRY(auto result, transforms::replay(document, record));
    return Step{record, std::move(result)};
}

Expected<std::vector<Step>> repairAll(const ir::DocumentPtr& document,
                                      const std::vector<Diagnostic>& findings,
                                      const std::stop_token& stop) {
    MW_TRY(auto repairs,
           transforms::repairEach(document, findings, [&] { return stop.stop_requested(); }));
    std::vector<Step> steps;
    for (auto& each : repairs)
        steps.push_back({std::move(each.record), std::move(each.result)});
    if (steps.empty())
        return fail("no-repair", "There is nothing to repair here.");
    return steps;
}

} // namespace mw::app
