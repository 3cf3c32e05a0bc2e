#pragma once

#include "core/ir/edit.h"

#include <string>
#include <vector>

// Blocks of one region in another: labels of a region are unlike.

namespace mw::transforms {

/// `wish`, or `wish_0`, `wish_1`, ...: the first that no block of the region has.
std::string freshLabel(const ir::Region& region, const std::string& wish);

/// Puts blocks of the document into a region that the editor has, before the block at index `at`.
/// A label that a block there has becomes one that neither those there nor the others have.
void insertBlocks(ir::Editor& editor, ir::Region& region, std::size_t at,
                  const std::vector<ir::BlockPtr>& blocks);

} // namespace mw::transforms
