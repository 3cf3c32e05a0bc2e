// mw pipeline: programs out of GT4Py's pipeline.

#include "app/cli/console.h"
#include "app/cli/detail/json_text.h"
#include "app/cli/execution.h"
#include "app/cli/verb.h"
#include "app/workbench/call_log.h"
#include "app/workbench/collect.h"
#include "app/workbench/project.h"
#include "app/workbench/run_setup.h"
#include "core/io/bound_arguments.h"
#include "core/support/amounts.h"

#include <memory>

namespace mw::cli::pipeline_verb {

namespace {

struct Options {
    std::string folder;
    std::string out;
    std::string stage = "lowered";
    bool json = false;
};

Expected<workbench::Project> projectIn(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return workbench::Project{};
    MW_TRY(auto opened, workbench::readProject(file));
    for (const auto* notices : {&opened.inputs, &opened.lost})
        for (const auto& notice : *notices)
            complain(notice);
    return std::move(opened.project);
}

/// "calculate_nabla4 (vertical_end=10, limited_area=True)"
std::string nameWithArguments(const ir::Sdfg& root) {
    const auto bound = io::toText(io::boundArguments(root));
    return bound.empty() ? root.name : fmt::format("{} ({})", root.name, bound);
}

std::string programLine(const workbench::Program& program) {
    const auto scenario = workbench::scenarioBeside(program.path);
    const auto& root = *program.history->root().document->root;
    return line("{}: {}{}{}", nameWithArguments(root), program.path,
                program.calls > 0 ? ", " + counted(program.calls, "call") : std::string(),
                scenario ? ", captured call in " + scenario->filename().string() : std::string());
}

Json programJson(const workbench::Program& program) {
    const auto scenario = workbench::scenarioBeside(program.path);
    return {{"program", program.history->root().document->root->name},
            {"path", program.path},
            {"calls", program.calls},
            {"scenario", fileOrNull(scenario ? scenario->string() : std::string())}};
}

/// Adds the programs to the project, and returns them: a graph that cannot be read is said and left
/// out, for a run of the model saves many.
std::vector<workbench::ProgramPtr> addTo(workbench::Project& project,
                                         const std::vector<workbench::CollectedProgram>& programs) {
    std::vector<workbench::ProgramPtr> added;
    for (const auto& one : programs) {
        const auto program = project.open(one.graph);
        if (!program) {
            complain(program.error());
            continue;
        }
        (*program)->calls = one.calls;
        added.push_back(*program);
    }
    return added;
}

std::string reportOf(const std::vector<workbench::ProgramPtr>& added, const Options& options) {
    std::string text;
    auto programs = Json::array();
    for (const auto& program : added) {
        text += programLine(*program);
        programs.push_back(programJson(*program));
    }
    return options.json
               ? jsonText({{"programs", std::move(programs)}, {"written", options.out}})
               : text + line("{}, wrote {}", counted(added.size(), "program"), options.out);
}

Exit collect(const Options& options) {
    if (!options.out.ends_with(".mapwright"))
        return failed(
            {Severity::error,
             "no-project",
             fmt::format("a project has a name that ends in .mapwright, not '{}'", options.out),
             {},
             {}},
            Exit::usage);
    const auto found = workbench::collectPrograms(options.folder, options.stage);
    if (!found)
        return failed(found.error(), Exit::badFile);
    note(found->notes);
    if (found->programs.empty())
        return Exit::finding;
    auto project = projectIn(options.out);
    if (!project)
        return failed(project.error(), Exit::badFile);
    const auto added = addTo(*project, found->programs);
    if (added.empty())
        return Exit::badFile;
    if (const auto saved = workbench::saveProject(*project, options.out); !saved)
        return failed(saved.error(), Exit::badFile);
    print(reportOf(added, options));
    return added.size() == found->programs.size() ? Exit::done : Exit::finding;
}

Exit sequence(const Options& options) {
    const auto logged = workbench::readCallLog(options.folder, options.stage);
    if (!logged)
        return failed(logged.error(), Exit::badFile);
    if (!canWrite({options.out}, logged->graphs))
        return Exit::badFile;
    const auto written = workbench::exportCallLog(*logged, options.out);
    if (!written)
        return failed(written.error(), Exit::badFile);
    if (options.json) {
        print(workbench::toJson(*logged, *written));
        return Exit::done;
    }
    int calls = 0;
    for (const auto& call : logged->sequence.calls)
        calls += call.count;
    print(workbench::toText(*logged) + line("{} of {}, wrote {}", counted(calls, "call"),
                                            counted(logged->graphs.size(), "program"),
                                            options.out));
    return Exit::done;
}

void setUpSequence(CLI::App& command, Action& action) {
    auto* log = command.add_subcommand(
        "sequence", "A time step that the Python package logged, as a sequence of programs on "
                    "shared arrays");
    auto options = std::make_shared<Options>();
    log->add_option("DIR", options->folder, "The folder of the log, or the one that it is in")
        ->required();
    log->add_option("-o,--output", options->out,
                    "NAME.sequence.json; NAME.PROGRAM.scenario.json are written beside it")
        ->required();
    log->add_option("--stage", options->stage,
                    "Which graph of a saved program: lowered, as GT4Py gets it before it "
                    "optimises (default), or finished")
        ->check(CLI::IsMember({"lowered", "finished"}));
    log->add_flag("--json", options->json, "As JSON");
    log->callback([options, &action] { action = [options] { return sequence(*options); }; });
}

void setUp(CLI::App& command, Action& action) {
    command.require_subcommand(1);
    setUpSequence(command, action);
    auto* collected = command.add_subcommand(
        "collect", "What the Python package saved, or GT4Py's build cache, as a project");
    auto options = std::make_shared<Options>();
    collected->add_option("DIR", options->folder, "The folder; those below count too")->required();
    collected
        ->add_option("-o,--output", options->out, ".mapwright; programs join one that is there")
        ->required();
    collected
        ->add_option("--stage", options->stage,
                     "Which graph of a saved program: lowered, as GT4Py gets it before it "
                     "optimises (default), or finished")
        ->check(CLI::IsMember({"lowered", "finished"}));
    collected->add_flag("--json", options->json, "As JSON");
    collected->callback([options, &action] { action = [options] { return collect(*options); }; });
}

} // namespace

Verb verb() {
    return {"pipeline", "Programs out of GT4Py's pipeline (docs/pipeline.md)", setUp};
}

} // namespace mw::cli::pipeline_verb
