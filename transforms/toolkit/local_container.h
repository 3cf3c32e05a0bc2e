#pragma once

#include "core/ir/edit.h"
#include "transforms/framework/view.h"
#include "transforms/toolkit/replacement.h"

#include <string>

// Temporaries that live in one iteration of a map.

namespace mw::transforms {

struct LocalContainer {
    NodeId node;
    std::string name;
};

/// Adds a temporary `local_<container>` for a part of the container, with a node that stands in
/// front of all that was inside the map.
LocalContainer addLocal(ir::Editor& editor, const StateView& at, NodeId entry,
                        const std::string& container, const Part& part);

/// Moves the last node of the state in front of everything inside the map: what the order of the
/// nodes decides about the rest stays as it is.
void moveToFront(ir::Editor& editor, const StateView& at, NodeId entry);

/// Lets the memlet tree of an edge that leaves the map's entry come from the local container.
void readFromLocal(ir::Editor& editor, const StateView& at, const ir::Edge& edge, const Part& part,
                   const LocalContainer& local);

} // namespace mw::transforms
