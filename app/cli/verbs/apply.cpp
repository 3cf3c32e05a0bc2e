// mw apply: a transformation at one place, or everywhere.

#include "app/cli/check_option.h"
#include "app/cli/console.h"
#include "app/cli/detail/json_text.h"
#include "app/cli/preview.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/transformation_options.h"
#include "app/cli/verb.h"
#include "app/workbench/specialise_values.h"
#include "app/workbench/steps.h"
#include "core/analysis/analysis.h"
#include "core/analysis/assumed.h"
#include "core/support/amounts.h"
#include "transforms/framework/assume.h"

#include <algorithm>
#include <memory>

namespace mw::cli::apply_verb {

namespace {

using transforms::Transformation;

struct Options {
    ProgramOption program;
    std::string out, recipe;
    std::string order;   ///< file: what is applied in place of one transformation
    std::string unknown; ///< the name of a transformation that there is not
    const Transformation* transformation = nullptr;
    Params params;
    int match = 0; ///< 1-based number as `mw matches` prints it; 0: the first that applies
    bool all = false;
    std::string assume;            ///< conditions that the user takes for granted
    bool preview = false;          ///< only say what it would change
    workbench::InputChoice inputs; ///< whose sizes the preview is of, whose values to specialise to
    bool check = false;            ///< hold each step against the file
    bool json = false;
};

/// The transformation takes values of symbols, and none are given.
bool wantsValues(const Options& options) {
    const auto& specs = options.transformation->params;
    return !options.params.contains("values") &&
           std::ranges::any_of(specs, [](const auto& spec) { return spec.name == "values"; });
}

/// Those that are given, and the values of a scenario for a transformation that takes values.
Expected<Params> paramsFor(const ir::Sdfg& program, const Options& options) {
    Params params = options.params;
    if (!options.assume.empty())
        params[std::string(transforms::kAssume)] = options.assume;
    if (!options.inputs.isDefault() && wantsValues(options)) {
        MW_TRY(const auto scenario, workbench::scenarioFor(program, options.inputs, {}));
        params["values"] = workbench::specialiseValues(program, scenario);
    }
    return params;
}

Expected<std::vector<workbench::Step>> stepsOf(const ir::DocumentPtr& document,
                                               const Options& options) {
    if (!options.order.empty()) {
        MW_TRY(const auto passes, workbench::readOrder(options.order));
        return workbench::applyInOrder(passes, document);
    }
    const auto& t = *options.transformation;
    MW_TRY(const Params params, paramsFor(*document->root, options));
    if (options.all)
        return workbench::applyEverywhere(t, document, params);
    return options.match > 0 ? workbench::applyNth(t, document, options.match, params)
                             : workbench::applyFirst(t, document, params);
}

std::string nameOf(const Options& options) {
    return options.transformation ? options.transformation->name : options.order;
}

/// Conditions that the result has and the file had not.
std::vector<std::string> assumed(const ir::Document& before, const ir::Document& after) {
    const auto had = analysis::assumptionsOf(*before.root);
    std::vector<std::string> conditions;
    for (const auto& condition : analysis::assumptionsOf(*after.root))
        if (std::ranges::find(had, condition) == had.end())
            conditions.push_back(condition);
    return conditions;
}

std::string assumedText(const ir::Document& before, const ir::Document& after) {
    std::string text;
    for (const auto& condition : assumed(before, after))
        text +=
            line("assumes {}: a run with other values is refused (DaCe does not look)", condition);
    return text;
}

/// What was applied, or would be where `sizes` says that it is a preview.
std::string appliedJson(const ir::Document& before, const ir::Document& after, const Json& steps,
                        const Options& options, const std::string& checked, const Sizes* sizes) {
    Json json{{"applied", nameOf(options)},
              {"times", steps.size()},
              {"steps", steps},
              {"maps_before", analysis::summarise(before).maps},
              {"maps_after", analysis::summarise(after).maps},
              {"assumes", assumed(before, after)},
              {"checked", checked.empty() ? Json() : Json(checked.substr(0, checked.size() - 1))},
              {"written", fileOrNull(options.out)},
              {"recipe", fileOrNull(options.recipe)},
              {"project", fileOrNull(sizes ? "" : options.program.project)}};
    if (sizes)
        json["preview"] = {{"sizes", sizes->of},
                           {"before", toJson(analysis::figures(before, sizes->values))},
                           {"after", toJson(analysis::figures(after, sizes->values))}};
    return jsonText(json);
}

std::string appliedText(const ir::Document& before, const ir::Document& after, std::size_t times,
                        const Options& options) {
    return fmt::format("{} applied {}: {} became {}{}\n", nameOf(options), counted(times, "time"),
                       counted(analysis::summarise(before).maps, "map"),
                       analysis::summarise(after).maps, whereText(options.out, options.program));
}

Exit preview(const OpenProgram& open, const std::vector<workbench::Step>& steps,
             const Options& options, const std::string& checked) {
    const auto sizes = sizesFor(open, options.inputs, workbench::gpuGrid());
    if (!sizes)
        return failed(sizes.error(), Exit::badFile);
    if (options.json) {
        print(appliedJson(*open.document(), *steps.back().result.document, toJson(steps), options,
                          checked, &*sizes));
        return Exit::done;
    }
    print(line("{} would apply {} time{}; nothing is written", nameOf(options), steps.size(),
               steps.size() == 1 ? "" : "s") +
          assumedText(*open.document(), *steps.back().result.document) +
          previewText(*open.document(), *steps.back().result.document, *sizes) + checked);
    return Exit::done;
}

/// What is to be applied: a transformation that there is, with parameters that it has, or an order.
Expected<void> checkChoice(const Options& options) {
    if (!options.order.empty() && (options.transformation || !options.unknown.empty()))
        return fail("usage", "--order takes the place of a transformation");
    if (!options.order.empty())
        return {};
    if (!options.transformation || !options.unknown.empty())
        return fail(noSuchTransformation(options.unknown));
    if (const auto params = transforms::completeParams(*options.transformation, options.params);
        !params)
        return fail(params.error());
    if (wantsValues(options) || options.check)
        return workbench::checkSet(options.inputs);
    return {};
}

/// What --check says; empty without it. The values of a scenario that is given are compared on too.
Expected<std::string> checkedSteps(const ir::DocumentPtr& before,
                                   const std::vector<workbench::Step>& steps,
                                   const Options& options) {
    if (!options.check)
        return std::string();
    if (options.inputs.isDefault())
        return checkedText(before, steps);
    MW_TRY(auto scenario, workbench::scenarioFor(*before->root, options.inputs, {}));
    return checkedText(before, steps, std::move(scenario));
}

Exit apply(const Options& options) {
    if (const auto choice = checkChoice(options); !choice)
        return failed(choice.error(), Exit::usage);
    auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    if (!canWrite({options.out, options.recipe, options.program.project},
                  filesRead(open->project, options.inputs)))
        return Exit::badFile;
    const auto before = open->document();
    auto steps = stepsOf(before, options);
    if (!steps)
        return failed(steps.error(), Exit::finding);
    const auto checked = checkedSteps(before, *steps, options);
    if (!checked)
        return failed(checked.error(), Exit::finding);
    const auto done = toJson(*steps);
    if (options.preview)
        return preview(*open, *steps, options, *checked);
    workbench::add(*open->program->history, std::move(*steps), nameOf(options));
    if (const auto saved = save(*open, options.out, options.recipe); !saved)
        return failed(saved.error(), Exit::badFile);
    printAbout(options.out,
               options.json
                   ? appliedJson(*before, *open->document(), done, options, *checked, nullptr)
                   : appliedText(*before, *open->document(), done.size(), options) +
                         assumedText(*before, *open->document()) + *checked);
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program, /*kept=*/true);
    options->program.inputs = &options->inputs;
    auto* match =
        command.add_option("--match", options->match,
                           "Number as `mw matches` prints it (default: the first that applies)");
    match->check(CLI::PositiveNumber);
    auto* all = command.add_flag("--all", options->all, "Again and again until no match is left")
                    ->excludes(match);
    command
        .add_option("--order", options->order,
                    "In place of a transformation: those of this file, one to a line, each at all "
                    "of its matches, and all of them again until none applies")
        ->type_name("TEXT:FILE")
        ->excludes(match)
        ->excludes(all);
    command.add_option("--assume", options->assume,
                       "Condition on the arguments that may be taken for granted where a match "
                       "does not apply without, e.g. 'N >= 3' (several: separated by ';'); "
                       "'stated': what a refusal says that it needs. The result refuses to run "
                       "where it does not hold");
    auto* preview = command.add_flag("--preview", options->preview,
                                     "Only say what it would change: kernels, temporaries, bytes");
    addInputOptions(command, options->inputs,
                    "Preview with the sizes of this scenario; specialise to its values",
                    "Preview with the sizes of torus:NX,NY,LEVELS; specialise to its values");
    command.add_option("-o,--output", options->out, ".sdfg or .sdfgz")->excludes(preview);
    command.add_option("--recipe", options->recipe, "Also write the applied steps as JSON")
        ->excludes(preview);
    addCheckOption(command, options->check);
    command.add_flag("--json", options->json, "As JSON");
    addTransformations(
        command, options->params, options->unknown,
        [options = options.get()](const Transformation& t) { options->transformation = &t; });
    command.footer("Its parameters follow a transformation as --name VALUE; `mw apply FILE "
                   "TRANSFORMATION --help` lists them.");
    command.callback([options, &action] { action = [options] { return apply(*options); }; });
}

} // namespace

Verb verb() {
    return {"apply", "Apply a transformation, write the result", setUp};
}

} // namespace mw::cli::apply_verb
