// What becomes a kernel: the inside of a map, a node of its own, a copy.
#include "core/codegen/kernel/lower_kernel.h"

#include "core/codegen/kernel/loops.h"
#include "core/codegen/kernel/scope.h"

namespace mw::codegen {

namespace {

/// The plan arrays that the map writes.
void collectWritten(KernelBody& body, const Frame& frame, const ir::StateIndex& index,
                    NodeId entry) {
    const NodeId exit = ir::exitOf(*index.node(entry));
    for (const ir::Edge* edge : index.outEdges(exit)) {
        const ir::AccessNode* target = pathTarget(index, *edge);
        const std::string& data = target ? target->data : edge->memlet.data;
        if (const auto found = frame.places.find(data); found != frame.places.end())
            body.writtenArrays.insert(found->second.name);
    }
}

} // namespace

Expected<void> lowerMapBody(KernelBody& body, Frame& frame, const ir::Block& block,
                            const ir::StateIndex& index, NodeId entry, std::size_t bound) {
    body.outermost = entry;
    collectWritten(body, frame, index, entry);
    return mapLoops(body, frame, index.node(entry)->as<ir::MapEntry>()->map, bound,
                    [&]() -> Expected<void> {
                        MW_CHECK(lowerScope(body, frame, &block, index, entry));
                        for (auto& statement : body.deferred)
                            body.emit(std::move(statement));
                        body.deferred.clear();
                        return {};
                    });
}

Expected<void> lowerSingleNode(KernelBody& body, Frame& frame, const ir::StateIndex& index,
                               NodeId node) {
    for (const ir::Edge* edge : index.outEdges(node)) {
        const auto found = frame.places.find(edge->memlet.data);
        if (found != frame.places.end())
            body.writtenArrays.insert(found->second.name);
    }
    return lowerNode(body, frame, index, *index.node(node));
}

} // namespace mw::codegen
