// All tables of a mesh from its triangles.
#include "core/grid/triangles.h"

#include "core/grid/tables.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

namespace mw::grid {

namespace {

std::int32_t number(std::int64_t index) {
    return static_cast<std::int32_t>(index);
}

/// A side of a triangle; two triangles that share it have the same ends.
struct Side {
    std::int32_t low, high; ///< corners
    std::int32_t place;     ///< 3 * triangle + side
};

std::vector<Side> sidesOf(const std::vector<Triangle>& triangles) {
    std::vector<Side> sides;
    sides.reserve(3 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [low, high] = std::minmax(triangles[t][i], triangles[t][(i + 1) % 3]);
            sides.push_back({low, high, number(static_cast<std::int64_t>(3 * t + i))});
        }
    return sides;
}

/// The first of the sides that are the same edge, for each of them.
std::vector<std::int32_t> firstOfEdge(std::vector<Side> sides) {
    const auto key = [](const Side& s) { return std::tuple(s.low, s.high, s.place); };
    std::ranges::sort(sides, {}, key);
    std::vector<std::int32_t> first(sides.size());
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const bool again =
            i > 0 && sides[i].low == sides[i - 1].low && sides[i].high == sides[i - 1].high;
        first[static_cast<std::size_t>(sides[i].place)] =
            again ? first[static_cast<std::size_t>(sides[i - 1].place)] : sides[i].place;
    }
    return first;
}

/// Fills C2V, C2E, E2V and E2C.
void numberEdges(const std::vector<Triangle>& triangles, Mesh& mesh) {
    const auto first = firstOfEdge(sidesOf(triangles));
    const auto cells = static_cast<std::int64_t>(triangles.size());
    std::vector<std::int32_t> edges(first.size());
    std::int32_t count = 0;
    for (std::size_t place = 0; place < first.size(); ++place)
        edges[place] = first[place] == number(static_cast<std::int64_t>(place))
                           ? count++
                           : edges[static_cast<std::size_t>(first[place])];
    mesh.count(Element::cell) = cells;
    mesh.count(Element::edge) = count;
    mesh[Stored::c2v] = mesh[Stored::c2e] = NeighbourTable(cells, 3);
    mesh[Stored::e2v] = mesh[Stored::e2c] = NeighbourTable(count, 2);
    for (std::int64_t cell = 0; cell < cells; ++cell)
        for (std::int64_t i = 0; i < 3; ++i) {
            const Triangle& corners = triangles[static_cast<std::size_t>(cell)];
            const auto edge = edges[static_cast<std::size_t>(3 * cell + i)];
            mesh[Stored::c2v].at(cell, i) = corners[static_cast<std::size_t>(i)];
            mesh[Stored::c2e].at(cell, i) = edge;
            const bool known = mesh[Stored::e2c].at(edge, 0) != kMissing;
            assert(mesh[Stored::e2c].at(edge, 1) == kMissing);
            mesh[Stored::e2c].at(edge, known ? 1 : 0) = number(cell);
            if (!known)
                for (std::int64_t end = 0; end < 2; ++end)
                    mesh[Stored::e2v].at(edge, end) =
                        corners[static_cast<std::size_t>(i + end) % 3];
        }
}

void joinCells(Mesh& mesh) {
    const NeighbourTable& cells = mesh[Stored::e2c];
    mesh[Stored::c2e2c] = NeighbourTable(mesh.count(Element::cell), 3);
    for (std::int64_t cell = 0; cell < mesh.count(Element::cell); ++cell)
        for (std::int64_t i = 0; i < 3; ++i) {
            const auto edge = mesh[Stored::c2e].at(cell, i);
            const bool isFirst = cells.at(edge, 0) == cell;
            mesh[Stored::c2e2c].at(cell, i) = cells.at(edge, isFirst ? 1 : 0);
        }
}

void placeCentres(const std::vector<Point>& points, Mesh& mesh) {
    const auto mean = [&](const NeighbourTable& corners) {
        std::vector<Point> centres;
        for (std::int64_t row = 0; row < corners.rows; ++row) {
            Point sum;
            for (std::int64_t i = 0; i < corners.columns; ++i)
                sum = sum + points[static_cast<std::size_t>(corners.at(row, i))];
            centres.push_back(normalised(sum));
        }
        return centres;
    };
    mesh.centres = {mean(mesh[Stored::c2v]), mean(mesh[Stored::e2v]), points};
}

/// What lies around vertices.
using Fans = std::vector<std::vector<std::int32_t>>;

Fans fansOf(const NeighbourTable& table, std::int64_t vertices) {
    Fans fans(static_cast<std::size_t>(vertices));
    for (std::int64_t row = 0; row < table.rows; ++row)
        for (std::int64_t i = 0; i < table.columns; ++i)
            fans[static_cast<std::size_t>(table.at(row, i))].push_back(number(row));
    return fans;
}

/// Directions around a point, counter-clockwise from that of another one.
class Compass {
public:
    Compass(const Point& at, const Point& towards)
        : at_(at), ahead_(normalised(cross(cross(at, towards), at))), left_(cross(at, ahead_)) {}
    /// In [0, 2 pi).
    double angle(const Point& to) const {
        const double angle = std::atan2(dot(to - at_, left_), dot(to - at_, ahead_));
        // The first direction itself may come out just below zero.
        return angle < -1e-9 ? angle + 2 * std::numbers::pi : angle;
    }

private:
    Point at_, ahead_, left_;
};

/// Where to begin: the edge behind the gap, where there is one.
std::int32_t firstEdge(const Mesh& mesh, const std::vector<std::int32_t>& edges,
                       std::int64_t vertex) {
    for (const auto edge : edges)
        // The only cell lies to the left of the edge, from its first end to the second.
        if (mesh[Stored::e2c].at(edge, 1) == kMissing && mesh[Stored::e2v].at(edge, 0) == vertex)
            return edge;
    return edges.front();
}

void goAround(Mesh& mesh) {
    const std::int64_t vertices = mesh.count(Element::vertex);
    auto edges = fansOf(mesh[Stored::e2v], vertices);
    auto cells = fansOf(mesh[Stored::c2v], vertices);
    mesh[Stored::v2e] = mesh[Stored::v2c] = mesh[Stored::v2e2v] = NeighbourTable(vertices, 6);
    for (std::int64_t vertex = 0; vertex < vertices; ++vertex) {
        auto& around = edges[static_cast<std::size_t>(vertex)];
        if (around.empty())
            continue;
        const auto centre = [&](Element element, std::int32_t index) {
            return mesh.centresOf(element)[static_cast<std::size_t>(index)];
        };
        const Compass compass(centre(Element::vertex, number(vertex)),
                              centre(Element::edge, firstEdge(mesh, around, vertex)));
        const auto sorted = [&](std::vector<std::int32_t>& fan, Element element, Stored table) {
            std::ranges::sort(
                fan, {}, [&](std::int32_t index) { return compass.angle(centre(element, index)); });
            assert(fan.size() <= 6);
            for (std::size_t i = 0; i < fan.size(); ++i)
                mesh[table].at(vertex, static_cast<std::int64_t>(i)) = fan[i];
        };
        sorted(around, Element::edge, Stored::v2e);
        sorted(cells[static_cast<std::size_t>(vertex)], Element::cell, Stored::v2c);
        for (std::size_t i = 0; i < around.size(); ++i) {
            const auto low = mesh[Stored::e2v].at(around[i], 0);
            mesh[Stored::v2e2v].at(vertex, static_cast<std::int64_t>(i)) =
                low == vertex ? mesh[Stored::e2v].at(around[i], 1) : low;
        }
    }
}

} // namespace

Mesh meshOf(const std::vector<Point>& points, const std::vector<Triangle>& triangles) {
    Mesh mesh;
    mesh.count(Element::vertex) = static_cast<std::int64_t>(points.size());
    numberEdges(triangles, mesh);
    joinCells(mesh);
    placeCentres(points, mesh);
    goAround(mesh);
    return mesh;
}

} // namespace mw::grid
