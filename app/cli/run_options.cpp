// Options of the commands that run something, and what the terminal says about them.

#include "app/cli/run_options.h"

#include "app/workbench/consent.h"
#include "core/support/printable.h"
#include "core/support/words.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <unistd.h>

namespace mw::cli {

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
}

void addRunOptions(CLI::App& command, RunOptions& options) {
    auto& settings = options.settings;
    command.add_option("--target", settings.target,
                       "cpu, cuda, hip or, for run and verify, interp (default: cuda or hip where "
                       "a device answers, else cpu)");
    addInputOptions(command, options.inputs, "JSON with sizes, symbols and fills (reference.json)",
                    "torus:NX,NY,LEVELS; inputs are made for it");
    command
        .add_option("--set", options.inputs.set,
                    "NAME=VALUE: a symbol or scalar, in place of what the scenario says; may be "
                    "repeated")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command
        .add_option("--alloc", settings.alloc,
                    "Temporaries: arena (sized by what lives together), each (one allocation "
                    "each), call (allocated and freed on every call)")
        ->check(CLI::IsMember({"arena", "each", "call"}));
    command.add_flag("--symbols-as-arguments", settings.symbolsAsArguments,
                     "Keep symbols as kernel arguments instead of compiling their values in");
    command.add_flag("--trust", options.trust,
                     "Agree to compile the C++ that the graph itself carries, and remember that");
    command
        .add_option("--timeout", settings.timeout,
                    "End a run that has not answered after so many seconds (usually 600)")
        ->check(CLI::PositiveNumber);
    command
        .add_option("--runner", settings.runner,
                    "Command that starts mw-runner elsewhere, e.g. 'ssh host mw-runner'; words and "
                    "quotes as in a shell")
        ->check(runnerCommand());
}

Expected<codegen::Target> targetFor(const RunOptions& options) {
    MW_TRY(const auto chosen, workbench::targetFor(options.settings));
    if (!chosen.missing.empty())
        std::fprintf(stderr, "mw: running on the CPU. %s\n", chosen.missing.c_str());
    return chosen.target;
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
            std::fprintf(stderr, "mw: consent holds for this run only. %s\n",
                         printable(remembered.error().sentence).c_str());
        return {};
    };
}

exec::ProgressSink progressSink() {
    if (isatty(STDERR_FILENO) == 0)
        return {};
    return [](const exec::Progress& progress) {
        std::fprintf(stderr, "\r\033[K%s %d/%d", progress.what.c_str(), progress.done,
                     progress.total);
        if (progress.done >= progress.total)
            std::fprintf(stderr, "\r\033[K");
    };
}

} // namespace mw::cli
