#pragma once

#include "viewers/layout/layout.h"
#include "viewers/layout/scope_graph.h"

#include <map>
#include <utility>
#include <vector>

namespace mw::layout {

/// Where a picture has its elements: the next picture of the program, of another variant or with
/// other scopes open, keeps those that it has too left and right of each other, and above and
/// below.
struct Order {
    ElementId root; ///< as of the Layout
    std::map<ElementId, Rect> boxes;
    std::map<ElementId, std::pair<double, double>> ends; ///< x of a line's start and end
};
Order orderOf(const Layout& layout);

/// Of two that stand beside (above) each other before and now, not one has changed sides.
bool keepsOrder(const ScopeGraph& graph, const Placement& now);

/// The same graph with places before that say no more than their order, so that a picture whose
/// elements only moved is laid out as the one before.
ScopeGraph withPlainOrder(ScopeGraph graph);
/// Of the graph and the places before.
std::uint64_t hashWithOrder(const ScopeGraph& graph);

/// The smallest rectangle around those that there are; nullopt: none is.
std::optional<Rect> around(const std::vector<std::optional<Rect>>& places);

/// Indices of `places` as one reads: rows from the top, from the left in each.
std::vector<std::size_t> inReadingOrder(const std::vector<Rect>& places);

/// `items` with those that have a place before in the reading order of these places, in the
/// positions that such items have; the others stay where they are.
std::vector<int> keptInReadingOrder(std::vector<int> items,
                                    const std::vector<std::optional<Rect>>& before);

} // namespace mw::layout
