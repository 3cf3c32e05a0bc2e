// Arguments in the program's layout, and back in the client's.
#include "core/exec/runner/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace mw::exec {

namespace {

bool isEmpty(const ArrayLayout& layout) {
    return std::ranges::find(layout.shape, 0) != layout.shape.end();
}

/// Calls visit(dense position, memory position), both in elements, for every element.
template <class Visit>
void forEachElement(const ArrayLayout& layout, const Visit& visit) {
    if (isEmpty(layout))
        return;
    const std::size_t rank = layout.shape.size();
    std::int64_t total = 1;
    for (const std::int64_t n : layout.shape)
        total *= n;
    std::vector<std::int64_t> at(rank, 0);
    std::int64_t memory = 0;
    for (std::int64_t dense = 0; dense < total; ++dense) {
        visit(dense, memory);
        for (std::size_t d = 0; d < rank; ++d) {
            memory += layout.strides[d];
            if (++at[d] < layout.shape[d])
                break;
            memory -= layout.strides[d] * layout.shape[d];
            at[d] = 0;
        }
    }
}

Expected<std::vector<std::int64_t>> evaluateAll(const std::vector<symbolic::Expr>& list,
                                                const symbolic::Bindings& symbols) {
    std::vector<std::int64_t> values;
    for (const symbolic::Expr& e : list) {
        MW_TRY(const std::int64_t value, symbolic::evaluateInteger(e, symbols));
        values.push_back(value);
    }
    return values;
}

template <class T, class V>
void put(V value, std::byte* to) {
    const T typed = static_cast<T>(value);
    std::memcpy(to, &typed, sizeof typed);
}

template <class T>
T get(const std::byte* from) {
    T typed;
    std::memcpy(&typed, from, sizeof typed);
    return typed;
}

/// Offset one past the last element that the shape reaches; nothing where an extent or a stride is
/// negative, or where the elements or their offsets are beyond `limit`.
std::optional<std::int64_t> reach(const ArrayLayout& layout, std::int64_t limit) {
    if (isEmpty(layout))
        return 0;
    std::int64_t last = 0;
    std::int64_t count = 1;
    for (std::size_t d = 0; d < layout.shape.size(); ++d) {
        const std::int64_t extent = layout.shape[d];
        const std::int64_t stride = extent > 1 ? layout.strides[d] : 0;
        std::int64_t span = 0;
        if (extent < 0 || stride < 0 || __builtin_mul_overflow(count, extent, &count) ||
            __builtin_mul_overflow(extent - 1, stride, &span) ||
            __builtin_add_overflow(last, span, &last) || count > limit || last >= limit)
            return std::nullopt;
    }
    return last + 1;
}

} // namespace

bool ArrayLayout::isDense() const {
    if (isEmpty(*this))
        return elements == 0;
    std::int64_t step = 1;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        if (strides[d] != step && shape[d] > 1)
            return false;
        step *= shape[d];
    }
    return step == elements;
}

Expected<ArrayLayout> layoutOf(const codegen::PlanArray& array, const symbolic::Bindings& symbols) {
    ArrayLayout layout;
    layout.elementBytes = static_cast<std::size_t>(ir::sizeOf(array.type));
    MW_TRY(layout.elements, symbolic::evaluateInteger(array.elements, symbols));
    MW_TRY(layout.shape, evaluateAll(array.shape, symbols));
    MW_TRY(layout.strides, evaluateAll(array.strides, symbols));
    if (layout.strides.size() != layout.shape.size())
        return fail("bad-plan",
                    fmt::format("the array '{}' has {} dimensions and {} strides", array.name,
                                layout.shape.size(), layout.strides.size()));
    constexpr std::int64_t limit = std::int64_t{1} << 40;
    if (layout.elements < 0 || layout.elements > limit || layout.elementBytes == 0)
        return fail("bad-size", fmt::format("the array '{}' would have {} elements", array.name,
                                            layout.elements));
    const auto needed = reach(layout, limit);
    if (!needed)
        return fail("bad-size", fmt::format("the array '{}' has impossible sizes", array.name));
    layout.elements = std::max(layout.elements, *needed);
    return layout;
}

