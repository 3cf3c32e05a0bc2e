// The arguments of a program: arrays, and scalars that come by value.
#include "core/codegen/host/arguments.h"

#include "core/codegen/ctext.h"
#include "core/codegen/values/make_value.h"

#include <fmt/format.h>

namespace mw::codegen {

using symbolic::Expr;

namespace {

bool isSupported(const ir::DataDescriptor& data) {
    return !cType(data.dtype.scalar).empty() && data.kind != ir::DataKind::stream &&
           data.kind != ir::DataKind::structure && data.kind != ir::DataKind::other;
}

/// By value: a symbol in all but the name.
Place valuePlace(HostProgram& program, const Frame& frame, const std::string& name,
                 const ir::DataDescriptor& data) {
    Place place;
    place.type = data.dtype.scalar;
    place.name = name;
    place.kind = Place::Kind::hostValue;
    program.context.symbolTypes.set(name, place.type);
    const auto constant = frame.symbols.find(name);
    place.value = constant == frame.symbols.end()
                      ? makeValue(LocalRef{name}, place.type)
                      : makeValue(Literal{constant->second.op() == symbolic::Op::real
                                              ? cLiteral(constant->second.realValue())
                                              : cLiteral(constant->second.value())},
                                  place.type);
    return place;
}

Place arrayPlace(HostProgram& program, const Frame& frame, const std::string& name,
                 const ir::DataDescriptor& data) {
    Place place;
    place.type = data.dtype.scalar;
    place.name = name;
    place.kind = Place::Kind::buffer;
    place = aliasOf(place, {}, data, frame);
    PlanArray array;
    array.name = name;
    array.type = place.type;
    array.argument = true;
    array.scalar = data.isScalar();
    array.elements = data.isScalar() ? Expr(1) : symbolic::simplify(frame.outer(data.totalSize));
    array.shape = place.shape;
    array.strides = place.strides;
    program.context.plan.arrays.push_back(std::move(array));
    return place;
}

} // namespace

Expected<void> declareArguments(HostProgram& program, Frame& frame) {
    for (const auto& entry : frame.sdfg->arrays) {
        const ir::DataDescriptor& data = *entry.value;
        if (data.transient)
            continue;
        if (!isSupported(data))
            return cannotLower(fmt::format("the argument '{}' ({} of {}) cannot be lowered",
                                           entry.name, data.typeName, ir::name(data.dtype.scalar)),
                               frame.sdfg->id);
        const Usage* use = program.context.usageOf(*frame.sdfg, entry.name);
        frame.places[entry.name] = data.isScalar() && (!use || !use->written)
                                       ? valuePlace(program, frame, entry.name, data)
                                       : arrayPlace(program, frame, entry.name, data);
    }
    return {};
}

} // namespace mw::codegen
