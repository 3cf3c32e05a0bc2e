// The order of states: one graph of the points before and after each block, and the ways that lead
// to a state.

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

BlockOrder::BlockOrder(const ir::Sdfg& sdfg) : program_(addPoints()) {
    Path around;
    addRegion(sdfg.body, program_, around);
}

BlockOrder::Points BlockOrder::addPoints() {
    next_.resize(next_.size() + 2);
    return {next_.size() - 2, next_.size() - 1};
}

void BlockOrder::addRegion(const ir::Region& region, Points around, Path& path) {
    for (const auto& block : region.blocks)
        points_.emplace(block->id, addPoints());
    const BlockId start = ir::startOf(region);
    next_[around.before].push_back(start ? points_.at(start).before : around.after);
    const analysis::RegionIndex index(region);
    for (const auto& block : region.blocks) {
        const Points points = points_.at(block->id);
        const auto& out = index.out(block->id);
        for (const ir::InterstateEdge* edge : out)
            if (index.block(edge->dst))
                next_[points.after].push_back(points_.at(edge->dst).before);
        if (std::ranges::none_of(out, isLeftFor))
            next_[points.after].push_back(around.after);
        path.push_back({&region, block.get()});
        addBlock(*block, points, path);
        path.pop_back();
    }
}

void BlockOrder::addBlock(const ir::Block& block, Points points, Path& path) {
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        return addBranches(*conditional, points, path);
    if (block.as<ir::ControlFlowRegion>())
        return addRegion(*block.region(), points, path);
    next_[points.before].push_back(points.after);
    if (block.as<ir::State>())
        paths_.emplace(block.id, path);
    else if (block.as<ir::LoopRegion>())
        addRegion(*block.region(), {points.before, points.before}, path);
    else
        structured_ = false;
}

void BlockOrder::addBranches(const ir::ConditionalBlock& conditional, Points points, Path& path) {
    bool complete = false;
    for (const ir::Branch& branch : conditional.branches) {
        if (branch.body && branch.body->region())
            addRegion(*branch.body->region(), points, path);
        else
            next_[points.before].push_back(points.after);
        complete = complete || !branch.condition;
    }
    if (!complete)
        next_[points.before].push_back(points.after);
}

/// By at least one step, not counting those into a state of `without` that is not the end.
bool BlockOrder::leads(Point from, Point to, const Way& without) const {
    std::vector<bool> seen(next_.size());
    for (const BlockId block : without)
        seen[points_.at(block).before] = true;
    std::vector<Point> open{from};
    while (!open.empty()) {
        const Point at = open.back();
        open.pop_back();
        for (const Point next : next_[at]) {
            if (next == to)
                return true;
            if (!seen[next]) {
                seen[next] = true;
                open.push_back(next);
            }
        }
    }
    return false;
}

bool BlockOrder::mayFollow(BlockId first, BlockId second, const Way& without) const {
    return leads(points_.at(first).after, points_.at(second).before, without);
}

bool BlockOrder::mayBeginWithout(BlockId state, const Way& without) const {
    return leads(program_.before, points_.at(state).before, without);
}

bool BlockOrder::alwaysFollows(BlockId first, BlockId second) const {
    return first != second && !leads(points_.at(first).after, program_.after, {second});
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
