#pragma once

#include "core/ir/index.h"

#include <vector>

namespace mw::analysis {

/// The nodes outside of maps in an order in which they could run, a map as its entry. Of those that
/// could be next it is the one that the state has first, a map where its exit is: a map that was
/// fused into the one that reads it stands where that one stood, and what neither reads nor is read
/// by them stays where it was. Access nodes to which nothing is copied come as soon as they can.
/// What is on a cycle (of a broken graph) comes last.
std::vector<NodeId> inRowOrder(const ir::StateIndex& index);

} // namespace mw::analysis
