#pragma once

#include "core/codegen/environment/plan_context.h"

namespace mw::codegen {

/// Kernel::tile: gathers of `field[.. table[x + c] .. k ..]` that consecutive points can have in
/// common, because they come through entries of one table. All hold:
/// 1. The kernel is a grid of levels over points, straight arithmetic and branches.
/// 2. The table is an argument of 32-bit integers that nothing in the program writes; of several,
///    the one with most gathers.
/// 3. Where an entry stands moves with the point alone, by the same distance for every column.
/// 4. What is gathered from is not written by the kernel, and its elements have 4 or 8 bytes.
/// 5. The element is a matter of the entry and the level, and no branch decides whether it is read.
/// 6. There are two such gathers or more.
TileGathers tileGathers(const PlanContext& context, const Kernel& kernel);
/// Which buffers are such tables as far as the program decides it: nothing else of the context
/// counts.
std::vector<bool> areTables(const PlanContext& context, const Kernel& kernel);
/// What is gathered on every level of a neighbour, whichever entry leads to it, as text.
std::string tilePlane(const Load& gather, const std::string& entry);

/// Different neighbours that the list of a tile has room for; tiles with more gather as without
/// lists. Threads of a block times two: a thread stages at most two of them.
int tileRoom(const TileGathers& tile, int threads);
/// Bytes of shared memory that a block takes: what is gathered for a group of levels, and for the
/// next.
std::int64_t tileBytes(const TileGathers& tile, int threads, int levelsPerGroup);

/// Most that one block has on NVIDIA and AMD without asking for more.
constexpr std::int64_t kMaxTileBytes = std::int64_t{48} * 1024;
/// Entries of one tile that its list can be made from (core/exec/runner/tile_lists.h).
constexpr int kMaxTileEntries = 8192;

} // namespace mw::codegen
