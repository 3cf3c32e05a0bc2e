#pragma once

#include "app/workbench/callers/call_description.h"
#include "app/workbench/export_launches.h"
#include "app/workbench/run_setup.h"
#include "core/codegen/library/library.h"
#include "core/exec/library_builder.h"
#include "core/exec/trust.h"

#include <filesystem>
#include <string>
#include <vector>

// Programs that leave the tool for callers that know the original's argument list: checked against
// it, as a graph or as a shared library that needs neither this tool nor DaCe.

namespace mw::workbench {

/// "changed-arguments", with a sentence that names the argument, where callers of the original
/// would call the variant wrongly. Symbols that the variant needs no more may be gone where they
/// `mayGo`: a library has the original's list in any case, and compares with constants what it is
/// called with; a graph does not have them.
enum class Symbols : std::uint8_t { mustStay, mayGo };
Expected<void> checkArguments(const ir::Sdfg& original, const ir::Sdfg& variant,
                              Symbols symbols = Symbols::mustStay);

/// What is to be built.
struct LibraryRequest {
    ir::DocumentPtr original, variant;
    codegen::Target target = codegen::Target::cpu;
    std::string architecture; ///< empty: the device's, else the usual one
    ExportChoices chosen;
    /// Values to compile in; calls with others are refused.
    symbolic::Bindings constants;
    std::vector<std::string> without; ///< passes to leave out
    exec::Contraction contraction = exec::Contraction::usual;
};
struct LibraryResult {
    codegen::LibraryInterface interface;
    CallDescription call; ///< as the library says it, too
    exec::LibraryFile file;
    symbolic::Bindings constants; ///< compiled in, or of the variant: calls are compared with them
    codegen::Choices choices;     ///< that hold in it
    std::vector<std::string> notes;
};
/// Lowers, asks for consent to C++ of the graph's own, and builds.
Expected<LibraryResult> buildLibrary(const LibraryRequest& request,
                                     const exec::RunnerOptions& runner,
                                     const exec::AskConsent& consent);

} // namespace mw::workbench
