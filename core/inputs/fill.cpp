// Makes the values of input arrays: hashed, bit for bit the same on every machine.
#include "core/inputs/scenario.h"
#include "core/io/file.h"
#include "core/support/hash.h"
#include "core/support/memory.h"
#include "core/support/overload.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <optional>

namespace mw::inputs {

namespace {

constexpr std::int64_t kMaxElements = std::int64_t{1} << 33;

/// value = low + (high - low) * hash in [0, 1): 53 bits of splitmix64(fnv1a64(name) + index), index
/// row-major over the logical shape. Another turn: splitmix64(turn) more. Signs and the elements
/// that take a given value are chosen by a hash of the hash, in turn 0.
class HashedValues {
public:
    HashedValues(std::string_view name, const HashedFill& fill)
        : name_(fnv1a64(name)), base_(name_ + (fill.turn == 0 ? 0 : splitmix64(fill.turn))),
          fill_(fill) {}

    double at(std::int64_t index) const {
        constexpr double scale = 9007199254740992.0; // 2^53
        const std::uint64_t h = splitmix64(base_ + static_cast<std::uint64_t>(index));
        const double value =
            fill_.low + (fill_.high - fill_.low) * (static_cast<double>(h >> 11U) / scale);
        if (!fill_.signs && fill_.also.empty())
            return value;
        const std::uint64_t choice = splitmix64(h);
        if (const auto chosen = given(static_cast<std::uint64_t>(index), choice))
            return *chosen;
        return fill_.signs && (choice & 4U) != 0 ? -value : value;
    }

private:
    /// In turn 0 for a quarter of the elements one of them by the hash. In each pair of later turns
    /// all of them one after the other, half of the elements in the first of the pair and the
    /// others in the second, so that few elements are enough to meet them all.
    std::optional<double> given(std::uint64_t index, std::uint64_t choice) const {
        const auto count = fill_.also.size();
        if (count == 0)
            return std::nullopt;
        if (fill_.turn == 0)
            return (choice & 3U) == 0 ? std::optional(fill_.also[(choice >> 3U) % count])
                                      : std::nullopt;
        constexpr std::uint64_t kStep = 5; // elements that even small arrays have
        const std::uint64_t pair = (fill_.turn - 1) / 2;
        if ((splitmix64(name_ + index) & 1U) != (fill_.turn & 1U))
            return std::nullopt;
        return fill_.also[(index + name_ % count + pair * kStep) % count];
    }

