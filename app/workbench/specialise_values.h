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

/// The step that specialises to the values of these inputs; `grid`: where they leave it open. The
/// error says which value is missing, or that there is nothing to specialise ("no-match").
Expected<std::vector<Step>> specialise(const ir::DocumentPtr& document, const InputChoice& inputs,
                                       const std::string& grid);

} // namespace mw::workbench
