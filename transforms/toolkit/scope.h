#pragma once

#include "core/ir/edit.h"
#include "core/ir/index.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

// What is inside a map, and moving it.

namespace mw::transforms {

/// A node inside the scope of `entry`, at any depth, or its entry or exit.
bool belongsTo(const ir::StateIndex& index, NodeId node, NodeId entry);
/// The entry of the innermost scope that an edge is in; 0: none.
NodeId scopeOf(const ir::StateIndex& index, const ir::Edge& edge);
/// Nodes of the scope at any depth, the exit included, the entry not.
std::set<NodeId> nodesInside(const ir::StateIndex& index, NodeId entry);
/// Containers of the access nodes inside a map, at any depth, with the first node of each.
std::map<std::string, NodeId> dataInside(const ir::StateIndex& index, NodeId entry);

/// Leads the edges that leave `entry` by the connector `from` out of `toEntry` by `to`: what they
/// feed moves into that scope. Likewise what they come from, at exits.
void moveInnerInputs(ir::Editor& editor, BlockId state, const ir::StateIndex& index,
                     const ir::Node& entry, const std::string& from, NodeId toEntry,
                     const std::string& to);
void moveInnerOutputs(ir::Editor& editor, BlockId state, const ir::StateIndex& index,
                      const ir::Node& exit, const std::string& from, NodeId toExit,
                      const std::string& to);

/// Of these nodes of the state before an edit: code and maps that are still in the scope of a map,
/// but that nothing leads to, or that lead to nothing, get an ordering edge from its entry, or to
/// its exit.
void holdInScope(ir::Editor& editor, BlockId state, const ir::StateIndex& before,
                 const std::set<NodeId>& nodes);

/// Of a map and those around it: removes the connectors of entries by which nothing leaves any more
/// and the edges to them, from inside out.
void removeUnusedPassages(ir::Editor& editor, BlockId state, const ir::StateIndex& before,
                          NodeId entry);

/// In the order of the nodes: where only that says what comes first, `moved` now has its turn right
/// before `target`, or right behind it.
void moveBefore(ir::Editor& editor, BlockId state, NodeId moved, NodeId target);
void moveBehind(ir::Editor& editor, BlockId state, NodeId moved, NodeId target);

/// Removes those of the nodes that are left without an edge.
void removeIsolated(ir::Editor& editor, BlockId state, std::span<const NodeId> nodes);

} // namespace mw::transforms
