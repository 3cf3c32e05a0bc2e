// Finds what the tour points at.
#include "app/gui/tour/elements.h"

namespace mw::app {

namespace {

/// The container of an access node that stands outside of maps; null: it is none.
const ir::DataDescriptor* arrayBetweenKernels(const ir::Sdfg& sdfg, const ir::StateIndex& index,
                                              const ir::Node& node) {
    const auto* access = node.as<ir::AccessNode>();
    const auto* data = access && !index.scope(node.id) ? sdfg.data(access->data) : nullptr;
    return data && data->kind == ir::DataKind::array && !data->isSingleElement() ? data : nullptr;
}

/// The states of the program itself, not of SDFGs inside of it.
std::vector<const ir::DocumentIndex::Place*> ownStates(const ir::DocumentIndex& index) {
    std::vector<const ir::DocumentIndex::Place*> own;
    for (const auto id : index.states())
        if (const auto* place = index.find(id); place->sdfg == index.document()->root.get())
            own.push_back(place);
    return own;
}

/// The edge by which the map reads an argument with levels, else any argument; null: none.
const ir::Edge* readOfArgument(const ir::Sdfg& sdfg, const ir::StateIndex& index, NodeId map) {
    const ir::Edge* found = nullptr;
    std::size_t rank = 0;
    for (const auto* edge : index.inEdges(map)) {
        const auto* data = arrayBetweenKernels(sdfg, index, *index.node(edge->src));
        const bool real = data && data->dtype.isFloating();
        if (real && !data->transient && data->rank() > rank) {
            found = edge;
            rank = data->rank();
        }
    }
    return found;
}

} // namespace

ElementId TourExample::at(TourTarget target) const {
    switch (target) {
    case TourTarget::map:
        return map;
    case TourTarget::argument:
        return argument;
    case TourTarget::memlet:
        return memlet;
    case TourTarget::none:
        break;
    }
    return {};
}

TourExample tourExample(const ir::DocumentIndex& index) {
    TourExample found;
    std::size_t fewest = 0;
    for (const auto* place : ownStates(index)) {
        const auto& state = *place->block->as<ir::State>();
        const ir::StateIndex inside(state);
        for (const auto& node : state.nodes) {
            if (!node->as<ir::MapEntry>() || inside.scope(node->id))
                continue;
            const auto* edge = readOfArgument(*place->sdfg, inside, node->id);
            const auto size = inside.children(node->id).size();
            if (!edge || (found.map && size >= fewest))
                continue;
            found = {node->id, edge->src, edge->id};
            fewest = size;
        }
    }
    return found;
}

std::vector<NodeId> temporariesBetweenKernels(const ir::DocumentIndex& index) {
    std::vector<NodeId> found;
    for (const auto* place : ownStates(index)) {
        const auto& state = *place->block->as<ir::State>();
        const ir::StateIndex inside(state);
        for (const auto& node : state.nodes)
            if (const auto* data = arrayBetweenKernels(*place->sdfg, inside, *node);
                data && data->transient)
                found.push_back(node->id);
    }
    return found;
}

} // namespace mw::app
