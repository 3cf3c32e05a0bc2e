#pragma once

#include "core/ir/sdfg.h"

#include <set>
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

/// Visits the blocks of a region depth first from `start` on, edges in the order of the file:
/// `enter(block)` once for each that is reached and not yet in `seen`, `follow(edge)` for every
/// edge out of it, before its target. Without recursion: a program may have thousands of blocks in
/// a row.
template <class Enter, class Follow>
void visitDepthFirst(const RegionIndex& index, BlockId start, std::set<BlockId>& seen, Enter enter,
                     Follow follow) {
    struct Visit {
        BlockId block;
        std::size_t next; ///< of its edges
    };
    std::vector<Visit> open;
    const auto reach = [&](BlockId id) {
        const ir::Block* block = index.block(id);
        if (!block || !seen.insert(id).second)
            return;
        enter(*block);
        open.push_back({id, 0});
    };
    reach(start);
    while (!open.empty()) {
        auto& [block, next] = open.back();
        if (next == index.out(block).size()) {
            open.pop_back();
            continue;
        }
        const ir::InterstateEdge& edge = *index.out(block)[next++];
        follow(edge);
        reach(edge.dst);
    }
}

} // namespace mw::analysis
