#pragma once

#include "app/cli/project_option.h"
#include "app/workbench/run_setup.h"

#include <string>

namespace mw::cli {

/// Values of a program's symbols, and where they come from.
struct Sizes {
    symbolic::Bindings values;
    std::string of; ///< empty: none are known
};
/// Of the scenario or grid asked for, else of the project, else of the scenario that lies beside
/// the file, else of `grid`; none where that is empty.
Expected<Sizes> sizesFor(const OpenProgram& open, workbench::InputChoice inputs,
                         const std::string& grid);

} // namespace mw::cli
