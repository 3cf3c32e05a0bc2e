#pragma once

#include "core/ir/sdfg.h"
#include "viewers/layout/piece.h"

#include <map>
#include <string>
#include <vector>

namespace mw::layout {

/// Access nodes that only feed one node of their scope, or only come out of it, as one piece above
/// or below that node: in rows that are not wider than they have to be, with the first place in the
/// upper left.
struct ArgumentRows {
    Piece piece;
    /// Per node: where its edges leave the piece (enter it, below), from the left.
    std::vector<double> x;
    /// Per node: start, then (control, control, end) per cubic piece, from the node to the lower
    /// border of the piece (below: from the upper border to the node), between the other nodes.
    std::vector<std::vector<Point>> segments;
};

/// `width`: that of the node that they belong to; as wide the rows may be in any case.
ArgumentRows argumentRows(std::vector<Piece> nodes, double width, bool below);

/// Whether so many pixels of nodes side by side are more than one row.
bool isWideRow(double row, double width);

/// Of a nested SDFG's containers, in which order its nodes read (`writes`: write) them first:
/// blocks as they stand, nodes of a state in topological order, through SDFGs that are nested in
/// it. Containers that nothing reads (writes) are missing.
std::map<std::string, int> orderOfUse(const ir::Sdfg& sdfg, bool writes);

} // namespace mw::layout
