// Other numbers for the elements of a mesh.
#include "core/grid/numbering.h"

#include "core/grid/tables.h"
#include "core/support/hash.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace mw::grid {

namespace {

struct NamedNumbering {
    std::string_view name;
    Numbering numbering;
};
constexpr std::array<NamedNumbering, 3> kNumberings{{
    {"as-made", Numbering::asMade},
    {"hilbert", Numbering::hilbert},
    {"random", Numbering::random},
}};

constexpr int kBits = 20; ///< of each coordinate: cells of all grids fall into boxes of their own

/// Position along Hilbert's curve of 2 or 3 dimensions (Skilling, "Programming the Hilbert curve",
/// 2004): coordinates become the position's bits, transposed.
std::uint64_t alongCurve(std::span<std::uint32_t> x) {
    const std::uint32_t top = 1U << (kBits - 1U);
    for (std::uint32_t q = top; q > 1; q >>= 1U)
        for (std::uint32_t& axis : x) {
            const std::uint32_t low = q - 1;
            if ((axis & q) != 0) {
                x[0] ^= low;
            } else {
                const std::uint32_t swapped = (x[0] ^ axis) & low;
                x[0] ^= swapped;
                axis ^= swapped;
            }
        }
    for (std::size_t i = 1; i < x.size(); ++i)
        x[i] ^= x[i - 1];
    std::uint32_t flips = 0;
    for (std::uint32_t q = top; q > 1; q >>= 1U)
        if ((x.back() & q) != 0)
            flips ^= q - 1;
    for (std::uint32_t& axis : x)
        axis ^= flips;
    std::uint64_t position = 0;
    for (unsigned bit = kBits; bit-- > 0;)
        for (const std::uint32_t axis : x)
            position = position << 1U | ((axis >> bit) & 1U);
    return position;
}

std::vector<std::uint64_t> curveKeys(const std::vector<Point>& points, bool planar) {
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const Point& p : points)
        for (const double value : {p.x, p.y, p.z}) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    const double scale = high > low ? ((1U << kBits) - 1U) / (high - low) : 0;
    const auto whole = [&](double value) {
        return static_cast<std::uint32_t>((value - low) * scale);
    };
    std::vector<std::uint64_t> keys;
    for (const Point& p : points) {
        std::array<std::uint32_t, 3> x{whole(p.x), whole(p.y), whole(p.z)};
        keys.push_back(alongCurve(std::span(x).first(planar ? 2 : 3)));
    }
    return keys;
}

std::vector<std::uint64_t> randomKeys(std::int64_t count, Element element) {
    std::vector<std::uint64_t> keys;
    for (std::int64_t i = 0; i < count; ++i)
        keys.push_back(
            splitmix64(hashCombine(fnv1a64(name(element)), static_cast<std::uint64_t>(i))));
    return keys;
}

/// The old numbers in their new order: row by row, by key within a row; equal ones as they were.
std::vector<std::int32_t> orderOf(const Mesh& mesh, Element element,
                                  const std::vector<std::uint64_t>& keys) {
    std::vector<std::int32_t> order(static_cast<std::size_t>(mesh.count(element)));
    std::iota(order.begin(), order.end(), 0);
    const auto& rows = mesh.rowsOf(element);
    const auto rank = [&](std::int32_t old) {
        const auto at = static_cast<std::size_t>(old);
        const std::int32_t row =
            rows.empty() || rows[at] <= 0 ? std::numeric_limits<std::int32_t>::max() : rows[at];
        return std::pair(row, keys.empty() ? 0 : keys[at]);
    };
    std::ranges::stable_sort(order, {}, rank);
    return order;
}

using Orders = std::array<std::vector<std::int32_t>, 3>;

Mesh reordered(const Mesh& mesh, const Orders& orders) {
    Orders numbers; // of the old ones
    for (std::size_t e = 0; e < orders.size(); ++e) {
        numbers[e].resize(orders[e].size());
        for (std::size_t i = 0; i < orders[e].size(); ++i)
            numbers[e][static_cast<std::size_t>(orders[e][i])] = static_cast<std::int32_t>(i);
    }
    Mesh result = mesh;
    for (std::size_t t = 0; t < kStoredTables; ++t) {
        const TableInfo& table = storedTables()[t];
        const auto& order = orders[static_cast<std::size_t>(table.source)];
        const auto& targets = numbers[static_cast<std::size_t>(table.target)];
        for (std::int64_t i = 0; i < mesh.tables[t].columns; ++i)
            for (std::size_t row = 0; row < order.size(); ++row) {
                const auto old = mesh.tables[t].at(order[row], i);
                result.tables[t].at(static_cast<std::int64_t>(row), i) =
                    old == kMissing ? kMissing : targets[static_cast<std::size_t>(old)];
            }
    }
    const auto follow = [&](auto& values, const auto& old, const std::vector<std::int32_t>& order) {
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = old[static_cast<std::size_t>(order[i])];
    };
    for (std::size_t e = 0; e < orders.size(); ++e) {
        follow(result.centres[e], mesh.centres[e], orders[e]);
        follow(result.boundaryRows[e], mesh.boundaryRows[e], orders[e]);
    }
    return result;
}

} // namespace

std::string_view name(Numbering numbering) {
    return std::ranges::find(kNumberings, numbering, &NamedNumbering::numbering)->name;
}

std::optional<Numbering> numberingNamed(std::string_view name) {
    const auto found = std::ranges::find(kNumberings, name, &NamedNumbering::name);
    return found == kNumberings.end() ? std::nullopt : std::optional(found->numbering);
}

Expected<Mesh> renumbered(const Mesh& mesh, Numbering numbering) {
    if (numbering == Numbering::asMade)
        return mesh;
    Orders orders;
    for (const Element element : kElements) {
        const auto& centres = mesh.centresOf(element);
        if (numbering == Numbering::hilbert && centres.empty())
            return fail("no-centres",
                        "the grid does not say where its elements lie, so they cannot be numbered "
                        "along a curve");
        orders[static_cast<std::size_t>(element)] =
            orderOf(mesh, element,
                    numbering == Numbering::hilbert ? curveKeys(centres, mesh.planar)
                                                    : randomKeys(mesh.count(element), element));
    }
    return reordered(mesh, orders);
}

Mesh inOrderOfRows(const Mesh& mesh) {
    Orders orders;
    for (const Element element : kElements)
        orders[static_cast<std::size_t>(element)] = orderOf(mesh, element, {});
    return reordered(mesh, orders);
}

} // namespace mw::grid
