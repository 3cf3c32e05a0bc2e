// mw optimise: a pipeline of transformations carried out, with predictions where it asks for them.

#include "app/workbench/optimise.h"

#include "app/cli/check_option.h"
#include "app/cli/console.h"
#include "app/cli/device_option.h"
#include "app/cli/optimised_forms.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/sizes.h"
#include "app/cli/terminal.h"
#include "app/cli/verb.h"
#include "app/workbench/measure_forms.h"
#include "app/workbench/specialise_values.h"
#include "core/analysis/figures.h"
#include "core/support/amounts.h"
#include "core/support/worker.h"

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
    std::optional<bool> measures{};   ///< --measure, --no-measure
    std::string runner;               ///< command that starts mw-runner elsewhere
    double runnerWait = 0;            ///< seconds; 0: the usual
    bool trust = false;
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
    workbench::DeviceRates rates;
    std::vector<workbench::ComparedTime> known; ///< of the project
    workbench::ModelError error;
    std::shared_ptr<codegen::KernelMemo> memo = std::make_shared<codegen::KernelMemo>();
};

/// What measures forms that predictions cannot tell apart; none where that was forbidden, or
/// nobody asked for it and it would take the time of the CPU that is worked on.
workbench::MeasureForms measuring(const OpenProgram& open, const Result& result,
                                  const Options& options) {
    const auto& model = *result.device.model;
    const bool usual = model.target != codegen::Target::cpu && !isMeasuringForbidden();
    if (!options.measures.value_or(usual))
        return {};
    workbench::FormsSetup setup{&model, inputsFor(open, options.inputs), workbench::gpuGrid()};
    setup.settings.runner = options.runner;
    setup.settings.runnerWait = options.runnerWait;
    RunOptions how;
    how.trust = options.trust;
    setup.consent = consentFor({open.program->path}, how);
    setup.progress = progressSink();
    return workbench::measureForms(std::move(setup));
}

void tellProgress(const workbench::OptimiseProgress& progress) {
    auto text = "optimising: " + counted(progress.steps, "step");
    if (progress.reached > 0)
        text += fmt::format(", {:.1f} us became {:.1f} us", progress.before, progress.reached);
    if (progress.total > 0)
        text += fmt::format(", weighing {}/{}", progress.tried, progress.total);
    setProgress(std::move(text));
}

Expected<Result> optimised(const OpenProgram& open, const Options& options) {
    Result result;
    MW_TRY(const auto pipeline, workbench::readPipeline(options.pipeline));
    MW_TRY(result.device, modelFor(options.device, open));
    MW_TRY(result.sizes, sizesFor(open, options.inputs, workbench::gpuGrid()));
    MW_TRY(result.steps, specialised(open.document(), inputsFor(open, options.inputs), options));
    result.specialising = result.steps.size();
    const auto& from = result.steps.empty() ? open.document() : result.steps.back().result.document;
    result.rates = workbench::deviceRates(*result.device.model);
    result.known = workbench::comparedTimes(*open.program);
    result.error = workbench::errorOf(result.rates, result.known);
    MW_TRY(result.optimisation, workbench::optimise(from, pipeline,
                                                    {.values = result.sizes.values,
                                                     .rates = result.rates,
                                                     .progress = tellProgress,
                                                     .error = result.error,
                                                     .measure = measuring(open, result, options),
                                                     .memo = result.memo}));
    keepForms(open.program->tuning, from, result.optimisation, result.rates,
              workbench::RunSettings{}.repeats);
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
    Worker worker(2);
    std::vector<Worker::Pending<std::optional<double>>> predictions;
    const auto predict = [&](const ir::DocumentPtr& document) {
        predictions.push_back(worker.offer([&result, &rates, document] {
            const auto p = workbench::predict(*document, result.sizes.values, rates, result.memo);
            return p ? std::optional(p->microseconds) : std::nullopt;
        }));
    };
    predict(before);
    for (const auto& step : result.steps)
        predict(step.result.document);
    auto was = predictions.front().get();
    for (std::size_t i = 0; i < result.steps.size(); ++i) {
        for (const auto& stage : result.optimisation.stages)
            if (result.specialising + stage.firstStep == i)
                text += line("{}:", stage.title);
        const auto is = predictions[i + 1].get();
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
    std::string text = options.explain
                           ? stepsText(before, result) + rejectedText(done) +
                                 kernelsText(done.after, result.rates, result.error, result.known)
                           : "";
    if (options.explain || isNews(done))
        text += formsText(done, result.error);
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
                 counted(result.steps.size(), "step"), takenName(done, options.pipeline),
                 whereText(options.out, options.program));
    return text;
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
    return Json{{"pipeline", options.pipeline},
                {"device", result.device.model->name},
                {"sizes", result.sizes.of},
                {"before", Json::parse(predictionJson(done.before))},
                {"after", Json::parse(predictionJson(done.after))},
                {"error_of_predictions", Json::parse(errorJson(result.error))},
                {"forms", Json::parse(formsJson(done, result.error))},
                {"taken", takenName(done, options.pipeline)},
                {"steps", steps},
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
    if (!result && result.error().code == "untrusted-code")
        return failed(result.error(), Exit::untrusted);
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
    addMeasuring(command, options->measures);
    command
        .add_option("--runner", options->runner,
                    "Command that starts mw-runner elsewhere, for what is measured")
        ->check(runnerCommand());
    command
        .add_option("--runner-wait", options->runnerWait,
                    "Seconds until a runner must answer for the first time (usually 10)")
        ->check(CLI::PositiveNumber);
    command.add_flag("--trust", options->trust,
                     "Agree to compile C++ that the graph carries itself, for what is measured");
    command.add_flag("--explain", options->explain,
                     "Print each step with its predicted gain, what was not done and why, the "
                     "forms that were compared, and each kernel's prediction with its interval");
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
