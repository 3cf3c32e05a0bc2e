#pragma once

#include "transforms/toolkit/map_pair.h"
#include "transforms/toolkit/relayout.h"
#include "transforms/toolkit/replacement.h"

#include <variant>
#include <vector>

// The plan that the conditions of the fusion make. Their numbers are those of the comment in
// map_fusion_vertical.cpp.

namespace mw::transforms {

/// The options of the fusion as the parameters give them.
struct FusionOptions {
    bool onlyInnerMaps = false;
    bool onlyToplevelMaps = false;
    bool strictDataflow = false;
    bool assumeAlwaysShared = false;
    bool requireExclusiveIntermediates = false;
    bool requireAllIntermediates = false;
    bool consolidateEdgesOnlyIfNotExtending = false;
    bool neverConsolidateEdges = false;
};

/// One container that carries data from the first map to the second.
struct Intermediate {
    const ir::Node* access = nullptr;
    const ir::Edge* outEdge = nullptr;       ///< first exit -> access
    const ir::Edge* producer = nullptr;      ///< into the first exit
    Part part;                               ///< that an iteration writes, as the temporary has it
    std::vector<const ir::Edge*> entryEdges; ///< access -> second entry
    std::vector<const ir::Edge*> consumers;  ///< out of the second entry
    std::vector<LayoutChange> layout;        ///< of what looks at it with strides of its own
    bool shared = false;                     ///< the container must stay

    const std::string& data() const { return access->as<ir::AccessNode>()->data; }
};

struct FusionPlan {
    MapPair maps;
    FusionOptions options;
    Renaming renaming; ///< parameters of the second map -> of the first
    std::vector<Intermediate> intermediates;
    std::vector<const ir::Edge*> pureOutputs; ///< first exit -> others
};

/// The inputs of the conditions. Each check returns the refusal of the first condition that fails,
/// in the order of the numbers.
struct FusionQuestion {
    const DocumentView& view;
    const MapPair& maps;
    const FusionOptions& options;
    SubsetRelation relation; ///< over the iterations of the first map
    Renaming renaming;       ///< known after condition 4
    symbolic::Substitution renamed;

    const ir::StateIndex& index() const { return maps.index(); }
    const ir::Sdfg& sdfg() const { return maps.sdfg(); }
    /// Region of the second map's body in terms of the first map's parameters.
    symbolic::Subset inFirst(const symbolic::Subset& subset) const {
        return renaming.empty() ? subset : subset.substitute(renamed);
    }
};

MaybeRefusal checkOuterData(FusionQuestion& q);                         // condition 6
MaybeRefusal findIntermediates(FusionQuestion& q, FusionPlan& plan);    // conditions 7 to 10
MaybeRefusal checkTemporary(const FusionQuestion& q, Intermediate& i);  // condition 10
MaybeRefusal checkSharing(const FusionQuestion& q, FusionPlan& plan);   // condition 11
MaybeRefusal checkBodyOrder(FusionQuestion& q, const FusionPlan& plan); // condition 12

/// Carries the plan out.
ir::EditResult fuse(const ir::DocumentPtr& document, const FusionPlan& plan);

} // namespace mw::transforms
