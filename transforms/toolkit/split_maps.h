#pragma once

#include "core/ir/edit.h"
#include "transforms/toolkit/map_pair.h"

#include <variant>
#include <vector>

// Two maps whose ranges overlap are split, so that each has a part over the range that they have in
// common. Each check takes the number that its condition has in the transformation that asks.

namespace mw::transforms {

/// How two maps are split; ranges in the order of each map's own parameters.
struct MapSplit {
    MapPair maps;
    symbolic::Subset firstCommon, secondCommon;
    std::vector<symbolic::Subset> firstRest, secondRest; ///< disjoint; one of them is not empty
};

/// Both maps are at the top level and have parameters of the same names. Their ranges count up in
/// steps of one, say no fraction and use no parameter or dynamic input of the map. It is known for
/// all sizes which part they have in common, it is not empty for all of them, and it is not all of
/// both.
std::variant<MapSplit, Refusal> splitOf(int condition, const MapPair& maps);

/// The iterations of a map that is split may run in any order, and what touches the same data
/// elsewhere in the state is ordered by the dataflow.
MaybeRefusal checkMaySplit(int condition, const MapSplit& split);

/// The two maps run over the common part from now on, and copies of them over the rest. Memlets are
/// propagated.
ir::EditResult splitMaps(const ir::DocumentPtr& document, const MapSplit& split);

} // namespace mw::transforms
