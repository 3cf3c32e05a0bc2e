#pragma once

#include "core/ir/sdfg.h"
#include "core/support/expected.h"
#include "core/symbolic/prover.h"

#include <string>
#include <string_view>
#include <vector>

// What a program is taken to be run with: conditions on its arguments that some rewrite counted on.
// It computes what it should for values that satisfy them all, and must not run with others.

namespace mw::analysis {

/// They stand in the root's global code, one on a line, for a generated file of this name. There is
/// none: DaCe reads and writes them with the graph, and compiles nothing of it.
inline constexpr std::string_view kAssumptionsFile = "mapwright_assumptions";

/// As the symbolic layer writes them (Dialect::code); what it cannot read as the file has it.
std::vector<std::string> assumptionsOf(const ir::Sdfg& program);
/// Adds it, unless it is there.
void addAssumption(ir::Sdfg& program, const symbolic::Expr& condition);

/// The condition that a text states over the arguments of a program. "bad-assumption": it is no
/// condition, or is about a name that is no integer argument, or means something else somewhere.
Expected<symbolic::Expr> assumedCondition(const ir::Sdfg& program, const std::string& text);

/// Its assumptions as facts. Those that state no condition over its arguments say nothing.
symbolic::Assumptions assumedFacts(const ir::Sdfg& program);

} // namespace mw::analysis
