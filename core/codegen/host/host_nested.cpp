// Nested SDFGs at top level of a state.
#include "core/codegen/host/host_nested.h"

#include "core/codegen/host/host_containers.h"
#include "core/codegen/host/host_flow.h"
#include "core/codegen/host/host_symbols.h"

#include <fmt/format.h>

namespace mw::codegen {

Expected<void> lowerHostNested(HostProgram& program, Environment& env, const ir::StateIndex& index,
                               const ir::Node& node, Steps& steps) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    if (++program.depth > 256)
        return cannotLower("SDFGs are nested too deeply", node.id);
    MW_TRY(Environment inner, enterNested(env, index, node));
    MW_TRY(const FlowList list, structure(nested.sdfg->body));
    MW_CHECK(beginSymbols(program, inner, list, node, steps));
    const auto bind = [&](const std::string& connector, const ir::Edge& edge) -> Expected<void> {
        if (connector.empty() || edge.memlet.empty() || inner.storage.contains(connector))
            return {};
        const ir::DataDescriptor* data = inner.sdfg->data(connector);
        if (!data || !edge.memlet.subset)
            return cannotLower(
                fmt::format("the connector '{}' names no container inside", connector), node.id);
        MW_CHECK(materialise(program, env, edge.memlet.data));
        const ContainerStorage& storage = env.storage.at(edge.memlet.data);
        if (data->dtype.scalar != storage.type)
            return cannotLower(fmt::format("the nested SDFG '{}' takes '{}' as {}, and is given {}",
                                           nested.label, connector, ir::name(data->dtype.scalar),
                                           ir::name(storage.type)),
                               node.id);
        inner.storage[connector] = aliasOf(storage, begins(env, *edge.memlet.subset), *data, inner);
        return {};
    };
    for (const ir::Edge* edge : index.outEdges(node.id))
        MW_CHECK(bind(edge->srcConnector, *edge));
    for (const ir::Edge* edge : index.inEdges(node.id))
        MW_CHECK(bind(edge->dstConnector, *edge));
    if (returnsEarly(list)) {
        HostScope scope;
        MW_CHECK(lowerProgramFlow(program, inner, list, scope.body));
        steps.push_back({std::move(scope)});
    } else {
        MW_CHECK(lowerProgramFlow(program, inner, list, steps));
    }
    --program.depth;
    return {};
}

} // namespace mw::codegen
