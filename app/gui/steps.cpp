#include "app/gui/steps.h"

namespace mw::app {

namespace {

Expected<std::vector<Step>> repeated(const transforms::Transformation& transformation,
                                     const ir::DocumentPtr& document,
                                     const transforms::Params& params,
                                     const transforms::RepeatOptions& options) {
    MW_TRY(auto applied, transforms::applyEverywhere(transformation, document, params, options));
    if (applied.empty())
        return fail("no-match", transformation.title + " applies nowhere in this variant.");
    return transforms::recorded(transformation, document, std::move(applied));
}

} // namespace

Expected<Step> applyAtFirst(const transforms::Transformation& transformation,
                            const ir::DocumentPtr& document, const transforms::Params& params) {
    MW_TRY(auto steps, repeated(transformation, document, params, {.limit = 1}));
    return std::move(steps.front());
}

Expected<std::vector<Step>> applyEverywhere(const transforms::Transformation& transformation,
                                            const ir::DocumentPtr& document,
                                            const transforms::Params& params,
                                            const std::stop_token& stop) {
    return repeated(transformation, document, params, {.stop = stop});
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
