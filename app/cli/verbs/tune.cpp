// mw tune: launches of kernels chosen by measuring them, never slower than the start.

#include "app/workbench/tune/tune.h"

#include "app/cli/campaign.h"
#include "app/cli/console.h"
#include "app/cli/device_option.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/sizes.h"
#include "app/cli/trying_options.h"
#include "app/cli/verb.h"
#include "app/workbench/export.h"
#include "app/workbench/launches.h"
#include "app/workbench/measure.h"
#include "app/workbench/tune/budget.h"
#include "app/workbench/tune/kept.h"
#include "core/bench/prepare.h"
#include "core/io/file.h"
#include "core/support/amounts.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace mw::cli::tune_verb {

using workbench::Trial;

namespace {

using Json = nlohmann::ordered_json;

struct Options {
    ProgramOption program;
    RunOptions run;
    std::vector<std::string> runners; ///< that measure in parallel
    DeviceOption device;              ///< that graphs worth measuring are predicted for
    std::string budget = "60s";
    std::string pipeline = "default";
    bool launchesOnly = false, exhaustive = false, explain = false, json = false;
    std::string out, recipe;
    std::string choices;  ///< file for the result; empty: beside `out`
    std::string from;     ///< file with the choices to begin with
    std::string log;      ///< empty: the project, else beside `out`
    std::string campaign; ///< file; empty: one program
};

std::string choicesFile(const Options& options) {
    if (!options.choices.empty() || options.out.empty())
        return options.choices;
    return workbench::choicesBeside(options.out).string();
}

/// Beside what the result is written to; none where nothing is, or a project keeps it.
std::string logFile(const Options& options) {
    if (!options.log.empty())
        return options.log;
    const std::string& beside = !options.out.empty() ? options.out : options.choices;
    if (beside.empty() || !options.program.project.empty())
        return {};
    return std::filesystem::path(beside).replace_extension(".tune.json").string();
}

Expected<workbench::TuneSetup> setupOf(const OpenProgram& open, const Options& options,
                                       const RunOptions& how, codegen::Target target) {
    workbench::TuneSetup setup;
    MW_TRY(setup.rigs, rigSetup(open, how, target, options.runners));
    if (options.from.empty()) {
        MW_TRY(setup.rigs.start.choices,
               workbench::fittingChoices(*open.program, open.program->current().id,
                                         setup.rigs.scenario, setup.rigs.how));
    } else {
        MW_TRY(setup.rigs.start.choices, workbench::readChoices(options.from));
    }
    if (!options.launchesOnly) {
        MW_TRY(setup.pipeline, workbench::readPipeline(options.pipeline));
    }
    return setup;
}

std::string percent(double ratio) {
    return fmt::format("{:+.1f} %", 100 * (ratio - 1));
}

std::string outcomeText(const Trial& trial) {
    return trial.outcome == Trial::Outcome::differs ? "other results: " + trial.problem
           : trial.outcome == Trial::Outcome::failed
               ? "failed: " + trial.problem
               : fmt::format("{:9.2f} us  {:.3f} ({:.3f} to "
                             "{:.3f})",
                             trial.time, trial.ratio, trial.low, trial.high);
}

/// What was tried of each kernel, fastest first.
std::string explainText(const workbench::TuneLog& log) {
    std::vector<Trial> trials = log.trials();
    std::erase_if(trials, [](const Trial& trial) { return trial.name.empty(); });
    const auto rank = [](const Trial& trial) {
        return std::tuple(trial.name, trial.outcome, trial.ratio);
    };
    std::ranges::stable_sort(trials, {}, rank);
    std::string text, name;
    for (const Trial& trial : trials) {
        if (trial.name != name)
            text += line("{}:", trial.name);
        name = trial.name;
        text += line("  {}  {}", outcomeText(trial), trial.text);
    }
    return text;
}

std::string wholeText(const workbench::TunedProgram& result) {
    const Trial& whole = result.whole;
    if (whole.isFaster())
        return line("program: {:.1f} us -> {:.1f} us, {} ({:.3f} to {:.3f})", whole.before,
                    whole.time, percent(whole.ratio), whole.low, whole.high);
    if (whole.repeats == 0)
        return line("program: nothing was faster for certain; the start stays");
    return line("program: {:.3f} ({:.3f} to {:.3f}) is not faster for certain; the start stays",
                whole.ratio, whole.low, whole.high);
}

/// What was done before anything was tried.
std::string optimisedText(const workbench::TunedProgram& result) {
    if (!result.optimised)
        return {};
    const auto& first = *result.optimised;
    const Trial& trial = first.trial;
    const auto measured =
        trial.outcome != Trial::Outcome::measured || trial.repeats == 0
            ? outcomeText(trial)
            : fmt::format("measured {:.1f} us -> {:.1f} us", trial.before, trial.time);
    return line("optimised first: {}, {} -> {}, predicted {:.1f} us -> {:.1f} us, {}; {}",
                counted(first.steps, "step"), counted(first.before.kernels.size(), "kernel"),
                first.after.kernels.size(), first.before.microseconds, first.after.microseconds,
                measured,
                first.taken ? "all else began there (--launches-only tunes the graph as it is)"
                            : "not faster for certain, so the graph was tuned as it is");
}

std::string graphsText(const workbench::TunedProgram& result, const Options& options) {
    std::string text;
    for (const Trial& trial : result.graphs)
        if (options.explain)
            text += line("  {}  {}", outcomeText(trial), trial.text);
    if (!text.empty())
        text = "graphs, each beside the one before:\n" + text;
    for (const auto& step : result.steps)
        text += line("did {}", history::text(step.record));
    return text;
}

std::string resultText(const workbench::TunedProgram& result, const workbench::TuneLog& log,
                       const Options& options) {
    const auto& launches = result.launches;
    std::string text = (options.explain ? explainText(log) : "") + optimisedText(result);
    text += graphsText(result, options);
    for (const auto& kernel : launches.kernels)
        if (kernel.tried > 0)
            text += line("{}: {:.0f} % of the time, {} tried, {}{}", kernel.name,
                         100 * kernel.share, kernel.tried, toText(kernel.choice),
                         kernel.ratio < 1 ? " (" + percent(kernel.ratio) + ")" : "");
    text += line("{} measured, {} known; {}", counted(launches.measured, "launch"), launches.known,
                 launches.complete ? "nothing is left to try"
                                   : "the budget ended first: again with the same log goes on");
    return text + runnersText(result.runners) + wholeText(result);
}

Json toJson(const Trial& trial) {
    return {{"ratio", trial.ratio},  {"low", trial.low},         {"high", trial.high},
            {"time_us", trial.time}, {"start_us", trial.before}, {"faster", trial.isFaster()}};
}

Json runnersJson(const std::vector<workbench::RunnerReport>& runners) {
    Json list = Json::array();
    for (const auto& one : runners)
        list.push_back({{"node", one.node},
                        {"job", one.job},
                        {"device", one.device},
                        {"rounds", one.rounds},
                        {"forms", one.forms},
                        {"lost", one.lost.empty() ? Json(nullptr) : Json(one.lost)}});
    return list;
}

std::string jsonText(const workbench::TunedProgram& result, exec::Contraction contraction) {
    Json kernels = Json::array(), steps = Json::array(), graphs = Json::array();
    for (const auto& step : result.steps)
        steps.push_back(history::text(step.record));
    for (const Trial& trial : result.graphs) {
        graphs.push_back(toJson(trial));
        graphs.back()["steps"] = trial.text;
    }
    for (const auto& kernel : result.launches.kernels)
        kernels.push_back({{"name", kernel.name},
                           {"share", kernel.share},
                           {"tried", kernel.tried},
                           {"ratio", kernel.ratio},
                           {"choice", Json::parse(codegen::toJson(kernel.choice))}});
    Json optimised = nullptr;
    if (const auto& first = result.optimised)
        optimised = {{"steps", first->steps},
                     {"kernels_before", first->before.kernels.size()},
                     {"kernels_after", first->after.kernels.size()},
                     {"predicted_before_us", first->before.microseconds},
                     {"predicted_after_us", first->after.microseconds},
                     {"program", toJson(first->trial)},
                     {"taken", first->taken}};
    return Json{{"optimised_first", optimised},
                {"measured", result.launches.measured},
                {"known", result.launches.known},
                {"complete", result.launches.complete},
                {"runners", runnersJson(result.runners)},
                {"contract", exec::name(contraction)},
                {"program", toJson(result.whole)},
                {"steps", steps},
                {"graphs", graphs},
                {"kernels", kernels},
                {"choices", Json::parse(codegen::toJson(result.launches.choices))}}
               .dump(2) +
           "\n";
}

/// The graph with what it can say of the choices, and the others beside it.
Expected<void> store(OpenProgram& open, const workbench::TuneSetup& setup,
                     workbench::TunedProgram result, const Options& options) {
    auto rest = std::move(result.launches.choices);
    auto& history = *open.program->history;
    workbench::add(history, std::move(result.steps), "Tune");
    if (!options.out.empty() || !options.recipe.empty()) {
        const auto lower = [&](const ir::Document& document) {
            return bench::lowered(document, setup.rigs.scenario, setup.rigs.how);
        };
        MW_TRY(auto written,
               workbench::writeChoices(open.document(), rest, setup.rigs.how.target, lower));
        workbench::add(history, std::move(written.steps));
        rest = std::move(written.rest);
    }
    if (!rest.empty() && !options.program.project.empty()) // else nothing would keep them
        workbench::add(history, {workbench::launchStep(open.document(), rest)});
    workbench::keepTuned(open.program->tuning, open.document(),
                         history.choicesOf(history.current().id), std::move(result.whole));
    if (const auto file = choicesFile(options); !file.empty())
        MW_CHECK(io::writeFileAtomically(file, codegen::toJson(rest)));
    return save(open, options.out, options.recipe);
}

/// "unused-option": a campaign says for itself what the command line says otherwise.
Expected<void> checkCampaign(const CLI::App& command) {
    for (const char* option :
         {"FILE",       "--project",    "--target",  "--scenario",     "--grid",
          "--set",      "--runner",     "--slurm",   "--budget",       "--launches-only",
          "--pipeline", "--exhaustive", "--from",    "--output",       "--recipe",
          "--choices",  "--log",        "--explain", "--without-pass", "--contract"})
        if (command.count(option) > 0)
            return fail(
                "unused-option",
                fmt::format("{} says nothing about a campaign: its file has all of that", option));
    return {};
}

Exit tune(const Options& options) {
    auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto how = withRunners(
        withBeside(withProject(options.run, *open), open->program->path, Beside::captured),
        options.runners);
    const auto budget = workbench::secondsOf(options.budget);
    const auto target = budget ? targetFor(how) : Expected<codegen::Target>(fail(budget.error()));
    if (!target)
        return failed(target.error(), Exit::usage);
    const std::string log = logFile(options);
    if (!canWrite({options.out, options.recipe, choicesFile(options), log, options.program.project},
                  filesRead(open->project, how.inputs)))
        return Exit::badFile;
    auto setup = setupOf(*open, options, how, *target);
    if (setup && options.device.asked()) {
        const auto model = workbench::deviceModelNamed(options.device.device);
        if (!model)
            return failed(model.error(), Exit::usage);
        setup->model = *model;
    }
    if (!setup)
        return failed(setup.error(),
                      setup.error().code == "untrusted-code" ? Exit::untrusted : Exit::badFile);
    auto known = log.empty() ? open->program->tuning : workbench::readTuneLog(log);
    if (!known)
        return failed(known.error(), Exit::badFile);
    workbench::TuneOptions search = tuneOptions(*target);
    search.budget = *budget;
    search.exhaustive = options.exhaustive;
    search.keep = [&log, &open](const workbench::TuneLog& all) {
        if (!log.empty()) {
            [[maybe_unused]] const auto kept = workbench::writeTuneLog(all, log);
            return;
        }
        open->program->tuning = all;
        [[maybe_unused]] const auto kept = keep(*open);
    };
    auto result = workbench::tune(*setup, search, *known);
    if (!result)
        return failed(result.error(), Exit::runFailed);
    const std::string text =
        options.json ? jsonText(*result, how.contraction) : resultText(*result, *known, options);
    if (const auto stored = store(*open, *setup, std::move(*result), options); !stored)
        return failed(stored.error(), Exit::badFile);
    printAbout(options.out, text);
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program, /*kept=*/true);
    options->program.inputs = &options->run.inputs;
    addRunOptions(command, options->run, OneRunner::no);
    addRunners(command, options->runners, options->run);
    addDevice(command, options->device,
              "Which steps of the graph are worth measuring is predicted (default: for the device "
              "at hand)");
    command.add_option("--budget", options->budget,
                       "Time to try things in: 60s, 5m, ... (default 60s); what decides in the end "
                       "comes after it");
    command.add_flag("--launches-only", options->launchesOnly,
                     "Leave the graph as it is, and choose the launches of its kernels");
    command.add_option("--pipeline", options->pipeline,
                       "What optimises the graph before anything is tried, and whose stages by "
                       "cost say which steps are tried then (default, gt4py, or a file)");
    command.add_flag("--exhaustive", options->exhaustive,
                     "Every combination of levels, groups and registers, in the place of a search");
    command.add_option("--from", options->from, "Begin with the choices of this file");
    command.add_option("-o,--output", options->out,
                       ".sdfg or .sdfgz: the graph, with the block and registers that it can say");
    command.add_option("--recipe", options->recipe, "Also write the steps as JSON");
    command.add_option("--choices", options->choices,
                       "File for the other choices (default: OUT.choices.json beside OUT)");
    command.add_option("--log", options->log,
                       "File of what was measured, for the next call (default: the project, else "
                       "OUT.tune.json beside OUT)");
    command.add_flag("--explain", options->explain, "Print all that was tried");
    command.add_flag("--json", options->json, "Print JSON");
    command.add_option(
        "--campaign", options->campaign,
        "Tune the programs of this JSON on its devices within its budgets, and print "
        "one table by device; the same call again goes on where it ended");
    command.callback([options, &action, &command] {
        action = [options, &command] {
            if (options->campaign.empty())
                return tune(*options);
            if (const auto used = checkCampaign(command); !used)
                return failed(used.error(), Exit::usage);
            return runCampaign(options->campaign, options->run, options->json);
        };
    });
}

} // namespace

Verb verb() {
    return {"tune", "Optimise, then choose steps and launches of kernels by measuring them", setUp};
}

} // namespace mw::cli::tune_verb
