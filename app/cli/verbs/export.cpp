// mw export: a tuned program for those who call the original: as a graph, or as a shared library.

#include "app/workbench/export.h"

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/verb.h"
#include "app/workbench/export_record.h"
#include "app/workbench/gt4py_options.h"
#include "app/workbench/keep_arguments.h"
#include "app/workbench/launches.h"
#include "app/workbench/steps.h"
#include "core/analysis/assumed.h"
#include "core/bench/chosen_launches.h"
#include "core/exec/run_defaults.h"
#include "core/io/file.h"
#include "core/validate/require_valid.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace mw::cli {

namespace {

struct Options {
    ProgramOption program;
    std::string out;
    std::string original; ///< file; empty: the program's input
    std::string recipe;   ///< file
    std::string dialect;  ///< "", "plain" or "dollar"
    std::string arch;
    std::string choices; ///< file
    RunOptions run;
    bool json = false;
};

/// What is exported, with what it is checked against.
struct Subject {
    OpenProgram open;
    RunOptions how;
    ir::DocumentPtr original;
    workbench::ExportRecord record;

    const ir::DocumentPtr& variant() const { return open.document(); }
};

Expected<void> replayRecipe(Subject& subject, const std::string& file) {
    if (file.empty())
        return {};
    MW_TRY(const auto recipe, workbench::readRecipe(file));
    const auto steps = workbench::replay(subject.variant(), recipe);
    if (const auto misfit = workbench::misfitOf(steps))
        return fail(*misfit);
    workbench::add(*subject.open.program->history, workbench::doneOf(steps));
    return {};
}

Expected<Subject> subjectOf(const Options& options) {
    MW_TRY(OpenProgram open, openProgram(options.program));
    Subject subject{std::move(open), options.run, nullptr, {}};
    subject.how = withProject(options.run, subject.open.project);
    subject.original = subject.open.program->history->root().document;
    subject.record.original = subject.open.program->path;
    if (!options.original.empty()) {
        MW_TRY(subject.original, io::readSdfgFile(options.original));
        subject.record.original = options.original;
    }
    subject.record.originalKey = workbench::structuralKey(subject.original);
    MW_CHECK(replayRecipe(subject, options.recipe));
    const auto& history = *subject.open.program->history;
    MW_CHECK(
        workbench::noneByHand(bench::chosenLaunches(history, history.current().id), "exported"));
    MW_CHECK(validate::requireValid(subject.variant()));
    return subject;
}

Expected<void> writeBeside(const Subject& subject, const std::string& out) {
    return io::writeFileAtomically(workbench::recordBeside(out),
                                   workbench::toJson(subject.record, *subject.open.program));
}

std::string notesText(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes)
        text += line("  {}", note);
    return text;
}

Expected<std::string> exportGraph(Subject& subject, const Options& options) {
    const auto kept = workbench::keepArguments(*subject.original->root, subject.variant());
    const ir::Sdfg& variant = *kept.document->root;
    MW_CHECK(workbench::checkArguments(*subject.original->root, variant));
    MW_TRY(subject.record.interface, codegen::libraryInterface(variant));
    subject.record.kind = "graph";
    if (!kept.names.empty())
        subject.record.notes.push_back(
            fmt::format("needs {} no more, and keeps {} as {} of the original",
                        fmt::join(kept.names, ", "), kept.names.size() == 1 ? "it" : "them",
                        kept.names.size() == 1 ? "an argument" : "arguments"));
    for (const auto& condition : analysis::assumptionsOf(variant))
        subject.record.notes.push_back(
            fmt::format("assumes {}: callers have to see to it, DaCe does not look", condition));
    io::WriteOptions write;
    if (!options.dialect.empty())
        write.dialect =
            options.dialect == "dollar" ? symbolic::Dialect::dollar : symbolic::Dialect::plain;
    MW_CHECK(workbench::exportGraph(*kept.document, options.out, subject.open.project.inputPaths(),
                                    write));
    return line("wrote {}: {} with the {} arguments of the original", options.out, variant.name,
                subject.record.interface.arguments.size());
}

/// The call that a scenario makes, where one was named; its values are compiled in unless the user
/// says otherwise.
Expected<symbolic::Bindings> constantsOf(Subject& subject) {
    const auto& how = subject.how;
    MW_CHECK(workbench::checkSet(how.inputs));
    if (how.inputs.isDefault())
        return symbolic::Bindings{};
    const ir::Sdfg& original = *subject.original->root;
    MW_TRY(const auto scenario, workbench::scenarioFor(original, how.inputs, exec::quickGrid()));
    MW_TRY(const auto interface, codegen::libraryInterface(original));
    MW_TRY(subject.record.example, workbench::exampleCall(original, interface, scenario));
    return how.settings.symbolsAsArguments ? symbolic::Bindings{} : scenario.symbols;
}

