// Check, apply, validate: at one match, at the first, everywhere.

#include "transforms/framework/apply.h"

#include "transforms/framework/validation.h"

namespace mw::transforms {

namespace {

Diagnostic diagnosticOf(const Refusal& refusal) {
    Diagnostic diagnostic;
    diagnostic.code = refusal.code;
    diagnostic.sentence = refusal.sentence;
    diagnostic.location.elements = refusal.elements;
    if (!refusal.missingProof.empty())
        diagnostic.notes.push_back("needs " + refusal.missingProof);
    return diagnostic;
}

/// One step and the view of what it made.
struct Step {
    Application application;
    DocumentView view;
};

Expected<Step> carryOut(const Transformation& t, const DocumentView& view, Match match,
                        const Params& params, const Plan& plan) {
    MW_TRY(auto result, t.apply(view, plan));
    DocumentView after = view.after(result.document);
    MW_CHECK(checkResult(t, view, after));
    return Step{{std::move(match), params, std::move(result)}, std::move(after)};
}

Expected<std::optional<Step>> firstStep(const Transformation& t, const DocumentView& view,
                                        const Params& params) {
    for (Match& match : t.find(view, {})) {
        const CheckResult checked = t.check(view, match, params);
        const Plan* plan = std::get_if<Plan>(&checked);
        if (!plan)
            continue;
        MW_TRY(auto step, carryOut(t, view, std::move(match), params, *plan));
        return std::optional(std::move(step));
    }
    return std::optional<Step>();
}

} // namespace

std::vector<Candidate> candidates(const Transformation& t, const DocumentView& view,
                                  const Region& region, const Params& params,
                                  const std::stop_token& stop) {
    std::vector<Candidate> found;
    for (Match& match : t.find(view, region)) {
        if (stop.stop_requested())
            break;
        CheckResult result = t.check(view, match, params);
        found.push_back({std::move(match), std::move(result)});
    }
    return found;
}

Expected<Application> applyAt(const Transformation& t, const DocumentView& view, const Match& match,
                              const Params& given) {
    MW_TRY(const Params params, completeParams(t, given));
    MW_CHECK(checkWiring(t, view));
    const CheckResult checked = t.check(view, match, params);
    if (const Refusal* refusal = refusalOf(checked))
        return fail(diagnosticOf(*refusal));
    MW_TRY(auto step, carryOut(t, view, match, params, std::get<Plan>(checked)));
    return std::move(step.application);
}

Expected<std::optional<Application>> applyFirst(const Transformation& t, const DocumentView& view,
                                                const Params& given) {
    MW_TRY(auto steps, applyEverywhere(t, view, given, {.limit = 1}));
    return steps.empty() ? std::nullopt : std::optional(std::move(steps.front()));
}

Expected<std::vector<Application>> applyEverywhere(const Transformation& t,
                                                   const DocumentView& view, const Params& given,
                                                   const RepeatOptions& options) {
    MW_TRY(const Params params, completeParams(t, given));
    MW_CHECK(checkWiring(t, view));
    std::vector<Application> steps;
    DocumentView now = view;
    while (steps.size() < options.limit && !options.stop.stop_requested()) {
        MW_TRY(auto step, firstStep(t, now, params));
        if (!step)
            break;
        steps.push_back(std::move(step->application));
        now = std::move(step->view);
    }
    return steps;
}

} // namespace mw::transforms
