// Commands that try forms of a program: runners, budget, consent.
#include "app/cli/trying_options.h"

#include "app/cli/slurm_option.h"
#include "core/support/printable.h"
#include "core/validate/require_valid.h"

namespace mw::cli {

namespace {

exec::RunnerOptions runnerOf(workbench::RunSettings settings, const std::string& command) {
    settings.runner = command;
    return workbench::runnerOptions(settings);
}

} // namespace

void addRunners(CLI::App& command, std::vector<std::string>& runners, RunOptions& options) {
    auto* elsewhere =
        command
            .add_option("--runner", runners,
                        "Command that starts mw-runner elsewhere; may be repeated: all measure in "
                        "parallel, on the same kind of device")
            ->allow_extra_args(false)
            ->check(runnerCommand());
    addSlurm(command, options, elsewhere, RunnerCount::several);
}

RunOptions withRunners(RunOptions how, const std::vector<std::string>& runners) {
    if (!runners.empty())
        how.settings.runner = runners.front();
    return how;
}

std::string runnersText(const std::vector<workbench::RunnerReport>& runners) {
    const bool isPlain =
        runners.size() == 1 && runners.front().job.empty() && runners.front().lost.empty();
    return isPlain || runners.empty() ? "" : printableLines(toText(runners));
}

Expected<workbench::RigSetup> rigSetup(const OpenProgram& open, const RunOptions& how,
                                       codegen::Target target,
                                       const std::vector<std::string>& runners) {
    MW_CHECK(validate::requireValid(open.document()));
    workbench::RigSetup setup;
    setup.start.document = open.document();
    MW_TRY(setup.scenario,
           workbench::scenarioFor(*open.document()->root, how.inputs,
                                  workbench::measuringGrid(*open.document()->root, target)));
    setup.how = benchOptions(how, target, setup.scenario);
    for (const std::string& runner : runners)
        setup.runners.push_back(runnerOf(how.settings, runner));
    if (!how.settings.slurm.empty())
        setup.runners = workbench::runnersOf(how.settings);
    if (!setup.runners.empty())
        setup.how.runner = setup.runners.front();
    MW_CHECK(workbench::askConsent(setup, consentFor({open.program->path}, how)));
    return setup;
}

workbench::TuneOptions tuneOptions(codegen::Target target) {
    workbench::TuneOptions options;
    options.target = target;
    if (target == codegen::Target::cpu) // a program of each is in memory
        options.formsPerRound = 4;
    if (const auto sink = progressSink())
        options.progress = [sink](const std::string& what, int done, int total) {
            sink({what, done, total});
        };
    return options;
}

} // namespace mw::cli
