// --slurm: what is asked of Slurm, checked before anything is started.
#include "app/cli/slurm_option.h"

#include "core/exec/idle_runners.h"
#include "core/exec/slurm.h"

#include <memory>

namespace mw::cli {

namespace {

CLI::Validator slurmOptions(RunnerCount count) {
    const auto check = [count](const std::string& text) -> std::string {
        const auto request = exec::parseSlurm(text);
        if (!request)
            return request.error().sentence;
        return count == RunnerCount::one && request->count > 1
                   ? "this command has work for one runner: --count is for tune and sweep"
                   : "";
    };
    return {check, "OPTIONS", "options of srun"};
}

} // namespace

void addSlurm(CLI::App& command, RunOptions& options, CLI::Option* runner, RunnerCount count) {
    const bool several = count == RunnerCount::several;
    command
        .add_option_function<std::string>(
            "--slurm",
            [&options](const std::string& text) {
                // A session leaves its runner to the next: the queue is waited for once.
                options.given.push_back([text, idle = std::make_shared<exec::IdleRunners>()](
                                            workbench::RunSettings& settings) {
                    settings.slurm = text + " "; // empty options are asked of Slurm as well
                    settings.idle = idle;
                });
            },
            several ? "Let Slurm start the runners: options of srun ('--partition=gpu --gpus=1 "
                      "--time=30'), and --count=N runners, which measure in parallel"
                    : "Let Slurm start the runner: options of srun ('--partition=gpu --gpus=1 "
                      "--time=30')")
        ->check(slurmOptions(count))
        ->excludes(runner);
    addSetting(command, options, "--runner-wait", &workbench::RunSettings::runnerWait,
               "Seconds until a runner must answer for the first time (usually 10; with --slurm "
               "600, which is time for the queue)")
        ->check(CLI::PositiveNumber);
}

} // namespace mw::cli
