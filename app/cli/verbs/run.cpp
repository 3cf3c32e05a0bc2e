// mw run: one run on made or given inputs.

#include "app/cli/console.h"
#include "app/cli/execution.h"
#include "app/cli/project_option.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "app/workbench/common_scenario.h"
#include "core/exec/run_defaults.h"
#include "core/inputs/npy.h"
#include "core/io/file.h"

#include <memory>
#include <vector>

namespace mw::cli::run_verb {

namespace {

struct Options {
    ProgramOption program;
    std::string out;
    std::string inputs;      ///< .npz for them
    std::string compareWith; ///< .npz
    std::string choices;     ///< file
    RunOptions run;
};

/// Compares what ran with a .npz; prints a line per array. True when all are within tolerance.
Expected<bool> compareWith(const bench::ComparedRun& run, const inputs::HostArrays& arrays,
                           const inputs::Scenario& scenario, const std::string& file) {
    MW_TRY(const auto reference, inputs::readNpz(file));
    auto verdict = bench::verify(run.outputs, reference, scenario.tolerance, arrays);
    bench::explain(verdict, run, {file, nullptr, reference},
                   {scenario.tolerance, arrays, scenario.symbols});
    print(verdictLines(verdict));
    return verdict.same();
}

/// .npz, or .npy where there is one output.
Expected<void> writeOutputs(const inputs::HostArrays& outputs, const std::string& file) {
    if (!file.ends_with(".npy"))
        return inputs::writeNpz(outputs, file);
    if (outputs.size() != 1)
        return fail("one-array", fmt::format("a .npy file holds one array, and there are {} "
                                             "outputs; name a .npz file",
                                             outputs.size()));
    MW_TRY(const std::string bytes, inputs::toNpy(outputs.begin()->second));
    return io::writeFileAtomically(file, bytes);
}

Exit run(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto& document = open->document();
    const auto how =
        withBeside(withProject(options.run, open->project), open->program->path, Beside::any);
    if (const auto known = checkTarget(how.settings.target); !known)
        return failed(known.error(), Exit::usage);
    // As its original has them, so that the results of all variants can be compared.
    std::vector<ir::DocumentPtr> programs{open->program->history->root().document};
    if (programs.front() != document)
        programs.push_back(document);
    const auto common = workbench::commonScenario(programs, how.inputs, exec::quickGrid());
    if (!common)
        return failed(common.error(), Exit::badFile);
    const auto* const scenario = &common->each.back();
    if (!canWrite({options.out, options.inputs}, filesRead(open->project, how.inputs)))
        return Exit::badFile;
    const auto choices = workbench::readChoices(options.choices);
    if (!choices)
        return failed(choices.error(), Exit::badFile);
    note(scenario->notes);
    const auto result = runAnywhere(document, open->program->path, how, *scenario, *choices);
    if (!result)
        return failed(result.error(), Exit::runFailed);
    warn(result->warnings);
    const auto wanted = bench::wantedOutputs(result->outputs, *scenario);
    std::string text = fmt::format("{} ran on {} ({}), outputs:", printable(document->root->name),
                                   result->device, inputs::toString(scenario->grid));
    for (const auto& [name, array] : wanted)
        text += " " + printable(name);
    printAbout(options.out, text + "\n");
    if (!options.out.empty())
        if (auto written = writeOutputs(wanted, options.out); !written)
            return failed(written.error(), Exit::badFile);
    if (!options.inputs.empty())
        if (auto written = inputs::writeNpz(result->inputs, options.inputs); !written)
            return failed(written.error(), Exit::badFile);
    if (options.compareWith.empty())
        return Exit::done;
    const auto same = compareWith(comparedRun("the program", document, open->program->path, how,
                                              *scenario, *choices, *result),
                                  result->inputs, *scenario, options.compareWith);
    if (!same)
        return failed(same.error(), Exit::badFile);
    return *same ? Exit::done : Exit::finding;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    command.add_option("-o,--output", options->out, ".npz for the outputs");
    command.add_option("--save-inputs", options->inputs,
                       ".npz for the arrays as the program got them, for NumPy or DaCe");
    command.add_option("--compare", options->compareWith,
                       ".npz to compare the outputs with (tolerance of the scenario)");
    command.add_option("--choices", options->choices,
                       "JSON with launch choices of kernels, as mw tune writes it");
    addRunOptions(command, options->run);
    command.callback([options, &action] { action = [options] { return run(*options); }; });
}

} // namespace

Verb verb() {
    return {"run", "Run a program once on made or given inputs", setUp};
}

} // namespace mw::cli::run_verb
