// Accesses of a program in their order: by states, and inside a state by its edges.
#include "core/link/detail/ordered_accesses.h"

#include "core/analysis/names.h"
#include "core/analysis/program_order.h"

#include <algorithm>

namespace mw::link {

namespace {

bool showsOther(const ir::Sdfg& sdfg, const ir::Node* node) {
    const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
    const auto* data = access ? analysis::dataNamed(sdfg, access->data) : nullptr;
    return data && (data->kind == ir::DataKind::view || data->kind == ir::DataKind::reference);
}

/// The trips of a map over the region itself: where it makes none, the region is empty.
bool isExtent(const symbolic::Expr& trip, const symbolic::Subset& region) {
    return std::ranges::any_of(region.dims, [&](const symbolic::Range& range) {
        return symbolic::equal(trip, range.size());
    });
}

} // namespace

OrderedAccesses::OrderedAccesses(const ir::Sdfg& sdfg) : footprint_(analysis::footprint(sdfg)) {
    walk(sdfg.body, {});
    collectViewed(sdfg);
}

void OrderedAccesses::walk(const ir::Region& region, const std::vector<BlockId>& loops) {
    for (const auto& block : analysis::inProgramOrder(region))
        walk(*block, loops);
}

void OrderedAccesses::walk(const ir::Block& block, std::vector<BlockId> loops) {
    if (const auto* state = block.as<ir::State>()) {
        for (const auto& node : state->nodes)
            places_[node->id] = {states_.size(), loops};
        states_.push_back(std::make_unique<const ir::StateIndex>(*state));
        return;
    }
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        for (const auto& branch : conditional->branches)
            if (branch.body)
                walk(*branch.body, loops);
    if (block.as<ir::LoopRegion>())
        loops.push_back(block.id);
    if (const ir::Region* inner = block.region())
        walk(*inner, loops);
}

void OrderedAccesses::collectViewed(const ir::Sdfg& sdfg) {
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const ir::StateIndex index(*state);
        for (const auto& edge : state->edges)
            if (showsOther(sdfg, index.node(edge->src)))
                viewed_.insert(edge->id);
        for (const auto& node : state->nodes)
            if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                collectViewed(*nested->sdfg);
    });
}

const std::vector<analysis::Access>* OrderedAccesses::of(const std::string& container) const {
    const auto found = footprint_.find(container);
    return found == footprint_.end() ? nullptr : &found->second;
}

bool OrderedAccesses::isCertain(const analysis::Access& write) const {
    return write.reach == analysis::Reach::all && !viewed_.contains(write.memlet) &&
           std::ranges::all_of(write.region.dims,
                               [](const symbolic::Range& range) {
                                   return range.step.isInteger(1) && range.tile.isInteger(1);
                               }) &&
           std::ranges::all_of(write.trips, [&](const symbolic::Expr& trip) {
               const auto count = trip.asInteger();
               return count ? *count > 0 : isExtent(trip, write.region);
           });
}

bool OrderedAccesses::precedes(const analysis::Access& write, const analysis::Access& read) const {
    const auto first = places_.find(write.accessNode), second = places_.find(read.accessNode);
    if (first == places_.end() || second == places_.end())
        return false;
    const auto inLoop = [&](BlockId loop) {
        return std::ranges::find(second->second.loops, loop) != second->second.loops.end();
    };
    if (std::ranges::any_of(first->second.loops, inLoop))
        return false; // the read of one iteration comes before the writes of later ones
    if (first->second.state != second->second.state)
        return first->second.state < second->second.state;
    return states_[first->second.state]->reaches(write.accessNode, read.accessNode);
}

} // namespace mw::link
