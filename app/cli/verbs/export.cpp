// mw export: a tuned program for those who call the original: as a graph, or as a shared library.

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/verb.h"
#include "app/workbench/export_program.h"
#include "app/workbench/steps.h"

#include <fmt/format.h>

#include <memory>

namespace mw::cli::export_verb {

namespace {

using workbench::ExportKind;

struct Options {
    ProgramOption program;
    std::string out;
    std::string original; ///< file; empty: the program's input
    std::string recipe;   ///< file
    std::string dialect;  ///< "", "plain" or "dollar"
    std::string arch;
    std::string choices; ///< file
    RunOptions run;
    bool json = false, header = false, fortran = false;
};

Expected<void> replayRecipe(const OpenProgram& open, const std::string& file) {
    if (file.empty())
        return {};
    MW_TRY(const auto recipe, workbench::readRecipe(file));
    const auto steps = workbench::replay(open.document(), recipe);
    if (const auto misfit = workbench::misfitOf(steps))
        return fail(*misfit);
    workbench::add(*open.program->history, workbench::doneOf(steps));
    return {};
}

/// What is exported, and how.
struct Subject {
    OpenProgram open;
    workbench::ExportRequest request;
    std::vector<std::string> inputs; ///< that are never written
};

Expected<Subject> subjectOf(const Options& options, ExportKind kind) {
    Subject subject;
    MW_TRY(subject.open, openProgram(options.program));
    MW_CHECK(replayRecipe(subject.open, options.recipe));
    const auto how = withProject(options.run, subject.open);
    auto& request = subject.request;
    request.file = options.out;
    request.original = options.original;
    if (!options.choices.empty()) {
        MW_TRY(request.choices, workbench::readChoices(options.choices));
    }
    if (!options.dialect.empty())
        request.dialect =
            options.dialect == "dollar" ? symbolic::Dialect::dollar : symbolic::Dialect::plain;
    if (kind == ExportKind::library) {
        const auto& target = how.settings.target;
        MW_TRY(request.target, workbench::targetNamed(target.empty() ? "cpu" : target));
    }
    request.architecture = options.arch;
    request.inputs = how.inputs;
    request.symbolsAsArguments = how.settings.symbolsAsArguments;
    request.without = how.without;
    request.contraction = how.contraction;
    request.header = options.header;
    request.fortran = options.fortran;
    request.runner = workbench::runnerOptions(how.settings);
    request.consent = consentFor({subject.open.program->path}, how);
    subject.inputs = filesRead(subject.open.project, options.run.inputs);
    for (const auto* read : {&options.original, &options.recipe, &options.choices})
        if (!read->empty())
            subject.inputs.push_back(*read);
    return subject;
}

std::string notesText(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes)
        text += line("  {}", note);
    return text;
}

/// "unused-option": one that says nothing about what is written this way.
Expected<void> checkOptions(const Options& options, const CLI::App& command, ExportKind kind) {
    const bool graph = kind == ExportKind::graph, library = kind == ExportKind::library;
    if (!graph && !options.dialect.empty())
        return fail("unused-option", fmt::format("--dialect says nothing about {}",
                                                 library ? "a library" : "options for GT4Py"));
    for (const char* option :
         {"--arch", "--header", "--fortran", "--target", "--scenario", "--grid", "--set",
          "--without-pass", "--contract", "--trust", "--symbols-as-arguments", "--runner",
          "--slurm", "--runner-wait", "--timeout"})
        if (!library && command.count(option) > 0)
            return fail("unused-option", fmt::format("{} says nothing about {}", option,
                                                     graph ? "a graph" : "options for GT4Py"));
    if (command.count("--alloc") > 0)
        return fail("unused-option", "--alloc says nothing about an export: a library has its "
                                     "temporaries in one workspace, a graph as its lifetimes say");
    return {};
}

Exit exitOf(const Diagnostic& diagnostic) {
    return diagnostic.code == "untrusted-code"                                    ? Exit::untrusted
           : diagnostic.code == "changed-arguments"                               ? Exit::finding
           : diagnostic.code == "bad-target" || diagnostic.code == "which-inputs" ? Exit::usage
           : diagnostic.code == "cannot-lower" || diagnostic.code == "compile-failed" ||
                   diagnostic.code == "not-exportable"
               ? Exit::runFailed
               : Exit::badFile;
}

Exit exportProgram(const Options& options, const CLI::App& command) {
    const auto kind = workbench::exportKind(options.out);
    if (!kind)
        return failed(kind.error(), Exit::usage);
    if (const auto fit = checkOptions(options, command, *kind); !fit)
        return failed(fit.error(), Exit::usage);
    const auto subject = subjectOf(options, *kind);
    if (!subject)
        return failed(subject.error(), exitOf(subject.error()));
    const auto& program = *subject->open.program;
    if (!canWrite(workbench::filesWritten(program, subject->request), subject->inputs))
        return Exit::badFile;
    const auto exported = workbench::exportProgram(program, subject->request, subject->inputs);
    if (!exported)
        return failed(exported.error(), exitOf(exported.error()));
    print(options.json ? workbench::toJson(exported->record, program)
                       : line("{}", exported->sentence) + notesText(exported->record.notes));
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    options->program.inputs = &options->run.inputs;
    command
        .add_option(
            "-o,--output", options->out,
            ".sdfg or .sdfgz: the graph; .so: a library with the interface of DaCe's build; .py: "
            "options for GT4Py's optimiser; recipe and measurements go to NAME.json beside it")
        ->required();
    command.add_option("--original", options->original,
                       "The graph whose callers are to call this (default: FILE as read)");
    command.add_option("--recipe", options->recipe, "Do the steps of this recipe before");
    command
        .add_option("--dialect", options->dialect,
                    "Of a graph: plain (DaCe 1) or dollar (DaCe 2) (default: as read)")
        ->check(CLI::IsMember({"plain", "dollar"}));
    command.add_option("--choices", options->choices,
                       "JSON with launch choices of kernels, as mw tune writes it (default: those "
                       "of the project or the recipe)");
    command.add_option("--arch", options->arch, "sm_90, gfx90a, ... (default: the device's)");
    command.add_flag("--header", options->header,
                     "Of a library: write what C and C++ include, NAME.h beside NAME.so");
    command.add_flag("--fortran", options->fortran,
                     "Of a library: write a module that checks its arguments, NAME.f90 beside "
                     "NAME.so");
    addRunOptions(command, options->run);
    command.add_flag("--json", options->json, "Print the record as JSON instead");
    command.callback([options, &action, &command] {
        action = [options, &command] { return exportProgram(*options, command); };
    });
}

} // namespace

Verb verb() {
    return {"export",
            "Write a tuned graph, a library of its kernels, or options for GT4Py, for the "
            "original's callers",
            setUp};
}

} // namespace mw::cli::export_verb
