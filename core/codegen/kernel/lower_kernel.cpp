// What becomes a kernel: the inside of a map, a node of its own, a copy.
#include "core/codegen/kernel/lower_kernel.h"

#include "core/codegen/kernel/loops.h"
#include "core/codegen/kernel/scope.h"

namespace mw::codegen {

namespace {

/// The plan arrays that the map writes.
void collectWritten(KernelBody& body, const Environment& env, const ir::StateIndex& index,
                    NodeId entry) {
    const NodeId exit = ir::exitOf(*index.node(entry));
    for (const ir::Edge* edge : index.outEdges(exit)) {
        const ir::AccessNode* target = pathTarget(index, *edge);
        const std::string& data = target ? target->data : edge->memlet.data;
        if (const auto found = env.storage.find(data); found != env.storage.end())
            body.writtenArrays.insert(found->second.name);
    }
}

} // namespace

Expected<void> lowerMapBody(KernelBody& body, Environment& env, const ir::Block& block,
                            const ir::StateIndex& index, NodeId entry, std::size_t bound) {
    body.outermost = entry;
    collectWritten(body, env, index, entry);
    return mapLoops(body, env, index.node(entry)->as<ir::MapEntry>()->map, bound,
                    [&]() -> Expected<void> {
                        MW_CHECK(lowerScope(body, env, &block, index, entry));
                        for (auto& statement : body.deferred)
                            body.emit(std::move(statement));
                        body.deferred.clear();
                        return {};
                    });
}

Expected<void> lowerSingleNode(KernelBody& body, Environment& env, const ir::StateIndex& index,
                               NodeId node) {
    for (const ir::Edge* edge : index.outEdges(node)) {
        const auto found = env.storage.find(edge->memlet.data);
        if (found != env.storage.end())
            body.writtenArrays.insert(found->second.name);
    }
    return lowerNode(body, env, index, *index.node(node));
}

} // namespace mw::codegen
