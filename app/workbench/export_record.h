#pragma once

#include "app/workbench/callers/call_description.h"
#include "app/workbench/export_library.h"
#include "app/workbench/program.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mw::workbench {

/// One call that a scenario makes: values of what is passed by value, and how arrays lie in memory,
/// in elements.
struct ExampleCall {
    struct Layout {
        std::vector<std::int64_t> shape, strides;
        std::int64_t elements = 0;
    };
    symbolic::Bindings values;
    std::map<std::string, Layout> layouts;
};
/// The call of a program with this interface. The error names what the scenario does not say.
Expected<ExampleCall> exampleCall(const ir::Sdfg& program,
                                  const codegen::LibraryInterface& interface,
                                  const inputs::Scenario& scenario);

/// What stands beside an export: how it came about and how it is called.
struct ExportRecord {
    std::string kind;        ///< "graph", "library", "gt4py-options"
    std::string original;    ///< file whose argument list it was checked against
    std::string originalKey; ///< structuralKey() of what is in it
    codegen::LibraryInterface interface;
    std::optional<CallDescription> call;   ///< of a library
    std::optional<codegen::Target> target; ///< of a library
    std::string architecture;
    exec::Contraction contraction = exec::Contraction::usual; ///< of a library
    symbolic::Bindings constants;       ///< of a library: values that each call has to pass
    codegen::Choices choices;           ///< of its kernels, beyond what the graph says as well
    std::optional<ExampleCall> example; ///< where a scenario was named
    std::vector<std::string> notes;     ///< what is lost, and what callers should know
    double seconds = 0;                 ///< to build a library
};

/// JSON: the record, the steps that led to the current variant as a recipe, what was measured of
/// it, and what tuning that led to it came to.
std::string toJson(const ExportRecord& record, const Program& program);

/// `out.so.json` of `out.so`.
std::filesystem::path recordBeside(const std::filesystem::path& file);

} // namespace mw::workbench
