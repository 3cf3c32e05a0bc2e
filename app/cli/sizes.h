#pragma once

#include "app/cli/project_option.h"
#include "app/workbench/run_setup.h"

#include <string>

namespace mw::cli {

/// Those asked for, else those of the project, else the scenario that lies beside the file.
workbench::InputChoice inputsFor(const OpenProgram& open, workbench::InputChoice inputs);

/// Values of a program's symbols, and where they come from.
struct Sizes {
    symbolic::Bindings values;
    std::string of; ///< empty: none are known
};
/// Of inputsFor(), else of `grid`; none where that is empty.
Expected<Sizes> sizesFor(const OpenProgram& open, workbench::InputChoice inputs,
                         const std::string& grid);

} // namespace mw::cli
