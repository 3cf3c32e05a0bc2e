// mw optimise: a pipeline of transformations carried out, with predictions where it asks for them.

#include "app/workbench/optimise.h"

#include "app/cli/check_option.h"
#include "app/cli/console.h"
#include "app/cli/device_option.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "app/workbench/effect.h"
#include "app/workbench/specialise_values.h"
#include "core/support/amounts.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

namespace mw::cli::optimise_verb {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
    ProgramOption program;
    std::string out, recipe;
    std::string pipeline = "default"; ///< name, or a file
    workbench::InputChoice inputs;
    DeviceOption device;
    bool keepSymbols = false;         ///< do not specialise to the scenario
    std::vector<std::string> fixed{}; ///< but these all the same
    bool fixesBounds = false;         ///< all that icon4py binds when it compiles
    bool explain = false, check = false, json = false;
};

/// The program with the values of a scenario in it, where one was named and something is open.
Expected<std::vector<workbench::Step>> specialised(const ir::DocumentPtr& document,
                                                   const workbench::InputChoice& inputs,
                                                   const Options& options) {
    if (options.keepSymbols && (options.fixesBounds || !options.fixed.empty()))
        return workbench::specialiseSome(
            document, inputs,
            options.fixesBounds ? workbench::staticSymbols(*document->root) : options.fixed);
    if (options.keepSymbols || options.inputs.scenario.empty() ||
        workbench::openSymbols(*document->root).empty())
        return std::vector<workbench::Step>();
    return workbench::specialise(document, options.inputs, "");
}

struct Result {
    std::vector<workbench::Step> steps; ///< all
    std::size_t specialising = 0;       ///< those before the pipeline
    workbench::Optimisation optimisation;
    Sizes sizes;
    workbench::ChosenModel device;
};

Expected<Result> optimised(const OpenProgram& open, const Options& options) {
    Result result;
    MW_TRY(const auto pipeline, workbench::readPipeline(options.pipeline));
    MW_TRY(result.device, modelFor(options.device, open));
    MW_TRY(result.sizes, sizesFor(open, options.inputs, workbench::gpuGrid()));
    MW_TRY(result.steps, specialised(open.document(), inputsFor(open, options.inputs), options));
    result.specialising = result.steps.size();
    const auto& from = result.steps.empty() ? open.document() : result.steps.back().result.document;
    MW_TRY(result.optimisation,
           workbench::optimise(from, pipeline,
                               {.values = result.sizes.values,
                                .rates = workbench::deviceRates(*result.device.model)}));
    for (const auto& step : result.optimisation.steps)
        result.steps.push_back(step);
    return result;
}

std::string microseconds(double us) {
    return fmt::format("{:.1f} us", us);
}

std::string figuresText(const workbench::Prediction& p, const workbench::DeviceModel& device) {
    return counted(p.kernels.size(), "kernel") +
           (p.copies == 0 ? "" : " and " + counted(p.copies, "copy")) +
           fmt::format(", {} moved, {} predicted for {}",
                       sizeText(static_cast<std::int64_t>(p.bytes)), microseconds(p.microseconds),
                       withArticle(device));
}

/// What a step changes, without the sign of nothing.
std::string gainText(double us) {
    return std::abs(us) < 0.05 ? "0.0 us" : fmt::format("{:+.1f} us", us);
}

/// Each step with what it is predicted to gain.
std::string stepsText(const ir::DocumentPtr& before, const Result& result) {
    std::string text;
    const auto rates = workbench::deviceRates(*result.device.model);
    const auto memo = std::make_shared<codegen::KernelMemo>();
    const auto predicted = [&](const ir::DocumentPtr& document) {
        const auto p = workbench::predict(*document, result.sizes.values, rates, memo);
        return p ? std::optional(p->microseconds) : std::nullopt;
    };
    auto was = predicted(before);
    for (std::size_t i = 0; i < result.steps.size(); ++i) {
        for (const auto& stage : result.optimisation.stages)
            if (result.specialising + stage.firstStep == i)
                text += line("{}:", stage.title);
        const auto is = predicted(result.steps[i].result.document);
        const std::string gain = was && is ? gainText(*is - *was) : "no prediction";
        text += line("{:>5} {:>12}  {}", i + 1, gain, history::text(result.steps[i].record));
        was = is;
    }
    return text;
}

std::string rejectedText(const workbench::Optimisation& done) {
    std::string text;
    for (const auto& one : done.rejected)
        text += line("  {} {}: {} by prediction", one.transformation->name, one.place,
                     one.microseconds < 0 ? fmt::format("{} more", microseconds(-one.microseconds))
                                          : fmt::format("{} less, which is too little to tell",
                                                        microseconds(one.microseconds)));
    return text.empty() ? text : "considered and not done:\n" + text;
}

/// "128x1x1, 20 levels per thread".
std::string launchText(const codegen::LaunchChoice& launch) {
    const auto& [x, y, z] = launch.block;
    std::string text = fmt::format("{}x{}x{}", x, y, z);
    if (launch.levelsPerThread > 1)
        text += fmt::format(", {} levels per thread", launch.levelsPerThread);
    if (launch.prefetch > 0)
        text += fmt::format(", {} turns ahead", launch.prefetch);
    return text;
}

/// What the rules choose for the device, as code for it is generated.
std::string launchesText(const workbench::Optimisation& done) {
    std::string text;
    for (const auto& kernel : done.after.kernels)
        text += line("  {}: {}", kernel.name, launchText(kernel.launch));
    return text.empty() ? text : "launches that the rules choose for the device:\n" + text;
}

