// mw compile: the kernels, compiled or printed.

#include "app/cli/console.h"
#include "app/cli/run_options.h"
#include "app/cli/verb.h"
#include "core/analysis/raw_code.h"
#include "core/exec/run_defaults.h"
#include "core/validate/require_valid.h"

#include <memory>

namespace mw::cli {

namespace {

struct Options {
    std::string file, target = "cpu", arch;
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

Exit compile(const Options& options) {
    const auto target = workbench::targetNamed(options.target);
    if (!target)
        return failed(target.error(), Exit::usage);
    const auto document = load(options.file);
    if (!document)
        return Exit::badFile;
    if (const auto valid = validate::requireValid(document); !valid)
        return failed(valid.error(), Exit::badFile);
    codegen::LowerOptions lowering;
    lowering.rawCode = true;
    if (!options.run.settings.symbolsAsArguments && !options.run.inputs.isDefault()) {
        const auto scenario =
            workbench::scenarioFor(*document->root, options.run.inputs, exec::quickGrid());
        if (!scenario)
            return failed(scenario.error(), Exit::badFile);
        lowering.constants = scenario->symbols;
    }
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
        if (const auto consent = consentFor({options.file}, options.run)(
                {{0, std::move(raw), codegen::compiledTexts(*plan, *target)}});
            !consent)
            return failed(consent.error(), Exit::untrusted);
    exec::Session session(workbench::runnerOptions(options.run.settings));
    const auto result = session.compile(*plan, *target, options.arch);
    if (!result)
        return failed(result.error(), Exit::runFailed);
    print(line("{}: {} kernels compiled for {} in {:.2f} s{}", document->root->name,
               plan->kernels.size(), options.target, result->seconds,
               result->cached ? " (cached)" : ""));
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    command.add_option("FILE", options->file)->required();
    addRunOptions(command, options->run);
    command.add_option("--arch", options->arch, "sm_90, gfx90a, ... (default: the device's)");
    command.add_flag("--source", options->source, "Print the kernels instead");
    command.add_flag("--dump-passes", options->dumpPasses,
                     "Print what each pass makes of the kernels instead");
    command.add_option("--without-pass", options->without,
                       "Leave a pass out, for comparison (may be repeated)");
    command.callback([options, &action] {
        if (!options->run.settings.target.empty())
            options->target = options->run.settings.target;
        action = [options] { return compile(*options); };
    });
}

} // namespace

Verb compileVerb() {
    return {"compile", "Compile the kernels without running them", setUp};
}

} // namespace mw::cli
