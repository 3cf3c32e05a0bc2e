// The placement of one scope's boxes and edges: no overlap, nothing out of place.
#include "tests/support/catch.h"
#include "viewers/layout/labels.h"
#include "viewers/layout/layered.h"
#include "viewers/layout/placement.h"
#include "viewers/layout/ranking.h"

#include <cmath>

namespace placement_test {

using namespace mw;
using namespace mw::layout;

namespace {

ScopeGraph boxes(int count) {
    ScopeGraph graph;
    for (int i = 0; i < count; ++i)
        graph.nodes.push_back({{60.0 + 10 * (i % 4), 24}, ScopeNode::Pin::none});
    return graph;
}

/// A deterministic tangle: node i feeds i + 1, i + 3 and i + 7.
ScopeGraph tangle(int count) {
    ScopeGraph graph = boxes(count);
    for (int i = 0; i < count; ++i)
        for (const int step : {1, 3, 7})
            if (i + step < count)
                graph.edges.push_back({i, i + step, {}, {}, i, {}});
    return graph;
}

Rect rectOf(const ScopeGraph& graph, const Placement& placement, std::size_t i) {
    return {placement.nodes[i].x, placement.nodes[i].y, graph.nodes[i].size.w,
            graph.nodes[i].size.h};
}

bool overlapFree(const ScopeGraph& graph, const Placement& placement) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        for (std::size_t k = i + 1; k < graph.nodes.size(); ++k)
            if (rectOf(graph, placement, i).intersects(rectOf(graph, placement, k)))
                return false;
    return true;
}

Point on(const std::vector<Point>& c, std::size_t piece, double t) {
    const double u = 1 - t;
    const auto mixed = [&](double a, double b, double d, double e) {
        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * d + t * t * t * e;
    };
    const Point* p = &c[3 * piece];
    return {mixed(p[0].x, p[1].x, p[2].x, p[3].x), mixed(p[0].y, p[1].y, p[2].y, p[3].y)};
}

} // namespace

TEST_CASE("a chain stands straight, in order") {
    ScopeGraph graph = boxes(4);
    for (int i = 0; i < 3; ++i)
        graph.edges.push_back({i, i + 1, {}, {}, 0, {}});
    const Placement placement = place(graph);
    for (std::size_t i = 0; i + 1 < 4; ++i) {
        CHECK(rectOf(graph, placement, i).bottom() < placement.nodes[i + 1].y);
        CHECK(rectOf(graph, placement, i).centre().x ==
              Approx(rectOf(graph, placement, i + 1).centre().x).margin(1));
    }
}

TEST_CASE("boxes of a scope never overlap and stay inside it") {
    for (const int count : {1, 5, 40, 300}) {
        const ScopeGraph graph = tangle(count);
        const Placement placement = place(graph);
        CHECK(overlapFree(graph, placement));
        const Rect whole{-0.01, -0.01, placement.size.w + 0.02, placement.size.h + 0.02};
        for (std::size_t i = 0; i < graph.nodes.size(); ++i)
            CHECK(whole.contains(rectOf(graph, placement, i)));
    }
}

TEST_CASE("no edge runs through a box that is not its end") {
    const ScopeGraph graph = tangle(40);
    const Placement placement = place(graph);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const auto& curve = placement.curves[e];
        REQUIRE(curve.size() % 3 == 1);
        for (std::size_t piece = 0; 3 * piece + 3 < curve.size(); ++piece) {
            for (int s = 0; s <= 8; ++s) {
                const Point p = on(curve, piece, s / 8.0);
                for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
                    const auto node = static_cast<int>(n);
                    if (node == graph.edges[e].from || node == graph.edges[e].to)
                        continue;
                    const Rect r = rectOf(graph, placement, n);
                    const bool inside = p.x > r.x + 0.1 && p.x < r.right() - 0.1 &&
                                        p.y > r.y + 0.1 && p.y < r.bottom() - 0.1;
                    CHECK_FALSE(inside);
                }
            }
        }
    }
}

