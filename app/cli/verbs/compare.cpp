// mw compare: variants of a project side by side, as they were measured; times of a model's runs.

#include "app/workbench/compare.h"

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/verb.h"
#include "app/workbench/timers/report.h"
#include "core/io/file.h"

#include <memory>

namespace mw::cli {

namespace {

struct Options {
    std::vector<std::string> files;
    std::string project, report;
    bool json = false;
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

Exit compareTimes(const Options& options) {
    if (!canWrite({options.report}, options.files))
        return Exit::badFile;
    std::vector<workbench::TimesFile> files;
    for (const std::string& name : options.files) {
        auto file = workbench::readTimes(name);
        if (!file)
            return failed(file.error(), Exit::badFile);
        files.push_back(std::move(*file));
    }
    const auto comparison = workbench::compareTimes(files);
    if (!comparison)
        return failed(comparison.error(), Exit::finding);
    print(options.json ? toJson(*comparison) : toText(*comparison));
    if (options.report.empty())
        return Exit::done;
    if (const auto written = io::writeFileAtomically(options.report, toHtml(*comparison)); !written)
        return failed(written.error(), Exit::badFile);
    return Exit::done;
}

Exit compare(const Options& options) {
    if (options.files.size() > 1)
        return compareTimes(options);
    if (options.json || !options.report.empty()) {
        complain(
            {Severity::error, "usage", "--json and --report go with two files of times", {}, {}});
        return Exit::usage;
    }
    return compareVariants(options);
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    command.add_option("FILE", options->files,
                       "The graph of a project's program; or two and more .json files of times: "
                       "GT4Py's metrics (gt4py_timers.json), ICON's OpenACC timers as its bencher "
                       "writes them. The first is what the others are set against");
    command.add_option("--project", options->project,
                       "Take the measurements that FILE has in this .mapwright");
    command.add_flag("--json", options->json, "Times: as JSON");
    command.add_option("--report", options->report,
                       "Times: also write a self-contained HTML page with bars");
    command.callback([options, &action] { action = [options] { return compare(*options); }; });
}

} // namespace

Verb compareVerb() {
    return {
        "compare",
        "Variants of a project side by side, as they were measured last; times of a model's runs",
        setUp};
}

} // namespace mw::cli
