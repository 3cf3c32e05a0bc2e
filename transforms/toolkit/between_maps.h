#pragma once

#include "transforms/framework/view.h"
#include "transforms/toolkit/pattern.h"

#include <vector>

namespace mw::transforms {

/// A container that one map writes and another reads.
struct BetweenMaps {
    StateView at;
    const ir::Node* exit = nullptr;   ///< role "first-exit"
    const ir::Node* access = nullptr; ///< "intermediate"
    const ir::Node* entry = nullptr;  ///< "second-entry"
};
const Pattern<BetweenMaps>& betweenMaps();

/// All in the region, in the order of the states, the containers and their edges; of two maps and
/// one access node once.
std::vector<BetweenMaps> findBetweenMaps(const DocumentView& view, const Region& region);

/// "map_1 -> tmp -> map_2"
std::string labelOf(const BetweenMaps& found);

} // namespace mw::transforms
