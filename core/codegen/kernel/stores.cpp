// Writes of single elements in a kernel, with their conflict resolutions.
#include "core/codegen/kernel/stores.h"

#include "core/codegen/ctext.h"
#include "core/codegen/frame/conflict.h"
#include "core/codegen/kernel/elements.h"
#include "core/codegen/values/make_value.h"
#include "core/codegen/values/value_lowering.h"

#include <fmt/format.h>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// The value of a scalar local after a reduction.
ValuePtr combined(const Place& place, const ValuePtr& value, const std::string& wcr) {
    const ValuePtr old = makeValue(LocalRef{place.name}, place.type);
    const ValuePtr fresh = castTo(value, place.type);
    const std::string op(reductionOperator(wcr));
    return op.empty() ? makeValue(Call{"mw_" + wcr, {old, fresh}}, place.type)
                      : makeValue(Binary{op, old, fresh}, place.type);
}

void assignScalar(KernelBody& body, Place& place, const ValuePtr& value) {
    if (place.declared)
        body.emit({AssignScalar{place.name, value}});
    else
        body.emit({DeclareScalar{place.type, place.name, value, true}});
    place.declared = true;
}

} // namespace

Expected<void> assignElement(KernelBody& body, Place& place, const Expr& linear,
                             const ValuePtr& value, const std::string& wcr, bool nonatomic) {
    if (place.kind == Place::Kind::hostValue || place.kind == Place::Kind::pending)
        return fail("cannot-lower", "a value of the host is written in a kernel");
    if (place.kind == Place::Kind::localScalar) {
        assignScalar(body, place, wcr.empty() ? value : combined(place, value, wcr));
        return {};
    }
    const bool local = place.kind == Place::Kind::localArray;
    Store store;
    store.buffer = local ? place.name : body.buffer(place, true);
    store.index = symbolic::simplify(linear);
    store.value = value;
    store.type = place.type;
    store.wcr = wcr;
    store.atomic = !wcr.empty() && !local && !nonatomic && !body.kernel.sequential;
    body.emit({std::move(store)});
    return {};
}

Expected<void> resolveConflict(KernelBody& body, Frame& frame, Place& place, const Expr& linear,
                               const ValuePtr& value, const std::string& lambda, bool nonatomic,
                               ElementId element) {
    const std::string known = lambda.empty() ? "" : reductionName(lambda);
    if (lambda.empty() || !known.empty())
        return assignElement(body, place, linear, value, known, nonatomic);
    const auto parts = lambdaParts(lambda);
    const auto combine = parts ? tasklet::parseExpression(parts->body)
                               : Expected<tasklet::AstPtr>(tasklet::AstPtr{});
    if (!parts || !combine)
        return cannotLower(fmt::format("the conflict resolution '{}' is no lambda of two "
                                       "parameters",
                                       lambda),
                           element);
    const bool atomic =
        (place.kind == Place::Kind::buffer) && !nonatomic && !body.kernel.sequential;
    const std::string old = atomic ? body.fresh("mw_old") : "";
    Operands operands;
    operands[parts->fresh].value = keep(body, castTo(value, place.type), "fresh");
    operands[parts->old].value =
        atomic ? makeValue(LocalRef{old}, place.type) : loadAt(body, place, linear);
    MW_TRY(const ValuePtr combined,
           ValueLowering(&body, frame, operands, body.plan).lower(**combine));
    if (!atomic)
        return assignElement(body, place, linear, combined, "", true);
    Store store{body.buffer(place, true),
                symbolic::simplify(linear),
                value,
                place.type,
                "custom",
                true,
                combined,
                old};
    body.buffer(place, false); // it reads the element as well
    body.emit({std::move(store)});
    return {};
}

} // namespace mw::codegen
