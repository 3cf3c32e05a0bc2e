#pragma once

#include "core/ir/edit.h"
#include "transforms/framework/view.h"

namespace mw::transforms {

/// Adds a second map like this one, with everything inside and edges between the same nodes
/// outside, right behind it in the order of the nodes. Containers inside have to be the map's own
/// (checkDataInside); the copy gets ones of its own. `entry`: of a map at the top level, as the
/// state was before the edit. Returns the copy's entry.
NodeId copyMap(ir::Editor& editor, const StateView& at, const ir::Node& entry);

} // namespace mw::transforms
