#pragma once

#include "viewers/layout/scope_graph.h"

#include <vector>

namespace mw::layout {

/// How one edge of the ScopeGraph runs through a RankedGraph.
struct RankedRoute {
    int edge = 0;          ///< index in the ScopeGraph
    std::vector<int> path; ///< nodes of the RankedGraph from the upper end to the lower
    bool reversed = false; ///< drawn against the ranks (part of a cycle)
    int labelNode = -1;    ///< the bend that keeps room for the label
};

struct Ranked {
    RankedGraph graph;
    std::vector<RankedRoute> routes;
    std::vector<int> loops; ///< edges of the ScopeGraph from a node to itself
};

/// A connected part: indices into the ScopeGraph, ascending.
struct ScopePart {
    std::vector<int> nodes;
    std::vector<int> edges;
};
/// The connected parts, ordered by their first node.
std::vector<ScopePart> connectedParts(const ScopeGraph& graph);

/// Ranks of one part (longest path from the sources, then shortened), with bends for long edges;
/// edges of one bundle share their bends. Linear but for the bends. `keepsOrder`: no node stands
/// higher than one that was above it before, as far as the edges allow.
Ranked rank(const ScopeGraph& graph, const ScopePart& part, bool keepsOrder = false);

/// Margins that a node keeps to its neighbours in the same rank, on each side.
constexpr double kNodeMargin = 9;
constexpr double kBendMargin = 5;

} // namespace mw::layout
