#pragma once

#include "core/analysis/footprint.h"
#include "core/ir/index.h"

#include <map>

namespace mw::analysis {

/// Bytes that one run of the memlet's edge moves: volume times the size of an element. 0 where the
/// volume is dynamic or the container is unknown.
symbolic::Expr memletBytes(const ir::Sdfg& sdfg, const ir::Memlet& memlet);

/// What a piece of the program has to move at least: every distinct element is read once and
/// written once. Of several regions of one container the smaller of their box and their sum, and
/// never more than the container.
struct Traffic {
    symbolic::Expr bytesRead = 0, bytesWritten = 0;
};

/// By node at the top level of its state (a map entry for its map), over the symbols of its SDFG;
/// `touched`: footprint or kernelFootprint of that SDFG. Data that lives inside of the map does not
/// count. Nodes that touch nothing are left out; nodes inside of maps have entries that mean
/// nothing by themselves.
std::map<NodeId, Traffic> kernelTraffic(const ir::Sdfg& sdfg, const Footprint& touched);

/// What a single kernel for the whole program would have to move, whose arguments are the
/// containers of the SDFG that are no temporaries; `touched`: its footprint.
Traffic argumentTraffic(const ir::Sdfg& sdfg, const Footprint& touched);

} // namespace mw::analysis
