// The pass "name-kernels": names for people, and structures that pair kernels of two variants.
#include "core/codegen/passes/passes.h"
#include "core/support/hash.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

namespace {

/// The name of an array that a kernel writes, without the numbers that the front end and the
/// optimisers append; an argument's is left alone.
std::string pairingName(const Plan& plan, const std::string& array) {
    const auto found = std::find_if(plan.arrays.begin(), plan.arrays.end(),
                                    [&](const PlanArray& a) { return a.name == array; });
    if (found != plan.arrays.end() && found->argument)
        return array;
    std::string name = array;
    std::erase_if(name, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
    while (!name.empty() && name.back() == '_')
        name.pop_back();
    return name;
}

std::vector<std::string> outputsOf(const Kernel& kernel) {
    std::vector<std::string> outputs;
    for (const auto& buffer : kernel.buffers)
        if (buffer.written)
            outputs.push_back(buffer.array);
    std::sort(outputs.begin(), outputs.end());
    return outputs;
}

std::string structureOf(const Plan& plan, const Kernel& kernel) {
    std::string text;
    for (const auto& output : outputsOf(kernel))
        text += pairingName(plan, output) + ";";
    std::vector<std::string> ranges;
    for (const auto& dim : kernel.dims)
        ranges.push_back(fmt::format("{}={}:{}:{}", dim.param, symbolic::print(dim.begin),
                                     symbolic::print(dim.end), symbolic::print(dim.step)));
    std::sort(ranges.begin(), ranges.end());
    for (const auto& range : ranges)
        text += range + ";";
    return toHex(fnv1a64(text));
}

/// With two underscores inside, for the linker knows functions of libraries by short names.
std::string wish(const Kernel& kernel) {
    const auto outputs = outputsOf(kernel);
    std::string name = kernel.label.empty() ? "kernel" : kernel.label;
    name += "__" + (outputs.empty() ? "kernel" : outputs.front());
    if (outputs.size() > 1)
        name += fmt::format("_and_{}_more", outputs.size() - 1);
    return name;
}

} // namespace

void nameKernels(PlanContext& context) {
    for (Kernel& kernel : context.plan.kernels) {
        kernel.name = context.kernelNames.fresh(wish(kernel));
        kernel.structure = structureOf(context.plan, kernel);
    }
}

} // namespace mw::codegen
