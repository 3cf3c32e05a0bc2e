#pragma once

#include "app/workbench/export_launches.h"
#include "app/workbench/export_record.h"
#include "app/workbench/run_setup.h"
#include "core/exec/trust.h"
#include "core/symbolic/expr.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A tuned program for those who call the original: as a graph, as a library of its kernels, as
// options for GT4Py's optimiser. One way out for window and terminal.

namespace mw::workbench {

enum class ExportKind : std::uint8_t { graph, library, options };
/// By the ending of the file's name; "which-export" says which there are.
Expected<ExportKind> exportKind(const std::filesystem::path& file);

/// What is asked for. What is about another kind than the file's is left unread.
struct ExportRequest {
    std::filesystem::path file;
    std::string original{}; ///< file of the graph whose callers call this; empty: the input
    std::optional<codegen::Choices> choices{};  ///< in the place of those of the variant's steps
    std::optional<symbolic::Dialect> dialect{}; ///< of a graph; none: as read
    // Of a library.
    codegen::Target target = codegen::Target::cpu;
    std::string architecture{};          ///< empty: the device's, else the usual one
    InputChoice inputs{};                ///< of an example call, with sizes to compile in
    std::function<std::string()> grid{}; ///< asked for where they name none; null: no such call
    bool symbolsAsArguments = false;
    std::vector<std::string> without{}; ///< passes
    exec::Contraction contraction = exec::Contraction::usual;
    bool header = false;  ///< C's, beside it (callerBeside)
    bool fortran = false; ///< a module, beside it
    exec::RunnerOptions runner{};
    exec::AskConsent consent{};
};
struct Exported {
    std::string sentence; ///< what was written
    ExportRecord record;  ///< as it stands beside it; its notes say what is lost
};

/// `out.h`, `out.f90` of `out.so`.
std::filesystem::path callerBeside(const std::filesystem::path& library, std::string_view ending);

/// What an export of the current variant writes: the file, its record, and the choices beside a
/// graph, where there are any.
std::vector<std::string> filesWritten(const Program& program, const ExportRequest& request);

/// Writes the current variant and its record. `inputs`: files that are never written.
/// "changed-arguments" where callers of the original would call it wrongly, "kernels-by-hand",
/// "bad-choices", "untrusted-code", and what lowering and compilers say.
Expected<Exported> exportProgram(const Program& program, const ExportRequest& request,
                                 const std::vector<std::string>& inputs);

/// What an export of the current variant needs, for a job: history, input and measurements.
ProgramPtr copyForExport(const Program& program);

} // namespace mw::workbench
