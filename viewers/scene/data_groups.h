#pragma once

#include "core/ir/index.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mw::viewers {

/// Access nodes and edges that show one piece of data: a container, and what nested SDFGs call it.
std::vector<ElementId> elementsOfSameData(const ir::DocumentIndex& index, ElementId id);

} // namespace mw::viewers
