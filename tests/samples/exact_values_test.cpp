// What stencils must give on a regular grid whatever the rest: a constant wind has no Laplacian, no
// deformation and no divergence, a constant temperature stays. Sums over neighbours in the wrong
// order, or with the wrong weights, do not.

#include "samples/builder/lower.h"
#include "tests/samples/columns.h"
#include "tests/samples/rungs.h"

#include <algorithm>
#include <cmath>

namespace exact_values_test {

using namespace mw;
using samples::Generation;

namespace {

const inputs::Grid kGrid{8, 6, 10};

struct Point {
    double x = 0, y = 0;
};
Point operator+(Point a, Point b) {
    return {a.x + b.x, a.y + b.y};
}
Point operator*(double s, Point p) {
    return {s * p.x, s * p.y};
}
double dot(Point a, Point b) {
    return a.x * b.x + a.y * b.y;
}

std::int64_t row(const inputs::NeighbourTable& table, std::int64_t i, std::int64_t j) {
    return table.values.at(static_cast<std::size_t>(i + j * table.rows));
}

/// The torus with edges of length 1, cut open: places of vertices, and what follows from them where
/// nothing lies across the cut.
struct Geometry {
    inputs::NeighbourTable e2v = *inputs::neighbourTable(kGrid, "E2V");
    inputs::NeighbourTable e2c2v = *inputs::neighbourTable(kGrid, "E2C2V");
    inputs::NeighbourTable c2v = *inputs::neighbourTable(kGrid, "C2V");
    inputs::NeighbourTable c2e = *inputs::neighbourTable(kGrid, "C2E");

