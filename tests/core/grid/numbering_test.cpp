// Other numberings are the same grid, and do to gathers what they should.
#include "core/grid/check.h"
#include "core/grid/locality.h"
#include "core/grid/make.h"
#include "core/grid/numbering.h"
#include "core/grid/tables.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace numbering_test {

using namespace mw;
using namespace mw::grid;

namespace {

Mesh numbered(const Mesh& mesh, Numbering numbering) {
    auto result = renumbered(mesh, numbering);
    REQUIRE(result);
    return std::move(*result);
}

double sectors(const Mesh& mesh, std::string_view name) {
    return locality(table(mesh, name)).sectorsPerLoad;
}

/// Elements by where they lie.
std::vector<std::tuple<double, double, double>> places(const Mesh& mesh, Element element) {
    std::vector<std::tuple<double, double, double>> found;
    for (const Point& p : mesh.centresOf(element))
        found.emplace_back(p.x, p.y, p.z);
    std::ranges::sort(found);
    return found;
}

} // namespace

TEST_CASE("a renumbered grid fits together and has the same elements") {
    const Mesh mesh =
        GENERATE(0, 1, 2) == 0 ? torus(8, 6) : limitedArea(icosahedral(8), GENERATE(50.0, 179.0));
    for (const auto numbering : {Numbering::hilbert, Numbering::random}) {
        INFO(name(numbering));
        const Mesh other = numbered(mesh, numbering);
        const auto checked = check(other);
        INFO((checked ? std::string() : checked.error().sentence));
        CHECK(checked);
        CHECK_FALSE((other == mesh));
        for (const Element element : kElements)
            CHECK((places(other, element) == places(mesh, element)));
    }
    CHECK((numbered(mesh, Numbering::asMade) == mesh));
}

TEST_CASE("the order of neighbours stays, whatever their numbers") {
    const Mesh mesh = icosahedral(4);
    const Mesh other = numbered(mesh, Numbering::random);
    const auto centre = [](const Mesh& of, Element element, std::int32_t index) {
        return of.centresOf(element)[static_cast<std::size_t>(index)];
    };
    std::map<std::tuple<double, double, double>, std::int64_t> cells;
    for (std::int64_t cell = 0; cell < mesh.count(Element::cell); ++cell) {
        const Point p = centre(mesh, Element::cell, static_cast<std::int32_t>(cell));
        cells[{p.x, p.y, p.z}] = cell;
    }
    for (std::int64_t cell = 0; cell < mesh.count(Element::cell); ++cell) {
        const Point p = centre(other, Element::cell, static_cast<std::int32_t>(cell));
        const auto old = cells.at({p.x, p.y, p.z});
        for (std::int64_t i = 0; i < 3; ++i)
            REQUIRE(centre(other, Element::edge, other[Stored::c2e].at(cell, i)) ==
                    centre(mesh, Element::edge, mesh[Stored::c2e].at(old, i)));
    }
}

TEST_CASE("rows from a boundary stay in front") {
    const Mesh mesh = limitedArea(icosahedral(16), 40);
    for (const auto numbering : {Numbering::hilbert, Numbering::random}) {
        const Mesh other = numbered(mesh, numbering);
        for (const Element element : kElements)
            CHECK(other.rowsOf(element) == mesh.rowsOf(element));
    }
}

TEST_CASE("along the curve gathers touch few sectors, at random nearly all") {
    const Mesh mesh = GENERATE(0, 1) == 0 ? torus(64, 48) : icosahedral(16);
    const Mesh curve = numbered(mesh, Numbering::hilbert);
    const Mesh random = numbered(mesh, Numbering::random);
    for (const auto* name : {"E2C", "C2E", "E2C2V", "C2E2C"}) {
        INFO(name);
        CHECK(sectors(random, name) > 25);
        CHECK(sectors(curve, name) < 20);
    }
}

TEST_CASE("along the curve each vertex of a square lattice is next to the one before") {
    const Mesh curve = numbered(torus(16, 16), Numbering::hilbert);
    const auto& places = curve.centresOf(Element::vertex);
    for (std::size_t i = 1; i < places.size(); ++i) {
        const Point apart = places[i] - places[i - 1];
        REQUIRE(dot(apart, apart) == 1);
    }
}

TEST_CASE("consecutive cells along the curve are near each other") {
    const Mesh curve = numbered(icosahedral(16), Numbering::hilbert);
    const auto& centres = curve.centresOf(Element::cell);
    double sum = 0;
    for (std::size_t i = 1; i < centres.size(); ++i) {
        const Point apart = centres[i] - centres[i - 1];
        sum += std::sqrt(dot(apart, apart));
    }
    // Edges are about 1 / 14 long.
    CHECK(sum / static_cast<double>(centres.size()) < 0.1);
}

TEST_CASE("a grid without places is not numbered along a curve") {
    Mesh mesh = icosahedral(2);
    mesh.centres = {};
    const auto curve = renumbered(mesh, Numbering::hilbert);
    REQUIRE_FALSE(curve);
    CHECK(curve.error().code == "no-centres");
    CHECK(renumbered(mesh, Numbering::random));
}

} // namespace numbering_test
