// mw replay: the steps of a recipe on a file, the one it was made on or another.

#include "app/cli/check_option.h"
#include "app/cli/console.h"
#include "app/cli/json_text.h"
#include "app/cli/project_option.h"
#include "app/cli/verb.h"
#include "app/workbench/export.h"
#include "app/workbench/steps.h"
#include "core/support/amounts.h"

#include <algorithm>
#include <memory>

namespace mw::cli::replay_verb {

namespace {

struct Options {
    ProgramOption program;
    std::string recipe, out;
    bool check = false; ///< hold each step against the program before
    bool skip = false;  ///< leave out steps that do not fit
    bool json = false;
};

std::string stepsText(const std::vector<workbench::ReplayedStep>& steps) {
    std::string text;
    for (std::size_t i = 0; i < steps.size(); ++i)
        text += line("{}", workbench::toText(i + 1, steps[i]));
    return text;
}

std::string reportText(const std::vector<workbench::ReplayedStep>& steps, const Options& options) {
    const auto done = std::ranges::count_if(steps, [](const auto& one) { return !!one.step; });
    return stepsText(steps) + line("replayed {}, {} {}", counted(done, "step"),
                                   options.out.empty() ? "kept in" : "wrote",
                                   options.out.empty() ? options.program.project : options.out);
}

std::string reportJson(const std::vector<workbench::ReplayedStep>& steps, const Options& options,
                       const std::string& checked, bool written) {
    auto list = Json::array();
    for (const auto& one : steps)
        list.push_back({{"step", history::text(one.record)},
                        {"done", one.step.has_value()},
                        {"why_not", one.reason ? Json(one.reason->sentence) : Json()}});
    return jsonText(
        {{"recipe", options.recipe},
         {"replayed", std::ranges::count_if(steps, [](const auto& one) { return !!one.step; })},
         {"steps", std::move(list)},
         {"checked", checked.empty() ? Json() : Json(checked.substr(0, checked.size() - 1))},
         {"written", fileOrNull(written ? options.out : "")},
         {"project", fileOrNull(written ? options.program.project : "")}});
}

Exit replay(const Options& options) {
    auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    auto inputs = open->project.inputPaths();
    inputs.push_back(options.recipe);
    if (!canWrite({options.out, options.program.project}, inputs))
        return Exit::badFile;
    const auto recipe = workbench::readRecipe(options.recipe);
    if (!recipe)
        return failed(recipe.error(), Exit::badFile);
    const auto steps =
        workbench::replay(open->document(), *recipe,
                          options.skip ? workbench::OnMisfit::skip : workbench::OnMisfit::stop);
    const auto misfit = workbench::misfitOf(steps);
    if (misfit && !options.skip) {
        print(options.json ? reportJson(steps, options, "", /*written=*/false) : stepsText(steps));
        return failed(*misfit, Exit::finding);
    }
    auto done = workbench::doneOf(steps);
    const auto checked =
        options.check ? checkedText(open->document(), done) : Expected<std::string>("");
    if (!checked)
        return failed(checked.error(), Exit::finding);
    workbench::add(*open->program->history, std::move(done), "Replay");
    if (!options.out.empty())
        if (auto written = workbench::exportVariant(
                *open->program->history, open->program->current().id, options.out, inputs);
            !written)
            return failed(written.error(), Exit::badFile);
    if (const auto kept = keep(*open); !kept)
        return failed(kept.error(), Exit::badFile);
    printAbout(options.out, options.json ? reportJson(steps, options, *checked, /*written=*/true)
                                         : reportText(steps, options) + *checked);
    return misfit ? Exit::finding : Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program, /*kept=*/true);
    command.add_option("RECIPE", options->recipe);
    command.add_option("-o,--output", options->out, ".sdfg or .sdfgz; needed without --project");
    command.add_flag("--skip", options->skip,
                     "Leave out steps that do not fit, and say why (exit code 1), instead of "
                     "writing nothing");
    addCheckOption(command, options->check);
    command.add_flag("--json", options->json, "As JSON");
    command.final_callback([options, &action] {
        auto& program = options->program;
        if (options->out.empty() && program.project.empty())
            throw CLI::RequiredError("--output or --project");
        if (options->recipe.empty() && program.file && !program.project.empty()) {
            options->recipe = *program.file; // one name alone is that of the recipe
            program.file.reset();
        }
        if (options->recipe.empty())
            throw CLI::RequiredError("RECIPE");
        action = [options] { return replay(*options); };
    });
}

} // namespace

Verb verb() {
    return {"replay", "Apply the steps of a recipe", setUp};
}

} // namespace mw::cli::replay_verb
