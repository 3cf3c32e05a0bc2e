// Recognises scans by the loops in their nested SDFGs.

#include "transforms/toolkit/scans.h"

#include "core/analysis/analysis.h"

#include <algorithm>

namespace mw::transforms {

namespace {

bool hasLoop(const ir::Node& node) {
    const auto* nested = node.as<ir::NestedSdfg>();
    bool found = false;
    if (nested && nested->sdfg)
        ir::forEachBlock(nested->sdfg->body, [&](const ir::Block& block) {
            found = found || block.as<ir::LoopRegion>() != nullptr;
        });
    return found;
}

/// An edge inside the map that continues `outer` has its other end at a scan.
bool continuesAtScan(const ir::StateIndex& index, const ir::Edge& outer, NodeId ir::Edge::*end) {
    return std::ranges::any_of(analysis::innerEdges(index, outer), [&](const ir::Edge* inner) {
        return hasLoop(*index.node(inner->*end));
    });
}

} // namespace

bool isFedByScan(const BetweenMaps& found) {
    const ir::StateIndex& index = *found.at.index;
    return std::ranges::any_of(index.inEdges(found.access->id), [&](const ir::Edge* output) {
        return output->src == found.exit->id && continuesAtScan(index, *output, &ir::Edge::src);
    });
}

bool feedsScan(const BetweenMaps& found) {
    const ir::StateIndex& index = *found.at.index;
    return std::ranges::any_of(index.outEdges(found.access->id), [&](const ir::Edge* input) {
        return input->dst == found.entry->id && continuesAtScan(index, *input, &ir::Edge::dst);
    });
}

} // namespace mw::transforms
