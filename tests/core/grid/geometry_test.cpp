// Lengths, areas, orientations and zones of grids, as ICON's files have them.
#include "core/grid/geometry.h"
#include "core/grid/make.h"
#include "core/grid/zones.h"
#include "tests/support/catch.h"

#include <cmath>
#include <numbers>
#include <numeric>

namespace geometry_test {

using namespace mw;
using namespace mw::grid;

namespace {

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Normals lead from an edge's first cell to its second, edges of vertices away along the tangent.
void checkDirections(const Mesh& mesh, const Geometry& g) {
    const auto &c2e = mesh[Stored::c2e], &e2c = mesh[Stored::e2c], &v2e = mesh[Stored::v2e],
               &e2v = mesh[Stored::e2v];
    for (std::int64_t cell = 0; cell < c2e.rows; ++cell)
        for (std::int64_t i = 0; i < 3; ++i)
            REQUIRE(g.normals[static_cast<std::size_t>(i * c2e.rows + cell)] ==
                    (e2c.at(c2e.at(cell, i), 0) == cell ? 1 : -1));
    for (std::int64_t vertex = 0; vertex < v2e.rows; ++vertex)
        for (std::int64_t i = 0; i < 6; ++i) {
            const auto edge = v2e.at(vertex, i);
            const auto direction = g.edgesOutwards[static_cast<std::size_t>(i * v2e.rows + vertex)];
            REQUIRE(direction == (edge == kMissing ? 0
                                  : (e2v.at(edge, 0) == vertex) ==
                                          (g.tangents[static_cast<std::size_t>(edge)] > 0)
                                      ? 1
                                      : -1));
        }
}

} // namespace

TEST_CASE("areas of a closed grid are those of the sphere, by cells and around vertices") {
    const Mesh mesh = icosahedral(4);
    const auto g = geometryOf(mesh);
    REQUIRE(g);
    const double sphere = 4 * std::numbers::pi * kSphereRadius * kSphereRadius;
    CHECK(sum(g->cellAreas) == Approx(sphere));
    CHECK(sum(g->dualAreas) == Approx(sphere));
    for (std::size_t edge = 0; edge < g->edgeLengths.size(); ++edge) {
        REQUIRE(g->edgeToVertices[edge] + g->edgeToVertices[g->edgeLengths.size() + edge] ==
                Approx(g->edgeLengths[edge]));
        REQUIRE(g->dualLengths[edge] > 0);
    }
    checkDirections(mesh, *g);
    // tangent x normal leads outwards
    const auto &ends = mesh[Stored::e2v], &cells = mesh[Stored::e2c];
    const auto at = [&](Element element, std::int32_t index) {
        return mesh.centresOf(element)[static_cast<std::size_t>(index)];
    };
    for (std::int32_t edge = 0; edge < mesh.count(Element::edge); ++edge) {
        const Point along =
            at(Element::vertex, ends.at(edge, 1)) - at(Element::vertex, ends.at(edge, 0));
        const Point across =
            at(Element::cell, cells.at(edge, 1)) - at(Element::cell, cells.at(edge, 0));
        REQUIRE((dot(cross(along, across), at(Element::edge, edge)) > 0) ==
                (g->tangents[static_cast<std::size_t>(edge)] > 0));
    }
}

TEST_CASE("a torus is made of equilateral triangles, and its points come back") {
    const Mesh mesh = torus(6, 4);
    const auto g = geometryOf(mesh);
    REQUIRE(g);
    CHECK(sum(g->cellAreas) == Approx(6 * kTorusEdge * 4 * kTorusEdge * std::numbers::sqrt3 / 2));
    CHECK(sum(g->dualAreas) == Approx(sum(g->cellAreas)));
    checkDirections(mesh, *g);
    const Point place = torusPoint({3, 2, 0}), back = latticePoint(place);
    CHECK(place.x == Approx(2 * kTorusEdge));
    CHECK(back.x == Approx(3));
    CHECK(back.y == Approx(2));
    // its diagonal is as long as its sides
    const Point side = torusPoint({1, 0, 0}), diagonal = torusPoint({1, 1, 0});
    CHECK(std::sqrt(dot(diagonal, diagonal)) == Approx(std::sqrt(dot(side, side))));
}

TEST_CASE("nothing is measured where places are not known") {
    Mesh mesh = icosahedral(1);
    mesh.centres[0].clear();
    CHECK_FALSE(geometryOf(mesh));
}

TEST_CASE("zones follow from rows: boundary rows from 1, what lies inside, nothing beyond") {
    const Mesh mesh = limitedArea(icosahedral(8), 40);
    for (const Element element : kElements) {
        const auto& names = kZoneNames.at(static_cast<std::size_t>(element));
        const auto zones = zonesOf(mesh, element);
        REQUIRE(static_cast<std::int64_t>(zones.starts.size()) == names.levels);
        const auto& rows = mesh.rowsOf(element);
        const auto zone = [&](std::int32_t level) {
            return static_cast<std::size_t>(level - names.lowest);
        };
        const auto last = static_cast<std::int32_t>(names.levels) + names.lowest - 1;
        std::int32_t next = 1;
        for (std::int32_t level = 1; level <= last; ++level) {
            REQUIRE(zones.starts[zone(level)] == next);
            for (; next <= zones.ends[zone(level)]; ++next)
                REQUIRE(rows[static_cast<std::size_t>(next - 1)] == level);
        }
        CHECK(next > 1);
        CHECK(zones.starts[zone(0)] == next); // inside, behind all of them
        for (std::int32_t level = names.lowest; level <= 0; ++level)
            CHECK(zones.ends[zone(level)] == mesh.count(element));
        CHECK(zones.starts[zone(-1)] == mesh.count(element) + 1);
    }
    const auto closed = zonesOf(icosahedral(2), Element::cell); // 80 cells
    CHECK(closed.starts ==
          std::vector<std::int32_t>{81, 81, 81, 81, 81, 81, 81, 81, 1, 1, 1, 1, 1, 1});
    CHECK(closed.ends ==
          std::vector<std::int32_t>{80, 80, 80, 80, 80, 80, 80, 80, 80, 0, 0, 0, 0, 0});
}

} // namespace geometry_test
