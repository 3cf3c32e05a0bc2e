// Options of the commands that run something, and what the terminal says about them.

#include "app/cli/run_options.h"

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/slurm_option.h"
#include "app/cli/terminal.h"
#include "app/workbench/consent.h"
#include "core/support/printable.h"
#include "core/support/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace mw::cli {

using workbench::RunSettings;

CLI::Validator runnerCommand() {
    const auto check = [](const std::string& text) -> std::string {
        const auto words = splitWords(text);
        if (!words)
            return words.error().sentence;
        return words->empty() || words->front().empty() ? "it names no program" : "";
    };
    return {check, "COMMAND", "runner command"};
}

void addInputOptions(CLI::App& command, workbench::InputChoice& inputs, const std::string& scenario,
                     const std::string& grid) {
    auto* file = command.add_option("--scenario", inputs.scenario, scenario);
    command.add_option("--grid", inputs.grid, grid)->excludes(file);
    command
        .add_option("--set", inputs.set,
                    "Symbols or scalars, in place of what the scenario or the grid says; may be "
                    "repeated")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false); // withSpreadValues() repeats it
}

void addSettingFlag(CLI::App& command, RunOptions& options, const std::string& name,
                    bool RunSettings::*setting, bool value, const std::string& help) {
    const auto take = [&options, setting, value](std::int64_t) {
        options.settings.*setting = value;
        options.given.push_back([=](RunSettings& s) { s.*setting = value; });
    };
    command.add_flag_function(name, take, help);
}

namespace {

RunOptions withInputs(RunOptions options, const workbench::Project& project,
                      const workbench::InputChoice& inputs) {
    if (options.inputs.isDefault()) {
        options.inputs.scenario = inputs.scenario;
        options.inputs.grid = inputs.grid;
    }
    if (options.inputs.set.empty())
        options.inputs.set = inputs.set;
    options.settings = project.settings;
    options.settings.runner.clear();
    options.settings.slurm.clear();
    for (const auto& set : options.given)
        set(options.settings);
    return options;
}

} // namespace

RunOptions withProject(RunOptions options, const workbench::Project& project) {
    return withInputs(std::move(options), project, project.inputs);
}

RunOptions withProject(RunOptions options, const OpenProgram& open) {
    return withInputs(std::move(options), open.project, open.project.inputsFor(*open.program));
}

void addRunOptions(CLI::App& command, RunOptions& options, OneRunner runner) {
    addSetting(command, options, "--target", &RunSettings::target,
               "cpu, cuda, hip or, for run and verify, interp (default: cuda or hip where a device "
               "answers, else cpu)");
    addInputOptions(command, options.inputs, "JSON with sizes, symbols and fills (reference.json)",
                    "torus:NX,NY,LEVELS, icosahedral:RnBk,LEVELS, limited:RnBk,DEGREES,LEVELS or "
                    "FILE.nc,LEVELS (see mw grid --help); inputs are made for it");
    addSetting(command, options, "--alloc", &RunSettings::alloc,
               "Temporaries: arena (sized by what lives together), each (one allocation each), "
               "call (allocated and freed on every call)")
        ->check(CLI::IsMember({"arena", "each", "call"}));
    addSettingFlag(command, options, "--symbols-as-arguments", &RunSettings::symbolsAsArguments,
                   true, "Keep symbols as kernel arguments instead of compiling their values in");
    command.add_flag("--trust", options.trust,
                     "Agree to compile the C++ that the graph itself carries, and remember that");
    command
        .add_option("--without-pass", options.without,
                    "Leave out a pass over the kernels, for comparison; may be repeated ('mw "
                    "compile --list-passes' names them)")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        .add_option_function<std::string>(
            "--contract",
            [&options](const std::string& text) {
                options.contraction =
                    exec::contractionFromName(text).value_or(exec::Contraction::usual);
            },
            "Fused multiply-adds: usual (as a device's compiler has them, none on the CPU), never, "
            "always (on the CPU too)")
        ->check(CLI::IsMember({"usual", "never", "always"}));
    addSetting(command, options, "--timeout", &RunSettings::timeout,
               "End a run that has not answered after so many seconds (usually 600)")
        ->check(CLI::PositiveNumber);
    if (runner == OneRunner::no)
        return;
    auto* elsewhere = addSetting(command, options, "--runner", &RunSettings::runner,
                                 "Command that starts mw-runner elsewhere, e.g. 'ssh host "
                                 "mw-runner'; words and quotes as in a shell");
    elsewhere->check(runnerCommand());
    addSlurm(command, options, elsewhere, RunnerCount::one);
}

Expected<codegen::Target> targetFor(const RunOptions& options) {
    MW_TRY(const auto chosen, workbench::targetFor(options.settings));
    static bool said = false; // a command may run more than one program
    if (!chosen.missing.empty() && !std::exchange(said, true))
        remark("", "running on the CPU. " + chosen.missing);
    return chosen.target;
}

bench::BenchOptions benchOptions(const RunOptions& options, codegen::Target target,
                                 const inputs::Scenario& scenario) {
    auto bench = workbench::benchOptions(options.settings, target, scenario);
    bench.contraction = options.contraction;
    bench.without = {options.without.begin(), options.without.end()};
    return bench;
}

std::vector<std::string> filesRead(const workbench::Project& project,
                                   const workbench::InputChoice& inputs) {
    auto files = project.inputPaths();
    std::ranges::copy(workbench::filesRead(inputs), std::back_inserter(files));
    return files;
}

Expected<void> checkTarget(const std::string& target) {
    if (target.empty() || target == "interp" || codegen::targetFromName(target))
        return {};
    return fail("bad-target",
                fmt::format("there is no target '{}'; there are cpu, cuda, hip, interp", target));
}

exec::AskConsent consentFor(const std::vector<std::string>& files, const RunOptions& options) {
    auto consent = std::make_shared<workbench::Consent>(
        exec::TrustStore(), std::vector<std::filesystem::path>(files.begin(), files.end()));
    return [consent,
            trust = options.trust](const std::vector<exec::CompiledCode>& asked) -> Expected<void> {
        auto agreed = consent->ask(asked);
        if (agreed)
            return {};
        if (!trust) {
            agreed.error().notes.emplace_back(
                "pass --trust to compile it and to remember that you agreed");
            return agreed;
        }
        if (const auto remembered = consent->agree(); !remembered)
            remark("",
                   "consent holds for this run only. " + printable(remembered.error().sentence));
        return {};
    };
}

exec::ProgressSink progressSink() {
    if (!showsProgress())
        return {};
    return [](const exec::Progress& progress) {
        setProgress(fmt::format("{} {}/{}", progress.what, progress.done, progress.total));
    };
}

} // namespace mw::cli
