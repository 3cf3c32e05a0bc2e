#pragma once

#include "core/ir/sdfg.h"

#include <vector>

namespace mw::analysis {

/// The blocks of a region in the order in which control may reach them, ties by the file.
std::vector<ir::BlockPtr> inProgramOrder(const ir::Region& region);

} // namespace mw::analysis
