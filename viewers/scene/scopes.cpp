// Which scopes stand around an element.
#include "viewers/scene/scopes.h"

#include "core/analysis/kernel_names.h"
#include "viewers/layout/labels.h"

#include <algorithm>

namespace mw::viewers {

namespace {

using Place = ir::DocumentIndex::Place;

QString scopeText(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

bool isScope(const ir::Node& node) {
    const auto* nested = node.as<ir::NestedSdfg>();
    return node.isEntry() || (nested && nested->sdfg);
}

bool isScope(const ir::Block& block) {
    if (const auto* state = block.as<ir::State>())
        return !state->nodes.empty();
    return block.as<ir::ConditionalBlock>() || (block.region() && !block.region()->blocks.empty());
}

/// The element directly around one; of a node the scope that it stands in.
ElementId around(const ir::DocumentIndex& index, const Place& place) {
    if (place.edge) {
        const auto* source = index.find(place.edge->src);
        return source && source->node && source->node->isEntry() ? ElementId(place.edge->src)
               : source                                          ? around(index, *source)
                                                                 : place.parent;
    }
    if (!place.node)
        return place.parent;
    const ir::StateIndex state(*place.block->as<ir::State>());
    const NodeId entry = ir::entryOf(*place.node);
    const NodeId scope = state.scope(entry ? entry : place.node->id);
    return scope ? ElementId(scope) : place.parent;
}

/// The blocks of an SDFG that have something inside.
std::vector<const ir::Block*> fullBlocks(const ir::Region& region) {
    std::vector<const ir::Block*> blocks;
    for (const auto& block : region.blocks)
        if (isScope(*block))
            blocks.push_back(block.get());
    return blocks;
}

/// A state that has all of its SDFG's dataflow.
bool isAlone(const Place& block) {
    const auto blocks = fullBlocks(block.sdfg->body);
    return block.block->as<ir::State>() && blocks.size() == 1 && blocks.front() == block.block;
}

/// The only node of a state besides access nodes, if it is a nested SDFG.
const ir::Node* onlyNested(const ir::State& state) {
    const ir::Node* only = nullptr;
    for (const auto& node : state.nodes) {
        if (node->as<ir::AccessNode>())
            continue;
        if (only || !node->as<ir::NestedSdfg>() || !isScope(*node))
            return nullptr;
        only = node.get();
    }
    return only;
}

/// Maps outside of maps, those of nested SDFGs included.
std::size_t kernelsIn(const ir::Sdfg& sdfg) {
    std::size_t count = 0;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state || state->nodes.empty())
            return;
        const ir::StateIndex index(*state);
        for (const auto& node : state->nodes) {
            if (index.scope(node->id))
                continue;
            const auto* nested = node->as<ir::NestedSdfg>();
            count += nested && nested->sdfg ? kernelsIn(*nested->sdfg)
                                            : (node->as<ir::MapEntry>() ? 1 : 0);
        }
    });
    return count;
}

/// The nested SDFG of a state of this SDFG that has nearly all of its kernels, more than one; null:
/// none has.
const ir::Node* nearlyAll(const ir::Sdfg& sdfg) {
    constexpr std::size_t kOf = 10, kAtLeast = 9; // nine of ten
    const std::size_t all = kernelsIn(sdfg);
    for (const auto& block : sdfg.body.blocks)
        if (const auto* state = block->as<ir::State>())
            for (const auto& node : state->nodes) {
                const auto* nested = node->as<ir::NestedSdfg>();
                if (!nested || !isScope(*node) || ir::StateIndex(*state).scope(node->id))
                    continue;
                const std::size_t inside = kernelsIn(*nested->sdfg);
                if (inside > 1 && inside * kOf >= all * kAtLeast)
                    return node.get();
            }
    return nullptr;
}

} // namespace

ElementId scopeOf(const ir::DocumentIndex& index, ElementId id) {
    const auto* place = index.find(id);
    if (!place)
        return {};
    if (place->kind == ir::ElementKind::sdfg)
        return place->parent;
    if (place->node) {
        if (const NodeId entry = ir::entryOf(*place->node))
            return entry;
        return isScope(*place->node) ? id : ElementId{};
    }
    return place->kind == ir::ElementKind::block && isScope(*place->block) ? id : ElementId{};
}

std::vector<ElementId> scopesAround(const ir::DocumentIndex& index, ElementId id) {
    std::vector<ElementId> scopes;
    const auto* place = index.find(id);
    while (place) {
        id = around(index, *place);
        place = index.find(id);
        const bool skipped = !place || place->kind == ir::ElementKind::sdfg ||
                             (place->kind == ir::ElementKind::block && isAlone(*place));
        if (!skipped)
            scopes.push_back(id);
    }
    std::ranges::reverse(scopes);
    return scopes;
}

QString scopeTitle(const ir::DocumentIndex& index, ElementId scope) {
    const auto* place = index.find(scope);
    if (!place)
        return scopeText(index.document()->root->name);
    if (place->node) {
        const auto name = analysis::nameOf(index, *place->node);
        return scopeText(name.substr(0, name.find('[')));
    }
    if (place->kind == ir::ElementKind::block)
        if (const auto* loop = place->block->as<ir::LoopRegion>())
            return scopeText(layout::loopText(*loop));
    return place->block ? scopeText(place->block->label) : scopeText(place->sdfg->name);
}

std::vector<ElementId> openingScopes(const ir::Document& document) {
    std::vector<ElementId> scopes;
    const ir::Sdfg* sdfg = document.root.get();
    while (sdfg) {
        const auto blocks = fullBlocks(sdfg->body);
        const auto* state = blocks.size() == 1 ? blocks.front()->as<ir::State>() : nullptr;
        const ir::Node* nested = state ? onlyNested(*state) : nullptr;
        if (!nested)
            nested = nearlyAll(*sdfg);
        if (nested)
            scopes.emplace_back(nested->id);
        sdfg = nested ? nested->as<ir::NestedSdfg>()->sdfg.get() : nullptr;
    }
    return scopes;
}

} // namespace mw::viewers
