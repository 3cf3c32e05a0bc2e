#pragma once

#include "core/ir/edit.h"
#include "transforms/toolkit/map_pair.h"

#include <string>
#include <vector>

// Two maps become one: the first entry and the second exit stay, everything inside both is between
// them.

namespace mw::transforms {

/// When inputs of the same container share a connector of the joined map.
enum class InputSharing : std::uint8_t {
    always,
    coveredOnly, ///< only where one region covers the other
    never,
};

/// The steps of joining two maps, in this order: renameSecond, the outputs of the first and the
/// inputs of the second that stay, finish. Refers to the state as it was before.
class MapJoin {
public:
    MapJoin(ir::Editor& editor, const MapPair& maps, InputSharing sharing)
        : editor_(editor), maps_(maps), sharing_(sharing) {}

    /// The second map's parameters get the names of the first's.
    void renameSecond(const Renaming& renaming);
    /// A new pair of connectors of the joined exit; the name without prefix.
    std::string addOutput(const std::string& wish);
    /// An output of the first map leaves through the second exit.
    void moveOutput(const ir::Edge& output);
    /// An input of the second map, an ordering edge or dynamic input included, comes in through the
    /// first entry.
    void moveInput(const ir::Edge& input);
    /// The label is the lexicographically smaller one, so that it does not depend on the order of
    /// joins. Access nodes that no edge is left at go; memlets of the scope are propagated.
    void finish();

private:
    bool shareConnector(const ir::Edge& input);
    bool mayShare(const ir::Edge& existing, const ir::Edge& input) const;
    BlockId state() const { return maps_.at.id; }

    ir::Editor& editor_;
    const MapPair& maps_;
    InputSharing sharing_;
    std::vector<NodeId> sources_; ///< of moved inputs: may be left without a use
};

} // namespace mw::transforms
