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
    const auto* transformation = transforms::findTransformation(record.transformation);
    if (!transformation)
        return fail("unknown-transformation",
                    "There is no transformation \"" + record.transformation + "\" to replay.");
    return applyAt(*transformation, document, {record.state, record.elements, record.matchLabel},
                   record.params);
}

} // namespace mw::app
