// Reads of single elements in a kernel.
#include "core/codegen/kernel/elements.h"

#include "core/codegen/ctext.h"
#include "core/codegen/values/make_value.h"
#include "core/codegen/values/value_lowering.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

Expected<ContainerStorage*> storageOf(Environment& env, const std::string& container,
                                      ElementId element) {
    const auto found = env.storage.find(container);
    if (found == env.storage.end() || found->second.kind == ContainerStorage::Kind::pending)
        return cannotLower(
            fmt::format("the container '{}' is not available in this kernel", container), element);
    return &found->second;
}

ValuePtr seenAs(const ValuePtr& value, ir::ScalarType type) {
    if (ir::isFloatingPoint(value->type) == ir::isFloatingPoint(type))
        return castTo(value, type);
    // Of the value's own type: what a kernel counts with is wider.
    return makeValue(Call{fmt::format("mw_seen<{}, {}>", cType(type), cType(value->type)), {value}},
                     type);
}

ValuePtr loadAt(KernelBody& body, const ContainerStorage& storage, const Expr& linear) {
    const bool isSeen = storage.stored != ir::ScalarType::none;
    const ir::ScalarType type = storage.memoryType();
    const auto seen = [&](const ValuePtr& value) {
        return isSeen ? seenAs(value, storage.type) : value;
    };
    if (storage.kind == ContainerStorage::Kind::hostValue)
        return seen(storage.value);
    if (storage.kind == ContainerStorage::Kind::localScalar)
        return seen(makeValue(LocalRef{storage.name}, type));
    const std::string name = storage.kind == ContainerStorage::Kind::localArray
                                 ? storage.name
                                 : body.buffer(storage, false);
    return seen(makeValue(Load{name, symbolic::simplify(linear)}, type));
}

ValuePtr loadElement(KernelBody& body, const ContainerStorage& storage,
                     const std::vector<Expr>& index) {
    return loadAt(body, storage, linearIndex(storage, index));
}

ValuePtr keep(KernelBody& body, const ValuePtr& value, const std::string& wish) {
    if (std::holds_alternative<Literal>(value->kind))
        return value;
    const auto* local = std::get_if<LocalRef>(&value->kind);
    if (local && !body.variables.contains(local->name))
        return value;
    const std::string name = body.declare(value->type, wish, value);
    return makeValue(LocalRef{name}, value->type);
}

Expr integerLocal(KernelBody& body, const ValuePtr& value, const std::string& wish) {
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
        const auto buffer =
            std::find_if(body.buffers.begin(), body.buffers.end(),
                         [&](const auto& one) { return one.second == load->buffer; });
        // private arrays have no buffer: they are written here
        if (buffer != body.buffers.end() && !body.writtenArrays.contains(buffer->first) &&
            !body.isVariable(load->index))
            key = load->buffer + "[" + symbolic::print(load->index) + "]";
        if (const auto known = body.knownLoads.find(key);
            !key.empty() && known != body.knownLoads.end())
            return Expr::symbol(known->second);
    }
    const std::string name = body.declare(value->type, shortName(wish, "index"), value);
    if (!key.empty())
        body.knownLoads[key] = name;
    return Expr::symbol(name);
}

} // namespace mw::codegen
