#pragma once

#include "core/analysis/names.h"
#include "transforms/framework/view.h"
#include "transforms/toolkit/accesses.h"

#include <string>
#include <vector>

// What the access nodes of a state stand for, found once for every document.

namespace mw::transforms {

/// An access node and the container that it stands for: rootData, "" where that is not known.
struct RootedNode {
    const ir::Node* node = nullptr;
    std::string root;

    bool operator==(const RootedNode&) const = default;
};

/// The access nodes of the state, in any scope and in its order, that may stand for one of these
/// containers (roots; "" for any), under whatever name. Perhaps others too.
std::vector<const RootedNode*> nodesOf(const StateView& at, const analysis::NameSet& containers);

/// outerAccesses() of a map.
const OuterAccesses& outerAccesses(const StateView& at, const ir::Node& entry);

} // namespace mw::transforms
