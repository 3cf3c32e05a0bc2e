#pragma once

#include "core/ir/sdfg.h"

#include <unordered_map>
#include <vector>

namespace mw::analysis {

/// Blocks of one region (not of inner ones) and the edges at them. Refers into the region.
class RegionIndex {
public:
    explicit RegionIndex(const ir::Region& region) {
        for (const auto& block : region.blocks)
            blocks_.emplace(block->id, block.get());
        for (const auto& edge : region.edges) {
            out_[edge.src].push_back(&edge);
            ++entries_[edge.dst];
        }
    }

    const ir::Block* block(BlockId id) const { ///< nullptr when absent
        const auto found = blocks_.find(id);
        return found == blocks_.end() ? nullptr : found->second;
    }
    using Edges = std::vector<const ir::InterstateEdge*>;
    const Edges& out(BlockId id) const { ///< in file order
        static const Edges kNone;
        const auto found = out_.find(id);
        return found == out_.end() ? kNone : found->second;
    }
    std::size_t entries(BlockId id) const { ///< number of edges that lead to it
        const auto found = entries_.find(id);
        return found == entries_.end() ? 0 : found->second;
    }

private:
    std::unordered_map<BlockId, const ir::Block*> blocks_;
    std::unordered_map<BlockId, Edges> out_;
    std::unordered_map<BlockId, std::size_t> entries_;
};

} // namespace mw::analysis
