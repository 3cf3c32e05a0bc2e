// Blocks as control reaches them.
#include "core/analysis/program_order.h"

#include "core/ir/index.h"

#include <algorithm>
#include <map>

namespace mw::analysis {

std::vector<ir::BlockPtr> inProgramOrder(const ir::Region& region) {
    std::map<BlockId, ir::BlockPtr> left;
    for (const auto& block : region.blocks)
        left.emplace(block->id, block);
    std::map<BlockId, std::size_t> waiting; // edges from blocks that are still to come
    for (const auto& edge : region.edges)
        ++waiting[edge.dst];
    std::vector<ir::BlockPtr> order;
    const auto take = [&](BlockId id) {
        order.push_back(left.at(id));
        left.erase(id);
        for (const auto& edge : region.edges)
            if (edge.src == id)
                --waiting[edge.dst];
    };
    if (const BlockId start = ir::startOf(region); left.contains(start))
        take(start);
    while (!left.empty()) {
        // Of a cycle (a loop of the old kind) the block that the file has first.
        auto next = std::ranges::find_if(region.blocks, [&](const ir::BlockPtr& block) {
            return left.contains(block->id) && waiting[block->id] == 0;
        });
        if (next == region.blocks.end())
            next = std::ranges::find_if(region.blocks, [&](const ir::BlockPtr& block) {
                return left.contains(block->id) &&
                       std::ranges::any_of(region.edges, [&](const auto& edge) {
                           return edge.dst == block->id && !left.contains(edge.src);
                       });
            });
        if (next == region.blocks.end())
            next = std::ranges::find_if(
                region.blocks, [&](const ir::BlockPtr& block) { return left.contains(block->id); });
        take((*next)->id);
    }
    return order;
}

} // namespace mw::analysis
