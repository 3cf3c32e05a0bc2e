// mw compare: variants of a project side by side, as they were measured; times of a model's runs;
// kernels in tables of profilers.

#include "app/workbench/compare.h"

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/verb.h"
#include "app/workbench/compare_files.h"
#include "app/workbench/profiles/report.h"
#include "app/workbench/profiles/reports_of_tools.h"
#include "core/exec/run_defaults.h"
#include "core/io/file.h"

#include <algorithm>
#include <memory>

namespace mw::cli::compare_verb {

namespace {

struct Options {
    std::vector<std::string> files;
    std::string project, report;
    std::string backend;           ///< of GT4Py: empty: all
    workbench::InputChoice inputs; ///< of the program whose kernels are looked for
    bool json = false, csv = false, markdown = false;

    bool asksForTable() const { return json || csv || markdown || !report.empty(); }
};

Exit compareVariants(const Options& options) {
    ProgramOption program{std::nullopt, options.project};
    if (!options.files.empty())
        program.file = options.files.front();
    const auto open = openProgram(program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto comparison = workbench::compare(*open->program);
    if (!comparison)
        return failed(comparison.error(), Exit::finding);
    std::string text;
    for (const auto& one : workbench::toLines(*comparison))
        text += line("{}", one);
    print(text);
    return Exit::done;
}

Exit show(const Options& options, const workbench::ComparedTable& table, const std::string& json) {
    print(options.json       ? json
          : options.csv      ? toCsv(table)
          : options.markdown ? toMarkdown(table)
                             : toText(table));
    if (options.report.empty())
        return Exit::done;
    if (const auto written = io::writeFileAtomically(options.report, toHtml(table)); !written)
        return failed(written.error(), Exit::badFile);
    return Exit::done;
}

Exit compareTimes(const Options& options) {
    const auto compared =
        workbench::compareFiles({options.files.begin(), options.files.end()}, options.backend);
    if (!compared) {
        const std::string& code = compared.error().code;
        const bool read = code == "no-stencils" || code == "nothing-in-common";
        const bool asked = code == "one-file" || code == "no-backend";
        return failed(compared.error(), read ? Exit::finding : asked ? Exit::usage : Exit::badFile);
    }
    return show(options, compared->table, compared->json);
}

Expected<workbench::ExpectedCall> callOf(const Options& options) {
    MW_TRY(const auto open, openProgram(ProgramOption{options.files.front(), options.project}));
    auto inputs = options.inputs;
    if (const auto beside = workbench::scenarioBeside(open.program->path);
        inputs.isDefault() && beside)
        inputs.scenario = beside->string();
    if (inputs.isDefault())
        return fail("which-inputs", "the sizes of the profiled run are not known: name its "
                                    "--scenario or --grid");
    MW_CHECK(workbench::checkSet(inputs));
    const auto& document = *open.document();
    MW_TRY(const auto scenario, workbench::scenarioFor(*document.root, inputs, exec::quickGrid()));
    return workbench::expectedCall(document, scenario.symbols);
}

Exit compareProfiles(const Options& options) {
    if (workbench::isProfile(options.files.front())) {
        complain({Severity::error,
                  "which-program",
                  "tables of kernels are matched to those of a program: name its graph first",
                  {},
                  {}});
        return Exit::usage;
    }
    std::vector<workbench::Profile> profiles;
    for (std::size_t i = 1; i < options.files.size(); ++i) {
        auto profile = workbench::readProfile(options.files[i]);
        if (!profile)
            return failed(profile.error(), Exit::badFile);
        profiles.push_back(std::move(*profile));
    }
    const auto call = callOf(options);
    if (!call)
        return failed(call.error(), Exit::badFile);
    const auto comparison = workbench::compareProfiles(*call, profiles);
    if (!comparison)
        return failed(comparison.error(), Exit::finding);
    return show(options, tableOf(*comparison), toJson(*comparison));
}

/// A single file is one of times by its name; a graph's ends otherwise.
bool isTimes(const std::vector<std::string>& files) {
    return files.size() == 1 && files.front().ends_with(".json");
}

Exit compare(const Options& options) {
    const bool profiles = std::ranges::any_of(
        options.files, [](const std::string& file) { return workbench::isProfile(file); });
    for (const std::string& file : options.files)
        if (const auto how = workbench::howToExport(file))
            return failed({Severity::error, "no-table", *how, {}, {}}, Exit::badFile);
    if (profiles || options.files.size() > 1 || isTimes(options.files)) {
        if (!canWrite({options.report}, options.files))
            return Exit::badFile;
        return profiles ? compareProfiles(options) : compareTimes(options);
    }
    if (options.asksForTable()) {
        complain({Severity::error,
                  "usage",
                  "--json, --csv, --markdown and --report go with files of times",
                  {},
                  {}});
        return Exit::usage;
    }
    return compareVariants(options);
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    command.add_option("FILE", options->files,
                       "The graph of a project's program; or two and more .json files of times: "
                       "GT4Py's metrics (gt4py_timers.json; one file: its back ends beside each "
                       "other), pytest-benchmark's JSON of icon4py's stencil tests, ICON's OpenACC "
                       "timers as its bencher writes them, or measurements of several devices (mw "
                       "bench --json); or a graph and one or more .csv files in which a profiler "
                       "has its kernels (nsys stats --format csv, ncu --csv, rocprof, rocprofv2, "
                       "rocprofv3, rocprof-compute). The first of them is what the others are set "
                       "against");
    command.add_option("--backend", options->backend,
                       "Times: only of this back end of GT4Py, e.g. run_dace_gpu_opt");
    command.add_option("--project", options->project,
                       "Take the measurements, or the variant, that FILE has in this .mapwright");
    addInputOptions(
        command, options->inputs,
        "Kernels: JSON with the sizes of the profiled run (usually the one beside FILE)",
        "Kernels: the grid of the profiled run, e.g. torus:160,140,80");
    auto* json = command.add_flag("--json", options->json, "Times, kernels: as JSON");
    auto* csv = command.add_flag("--csv", options->csv, "Times, kernels: as CSV")->excludes(json);
    command.add_flag("--markdown", options->markdown, "Times, kernels: as Markdown")
        ->excludes(json)
        ->excludes(csv);
    command.add_option("--report", options->report,
                       "Times, kernels: also write a self-contained HTML page with bars");
    command.callback([options, &action] { action = [options] { return compare(*options); }; });
}

} // namespace

Verb verb() {
    return {
        "compare",
        "Variants of a project side by side, as they were measured last; times of a model's runs; "
        "kernels in tables of profilers",
        setUp, /*lists=*/true};
}

} // namespace mw::cli::compare_verb
