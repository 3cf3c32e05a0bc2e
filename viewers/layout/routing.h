#pragma once

#include "viewers/layout/ranking.h"

#include <vector>

namespace mw::layout {

/// One part with the middles of its nodes known: sets y, spreads the ends of edges along the
/// borders and draws the curves. Between two ranks a curve swings in the free band; through a rank
/// it runs straight down, so no curve crosses a box. The result speaks of the ScopeGraph's indices
/// in `partNodes` order: nodes[i] belongs to part.nodes[i], curves to part.edges.
struct RoutedPart {
    Size size;
    std::vector<Point> nodes;
    std::vector<std::vector<Point>> curves;
    std::vector<Point> labels;
};
RoutedPart route(const ScopeGraph& graph, const ScopePart& part, const Ranked& ranked,
                 const std::vector<double>& middles);

} // namespace mw::layout
