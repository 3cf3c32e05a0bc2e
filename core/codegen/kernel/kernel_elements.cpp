// Reads and writes of single elements in a kernel.
#include "core/codegen/ctext.h"
#include "core/codegen/kernel/kernel_lowering.h"
#include "core/codegen/values/value_lowering.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

Expected<Place*> KernelLowering::place(Frame& frame, const std::string& container,
                                       ElementId element) {
    const auto found = frame.places.find(container);
    if (found == frame.places.end() || found->second.kind == Place::Kind::pending)
        return cannotLower(
            fmt::format("the container '{}' is not available in this kernel", container), element);
    return &found->second;
}

ir::ScalarType KernelLowering::localType(const std::string& name) const {
    const auto found = localTypes_.find(name);
    return found == localTypes_.end() ? ir::ScalarType::none : found->second;
}

std::string KernelLowering::bufferName(const Place& place, bool write) {
    auto found = buffers_.find(place.name);
    if (found == buffers_.end()) {
        found = buffers_.emplace(place.name, names_.fresh(place.name)).first;
        kernel_.buffers.push_back({found->second, place.name, place.type});
    }
    for (auto& buffer : kernel_.buffers)
        if (buffer.array == place.name)
            (write ? buffer.written : buffer.read) = true;
    return found->second;
}

ValuePtr KernelLowering::load(const Place& place, const Expr& linear) {
    if (place.kind == Place::Kind::hostValue)
        return place.value;
    if (place.kind == Place::Kind::localScalar)
        return makeValue(LocalRef{place.name}, place.type);
    const std::string name =
        place.kind == Place::Kind::localArray ? place.name : bufferName(place, false);
    return makeValue(Load{name, symbolic::simplify(linear)}, place.type);
}

ValuePtr KernelLowering::loadElement(const Place& place, const std::vector<Expr>& index) {
    return load(place, linearIndex(place, index));
}

Expected<void> KernelLowering::assign(Place& place, const Expr& linear, const ValuePtr& value,
                                      const std::string& wcr, bool nonatomic) {
    if (place.kind == Place::Kind::hostValue || place.kind == Place::Kind::pending)
        return fail("cannot-lower", "a value of the host is written in a kernel");
    if (place.kind == Place::Kind::localScalar) {
        ValuePtr next = value;
        if (!wcr.empty()) {
            const ValuePtr old = makeValue(LocalRef{place.name}, place.type);
            const ValuePtr fresh = castTo(value, place.type);
            const std::string op(reductionOperator(wcr));
            next = op.empty() ? makeValue(Call{"mw_" + wcr, {old, fresh}}, place.type)
                              : makeValue(Binary{op, old, fresh}, place.type);
        }
        if (place.declared) {
            emit({AssignScalar{place.name, next}});
        } else {
            emit({DeclareScalar{place.type, place.name, next, true}});
            place.declared = true;
        }
        return {};
    }
    const bool local = place.kind == Place::Kind::localArray;
    Store store;
    store.buffer = local ? place.name : bufferName(place, true);
    store.index = symbolic::simplify(linear);
    store.value = value;
    store.type = place.type;
    store.wcr = wcr;
    store.atomic = !wcr.empty() && !local && !nonatomic && !kernel_.sequential;
    emit({std::move(store)});
    return {};
}

void KernelLowering::emit(Statement statement) {
    if (const auto* scalar = std::get_if<DeclareScalar>(&statement.kind);
        scalar && !scalar->isConst)
        variables_.insert(scalar->name);
    out_->push_back(std::move(statement));
}

ValuePtr KernelLowering::keep(const ValuePtr& value, const std::string& wish) {
    if (std::holds_alternative<Literal>(value->kind))
        return value;
    const auto* local = std::get_if<LocalRef>(&value->kind);
    if (local && !variables_.contains(local->name))
        return value;
    const std::string name = names_.fresh(wish);
    localTypes_[name] = value->type;
    emit({DeclareScalar{value->type, name, value, true}});
    return makeValue(LocalRef{name}, value->type);
}

Expected<void> KernelLowering::resolve(Frame& frame, Place& place, const Expr& linear,
                                       const ValuePtr& value, const std::string& lambda,
                                       bool nonatomic, ElementId element) {
    const std::string known = lambda.empty() ? "" : reductionName(lambda);
    if (lambda.empty() || !known.empty())
        return assign(place, linear, value, known, nonatomic);
    const auto parts = lambdaParts(lambda);
    const auto body = parts ? tasklet::parseExpression(parts->body)
                            : Expected<tasklet::AstPtr>(tasklet::AstPtr{});
    if (!parts || !body)
        return cannotLower(fmt::format("the conflict resolution '{}' is no lambda of two "
                                       "parameters",
                                       lambda),
                           element);
    const bool atomic = (place.kind == Place::Kind::buffer) && !nonatomic && !kernel_.sequential;
    const std::string old = atomic ? names_.fresh("mw_old") : "";
    Operands operands;
    operands[parts->fresh].value = keep(castTo(value, place.type), "fresh");
    operands[parts->old].value =
        atomic ? makeValue(LocalRef{old}, place.type) : load(place, linear);
    MW_TRY(const ValuePtr combined, ValueLowering(this, frame, operands, context_).lower(**body));
    if (!atomic)
        return assign(place, linear, combined, "", true);
    Store store{bufferName(place, true),
                symbolic::simplify(linear),
                value,
                place.type,
                "custom",
                true,
                combined,
                old};
    bufferName(place, false); // it reads the element as well
    emit({std::move(store)});
    return {};
}

/// Whether a local that changes is in it: the same text may mean something else later.
bool KernelLowering::isVariable(const Expr& e) const {
    const auto names = symbolic::freeSymbols(e);
    return std::ranges::any_of(names, [&](const auto& name) { return variables_.contains(name); });
}

Expr KernelLowering::integerLocal(const ValuePtr& value, const std::string& wish) {
    if (const auto* index = std::get_if<Index>(&value->kind))
        return index->expr;
    if (const auto* local = std::get_if<LocalRef>(&value->kind))
        return Expr::symbol(local->name);
    if (const auto* literal = std::get_if<Literal>(&value->kind)) {
        const std::string digits = literal->text.substr(0, literal->text.find_first_of("uL"));
        if (const auto parsed = symbolic::parse(digits, symbolic::Dialect::code);
            parsed && parsed->isInteger())
            return *parsed;
    }
    std::string key;
    if (const auto* load = std::get_if<Load>(&value->kind)) {
        const auto buffer = std::find_if(buffers_.begin(), buffers_.end(), [&](const auto& one) {
            return one.second == load->buffer;
        });
        // private arrays have no buffer: they are written here
        if (buffer != buffers_.end() && !writtenArrays_.contains(buffer->first) &&
            !isVariable(load->index))
            key = load->buffer + "[" + symbolic::print(load->index) + "]";
        if (const auto known = knownLoads_.find(key); !key.empty() && known != knownLoads_.end())
            return Expr::symbol(known->second);
    }
    const std::string name = names_.fresh(shortName(wish, "index"));
    localTypes_[name] = value->type;
    emit({DeclareScalar{value->type, name, value, true}});
    if (!key.empty())
        knownLoads_[key] = name;
    return Expr::symbol(name);
}

} // namespace mw::codegen
