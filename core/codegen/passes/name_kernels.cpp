// The pass "name-kernels": names for people, and structures that pair kernels of two variants.
#include "core/codegen/known_kernel.h"
#include "core/codegen/passes/passes.h"
#include "core/support/hash.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

namespace {

/// The name of an array that a kernel writes, without the numbers that the front end and the
/// optimisers append; an argument's is left alone.
std::string pairingName(const std::string& array, bool isArgument) {
    if (isArgument)
        return array;
    std::string name = array;
    std::erase_if(name, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
    while (!name.empty() && name.back() == '_')
        name.pop_back();
    return name;
}

/// In the order of their names.
std::vector<std::string> outputsOf(const Kernel& kernel) {
    std::vector<std::string> outputs;
    for (const auto& buffer : kernel.buffers)
        if (buffer.written)
            outputs.push_back(buffer.array);
    std::sort(outputs.begin(), outputs.end());
    return outputs;
}

/// All that names depend on beside the kernel: which of its outputs are arguments.
struct Arguments {
    std::vector<bool> are;

    bool operator==(const Arguments&) const = default;
};

Arguments argumentsOf(const PlanContext& context, const std::vector<std::string>& outputs) {
    Arguments arguments;
    for (const auto& output : outputs) {
        const PlanArray* array = context.array(output);
        arguments.are.push_back(array && array->argument);
    }
    return arguments;
}

std::string structureOf(const Kernel& kernel, const std::vector<std::string>& outputs,
                        const Arguments& arguments) {
    std::string text;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        text += pairingName(outputs[i], arguments.are[i]) + ";";
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
std::string wish(const Kernel& kernel, const std::vector<std::string>& outputs) {
    std::string name = kernel.label.empty() ? "kernel" : kernel.label;
    name += "__" + (outputs.empty() ? "kernel" : outputs.front());
    if (outputs.size() > 1)
        name += fmt::format("_and_{}_more", outputs.size() - 1);
    return name;
}

} // namespace

void nameKernels(PlanContext& context) {
    for (Kernel& kernel : context.plan.kernels) {
        const auto outputs = outputsOf(kernel);
        const auto arguments = argumentsOf(context, outputs);
        const auto structure = [&] { return structureOf(kernel, outputs, arguments); };
        kernel.name = context.kernelNames.fresh(wish(kernel, outputs));
        kernel.structure = kernel.known ? kernel.known->answer(arguments, structure) : structure();
    }
}

} // namespace mw::codegen
