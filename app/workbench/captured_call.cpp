// Calls of a model that the Python package saved beside a program.

#include "app/workbench/captured_call.h"

#include "app/workbench/run_setup.h"
#include "core/inputs/grid.h"

namespace mw::workbench {

std::optional<std::filesystem::path> capturedCallBeside(const std::filesystem::path& program) {
    const auto beside = scenarioBeside(program);
    if (!beside)
        return std::nullopt;
    const auto scenario = inputs::readScenario(*beside);
    return scenario && scenario->grid == inputs::Grid{} ? beside : std::nullopt;
}

} // namespace mw::workbench
