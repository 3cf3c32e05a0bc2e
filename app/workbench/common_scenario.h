#pragma once

#include "app/workbench/run_setup.h"

#include <span>
#include <string>
#include <vector>

namespace mw::workbench {

/// One set of inputs for programs that are compared.
struct CommonScenario {
    std::vector<inputs::Scenario> each; ///< completed for every program, in their order
    std::string inputs;                 ///< the file or the grid that they are of
    /// Programs, by number, with values that others have from them: they are specialised to these.
    std::vector<std::size_t> specialised;
    /// For people: "torus:8,6,10, with N = 5, which the second program is specialised to".
    std::string sizes;
};

/// The inputs of the choice for all of the programs, with the values that any of them is
/// specialised to. Where the choice says none: the first grid that fits all of the programs, of
/// those that they have as numbers and of `grid`. "different-sizes": two programs are specialised
/// to different values, or a value is not what the scenario says.
Expected<CommonScenario> commonScenario(std::span<const ir::DocumentPtr> programs,
                                        const InputChoice& choice, const std::string& grid);
/// The same for programs that are not run: with inputs::checkSizes() of each.
Expected<CommonScenario> commonSizes(std::span<const ir::DocumentPtr> programs,
                                     const InputChoice& choice, const std::string& grid);

} // namespace mw::workbench
