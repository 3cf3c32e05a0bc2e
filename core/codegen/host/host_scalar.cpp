// Scalars whose value the host knows without running anything.
#include "core/codegen/host/host_scalar.h"

#include "core/codegen/values/host_expr.h"
#include "core/codegen/values/make_value.h"
#include "core/codegen/values/value_lowering.h"
#include "core/codegen/walk.h"
#include "core/ir/connectors.h"

#include <algorithm>

namespace mw::codegen {

namespace {

/// Whether the host may need the value itself: for the range of a map, or for what stands in a
/// nested SDFG of the host.
bool isReadByHost(const ir::Sdfg& sdfg, const std::string& container) {
    bool found = false;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state || found)
            return;
        const ir::StateIndex index(*state);
        found = std::ranges::any_of(state->edges, [&](const auto& edge) {
            const auto* from = index.node(edge->src)->template as<ir::AccessNode>();
            return from && from->data == container &&
                   (ir::isDynamicInput(edge->dstConnector) ||
                    index.node(edge->dst)->template as<ir::NestedSdfg>());
        });
    });
    return found;
}

} // namespace

bool mayChange(const HostProgram& program, const Value& value) {
    bool changes = false;
    walkValue(value, [&](const Value& v) {
        if (const auto* local = std::get_if<LocalRef>(&v.kind))
            changes = changes || program.context.assigned.contains(local->name);
        if (const auto* index = std::get_if<Index>(&v.kind))
            for (const auto& name : symbolic::freeSymbols(index->expr))
                changes = changes || program.context.assigned.contains(name);
    });
    return changes;
}

bool holdsValue(HostProgram& program, const Environment& env, const std::string& container) {
    const ir::DataDescriptor* data = env.sdfg->data(container);
    const Usage* use = program.context.usageOf(*env.sdfg, container);
    return data && data->transient && data->isScalar() && use && use->singleWrite &&
           !use->readByControl && program.loopDepth == 0;
}

Expected<bool> bindHostScalar(HostProgram& program, Environment& env, const ir::StateIndex& index,
                              const ir::Node& node) {
    const auto out = index.outEdges(node.id);
    if (out.size() != 1 || out[0]->memlet.empty() || !out[0]->memlet.wcr.empty())
        return false;
    const std::string& target = out[0]->memlet.data;
    if (!holdsValue(program, env, target))
        return false;
    Operands operands;
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (edge->memlet.empty())
            continue;
        const auto storage = env.storage.find(edge->memlet.data);
        if (storage == env.storage.end() ||
            storage->second.kind != ContainerStorage::Kind::hostValue)
            return false;
        operands[edge->dstConnector].value = storage->second.value;
    }
    const auto code = tasklet::parse(node.as<ir::Tasklet>()->code.text);
    if (!code || code->statements.size() != 1 || !code->statements[0].augment.empty() ||
        code->statements[0].target->op != tasklet::Op::name)
        return false;
    const auto value =
        ValueLowering(nullptr, env, operands, program.context).lower(*code->statements[0].value);
    if (!value || mayChange(program, **value))
        return false; // of an error, the kernel says what is wrong, with the element
    if (!expressionOf(**value) && isReadByHost(*env.sdfg, target))
        return false; // what the host cannot compute stands in memory
    ContainerStorage storage;
    storage.kind = ContainerStorage::Kind::hostValue;
    storage.type = env.sdfg->data(target)->dtype.scalar;
    storage.value = castTo(*value, storage.type);
    env.storage[target] = std::move(storage);
    return true;
}

} // namespace mw::codegen
