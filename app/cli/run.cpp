#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/interpret.h"
#include "app/cli/recipe.h"
#include "app/cli/setup.h"
#include "core/bench/verify.h"
#include "core/inputs/npy.h"
#include "core/io/file.h"
#include "core/validate/require_valid.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

namespace mw::cli {

namespace {

/// `files`: where the programs come from, for consent to C++ of their own.
bench::BenchOptions execOptions(const RunSetup& setup, codegen::Target target,
                                const inputs::Scenario& scenario, std::vector<std::string> files) {
    bench::BenchOptions options;
    options.target = target;
    options.specialise = !setup.symbolsAsArguments;
    options.consent = consentFor(std::move(files), setup);
    options.measure.allocation =
        exec::allocationFromName(setup.alloc).value_or(exec::Allocation::arena);
    options.runner = runnerFor(setup);
    options.tolerance = scenario.tolerance;
    return options;
}

std::string arrayLines(const bench::Verdict& verdict) {
    std::string text;
    for (const auto& array : verdict.arrays)
        text += line("{}", bench::toText(array));
    return verdict.arrays.empty() ? line("{}", bench::toText(verdict)) : text;
}

/// To standard error, beside what is asked for.
void note(const std::vector<std::string>& notes) {
    for (const std::string& one : notes)
        std::fprintf(stderr, "mw: note: %s\n", printable(one).c_str());
}
void warn(const std::vector<Diagnostic>& warnings) {
    for (const Diagnostic& one : warnings)
        std::fprintf(stderr, "mw: warning: %s\n", printable(one.sentence).c_str());
}

/// Compares what ran with a .npz; prints a line per array. True when all are within tolerance.
Expected<bool> compareWith(const bench::RunResult& result, const std::string& file,
                           double tolerance) {
    MW_TRY(const auto reference, inputs::readNpz(file));
    const auto verdict = bench::verify(result.outputs, reference, tolerance, result.inputs);
    print(arrayLines(verdict));
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

std::string verifyText(const bench::Verdict& verdict, const std::string& reference,
                       const std::string& got) {
    std::string text = fmt::format("on {}", got);
    if (reference != got)
        text += fmt::format(", against {}", reference);
    return text + "\n" + arrayLines(verdict) +
           fmt::format("{}: {} elements compared\n", verdict.same() ? "same" : "DIFFERENT",
                       verdict.compared());
}

/// On a device, or in the interpreter.
Expected<bench::RunResult> runAnywhere(const ir::DocumentPtr& document, const std::string& file,
                                       const RunSetup& setup, const inputs::Scenario& scenario) {
    MW_CHECK(validate::requireValid(document));
    if (setup.target == "interp")
        return interpret(*document, scenario, runnerFor(setup).timeoutSeconds);
    MW_TRY(const auto target, targetFor(setup));
    return bench::runOnce(document, scenario, execOptions(setup, target, scenario, {file}));
}

/// Short names for the table: the file's stem, with its folder where stems repeat.
std::vector<std::string> variantNames(const std::vector<std::string>& files) {
    namespace fs = std::filesystem;
    std::map<std::string, int> stems;
    for (const auto& file : files)
        ++stems[fs::path(file).stem().string()];
    std::vector<std::string> names;
    for (const auto& file : files) {
        const fs::path path = fs::absolute(file);
        const auto stem = path.stem().string();
        names.push_back(stems[stem] == 1 ? stem
                                         : (path.parent_path().parent_path().filename() /
                                            path.parent_path().filename() / stem)
                                               .string());
    }
    return names;
}

Expected<void> writeReports(const bench::BenchResult& result, const BenchOptions& options) {
    if (!options.report.empty())
        MW_CHECK(io::writeFileAtomically(options.report, bench::toHtml(result)));
    if (!options.output.empty())
        MW_CHECK(io::writeFileAtomically(options.output, bench::toJson(result)));
    return {};
}

bool allVerified(const bench::BenchResult& result) {
    return std::ranges::all_of(result.variants, &bench::VariantResult::verified);
}

/// The kernels; beside those of a device, what of the graph's own code runs on the host.
Exit printSource(const codegen::Plan& plan, codegen::Target target) {
    if (const auto fits = codegen::fitsTarget(plan, target); !fits)
        return failed(fits.error(), Exit::runFailed);
    print(codegen::print(plan, target).text);
    if (plan.state.used && target != codegen::Target::cpu)
        print("\n" + codegen::printState(plan, target).text);
    return Exit::done;
}

} // namespace

Exit run(const RunOptions& options) {
    const auto document = load(options.file);
    if (!document)
        return Exit::badFile;
    if (const auto known = checkTarget(options.setup.target); !known)
        return failed(known.error(), Exit::usage);
    const auto scenario =
        scenarioFor(*document->root, options.setup, codegen::Target::cpu, /*large=*/false);
    if (!scenario)
        return failed(scenario.error(), Exit::badFile);
    if (!canWrite({options.out}))
        return Exit::badFile;
    note(scenario->notes);
    const auto result = runAnywhere(document, options.file, options.setup, *scenario);
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
    if (options.compareWith.empty())
        return Exit::done;
    const auto same = compareWith(*result, options.compareWith, scenario->tolerance);
    if (!same)
        return failed(same.error(), Exit::badFile);
    return *same ? Exit::done : Exit::finding;
}

Exit verify(const VerifyOptions& options) {
    const auto first = load(options.first);
    const auto second = load(options.second);
    if (!first || !second)
        return Exit::badFile;
    if (options.tolerance)
        if (const auto usable = inputs::checkedTolerance(*options.tolerance); !usable)
            return failed(usable.error(), Exit::usage);
    RunSetup reference = options.setup;
    if (!options.against.empty())
        reference.target = options.against;
    for (const auto& setup : {reference, options.setup})
        if (const auto known = checkTarget(setup.target); !known)
            return failed(known.error(), Exit::usage);
    const auto scenario =
        scenarioFor(*first->root, options.setup, codegen::Target::cpu, /*large=*/false);
    if (!scenario)
        return failed(scenario.error(), Exit::badFile);
    note(scenario->notes);
    const auto expected = runAnywhere(first, options.first, reference, *scenario);
    if (!expected)
        return failed(expected.error(), Exit::runFailed);
    const auto got = runAnywhere(second, options.second, options.setup, *scenario);
    if (!got)
        return failed(got.error(), Exit::runFailed);
    warn(got->warnings);
    inputs::HostArrays inputs = expected->inputs;
    inputs.insert(got->inputs.begin(), got->inputs.end());
    const auto verdict = bench::verify(got->outputs, expected->outputs,
                                       options.tolerance.value_or(scenario->tolerance), inputs);
    print(options.json ? bench::toJson(verdict)
                       : verifyText(verdict, expected->device, got->device));
    return verdict.same() ? Exit::done : Exit::finding;
}

Exit bench(const BenchOptions& options) {
    std::vector<bench::BenchInput> inputs;
    const auto names = variantNames(options.files);
    for (std::size_t i = 0; i < options.files.size(); ++i) {
        const auto document = load(options.files[i]);
        if (!document)
            return Exit::badFile;
        if (const auto valid = validate::requireValid(document); !valid)
            return failed(valid.error(), Exit::badFile);
        inputs.push_back({names[i], document});
    }
    for (const std::string& file : options.recipes) {
        auto replayed = replayRecipe(inputs.front().document, file);
        if (!replayed)
            return failed(replayed.error(), exitForRecipe(replayed.error()));
        inputs.push_back({std::filesystem::path(file).stem().string(), replayed->document,
                          std::move(replayed->recipe), std::move(replayed->origins)});
    }
    if (!options.recipes.empty())
        inputs.front().origins = history::provenance(inputs.front().document, {});
    const auto target = targetFor(options.setup);
    if (!target)
        return failed(target.error(), Exit::usage);
    const auto scenario = scenarioFor(*inputs.front().document->root, options.setup, *target, true);
    if (!scenario)
        return failed(scenario.error(), Exit::badFile);
    if (!canWrite({options.report, options.output}))
        return Exit::badFile;
    auto execution = execOptions(options.setup, *target, *scenario, options.files);
    execution.measure.repeats = options.repeats;
    execution.measure.warmup = options.warmup;
    execution.measure.coldCache = options.cold;
    execution.measure.profiler = options.profiler;
    const auto result = bench::measure(inputs, *scenario, execution, progressSink());
    if (!result)
        return failed(result.error(), Exit::runFailed);
    print(options.json       ? bench::toJson(*result)
          : options.csv      ? bench::toCsv(*result)
          : options.markdown ? bench::toMarkdown(*result)
                             : bench::toText(*result));
    if (auto written = writeReports(*result, options); !written)
        return failed(written.error(), Exit::badFile);
    return allVerified(*result) ? Exit::done : Exit::finding;
}

Exit compile(const CompileOptions& options) {
    const auto target = targetNamed(options.target);
    if (!target)
        return failed(target.error(), Exit::usage);
    const auto document = load(options.file);
    if (!document)
        return Exit::badFile;
    if (const auto valid = validate::requireValid(document); !valid)
        return failed(valid.error(), Exit::badFile);
    codegen::LowerOptions lowering;
    lowering.rawCode = true;
    if (!options.setup.symbolsAsArguments &&
        (!options.setup.scenario.empty() || !options.setup.grid.empty())) {
        const auto scenario = scenarioFor(*document->root, options.setup, *target, false);
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
        if (const auto consent = consentFor({options.file}, options.setup)(
                {{0, std::move(raw), codegen::compiledTexts(*plan, *target)}});
            !consent)
            return failed(consent.error(), Exit::untrusted);
    exec::Session session(runnerFor(options.setup));
    const auto result = session.compile(*plan, *target, options.arch);
    if (!result)
        return failed(result.error(), Exit::runFailed);
    print(line("{}: {} kernels compiled for {} in {:.2f} s{}", document->root->name,
               plan->kernels.size(), options.target, result->seconds,
               result->cached ? " (cached)" : ""));
    return Exit::done;
}

Exit devices(bool json, const std::string& runner) {
    RunSetup setup;
    setup.runner = runner;
    exec::Session session(runnerFor(setup));
    const auto found = session.devices();
    if (!found)
        return failed(found.error(), Exit::missing);
    auto list = nlohmann::ordered_json::array();
    std::string text;
    for (const auto& device : *found) {
        list.push_back({{"target", codegen::name(device.target)},
                        {"name", device.name},
                        {"architecture", device.architecture},
                        {"versions", device.versions},
                        {"compiles", device.canCompile},
                        {"runs", device.canRun},
                        {"missing", device.missing}});
        text += fmt::format("{:5} compiles: {:3}  runs: {:3}  {} {}\n",
                            codegen::name(device.target), device.canCompile ? "yes" : "no",
                            device.canRun ? "yes" : "no", device.name, device.versions);
        if (!device.missing.empty())
            text += "      " + device.missing + "\n";
    }
    print(json ? list.dump(2) + "\n" : text);
    return Exit::done;
}

} // namespace mw::cli
