// Accesses of a program in their order: by states, and inside a state by its edges.
#include "core/link/detail/ordered_accesses.h"

#include "core/analysis/names.h"
#include "core/analysis/program_order.h"
#include "core/analysis/read_by_name.h"
#include "core/ir/connectors.h"

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

/// Containers at the connectors of a nested SDFG that are in `inside`.
void addOutside(const ir::StateIndex& index, const ir::Node& node, const analysis::NameSet& inside,
                analysis::NameSet& into) {
    const auto add = [&](const ir::Edge& edge, const std::string& connector) {
        if (inside.contains(connector) && !edge.memlet.empty())
            into.emplace(analysis::containerOf(edge.memlet.data));
    };
    for (const ir::Edge* edge : index.inEdges(node.id))
        add(*edge, edge->dstConnector);
    for (const ir::Edge* edge : index.outEdges(node.id))
        add(*edge, edge->srcConnector);
}

/// Containers that edges with a conflict resolution add to.
void addAccumulated(const ir::State& state, analysis::NameSet& into) {
    for (const auto& edge : state.edges)
        if (!edge->memlet.wcr.empty())
            into.emplace(analysis::containerOf(edge->memlet.data));
}

analysis::NameSet unlisted(const ir::Sdfg& sdfg) {
    analysis::NameSet names = analysis::readByName(sdfg);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const ir::StateIndex index(*state);
        for (const auto& node : state->nodes) {
            const auto ranges =
                node->isEntry() ? ir::dynamicInputs(*node) : std::vector<std::string>{};
            addOutside(index, *node, {ranges.begin(), ranges.end()}, names);
            const auto* nested = node->as<ir::NestedSdfg>();
            if (!nested || !nested->sdfg)
                continue;
            analysis::NameSet inside = unlisted(*nested->sdfg);
            ir::forEachBlock(nested->sdfg->body, [&](const ir::Block& inner) {
                if (const auto* content = inner.as<ir::State>())
                    addAccumulated(*content, inside);
            });
            addOutside(index, *node, inside, names);
        }
    });
    return names;
}

} // namespace

OrderedAccesses::OrderedAccesses(const ir::Sdfg& sdfg)
    : footprint_(analysis::footprint(sdfg)), unlisted_(unlisted(sdfg)) {
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
