// What run and verify share: one run, wherever it is asked for, and words about outputs.

#include "app/cli/execution.h"

#include "app/cli/console.h"
#include "app/workbench/interpret.h"
#include "core/validate/require_valid.h"

#include <cstdio>

namespace mw::cli {

Expected<bench::RunResult> runAnywhere(const ir::DocumentPtr& document, const std::string& file,
                                       const RunOptions& options, const inputs::Scenario& scenario,
                                       const codegen::Choices& choices) {
    MW_CHECK(validate::requireValid(document));
    if (options.settings.target == "interp")
        return workbench::interpret(*document, scenario,
                                    workbench::runnerOptions(options.settings).timeoutSeconds);
    MW_TRY(const auto target, targetFor(options));
    auto execution = benchOptions(options, target, scenario);
    execution.consent = consentFor({file}, options);
    return bench::runOnce(document, scenario, execution, choices);
}

std::string arrayLines(const bench::Verdict& verdict) {
    std::string text;
    for (const auto& array : verdict.arrays)
        text += line("{}", bench::toText(array));
    return verdict.arrays.empty() ? line("{}", bench::toText(verdict)) : text;
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
