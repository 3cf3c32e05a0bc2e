#pragma once

#include "core/ir/index.h"
#include "core/support/diagnostic.h"
#include "core/symbolic/expr.h"

#include <functional>
#include <string>
#include <vector>

namespace mw::validate {

/// Finds iterations of one map that touch the same element although nothing orders them, nested
/// SDFGs included. Only what is shown: with small values of the program's symbols, on which every
/// access stays inside of its container, two iterations and an element are found. What depends on
/// values in memory is not looked at, and a map with the schedule Sequential has an order.
/// Codes:
///   racing-iterations  (warning) one writes without a conflict resolution what another one
///                      reads or writes
///   order-of-updates   (warning) both update it by a write-conflict resolution whose result
///                      depends on which comes first
/// `run`: the values of the symbols in a run, to look for what happens in it; else small ones.
/// `stop`: asked between maps; true gives up with what was found so far.
std::vector<Diagnostic> conflictingIterations(const ir::DocumentIndex& index,
                                              const symbolic::Bindings& run = {},
                                              const std::function<bool()>& stop = {});

/// Whether a write-conflict resolution (`lambda old, new: expression`) is shown to give different
/// results when two updates change places. What is not understood is not shown.
bool dependsOnOrder(const std::string& wcr);

} // namespace mw::validate
