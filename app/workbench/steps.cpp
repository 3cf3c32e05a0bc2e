// Apply, apply everywhere, repair and replay: each in one place.

#include "app/workbench/steps.h"

#include "app/workbench/launches.h"
#include "core/history/effect.h"
#include "core/io/file.h"

#include <fmt/format.h>

namespace mw::workbench {

namespace {

/// With the reason of the last place that was looked at.
Unexpected appliesNowhere(const transforms::Transformation& t, const transforms::DocumentView& view,
                          const Params& params) {
    MW_TRY(const auto complete, transforms::completeParams(t, params));
    const auto found = transforms::candidates(t, view, {}, complete);
    Diagnostic none;
    none.code = "no-match";
    none.sentence = fmt::format("{} applies nowhere in {} ({} candidates)", t.name,
                                view.document()->root->name, found.size());
    if (!found.empty())
        none.notes.push_back(found.back().match.label + ": " + found.back().refusal->sentence);
    return fail(std::move(none));
}

Expected<std::vector<Step>> repeated(const transforms::Transformation& t,
                                     const ir::DocumentPtr& document, const Params& params,
                                     const transforms::RepeatOptions& options) {
    const transforms::DocumentView view(document);
    MW_TRY(auto applied, transforms::applyEverywhere(t, view, params, options));
    if (applied.empty() && options.stop.stop_requested())
        return fail("cancelled", "Applying was cancelled.");
    if (applied.empty())
        return appliesNowhere(t, view, params);
    return transforms::recorded(t, std::move(applied));
}

} // namespace

Expected<std::vector<Step>> applyAt(const transforms::Transformation& t,
                                    const ir::DocumentPtr& document, const transforms::Match& match,
                                    const Params& params) {
    std::vector<Step> steps;
    MW_TRY(auto step, transforms::applyRecorded(t, document, match, params));
    steps.push_back(std::move(step));
    return steps;
}

Expected<std::vector<Step>> applyNth(const transforms::Transformation& t,
                                     const ir::DocumentPtr& document, int number,
                                     const Params& params) {
    const auto matches = t.find(document, {});
    if (number < 1 || static_cast<std::size_t>(number) > matches.size())
        return fail("no-match", fmt::format("{} has {} matches here; there is no match {}", t.name,
                                            matches.size(), number));
    return applyAt(t, document, matches[static_cast<std::size_t>(number) - 1], params);
}

Expected<std::vector<Step>> applyFirst(const transforms::Transformation& t,
                                       const ir::DocumentPtr& document, const Params& params) {
    return repeated(t, document, params, {.limit = 1, .stop = {}});
}

Expected<std::vector<Step>> applyEverywhere(const transforms::Transformation& t,
                                            const ir::DocumentPtr& document, const Params& params,
                                            const std::stop_token& stop) {
    transforms::RepeatOptions options;
    options.stop = stop;
    return repeated(t, document, params, options);
}

namespace {

/// Each pass everywhere; adds its steps, and leads `view` to what they made.
Expected<void> sweep(const std::vector<transforms::Pass>& passes, transforms::DocumentView& view,
                     std::vector<Step>& steps, const transforms::RepeatOptions& options) {
    for (const auto& pass : passes) {
        const auto& t = *pass.transformation;
        MW_TRY(auto applied, transforms::applyEverywhere(t, view, pass.params, options));
        if (applied.empty())
            continue;
        auto made = transforms::recorded(t, std::move(applied));
        view = view.after(made.back().result.document);
        std::move(made.begin(), made.end(), std::back_inserter(steps));
    }
    return {};
}

} // namespace

Expected<std::vector<Step>> applyUntilNone(const std::vector<transforms::Pass>& passes,
                                           transforms::DocumentView view,
                                           const std::stop_token& stop,
                                           std::optional<SdfgId> within) {
    transforms::RepeatOptions options;
    options.stop = stop;
    options.within = within;
    constexpr int kMostSweeps = 100;
    std::vector<Step> steps;
    for (int i = 0; i < kMostSweeps; ++i) {
        const std::size_t before = steps.size();
        MW_CHECK(sweep(passes, view, steps, options));
        if (steps.size() == before || stop.stop_requested())
            return steps;
    }
    return fail("no-end", fmt::format("the passes still apply after {} rounds", kMostSweeps));
}

Expected<std::vector<Step>> applyInOrder(const std::vector<transforms::Pass>& passes,
                                         const ir::DocumentPtr& document,
                                         const std::stop_token& stop) {
    MW_TRY(auto steps, applyUntilNone(passes, transforms::DocumentView(document), stop));
    if (steps.empty())
        return fail("no-match", fmt::format("none of these {} passes applies anywhere in {}",
                                            passes.size(), document->root->name));
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

Expected<std::vector<Step>> edit(const ir::DocumentPtr& document, const transforms::Edit& edit) {
    MW_TRY(auto done, transforms::edit(document, edit));
    std::vector<Step> steps;
    steps.push_back(std::move(done.step));
    return steps;
}

Expected<std::vector<Step>>
repairUntilNone(const ir::DocumentPtr& document,
                const std::function<std::vector<Diagnostic>(const ir::DocumentPtr&)>& findings) {
    std::vector<Step> all;
    auto at = document;
    while (true) {
        MW_TRY(auto steps, transforms::repairEach(at, findings(at)));
        if (steps.empty())
            return all;
        at = steps.back().result.document;
        std::move(steps.begin(), steps.end(), std::back_inserter(all));
    }
}

std::vector<ReplayedStep> replay(const ir::DocumentPtr& document, const history::Recipe& recipe,
                                 OnMisfit onMisfit, const std::stop_token& stop) {
    std::vector<ReplayedStep> steps;
    auto at = document;
    for (const auto& record : recipe.steps) {
        if (stop.stop_requested())
            break;
        auto step = replayStep(at, record);
        if (step) {
            at = step->result.document;
            steps.push_back({record, std::move(*step), {}});
            continue;
        }
        steps.push_back({record, {}, std::move(step).error()});
        if (onMisfit == OnMisfit::stop)
            break;
    }
    return steps;
}

std::string toText(std::size_t number, const ReplayedStep& step) {
    const auto text = fmt::format("{:>3} {}: ", number, history::text(step.record));
    if (step.step) {
        const auto& here = history::siteOf(step.step->record).label;
        return text +
               (here == history::siteOf(step.record).label ? "applied" : "applied at " + here);
    }
    if (step.reason->code != "ambiguous-step")
        return text + "does not apply: " + step.reason->sentence;
    return fmt::format("{}ambiguous: {}: {}", text, step.reason->sentence,
                       fmt::join(step.reason->notes, "; "));
}

std::vector<Step> doneOf(const std::vector<ReplayedStep>& steps) {
    std::vector<Step> done;
    for (const auto& one : steps)
        if (one.step)
            done.push_back(*one.step);
    return done;
}

std::optional<Diagnostic> misfitOf(const std::vector<ReplayedStep>& steps) {
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i].reason) {
            Diagnostic error = *steps[i].reason;
            error.code = "recipe-step";
            error.sentence = fmt::format("step {} of the recipe ({}: {}) does not fit: {}", i + 1,
                                         history::kindText(steps[i].record),
                                         history::siteOf(steps[i].record).label, error.sentence);
            return error;
        }
    return std::nullopt;
}

Expected<std::vector<transforms::Pass>> readOrder(const std::filesystem::path& file) {
    MW_TRY(const auto text, io::readFile(file));
    auto passes = transforms::parseOrder(text);
    if (!passes)
        passes.error().location.file = file.string();
    return passes;
}

Expected<history::Recipe> readRecipe(const std::filesystem::path& file) {
    MW_TRY(const auto text, io::readFile(file));
    auto recipe = history::parseRecipe(text);
    if (!recipe)
        recipe.error().location.file = file.string();
    return recipe;
}

void tellEffects(const ir::DocumentPtr& document, std::vector<Step>& steps) {
    auto at = document;
    for (auto& step : steps) {
        step.effect = history::effectText(step.record, at, step.result);
        at = step.result.document;
    }
}

void add(history::History& history, std::vector<Step> steps, const std::string& title) {
    std::optional<history::VariantId> first;
    const bool batch = steps.size() > 1 && !title.empty();
    for (auto& step : steps) {
        const auto id =
            history.add(std::move(step.record), std::move(step.result), std::move(step.effect));
        if (!first)
            first = id;
        if (batch)
            history.setBatch(id, {*first, title});
    }
    if (batch)
        history.nameBatch(history.current().id);
}

} // namespace mw::workbench