/// What --static bounds would make part of the program.
std::string openText(const ir::Sdfg& program) {
    const auto open = workbench::staticSymbols(program);
    if (open.empty())
        return {};
    return line(
        "open bounds and switches: {}; --static bounds makes them part of the program, as "
        "icon4py does with those that it binds, and an exported library goes on taking them",
        fmt::join(open, ", "));
}

std::string resultText(const Result& result, const ir::DocumentPtr& before,
                       const Options& options) {
    const auto& done = result.optimisation;
    std::string text =
        options.explain ? stepsText(before, result) + rejectedText(done) + launchesText(done) : "";
    if (!result.device.why.empty())
        text += line("{}", result.device.why);
    if (result.specialising > 0)
        text += line(
            "specialised to the values of {}: a run with others is refused ({})", result.sizes.of,
            options.keepSymbols ? "--static says which" : "--keep-symbols leaves them open");
    if (options.keepSymbols && !options.fixesBounds && options.fixed.empty())
        text += openText(*before->root);
    text += line("before: {} (sizes of {})", figuresText(done.before, *result.device.model),
                 result.sizes.of);
    text += line("after:  {}; {} of '{}'{}", figuresText(done.after, *result.device.model),
                 counted(result.steps.size(), "step"), options.pipeline,
                 whereText(options.out, options.program));
    return text;
}

Json toJson(const workbench::Prediction& p) {
    Json kernels = Json::array();
    for (const auto& k : p.kernels)
        kernels.push_back({{"name", k.name},
                           {"bytes", k.bytes},
                           {"cache_bytes", k.cacheBytes},
                           {"instructions", k.instructions},
                           {"predicted_us", k.microseconds},
                           {"launch", launchText(k.launch)}});
    return {{"kernels", kernels},
            {"copies", p.copies},
            {"bytes", p.bytes},
            {"predicted_us", p.microseconds}};
}

std::string jsonText(const Result& result, const Options& options) {
    const auto& done = result.optimisation;
    Json steps = Json::array(), rejected = Json::array();
    for (const auto& step : result.steps)
        steps.push_back(history::text(step.record));
    for (const auto& one : done.rejected)
        rejected.push_back({{"transformation", one.transformation->name},
                            {"place", one.place},
                            {"predicted_saving_us", one.microseconds}});
    return Json{{"pipeline", options.pipeline}, {"device", result.device.model->name},
                {"sizes", result.sizes.of},     {"before", toJson(done.before)},
                {"after", toJson(done.after)},  {"steps", steps},
                {"rejected", rejected}}
               .dump(2) +
           "\n";
}

Exit optimise(const Options& options) {
    auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto inputs = filesRead(open->project, options.inputs);
    if (!canWrite({options.out, options.recipe, options.program.project}, inputs))
        return Exit::badFile;
    const auto before = open->document();
    auto result = optimised(*open, options);
    if (!result)
        return failed(result.error(), result.error().code == "no-pipeline" ||
                                              isAboutDevice(result.error()) ||
                                              result.error().code == "no-symbol"
                                          ? Exit::usage
                                          : Exit::badFile);
    const auto checked =
        options.check ? checkedText(before, result->steps) : Expected<std::string>("");
    if (!checked)
        return failed(checked.error(), Exit::finding);
    const std::string text =
        options.json ? jsonText(*result, options) : resultText(*result, before, options);
    workbench::add(*open->program->history, std::move(result->steps), "Optimise");
    if (const auto saved = save(*open, options.out, options.recipe); !saved)
        return failed(saved.error(), Exit::badFile);
    printAbout(options.out, options.json ? text : text + *checked);
    leaveToExit(std::make_shared<const OpenProgram>(std::move(*open)));
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program, /*kept=*/true);
    options->program.inputs = &options->inputs;
    addInputOptions(command, options->inputs,
                    "Optimise for the sizes of this scenario, and make its values part of the "
                    "program",
                    "Optimise for the sizes of torus:NX,NY,LEVELS");
    addDeviceAndTarget(command, options->device);
    command.add_flag("--keep-symbols", options->keepSymbols,
                     "Leave the values of the scenario open: the argument list stays");
    command
        .add_option_function<std::string>(
            "--static",
            [options](const std::string& names) {
                options->keepSymbols = true;
                options->fixesBounds = names == "bounds";
                if (!options->fixesBounds)
                    options->fixed = CLI::detail::split(names, ',');
            },
            "--keep-symbols, but for these, which callers bind when they compile: NAME,NAME or "
            "'bounds', all integers and truth values that say nothing of arrays")
        ->type_name("NAMES");
    command.add_option("--pipeline", options->pipeline,
                       "Its name (default, gt4py), or a file with stages of transformations");
    command.add_flag("--explain", options->explain,
                     "Print each step with its predicted gain, and what was not done and why");
    command.add_option("-o,--output", options->out, ".sdfg or .sdfgz");
    command.add_option("--recipe", options->recipe, "Also write the applied steps as JSON");
    command.add_flag("--json", options->json, "Print JSON");
    addCheckOption(command, options->check);
    command.callback([options, &action] { action = [options] { return optimise(*options); }; });
}

} // namespace

Verb verb() {
    return {"optimise", "Make a program faster: a pipeline of transformations, by predicted cost",
            setUp};
}

} // namespace mw::cli::optimise_verb
