// mw bench: variants verified against the first one and timed, interleaved.

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/sequence_bench.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "app/workbench/common_scenario.h"
#include "app/workbench/measure.h"
#include "app/workbench/steps.h"
#include "core/io/file.h"
#include "core/validate/require_valid.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>

namespace mw::cli::bench_verb {

using workbench::RunSettings;

namespace {

struct Options {
    std::vector<std::string> files;
    std::vector<std::string> recipes; ///< each applied to the first file: further variants
    std::vector<std::string> choices; ///< each for the last file: further variants
    std::string project;
    std::optional<ir::DaceVersion> dace;
    RunOptions run;
    bool json = false, csv = false, markdown = false;
    std::string report;   ///< HTML file
    std::string output;   ///< JSON file
    std::string sequence; ///< file of programs to measure as one, in the place of variants
    std::string against;  ///< of a sequence: what its results are compared with
};

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

Expected<void> writeReports(const bench::BenchResult& result, const Options& options) {
    if (!options.report.empty())
        MW_CHECK(io::writeFileAtomically(options.report, bench::toHtml(result)));
    if (!options.output.empty())
        MW_CHECK(io::writeFileAtomically(options.output, bench::toJson(result)));
    return {};
}

bool allVerified(const bench::BenchResult& result) {
    return std::ranges::all_of(result.variants, &bench::VariantResult::verified);
}

/// What is measured: files, recipes on the first of them, variants of a project.
struct Subjects {
    OpenProgram first;
    std::vector<bench::BenchInput> inputs;
    std::vector<std::string> files;           ///< that each came from
    std::vector<history::VariantId> variants; ///< of the first program, where it is in a project
};

/// A recipe on the original of the first file.
Expected<bench::BenchInput> recipeInput(const ir::DocumentPtr& document, const std::string& file) {
    MW_TRY(const auto recipe, workbench::readRecipe(file));
    const auto steps = workbench::replay(document, recipe);
    if (const auto misfit = workbench::misfitOf(steps))
        return Unexpected(*misfit);
    MW_TRY(auto text, io::readFile(file));
    workbench::Program program;
    program.history = std::make_unique<history::History>(document);
    workbench::add(*program.history, workbench::doneOf(steps));
    auto input = workbench::benchInput(program, program.current().id,
                                       std::filesystem::path(file).stem().string());
    input.recipe = std::move(text);
    return input;
}

/// The graph of an input with choices of its own.
Expected<bench::BenchInput> chosenInput(bench::BenchInput input, const std::string& file) {
    MW_TRY(input.choices, workbench::readChoices(file));
    input.name = std::filesystem::path(file).stem().string();
    return input;
}

/// The variants of a project that are pinned; none: the original and the current one.
std::vector<history::VariantId> variantsOf(const workbench::Program& program) {
    auto variants = program.history->pinned();
    if (variants.empty())
        variants = {program.history->root().id, program.current().id};
    variants.erase(std::unique(variants.begin(), variants.end()), variants.end());
    return variants;
}

/// The variants of the project, or the first file as it is.
Expected<void> addFirst(Subjects& subjects, const Options& options, const std::string& name) {
    const auto& program = *subjects.first.program;
    const auto original = program.history->root().id;
    MW_CHECK(validate::requireValid(program.history->root().document));
    if (!options.project.empty()) {
        subjects.variants = variantsOf(program);
        subjects.inputs = workbench::benchInputs(program, subjects.variants);
    } else if (options.recipes.empty()) {
        subjects.inputs = {{name, program.current().document}};
    } else { // which of its nodes those of the recipes came from
        subjects.inputs = {workbench::benchInput(program, original, name)};
    }
    subjects.files.assign(subjects.inputs.size(), program.path);
    return {};
}

Expected<Subjects> subjectsOf(const Options& options) {
    Subjects subjects;
    const auto names = variantNames(options.files);
    ProgramOption first{std::nullopt, options.project, options.dace, &options.run.inputs};
    if (!options.files.empty())
        first.file = options.files.front();
    MW_TRY(subjects.first, openProgram(first));
    MW_CHECK(addFirst(subjects, options, names.empty() ? std::string() : names.front()));
    for (std::size_t i = 1; i < names.size(); ++i) {
        MW_TRY(const auto further, workbench::openProgram(options.files[i], daceOf(first)));
        MW_CHECK(validate::requireValid(further->current().document));
        subjects.inputs.push_back({names[i], further->current().document});
        subjects.files.push_back(options.files[i]);
    }
    const auto last = subjects.inputs.back();
    for (const std::string& file : options.choices) {
        MW_TRY(auto input, chosenInput(last, file));
        subjects.inputs.push_back(std::move(input));
        subjects.files.push_back(subjects.files.back());
    }
    for (const std::string& file : options.recipes) {
        MW_TRY(auto input, recipeInput(subjects.first.program->history->root().document, file));
        subjects.inputs.push_back(std::move(input));
        subjects.files.push_back(subjects.first.program->path);
    }
    return subjects;
}

std::string resultText(const bench::BenchResult& result, const Options& options) {
    return options.json       ? bench::toJson(result)
           : options.csv      ? bench::toCsv(result)
           : options.markdown ? bench::toMarkdown(result)
                              : bench::toText(result);
}

/// What goes into files: reports and, with a project, the measurement and how it was made.
Expected<void> store(Subjects& subjects, bench::BenchResult result, const Options& options,
                     const RunOptions& how) {
    MW_CHECK(writeReports(result, options));
    auto inputs = how.inputs;
    if (!inputs.scenario.empty())
        inputs.scenario = workbench::canonicalPath(inputs.scenario).string();
    subjects.first.project.setRun(*subjects.first.program, std::move(inputs), how.settings);
    if (!options.project.empty())
        workbench::keepMeasurement(*subjects.first.program, std::move(result), subjects.variants);
    return keep(subjects.first);
}

Exit bench(const Options& options) {
    if (!options.sequence.empty())
        return benchSequence({.file = options.sequence,
                              .run = options.run,
                              .json = options.json,
                              .interpreter = options.against == "interp",
                              .output = options.output});
    auto subjects = subjectsOf(options);
    if (!subjects)
        return failed(subjects.error(),
                      subjects.error().code == "recipe-step" ? Exit::finding : Exit::badFile);
    const auto asked = withProject(options.run, subjects->first);
    const auto how = withBeside(asked, subjects->first.program->path, Beside::captured);
    const auto target = targetFor(how);
    if (!target)
        return failed(target.error(), Exit::usage);
    std::vector<ir::DocumentPtr> programs;
    for (const auto& input : subjects->inputs)
        programs.push_back(input.document);
    const auto common = workbench::commonScenario(
        programs, how.inputs, workbench::measuringGrid(*programs.front()->root, *target));
    if (!common)
        return failed(common.error(), Exit::badFile);
    const auto* const scenario = &common->each.front();
    auto read = filesRead(subjects->first.project, how.inputs);
    std::ranges::copy(subjects->files, std::back_inserter(read));
    if (!canWrite({options.report, options.output, options.project}, read))
        return Exit::badFile;
    auto execution = benchOptions(how, *target, *scenario);
    execution.consent = consentFor(subjects->files, how);
    auto result = workbench::measure(subjects->inputs, *scenario, execution, progressSink());
    if (!result)
        return failed(result.error(), Exit::runFailed);
    print(resultText(*result, options));
    const bool verified = allVerified(*result);
    if (auto stored = store(*subjects, std::move(*result), options, asked); !stored)
        return failed(stored.error(), Exit::badFile);
    return verified ? Exit::done : Exit::finding;
}

/// What is about variants alone says nothing of a sequence.
void addSequence(CLI::App& command, Options& options) {
    auto* sequence = command.add_option(
        "--sequence", options.sequence,
        "Measure the programs of this JSON as one, on shared arrays, in the order of its calls, in "
        "the place of variants (docs/measuring.md)");
    for (const char* other : {"FILE", "--recipe", "--project", "--csv", "--markdown", "--report",
                              "--scenario", "--set"})
        sequence->excludes(command.get_option(other));
    command
        .add_option("--against", options.against,
                    "What a sequence's results are compared with: the same calls one by one on the "
                    "'same' back end (default), or in the reference executor ('interp')")
        ->check(CLI::IsMember({"same", "interp"}))
        ->needs(sequence);
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    auto& run = options->run;
    command.add_option("FILE", options->files,
                       "Variants; the first is the baseline, and not needed with --project where "
                       "that has one program");
    command
        .add_option("--recipe", options->recipes,
                    "Also the first file with this recipe applied, as a variant; may be repeated")
        ->allow_extra_args(false);
    auto* choices = command.add_option(
        "--choices", options->choices,
        "Also the last FILE with these launch choices (as mw tune writes them), as a variant; may "
        "be repeated");
    choices->allow_extra_args(false);
    addRunOptions(command, run);
    addSetting(command, run, "--repeats", &RunSettings::repeats, "Timed calls per variant")
        ->check(CLI::Range(1, 100000));
    addSetting(command, run, "--warmup", &RunSettings::warmup, "")->check(CLI::Range(0, 100000));
    addSettingFlag(command, run, "--cold", &RunSettings::coldCache, true,
                   "Flush the cache before each timed kernel");
    addSettingFlag(command, run, "--no-profiler", &RunSettings::profiler, false,
                   "Time kernels by events even where CUPTI could record them");
    command.add_flag("--json", options->json, "Print JSON instead of the table");
    command.add_flag("--csv", options->csv, "Print CSV instead of the table");
    command.add_flag("--markdown", options->markdown, "Print Markdown instead of the table");
    command.add_option("--report", options->report, "Also write a self-contained HTML report");
    command.add_option("-o,--output", options->output, "Also write the result as JSON");
    command
        .add_option("--project", options->project,
                    "Measure the pinned variants (else the original and the current one) that "
                    "the first FILE has in this .mapwright, and keep the times there")
        ->excludes(choices);
    addDace(command, options->dace);
    addSequence(command, *options);
    command.footer("Exit codes: 0 all results agree, or would but for fused multiply-adds; 1 some "
                   "differ, with the possible reasons ('mw verify --help'); others as for every "
                   "command. All variants run on one scenario.");
    command.callback([options, &action] { action = [options] { return bench(*options); }; });
}

} // namespace

Verb verb() {
    return {"bench", "Verify programs against the first one and time them, interleaved", setUp};
}

} // namespace mw::cli::bench_verb
