// Scopes of a kernel: what lives there, and its nodes in order.
#include "core/codegen/kernel/scope.h"

#include "core/codegen/kernel/containers.h"
#include "core/codegen/kernel/copies.h"
#include "core/codegen/kernel/elements.h"
#include "core/codegen/kernel/library_node.h"
#include "core/codegen/kernel/loops.h"
#include "core/codegen/kernel/nested.h"
#include "core/codegen/kernel/tasklet.h"
#include "core/ir/connectors.h"

#include <fmt/format.h>

namespace mw::codegen {

namespace {

constexpr int kMaxScopes = 128;

Expected<void> lowerAccessNode(KernelBody& body, Environment& env, const ir::StateIndex& index,
                               const ir::Node& node) {
    const auto& access = *node.as<ir::AccessNode>();
    const ir::DataDescriptor* data = env.sdfg->data(access.data);
    const ir::Edge* alias =
        data && data->kind == ir::DataKind::view ? viewingEdge(index, node) : nullptr;
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        const ir::Node* from = index.node(edge->src);
        if (edge != alias && !edge->memlet.empty() &&
            (from->as<ir::AccessNode>() || from->isEntry()))
            MW_CHECK(body.madeOf(edge->id, [&] { return lowerCopyEdge(body, env, index, *edge); }));
    }
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        if (edge != alias && !edge->memlet.empty() && index.node(edge->dst)->isExit())
            MW_CHECK(body.madeOf(edge->id, [&] { return lowerCopyEdge(body, env, index, *edge); }));
    }
    return {};
}

Expected<void> bindDynamicInputs(KernelBody& body, Environment& env, const ir::StateIndex& index,
                                 const ir::Node& entry) {
    for (const ir::Edge* edge : index.inEdges(entry.id)) {
        if (!ir::isDynamicInput(edge->dstConnector))
            continue;
        MW_TRY(const Operand input, operandOf(body, env, *edge));
        if (!input.value)
            return cannotLower(
                fmt::format("the map input '{}' is not one element", edge->dstConnector), edge->id);
        env.symbols.set(edge->dstConnector, integerLocal(body, input.value, edge->dstConnector));
    }
    return {};
}

Expected<void> lowerInnerMap(KernelBody& body, Environment& env, const ir::StateIndex& index,
                             const ir::Node& node) {
    const ir::Map& map = node.as<ir::MapEntry>()->map;
    const auto outerSymbols = env.symbols;
    MW_CHECK(bindDynamicInputs(body, env, index, node));
    MW_CHECK(mapLoops(body, env, map, 0,
                      [&] { return lowerScope(body, env, nullptr, index, node.id); }));
    env.symbols = outerSymbols;
    return {};
}

Expected<void> lowerAsItsKind(KernelBody& body, Environment& env, const ir::StateIndex& index,
                              const ir::Node& node) {
    if (node.as<ir::AccessNode>())
        return lowerAccessNode(body, env, index, node);
    if (node.as<ir::Tasklet>())
        return lowerTasklet(body, env, index, node);
    if (node.as<ir::MapEntry>())
        return lowerInnerMap(body, env, index, node);
    if (node.as<ir::NestedSdfg>())
        return lowerNested(body, env, index, node);
    if (node.as<ir::LibraryNode>())
        return lowerLibraryNode(body, env, index, node);
    if (node.isExit())
        return {};
    return cannotLower(
        fmt::format("the {} '{}' cannot be lowered", ir::kindName(node), ir::displayName(node)),
        node.id);
}

} // namespace

Expected<void> lowerScope(KernelBody& body, Environment& env, const ir::Block* block,
                          const ir::StateIndex& index, NodeId entry) {
    if (++body.depth > kMaxScopes)
        return cannotLower("scopes are nested too deeply", entry);
    MW_CHECK(declareLocals(body, env, block ? block->id : BlockId{}, entry));
    MW_CHECK(bindViews(env, index, entry));
    for (const NodeId id : index.topological()) {
        const ir::Node& one = *index.node(id);
        if (index.scope(id) == entry && !one.isExit())
            MW_CHECK(lowerNode(body, env, index, one));
    }
    --body.depth;
    return {};
}

Expected<void> lowerNode(KernelBody& body, Environment& env, const ir::StateIndex& index,
                         const ir::Node& node) {
    return body.madeOf(node.id, [&] { return lowerAsItsKind(body, env, index, node); });
}

} // namespace mw::codegen
