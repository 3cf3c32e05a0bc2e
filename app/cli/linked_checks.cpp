// Whether a linked program does what its calls do, for the commands that write one or the other.
#include "app/cli/linked_checks.h"

#include "app/cli/console.h"
#include "app/cli/execution.h"
#include "app/workbench/link_check.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace mw::cli {

namespace {

Expected<LinkedCheck> checkIn(const std::string& executor, const inputs::SequenceInput& sequence,
                              const std::vector<std::string>& graphs, const link::Linked& linked,
                              double tolerance, const RunOptions& run) {
    if (executor == "interp") {
        const double timeout = workbench::runnerOptions(run.settings).timeoutSeconds;
        MW_TRY(auto verdict, workbench::checkLinked(sequence, linked, tolerance, timeout));
        return LinkedCheck{"in the interpreter", std::move(verdict)};
    }
    MW_TRY(const auto target, workbench::targetNamed(executor));
    auto execution = benchOptions(run, target, linked.scenario);
    execution.consent = consentFor(graphs, run);
    MW_TRY(auto verdict, workbench::checkLinked(sequence, linked, tolerance, execution));
    return LinkedCheck{"on " + executor, std::move(verdict)};
}

std::string checkLines(const std::vector<LinkedCheck>& checks) {
    std::string text;
    for (const LinkedCheck& check : checks)
        text += line("{}:", check.executor) + verdictLines(check.verdict);
    return text;
}

std::string jsonText(const std::vector<LinkedCheck>& checks, const LinkReport& report) {
    nlohmann::ordered_json json;
    if (allSame(checks))
        json["written"] = report.files;
    json.update(nlohmann::ordered_json::parse(report.fields));
    for (const LinkedCheck& check : checks)
        json["verified"].push_back({{"where", check.executor},
                                    {"same", check.verdict.same()},
                                    {"elements", check.verdict.compared()},
                                    {"sentence", bench::toText(check.verdict)}});
    return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace

Expected<std::vector<LinkedCheck>> checkLinked(const inputs::SequenceInput& sequence,
                                               const std::vector<std::string>& graphs,
                                               const link::Linked& linked, double tolerance,
                                               const RunOptions& run) {
    std::vector<LinkedCheck> done;
    const std::string& target = run.settings.target;
    for (const auto& executor :
         target.empty() ? std::vector<std::string>{"interp", "cpu"} : std::vector{target}) {
        MW_TRY(done.emplace_back(), checkIn(executor, sequence, graphs, linked, tolerance, run));
    }
    return done;
}

bool allSame(const std::vector<LinkedCheck>& checks) {
    return std::ranges::all_of(checks,
                               [](const LinkedCheck& check) { return check.verdict.same(); });
}

Exit tell(const std::vector<LinkedCheck>& checks, const LinkReport& report, bool asJson) {
    const bool same = allSame(checks);
    if (asJson)
        print(jsonText(checks, report));
    else
        print(report.before + checkLines(checks) + report.after +
              (same ? report.wrote : line("wrote nothing")));
    return same ? Exit::done : Exit::finding;
}

void addCheckOptions(CLI::App& command, bool& verify, double& tolerance, RunOptions& run,
                     const std::string& help) {
    auto* flag = command.add_flag("--verify", verify, help);
    command.add_option("--tolerance", tolerance, "Of float64, relative (default: 0, equal)")
        ->check(CLI::NonNegativeNumber)
        ->needs(flag);
    addSetting(command, run, "--target", &workbench::RunSettings::target,
               "Where to verify: interp, cpu, cuda or hip (default: interp, then cpu)")
        ->needs(flag);
    addSetting(command, run, "--timeout", &workbench::RunSettings::timeout,
               "End a run that has not answered after so many seconds (usually 600)")
        ->check(CLI::PositiveNumber);
    command.add_flag(
        "--trust", run.trust,
        "Agree to compile the C++ that the graphs themselves carry, and remember that");
}

} // namespace mw::cli
