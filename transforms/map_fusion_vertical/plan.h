#pragma once

#include "transforms/framework/transformation.h"
#include "transforms/toolkit/relayout.h"
#include "transforms/toolkit/rename.h"

#include <memory>
#include <optional>
#include <variant>

// The numbers of conditions are those of the comment in map_fusion_vertical.cpp.

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
FusionOptions fusionOptions(const Params& params);

/// Two maps of one state.
struct MapPair {
    StateView at;
    const ir::Node* firstEntry = nullptr;
    const ir::Node* firstExit = nullptr;
    const ir::Node* secondEntry = nullptr;
    const ir::Node* secondExit = nullptr;

    const ir::Sdfg& sdfg() const { return *at.sdfg; }
    const ir::State& state() const { return at.state(); }
    const ir::StateIndex& index() const { return *at.index; }
    const ir::Map& firstMap() const { return firstEntry->as<ir::MapEntry>()->map; }
    const ir::Map& secondMap() const { return secondEntry->as<ir::MapEntry>()->map; }
};

/// One container that carries data from the first map to the second.
struct Intermediate {
    const ir::Node* access = nullptr;
    const ir::Edge* outEdge = nullptr;          ///< first exit -> access
    const ir::Edge* producer = nullptr;         ///< into the first exit
    symbolic::Subset written;                   ///< region of the producer, per iteration
    std::vector<const ir::Edge*> entryEdges;    ///< access -> second entry
    std::vector<const ir::Edge*> consumers;     ///< out of the second entry
    std::vector<bool> dropped;                  ///< dimensions that the temporary does not have
    std::vector<symbolic::Expr> temporaryShape; ///< of what is left
    std::vector<LayoutChange> layout;           ///< of what looks at it with strides of its own
    bool shared = false;                        ///< the container must stay
};

struct FusionPlan {
    MapPair maps;
    FusionOptions options;
    Renaming renaming; ///< parameters of the second map -> of the first
    std::vector<Intermediate> intermediates;
    std::vector<const ir::Edge*> pureOutputs; ///< first exit -> others
};

/// All conditions but the first: what to do, or why not.
std::variant<FusionPlan, Refusal> planFusion(const DocumentView& view, const MapPair& maps,
                                             const FusionOptions& options);

/// Carries the plan out.
Expected<ir::EditResult> fuse(const ir::DocumentPtr& document, const FusionPlan& plan);

} // namespace mw::transforms
