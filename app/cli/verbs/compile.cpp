// mw compile: the kernels, compiled or printed.

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/verb.h"
#include "app/workbench/device_code.h"
#include "core/codegen/forms/forms.h"
#include "core/exec/run_defaults.h"
#include "core/support/amounts.h"
#include "core/validate/require_valid.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace mw::cli::compile_verb {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
    ProgramOption program;
    std::string arch;
    std::string choices; ///< file
    std::string emit;    ///< instructions to print instead
    std::string kernel;  ///< of which to print code; empty: all
    RunOptions run;
    bool source = false;     ///< print the kernels instead
    bool dumpPasses = false; ///< print the kernel IR after every pass instead
    bool listPasses = false; ///< print what passes there are instead
    bool resources = false;  ///< also print what each kernel needs
    bool json = false;
};

Exit printKernel(const codegen::Plan& plan, const codegen::Source& source,
                 const std::string& kernel) {
    const auto text = workbench::ofKernel(plan, source, kernel);
    if (!text)
        return failed(text.error(), Exit::usage);
    print(*text);
    return Exit::done;
}

/// The kernels; beside those of a device, what of the graph's own code runs on the host.
Exit printSource(const codegen::Plan& plan, codegen::Target target, const std::string& kernel) {
    if (const auto fits = codegen::fitsTarget(plan, target); !fits)
        return failed(fits.error(), Exit::runFailed);
    const codegen::Source source = codegen::print(plan, target);
    if (!kernel.empty())
        return printKernel(plan, source, kernel);
    print(source.text);
    if (plan.state.used && target != codegen::Target::cpu)
        print("\n" + codegen::printState(plan, target).text);
    return Exit::done;
}

std::string targetOf(const workbench::RunSettings& settings) {
    return settings.target.empty() ? "cpu" : settings.target;
}

/// Symbols whose values the inputs say.
Expected<symbolic::Bindings> symbolsFor(const ir::Sdfg& program, const RunOptions& how) {
    MW_CHECK(workbench::checkSet(how.inputs));
    if (how.inputs.isDefault())
        return symbolic::Bindings{};
    MW_TRY(const auto scenario, workbench::scenarioFor(program, how.inputs, exec::quickGrid()));
    return scenario.symbols;
}

std::string numberOr(int value, const char* otherwise) {
    return value < 0 ? otherwise : std::to_string(value);
}

/// What the compiler says of each kernel; "-" where it says nothing. Scalar registers are AMD's.
std::string resourcesText(const codegen::Plan& plan, const exec::CompileResult& result) {
    const bool scalar = std::ranges::any_of(
        result.kernels, [](const auto& one) { return one.scalarRegisters >= 0; });
    const auto row = [&](const auto& registers, const auto& scalars, const auto& spills,
                         const auto& local, const auto& shared, const auto& kernel) {
        return line("{:>9} {}{:>8} {:>8} {:>8}  {}", registers,
                    scalar ? fmt::format("{:>8} ", scalars) : std::string(), spills, local, shared,
                    kernel);
    };
    std::string text = row("registers", "scalar", "spill B", "local B", "shared B", "kernel");
    for (std::size_t k = 0; k < result.kernels.size() && k < plan.kernels.size(); ++k) {
        const auto& r = result.kernels[k];
        text += row(numberOr(r.registers, "-"), numberOr(r.scalarRegisters, "-"),
                    numberOr(r.spillBytes, "-"), numberOr(r.localBytes, "-"),
                    numberOr(r.sharedBytes, "-"), plan.kernels[k].name);
    }
    return text;
}

Json toJson(const std::string& program, const codegen::Plan& plan, codegen::Target target,
            const exec::CompileResult& result) {
    const auto known = [](int value) { return value < 0 ? Json() : Json(value); };
    Json kernels = Json::array();
    for (std::size_t k = 0; k < result.kernels.size() && k < plan.kernels.size(); ++k) {
        const auto& r = result.kernels[k];
        kernels.push_back({{"name", plan.kernels[k].name},
                           {"registers", known(r.registers)},
                           {"scalar_registers", known(r.scalarRegisters)},
                           {"spill_bytes", known(r.spillBytes)},
                           {"local_bytes", known(r.localBytes)},
                           {"shared_bytes", known(r.sharedBytes)}});
    }
    return {{"program", program},
            {"target", std::string(codegen::name(target))},
            {"seconds", result.seconds},
            {"cached", result.cached},
            {"kernels", kernels}};
}

/// In their order; what cannot be left out says why.
Exit listPasses() {
    for (const codegen::PassInfo& pass : codegen::passList())
        print(line("{:<22} {}{}", pass.name, pass.summary,
                   pass.needed.empty() ? "" : fmt::format(" (needed: {})", pass.needed)));
    return Exit::done;
}

/// `symbols`: of the call whose form it is, where the program has two.
Expected<codegen::Plan> planOf(const ir::Document& document, const codegen::LowerOptions& lowering,
                               const symbolic::Bindings& symbols, codegen::Target target,
                               const codegen::Choices& choices) {
    MW_TRY(codegen::Plan plan, codegen::lower(document, lowering));
    plan = codegen::chosenForm(std::move(plan), symbols);
    MW_CHECK(codegen::chooseLaunches(plan, codegen::launchDevice(target), choices));
    return plan;
}

