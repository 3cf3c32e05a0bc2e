// Statements, names, locals and parameters of a kernel that is being written.
#include "core/codegen/kernel/kernel_body.h"

#include <algorithm>

namespace mw::codegen {

KernelBody::KernelBody(PlanContext& context, Kernel& written)
    : plan(context), kernel(written), out(&written.body), names(&context.symbolTypes) {
    names.reserve("args");
}

void KernelBody::emit(Statement statement) {
    if (const auto* scalar = std::get_if<DeclareScalar>(&statement.kind);
        scalar && !scalar->isConst)
        variables.insert(scalar->name);
    if (!statement.element)
        statement.element = element;
    out->push_back(std::move(statement));
}

std::string KernelBody::declare(ir::ScalarType type, const std::string& wish,
                                const ValuePtr& value) {
    std::string name = fresh(wish);
    localTypes[name] = type;
    emit({DeclareScalar{type, name, value, true}});
    return name;
}

ir::ScalarType KernelBody::typeOf(const std::string& local) const {
    const auto found = localTypes.find(local);
    return found == localTypes.end() ? ir::ScalarType::none : found->second;
}

bool KernelBody::isVariable(const symbolic::Expr& e) const {
    const auto used = symbolic::freeSymbols(e);
    return std::ranges::any_of(used, [&](const auto& name) { return variables.contains(name); });
}

std::string KernelBody::buffer(const ContainerStorage& storage, bool write) {
    auto found = buffers.find(storage.name);
    if (found == buffers.end()) {
        found = buffers.emplace(storage.name, fresh(storage.name)).first;
        kernel.buffers.push_back({found->second, storage.name, storage.memoryType()});
    }
    for (auto& parameter : kernel.buffers)
        if (parameter.array == storage.name)
            (write ? parameter.written : parameter.read) = true;
    return found->second;
}

} // namespace mw::codegen
