// mw run: one run on made or given inputs.

#include "app/cli/console.h"
#include "app/cli/detail/json_text.h"
#include "app/cli/execution.h"
#include "app/cli/project_option.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "app/workbench/common_scenario.h"
#include "core/exec/run_defaults.h"
#include "core/inputs/npy.h"
#include "core/io/file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace mw::cli::run_verb {

namespace {

struct Options {
    ProgramOption program;
    std::string out;
    std::string inputs;      ///< .npz for them
    std::string compareWith; ///< .npz
    std::string choices;     ///< file
    bool json = false;
    RunOptions run;
};

/// What ran against the arrays of a file: what differs, and why that may be.
bench::Verdict compareWith(const bench::ComparedRun& run, const inputs::HostArrays& arrays,
                           const inputs::Scenario& scenario, const inputs::HostArrays& reference,
                           const std::string& file) {
    auto verdict = bench::verify(run.outputs, reference, scenario.tolerance, arrays);
    bench::explain(verdict, run, {file, nullptr, reference},
                   {scenario.tolerance, arrays, scenario.symbols});
    return verdict;
}

/// Shapes of the outputs, with what the comparison says where there was one.
std::string jsonText(const std::string& program, const bench::RunResult& result,
                     const inputs::HostArrays& outputs, const inputs::Scenario& scenario,
                     const std::optional<bench::Verdict>& verdict, const Options& options) {
    auto list = Json::array();
    for (const auto& [name, array] : outputs)
        list.push_back({{"array", name}, {"type", ir::name(array.type)}, {"shape", array.shape}});
    return cli::jsonText({{"program", program},
                          {"device", result.device},
                          {"grid", inputs::toString(scenario.grid)},
                          {"notes", scenario.notes},
                          {"outputs", std::move(list)},
                          {"compared_with", fileOrNull(options.compareWith)},
                          {"verdict", verdict ? Json::parse(bench::toJson(*verdict)) : Json()},
                          {"written", fileOrNull(options.out)},
                          {"inputs_written", fileOrNull(options.inputs)}});
}

using nlohmann::json;

/// Its files are found from any folder.
inputs::Scenario withWholePaths(inputs::Scenario scenario) {
    const auto whole = [](std::string& path) {
        if (!path.empty())
            path = std::filesystem::absolute(path).lexically_normal().string();
    };
    whole(scenario.grid.file);
    for (auto& [name, input] : scenario.arrays)
        if (auto* fill = std::get_if<inputs::FileFill>(&input.fill))
            whole(fill->path);
    return scenario;
}

/// .npz with the scenario that they were computed from, or .npy where there is one output.
Expected<void> writeOutputs(const inputs::HostArrays& outputs, const inputs::Scenario& scenario,
                            const std::string& file) {
    if (!file.ends_with(".npy")) {
        auto comment =
            json{{"scenario", json::parse(inputs::toJson(withWholePaths(scenario)))}}.dump();
        if (comment.size() > inputs::kLongestComment) {
            note({file + " does not say which inputs its arrays were computed from: there is no "
                         "room for so many"});
            comment.clear();
        }
        return inputs::writeArchive(outputs, comment, file);
    }
    if (outputs.size() != 1)
        return fail("one-array", fmt::format("a .npy file holds one array, and there are {} "
                                             "outputs; name a .npz file",
                                             outputs.size()));
    MW_TRY(const std::string bytes, inputs::toNpy(outputs.begin()->second));
    return io::writeFileAtomically(file, bytes);
}

/// What the arrays to compare with were computed from; nullopt: they do not say.
std::optional<inputs::Scenario> scenarioOf(const inputs::Archive& archive) {
    const auto comment = json::parse(archive.comment, nullptr, /*allow_exceptions=*/false);
    if (!comment.is_object() || !comment.contains("scenario"))
        return std::nullopt;
    auto scenario = inputs::parseScenario(comment["scenario"].dump());
    return scenario ? std::optional(std::move(*scenario)) : std::nullopt;
}

/// "other-inputs": a symbol or an array that both have is another one there.
Expected<void> checkSameInputs(const inputs::Scenario& here, const inputs::Scenario& there,
                               const std::string& file) {
    const json ours = json::parse(inputs::toJson(withWholePaths(here))),
               theirs = json::parse(inputs::toJson(there));
    for (const auto* kind : {"symbols", "arrays"}) {
        const json mine = ours.value(kind, json::object()),
                   other = theirs.value(kind, json::object());
        for (const auto& [name, value] : mine.items())
            if (other.contains(name) && other[name] != value)
                return fail("other-inputs",
                            fmt::format("what {} holds was computed from other inputs: '{}' is {} "
                                        "there and {} here; leave out the inputs to take those",
                                        file, name, other[name].dump(), value.dump()));
    }
    return {};
}

/// The inputs of the last of the programs that are given, or else those of what is compared with.
Expected<inputs::Scenario> scenarioFor(const std::vector<ir::DocumentPtr>& programs,
                                       const workbench::InputChoice& given,
                                       const std::optional<inputs::Scenario>& reference,
                                       const std::string& file) {
    if (reference && given.isDefault() && given.set.empty()) {
        note({"inputs: those of " + file});
        return inputs::completeScenario(*programs.back()->root, *reference);
    }
    MW_TRY(auto common, workbench::commonScenario(programs, given, exec::quickGrid()));
    if (reference)
        MW_CHECK(checkSameInputs(common.each.back(), *reference, file));
    return std::move(common.each.back());
}

Exit run(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto& document = open->document();
    const auto how = withBeside(withProject(options.run, *open), open->program->path, Beside::any);
    if (const auto known = checkTarget(how.settings.target); !known)
        return failed(known.error(), Exit::usage);
    inputs::Archive reference;
    if (!options.compareWith.empty()) {
        auto read = inputs::readArchive(options.compareWith);
        if (!read)
            return failed(read.error(), Exit::badFile);
        reference = std::move(*read);
    }
    // As its original has them, so that the results of all variants can be compared.
    std::vector<ir::DocumentPtr> programs{open->program->history->root().document};
    if (programs.front() != document)
        programs.push_back(document);
    const auto scenario =
        scenarioFor(programs, how.inputs, scenarioOf(reference), options.compareWith);
    if (!scenario)
        return failed(scenario.error(), Exit::badFile);
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
    if (!options.json)
        printAbout(options.out, text + "\n");
    if (!options.out.empty())
        if (auto written = writeOutputs(wanted, *scenario, options.out); !written)
            return failed(written.error(), Exit::badFile);
    if (!options.inputs.empty())
        if (auto written = inputs::writeNpz(result->inputs, options.inputs); !written)
            return failed(written.error(), Exit::badFile);
    std::optional<bench::Verdict> verdict;
    if (!options.compareWith.empty())
        verdict = compareWith(comparedRun("the program", document, open->program->path, how,
                                          *scenario, *choices, *result),
                              result->inputs, *scenario, reference.arrays, options.compareWith);
    if (options.json)
        printAbout(options.out,
                   jsonText(document->root->name, *result, wanted, *scenario, verdict, options));
    else if (verdict)
        print(verdictLines(*verdict));
    return !verdict || verdict->same() ? Exit::done : Exit::finding;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    options->program.inputs = &options->run.inputs;
    command.add_option("-o,--output", options->out, ".npz for the outputs");
    command.add_option("--save-inputs", options->inputs,
                       ".npz for the arrays as the program got them, for NumPy or DaCe");
    command.add_option("--compare", options->compareWith,
                       ".npz to compare the outputs with (tolerance of the scenario), on the "
                       "inputs that it was computed from: others are refused; a difference names "
                       "its possible reasons");
    command.add_option("--choices", options->choices,
                       "JSON with launch choices of kernels, as mw tune writes it");
    addRunOptions(command, options->run);
    command.add_flag("--json", options->json, "As JSON: the outputs' shapes, and the comparison");
    command.callback([options, &action] { action = [options] { return run(*options); }; });
}

} // namespace

Verb verb() {
    return {"run", "Run a program once on made or given inputs", setUp};
}

} // namespace mw::cli::run_verb
