// What run and verify share: one run, wherever it is asked for, and words about outputs.

#include "app/cli/execution.h"

#include "app/cli/console.h"
#include "app/workbench/interpret.h"
#include "core/validate/require_valid.h"

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

/// A table: absolute, and relative to what the field varies by.
std::string precisionLines(const bench::PrecisionErrors& errors) {
    std::size_t width = 6;
    for (const auto& one : errors.outputs)
        width = std::max(width, printable(one.name).size());
    const auto both = [](double value, double spread) {
        return spread > 0 ? fmt::format("{:>8.1e} {:>9.1e}", value, value / spread)
                          : fmt::format("{:>8.1e} {:>9}", value, "-");
    };
    std::string text = line("{}", bench::toText(errors.change));
    text +=
        fmt::format("{:<{}}  {:>8}  {:>18}  {:>18}  {:>18}  {:>18}\n", "output", width, "spread",
                    "largest, of spread", "rms, of spread", "rounded: largest", "rms");
    for (const auto& one : errors.outputs) {
        text += fmt::format("{:<{}}  {:>8.1e}  {}  {}", printable(one.name), width, one.spread,
                            both(one.error.largest, one.spread),
                            both(one.error.rootMeanSquare, one.spread));
        text += one.rounded ? fmt::format("  {}  {}\n", both(one.rounded->largest, one.spread),
                                          both(one.rounded->rootMeanSquare, one.spread))
                            : "\n";
        if (one.notFinite > 0)
            text +=
                line("  {} of {} values are finite on one side alone", one.notFinite, one.elements);
    }
    text += "spread: standard deviation; rounded: what the first program makes of inputs that are "
            "rounded once\n";
    if (!errors.notRounded.empty())
        text += line("inputs were not rounded: {}", errors.notRounded);
    return text;
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
        if (!verdict.precision || !bench::isAnswered(*verdict.precision, array))
            text += line("{}", bench::toText(array));
    if (verdict.arrays.empty())
        return line("{}", bench::toText(verdict));
    if (verdict.contraction)
        return text + line("{}; {} elements compared", bench::toText(*verdict.contraction),
                           verdict.compared());
    if (verdict.precision)
        text += precisionLines(*verdict.precision);
    text += fmt::format("{}: {} elements compared",
                        verdict.same()      ? "same"
                        : verdict.precision ? "DIFFERENT, on purpose"
                                            : "DIFFERENT",
                        verdict.compared());
    return text + printable(bench::reasonsText(verdict.reasons)) + "\n";
}

void note(const std::vector<std::string>& notes) {
    for (const std::string& one : notes)
        remark("note", printable(one));
}

void warn(const std::vector<Diagnostic>& warnings) {
    for (const Diagnostic& one : warnings)
        remark("warning", printable(one.sentence));
}

} // namespace mw::cli
