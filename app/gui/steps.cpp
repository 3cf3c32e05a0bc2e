#include "app/gui/steps.h"

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

Expected<Step> applyAtFirst(const transforms::Transformation& transformation,
                            const ir::DocumentPtr& document, const transforms::Params& params) {
    MW_TRY(const auto complete, transforms::completeParams(transformation, params));
    const auto match = firstPlace(transformation, document, complete);
    if (!match)
        return fail("no-match", transformation.title + " applies nowhere in this variant.");
    return transforms::applyRecorded(transformation, document, *match, params);
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
        MW_TRY(auto step, transforms::applyRecorded(transformation, at, *match, params));
        at = step.result.document;
        steps.push_back(std::move(step));
    }
    if (steps.empty())
        return fail("no-match", transformation.title + " applies nowhere in this variant.");
    return steps;
}

Expected<std::vector<Step>> repairAll(const ir::DocumentPtr& document,
                                      const std::vector<Diagnostic>& findings,
                                      const std::stop_token& stop) {
    MW_TRY(auto steps,
           transforms::repairEach(document, findings, [&] { return stop.stop_requested(); }));
    if (steps.empty())
        return fail("no-repair", "There is nothing to repair here.");
    return steps;
}

} // namespace mw::app