Expected<std::string> exportLibrary(Subject& subject, const Options& options) {
    workbench::LibraryRequest request;
    request.original = subject.original;
    request.variant = subject.variant();
    const auto& settings = subject.how.settings;
    MW_TRY(request.target,
           workbench::targetNamed(settings.target.empty() ? "cpu" : settings.target));
    request.architecture = options.arch;
    MW_TRY(request.choices, workbench::readChoices(options.choices));
    MW_TRY(request.constants, constantsOf(subject));
    request.without = subject.how.without;
    MW_TRY(const auto built,
           workbench::buildLibrary(request, workbench::runnerOptions(settings),
                                   consentFor({subject.open.program->path}, subject.how)));
    subject.record.kind = "library";
    subject.record.interface = built.interface;
    subject.record.target = request.target;
    subject.record.architecture = options.arch;
    subject.record.constants = built.constants;
    subject.record.choices = request.choices;
    subject.record.notes = built.notes;
    subject.record.seconds = built.file.seconds;
    const auto* bytes = reinterpret_cast<const char*>(built.file.bytes.data());
    MW_CHECK(
        io::writeFileAtomically(options.out, std::string_view(bytes, built.file.bytes.size())));
    return line("wrote {}: {} for {} with the {} arguments of the original, built in {:.2f} s{}",
                options.out, built.interface.name, codegen::name(request.target),
                built.interface.arguments.size(), built.file.seconds,
                built.file.cached ? " (kernels cached)" : "");
}

Expected<std::string> exportOptions(Subject& subject, const Options& options) {
    MW_TRY(const auto choices, workbench::readChoices(options.choices));
    MW_CHECK(workbench::noneByHand(choices, "exported"));
    MW_TRY(subject.record.interface, codegen::libraryInterface(*subject.original->root));
    const auto made = workbench::gt4pyOptions(*subject.open.program, choices);
    subject.record.kind = "gt4py-options";
    subject.record.choices = choices;
    subject.record.notes = made.lost;
    MW_CHECK(io::writeFileAtomically(options.out, made.text));
    return line("wrote {}: options of GT4Py for {}{}", options.out, subject.variant()->root->name,
                made.lost.empty() ? "" : "; they do not bring about:");
}

using Way = Expected<std::string> (*)(Subject&, const Options&);

/// By the ending of the file's name.
Expected<Way> wayTo(const std::string& out) {
    if (out.ends_with(".sdfg") || out.ends_with(".sdfgz"))
        return exportGraph;
    if (out.ends_with(".so"))
        return exportLibrary;
    if (out.ends_with(".py"))
        return exportOptions;
    return fail("which-export", fmt::format("what '{}' is to be does not follow from its name: a "
                                            "graph ends in .sdfg or .sdfgz, a library in .so, "
                                            "options for GT4Py in .py",
                                            out));
}

/// "unused-option": one that says nothing about what is written this way.
Expected<void> checkOptions(const Options& options, Way way) {
    struct Use {
        bool given;
        const char* option;
        bool fits;
    };
    const bool graph = way == exportGraph, library = way == exportLibrary;
    const auto& run = options.run;
    for (const Use& use : {Use{!options.dialect.empty(), "--dialect", graph},
                           Use{!options.choices.empty(), "--choices", !graph},
                           Use{!options.arch.empty(), "--arch", library},
                           Use{!run.settings.target.empty(), "--target", library},
                           Use{!run.inputs.scenario.empty(), "--scenario", library},
                           Use{!run.inputs.grid.empty(), "--grid", library},
                           Use{!run.inputs.set.empty(), "--set", library},
                           Use{!run.without.empty(), "--without-pass", library}})
        if (use.given && !use.fits)
            return fail("unused-option", fmt::format("{} says nothing about {}", use.option,
                                                     graph     ? "a graph"
                                                     : library ? "a library"
                                                               : "options for GT4Py"));
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

Exit exportProgram(const Options& options) {
    const auto way = wayTo(options.out);
    if (!way)
        return failed(way.error(), Exit::usage);
    if (const auto fit = checkOptions(options, *way); !fit)
        return failed(fit.error(), Exit::usage);
    auto subject = subjectOf(options);
    if (!subject)
        return failed(subject.error(), exitOf(subject.error()));
    auto inputs = filesRead(subject->open.project, options.run.inputs);
    for (const auto* read : {&options.original, &options.recipe, &options.choices})
        if (!read->empty())
            inputs.push_back(*read);
    const std::string beside = workbench::recordBeside(options.out).string();
    if (!canWrite({options.out, beside}, inputs))
        return Exit::badFile;
    const auto text = (*way)(*subject, options);
    if (!text)
        return failed(text.error(), exitOf(text.error()));
    if (const auto written = writeBeside(*subject, options.out); !written)
        return failed(written.error(), Exit::badFile);
    if (options.json)
        print(workbench::toJson(subject->record, *subject->open.program));
    else
        print(*text + notesText(subject->record.notes));
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    command
        .add_option(
            "-o,--output", options->out,
            ".sdfg or .sdfgz: the graph; .so: a library with the interface of DaCe's build; "
            "recipe and measurements go to NAME.json beside it")
        ->required();
    command.add_option("--original", options->original,
                       "The graph whose callers are to call this (default: FILE as read)");
    command.add_option("--recipe", options->recipe, "Do the steps of this recipe before");
    command
        .add_option("--dialect", options->dialect,
                    "Of a graph: plain (DaCe 1) or dollar (DaCe 2) (default: as read)")
        ->check(CLI::IsMember({"plain", "dollar"}));
    command.add_option("--choices", options->choices,
                       "JSON with launch choices of kernels, as mw tune writes it");
    command.add_option("--arch", options->arch, "sm_90, gfx90a, ... (default: the device's)");
    addRunOptions(command, options->run);
    command.add_flag("--json", options->json, "Print the record as JSON instead");
    command.callback(
        [options, &action] { action = [options] { return exportProgram(*options); }; });
}

} // namespace

Verb exportVerb() {
    return {"export",
            "Write a tuned graph, or a library of its kernels, for the original's callers", setUp};
}

} // namespace mw::cli
