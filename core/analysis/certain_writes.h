#pragma once

#include "core/ir/index.h"
#include "core/ir/sdfg.h"
#include "core/symbolic/subset.h"

#include <vector>

namespace mw::analysis {

/// A region of which every element is written by every run of what writes it, provided that each of
/// `trips` (sizes of the maps and loops on the way) is positive.
struct CertainWrite {
    symbolic::Subset region;
    std::vector<symbolic::Expr> trips;
};

/// What the source of `edge` certainly writes of the container at the far end of the edge's path:
/// in every run, whatever conditions inside say, through maps and nested SDFGs. Seen from the scope
/// that the edge stands in, in dimensions of the container. Less than the truth, never more: empty
/// where a branch, an unknown loop, raw code, a view or a conflict resolution has the last word,
/// and where a nested SDFG reads its output before it writes it.
std::vector<CertainWrite> certainWrites(const ir::Sdfg& sdfg, const ir::StateIndex& index,
                                        const ir::Edge& edge);

} // namespace mw::analysis
