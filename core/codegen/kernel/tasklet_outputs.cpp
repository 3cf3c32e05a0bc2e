// What a tasklet writes: values to elements, on edges, into regions.
#include "core/codegen/kernel/tasklet_outputs.h"

#include "core/codegen/kernel/elements.h"
#include "core/codegen/kernel/stores.h"
#include "core/codegen/kernel/tasklet.h"
#include "core/codegen/values/make_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

struct WrittenElement {
    ContainerStorage* storage = nullptr;
    Expr at; ///< linear
};

/// The element that an edge writes.
Expected<WrittenElement> targetOf(Environment& env, const ir::Edge& edge) {
    MW_TRY(ContainerStorage* const storage, storageOf(env, edge.memlet.data, edge.id));
    if (!edge.memlet.subset)
        return cannotLower("a memlet at a tasklet needs a subset", edge.id);
    return WrittenElement{storage, linearIndex(*storage, begins(env, *edge.memlet.subset))};
}

} // namespace

Expected<void> storeOutputs(KernelBody& body, Environment& env, const ir::StateIndex& index,
                            const ir::Node& node, Operands& values, const GuardedNames& guarded) {
    std::vector<std::pair<const ir::Edge*, Operand*>> written;
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        const auto found = values.find(edge->srcConnector);
        const bool ordering = edge->memlet.empty() && edge->dstConnector.empty();
        if (edge->memlet.subset && !edge->memlet.subset->isPoint())
            continue; // a name that stands for a region is only a pointer in C
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
        const auto variable = guarded.find(edge->srcConnector);
        const bool sometimes = variable != guarded.end() && !variable->second.flag.empty();
        if (edge->memlet.empty()) {
            body.edgeValues[edge->id] = output->value;
        } else if (sometimes) { // written where it was assigned
            MW_TRY(ContainerStorage* const target, storageOf(env, edge->memlet.data, edge->id));
            if (target->kind == ContainerStorage::Kind::localScalar && !target->declared) {
                body.emit({DeclareScalar{target->type, target->name, nullptr, false}});
                target->declared = true;
            }
            If assigned;
            assigned.condition =
                makeValue(LocalRef{variable->second.flag}, ir::ScalarType::boolean);
            MW_CHECK(body.inside(assigned.then, [&, e = edge, value = output->value] {
                return storeAtOnce(body, env, *e, value);
            }));
            body.emit({std::move(assigned)});
        } else {
            MW_CHECK(storeElement(body, env, index, *edge, output->value));
        }
    }
    return {};
}

Expected<void> storeAtOnce(KernelBody& body, Environment& env, const ir::Edge& edge,
                           const ValuePtr& value) {
    MW_TRY(const auto target, targetOf(env, edge));
    return resolveConflict(body, env, *target.storage, target.at, value, edge.memlet.wcr,
                           edge.memlet.wcrNonatomic, edge.id);
}

Expected<void> storeElement(KernelBody& body, Environment& env, const ir::StateIndex& index,
                            const ir::Edge& edge, const ValuePtr& value) {
    MW_TRY(const auto written, targetOf(env, edge));
    const auto& [target, at] = written;
    const bool readHere =
        target->kind == ContainerStorage::Kind::buffer && body.buffers.contains(target->name);
    if (edge.memlet.wcr.empty() && readHere && target->stored == ir::ScalarType::none &&
        index.scope(edge.src) == body.outermost && index.node(edge.dst)->isExit()) {
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
