#pragma once

#include "core/analysis/footprint.h"

#include <map>
#include <memory>

namespace mw::analysis {

/// The footprint of an SDFG, and those of nested ones by their nodes, which it is made of. Nested
/// ones that share nothing with it are left out.
struct NestedFootprints {
    Footprint own;
    std::map<NodeId, std::shared_ptr<const NestedFootprints>> nested;
};
NestedFootprints nestedFootprints(const ir::Sdfg& sdfg);

/// Those of the SDFG that a node of the SDFG around it nests: from there, else found out.
std::shared_ptr<const NestedFootprints> footprintsOf(const NestedFootprints& around, NodeId node,
                                                     const ir::Sdfg& nested);

} // namespace mw::analysis
