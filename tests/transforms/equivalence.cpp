#include "tests/transforms/equivalence.h"

#include "core/interp/interp.h"
#include "core/support/hash.h"

#include <cstring>

namespace mw::test {

namespace {

/// Floats between -1 and 1, integers between 0 and size - 1 (so that they can be indices).
void fill(interp::Buffer& buffer, std::uint64_t seed, int size) {
    const auto count = static_cast<std::uint64_t>(buffer.elements());
    const auto put = [&](std::uint64_t i, auto value) {
        std::memcpy(buffer.bytes.data() + i * sizeof value, &value, sizeof value);
    };
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t bits = splitmix64(seed + i);
        const double unit = static_cast<double>(bits >> 11U) * 0x1p-52 - 1.0;
        if (buffer.type == ir::ScalarType::float64)
            put(i, unit);
        else if (buffer.type == ir::ScalarType::float32)
            put(i, static_cast<float>(unit));
        else if (buffer.type == ir::ScalarType::int32)
            put(i, static_cast<std::int32_t>(bits % static_cast<std::uint64_t>(size)));
        else if (buffer.type == ir::ScalarType::int64)
            put(i, static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(size)));
    }
}

symbolic::Bindings bindings(const ir::Sdfg& sdfg, int size) {
    symbolic::Bindings values;
    for (const auto& [name, type] : sdfg.symbols)
        values[name] = symbolic::Value::integer(size);
    return values;
}

Expected<interp::Memory> arguments(const ir::Sdfg& sdfg, const EquivalenceOptions& options) {
    interp::Memory memory;
    const auto values = bindings(sdfg, options.size);
    for (const auto& [name, data] : sdfg.arrays) {
        if (data->transient)
            continue;
        MW_TRY(const auto count, symbolic::evaluateInteger(data->totalSize, values));
        interp::Buffer buffer;
        buffer.type = data->dtype.scalar;
        buffer.bytes.resize(static_cast<std::size_t>(count * ir::sizeOf(buffer.type)));
        fill(buffer, fnv1a64(name) ^ options.seed, options.size);
        memory[name] = std::move(buffer);
    }
    return memory;
}

} // namespace

std::optional<std::string> difference(const ir::Document& before, const ir::Document& after,
                                      const EquivalenceOptions& options) {
    auto first = arguments(*before.root, options);
    if (!first)
        return toString(first.error());
    auto second = *first;
    const auto values = bindings(*before.root, options.size);
    if (const auto ran = interp::run(before, values, *first); !ran)
        return "before: " + toString(ran.error());
    if (const auto ran = interp::run(after, values, second); !ran)
        return "after: " + toString(ran.error());
    for (const auto& [name, buffer] : *first)
        if (buffer.bytes != second.at(name).bytes)
            return "'" + name + "' differs";
    return std::nullopt;
}

} // namespace mw::test