TEST_CASE("an edge starts and ends where its ports say") {
    ScopeGraph graph = boxes(2);
    graph.nodes[0].size.w = graph.nodes[1].size.w = 400;
    graph.edges.push_back({0, 1, 30.0, 370.0, 0, {}});
    const Placement placement = place(graph);
    CHECK(placement.curves[0].front().x == Approx(placement.nodes[0].x + 30));
    CHECK(placement.curves[0].front().y == Approx(placement.nodes[0].y + 24));
    CHECK(placement.curves[0].back().x == Approx(placement.nodes[1].x + 370));
    CHECK(placement.curves[0].back().y == Approx(placement.nodes[1].y));
}

TEST_CASE("connectors of the scope lie on its borders") {
    ScopeGraph graph = boxes(3);
    graph.nodes.push_back({{6, 0}, ScopeNode::Pin::top});
    graph.nodes.push_back({{6, 0}, ScopeNode::Pin::bottom});
    graph.edges = {{3, 0, {}, {}, 0, {}}, {0, 1, {}, {}, 0, {}}, {1, 4, {}, {}, 0, {}}};
    const Placement placement = place(graph);
    CHECK(placement.nodes[3].y == 0);
    CHECK(placement.nodes[4].y == placement.size.h);
    CHECK(placement.curves[2].back().y == placement.size.h);
}

TEST_CASE("cycles and self-loops are drawn, not followed for ever") {
    ScopeGraph graph = boxes(3);
    graph.edges = {
        {0, 1, {}, {}, 0, {}}, {1, 2, {}, {}, 1, {}}, {2, 0, {}, {}, 2, {}}, {1, 1, {}, {}, 3, {}}};
    const Placement placement = place(graph);
    for (const auto& curve : placement.curves)
        CHECK(curve.size() >= 4);
    CHECK(placement.curves[2].front().y > placement.curves[2].back().y); // back up
}

TEST_CASE("the same graph gives the same picture") {
    const ScopeGraph graph = tangle(120);
    const Placement a = place(graph);
    const Placement b = place(graph);
    CHECK(a.nodes == b.nodes);
    CHECK(a.curves == b.curves);
    CHECK(graph.hash() == tangle(120).hash());
    CHECK(graph.hash() != tangle(121).hash());
}

TEST_CASE("an engine that gives up or answers nonsense is replaced part by part") {
    const ScopeGraph graph = tangle(20);
    const Placement own = place(graph);
    const XEngine gaveUp = [](const std::vector<const RankedGraph*>& graphs) {
        return std::vector<std::optional<std::vector<double>>>(graphs.size());
    };
    const XEngine tooShort = [](const std::vector<const RankedGraph*>& graphs) {
        return std::vector<std::optional<std::vector<double>>>(graphs.size(),
                                                               std::vector<double>{1.0});
    };
    CHECK(place(graph, gaveUp).nodes == own.nodes);
    CHECK(place(graph, tooShort).nodes == own.nodes);
    CHECK_FALSE(place(graph, gaveUp).usedDot);
}

TEST_CASE("separated keeps the gaps and moves as little as it must") {
    const auto x = separated({0, 0, 100}, {1, 1, 1}, {10, 10, 0});
    CHECK(x[0] == Approx(-5));
    CHECK(x[1] == Approx(5));
    CHECK(x[2] == Approx(100));
}

TEST_CASE("labels leave generated noise out") {
    CHECK(shortParameter("i_K_gtx_vertical") == "K");
    CHECK(shortParameter("i") == "i");
    CHECK(shortData("__s0_n21OUT___tmp14_n22None") == "__tmp14");
    CHECK(shortData("u_vert") == "u_vert");
    const auto code = [](const std::string& text) {
        const auto lines = shortCode({text, ir::Language::Python}, 3, 60);
        return lines.empty() ? std::string() : lines.front();
    };
    CHECK(code("__tlet_result = (__tlet_arg0 * __tlet_arg1)") == "result = arg0 * arg1");
    CHECK(code("__val = __field[(__index_Vertex - __u_vert_Vertex_range_0), "
               "((- __u_vert_K_range_0) + i_K_gtx_vertical)]") == "val = field[index_Vertex, K]");
    CHECK(code("a = (b + c) * (d + e)") == "a = (b + c) * (d + e)");
    CHECK(code("a = -b if (c <= 2) else sqrt(d)") == "a = -b if (c <= 2) else sqrt(d)");
    CHECK(elided("abcdef", 4) == "abc\u2026");
    CHECK(elided("abc", 4) == "abc");
}

} // namespace placement_test
