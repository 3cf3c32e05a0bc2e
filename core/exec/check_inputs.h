#pragma once

#include "core/exec/scenario.h"

#include <set>
#include <string>

namespace mw::exec {

/// Refuses what the program would read outside of its arrays, before anything runs:
/// - "table-size": a neighbour table made for another number of elements than the grid has (graphs
///   can carry one grid's sizes as literals);
/// - "table-range": an entry that is no element of the dimension that the table points to; -1, for
/// a
///   neighbour that is not there, only where the program handles it;
/// - "too-small": a dimension of an argument that ends before what the program certainly touches,
///   with the needed and the given size.
Expected<void> checkInputs(const ir::Sdfg& program, const Scenario& scenario,
                           const HostArrays& arrays);

/// Tables whose missing neighbours (-1) the program takes into account: every use of an entry is
/// the mask of a reduction with skip values, or compares the entry with -1. By name of the
/// argument.
std::set<std::string> tablesWithSkipValues(const ir::Sdfg& program);

} // namespace mw::exec