std::vector<std::byte> scatter(const ArrayLayout& layout, const std::vector<std::byte>& dense) {
    std::vector<std::byte> memory(layout.bytes());
    const std::size_t size = layout.elementBytes;
    forEachElement(layout, [&](std::int64_t from, std::int64_t to) {
        std::memcpy(memory.data() + static_cast<std::size_t>(to) * size,
                    dense.data() + static_cast<std::size_t>(from) * size, size);
    });
    return memory;
}

std::vector<std::byte> gather(const ArrayLayout& layout, const std::vector<std::byte>& memory) {
    const std::size_t size = layout.elementBytes;
    std::size_t total = size;
    for (const std::int64_t n : layout.shape)
        total *= static_cast<std::size_t>(n);
    std::vector<std::byte> dense(total);
    forEachElement(layout, [&](std::int64_t to, std::int64_t from) {
        std::memcpy(dense.data() + static_cast<std::size_t>(to) * size,
                    memory.data() + static_cast<std::size_t>(from) * size, size);
    });
    return dense;
}

bool writeElement(const symbolic::Value& value, ir::ScalarType type, std::byte* to) {
    const auto integer = [&] {
        return value.isReal ? static_cast<std::int64_t>(value.d) : value.i;
    };
    switch (type) {
    case ir::ScalarType::boolean:
        put<bool>(value.truthy(), to);
        return true;
    case ir::ScalarType::int8:
        put<std::int8_t>(integer(), to);
        return true;
    case ir::ScalarType::int16:
        put<std::int16_t>(integer(), to);
        return true;
    case ir::ScalarType::int32:
        put<std::int32_t>(integer(), to);
        return true;
    case ir::ScalarType::int64:
        put<std::int64_t>(integer(), to);
        return true;
    case ir::ScalarType::uint8:
        put<std::uint8_t>(integer(), to);
        return true;
    case ir::ScalarType::uint16:
        put<std::uint16_t>(integer(), to);
        return true;
    case ir::ScalarType::uint32:
        put<std::uint32_t>(integer(), to);
        return true;
    case ir::ScalarType::uint64:
        put<std::uint64_t>(integer(), to);
        return true;
    case ir::ScalarType::float32:
        put<float>(value.asReal(), to);
        return true;
    case ir::ScalarType::float64:
        put<double>(value.asReal(), to);
        return true;
    default:
        return false;
    }
}

std::optional<symbolic::Value> readElement(ir::ScalarType type, const std::byte* from) {
    using symbolic::Value;
    switch (type) {
    case ir::ScalarType::boolean:
        return Value::integer(get<std::uint8_t>(from) != 0 ? 1 : 0);
    case ir::ScalarType::int8:
        return Value::integer(get<std::int8_t>(from));
    case ir::ScalarType::int16:
        return Value::integer(get<std::int16_t>(from));
    case ir::ScalarType::int32:
        return Value::integer(get<std::int32_t>(from));
    case ir::ScalarType::int64:
        return Value::integer(get<std::int64_t>(from));
    case ir::ScalarType::uint8:
        return Value::integer(get<std::uint8_t>(from));
    case ir::ScalarType::uint16:
        return Value::integer(get<std::uint16_t>(from));
    case ir::ScalarType::uint32:
        return Value::integer(get<std::uint32_t>(from));
    case ir::ScalarType::uint64:
        return Value::integer(static_cast<std::int64_t>(get<std::uint64_t>(from)));
    case ir::ScalarType::float32:
        return Value::real(static_cast<double>(get<float>(from)));
    case ir::ScalarType::float64:
        return Value::real(get<double>(from));
    default:
        return std::nullopt;
    }
}

} // namespace mw::exec
