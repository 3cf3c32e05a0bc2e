// One state on the host: its nodes in order.
#include "core/codegen/host/host_state.h"

#include "core/analysis/named_elements.h"
#include "core/analysis/raw_code.h"
#include "core/codegen/host/host_containers.h"
#include "core/codegen/host/host_copies.h"
#include "core/codegen/host/host_kernel.h"
#include "core/codegen/host/host_nested.h"
#include "core/codegen/host/host_scalar.h"
#include "core/codegen/host/host_symbols.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

namespace {

/// What outlives a call is read first as the call before left it, and here none came before.
Expected<void> checkNotKept(HostProgram& program, const Environment& env,
                            const ir::StateIndex& index, const ir::Node& node) {
    const auto moves = [](const auto& edges) {
        return std::ranges::any_of(edges, [](const ir::Edge* e) { return !e->memlet.empty(); });
    };
    const std::string& name = node.as<ir::AccessNode>()->data;
    const ir::DataDescriptor& data = *env.sdfg->data(name);
    const Usage* use = program.context.usageOf(*env.sdfg, name);
    if (!data.transient || ir::endsWithCall(data.lifetime) || (use && use->setZero))
        return {};
    if (moves(index.inEdges(node.id)))
        program.written.emplace(env.sdfg->id, name);
    else if (moves(index.outEdges(node.id)) && !program.written.contains({env.sdfg->id, name}))
        return cannotLower(fmt::format("the temporary '{}' has the lifetime {} and is read before "
                                       "it is written: what a call before left there is not known",
                                       name, ir::name(data.lifetime)),
                           node.id);
    return {};
}

Expected<void> lowerHostAccess(HostProgram& program, Environment& env, const ir::StateIndex& index,
                               const ir::Node& node, Steps& steps) {
    const std::string& name = node.as<ir::AccessNode>()->data;
    const ir::DataDescriptor* data = env.sdfg->data(name);
    if (!data)
        return cannotLower(fmt::format("there is no container '{}'", name), node.id);
    MW_CHECK(checkNotKept(program, env, index, node));
    const ir::Edge* alias = data->kind == ir::DataKind::view ? viewingEdge(index, node) : nullptr;
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        const ir::Node& from = *index.node(edge->src);
        if (edge == alias || edge->memlet.empty() || !from.as<ir::AccessNode>())
            continue;
        const std::string& source = from.as<ir::AccessNode>()->data;
        const ir::DataDescriptor* other = env.sdfg->data(source);
        if (other && other->kind == ir::DataKind::view && viewingEdge(index, from) == edge)
            continue;
        const CopyEnds ends = copyEnds(edge->memlet, source, name, *env.sdfg);
        MW_CHECK(lowerHostCopy(program, env, *edge, ends, steps));
    }
    return {};
}

Expected<void> lowerHostTasklet(HostProgram& program, Environment& env, const ir::StateIndex& index,
                                const ir::Node& node, Steps& steps) {
    const auto& tasklet = *node.as<ir::Tasklet>();
    if (analysis::isAddedByGt4py(tasklet)) {
        program.note("skipped-tasklet",
                     fmt::format("the tasklet '{}' only synchronises or measures and is not run",
                                 tasklet.label),
                     node.id);
        return {};
    }
    if (tasklet.code.language == ir::Language::Python) {
        MW_TRY(const bool known, bindHostScalar(program, env, index, node));
        if (known)
            return {};
    }
    return lowerSingleNodeKernel(program, env, index, node, steps);
}

/// Another node's code hands a value to this one without a container in between; null: none does.
const ir::Edge* handedOver(const ir::StateIndex& index, const ir::Node& node) {
    for (const ir::Edge* edge : index.inEdges(node.id))
        if (!edge->dstConnector.empty() && index.node(edge->src)->isCode())
            return edge;
    return nullptr;
}

Expected<void> lowerHostNode(HostProgram& program, Environment& env, const ir::Block& block,
                             const ir::StateIndex& index, const ir::Node& node, Steps& steps) {
    if (node.as<ir::AccessNode>())
        return lowerHostAccess(program, env, index, node, steps);
    if (const ir::Edge* edge = node.isCode() ? handedOver(index, node) : nullptr)
        return cannotLower(
            fmt::format("'{}' gets a value from '{}' without a container in between, "
                        "which works inside a map only",
                        ir::displayName(node), ir::displayName(*index.node(edge->src))),
            node.id);
    if (node.as<ir::MapEntry>())
        return lowerMapKernel(program, env, block, index, node, steps);
    if (node.as<ir::Tasklet>())
        return lowerHostTasklet(program, env, index, node, steps);
    if (node.as<ir::NestedSdfg>())
        return lowerHostNested(program, env, index, node, steps);
    if (node.as<ir::LibraryNode>())
        return lowerSingleNodeKernel(program, env, index, node, steps);
    if (node.as<ir::MapExit>())
        return {};
    return cannotLower(
        fmt::format("the {} '{}' cannot be lowered", ir::kindName(node), ir::displayName(node)),
        node.id);
}

/// What ranges and memlets name of containers: each a symbol with what stands there now.
Expected<void> readNamedElements(HostProgram& program, Environment& env, const ir::Block& block,
                                 Steps& steps) {
    for (const std::string& name : analysis::namedElements(*env.sdfg, *block.as<ir::State>())) {
        MW_TRY(const auto expression, flowExpression(name, block.id));
        MW_TRY(const HostValue value, hostValue(program, env, *expression, block.id, steps));
        if (!(value.expr == symbolic::Expr::symbol(name)))
            env.symbols.set(name, value.expr);
    }
    return {};
}

} // namespace

Expected<void> lowerState(HostProgram& program, Environment& env, const ir::Block& block,
                          Steps& steps) {
    const ir::State& state = *block.as<ir::State>();
    if (state.nodes.empty())
        return {};
    const ir::StateIndex index(state);
    if (index.hasCycle())
        return cannotLower(fmt::format("the dataflow of state '{}' has a cycle", block.label),
                           block.id);
    MW_CHECK(zeroTemporaries(program, env, block, steps));
    MW_CHECK(bindHostViews(program, env, index));
    const SymbolTable before = env.symbols;
    MW_CHECK(readNamedElements(program, env, block, steps));
    for (const NodeId id : index.topological()) {
        if (!index.scope(id))
            MW_CHECK(lowerHostNode(program, env, block, index, *index.node(id), steps));
    }
    env.symbols = before;
    return {};
}

} // namespace mw::codegen
