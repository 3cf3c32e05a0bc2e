// The sizes that a command's numbers are of.
#include "app/cli/sizes.h"

#include "app/cli/execution.h"
#include "app/workbench/captured_call.h"
#include "core/exec/run_defaults.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mw::cli {

workbench::InputChoice withSet(workbench::InputChoice inputs, const std::vector<std::string>& set) {
    if (!set.empty())
        inputs.set = set;
    return inputs;
}

workbench::InputChoice inputsFor(const OpenProgram& open, workbench::InputChoice inputs) {
    if (inputs.isDefault())
        inputs = withSet(open.project.inputsFor(*open.program), inputs.set);
    if (inputs.isDefault())
        if (const auto beside = workbench::scenarioBeside(open.program->path))
            inputs.scenario = beside->string();
    return inputs;
}

RunOptions withBeside(RunOptions how, const std::string& program, Beside which) {
    if (!how.inputs.isDefault())
        return how;
    const auto captured = workbench::capturedCallBeside(program);
    const auto beside =
        captured || which == Beside::captured ? captured : workbench::scenarioBeside(program);
    if (!beside)
        return how;
    how.inputs.scenario = beside->string();
    note({fmt::format("inputs: {}{}, beside the graph", captured ? "the captured call in " : "",
                      beside->filename().string())});
    return how;
}

Expected<Sizes> sizesFor(const OpenProgram& open, workbench::InputChoice inputs,
                         const std::string& grid) {
    inputs = inputsFor(open, std::move(inputs));
    if (inputs.isDefault())
        inputs.grid = grid;
    if (inputs.isDefault()) {
        MW_CHECK(workbench::checkSet(inputs));
        return Sizes{};
    }
    MW_TRY(const auto scenario,
           workbench::scenarioFor(*open.document()->root, inputs, exec::quickGrid()));
    std::string of = inputs.scenario.empty() ? inputs.grid : inputs.scenario;
    if (!inputs.set.empty())
        of += fmt::format(" with {}", fmt::join(inputs.set, ", "));
    return Sizes{scenario.symbols, of};
}

} // namespace mw::cli
