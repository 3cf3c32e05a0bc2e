// Runs programs in the interpreter with the inputs of a scenario.
#include "app/workbench/interpret.h"

#include "core/analysis/executable.h"
#include "core/analysis/flatten_structures.h"
#include "core/bench/verify.h"
#include "core/inputs/check_inputs.h"
#include "core/inputs/memory_need.h"
#include "core/interp/interp.h"
#include "core/interp/scalar.h"
#include "core/ir/symbol_value.h"
#include "core/support/memory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace mw::workbench {

namespace {

/// Where the elements of one argument lie in the program's memory.
struct Layout {
    std::vector<std::int64_t> shape, strides;
    std::size_t elements = 1, elementBytes = 8;
};

/// What lies between the elements of an argument: no number that could be taken for one of them,
/// and an index outside of everything.
constexpr std::byte kBetween{0xFF};

std::size_t product(const std::vector<std::int64_t>& shape) {
    std::size_t count = 1;
    for (const std::int64_t size : shape)
        count *= static_cast<std::size_t>(std::max<std::int64_t>(size, 0));
    return count;
}

/// One past the element that lies farthest behind, which strides with gaps put behind the size that
/// the program says.
std::size_t reachOf(const Layout& layout) {
    std::int64_t last = 0;
    for (std::size_t d = 0; d < layout.shape.size(); ++d) {
        if (layout.shape[d] <= 0)
            return 0;
        last += (layout.shape[d] - 1) * std::max<std::int64_t>(layout.strides[d], 0);
    }
    return static_cast<std::size_t>(last) + 1;
}

Expected<Layout> layoutOf(const ir::DataDescriptor& data, const symbolic::Bindings& symbols) {
    Layout layout;
    layout.elementBytes = static_cast<std::size_t>(ir::sizeOf(data.dtype.scalar));
    if (data.isScalar())
        return layout;
    for (std::size_t d = 0; d < data.shape.size(); ++d) {
        MW_TRY(const std::int64_t size, symbolic::evaluateInteger(data.shape[d], symbols));
        MW_TRY(const std::int64_t stride, symbolic::evaluateInteger(data.strides[d], symbols));
        layout.shape.push_back(size);
        layout.strides.push_back(stride);
    }
    MW_TRY(const std::int64_t total, symbolic::evaluateInteger(data.totalSize, symbols));
    layout.elements =
        std::max(static_cast<std::size_t>(std::max<std::int64_t>(total, 0)), reachOf(layout));
    return layout;
}

/// Copies all elements between the dense form (first dimension fastest) and the program's.
template <class Copy>
Expected<void> forEachElement(const Layout& layout, const Copy& copy) {
    std::int64_t total = 1;
    for (const std::int64_t size : layout.shape)
        total *= size;
    for (std::int64_t dense = 0; dense < total; ++dense) {
        std::int64_t at = 0;
        std::int64_t rest = dense;
        for (std::size_t d = 0; d < layout.shape.size(); ++d) {
            at += rest % layout.shape[d] * layout.strides[d];
            rest /= layout.shape[d];
        }
        if (at < 0 || at >= static_cast<std::int64_t>(layout.elements))
            return fail("bad-size", "the strides of an argument lead out of its memory");
        copy(static_cast<std::size_t>(dense) * layout.elementBytes,
             static_cast<std::size_t>(at) * layout.elementBytes);
    }
    return {};
}

Expected<interp::Buffer> toMemory(const inputs::HostArray& array, const Layout& layout) {
    const auto elements = static_cast<std::int64_t>(layout.elements);
    MW_CHECK(requireMemory(
        checkedProduct(std::array{elements}, static_cast<std::int64_t>(layout.elementBytes)),
        "the elements of an argument"));
    interp::Buffer buffer{array.type,
                          std::vector<std::byte>(layout.elements * layout.elementBytes, kBetween)};
    if (array.bytes.size() != product(layout.shape) * layout.elementBytes)
        return fail("bad-size", "an argument has another type or size than the program says");
    MW_CHECK(forEachElement(layout, [&](std::size_t from, std::size_t to) {
        std::copy_n(array.bytes.data() + from, layout.elementBytes, buffer.bytes.data() + to);
    }));
    return buffer;
}

/// An array as `like`, which it was before the run.
Expected<inputs::HostArray> fromMemory(const interp::Buffer& buffer, const Layout& layout,
                                       const inputs::HostArray& like) {
    inputs::HostArray array = like;
    MW_CHECK(forEachElement(layout, [&](std::size_t to, std::size_t from) {
        std::copy_n(buffer.bytes.data() + from, layout.elementBytes, array.bytes.data() + to);
    }));
    return array;
}

/// Nothing but the elements of an argument may change.
Expected<void> checkBetween(const std::string& name, const interp::Buffer& buffer,
                            const Layout& layout) {
    if (layout.elements == product(layout.shape))
        return {};
    std::vector<std::byte> left = buffer.bytes;
    MW_CHECK(forEachElement(layout, [&](std::size_t, std::size_t at) {
        std::fill_n(left.data() + at, layout.elementBytes, kBetween);
    }));
    const auto changed = std::ranges::find_if(left, [](std::byte b) { return b != kBetween; });
    if (changed == left.end())
        return {};
    return fail("written-between",
                fmt::format("position {} of the memory of '{}' was written, which no element of "
                            "it has: its strides are [{}]",
                            static_cast<std::size_t>(changed - left.begin()) / layout.elementBytes,
                            name, fmt::join(layout.strides, ", ")));
}

/// One element with the value of the symbol of that name.
Expected<inputs::HostArray> scalarArgument(const std::string& name, const symbolic::Value& given,
                                           ir::ScalarType type) {
    MW_TRY(const symbolic::Value value, ir::symbolValue(name, given, type));
    inputs::HostArray array{
        type, {}, std::vector<std::byte>(static_cast<std::size_t>(ir::sizeOf(type)))};
    interp::storeElement(array.bytes.data(), type,
                         value.isReal ? interp::Scalar::real(value.d)
                                      : interp::Scalar::integer(value.i));
    return array;
}

} // namespace

