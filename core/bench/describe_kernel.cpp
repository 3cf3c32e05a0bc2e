// A kernel of a plan, as rows and pairs know it.
#include "core/bench/describe_kernel.h"

#include "core/support/hash.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::bench {

namespace {

/// Range and arithmetic, not names.
std::string workOf(const codegen::Kernel& kernel) {
    std::string text = symbolic::print(kernel.flops) + ";";
    for (const auto& dim : kernel.dims)
        text += fmt::format("{}:{}:{};", symbolic::print(dim.begin), symbolic::print(dim.end),
                            symbolic::print(dim.step));
    return toHex(fnv1a64(text));
}

void addArrays(const codegen::Plan& plan, const codegen::Kernel& kernel, KernelRow& row) {
    for (const auto& buffer : kernel.buffers) {
        const auto found = std::ranges::find(plan.arrays, buffer.array, &codegen::PlanArray::name);
        const KernelArray array{buffer.array, found != plan.arrays.end() && found->argument};
        if (buffer.read)
            row.reads.push_back(array);
        if (buffer.written)
            row.writes.push_back(array);
    }
    std::ranges::sort(row.reads);
    std::ranges::sort(row.writes);
}

} // namespace

KernelRow describeKernel(const codegen::Plan& plan, const codegen::Kernel& kernel,
                         const std::map<NodeId, std::vector<NodeId>>& origins) {
    KernelRow row;
    row.name = kernel.name;
    row.label = kernel.label;
    row.title = kernel.title.empty() ? kernel.name : kernel.title;
    row.structure = kernel.structure;
    row.map = kernel.map;
    row.work = workOf(kernel);
    addArrays(plan, kernel, row);
    if (const auto from = origins.find(kernel.map); from != origins.end())
        row.origins = from->second;
    return row;
}

} // namespace mw::bench
