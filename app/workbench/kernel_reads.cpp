// Notes what kernels depend on, so that what was worked out of them can be kept.
#include "app/workbench/kernel_reads.h"

#include "core/ir/index.h"
#include "transforms/framework/kept.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace mw::workbench {

namespace {

bool isTemporary(const ir::Sdfg& sdfg, const ir::Node* node) {
    const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
    const auto* data = access ? sdfg.data(access->data) : nullptr;
    return data && data->transient;
}

/// Notes all that what a kernel moves depends on: a map or another node at the top of its state,
/// what stands in it, and its memlets.
void noteKernel(const transforms::StateView& state, NodeId id) {
    const auto& index = *state.index;
    index.node(id);
    index.inEdges(id);
    for (const ir::Edge* edge : index.outEdges(id))
        if (!edge->memlet.data.empty())
            state.sdfg->data(edge->memlet.data);
    for (const ir::Edge* edge : index.inEdges(id))
        if (!edge->memlet.data.empty())
            state.sdfg->data(edge->memlet.data);
    const ir::Node* node = index.node(id);
    if (!node || !node->isEntry())
        return;
    for (const NodeId inside : index.children(id))
        noteKernel(state, inside);
}

/// The node at the top of the state that `id` is or stands in; of an exit its entry.
NodeId topOf(const ir::StateIndex& index, NodeId id) {
    if (const ir::Node* node = index.node(id); node && node->isExit())
        id = ir::entryOf(*node);
    while (const NodeId around = index.scope(id))
        id = around;
    return id;
}

/// The nested SDFGs around a state, and what their symbols stand for: whatever else changes in them
/// is no matter.
struct MappingsAround {
    using Mapping = std::vector<std::pair<std::string, symbolic::Expr>>;
    static std::vector<std::pair<ElementId, Mapping>> find(const transforms::DocumentView& view,
                                                           BlockId state) {
        std::vector<std::pair<ElementId, Mapping>> around;
        for (const auto* place = view.index().find(state); place && place->parent;
             place = view.index().find(place->parent)) {
            auto& [id, mapping] = around.emplace_back(place->parent, Mapping());
            const auto* outer = view.index().find(id);
            const auto* nested = outer && outer->node ? outer->node->as<ir::NestedSdfg>() : nullptr;
            if (nested)
                for (const auto& [name, value] : nested->symbolMapping)
                    mapping.emplace_back(name, value);
        }
        return around;
    }
};

} // namespace

void noteKernelsAround(const transforms::DocumentView& view, const std::vector<ElementId>& ids) {
    std::map<BlockId, transforms::StateView> states;
    std::set<std::pair<BlockId, NodeId>> found, tops;
    {
        const ir::Unnoted quiet; // which changes with all that is in there
        for (const ElementId id : ids) {
            const auto* place = view.index().find(id);
            if (!place || !place->node || !place->block)
                continue;
            if (auto state = view.state(place->block->id)) {
                found.emplace(place->block->id, place->node->id);
                states.emplace(place->block->id, std::move(*state));
            }
        }
    }
    for (const auto& [block, state] : states)
        transforms::asked<MappingsAround>(view, block);
    for (const auto& [block, node] : found)
        tops.emplace(block, topOf(*states.at(block).index, node));
    for (const auto& [block, top] : std::set(tops)) {
        const auto& state = states.at(block);
        const auto& index = *state.index;
        const auto add = [&, in = block](NodeId access) {
            tops.emplace(in, access);
            for (const ir::Edge* edge : index.inEdges(access))
                tops.emplace(in, topOf(index, edge->src));
            for (const ir::Edge* edge : index.outEdges(access))
                tops.emplace(in, topOf(index, edge->dst));
        };
        const ir::Node* node = index.node(top);
        const NodeId end = node && node->isEntry() ? ir::exitOf(*node) : top;
        for (const ir::Edge* edge : index.inEdges(top))
            if (isTemporary(*state.sdfg, index.node(edge->src)))
                add(edge->src);
        for (const ir::Edge* edge : index.outEdges(end))
            if (isTemporary(*state.sdfg, index.node(edge->dst)))
                add(edge->dst);
        if (node && node->as<ir::AccessNode>())
            add(top);
    }
    for (const auto& [block, top] : tops)
        noteKernel(states.at(block), top);
}

} // namespace mw::workbench
