#pragma once

#include "core/ir/edit.h"
#include "transforms/framework/view.h"
#include "transforms/toolkit/condition_block.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mw::transforms {

/// An input of a condition block that one branch alone reads, once.
struct BranchInput {
    std::string connector;
    std::size_t branch = 0;
    const ir::Edge* edge = nullptr;  ///< from an access node to the block
    const ir::Node* inner = nullptr; ///< the access node that reads it
};

/// What in the scope of a block only one of its branches needs.
struct Relocatable {
    std::map<NodeId, std::size_t> branches; ///< of nodes: which branch they move into
    std::vector<BranchInput> inputs;        ///< whose values are computed in there then

    bool has(NodeId node) const { return branches.contains(node); }
    /// Memlets that come into the moving nodes from outside.
    std::vector<const ir::Edge*> border(const ir::StateIndex& index) const;
};
/// Empty when no code moves.
Relocatable relocatable(const DocumentView& view, const StateView& at, const ConditionBlock& block);

struct MovePlan {
    StateView at;
    ConditionBlock block;
    Relocatable moved;
    std::set<std::string> symbols = {}; ///< that the moving nodes name
};

/// The access node that an edge at the border comes from, behind all scopes.
const ir::Node* sourceOf(const ir::StateIndex& index, const ir::Edge& edge);

void moveIntoBranches(ir::Editor& editor, const MovePlan& plan);

} // namespace mw::transforms
