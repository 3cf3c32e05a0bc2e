// A part of the sphere with a boundary.
#include "core/grid/make.h"
#include "core/grid/numbering.h"
#include "core/grid/tables.h"
#include "core/grid/triangles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mw::grid {

namespace {

/// A place that is no corner of the icosahedron, nor on an edge between them.
const Point kMiddle = normalised({0.61, 0.1, 0.78});

/// ICON counts so many rows of cells from a boundary; further in all are 0.
constexpr std::int32_t kRows = 14;

std::vector<bool> within(const Mesh& mesh, double radius) {
    const double least = std::cos(radius * std::numbers::pi / 180);
    std::vector<bool> inside;
    for (const Point& point : mesh.centresOf(Element::vertex))
        inside.push_back(dot(point, kMiddle) >= least);
    return inside;
}

/// Rows of vertices by their distance from the boundary in edges, from 1 on it.
std::vector<std::int32_t> rowsOfVertices(const Mesh& mesh) {
    std::vector<std::int32_t> rows(static_cast<std::size_t>(mesh.count(Element::vertex)), 0);
    std::vector<std::int32_t> current;
    const auto reach = [&](std::int32_t vertex, std::int32_t row, std::vector<std::int32_t>& into) {
        auto& known = rows[static_cast<std::size_t>(vertex)];
        if (known != 0)
            return;
        known = row;
        into.push_back(vertex);
    };
    for (std::int64_t edge = 0; edge < mesh.count(Element::edge); ++edge)
        if (mesh[Stored::e2c].at(edge, 1) == kMissing)
            for (std::int64_t end = 0; end < 2; ++end)
                reach(mesh[Stored::e2v].at(edge, end), 1, current);
    for (std::int32_t row = 2; !current.empty(); ++row) {
        std::vector<std::int32_t> next;
        for (const auto vertex : current)
            for (std::int64_t i = 0; i < 6; ++i)
                if (const auto other = mesh[Stored::v2e2v].at(vertex, i); other != kMissing)
                    reach(other, row, next);
        current = std::move(next);
    }
    return rows;
}

/// ICON's refin_ctrl: a cell is in the row of its outermost corner; edges along row r of vertices
/// are in row 2r - 1, those to the next in row 2r.
void setRows(Mesh& mesh) {
    const auto vertices = rowsOfVertices(mesh);
    const auto row = [&](const NeighbourTable& corners, std::int64_t element, std::int64_t i) {
        return vertices[static_cast<std::size_t>(corners.at(element, i))];
    };
    const auto counted = [](std::int32_t from, std::int32_t most) {
        return from > most ? 0 : from;
    };
    for (std::int64_t cell = 0; cell < mesh.count(Element::cell); ++cell) {
        const auto& corners = mesh[Stored::c2v];
        mesh.boundaryRows[0].push_back(
            counted(std::min({row(corners, cell, 0), row(corners, cell, 1), row(corners, cell, 2)}),
                    kRows));
    }
    for (std::int64_t edge = 0; edge < mesh.count(Element::edge); ++edge) {
        const auto& ends = mesh[Stored::e2v];
        mesh.boundaryRows[1].push_back(
            counted(row(ends, edge, 0) + row(ends, edge, 1) - 1, 2 * kRows));
    }
    for (const auto vertex : vertices)
        mesh.boundaryRows[2].push_back(counted(vertex, kRows));
}

} // namespace

Mesh limitedArea(const Mesh& whole, double radius) {
    const auto inside = within(whole, radius);
    std::vector<std::int32_t> numbers(inside.size(), kMissing);
    std::vector<Point> points;
    std::vector<Triangle> triangles;
    const NeighbourTable& corners = whole[Stored::c2v];
    for (std::int64_t cell = 0; cell < corners.rows; ++cell) {
        Triangle triangle{};
        bool any = false;
        for (std::size_t i = 0; i < 3; ++i) {
            triangle[i] = corners.at(cell, static_cast<std::int64_t>(i));
            any = any || inside[static_cast<std::size_t>(triangle[i])];
        }
        if (!any)
            continue;
        for (auto& corner : triangle) {
            auto& number = numbers[static_cast<std::size_t>(corner)];
            if (number == kMissing) {
                number = static_cast<std::int32_t>(points.size());
                points.push_back(
                    whole.centresOf(Element::vertex)[static_cast<std::size_t>(corner)]);
            }
            corner = number;
        }
        triangles.push_back(triangle);
    }
    if (static_cast<std::int64_t>(triangles.size()) == whole.count(Element::cell))
        return whole;
    Mesh mesh = meshOf(points, triangles);
    setRows(mesh);
    return inOrderOfRows(mesh);
}

} // namespace mw::grid
