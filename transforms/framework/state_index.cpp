// The index of a state, kept with the state.
#include "transforms/framework/state_index.h"

#include <algorithm>
#include <cassert>

namespace mw::transforms {

namespace {

using Place = ir::DocumentIndex::Place;

ir::BlockPtr blockIn(const ir::Region& region, const ir::Block* block) {
    const auto found = std::ranges::find(region.blocks, block, &ir::BlockPtr::get);
    return found == region.blocks.end() ? nullptr : *found;
}

/// The pointer by which the document holds a block.
ir::BlockPtr sharedBlock(const ir::DocumentIndex& index, const Place& place) {
    const Place* parent = index.find(place.parent);
    if (parent->kind == ir::ElementKind::sdfg)
        return blockIn(parent->sdfg->body, place.block);
    if (const auto* region = parent->block->region())
        return blockIn(*region, place.block);
    for (const auto& branch : parent->block->as<ir::ConditionalBlock>()->branches)
        if (branch.body.get() == place.block)
            return branch.body;
    return nullptr;
}

} // namespace

IndexedState indexedState(analysis::PartCache& kept, const ir::DocumentIndex& document,
                          BlockId state) {
    const Place* place = document.find(state);
    assert(place && place->kind == ir::ElementKind::block);
    ir::BlockPtr block = sharedBlock(document, *place);
    const ir::Unnoted unnoted; // the index notes itself what is read of it
    auto index = kept.of<ir::StateIndex>(
        block, [](const ir::Block& b) { return ir::StateIndex(*b.as<ir::State>(), b.id); });
    return {std::move(block), std::move(index)};
}

} // namespace mw::transforms
