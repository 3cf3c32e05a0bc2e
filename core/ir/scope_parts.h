#pragma once

#include "core/ir/index.h"

#include <cstdint>
#include <map>
#include <vector>

namespace mw::ir {

/// The elements of one state by the node at top level that they belong to: a map with everything in
/// its scope, or a single node. O(nodes + edges); refers into the state by position.
class ScopeParts {
public:
    explicit ScopeParts(const StateIndex& index);

    struct Part {
        std::vector<std::uint32_t> nodes; ///< positions in State::nodes, ascending
        /// Positions in State::edges, ascending: those with an end in the part. An edge between two
        /// parts is in both.
        std::vector<std::uint32_t> edges;
    };
    /// `node`: at top level (an entry for its scope); an empty part for other ids.
    const Part& of(NodeId node) const;

private:
    std::map<NodeId, Part> parts_;
};

} // namespace mw::ir
