#pragma once

#include "core/codegen/plan.h"
#include "core/codegen/print/dialect.h"
#include "core/support/text_writer.h"

#include <string_view>
#include <vector>

namespace mw::codegen {

/// Our name for the type of the program's state, beside the graph's own (`NAME_state_t`).
constexpr std::string_view kStateType = "mw_state_t";

/// Headers that the graph's own code may count on, the state's type, and the code for file scope.
void printGlobals(const Plan& plan, const Dialect& dialect, TextWriter& out,
                  std::vector<RawLines>& raw);
/// kStateInit and kStateExit.
void printStateFunctions(const Plan& plan, const Dialect& dialect, TextWriter& out,
                         std::vector<RawLines>& raw);

} // namespace mw::codegen
