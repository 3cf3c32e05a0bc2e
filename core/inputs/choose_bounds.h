#pragma once

#include "core/inputs/scenario.h"
#include "core/ir/sdfg.h"

#include <set>
#include <string>
#include <vector>

namespace mw::inputs {

/// What a made scenario may decide for itself.
struct FreeInputs {
    std::set<std::string, std::less<>> usual;  ///< symbols with a usual value, which may move
    std::set<std::string, std::less<>> open;   ///< integer symbols without a value
    std::set<std::string, std::less<>> arrays; ///< integer arrays whose range of values may shrink
};

/// Gives values to open symbols where the graph says what they are for - the beginning or end of a
/// range, the size of an array, a level that something is compared with - and moves the usual ones,
/// so that every access stays inside its array: the smallest beginnings and the largest ends for
/// which that holds, or larger arrays where their size is free. Says each choice and its reason in
/// `scenario.notes`. What nothing follows for stays without a value. `runs`: all but the open
/// symbols have values; with one missing nothing is moved.
void chooseBounds(const ir::Sdfg& program, const FreeInputs& free, bool runs, Scenario& scenario);

/// Says in `scenario.notes` when no map or loop of the program has any iteration.
void noteEmptyProgram(const ir::Sdfg& program, Scenario& scenario);

} // namespace mw::inputs
