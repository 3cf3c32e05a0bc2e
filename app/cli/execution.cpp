// What run and verify share: one run, wherever it is asked for, and words about outputs.

#include "app/cli/execution.h"

#include "app/cli/console.h"
#include "app/workbench/interpret.h"
#include "core/validate/require_valid.h"

#include <cstdio>

namespace mw::cli {

namespace {

Expected<bench::RunResult> runOn(codegen::Target target, const ir::DocumentPtr& document,
                                 const std::string& file, const RunOptions& options,
                                 const inputs::Scenario& scenario, const codegen::Choices& choices,
                                 bench::Arithmetic how = bench::Arithmetic::asBefore) {
    auto execution = benchOptions(options, target, scenario);
    execution.consent = consentFor({file}, options);
    if (how != bench::Arithmetic::asBefore)
        execution.contraction = exec::Contraction::never;
    execution.magnitudes = how == bench::Arithmetic::magnitudes;
    return bench::runOnce(document, scenario, execution, choices);
}

} // namespace

Expected<bench::RunResult> runAnywhere(const ir::DocumentPtr& document, const std::string& file,
                                       const RunOptions& options, const inputs::Scenario& scenario,
                                       const codegen::Choices& choices) {
    MW_CHECK(validate::requireValid(document));
    if (options.settings.target == "interp")
        return workbench::interpret(*document, scenario,
                                    workbench::runnerOptions(options.settings).timeoutSeconds);
    MW_TRY(const auto target, targetFor(options));
    return runOn(target, document, file, options, scenario, choices);
}

bench::ComparedRun comparedRun(const std::string& name, const ir::DocumentPtr& document,
                               const std::string& file, const RunOptions& options,
                               const inputs::Scenario& scenario, const codegen::Choices& choices,
                               const bench::RunResult& result) {
    bench::ComparedRun run{name, document, result.outputs};
    if (options.settings.target == "interp")
        return run;
    const auto target = targetFor(options);
    if (target && bench::contracts(benchOptions(options, *target, scenario)))
        run.again = [=](bench::Arithmetic how) -> Expected<inputs::HostArrays> {
            MW_TRY(auto again, runOn(*target, document, file, options, scenario, choices, how));
            return std::move(again.outputs);
        };
    return run;
}

std::string verdictLines(const bench::Verdict& verdict) {
    std::string text;
    for (const auto& array : verdict.arrays)
        text += line("{}", bench::toText(array));
    if (verdict.arrays.empty())
        return line("{}", bench::toText(verdict));
    if (verdict.contraction)
        return text + line("{}; {} elements compared", bench::toText(*verdict.contraction),
                           verdict.compared());
    text += fmt::format("{}: {} elements compared", verdict.same() ? "same" : "DIFFERENT",
                        verdict.compared());
    return text + printable(bench::reasonsText(verdict.reasons)) + "\n";
}

void note(const std::vector<std::string>& notes) {
    for (const std::string& one : notes)
        std::fprintf(stderr, "mw: note: %s\n", printable(one).c_str());
}

void warn(const std::vector<Diagnostic>& warnings) {
    for (const Diagnostic& one : warnings)
        std::fprintf(stderr, "mw: warning: %s\n", printable(one.sentence).c_str());
}

} // namespace mw::cli
