#pragma once

#include "core/ir/edit.h"
#include "transforms/framework/view.h"

#include <optional>
#include <set>
#include <string>

// What nobody needs any more when a container is not read: the edges to it, and everything in the
// maps that write it that leads to nothing else.

namespace mw::transforms {

/// Elements of one state that go together.
struct DeadParts {
    std::set<NodeId> nodes;
    std::set<EdgeId> edges;
    std::set<std::pair<NodeId, std::string>>
        passages; ///< of scope nodes: the name behind IN_, OUT_

    bool has(const ir::Edge& edge) const { return edges.contains(edge.id); }
};

/// What writes this access node, which nothing reads, and leads to nothing else. nullopt: something
/// that does more writes it, or code that computes other things in one piece with it.
std::optional<DeadParts> deadBehind(const ir::StateIndex& index, const ir::Node& access);

/// Removes them, access nodes that are left alone, and the temporaries that then have no access
/// node. Edges and nodes have to be as they were before the edit.
void removeParts(ir::Editor& editor, const StateView& at, const DeadParts& parts);

/// An access node of the SDFG refers to the container, not counting these.
bool isUsed(const ir::Sdfg& sdfg, const std::string& container, const std::set<NodeId>& without);

} // namespace mw::transforms