/// Which instructions, and that no other target was asked for.
Expected<std::optional<exec::Instructions>> instructionsOf(const Options& options) {
    if (!options.kernel.empty() && options.emit.empty() && !options.source)
        return fail("usage", "--kernel needs --source or --emit");
    if (options.emit.empty())
        return std::optional<exec::Instructions>();
    const auto kind = exec::instructionsFromName(options.emit);
    if (!kind)
        return fail("usage", fmt::format("'{}' is none of ptx, sass, amdgcn", options.emit));
    const auto target = codegen::name(exec::targetOf(*kind));
    if (const auto& asked = options.run.settings.target; !asked.empty() && asked != target)
        return fail("usage", fmt::format("{} is what kernels become with --target {}",
                                         exec::title(*kind), target));
    return kind;
}

Exit printInstructions(const ir::Document& document, const Options& options, const RunOptions& how,
                       const std::string& file, workbench::DeviceCodeOptions what) {
    what.architecture = options.arch;
    what.contraction = how.contraction;
    what.consent = consentFor({file}, how);
    exec::Session session(workbench::runnerOptions(how.settings));
    const auto code = workbench::deviceCode(document, what, session);
    if (!code)
        return failed(code.error(), Exit::runFailed);
    if (!options.kernel.empty())
        return printKernel(code->plan, code->source, options.kernel);
    print(code->source.text);
    return Exit::done;
}

Exit compile(const Options& options) {
    const auto emit = instructionsOf(options);
    if (!emit)
        return failed(emit.error(), Exit::usage);
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto& document = open->document();
    const auto how = withProject(options.run, *open);
    const auto target = workbench::targetNamed(targetOf(how.settings));
    if (!target)
        return failed(target.error(), Exit::usage);
    if (const auto valid = validate::requireValid(document); !valid)
        return failed(valid.error(), Exit::badFile);
    codegen::LowerOptions lowering;
    lowering.rawCode = true;
    const auto symbols = symbolsFor(*document->root, how);
    if (!symbols)
        return failed(symbols.error(), Exit::badFile);
    lowering.forms = how.settings.symbolsAsArguments;
    if (!lowering.forms)
        lowering.constants = *symbols;
    lowering.without = {how.without.begin(), how.without.end()};
    if (options.dumpPasses) {
        const auto text = codegen::dumpPasses(*document, lowering);
        if (!text)
            return failed(text.error(), Exit::runFailed);
        print(text->text);
        return Exit::done;
    }
    const auto choices = workbench::readChoices(options.choices);
    if (!choices)
        return failed(choices.error(), Exit::badFile);
    if (*emit)
        return printInstructions(
            *document, options, how, open->program->path,
            {.kind = **emit, .lowering = std::move(lowering), .choices = *choices});
    const auto plan = planOf(*document, lowering, *symbols, *target, *choices);
    if (!plan)
        return failed(plan.error(), Exit::runFailed);
    if (options.source) // printing compiles nothing
        return printSource(*plan, *target, options.kernel);
    if (const auto consent = exec::askConsent(consentFor({open->program->path}, how),
                                              *document->root, *plan, *target);
        !consent)
        return failed(consent.error(), Exit::untrusted);
    exec::Session session(workbench::runnerOptions(how.settings));
    const auto result = session.compile(*plan, *target, options.arch, how.contraction);
    if (!result)
        return failed(result.error(), Exit::runFailed);
    if (options.json) {
        Json json = toJson(document->root->name, *plan, *target, *result);
        json["contract"] = exec::name(how.contraction);
        print(json.dump(2) + "\n");
        return Exit::done;
    }
    print(line("{}: {}{} compiled for {} in {:.2f} s{}", document->root->name,
               counted(plan->kernels.size(), "kernel"), plan->twoForms ? " of two forms" : "",
               codegen::name(*target), result->seconds, result->cached ? " (cached)" : ""));
    if (options.resources)
        print(resourcesText(*plan, *result));
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    options->program.inputs = &options->run.inputs;
    addRunOptions(command, options->run);
    command.add_option("--choices", options->choices,
                       "JSON with launch choices of kernels, as mw tune writes it");
    command.add_option("--arch", options->arch,
                       "sm_90, gfx90a, gfx942, ... (default: the device's)");
    command.add_flag("--source", options->source, "Print the kernels instead");
    command
        .add_option("--emit", options->emit,
                    "Print what the kernels become on a device instead: ptx, sass (lists with "
                    "nvdisasm), amdgcn (clang's own, else with llvm-objdump)")
        ->excludes("--source");
    command.add_option("--kernel", options->kernel,
                       "Of --source and --emit, print this kernel alone");
    command.add_flag("--dump-passes", options->dumpPasses,
                     "Print what each pass makes of the kernels instead");
    command.add_flag("--resources", options->resources,
                     "Also print registers, spills, and private and shared memory of each kernel");
    command.add_flag("--json", options->json, "Print JSON instead, with the resources");
    command.add_flag("--list-passes", options->listPasses,
                     "Print what passes there are instead; FILE is not needed");
    command.callback([options, &action] {
        action = [options] { return options->listPasses ? listPasses() : compile(*options); };
    });
}

} // namespace

Verb verb() {
    return {"compile", "Compile the kernels without running them", setUp};
}

} // namespace mw::cli::compile_verb
