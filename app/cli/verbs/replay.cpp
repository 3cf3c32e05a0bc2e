// mw replay: the steps of a recipe on a file, the one it was made on or another.

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/verb.h"
#include "app/workbench/steps.h"
#include "core/io/sdfg_io.h"

#include <algorithm>
#include <memory>

namespace mw::cli {

namespace {

struct Options {
    std::string file, recipe, out, project;
    bool skip = false; ///< leave out steps that do not fit
};

/// `2 map-fusion-vertical a -> b -> c: does not apply: ...`
std::string stepText(std::size_t number, const workbench::ReplayedStep& step) {
    const std::string what = history::text(step.record);
    if (step.step)
        return line("{:>3} {}: applied", number, what);
    if (step.reason->code != "ambiguous-step")
        return line("{:>3} {}: does not apply: {}", number, what, step.reason->sentence);
    std::string which;
    for (const auto& note : step.reason->notes)
        which += (which.empty() ? "" : "; ") + note;
    return line("{:>3} {}: ambiguous: {}: {}", number, what, step.reason->sentence, which);
}

std::string reportText(const std::vector<workbench::ReplayedStep>& steps, const Options& options) {
    std::string text;
    for (std::size_t i = 0; i < steps.size(); ++i)
        text += stepText(i + 1, steps[i]);
    const auto done = std::ranges::count_if(steps, [](const auto& one) { return !!one.step; });
    return text + line("replayed {} steps, {} {}", done, options.out.empty() ? "kept in" : "wrote",
                       options.out.empty() ? options.project : options.out);
}

Exit replay(const Options& options) {
    const auto open = openProgram(options.file, options.project);
    if (!open)
        return failed(open.error(), Exit::badFile);
    if (!canWrite({options.out, options.project}))
        return Exit::badFile;
    const auto recipe = workbench::readRecipe(options.recipe);
    if (!recipe)
        return failed(recipe.error(), Exit::badFile);
    const auto steps =
        workbench::replay(open->program->current().document, *recipe,
                          options.skip ? workbench::OnMisfit::skip : workbench::OnMisfit::stop);
    const auto misfit = workbench::misfitOf(steps);
    if (misfit && !options.skip)
        return failed(*misfit, Exit::finding);
    workbench::add(*open->program->history, workbench::doneOf(steps));
    if (!options.out.empty())
        if (auto written = io::writeSdfgFile(*open->program->current().document, options.out);
            !written)
            return failed(written.error(), Exit::badFile);
    if (const auto kept = keep(*open); !kept)
        return failed(kept.error(), Exit::badFile);
    printAbout(options.out, reportText(steps, options));
    return misfit ? Exit::finding : Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    command.add_option("FILE", options->file)->required();
    command.add_option("RECIPE", options->recipe)->required();
    command.add_option("-o,--output", options->out, ".sdfg or .sdfgz; needed without --project");
    command.add_flag("--skip", options->skip,
                     "Leave out steps that do not fit, and say why (exit code 1), instead of "
                     "writing nothing");
    addProjectOption(command, options->project);
    command.final_callback([options, &action] {
        if (options->out.empty() && options->project.empty())
            throw CLI::RequiredError("--output or --project");
        action = [options] { return replay(*options); };
    });
}

} // namespace

Verb replayVerb() {
    return {"replay", "Apply the steps of a recipe", setUp};
}

} // namespace mw::cli
