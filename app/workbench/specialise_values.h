#pragma once

#include "core/inputs/scenario.h"
#include "core/ir/sdfg.h"

#include <string>

namespace mw::workbench {

/// The parameter `values` that specialises a program to a scenario, which is completed for it:
/// every symbol that the program is called with, but for how much is measured, which each call
/// decides. Empty when there is none.
std::string specialiseValues(const ir::Sdfg& program, const inputs::Scenario& scenario);

} // namespace mw::workbench
