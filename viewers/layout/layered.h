#pragma once

#include "viewers/layout/scope_graph.h"

#include <vector>

namespace mw::layout {

/// Own engine: orders each rank by barycentres and puts the nodes on x so that edges run as
/// straight as the order allows. Returns the middle of every node. Deterministic; O((n + m) log n)
/// per sweep, and fewer sweeps for large graphs.
std::vector<double> layeredX(const RankedGraph& graph);

/// Nodes of each rank from left to right, before x is known.
std::vector<std::vector<int>> orderRanks(const RankedGraph& graph);
/// Middles of the nodes for a given order.
std::vector<double> assignX(const RankedGraph& graph, const std::vector<std::vector<int>>& order);

/// Positions closest to `wish` (weighted least squares) that keep `gap[i]` between item i and
/// i + 1; pool adjacent violators, linear.
std::vector<double> separated(const std::vector<double>& wish, const std::vector<double>& weight,
                              const std::vector<double>& gap);

} // namespace mw::layout
