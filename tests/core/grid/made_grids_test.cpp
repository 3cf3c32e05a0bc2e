// Generated grids: sizes, pentagons, boundaries, the order of rows.
#include "core/grid/check.h"
#include "core/grid/make.h"
#include "core/grid/tables.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <set>

namespace made_grids_test {

using namespace mw;
using namespace mw::grid;

namespace {

std::string problem(const Mesh& mesh) {
    const auto checked = check(mesh);
    return checked ? "" : checked.error().sentence;
}

std::int64_t present(const NeighbourTable& table, std::int64_t row) {
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < table.columns; ++i)
        count += table.at(row, i) == kMissing ? 0 : 1;
    return count;
}

std::int64_t rowsWith(const NeighbourTable& table, std::int64_t neighbours) {
    std::int64_t rows = 0;
    for (std::int64_t row = 0; row < table.rows; ++row)
        rows += present(table, row) == neighbours ? 1 : 0;
    return rows;
}

} // namespace

TEST_CASE("the subdivided icosahedron is closed and has twelve pentagons") {
    const int parts = GENERATE(1, 2, 3, 8);
    INFO(parts);
    const Mesh mesh = icosahedral(parts);
    const std::int64_t n = std::int64_t{parts} * parts;
    CHECK(mesh.count(Element::cell) == 20 * n);
    CHECK(mesh.count(Element::edge) == 30 * n);
    CHECK(mesh.count(Element::vertex) == 10 * n + 2);
    CHECK(problem(mesh) == "");
    CHECK(rowsWith(mesh[Stored::e2c], 2) == 30 * n);
    CHECK(rowsWith(mesh[Stored::v2e], 5) == 12);
    CHECK(rowsWith(mesh[Stored::v2e], 6) == 10 * n - 10);
    CHECK(rowsWith(mesh[Stored::v2c], 5) == 12);
    for (std::int64_t row = 0; row < mesh.count(Element::vertex); ++row) // missing ones come last
        CHECK(mesh[Stored::v2e].at(row, 4) != kMissing);
}

TEST_CASE("corners of generated cells stand counter-clockwise, edges between one and the next") {
    const Mesh mesh = icosahedral(4);
    for (std::int64_t cell = 0; cell < mesh.count(Element::cell); ++cell) {
        std::array<std::int32_t, 3> corners{};
        std::array<Point, 3> at{};
        for (std::size_t i = 0; i < 3; ++i) {
            corners[i] = mesh[Stored::c2v].at(cell, static_cast<std::int64_t>(i));
            at[i] = mesh.centresOf(Element::vertex)[static_cast<std::size_t>(corners[i])];
        }
        REQUIRE(dot(cross(at[1] - at[0], at[2] - at[0]), at[0]) > 0);
        for (std::size_t i = 0; i < 3; ++i) {
            const auto edge = mesh[Stored::c2e].at(cell, static_cast<std::int64_t>(i));
            const std::set<std::int32_t> ends{mesh[Stored::e2v].at(edge, 0),
                                              mesh[Stored::e2v].at(edge, 1)};
            REQUIRE(ends == std::set{corners[i], corners[(i + 1) % 3]});
        }
    }
}

TEST_CASE("what is around a vertex stands in one order: cell i between edges i and i + 1") {
    const Mesh mesh = icosahedral(3);
    for (std::int64_t vertex = 0; vertex < mesh.count(Element::vertex); ++vertex) {
        const auto count = present(mesh[Stored::v2e], vertex);
        for (std::int64_t i = 0; i < count; ++i) {
            const auto cell = mesh[Stored::v2c].at(vertex, i);
            std::set<std::int32_t> edges;
            for (std::int64_t j = 0; j < 3; ++j)
                edges.insert(mesh[Stored::c2e].at(cell, j));
            REQUIRE(edges.contains(mesh[Stored::v2e].at(vertex, i)));
            REQUIRE(edges.contains(mesh[Stored::v2e].at(vertex, (i + 1) % count)));
        }
    }
}

TEST_CASE("the torus fits together as all grids do") {
    CHECK(problem(torus(8, 6)) == "");
    CHECK(problem(torus(3, 3)) == "");
}

TEST_CASE("a limited area has a boundary, and its rows come first, as in ICON's files") {
    const Mesh mesh = limitedArea(icosahedral(16), 35);
    CHECK(problem(mesh) == "");
    const auto boundary = rowsWith(mesh[Stored::e2c], 1);
    CHECK(boundary > 20);
    // A disc: cells - edges + vertices = 1.
    CHECK(mesh.count(Element::cell) - mesh.count(Element::edge) + mesh.count(Element::vertex) == 1);
    for (const Element element : kElements) {
        INFO(name(element));
        CHECK(isOrderedByRows(mesh.rowsOf(element)));
    }
    // The first row of edges is the boundary, each of its vertices is in the first row.
    CHECK(firstFromRow(mesh.rowsOf(Element::edge), 2) == boundary);
    CHECK(firstFromRow(mesh.rowsOf(Element::vertex), 2) == boundary);
    for (std::int64_t edge = 0; edge < mesh.count(Element::edge); ++edge)
        REQUIRE((present(mesh[Stored::e2c], edge) == 1) == (edge < boundary));
    // Cells of the first row touch the boundary; edges of the second row lead away from it.
    const auto firstInside = firstFromRow(mesh.rowsOf(Element::cell), 2);
    for (std::int64_t cell = 0; cell < mesh.count(Element::cell); ++cell) {
        bool touches = false;
        for (std::int64_t i = 0; i < 3; ++i)
            touches = touches || mesh[Stored::c2v].at(cell, i) < boundary;
        REQUIRE(touches == (cell < firstInside));
    }
    for (auto edge = boundary; edge < firstFromRow(mesh.rowsOf(Element::edge), 3); ++edge)
        REQUIRE((mesh[Stored::e2v].at(edge, 0) < boundary) !=
                (mesh[Stored::e2v].at(edge, 1) < boundary));
}

TEST_CASE("beyond a boundary all derived neighbours are missing, and nothing else is") {
    const Mesh mesh = limitedArea(icosahedral(8), 50);
    const auto boundary = firstFromRow(mesh.rowsOf(Element::edge), 2);
    const auto vertices = table(mesh, "E2C2V");
    const auto edges = table(mesh, "E2C2EO");
    for (std::int64_t edge = 0; edge < mesh.count(Element::edge); ++edge) {
        REQUIRE(present(vertices, edge) == (edge < boundary ? 3 : 4));
        REQUIRE(present(edges, edge) == (edge < boundary ? 3 : 5));
        REQUIRE(edges.at(edge, 0) == edge);
    }
    auto cells = table(mesh, "C2E2CO");
    CHECK(rowsWith(cells, 4) < mesh.count(Element::cell));
    const auto before = cells;
    replaceMissing(cells);
    for (std::int64_t cell = 0; cell < cells.rows; ++cell) {
        std::int32_t largest = 0;
        for (std::int64_t i = 0; i < 4; ++i)
            largest = std::max(largest, before.at(cell, i));
        for (std::int64_t i = 0; i < 4; ++i)
            REQUIRE(cells.at(cell, i) ==
                    (before.at(cell, i) == kMissing ? largest : before.at(cell, i)));
    }
}

TEST_CASE("the whole sphere is no limited area") {
    const Mesh whole = icosahedral(4);
    CHECK((limitedArea(whole, 179.9) == whole));
}

} // namespace made_grids_test
