// The arguments of a program: arrays, and scalars that come by value.
#include "core/codegen/host/arguments.h"

#include "core/analysis/executable.h"
#include "core/codegen/ctext.h"
#include "core/codegen/values/make_value.h"

#include <fmt/format.h>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// By value: a symbol in all but the name.
ContainerStorage valueStorage(HostProgram& program, const Environment& env, const std::string& name,
                              const ir::DataDescriptor& data) {
    ContainerStorage storage;
    storage.type = data.dtype.scalar;
    storage.name = name;
    storage.kind = ContainerStorage::Kind::hostValue;
    program.context.symbolTypes.set(name, storage.type);
    const auto constant = env.symbols.find(name);
    storage.value = constant == env.symbols.end()
                        ? makeValue(LocalRef{name}, storage.type)
                        : makeValue(Literal{constant->second.op() == symbolic::Op::real
                                                ? cLiteral(constant->second.realValue())
                                                : cLiteral(constant->second.value())},
                                    storage.type);
    return storage;
}

ContainerStorage arrayStorage(HostProgram& program, const Environment& env, const std::string& name,
                              const ir::DataDescriptor& data) {
    ContainerStorage storage;
    storage.type = data.dtype.scalar;
    storage.name = name;
    storage.kind = ContainerStorage::Kind::buffer;
    storage = aliasOf(storage, {}, data, env);
    PlanArray array;
    array.name = name;
    array.type = storage.type;
    array.argument = true;
    array.scalar = data.isScalar();
    array.elements = data.isScalar() ? Expr(1) : symbolic::simplify(env.outer(data.totalSize));
    array.shape = storage.shape;
    array.strides = storage.strides;
    program.context.plan.arrays.push_back(std::move(array));
    return storage;
}

} // namespace

Expected<void> declareArguments(HostProgram& program, Environment& env) {
    for (const auto& entry : env.sdfg->arrays) {
        const ir::DataDescriptor& data = *entry.value;
        if (data.transient)
            continue;
        if (const auto why = analysis::whyNotExecutable(entry.name, data))
            return cannotLower(*why, env.sdfg->id);
        const Usage* use = program.context.usageOf(*env.sdfg, entry.name);
        env.storage[entry.name] = data.isScalar() && (!use || !use->written)
                                      ? valueStorage(program, env, entry.name, data)
                                      : arrayStorage(program, env, entry.name, data);
    }
    return {};
}

} // namespace mw::codegen
