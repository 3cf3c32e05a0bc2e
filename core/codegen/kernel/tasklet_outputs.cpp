// What a tasklet writes: values to elements, on edges, into regions.
#include "core/codegen/kernel/tasklet_outputs.h"

#include "core/codegen/kernel/elements.h"
#include "core/codegen/kernel/stores.h"
#include "core/codegen/kernel/tasklet.h"
#include "core/codegen/values/make_value.h"

#include <fmt/format.h>

namespace mw::codegen {

using symbolic::Expr;

Expected<void> storeOutputs(KernelBody& body, Environment& env, const ir::StateIndex& index,
                            const ir::Node& node, Operands& values) {
    std::vector<std::pair<const ir::Edge*, Operand*>> written;
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        const auto found = values.find(edge->srcConnector);
        const bool ordering = edge->memlet.empty() && edge->dstConnector.empty();
        if (!ordering && found != values.end() && found->second.value)
            written.emplace_back(edge,
                                 &found->second); // others: through a subscript, or not at all
    }
    for (const auto& [edge, output] : written) {
        // what one store changes may be what the next value reads
        if (written.size() > 1 || edge->memlet.empty())
            output->value = keep(body, output->value, shortName(edge->srcConnector, "value"));
    }
    for (const auto& [edge, output] : written) {
        if (edge->memlet.empty())
            body.edgeValues[edge->id] = output->value;
        else
            MW_CHECK(storeElement(body, env, index, *edge, output->value));
    }
    return {};
}

Expected<void> storeElement(KernelBody& body, Environment& env, const ir::StateIndex& index,
                            const ir::Edge& edge, const ValuePtr& value) {
    MW_TRY(ContainerStorage* const target, storageOf(env, edge.memlet.data, edge.id));
    if (!edge.memlet.subset)
        return cannotLower("a memlet at a tasklet needs a subset", edge.id);
    const Expr at = linearIndex(*target, begins(env, *edge.memlet.subset));
    const bool readHere =
        target->kind == ContainerStorage::Kind::buffer && body.buffers.contains(target->name);
    if (edge.memlet.wcr.empty() && readHere && index.scope(edge.src) == body.outermost &&
        index.node(edge.dst)->isExit()) {
        // the element may still be read by what follows: store when the iteration is over
        const std::string local = body.declare(target->type, target->name + "_out", value);
        body.deferred.push_back(
            {Store{body.buffer(*target, true), at, makeValue(LocalRef{local}, target->type),
                   target->type, "", false, nullptr},
             body.element});
        return {};
    }
    return resolveConflict(body, env, *target, at, value, edge.memlet.wcr, edge.memlet.wcrNonatomic,
                           edge.id);
}

Expected<void> storeRegion(KernelBody& body, Environment& env, const ir::StateIndex& index,
                           const ir::Node& node, const tasklet::Assignment& statement,
                           const Operands& operands) {
    const std::string& name = statement.target->args[0]->text;
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        if (edge->srcConnector != name)
            continue;
        MW_TRY(Operand region, operandOf(body, env, *edge));
        region.value = nullptr;
        Operands all = operands;
        all[name] = region;
        ValueLowering lowering(&body, env, all, body.plan);
        MW_TRY(ValuePtr value, lowering.lower(*statement.value));
        MW_TRY(const auto at, lowering.subscript(*statement.target));
        MW_TRY(ContainerStorage* const target, storageOf(env, edge->memlet.data, edge->id));
        if (!statement.augment.empty()) {
            tasklet::Ast augmented{
                tasklet::Op::binary, statement.augment, {statement.target, statement.value}};
            MW_TRY(value, lowering.lower(augmented));
            return assignElement(body, *target, at.second, value, "", true);
        }
        return resolveConflict(body, env, *target, at.second, value, edge->memlet.wcr,
                               edge->memlet.wcrNonatomic, edge->id);
    }
    return cannotLower(fmt::format("the connector '{}' has no edge", name), node.id);
}

} // namespace mw::codegen
