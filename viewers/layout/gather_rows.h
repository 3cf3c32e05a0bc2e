#pragma once

#include "core/ir/sdfg.h"
#include "viewers/layout/piece.h"

#include <cstddef>
#include <map>
#include <vector>

namespace mw::layout {

/// Of an edge, what lies between a node of ArgumentRows and the border of these rows.
struct RowSegment {
    int rows = 0; ///< graph node
    bool below = false;
    std::vector<Point> curve; ///< in coordinates of the rows; empty: the node stands at the border

    /// Adds it to the placed curve of the edge.
    void lengthen(std::vector<Point>& line, const Placement& placement) const;
};

/// The nodes and edges of one scope before they are placed.
struct ScopeItems {
    ScopeGraph graph;
    std::vector<Piece> pieces;                  ///< of the first nodes of the graph
    std::vector<const ir::Node*> nodes;         ///< of the pieces, until rows are gathered
    std::vector<const ir::Edge*> edges;         ///< as graph.edges
    std::map<std::size_t, RowSegment> segments; ///< by edge
};

/// Access nodes that only feed one node, or only come out of it, become one node of the graph: rows
/// in the order of their use (argument_rows.h). That is done beside nested SDFGs, and beside maps,
/// whose connectors have places, where they need more than a row. Gives the graph's new nodes by
/// the old ones, of those that are gathered 0; empty: nothing changed.
std::vector<int> gatherRows(ScopeItems& scope);

} // namespace mw::layout
