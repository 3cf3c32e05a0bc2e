#pragma once

#include "core/inputs/scenario.h"

#include <vector>

namespace mw::inputs {

/// What checkInputs() finds without looking at an array: "assumption-violated", "table-size",
/// "too-small".
Expected<void> checkSizes(const ir::Sdfg& program, const Scenario& scenario);
/// Whether neighbours on the scenario's grid may lie outside of what the program has for them: it
/// was lowered for a smaller one. True can be wrong where a condition excludes them.
bool leavesSizes(const ir::Sdfg& program, const Scenario& scenario);

/// Refuses, before anything runs, values that the program was not rewritten for
/// ("assumption-violated") and what it would read or write outside of its arrays:
/// - "table-size": a neighbour table made for another number of elements than the grid has (graphs
///   can carry one grid's sizes as literals);
/// - "too-small": a dimension of an argument that ends before what the program certainly touches,
///   with the needed and the given size;
/// - "index-range": an index that the graph computes, from tables above all, whatever they are
///   called (analysis/index_use.h), that leaves its container: a missing neighbour (-1) that no
///   condition around the access itself excludes, for example. Only the elements that the program
///   reads count. A condition that depends on what is not known counts as holding.
///
/// Warnings ("unchecked-index"): indices that depend on what the program itself computes in a way
/// that is not followed. The interpreter refuses at such an access, generated code does not.
Expected<std::vector<Diagnostic>> checkInputs(const ir::Sdfg& program, const Scenario& scenario,
                                              const HostArrays& arrays);

} // namespace mw::inputs
