#pragma once

#include "core/ir/dace_version.h"
#include "core/ir/index.h"
#include "core/ir/sdfg.h"

#include <optional>

namespace mw::io {

// Copies whose memlet says the region of one end only. What the other end is depends on the DaCe
// that the graph is for; in the graph that was read nothing said means what ir::unsaidRegion says.

/// The node at the beginning of the memlet path that goes through the edge, and that at its end;
/// nullptr where the path is broken.
const ir::Node* farSource(const ir::Edge& edge, const ir::StateIndex& graph);
const ir::Node* farDestination(const ir::Edge& edge, const ir::StateIndex& graph);

/// The region that a DaCe of these rules takes at the end of a copy that the memlet does not name;
/// nullopt: the edge is no copy between two arrays or scalars, or its memlet has no region.
std::optional<symbolic::Subset> unsaidOtherSubset(const ir::Edge& edge, const ir::StateIndex& graph,
                                                  const ir::Sdfg& sdfg, const ir::DaceRules& rules);

/// Says the other region where the rules have another one than ir::unsaidRegion.
void sayCopies(ir::State& state, const ir::Sdfg& sdfg, const ir::DaceRules& rules);

} // namespace mw::io
