// Lengths, areas and orientations.
#include "core/grid/geometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mw::grid {

namespace {

/// Of points of the unit sphere, rad.
double angle(const Point& a, const Point& b) {
    const Point across = cross(a, b);
    return std::atan2(std::sqrt(dot(across, across)), dot(a, b));
}

/// Of a triangle of the unit sphere (van Oosterom and Strackee).
double area(const Point& a, const Point& b, const Point& c) {
    return 2 * std::abs(std::atan2(dot(a, cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a)));
}

class Measuring {
public:
    explicit Measuring(const Mesh& mesh) : mesh_(mesh) {}

    Geometry run() {
        orient();
        if (mesh_.planar)
            equilateral();
        else
            onSphere();
        return std::move(geometry_);
    }

private:
    using Size = std::size_t;
    static Size at(std::int64_t index) { return static_cast<Size>(index); }
    const Point& point(Element element, std::int32_t index) const {
        return mesh_.centresOf(element)[at(index)];
    }
    std::int64_t count(Element element) const { return mesh_.count(element); }

    /// Corners of a cell stand counter-clockwise as seen from outside. So they do on a torus.
    bool isCounterClockwise(std::int32_t cell) const {
        const auto& corners = mesh_[Stored::c2v];
        const Point &a = point(Element::vertex, corners.at(cell, 0)),
                    &b = point(Element::vertex, corners.at(cell, 1)),
                    &c = point(Element::vertex, corners.at(cell, 2));
        return mesh_.planar || dot(a, cross(b, c)) > 0;
    }
    /// Whether a cell's corners go from one vertex to the other, in their order.
    bool leads(std::int32_t cell, std::int32_t from, std::int32_t to) const {
        const auto& corners = mesh_[Stored::c2v];
        for (std::int64_t i = 0; i < 3; ++i)
            if (corners.at(cell, i) == from && corners.at(cell, (i + 1) % 3) == to)
                return true;
        return false;
    }

    void orient() {
        const auto &cells = mesh_[Stored::e2c], &ends = mesh_[Stored::e2v];
        for (std::int64_t edge = 0; edge < count(Element::edge); ++edge) {
            const bool first =
                cells.at(edge, 0) != kMissing; // else the normal leads into the other
            const std::int32_t cell = first ? cells.at(edge, 0) : cells.at(edge, 1);
            // A cell that lies to the left of its edge has an outward normal to the right.
            const bool left =
                leads(cell, ends.at(edge, 0), ends.at(edge, 1)) == isCounterClockwise(cell);
            geometry_.tangents.push_back(left == first ? -1 : 1);
        }
        const auto& edges = mesh_[Stored::c2e];
        for (std::int64_t i = 0; i < edges.columns; ++i)
            for (std::int64_t cell = 0; cell < edges.rows; ++cell)
                geometry_.normals.push_back(cells.at(edges.at(cell, i), 0) == cell ? 1 : -1);
        const auto& around = mesh_[Stored::v2e];
        for (std::int64_t i = 0; i < around.columns; ++i)
            for (std::int64_t vertex = 0; vertex < around.rows; ++vertex) {
                const std::int32_t edge = around.at(vertex, i);
                const bool away = edge != kMissing && (ends.at(edge, 0) == vertex) ==
                                                          (geometry_.tangents[at(edge)] > 0);
                geometry_.edgesOutwards.push_back(edge == kMissing ? 0 : away ? 1 : -1);
            }
    }

    void equilateral() {
        const double a = kTorusEdge;
        const auto all = [&](Element element, double value, Size times = 1) {
            return std::vector<double>(times * at(count(element)), value);
        };
        const double height = a * std::numbers::sqrt3 / 2;
        geometry_.cellAreas = all(Element::cell, a * height / 2);
        geometry_.dualAreas = all(Element::vertex, a * height);
        geometry_.edgeLengths = all(Element::edge, a);
        geometry_.dualLengths = all(Element::edge, 2 * height / 3);
        geometry_.edgeToCells = all(Element::edge, height / 3, 2);
        geometry_.edgeToVertices = all(Element::edge, a / 2, 2);
    }

    void onSphere() {
        constexpr double kArea = kSphereRadius * kSphereRadius;
        const auto& corners = mesh_[Stored::c2v];
        for (std::int64_t cell = 0; cell < count(Element::cell); ++cell)
            geometry_.cellAreas.push_back(kArea *
                                          area(point(Element::vertex, corners.at(cell, 0)),
                                               point(Element::vertex, corners.at(cell, 1)),
                                               point(Element::vertex, corners.at(cell, 2))));
        const auto &cells = mesh_[Stored::e2c], &ends = mesh_[Stored::e2v];
        for (std::int64_t edge = 0; edge < count(Element::edge); ++edge)
            geometry_.edgeLengths.push_back(kSphereRadius *
                                            angle(point(Element::vertex, ends.at(edge, 0)),
                                                  point(Element::vertex, ends.at(edge, 1))));
        const auto distances = [&](const NeighbourTable& table, Element to) {
            std::vector<double> values;
            for (std::int64_t i = 0; i < table.columns; ++i)
                for (std::int64_t edge = 0; edge < table.rows; ++edge)
                    values.push_back(table.at(edge, i) == kMissing
                                         ? 0
                                         : kSphereRadius *
                                               angle(mesh_.centresOf(Element::edge)[at(edge)],
                                                     point(to, table.at(edge, i))));
            return values;
        };
        geometry_.edgeToCells = distances(cells, Element::cell);
        geometry_.edgeToVertices = distances(ends, Element::vertex);
        const auto edges = at(count(Element::edge));
        for (Size edge = 0; edge < edges; ++edge) {
            const double near = geometry_.edgeToCells[edge],
                         far = geometry_.edgeToCells[edges + edge];
            geometry_.dualLengths.push_back(near == 0 || far == 0 ? 2 * (near + far) : near + far);
        }
        aroundVertices();
    }

    /// Of each cell the part that lies nearer to a corner: to the middles of its edges there.
    void aroundVertices() {
        geometry_.dualAreas.assign(at(count(Element::vertex)), 0);
        const auto &corners = mesh_[Stored::c2v], &edges = mesh_[Stored::c2e],
                   &ends = mesh_[Stored::e2v];
        for (std::int32_t cell = 0; cell < count(Element::cell); ++cell)
            for (std::int64_t i = 0; i < 3; ++i) {
                const std::int32_t vertex = corners.at(cell, i);
                for (std::int64_t e = 0; e < 3; ++e)
                    if (const std::int32_t edge = edges.at(cell, e);
                        ends.at(edge, 0) == vertex || ends.at(edge, 1) == vertex)
                        geometry_.dualAreas[at(vertex)] +=
                            kSphereRadius * kSphereRadius *
                            area(point(Element::vertex, vertex), point(Element::edge, edge),
                                 point(Element::cell, cell));
            }
    }

    const Mesh& mesh_;
    Geometry geometry_;
};

} // namespace

Point torusPoint(const Point& lattice) {
    return {kTorusEdge * (lattice.x - lattice.y / 2),
            kTorusEdge * lattice.y * std::numbers::sqrt3 / 2, 0};
}

Point latticePoint(const Point& place) {
    const double y = place.y / kTorusEdge * 2 / std::numbers::sqrt3;
    return {place.x / kTorusEdge + y / 2, y, 0};
}

std::optional<Geometry> geometryOf(const Mesh& mesh) {
    for (const Element element : kElements)
        if (mesh.centresOf(element).empty())
            return std::nullopt;
    return Measuring(mesh).run();
}

} // namespace mw::grid