Expected<bench::RunResult> interpret(const ir::Document& document, const inputs::Scenario& given,
                                     double timeoutSeconds, const std::stop_token& stop,
                                     std::optional<std::uint64_t> randomOrder,
                                     interp::Coverage* coverage) {
    return interpretOn(document, given, {}, timeoutSeconds, stop, randomOrder, coverage);
}

Expected<bench::RunResult> interpretOn(const ir::Document& document, const inputs::Scenario& given,
                                       inputs::HostArrays arrays, double timeoutSeconds,
                                       const std::stop_token& stop,
                                       std::optional<std::uint64_t> randomOrder,
                                       interp::Coverage* coverage) {
    const analysis::FlatProgram flat(*document.root);
    const ir::Sdfg& program = *flat;
    MW_CHECK(analysis::checkExecutable(program));
    MW_TRY(const inputs::Scenario scenario, inputs::completeScenario(program, given));
    MW_CHECK(inputs::checkMemory({&scenario}, true));
    for (const auto& [name, input] : scenario.arrays)
        if (!arrays.contains(name)) {
            MW_TRY(arrays[name], inputs::makeArray(name, input, scenario.grid));
        }
    MW_CHECK(inputs::checkInputs(program, scenario, arrays));
    interp::Memory memory;
    std::map<std::string, Layout> layouts;
    for (const auto& [name, data] : program.arrays) {
        if (data->transient)
            continue;
        MW_TRY(layouts[name], layoutOf(*data, scenario.symbols));
        if (const auto symbol = scenario.symbols.find(name);
            !arrays.contains(name) && symbol != scenario.symbols.end()) {
            MW_TRY(arrays[name], scalarArgument(name, symbol->second, data->dtype.scalar));
        }
        MW_TRY(memory[name], toMemory(arrays[name], layouts[name]));
    }
    interp::Options options;
    options.stop = stop;
    options.randomOrder = randomOrder;
    options.coverage = coverage;
    options.deadline = std::chrono::steady_clock::now() +
                       std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                           std::chrono::duration<double>(timeoutSeconds));
    MW_CHECK(interp::run(document, scenario.symbols, memory, options));
    for (const auto& [name, buffer] : memory)
        if (const auto layout = layouts.find(name); layout != layouts.end())
            MW_CHECK(checkBetween(name, buffer, layout->second));
    bench::RunResult result;
    result.device = "the interpreter";
    for (const std::string& name : bench::outputsOf(program, scenario)) {
        MW_TRY(result.outputs[name], fromMemory(memory.at(name), layouts[name], arrays.at(name)));
        memory.erase(name);
    }
    result.inputs = std::move(arrays);
    return result;
}

} // namespace mw::workbench
