#pragma once

#include "app/workbench/run_setup.h"
#include "app/workbench/steps.h"
#include "core/inputs/scenario.h"
#include "core/ir/sdfg.h"

#include <string>
#include <vector>

namespace mw::workbench {

/// The symbols that each call of the program decides, in order of their names, but for how much is
/// measured. Empty when the program is specialised already, or never had any.
std::vector<std::string> openSymbols(const ir::Sdfg& program);

/// The parameter `values` that specialises a program to a scenario, which is completed for it:
/// all its open symbols. Empty when there is none.
std::string specialiseValues(const ir::Sdfg& program, const inputs::Scenario& scenario);

/// Those of them that a caller like icon4py binds when it compiles, and that are the same in every
/// call of a run: integers and truth values that say nothing of how an argument lies in memory
/// (bounds of loops and regions, kinds of a method, switches).
std::vector<std::string> staticSymbols(const ir::Sdfg& program);

/// Specialises to the values of these inputs those of the named symbols that are open. "no-symbol"
/// names one that is not, with those that are.
Expected<std::vector<Step>> specialiseSome(const ir::DocumentPtr& document,
                                           const InputChoice& inputs,
                                           const std::vector<std::string>& names);

/// The step that specialises to the values of these inputs; `grid`: where they leave it open. The
/// error says which value is missing, or that there is nothing to specialise ("no-match").
Expected<std::vector<Step>> specialise(const ir::DocumentPtr& document, const InputChoice& inputs,
                                       const std::string& grid);

} // namespace mw::workbench
