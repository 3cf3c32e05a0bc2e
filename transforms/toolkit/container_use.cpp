// How a container is used, as far as that decides which memory it can have.
#include "transforms/toolkit/container_use.h"

#include "core/analysis/assigned_symbols.h"

#include <algorithm>

namespace mw::transforms {

namespace {

bool isGpuSchedule(ir::Schedule schedule) {
    return schedule == ir::Schedule::GPU_Device || schedule == ir::Schedule::GPU_Persistent;
}

/// A map or library node that runs on a GPU, by its entry or exit.
bool isKernel(const ir::StateIndex& index, NodeId id) {
    const ir::Node& node = *index.node(id);
    if (const auto* library = node.as<ir::LibraryNode>())
        return isGpuSchedule(library->schedule);
    const ir::Node* entry = node.isExit() ? index.node(ir::entryOf(node)) : &node;
    const auto* map = entry ? entry->as<ir::MapEntry>() : nullptr;
    return map && isGpuSchedule(map->map.schedule);
}

} // namespace

ContainerUse useAt(const ir::StateIndex& index, const ir::Node& access) {
    ContainerUse use{static_cast<bool>(index.scope(access.id)),
                     access.as<ir::AccessNode>()->setZero, false};
    for (const ir::Edge* edge : index.inEdges(access.id))
        use.byKernel = use.byKernel || isKernel(index, edge->src);
    for (const ir::Edge* edge : index.outEdges(access.id))
        use.byKernel = use.byKernel || isKernel(index, edge->dst);
    return use;
}

bool isSizeKnown(const ir::Sdfg& program, const ir::Sdfg& sdfg, const ir::DataDescriptor& data) {
    const bool root = sdfg.id == program.id;
    const auto assigned = analysis::assignedSymbols(sdfg);
    return std::ranges::all_of(symbolic::freeSymbols(data.totalSize), [&](const auto& symbol) {
        return sdfg.constants.contains(symbol) ||
               (root && sdfg.symbols.contains(symbol) && !assigned.contains(symbol));
    });
}

} // namespace mw::transforms