    static Point vertex(std::int64_t v) {
        const auto i = double(v % kGrid.nx);
        const auto j = double(v / kGrid.nx);
        return {i - j / 2, j * std::sqrt(3.0) / 2};
    }
    Point middle(std::int64_t e) const {
        return 0.5 * (vertex(row(e2v, e, 0)) + vertex(row(e2v, e, 1)));
    }
    /// Of the three kinds of edges: along x, 60 degrees, 120 degrees from it.
    static Point tangent(std::int64_t e) {
        const double angle = double(e % 3) * std::acos(0.5);
        return {std::cos(angle), std::sin(angle)};
    }
    static Point normal(std::int64_t e) { return {-tangent(e).y, tangent(e).x}; }
    bool isInside(std::int64_t e) const {
        const auto near = [&](std::int64_t v) {
            const Point apart = vertex(v) + -1.0 * middle(e);
            return dot(apart, apart) < 1;
        };
        return near(row(e2c2v, e, 0)) && near(row(e2c2v, e, 1)) && near(row(e2c2v, e, 2)) &&
               near(row(e2c2v, e, 3));
    }
    Point centre(std::int64_t c) const {
        Point sum;
        for (int i = 0; i < 3; ++i)
            sum = sum + vertex(row(c2v, c, i));
        return (1.0 / 3) * sum;
    }
    bool isCellInside(std::int64_t c) const {
        for (int i = 0; i < 3; ++i) {
            const Point apart = vertex(row(c2v, c, i)) + -1.0 * centre(c);
            const Point edge = middle(row(c2e, c, i)) + -1.0 * centre(c);
            if (dot(apart, apart) > 1 || dot(edge, edge) > 1)
                return false;
        }
        return true;
    }
    /// geofac_div: 4/sqrt(3) outwards.
    double divergence(std::int64_t c, std::int64_t i) const {
        const auto e = row(c2e, c, i);
        const Point outwards = middle(e) + -1.0 * centre(c);
        return (dot(outwards, normal(e)) > 0 ? 4 : -4) / std::sqrt(3.0);
    }
};

const samples::Rung& rungNamed(const std::string& name) {
    const auto all = samples::ladder();
    const auto found = std::ranges::find_if(
        all, [&](const samples::Rung& rung) { return rung.make().name() == name; });
    REQUIRE(found != all.end());
    return *found;
}

test::Columns inputsOf(const std::string& name, Generation generation) {
    return test::Columns(test::runOf(rungNamed(name), generation).inputs);
}

test::Columns after(const std::string& name, Generation generation, const test::Columns& before) {
    const auto document = samples::lower(rungNamed(name).make(), generation);
    REQUIRE(document.has_value());
    auto run = before.run();
    const auto got = test::interpreted(**document, run);
    INFO((got ? std::string() : toString(got.error())));
    REQUIRE(got.has_value());
    run.arrays = *got;
    return test::Columns(run);
}

/// A wind at all vertices and edges, and the geometry that D1 takes.
void setWind(test::Columns& in, const Geometry& geometry, const std::function<Point(Point)>& wind) {
    in.fill("u_vert", [&](auto v, auto, auto) { return wind(geometry.vertex(v)).x; });
    in.fill("v_vert", [&](auto v, auto, auto) { return wind(geometry.vertex(v)).y; });
    in.fill("vn",
            [&](auto e, auto, auto) { return dot(wind(geometry.middle(e)), geometry.normal(e)); });
    in.fill("primal_normal_vert_x", [&](auto e, auto, auto) { return geometry.normal(e).x; });
    in.fill("primal_normal_vert_y", [&](auto e, auto, auto) { return geometry.normal(e).y; });
    in.fill("dual_normal_vert_x", [&](auto e, auto, auto) { return geometry.tangent(e).x; });
    in.fill("dual_normal_vert_y", [&](auto e, auto, auto) { return geometry.tangent(e).y; });
    in.fill("inv_primal_edge_length", [](auto...) { return 1.0; });
    in.fill("inv_vert_vert_length", [](auto...) { return 1 / std::sqrt(3.0); });
}

} // namespace

TEST_CASE("a constant wind has no Laplacian and no deformation, a linear one no Laplacian") {
    const std::string name = "calculate_nabla2_and_smag_coefficients_for_vn";
    const Geometry geometry;
    for (const auto generation : {Generation::gt4py109, Generation::gt4py121}) {
        auto in = inputsOf(name, generation);
        setWind(in, geometry, [](Point) { return Point{3, -2}; });
        auto out = after(name, generation, in);
        out.everywhere([&](auto e, auto k) {
            CHECK(std::abs(out("z_nabla2_e", e, k)) < 1e-13);
            CHECK(std::abs(out("kh_smag_ec", e, k)) < 1e-13);
            CHECK(out("kh_smag_e", e, k) == 0);
        });
        setWind(in, geometry, [](Point p) { return Point{p.x + 2 * p.y, 3 * p.x - p.y}; });
        out = after(name, generation, in);
        int inside = 0;
        double deformed = 0;
        out.everywhere([&](auto e, auto k) {
            if (!geometry.isInside(e))
                return;
            ++inside;
            CHECK(std::abs(out("z_nabla2_e", e, k)) < 1e-11);
            deformed = std::max(deformed, out("kh_smag_ec", e, k));
        });
        CHECK(inside > 500);
        CHECK(deformed > 1);
    }
}

TEST_CASE("a constant wind has no divergence") {
    const Geometry geometry;
    auto in = inputsOf("calculate_nabla2_of_theta", Generation::gt4py121);
    in.fill("z_nabla2_e", [&](auto e, auto, auto) { return dot({3, -2}, geometry.normal(e)); });
    in.fill("geofac_div", [&](auto c, auto i, auto) { return geometry.divergence(c, i); });
    const auto out = after("calculate_nabla2_of_theta", Generation::gt4py121, in);
    int inside = 0;
    out.everywhere([&](auto c, auto k) {
        if (!geometry.isCellInside(c))
            return;
        ++inside;
        CHECK(std::abs(out("z_temp", c, k)) < 1e-12);
    });
    CHECK(inside > 500);
}

TEST_CASE("a constant has no Laplacian on cells") {
    auto in = inputsOf("calculate_nabla2_for_w", Generation::gt4py121);
    in.fill("w", [](auto...) { return 7.0; });
    in.fill("geofac_n2s", [](auto, auto i, auto) { return i == 0 ? -12.0 : 4.0; });
    const auto out = after("calculate_nabla2_for_w", Generation::gt4py121, in);
    out.everywhere([&](auto c, auto k) { CHECK(out("z_nabla2_c", c, k) == 0); });
}

TEST_CASE("without wind nabla4 is -16 z on a grid of unit lengths") {
    auto in = inputsOf("calculate_nabla4", Generation::gt4py121);
    for (const char* name : {"u_vert", "v_vert"})
        in.fill(name, [](auto...) { return 0.0; });
    for (const char* name : {"z_nabla2_e", "inv_vert_vert_length", "inv_primal_edge_length"})
        in.fill(name, [](auto...) { return 1.0; });
    const auto out = after("calculate_nabla4", Generation::gt4py121, in);
    out.everywhere([&](auto e, auto k) { CHECK(out("z_nabla4_e2", e, k) == -16); });
}

TEST_CASE("a constant temperature stays, over steep slopes too") {
    const std::string name = "apply_diffusion_to_theta_and_exner";
    for (const auto generation : {Generation::gt4py109, Generation::gt4py121}) {
        auto in = inputsOf(name, generation);
        in.fill("theta_v_in", [](auto...) { return 300.0; });
        in.fill("geofac_n2s_c", [](auto...) { return -12.0; });
        in.fill("geofac_n2s_nbh", [](auto...) { return 4.0; });
        const auto out = after(name, generation, in);
        out.everywhere([&](auto c, auto k) {
            CHECK(std::abs(out("theta_v", c, k) - 300) < 300 * 1e-12);
            CHECK(std::abs(out("exner", c, k) - in("exner", c, k)) < 1e-12);
        });
    }
}

} // namespace exact_values_test
