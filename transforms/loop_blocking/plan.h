#pragma once

#include "core/symbolic/subset.h"
#include "transforms/toolkit/one_map.h"
#include "transforms/toolkit/replacement.h"

#include <set>
#include <string>
#include <vector>

// What the parts of the loop blocking tell each other: question and partition, then plan.

namespace mw::transforms {

/// One map and the parameter that is cut into blocks.
struct BlockingQuestion {
    const DocumentView& view;
    OneMap one;
    std::size_t dimension = 0; ///< of the blocked parameter

    const ir::Node& entry() const { return *one.entry; }
    const ir::StateIndex& index() const { return one.index(); }
    const ir::Sdfg& sdfg() const { return one.sdfg(); }
    const ir::Map& map() const { return one.map(); }
    const std::string& parameter() const { return map().params[dimension]; }
    const symbolic::Range& range() const { return map().range.dims[dimension]; }
};

/// What an iteration does without the blocked parameter, and the rest.
struct Partition {
    std::set<NodeId> independent;         ///< whole scopes, exits included
    std::vector<const ir::Edge*> results; ///< from an independent scalar to the exit
    std::set<NodeId> constants;           ///< of them, what needs no input: nothing is gained
    bool empty() const { return independent.empty(); }
    /// Nodes that are worth to be done once per block.
    std::size_t gain() const { return independent.size() - constants.size(); }
};
Partition partition(const BlockingQuestion& q);

/// Inputs of dependent nodes that are the same in a whole block: read once into a buffer.
struct Promotion {
    std::vector<const ir::Edge*> edges; ///< from one connector of the entry, of one region
    Part part;
    std::vector<LayoutChange> layout;

    const std::string& container() const { return edges.front()->memlet.data; }
};
std::vector<Promotion> promotions(const BlockingQuestion& q, const Partition& partition);

struct BlockingPlan {
    StateView at;
    NodeId entry;
    std::size_t dimension = 0;
    std::int64_t blockSize = 0;
    bool unroll = true;
    Partition partition;
    std::vector<Promotion> promotions;
};
ir::EditResult block(const ir::DocumentPtr& document, const BlockingPlan& plan);

} // namespace mw::transforms
