// The buffer goes: its uses are led to the container, and copies between the two are order alone.

#include "transforms/toolkit/scope.h"
#include "transforms/write_back_buffer_elimination/buffer.h"

#include <algorithm>

namespace mw::transforms {

namespace {

constexpr auto kWriteBackStride = "write_back_strides_mapping_";

/// Edges into a node or out of it, as the edit has left them so far.
std::size_t edgesAt(const ir::State& state, NodeId node, bool in) {
    return static_cast<std::size_t>(
        std::ranges::count_if(state.edges, [&](const ir::EdgePtr& edge) {
            return (in ? edge->dst : edge->src) == node;
        }));
}

void moveReaders(ir::Editor& editor, BlockId id, NodeId from, NodeId to) {
    std::vector<EdgeId> edges;
    for (const auto& edge : editor.state(id).edges)
        if (edge->src == from)
            edges.push_back(edge->id);
    for (const EdgeId edge : edges)
        editor.edge(id, edge).src = to;
}

/// A copy of elements to themselves: both nodes become one where nothing else leads to the second;
/// else order stays where there is something to order.
void dropCopy(ir::Editor& editor, BlockId id, EdgeId copy) {
    ir::Edge& edge = editor.edge(id, copy);
    const NodeId first = edge.src, second = edge.dst;
    edge.memlet = {};
    edge.srcConnector.clear();
    edge.dstConnector.clear();
    const ir::State& state = editor.state(id);
    const bool another = std::ranges::any_of(state.edges, [&](const ir::EdgePtr& e) {
        return e->id != copy && e->src == first && e->dst == second;
    });
    if (!another && edgesAt(state, second, true) == 1) {
        moveReaders(editor, id, second, first);
        editor.removeNode(id, second);
        editor.replaced(second, first);
    } else if (another || edgesAt(state, first, true) == 0 || edgesAt(state, second, false) == 0) {
        editor.removeEdge(id, copy);
    }
}

/// Every access node of the buffer is one of the container.
void rename(ir::Editor& editor, const Buffer& buffer) {
    ir::forEachBlock(buffer.sdfg().body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && i < state->nodes.size(); ++i)
            if (const auto* access = state->nodes[i]->as<ir::AccessNode>();
                access && access->data == buffer.name())
                editor.node(block.id, state->nodes[i]->id).as<ir::AccessNode>()->data =
                    buffer.container();
    });
}

} // namespace

ir::EditResult removeBuffer(const ir::DocumentPtr& document, const Buffer& buffer) {
    ir::Editor editor(document);
    for (const BufferUse& use : buffer.uses) {
        if (use.copies)
            continue;
        for (const ir::Edge* edge : treeOf(*use.at.index, use.access))
            retarget(editor, use.at.id, *use.at.index, buffer.sdfg(), *edge, use.reads(),
                     buffer.placement, buffer.container());
    }
    applyLayout(editor, buffer.layout, buffer.copy.target(), kWriteBackStride);
    rename(editor, buffer);
    std::map<BlockId, std::vector<NodeId>> left;
    for (const BufferUse& use : buffer.uses)
        if (use.copies) {
            const ir::Edge& edge = editor.edge(use.at.id, use.access.edge->id);
            left[use.at.id].insert(left[use.at.id].end(), {edge.src, edge.dst});
            dropCopy(editor, use.at.id, edge.id);
        }
    for (const auto& [state, nodes] : left)
        removeIsolated(editor, state, nodes);
    editor.sdfg(buffer.sdfg().id).arrays.erase(buffer.name());
    return editor.commit();
}

} // namespace mw::transforms
