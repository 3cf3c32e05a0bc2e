#pragma once

#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/workbench/run_setup.h"

#include <string>
#include <vector>

namespace mw::cli {

/// The choice with these values in the place of its own, where there are any.
workbench::InputChoice withSet(workbench::InputChoice inputs, const std::vector<std::string>& set);
/// Those asked for, else those of the project, else the scenario that lies beside the file.
workbench::InputChoice inputsFor(const OpenProgram& open, workbench::InputChoice inputs);

/// Which scenarios beside a program's file a run takes where nothing says its inputs.
enum class Beside : std::uint8_t {
    any,
    captured, ///< calls of a model, whose sizes are worth a measurement; those of samples are not
};
/// `how`, which has what was asked for and what the project says, with the scenario that lies
/// beside the file where it says nothing. That it was taken is said on standard error.
RunOptions withBeside(RunOptions how, const std::string& program, Beside which);

/// Values of a program's symbols, and where they come from.
struct Sizes {
    symbolic::Bindings values;
    std::string of; ///< empty: none are known
};
/// Of inputsFor(), else of `grid`; none where that is empty.
Expected<Sizes> sizesFor(const OpenProgram& open, workbench::InputChoice inputs,
                         const std::string& grid);

} // namespace mw::cli
