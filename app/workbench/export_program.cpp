// From a program's current variant to what leaves the tool, with its record beside it.

#include "app/workbench/export_program.h"

#include "app/workbench/callers/c_header.h"
#include "app/workbench/callers/fortran_module.h"
#include "app/workbench/export.h"
#include "app/workbench/gt4py_options.h"
#include "app/workbench/keep_arguments.h"
#include "app/workbench/launches.h"
#include "core/analysis/assumed.h"
#include "core/exec/run_defaults.h"
#include "core/inputs/check_inputs.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/validate/require_valid.h"

#include <fmt/format.h>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

/// What is exported, with what it is checked against.
struct ExportSubject {
    const Program& program;
    const ExportRequest& request;
    const std::vector<std::string>& inputs;
    ir::DocumentPtr original;
    ExportChoices chosen;
    ExportRecord record;

    const ir::DocumentPtr& variant() const { return program.current().document; }
    std::string out() const { return request.file.string(); }
    std::size_t argumentCount() const { return record.interface.arguments.size(); }
};

Expected<ExportSubject> subjectOf(const Program& program, const ExportRequest& request,
                                  const std::vector<std::string>& inputs) {
    ExportSubject subject{program, request, inputs, program.history->root().document, {}, {}};
    subject.record.original = request.original.empty() ? program.path : request.original;
    if (!request.original.empty()) {
        MW_TRY(subject.original, io::readSdfgFile(request.original));
    }
    subject.record.originalKey = structuralKey(subject.original);
    MW_TRY(subject.chosen, choicesToExport(*program.history, program.current().id));
    if (request.choices)
        subject.chosen = {*request.choices, ExportChoices::From::user};
    MW_CHECK(noneByHand(subject.chosen.choices, "exported"));
    MW_CHECK(validate::requireValid(subject.variant()));
    return subject;
}

void noteLaunches(ExportRecord& record, const LaunchedGraph& graph, const fs::path& beside) {
    record.choices = graph.choices;
    record.notes.insert(record.notes.end(), graph.notes.begin(), graph.notes.end());
    for (const std::string& one : graph.beyond)
        record.notes.push_back(fmt::format("the launch of {}: a graph has no words for it; {} has "
                                           "it for mw, DaCe does without",
                                           one, beside.filename().string()));
}

Expected<std::string> graph(ExportSubject& subject) {
    MW_TRY(const auto launched, withLaunches(subject.variant(), subject.chosen));
    const auto kept = keepArguments(*subject.original->root, launched.document);
    const ir::Sdfg& variant = *kept.document->root;
    MW_CHECK(checkArguments(*subject.original->root, variant));
    ExportRecord& record = subject.record;
    MW_TRY(record.interface, codegen::libraryInterface(variant));
    if (!kept.names.empty())
        record.notes.push_back(fmt::format("needs {} no more, and keeps {} as {} of the original",
                                           fmt::join(kept.names, ", "),
                                           kept.names.size() == 1 ? "it" : "them",
                                           kept.names.size() == 1 ? "an argument" : "arguments"));
    for (const auto& condition : analysis::assumptionsOf(variant))
        record.notes.push_back(
            fmt::format("assumes {}: callers have to see to it, DaCe does not look", condition));
    const fs::path beside = choicesBeside(subject.request.file);
    noteLaunches(record, launched, beside);
    io::WriteOptions write;
    write.dialect = subject.request.dialect;
    MW_CHECK(exportGraph(*kept.document, subject.request.file, subject.inputs, write));
    if (!launched.choices.empty())
        MW_CHECK(io::writeFileAtomically(beside, codegen::toJson(launched.choices)));
    return fmt::format("wrote {}: {} with the {} arguments of the original", subject.out(),
                       variant.name, subject.argumentCount());
}

/// The call that the inputs make, where any were named; its values are compiled in unless the user
/// says otherwise.
Expected<symbolic::Bindings> constantsOf(ExportSubject& subject) {
    const auto& [request, original] = std::tie(subject.request, *subject.original->root);
    if (!request.grid)
        MW_CHECK(checkSet(request.inputs));
    if (request.inputs.isDefault() && !request.grid)
        return symbolic::Bindings{};
    MW_TRY(const auto scenario, scenarioFor(original, request.inputs,
                                            request.grid ? request.grid() : exec::quickGrid()));
    MW_CHECK(inputs::checkSizes(original, scenario));
    MW_TRY(const auto interface, codegen::libraryInterface(original));
    MW_TRY(subject.record.example, exampleCall(original, interface, scenario));
    return request.symbolsAsArguments ? symbolic::Bindings{} : scenario.symbols;
}

/// What C and Fortran call it by, where that is asked for: texts by files.
Expected<std::vector<std::pair<fs::path, std::string>>> callersOf(const ExportRequest& request,
                                                                  const CallDescription& call) {
    std::vector<std::pair<fs::path, std::string>> files;
    if (request.header)
        files.emplace_back(callerBeside(request.file, ".h"), cHeader(call));
    if (request.fortran) {
        MW_TRY(std::string module, fortranModule(call));
        files.emplace_back(callerBeside(request.file, ".f90"), std::move(module));
    }
    return files;
}

