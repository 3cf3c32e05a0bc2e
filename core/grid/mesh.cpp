// Points and rows of a mesh.
#include "core/grid/mesh.h"

#include "core/grid/tables.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mw::grid {

namespace {

/// Inside comes behind all rows.
std::int32_t place(std::int32_t row) {
    return row > 0 ? row : std::numeric_limits<std::int32_t>::max();
}

} // namespace

std::string_view name(Element element) {
    switch (element) {
    case Element::cell:
        return "cell";
    case Element::edge:
        return "edge";
    case Element::vertex:
        break;
    }
    return "vertex";
}

NeighbourTable::NeighbourTable(std::int64_t ofRows, std::int64_t ofColumns)
    : rows(ofRows), columns(ofColumns),
      values(static_cast<std::size_t>(ofRows * ofColumns), kMissing) {}

Point operator+(const Point& a, const Point& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

Point operator-(const Point& a, const Point& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

Point operator*(double factor, const Point& point) {
    return {factor * point.x, factor * point.y, factor * point.z};
}

double dot(const Point& a, const Point& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

Point cross(const Point& a, const Point& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Point normalised(const Point& point) {
    return (1 / std::sqrt(dot(point, point))) * point;
}

bool isOrderedByRows(const std::vector<std::int32_t>& rows) {
    return !rows.empty() && std::ranges::is_sorted(rows, {}, place);
}

std::int64_t firstFromRow(const std::vector<std::int32_t>& rows, std::int32_t row) {
    return std::ranges::lower_bound(rows, row, {}, place) - rows.begin();
}

std::int64_t meshBytes(const std::array<std::int64_t, 3>& counts) {
    std::int64_t bytes = 0;
    for (const TableInfo& table : storedTables())
        bytes += counts[static_cast<std::size_t>(table.source)] * table.columns * 4;
    for (const std::int64_t count : counts)
        bytes += count * static_cast<std::int64_t>(sizeof(Point) + sizeof(std::int32_t));
    return bytes;
}

} // namespace mw::grid
