// Writes of single elements in a kernel, with their conflict resolutions.
#include "core/codegen/kernel/stores.h"

#include "core/codegen/ctext.h"
#include "core/codegen/environment/conflict.h"
#include "core/codegen/kernel/elements.h"
#include "core/codegen/values/make_value.h"
#include "core/codegen/values/value_lowering.h"

#include <fmt/format.h>

#include <utility>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// The value of a scalar local after a reduction.
ValuePtr combined(const ContainerStorage& storage, const ValuePtr& value, const std::string& wcr) {
    const ValuePtr old = makeValue(LocalRef{storage.name}, storage.type);
    const ValuePtr fresh = castTo(value, storage.type);
    const std::string op(reductionOperator(wcr));
    return op.empty() ? makeValue(Call{"mw_" + wcr, {old, fresh}}, storage.type)
                      : makeValue(Binary{op, old, fresh}, storage.type);
}

void assignScalar(KernelBody& body, ContainerStorage& storage, const ValuePtr& value) {
    if (storage.declared)
        body.emit({AssignScalar{storage.name, value}});
    else
        body.emit({DeclareScalar{storage.type, storage.name, value, true}});
    storage.declared = true;
}

} // namespace

Expected<void> assignElement(KernelBody& body, ContainerStorage& storage, const Expr& linear,
                             const ValuePtr& value, const std::string& wcr, bool nonatomic) {
    if (storage.kind == ContainerStorage::Kind::hostValue ||
        storage.kind == ContainerStorage::Kind::pending)
        return fail("cannot-lower", "a value of the host is written in a kernel");
    if (storage.stored != ir::ScalarType::none) {
        if (!wcr.empty())
            return fail("cannot-lower", "a conflict is resolved through a view that sees the "
                                        "elements as another type");
        ContainerStorage memory = storage;
        memory.type = std::exchange(memory.stored, ir::ScalarType::none);
        MW_CHECK(assignElement(body, memory, linear,
                               seenAs(castTo(value, storage.type), memory.type), "", nonatomic));
        storage.declared = memory.declared;
        return {};
    }
    if (storage.kind == ContainerStorage::Kind::localScalar) {
        assignScalar(body, storage, wcr.empty() ? value : combined(storage, value, wcr));
        return {};
    }
    const bool local = storage.kind == ContainerStorage::Kind::localArray;
    Store store;
    store.buffer = local ? storage.name : body.buffer(storage, true);
    store.index = symbolic::simplify(linear);
    store.value = value;
    store.type = storage.type;
    store.wcr = wcr;
    store.atomic = !wcr.empty() && !local && !nonatomic && !body.kernel.sequential;
    body.emit({std::move(store)});
    return {};
}

Expected<void> resolveConflict(KernelBody& body, Environment& env, ContainerStorage& storage,
                               const Expr& linear, const ValuePtr& value, const std::string& lambda,
                               bool nonatomic, ElementId element) {
    const std::string known = lambda.empty() ? "" : reductionName(lambda);
    if (lambda.empty() || !known.empty())
        return assignElement(body, storage, linear, value, known, nonatomic);
    if (storage.stored != ir::ScalarType::none)
        return cannotLower("a conflict is resolved through a view that sees the elements as "
                           "another type",
                           element);
    const auto parts = tasklet::lambdaParts(lambda);
    const auto combine = parts ? tasklet::parseExpression(parts->body)
                               : Expected<tasklet::AstPtr>(tasklet::AstPtr{});
    if (!parts || !combine)
        return cannotLower(fmt::format("the conflict resolution '{}' is no lambda of two "
                                       "parameters",
                                       lambda),
                           element);
    const bool atomic =
        (storage.kind == ContainerStorage::Kind::buffer) && !nonatomic && !body.kernel.sequential;
    const std::string old = atomic ? body.fresh("mw_old") : "";
    Operands operands;
    operands[parts->fresh].value = keep(body, castTo(value, storage.type), "fresh");
    operands[parts->old].value =
        atomic ? makeValue(LocalRef{old}, storage.type) : loadAt(body, storage, linear);
    MW_TRY(const ValuePtr combined,
           ValueLowering(&body, env, operands, body.plan).lower(**combine));
    if (!atomic)
        return assignElement(body, storage, linear, combined, "", true);
    Store store{body.buffer(storage, true),
                symbolic::simplify(linear),
                value,
                storage.type,
                "custom",
                true,
                combined,
                old};
    body.buffer(storage, false); // it reads the element as well
    body.emit({std::move(store)});
    return {};
}

} // namespace mw::codegen