    std::uint64_t name_, base_;
    const HashedFill& fill_;
};

/// Calls visit(memory position, row-major index) for every element: memory has its first dimension
/// fastest, the index its last.
template <class Visit>
void forEachElement(const std::vector<std::int64_t>& shape, const Visit& visit) {
    std::int64_t total = 1;
    for (const std::int64_t n : shape)
        total *= n;
    if (shape.size() <= 1) {
        for (std::int64_t i = 0; i < total; ++i)
            visit(i, i);
        return;
    }
    std::vector<std::int64_t> rowMajor(shape.size(), 1);
    for (std::size_t d = shape.size() - 1; d > 0; --d)
        rowMajor[d - 1] = rowMajor[d] * shape[d];
    std::vector<std::int64_t> at(shape.size(), 0);
    for (std::int64_t memory = 0; memory < total;) {
        std::int64_t index = 0;
        for (std::size_t d = 1; d < shape.size(); ++d)
            index += at[d] * rowMajor[d];
        for (std::int64_t i = 0; i < shape[0]; ++i, ++memory, index += rowMajor[0])
            visit(memory, index);
        for (std::size_t d = 1; d < shape.size() && ++at[d] == shape[d]; ++d)
            at[d] = 0;
    }
}

template <class T, class ValueAt>
void store(HostArray& array, const ValueAt& valueAt) {
    auto* out = reinterpret_cast<T*>(array.bytes.data());
    forEachElement(array.shape, [&](std::int64_t memory, std::int64_t index) {
        out[memory] = static_cast<T>(valueAt(memory, index));
    });
}

/// Converts to the array's element type as numpy's astype does (towards zero for integers).
template <class ValueAt>
Expected<void> storeAs(HostArray& array, const std::string& name, const ValueAt& valueAt) {
    switch (array.type) {
    case ir::ScalarType::boolean:
        store<bool>(array, valueAt);
        return {};
    case ir::ScalarType::int8:
        store<std::int8_t>(array, valueAt);
        return {};
    case ir::ScalarType::int16:
        store<std::int16_t>(array, valueAt);
        return {};
    case ir::ScalarType::int32:
        store<std::int32_t>(array, valueAt);
        return {};
    case ir::ScalarType::int64:
        store<std::int64_t>(array, valueAt);
        return {};
    case ir::ScalarType::uint8:
        store<std::uint8_t>(array, valueAt);
        return {};
    case ir::ScalarType::uint16:
        store<std::uint16_t>(array, valueAt);
        return {};
    case ir::ScalarType::uint32:
        store<std::uint32_t>(array, valueAt);
        return {};
    case ir::ScalarType::uint64:
        store<std::uint64_t>(array, valueAt);
        return {};
    case ir::ScalarType::float32:
        store<float>(array, valueAt);
        return {};
    case ir::ScalarType::float64:
        store<double>(array, valueAt);
        return {};
    default:
        return fail("cannot-fill", fmt::format("the array '{}' of type {} can only be filled with "
                                               "zeros or from a file",
                                               name, ir::name(array.type)));
    }
}

Expected<void> fillHashed(HostArray& array, const std::string& name, const HashedFill& fill) {
    const HashedValues values(name, fill);
    return storeAs(array, name, [&](std::int64_t, std::int64_t index) {
        const double value = values.at(index);
        return fill.floor ? std::floor(value) : value;
    });
}

Expected<void> fillMask(HostArray& array, const std::string& name, const MaskFill& fill) {
    const HashedFill unit{0, 1};
    const HashedValues values(name, unit);
    return storeAs(array, name, [&](std::int64_t, std::int64_t index) {
        return values.at(index) < fill.density;
    });
}

Expected<void> fillTable(HostArray& array, const std::string& name, const TableFill& fill,
                         const Grid& grid) {
    MW_TRY(const NeighbourTable table, neighbourTable(grid, fill.table));
    if (array.shape.size() != 2 || array.shape[0] > table.rows || array.shape[1] != table.columns)
        return fail("table-shape",
                    fmt::format("the array '{}' does not have the shape of the neighbour table {} "
                                "of {}, which is {} x {}",
                                name, fill.table, toString(grid), table.rows, table.columns));
    const std::int64_t rows = array.shape[0];
    return storeAs(array, name, [&](std::int64_t memory, std::int64_t) {
        return table.values[static_cast<std::size_t>(memory / rows * table.rows + memory % rows)];
    });
}

Expected<HostArray> fromFile(const std::string& name, const FileFill& fill,
                             const std::filesystem::path& base) {
    const std::filesystem::path path = base / fill.path;
    if (path.extension() == ".npy") {
        MW_TRY(const std::string bytes, io::readFile(path));
        return readNpy(bytes);
    }
    MW_TRY(HostArrays arrays, readNpz(path));
    const auto found = arrays.find(name);
    if (found == arrays.end())
        return fail("missing-array", fmt::format("'{}' holds no array '{}'", path.string(), name));
    return std::move(found->second);
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t n : shape)
        text += fmt::format("{}{}", text.empty() ? "" : ", ", n);
    return "[" + text + "]";
}

Expected<HostArray> fillFromFile(const std::string& name, const ArrayInput& input,
                                 const FileFill& fill, const std::filesystem::path& base) {
    MW_TRY(HostArray array, fromFile(name, fill, base));
    if (array.shape != input.shape || array.type != input.type)
        return fail("file-shape",
                    fmt::format("'{}' has '{}' as {} {}, the scenario wants {} {}", fill.path, name,
                                ir::name(array.type), shapeText(array.shape), ir::name(input.type),
                                shapeText(input.shape)));
    return array;
}

Expected<HostArray> allocate(const std::string& name, const ArrayInput& input) {
    HostArray array{input.type, input.shape, {}};
    std::int64_t total = 1;
    for (const std::int64_t n : input.shape) {
        if (n < 0 || (n > 0 && total > kMaxElements / n))
            return fail("bad-shape", fmt::format("the array '{}' has the impossible shape {}", name,
                                                 shapeText(input.shape)));
        total *= n;
    }
    const int size = ir::sizeOf(input.type);
    if (size == 0)
        return fail("bad-type", fmt::format("the array '{}' has no element type that a scenario "
                                            "can fill",
                                            name));
    const auto bytes = checkedProduct(input.shape, size);
    MW_CHECK(requireMemory(bytes, fmt::format("the elements of the array '{}'", name)));
    array.bytes.resize(*bytes);
    return array;
}

} // namespace

std::int64_t HostArray::elements() const {
    std::int64_t total = 1;
    for (const std::int64_t n : shape)
        total *= n;
    return total;
}

Scenario withRoundedInputs(Scenario scenario, ir::ScalarType type) {
    for (auto& [name, input] : scenario.arrays)
        input.rounded = type;
    return scenario;
}

void roundOnce(HostArray& array, ir::ScalarType type) {
    if (array.type != ir::ScalarType::float64 || type != ir::ScalarType::float32)
        return;
    for (std::size_t at = 0; at + sizeof(double) <= array.bytes.size(); at += sizeof(double)) {
        double value = 0;
        std::memcpy(&value, array.bytes.data() + at, sizeof(double));
        value = static_cast<double>(static_cast<float>(value));
        std::memcpy(array.bytes.data() + at, &value, sizeof(double));
    }
}

namespace {

Expected<HostArray> filled(const std::string& name, const ArrayInput& input, const Grid& grid,
                           const std::filesystem::path& base) {
    if (const auto* file = std::get_if<FileFill>(&input.fill))
        return fillFromFile(name, input, *file, base);
    MW_TRY(HostArray array, allocate(name, input));
    MW_CHECK(std::visit(
        Overload{[&](const HashedFill& fill) { return fillHashed(array, name, fill); },
                 [&](const TableFill& fill) { return fillTable(array, name, fill, grid); },
                 [&](const MaskFill& fill) { return fillMask(array, name, fill); },
                 [&](const auto&) { return Expected<void>{}; }},
        input.fill));
    return array;
}

} // namespace

Expected<HostArray> makeArray(const std::string& name, const ArrayInput& input, const Grid& grid,
                              const std::filesystem::path& base) {
    MW_TRY(HostArray array, filled(name, input, grid, base));
    if (input.rounded)
        roundOnce(array, *input.rounded);
    return array;
}

} // namespace mw::inputs
