// Where blocks stand in the control flow, and which states write what before others read it.
#include "core/analysis/index_program.h"

#include "core/analysis/analysis.h"
#include "core/analysis/footprint.h"

#include <algorithm>

namespace mw::analysis {

namespace {

/// Whether the edges of the region lead from some block back to it.
bool hasCycle(const ir::Region& region) {
    std::map<BlockId, int> waiting; // edges into each block from blocks not yet left
    for (const auto& block : region.blocks)
        waiting[block->id] = 0;
    for (const auto& edge : region.edges)
        ++waiting[edge.dst];
    std::vector<BlockId> ready;
    for (const auto& [block, count] : waiting)
        if (count == 0)
            ready.push_back(block);
    std::size_t left = 0;
    while (!ready.empty()) {
        const BlockId block = ready.back();
        ready.pop_back();
        ++left;
        for (const auto& edge : region.edges)
            if (edge.src == block && --waiting[edge.dst] == 0)
                ready.push_back(edge.dst);
    }
    return left < waiting.size();
}

} // namespace

SdfgParts::SdfgParts(const ir::Sdfg& sdfg) : sdfg_(sdfg) {
    region(sdfg.body, nullptr);
}

void SdfgParts::region(const ir::Region& region, const FlowPosition* around) {
    const bool repeated = (around && repeats(*around)) || hasCycle(region);
    for (const auto& edge : region.edges)
        for (const auto& [name, text] : edge.assignments)
            assignments_[name].push_back({text, &edge, around, repeated});
    for (const auto& inner : region.blocks)
        block(*inner, places_.emplace_back(FlowPosition{around, &region, inner.get()}));
}

void SdfgParts::block(const ir::Block& block, const FlowPosition& place) {
    if (const auto* state = block.as<ir::State>()) {
        states_.emplace_back(*state, place);
    } else if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
        for (std::size_t i = 0; i < conditional->branches.size(); ++i)
            if (const auto& body = conditional->branches[i].body)
                this->block(*body, places_.emplace_back(FlowPosition{&place, nullptr, body.get(),
                                                                     static_cast<int>(i)}));
    } else if (const ir::Region* inner = block.region()) {
        if (const auto* loop = block.as<ir::LoopRegion>(); loop && !loop->loopVariable.empty())
            loopVariables_.insert(loop->loopVariable);
        region(*inner, &place);
    }
}

bool SdfgParts::repeats(const FlowPosition& place) {
    for (const FlowPosition* at = &place; at; at = at->outer)
        if (at->block->as<ir::LoopRegion>() || (at->region && hasCycle(*at->region)))
            return true;
    return false;
}

const std::vector<ContainerWrite>& SdfgParts::writes(std::string_view container) const {
    if (!writesKnown_) {
        for (const StatePart& state : states_)
            for (const auto& edge : state.state.edges) {
                const ir::Node* source = state.index.node(edge->src);
                const ir::Node* next = state.index.node(edge->dst);
                if (edge->memlet.empty() || !source || !next || source->isExit() || next->isEntry())
                    continue;
                const ir::Node* target = state.ends().target(*edge);
                if (const auto* access = target ? target->as<ir::AccessNode>() : nullptr)
                    writes_[access->data].push_back({&state, edge.get(), target->id});
            }
        writesKnown_ = true;
    }
    static const std::vector<ContainerWrite> kNone;
    const auto found = writes_.find(container);
    return found == writes_.end() ? kNone : found->second;
}

NameSet changedIn(const ir::Block& block) {
    NameSet names;
    const auto inRegion = [&](const ir::Region& region) {
        forEachInterstateEdge(region, [&](const ir::InterstateEdge& edge) {
            for (const auto& [name, text] : edge.assignments)
                names.insert(name);
        });
        ir::forEachBlock(region, [&](const ir::Block& inner) {
            if (const auto* state = inner.as<ir::State>())
                names.merge(accessSets(*state).written);
            else if (const auto* loop = inner.as<ir::LoopRegion>())
                names.insert(loop->loopVariable);
        });
    };
    if (const auto* state = block.as<ir::State>())
        return accessSets(*state).written;
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        for (const auto& branch : conditional->branches)
            if (branch.body)
                names.merge(changedIn(*branch.body));
    if (const auto* loop = block.as<ir::LoopRegion>())
        names.insert(loop->loopVariable);
    if (const ir::Region* inner = block.region())
        inRegion(*inner);
    return names;
}

} // namespace mw::analysis
