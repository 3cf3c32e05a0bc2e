#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mw::grid {

enum class Element : std::uint8_t { cell, edge, vertex };
inline constexpr std::array kElements{Element::cell, Element::edge, Element::vertex};
/// "cell"
std::string_view name(Element element);

/// An entry without a neighbour: a pentagon's sixth edge, the cell beyond a boundary.
inline constexpr std::int32_t kMissing = -1;

/// Neighbours of all elements of one kind, column-major (unit stride over the elements), from 0.
struct NeighbourTable {
    std::int64_t rows = 0, columns = 0;
    std::vector<std::int32_t> values;

    NeighbourTable() = default;
    /// Without any neighbour.
    NeighbourTable(std::int64_t ofRows, std::int64_t ofColumns);

    std::int32_t& at(std::int64_t row, std::int64_t column) { return values[place(row, column)]; }
    std::int32_t at(std::int64_t row, std::int64_t column) const {
        return values[place(row, column)];
    }
    bool operator==(const NeighbourTable&) const = default;

private:
    std::size_t place(std::int64_t row, std::int64_t column) const {
        return static_cast<std::size_t>(column * rows + row);
    }
};

/// On the unit sphere, or in a plane (z = 0).
struct Point {
    double x = 0, y = 0, z = 0;
    bool operator==(const Point&) const = default;
};
Point operator+(const Point& a, const Point& b);
Point operator-(const Point& a, const Point& b);
Point operator*(double factor, const Point& point);
double dot(const Point& a, const Point& b);
Point cross(const Point& a, const Point& b);
/// Of length 1.
Point normalised(const Point& point);

/// The tables that ICON's files hold; all others follow from these (tables.h).
enum class Stored : std::uint8_t { c2e, c2v, c2e2c, e2c, e2v, v2e, v2c, v2e2v };
inline constexpr std::size_t kStoredTables = 8;

/// A horizontal grid of triangles. Neighbour i of C2E2C is across edge i of C2E; those of a vertex
/// stand counter-clockwise, and missing ones at the end, in what is made here.
struct Mesh {
    bool planar = false; ///< a torus; else on the sphere
    /// ICON's RnBk, as far as a file says it or it was made so; else 1 and 0.
    int root = 1, bisections = 0;
    std::array<std::int64_t, 3> counts{};
    std::array<NeighbourTable, kStoredTables> tables;
    std::array<std::vector<Point>, 3> centres; ///< of each element; empty: not known
    /// Of each element, ICON's refin_ctrl: the row from the boundary that it lies in, from 1;
    /// nothing that is positive inside. Empty: not known, or there is no boundary.
    std::array<std::vector<std::int32_t>, 3> boundaryRows;

    std::int64_t count(Element element) const { return counts[static_cast<std::size_t>(element)]; }
    std::int64_t& count(Element element) { return counts[static_cast<std::size_t>(element)]; }
    const NeighbourTable& operator[](Stored table) const {
        return tables[static_cast<std::size_t>(table)];
    }
    NeighbourTable& operator[](Stored table) { return tables[static_cast<std::size_t>(table)]; }
    const std::vector<Point>& centresOf(Element e) const {
        return centres[static_cast<std::size_t>(e)];
    }
    const std::vector<std::int32_t>& rowsOf(Element e) const {
        return boundaryRows[static_cast<std::size_t>(e)];
    }
    bool operator==(const Mesh&) const = default;
};

/// Whether elements stand in the order of their rows, as in ICON's files: the boundary's first,
/// what lies inside last.
bool isOrderedByRows(const std::vector<std::int32_t>& rows);
/// Where elements in this row, or further in, begin, in what isOrderedByRows().
std::int64_t firstFromRow(const std::vector<std::int32_t>& rows, std::int32_t row);

/// Bytes that the tables and centres of a grid with these counts take.
std::int64_t meshBytes(const std::array<std::int64_t, 3>& counts);

} // namespace mw::grid
