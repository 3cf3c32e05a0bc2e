// mw sweep: a program with all combinations of some choices, as a table and a heat map.

#include "app/workbench/sweep/sweep.h"

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/sizes.h"
#include "app/cli/trying_options.h"
#include "app/cli/verb.h"
#include "app/workbench/optimise.h"
#include "app/workbench/tune/budget.h"
#include "core/io/file.h"

#include <limits>
#include <memory>

namespace mw::cli::sweep_verb {

using workbench::RunSettings;

namespace {

struct Options {
    ProgramOption program;
    RunOptions run;
    std::vector<std::string> runners; ///< that measure in parallel
    std::vector<std::string> params;
    std::string pipeline = "fuse";
    std::string budget; ///< empty: as long as it takes
    std::vector<std::string> reports;
    std::string output; ///< JSON file
    bool json = false;
};

bool isSvg(const std::string& file) {
    return std::filesystem::path(file).extension() == ".svg";
}

Expected<void> writeReports(const workbench::SweepResult& result, const Options& options) {
    for (const std::string& file : options.reports)
        MW_CHECK(io::writeFileAtomically(file, isSvg(file) ? workbench::toSvg(result)
                                                           : workbench::toHtml(result)));
    if (!options.output.empty())
        MW_CHECK(io::writeFileAtomically(options.output, workbench::toJson(result)));
    return {};
}

bool isRight(const workbench::SweepRow& row) {
    return std::ranges::none_of(row.cells, [](const workbench::SweepCell& cell) {
        return cell.state == workbench::SweepCell::State::differs;
    });
}

/// No form computes something else than the program.
bool allVerified(const workbench::SweepResult& result) {
    return std::ranges::all_of(result.graphs, [](const workbench::SweepGraph& graph) {
        return graph.whole.state != workbench::SweepCell::State::differs &&
               isRight(graph.program) && std::ranges::all_of(graph.kernels, isRight);
    });
}

/// What is wrong with the command line.
struct Asked {
    workbench::SweepSpace space;
    transforms::Pipeline fusions;
    double budget = std::numeric_limits<double>::infinity();
    codegen::Target target = codegen::Target::cpu;
};
Expected<Asked> asked(const Options& options, const RunOptions& how) {
    Asked asked;
    MW_TRY(asked.target, targetFor(how));
    MW_TRY(asked.space, workbench::parseSweep(options.params, asked.target));
    MW_TRY(asked.fusions, workbench::readPipeline(options.pipeline));
    if (!options.budget.empty()) {
        MW_TRY(asked.budget, workbench::secondsOf(options.budget));
    }
    return asked;
}

Exit sweep(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto how = withRunners(
        withBeside(withProject(options.run, *open), open->program->path, Beside::captured),
        options.runners);
    const auto what = asked(options, how);
    if (!what)
        return failed(what.error(), Exit::usage);
    auto files = options.reports;
    files.push_back(options.output);
    if (!canWrite(files, filesRead(open->project, how.inputs)))
        return Exit::badFile;
    const auto setup = rigSetup(*open, how, what->target, options.runners);
    if (!setup)
        return failed(setup.error(),
                      setup.error().code == "untrusted-code" ? Exit::untrusted : Exit::badFile);
    workbench::TuneOptions search = tuneOptions(what->target);
    search.budget = what->budget;
    search.repeats = how.settings.repeats;
    const auto result = workbench::sweep(*setup, what->space, what->fusions, search);
    if (!result)
        return failed(result.error(), Exit::runFailed);
    if (const auto written = writeReports(*result, options); !written)
        return failed(written.error(), Exit::badFile);
    print(options.json ? workbench::toJson(*result)
                       : workbench::toText(*result) + runnersText(result->runners));
    return allVerified(*result) ? Exit::done : Exit::finding;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    options->program.inputs = &options->run.inputs;
    addRunOptions(command, options->run, OneRunner::no);
    addRunners(command, options->runners, options->run);
    command
        .add_option(
            "--param", options->params,
            "NAME=VALUE,VALUE,...; may be repeated: all combinations are measured. block, "
            "levels, group, ahead, min-blocks, registers, unroll, streaming, "
            "gathers-ahead, tiles, shared-loops, vectors ('default' leaves a kernel to "
            "the rules); fuse=on,off; a pass by its name, on,off ('mw compile --list-passes')")
        ->required()
        ->type_name("NAME=VALUES")
        ->allow_extra_args(false);
    command.add_option("--pipeline", options->pipeline,
                       "What fuse=on does to the graph: fuse (default), default, gt4py, or a file");
    command.add_option("--budget", options->budget,
                       "End after this time: 60s, 5m, ... (default: when all is measured)");
    addSetting(command, options->run, "--repeats", &RunSettings::repeats,
               "Timed calls per combination")
        ->check(CLI::Range(1, 100000));
    addSetting(command, options->run, "--warmup", &RunSettings::warmup, "")
        ->check(CLI::Range(0, 100000));
    addSettingFlag(command, options->run, "--cold", &RunSettings::coldCache, true,
                   "Flush the cache before each timed kernel");
    command
        .add_option("--report", options->reports,
                    "Also write the heat map: .svg alone, else as an HTML page; may be repeated")
        ->allow_extra_args(false);
    command.add_option("-o,--output", options->output, "Also write the result as JSON");
    command.add_flag("--json", options->json, "Print JSON instead of the tables");
    command.callback([options, &action] { action = [options] { return sweep(*options); }; });
}

} // namespace

Verb verb() {
    return {"sweep", "Measure all combinations of some choices, kernel by kernel", setUp};
}

} // namespace mw::cli::sweep_verb
