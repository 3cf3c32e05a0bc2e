// --check: the results of rewrites, compared in the reference executor.
#include "app/cli/check_option.h"

#include "app/cli/console.h"
#include "app/workbench/check_rewrite.h"

namespace mw::cli {

void addCheckOption(CLI::App& command, bool& check) {
    command.add_flag(
        "--check", check,
        "Run the result of every step on small inputs in the reference executor, of both signs and "
        "further ones until every branch ran; where it differs from the program before, write "
        "nothing (exit code 1)");
}

Expected<std::string> checkedText(const ir::DocumentPtr& before,
                                  const std::vector<workbench::Step>& steps,
                                  const std::optional<inputs::Scenario>& scenario) {
    if (steps.empty())
        return std::string();
    MW_TRY(const auto check, workbench::checkSteps(before, steps, {.scenario = scenario}));
    return line("{}", workbench::toText(check));
}

} // namespace mw::cli
