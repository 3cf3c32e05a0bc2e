#pragma once

#include "core/codegen/plan.h"

namespace mw::codegen {

/// The kernel in which the points of a block gather together, of which `launch.tiles` holds: what
/// they need of a group of levels is staged once in memory that they share, while they compute with
/// the group before. Runs and groups of levels are those of `scheduled`.
///
/// Which neighbours a tile has is said by lists that were made once for the table
/// (core/exec/runner/tile_lists.h), in three buffers behind those of the plan: `sizes`, of a tile
/// the number of neighbours, 0 where it has no list; `points`, of a tile the neighbours, with room
/// for tileRoom(); `at`, of a tile, column and point the place of its neighbour among them.
/// Every block compares what they say with the table before it uses them: where they do not agree
/// (a table that has changed since, a tile without a list) its points gather one by one.
Kernel tiled(const Kernel& kernel);

} // namespace mw::codegen
