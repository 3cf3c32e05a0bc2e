#pragma once

#include "core/ir/index.h"
#include "core/symbolic/subset.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mw::transforms {

/// One use of a container by something at the top level of a state.
struct Use {
    const ir::Node* access = nullptr;
    bool writes = false;                    ///< or takes away, as from a stream
    NodeId begins;                          ///< it has not begun before this node is come to
    NodeId ends;                            ///< it is over when this node has run
    std::optional<symbolic::Subset> region; ///< of the container, where it is known
};
/// By the container that stands behind the name (rootData; "" where that is not known).
using Uses = std::map<std::string, std::vector<Use>>;

Uses usesOf(const ir::StateIndex& index, const ir::Sdfg& sdfg);

} // namespace mw::transforms
