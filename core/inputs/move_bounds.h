#pragma once

#include "core/inputs/bounded_accesses.h"
#include "core/inputs/choose_bounds.h"

#include <map>
#include <string>

namespace mw::inputs {

/// Moves the values of movable symbols and free arrays in the scenario until every access stays
/// inside its container, and leaves no range empty that was not. Result: the reason for the last
/// move of each name. Where no moves do, none is made, and `scenario.notes` says so.
std::map<std::string, std::string> moveBounds(const ir::Sdfg& program, const FreeInputs& free,
                                              const BoundedAccesses::Names& movable,
                                              const BoundedAccesses& accesses, Scenario& scenario);

} // namespace mw::inputs
