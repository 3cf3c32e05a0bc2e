#pragma once

#include "app/workbench/steps.h"
#include "core/inputs/scenario.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace mw::cli {

/// --check of commands that rewrite.
void addCheckOption(CLI::App& command, bool& check);
/// A line that says on which small inputs, and the scenario if there is one, each step gives the
/// results of the program before all of them. The error "different-results" names the first step
/// that does not.
Expected<std::string> checkedText(const ir::DocumentPtr& before,
                                  const std::vector<workbench::Step>& steps,
                                  const std::optional<inputs::Scenario>& scenario = {});

} // namespace mw::cli
