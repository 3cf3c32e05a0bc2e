// Runs a program with the reference executor, and compares two runs.
#include "tests/support/execution.h"

#include "core/analysis/flatten_structures.h"
#include "core/interp/interp.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

namespace mw::test {

namespace {

constexpr double kSingleOverDouble = 536870912.0; // 2^29: 23 bits of mantissa instead of 52

Expected<exec::ArrayLayout> layoutOf(const std::string& name, const ir::DataDescriptor& data,
                                     const symbolic::Bindings& symbols) {
    codegen::PlanArray array;
    array.name = name;
    array.type = data.dtype.scalar;
    array.elements = data.isScalar() ? symbolic::Expr(1) : data.totalSize;
    if (!data.isScalar()) {
        array.shape = data.shape;
        array.strides = data.strides;
    }
    return exec::layoutOf(array, symbols);
}

/// Bytes of one argument in the program's own layout.
Expected<interp::Buffer> memoryOf(const std::string& name, const ir::DataDescriptor& data,
                                  const exec::ArrayLayout& layout, const RunInputs& inputs) {
    const auto type = data.dtype.scalar;
    const auto given = inputs.arrays.find(name);
    if (given == inputs.arrays.end()) {
        std::vector<std::byte> bytes(std::max<std::size_t>(layout.bytes(), 16));
        const auto symbol = inputs.symbols.find(name);
        if (symbol == inputs.symbols.end() || layout.elements != 1 ||
            !exec::writeElement(symbol->second, type, bytes.data()))
            return fail("missing-array", fmt::format("the inputs have no array '{}'", name));
        bytes.resize(layout.bytes());
        return interp::Buffer{type, std::move(bytes)};
    }
    if (given->second.type != type || given->second.shape != layout.shape)
        return fail("wrong-array", fmt::format("the inputs have another '{}' than needed", name));
    return interp::Buffer{type, exec::scatter(layout, *given->second.bytes)};
}

/// Real numbers that are compared by value; everything else must be the same.
bool isReal(ir::ScalarType type) {
    return type == ir::ScalarType::float32 || type == ir::ScalarType::float64;
}

double meanMagnitude(const exec::InputArray& array, std::size_t width) {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t at = 0; at + width <= array.bytes->size(); at += width) {
        const double value = exec::readElement(array.type, array.bytes->data() + at)->asReal();
        if (!std::isfinite(value))
            continue;
        sum += std::abs(value);
        ++count;
    }
    return count == 0 ? 0 : sum / static_cast<double>(count);
}

bool close(double got, double expected, double mean, double tolerance) {
    if (got == expected || (std::isnan(got) && std::isnan(expected)))
        return true;
    if (!std::isfinite(got) || !std::isfinite(expected))
        return false;
    return std::abs(got - expected) <= tolerance * std::max(std::abs(expected), mean);
}

/// Text of the first element that differs; empty when none does.
std::string differingElement(const exec::InputArray& got, const exec::InputArray& expected,
                             double tolerance) {
    const auto width = static_cast<std::size_t>(ir::sizeOf(got.type));
    const bool real = isReal(got.type);
    const double allowed =
        got.type == ir::ScalarType::float32 ? tolerance * kSingleOverDouble : tolerance;
    const double mean = real && tolerance > 0 ? meanMagnitude(expected, width) : 0;
    for (std::size_t at = 0; at + width <= expected.bytes->size(); at += width) {
        const std::byte* a = got.bytes->data() + at;
        const std::byte* b = expected.bytes->data() + at;
        if (std::memcmp(a, b, width) == 0)
            continue;
        const auto x = exec::readElement(got.type, a);
        const auto y = exec::readElement(got.type, b);
        if (!x || !y)
            return fmt::format("element {} differs", at / width);
        if (real ? close(x->asReal(), y->asReal(), mean, allowed) : x->i == y->i)
            continue;
        return real ? fmt::format("element {}: {:.17g} instead of {:.17g}", at / width, x->asReal(),
                                  y->asReal())
                    : fmt::format("element {}: {} instead of {}", at / width, x->i, y->i);
    }
    return {};
}

} // namespace

Expected<Outputs> interpreted(const ir::Document& program, const RunInputs& inputs,
                              std::optional<std::uint64_t> randomOrder) {
    interp::Memory memory;
    std::map<std::string, exec::ArrayLayout> layouts;
    const analysis::FlatProgram flat(*program.root);
    for (const auto& [name, data] : flat->arrays) {
        if (data->transient)
            continue;
        MW_TRY(layouts[name], layoutOf(name, *data, inputs.symbols));
        MW_TRY(memory[name], memoryOf(name, *data, layouts[name], inputs));
    }
    MW_CHECK(interp::run(program, inputs.symbols, memory, {.randomOrder = randomOrder}));
    Outputs outputs;
    for (const auto& [name, buffer] : memory)
        outputs[name] = {buffer.type, layouts[name].shape,
                         std::make_shared<const std::vector<std::byte>>(
                             exec::gather(layouts[name], buffer.bytes))};
    return outputs;
}

std::optional<std::string> firstDifference(const Outputs& got, const Outputs& expected,
                                           Closeness closeness) {
    for (const auto& [name, array] : got)
        if (!expected.contains(name))
            return fmt::format("'{}' is nothing that was expected", name);
    for (const auto& [name, array] : expected) {
        const auto found = got.find(name);
        if (found == got.end())
            return fmt::format("'{}' is missing", name);
        const exec::InputArray& other = found->second;
        if (other.type != array.type || other.shape != array.shape ||
            other.bytes->size() != array.bytes->size())
            return fmt::format("'{}' has another type or shape", name);
        if (const auto element = differingElement(other, array, closeness.tolerance);
            !element.empty())
            return fmt::format("'{}' {}", name, element);
    }
    return std::nullopt;
}

std::optional<std::string> dependsOnOrder(const ir::Document& program, const RunInputs& inputs,
                                          const Outputs& expected, std::uint64_t orders) {
    for (std::uint64_t order = 0; order < orders; ++order) {
        const auto got = interpreted(program, inputs, order);
        const auto found = got ? firstDifference(*got, expected, kReordered)
                               : std::optional(toString(got.error()));
        if (found)
            return fmt::format("in order {} that the graph allows: {}", order, *found);
    }
    return std::nullopt;
}

} // namespace mw::test
