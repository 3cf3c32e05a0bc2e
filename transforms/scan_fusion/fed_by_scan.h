#pragma once

#include "transforms/toolkit/between_maps.h"
#include "transforms/toolkit/map_pair.h"
#include "transforms/toolkit/replacement.h"

#include <cstdint>
#include <map>
#include <variant>
#include <vector>

// A map that is fed by a scan: the conditions under which it moves into the scan's loop, and the
// plan that they make. Their numbers are those of the comment in scan_fusion.cpp.

namespace mw::transforms {

/// The loop of a nested SDFG in a map over columns.
struct ScanLoop {
    const ir::Node* node = nullptr; ///< the nested SDFG
    const ir::Block* loop = nullptr;
    const ir::Block* last = nullptr; ///< of the loop's body
    symbolic::Range range;           ///< of the loop's variable, outside of the nested SDFG
    bool downwards = false;
    symbolic::Substitution outwards; ///< symbols of the nested SDFG, as seen from its node

    const ir::Sdfg& sdfg() const { return *node->as<ir::NestedSdfg>()->sdfg; }
    const std::string& variable() const { return loop->as<ir::LoopRegion>()->loopVariable; }
};

/// A container that the scan writes, level by level, and the second map reads.
struct Scanned {
    const ir::Node* access = nullptr;  ///< between the maps
    const ir::Edge* output = nullptr;  ///< first exit -> access
    const ir::Edge* column = nullptr;  ///< nested SDFG -> first exit
    Part element;                      ///< that an iteration of the loop writes, in the column
    std::vector<symbolic::Expr> place; ///< its indices in the container, without the loop's part
    std::size_t levelDim = 0;          ///< to which the loop's variable is added
    /// Edges out of the second entry, by how many iterations before the element was written.
    std::map<std::int64_t, std::vector<const ir::Edge*>> reads;
    const ir::Edge* back = nullptr; ///< into the second exit: it is written in place
    bool goes = false;              ///< nobody else needs it

    const std::string& data() const { return access->as<ir::AccessNode>()->data; }
    const std::string& name() const { return column->srcConnector; } ///< in the nested SDFG
};

struct FedPlan {
    MapPair maps; ///< the scan's and the one that moves
    ScanLoop scan;
    std::string level;            ///< the second map's parameter that the loop takes the place of
    Renaming columns;             ///< the second map's other parameters: those of the first
    symbolic::Expr shift;         ///< the level that is computed, minus the loop's variable
    bool guarded = false;         ///< the loop has more levels than the second map
    std::vector<Scanned> scanned; ///< in the order of their nodes
};

std::variant<FedPlan, Refusal> checkFedByScan(const DocumentView& view, const BetweenMaps& found);
/// Carries the plan out.
ir::EditResult moveIntoLoop(const DocumentView& view, const FedPlan& plan);

} // namespace mw::transforms
