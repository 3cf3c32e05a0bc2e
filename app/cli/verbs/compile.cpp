// mw compile: the kernels, compiled or printed.

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/verb.h"
#include "core/analysis/raw_code.h"
#include "core/exec/run_defaults.h"
#include "core/validate/require_valid.h"

#include <memory>

namespace mw::cli {

namespace {

struct Options {
    ProgramOption program;
    std::string arch;
    RunOptions run;
    bool source = false;              ///< print the kernels instead
    bool dumpPasses = false;          ///< print the kernel IR after every pass instead
    std::vector<std::string> without; ///< passes to leave out
};

/// The kernels; beside those of a device, what of the graph's own code runs on the host.
Exit printSource(const codegen::Plan& plan, codegen::Target target) {
    if (const auto fits = codegen::fitsTarget(plan, target); !fits)
        return failed(fits.error(), Exit::runFailed);
    print(codegen::print(plan, target).text);
    if (plan.state.used && target != codegen::Target::cpu)
        print("\n" + codegen::printState(plan, target).text);
    return Exit::done;
}

std::string targetOf(const workbench::RunSettings& settings) {
    return settings.target.empty() ? "cpu" : settings.target;
}

/// Symbols whose values are known.
Expected<symbolic::Bindings> constantsFor(const ir::Sdfg& program, const RunOptions& how) {
    if (how.settings.symbolsAsArguments || how.inputs.isDefault())
        return symbolic::Bindings{};
    MW_TRY(const auto scenario, workbench::scenarioFor(program, how.inputs, exec::quickGrid()));
    return scenario.symbols;
}

Exit compile(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto& document = open->document();
    const auto how = withProject(options.run, open->project);
    const auto target = workbench::targetNamed(targetOf(how.settings));
    if (!target)
        return failed(target.error(), Exit::usage);
    if (const auto valid = validate::requireValid(document); !valid)
        return failed(valid.error(), Exit::badFile);
    codegen::LowerOptions lowering;
    lowering.rawCode = true;
    const auto constants = constantsFor(*document->root, how);
    if (!constants)
        return failed(constants.error(), Exit::badFile);
    lowering.constants = *constants;
    lowering.without = {options.without.begin(), options.without.end()};
    if (options.dumpPasses) {
        const auto text = codegen::dumpPasses(*document, lowering);
        if (!text)
            return failed(text.error(), Exit::runFailed);
        print(*text);
        return Exit::done;
    }
    auto plan = codegen::lower(*document, lowering);
    if (plan)
        if (const auto chosen = codegen::chooseLaunches(*plan, codegen::launchDevice(*target));
            !chosen)
            return failed(chosen.error(), Exit::runFailed);
    if (!plan)
        return failed(plan.error(), Exit::runFailed);
    if (options.source) // printing compiles nothing
        return printSource(*plan, *target);
    if (auto raw = analysis::rawCode(*document->root); !raw.empty())
        if (const auto consent = consentFor({open->program->path}, how)(
                {{0, std::move(raw), codegen::compiledTexts(*plan, *target)}});
            !consent)
            return failed(consent.error(), Exit::untrusted);
    exec::Session session(workbench::runnerOptions(how.settings));
    const auto result = session.compile(*plan, *target, options.arch);
    if (!result)
        return failed(result.error(), Exit::runFailed);
    print(line("{}: {} kernels compiled for {} in {:.2f} s{}", document->root->name,
               plan->kernels.size(), codegen::name(*target), result->seconds,
               result->cached ? " (cached)" : ""));
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    addRunOptions(command, options->run);
    command.add_option("--arch", options->arch, "sm_90, gfx90a, ... (default: the device's)");
    command.add_flag("--source", options->source, "Print the kernels instead");
    command.add_flag("--dump-passes", options->dumpPasses,
                     "Print what each pass makes of the kernels instead");
    command
        .add_option("--without-pass", options->without,
                    "Leave a pass out, for comparison (may be repeated)")
        ->allow_extra_args(false);
    command.callback([options, &action] { action = [options] { return compile(*options); }; });
}

} // namespace

Verb compileVerb() {
    return {"compile", "Compile the kernels without running them", setUp};
}

} // namespace mw::cli