Expected<std::string> library(ExportSubject& subject) {
    const auto& request = subject.request;
    LibraryRequest wanted{.original = subject.original,
                          .variant = subject.variant(),
                          .target = request.target,
                          .architecture = request.architecture,
                          .chosen = subject.chosen,
                          .constants = {},
                          .without = request.without,
                          .contraction = request.contraction};
    MW_TRY(wanted.constants, constantsOf(subject));
    MW_TRY(const auto built, buildLibrary(wanted, request.runner, request.consent));
    ExportRecord& record = subject.record;
    record.interface = built.interface;
    record.call = built.call;
    record.target = request.target;
    record.architecture = request.architecture;
    record.contraction = request.contraction;
    record.constants = built.constants;
    record.choices = built.choices;
    record.notes = built.notes;
    record.seconds = built.file.seconds;
    MW_TRY(const auto callers, callersOf(request, built.call)); // before anything is written
    const auto* bytes = reinterpret_cast<const char*>(built.file.bytes.data());
    MW_CHECK(
        io::writeFileAtomically(request.file, std::string_view(bytes, built.file.bytes.size())));
    std::string beside;
    for (const auto& [file, text] : callers) {
        MW_CHECK(io::writeFileAtomically(file, text));
        beside += " and " + file.string();
    }
    return fmt::format("wrote {}{}: {} for {} with the {} arguments of the original, built in "
                       "{:.2f} s{}",
                       subject.out(), beside, built.interface.name, codegen::name(request.target),
                       subject.argumentCount(), built.file.seconds,
                       built.file.cached ? " (kernels cached)" : "");
}

Expected<std::string> options(ExportSubject& subject) {
    const ir::Sdfg& original = *subject.original->root;
    MW_CHECK(checkArguments(original, *subject.variant()->root, Symbols::mayGo));
    MW_TRY(subject.record.interface, codegen::libraryInterface(original));
    MW_TRY(const auto launched, withLaunches(subject.variant(), subject.chosen));
    const auto made = gt4pyOptions(subject.program, subject.original, launched);
    subject.record.choices = launched.choices;
    subject.record.notes = made.lost;
    MW_CHECK(io::writeFileAtomically(subject.request.file, made.text));
    return fmt::format("wrote {}: options of GT4Py for {}{}", subject.out(), original.name,
                       made.lost.empty() ? "" : "; they do not bring about:");
}

struct Way {
    const char* name;
    Expected<std::string> (*write)(ExportSubject&);
};
Way wayOf(ExportKind kind) {
    return kind == ExportKind::graph     ? Way{"graph", graph}
           : kind == ExportKind::library ? Way{"library", library}
                                         : Way{"gt4py-options", options};
}

} // namespace

Expected<ExportKind> exportKind(const fs::path& file) {
    const auto ending = file.extension();
    if (ending == ".sdfg" || ending == ".sdfgz")
        return ExportKind::graph;
    if (ending == ".so")
        return ExportKind::library;
    if (ending == ".py")
        return ExportKind::options;
    return fail("which-export", fmt::format("what '{}' is to be does not follow from its name: a "
                                            "graph ends in .sdfg or .sdfgz, a library in .so, "
                                            "options for GT4Py in .py",
                                            file.string()));
}

std::vector<std::string> filesWritten(const Program& program, const ExportRequest& request) {
    std::vector<std::string> files{request.file.string(), recordBeside(request.file).string()};
    const auto kind = exportKind(request.file);
    if (kind && *kind == ExportKind::graph &&
        (request.choices || !program.history->choicesOf(program.current().id).empty()))
        files.push_back(choicesBeside(request.file).string());
    for (const auto& [asked, ending] :
         {std::pair(request.header, ".h"), std::pair(request.fortran, ".f90")})
        if (kind && *kind == ExportKind::library && asked)
            files.push_back(callerBeside(request.file, ending).string());
    return files;
}

fs::path callerBeside(const fs::path& library, std::string_view ending) {
    fs::path beside = library;
    return beside.replace_extension(ending);
}

Expected<Exported> exportProgram(const Program& program, const ExportRequest& request,
                                 const std::vector<std::string>& inputs) {
    MW_TRY(const auto kind, exportKind(request.file));
    for (const std::string& file : filesWritten(program, request))
        MW_CHECK(checkNoInput(file, inputs));
    MW_TRY(ExportSubject subject, subjectOf(program, request, inputs));
    const Way way = wayOf(kind);
    subject.record.kind = way.name;
    Exported exported;
    MW_TRY(exported.sentence, way.write(subject));
    MW_CHECK(io::writeFileAtomically(recordBeside(request.file), toJson(subject.record, program)));
    exported.record = std::move(subject.record);
    return exported;
}

ProgramPtr copyForExport(const Program& program) {
    return copyOf(program);
}

} // namespace mw::workbench
