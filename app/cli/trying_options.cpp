// Commands that try forms of a program: runners, budget, consent.
#include "app/cli/trying_options.h"

#include "core/validate/require_valid.h"

#include <fmt/format.h>

#include <charconv>

namespace mw::cli {

namespace {

exec::RunnerOptions runnerOf(workbench::RunSettings settings, const std::string& command) {
    settings.runner = command;
    return workbench::runnerOptions(settings);
}

} // namespace

void addRunners(CLI::App& command, std::vector<std::string>& runners) {
    command
        .add_option("--runner", runners,
                    "Command that starts mw-runner elsewhere; may be repeated: all measure in "
                    "parallel, on the same kind of device")
        ->allow_extra_args(false)
        ->check(runnerCommand());
}

Expected<double> secondsOf(const std::string& text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    const std::string_view unit(read.ptr, static_cast<std::size_t>(end - read.ptr));
    const double scale = unit.empty() || unit == "s" ? 1
                         : unit == "m"               ? 60
                         : unit == "h"               ? 3600
                                                     : 0;
    if (read.ec != std::errc() || scale == 0 || !(number > 0) || number * scale > 1e7)
        return fail("bad-budget", fmt::format("--budget {}: expected a time like 60s or 5m", text));
    return number * scale;
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
