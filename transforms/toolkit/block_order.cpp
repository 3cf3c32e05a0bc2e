// The order of states: reachability in each region, loops around, and the ways that lead to a
// state.

#include "transforms/toolkit/block_order.h"

#include "core/analysis/region_index.h"
#include "core/ir/predicates.h"

#include <algorithm>

namespace mw::transforms {

namespace {

constexpr std::size_t kMostWays = 256;

template <class Ways>
Ways combined(const Ways& first, const Ways& then) {
    Ways all;
    for (const auto& one : first)
        for (const auto& other : then) {
            auto way = one;
            way.insert(other.begin(), other.end());
            all.insert(std::move(way));
        }
    return all;
}

bool isLeftFor(const ir::InterstateEdge* edge) {
    return ir::isAlwaysTrue(edge->condition);
}

} // namespace

BlockOrder::BlockOrder(const ir::Sdfg& sdfg) {
    Path around;
    addPaths(sdfg.body, around);
}

void BlockOrder::addPaths(const ir::Region& region, Path& around) {
    for (const auto& block : region.blocks) {
        around.push_back({&region, block.get()});
        if (block->as<ir::State>())
            paths_.emplace(block->id, around);
        else if (block->as<ir::JumpBlock>() || block->as<ir::UnknownBlock>())
            structured_ = false;
        if (const auto* conditional = block->as<ir::ConditionalBlock>()) {
            for (const ir::Branch& branch : conditional->branches)
                if (branch.body && branch.body->region())
                    addPaths(*branch.body->region(), around);
        } else if (const ir::Region* inner = block->region()) {
            addPaths(*inner, around);
        }
        around.pop_back();
    }
}

/// By at least one edge.
bool BlockOrder::leadsTo(const ir::Region& region, BlockId from, BlockId to) {
    const analysis::RegionIndex index(region);
    bool found = false;
    std::set<BlockId> seen;
    analysis::visitDepthFirst(
        index, from, seen, [](const ir::Block&) {},
        [&](const ir::InterstateEdge& edge) { found = found || edge.dst == to; });
    return found;
}

bool BlockOrder::alwaysLeadsTo(const ir::Region& region, BlockId from, BlockId to) {
    const analysis::RegionIndex index(region);
    bool always = true;
    std::set<BlockId> seen{to};
    analysis::visitDepthFirst(
        index, from, seen,
        [&](const ir::Block& block) {
            always = always && std::ranges::any_of(index.out(block.id), isLeftFor);
        },
        [](const ir::InterstateEdge&) {});
    return always;
}

bool BlockOrder::mayFollow(BlockId first, BlockId second) const {
    const Path &a = pathOf(first), &b = pathOf(second);
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        if (a[i].region != b[i].region) // two branches of one conditional
            return false;
        if (a[i].block != b[i].block)
            return leadsTo(*a[i].region, a[i].block->id, b[i].block->id);
        if (a[i].block->as<ir::LoopRegion>() ||
            leadsTo(*a[i].region, a[i].block->id, a[i].block->id))
            return true;
    }
    return false;
}

bool BlockOrder::alwaysFollows(BlockId first, BlockId second) const {
    const Path &a = pathOf(first), &b = pathOf(second);
    const std::size_t last = b.size() - 1;
    for (std::size_t i = 0; i < last; ++i)
        if (i >= a.size() || a[i].block != b[i].block)
            return false;
    return last < a.size() && a[last].region == b[last].region && first != second &&
           alwaysLeadsTo(*b[last].region, a[last].block->id, second);
}

std::optional<BlockOrder::Ways> BlockOrder::waysThrough(const ir::Block& block, const Way& marked) {
    if (block.as<ir::State>())
        return Ways{marked.contains(block.id) ? Way{block.id} : Way{}};
    if (block.as<ir::ControlFlowRegion>())
        return waysThrough(*block.region(), {}, marked);
    const auto* conditional = block.as<ir::ConditionalBlock>();
    if (!conditional)
        return Ways{Way{}};
    Ways all;
    bool complete = false;
    for (const ir::Branch& branch : conditional->branches) {
        const auto ways = branch.body ? waysThrough(*branch.body, marked) : Ways{Way{}};
        if (!ways)
            return std::nullopt;
        all.insert(ways->begin(), ways->end());
        complete = complete || !branch.condition;
    }
    if (!complete)
        all.insert(Way{});
    return all;
}

/// To the block `stop` without it; where that is 0, to the end of the region.
std::optional<BlockOrder::Ways> BlockOrder::waysThrough(const ir::Region& region, BlockId stop,
                                                        const Way& marked) {
    const analysis::RegionIndex index(region);
    Ways found;
    std::set<std::pair<BlockId, Way>> seen;
    std::vector<std::pair<BlockId, Way>> open;
    const auto reach = [&](BlockId block, const Way& way) {
        if (block == stop)
            found.insert(way);
        else if (seen.emplace(block, way).second)
            open.emplace_back(block, way);
    };
    if (const BlockId start = ir::startOf(region))
        reach(start, {});
    else
        found.insert(Way{});
    while (!open.empty()) {
        const auto [id, way] = open.back();
        open.pop_back();
        const ir::Block* block = index.block(id);
        const auto through = block ? waysThrough(*block, marked) : std::nullopt;
        if (!through || seen.size() > kMostWays * region.blocks.size())
            return std::nullopt;
        const auto& out = index.out(id);
        for (const Way& further : combined(Ways{way}, *through)) {
            for (const ir::InterstateEdge* edge : out)
                reach(edge->dst, further);
            if (!stop && std::ranges::none_of(out, isLeftFor))
                found.insert(further);
        }
    }
    return found;
}

std::optional<std::set<BlockOrder::Way>> BlockOrder::waysTo(BlockId state,
                                                            const Way& marked) const {
    Ways all{Way{}};
    for (const Step& step : pathOf(state)) {
        const auto ways = waysThrough(*step.region, step.block->id, marked);
        if (!ways)
            return std::nullopt;
        all = combined(all, *ways);
        if (all.size() > kMostWays)
            return std::nullopt;
    }
    return all;
}

} // namespace mw::transforms
