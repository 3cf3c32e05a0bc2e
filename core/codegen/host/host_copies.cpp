// Copies at top level of a state: steps of the plan, or kernels.
#include "core/codegen/host/host_copies.h"

#include "core/codegen/host/host_containers.h"
#include "core/codegen/host/host_kernel.h"
#include "core/codegen/host/host_scalar.h"
#include "core/codegen/kernel/copies.h"
#include "core/codegen/values/make_value.h"

#include <fmt/format.h>

namespace mw::codegen {

namespace {

std::optional<CopyBox> copyBox(const Environment& env, const CopyEnds& ends) {
    const ContainerStorage& source = env.storage.at(ends.srcData);
    const ContainerStorage& target = env.storage.at(ends.dstData);
    if (source.kind != ContainerStorage::Kind::buffer ||
        target.kind != ContainerStorage::Kind::buffer || source.type != target.type)
        return std::nullopt;
    CopyBox box;
    box.src = source.name;
    box.dst = target.name;
    box.type = source.type;
    box.srcOffset = linearIndex(source, begins(env, ends.src));
    box.dstOffset = linearIndex(target, begins(env, ends.dst));
    const auto common = commonBoxes(boxOf(env, source, ends.src), boxOf(env, target, ends.dst));
    if (!common)
        return std::nullopt;
    for (std::size_t d = 0; d < common->src.size(); ++d) {
        box.counts.push_back(common->src[d].count);
        box.srcStrides.push_back(common->src[d].stride);
        box.dstStrides.push_back(common->dst[d].stride);
    }
    return box;
}

} // namespace

Expected<void> lowerHostCopy(HostProgram& program, Environment& env, const ir::Edge& edge,
                             const CopyEnds& ends, Steps& steps) {
    // a known scalar stays one
    const auto source = env.storage.find(ends.srcData);
    if (source != env.storage.end() && source->second.kind == ContainerStorage::Kind::hostValue &&
        edge.memlet.wcr.empty() && holdsValue(program, env, ends.dstData)) {
        const ir::ScalarType type = env.sdfg->data(ends.dstData)->dtype.scalar;
        ContainerStorage value = source->second;
        value.value = castTo(value.value, type);
        value.type = type;
        env.storage[ends.dstData] = std::move(value);
        return {};
    }
    MW_CHECK(materialise(program, env, ends.srcData));
    MW_CHECK(materialise(program, env, ends.dstData));
    if (edge.memlet.wcr.empty()) {
        if (auto box = copyBox(env, ends)) {
            for (auto& array : program.context.plan.arrays)
                if (array.name == box->dst)
                    array.written = true;
            steps.push_back({std::move(*box)});
            return {};
        }
    }
    Kernel kernel;
    kernel.label = fmt::format("copy_{}_to_{}", ends.srcData, ends.dstData);
    kernel.sequential = true;
    KernelBody body(program.context, kernel);
    MW_CHECK(lowerCopy(body, env, ends, edge.memlet.wcr, edge.id));
    MW_CHECK(finishKernel(program, kernel));
    addKernel(program, std::move(kernel), steps);
    return {};
}

} // namespace mw::codegen
