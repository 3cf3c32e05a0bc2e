#pragma once

#include "core/ir/edit.h"
#include "transforms/toolkit/one_map.h"

#include <cstdint>
#include <variant>
#include <vector>

// A map cut into tiles: an outer map counts them, an inner one runs over the elements of one.

namespace mw::transforms {

/// For each parameter of a map how many of its values a tile has; 0: all.
using TileSizes = std::vector<std::int64_t>;

/// What of these sizes is left without parameters that are known to fit into one tile. A refusal
/// when nothing is, or when a parameter that is cut takes steps, or its range uses another one.
std::variant<TileSizes, Refusal> tilesOf(int condition, const OneMap& map, TileSizes sizes);
/// The iterations keep their order: only the first parameter is cut.
bool keepsOrder(const TileSizes& sizes);
/// The map counts tiles from now on, with steps of their size and parameters of new names; a
/// sequential map inside has the old ones. A block size of a GPU is dropped. Memlets are
/// propagated.
void tileMap(ir::Editor& editor, const OneMap& map, const TileSizes& sizes);

/// What a transformation that only does this plans, and does.
struct TilingPlan {
    OneMap map;
    TileSizes sizes;
};
Expected<ir::EditResult> applyTiling(const DocumentView& view, const Plan& plan);

} // namespace mw::transforms
