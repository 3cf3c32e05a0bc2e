// Layouts of whole programs: nesting, labels, what collapsing moves, the cache.
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "viewers/layout/layout.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace layout_test {

using namespace mw;
using namespace mw::layout;

namespace {

constexpr const char* kMapText = R"(sdfg small {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array gt_conn_C2E int32 [N, 3]
  array t float64 [N] transient
  scalar s float64 transient
  state main {
    n0 = access a
    n1 = map first [i_K_gtx_vertical = 0:N] -> n3
    n2 = tasklet one `out = (x * 2.0)`
    n3 = exit n1
    n4 = access t
    n5 = map second [j = 0:N] -> n7
    n6 = tasklet two `out = (x + y)`
    n7 = exit n5
    n8 = access b
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : a[i_K_gtx_vertical]
    n2.out -> n3.IN_t : t[i_K_gtx_vertical]
    n3.OUT_t -> n4 : t[0:N]
    n4 -> n5.IN_t : t[0:N]
    n0 -> n5.IN_a : a[0:N]
    n5.OUT_t -> n6.x : t[j]
    n5.OUT_a -> n6.y : a[j]
    n6.out -> n7.IN_b : b[j]
    n7.OUT_b -> n8 : b[0:N]
  }
  state next {
  }
  main -> next if `N > 4` with q = `N + 1`
}
)";

ir::DocumentPtr parsed(const std::string& text) {
    auto document = ir::parseDump(text);
    if (!document)
        FAIL(toString(document.error()));
    return *document;
}

/// `count` independent maps between their own arrays, in one state.
std::string manyMaps(int count) {
    std::string arrays;
    std::string body;
    for (int i = 0; i < count; ++i) {
        const auto n = [i](int k) { return "n" + std::to_string(5 * i + k); };
        const std::string a = "a" + std::to_string(i);
        arrays += "  array " + a + " float64 [8]\n  array " + a + "o float64 [8]\n";
        body += "    " + n(0) + " = access " + a + "\n    " + n(1) + " = map m" +
                std::to_string(i) + " [i = 0:8] -> " + n(3) + "\n    " + n(2) +
                " = tasklet t `o = x`\n    " + n(3) + " = exit " + n(1) + "\n    " + n(4) +
                " = access " + a + "o\n    " + n(0) + " -> " + n(1) + ".IN_x : " + a +
                "[0:8]\n    " + n(1) + ".OUT_x -> " + n(2) + ".x : " + a + "[i]\n    " + n(2) +
                ".o -> " + n(3) + ".IN_o : " + a + "o[i]\n    " + n(3) + ".OUT_o -> " + n(4) +
                " : " + a + "o[0:8]\n";
        if (i > 0) // a lattice, so that it is one part
            body += "    n" + std::to_string(5 * (i / 2)) + " -> " + n(1) + ".IN_y : a" +
                    std::to_string(i / 2) + "[0:8]\n    " + n(1) + ".OUT_y -> " + n(2) + ".y : a" +
                    std::to_string(i / 2) + "[i]\n";
    }
    return "sdfg many {\n" + arrays + "  state main {\n" + body + "  }\n}\n";
}

void checkNesting(const Layout& layout) {
    for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
        const auto& box = layout.boxes[i];
        if (box.parent >= 0) {
            const auto& parent = layout.boxes[static_cast<std::size_t>(box.parent)];
            CHECK(parent.rect.contains(box.rect));
            CHECK(box.rect.y >= parent.rect.y + parent.header); // never over the header
        }
        for (auto k = static_cast<std::size_t>(box.end); k < layout.boxes.size(); ++k)
            if (layout.boxes[k].parent == box.parent)
                CHECK_FALSE(box.rect.intersects(layout.boxes[k].rect));
    }
}

const Box& boxTitled(const Layout& layout, const std::string& title) {
    for (const auto& box : layout.boxes)
        if (box.title == title)
            return box;
    FAIL("no box titled " + title);
    return layout.boxes.front();
}

Layout laidOut(Layouter& layouter, const ir::Document& document, const Options& options = {}) {
    auto layout = layouter.layout(document, options);
    REQUIRE(layout.has_value());
    return std::move(*layout);
}

Layout ownLayout(const ir::Document& document, Options options = {}) {
    options.engine = Engine::layered;
    Layouter layouter;
    return laidOut(layouter, document, options);
}

bool same(const Layout& a, const Layout& b) {
    if (a.boxes.size() != b.boxes.size() || a.lines.size() != b.lines.size())
        return false;
    for (std::size_t i = 0; i < a.boxes.size(); ++i)
        if (!(a.boxes[i].rect == b.boxes[i].rect))
            return false;
    for (std::size_t i = 0; i < a.lines.size(); ++i)
        if (!(a.lines[i].curve == b.lines[i].curve))
            return false;
    return true;
}

} // namespace

TEST_CASE("maps are boxes around their bodies, with their ranges in the header") {
    const auto document = parsed(kMapText);
    const Layout layout = ownLayout(*document);
    checkNesting(layout);
    const Box& map = boxTitled(layout, "first");
    CHECK(map.kind == BoxKind::map);
    CHECK(map.lines == std::vector<std::string>{"K: 0 \u2026 N - 1"});
    const auto first = static_cast<std::size_t>(&map - layout.boxes.data());
    REQUIRE(map.end == static_cast<int>(first) + 2);
    CHECK(layout.boxes[first + 1].lines == std::vector<std::string>{"out = x * 2.0"});
    CHECK(boxTitled(layout, "a").kind == BoxKind::argument);
    CHECK(boxTitled(layout, "t").kind == BoxKind::temporary);
}

TEST_CASE("kernels are called as the options say, with room for it") {
    const auto document = parsed(kMapText);
    const auto plain = ownLayout(*document);
    const Box& before = boxTitled(plain, "first");
    Options options;
    const std::string name = "a_name_that_is_longer_than_its_label";
    options.names = std::make_shared<const std::map<ElementId, std::string>>(
        std::map<ElementId, std::string>{{before.id, name}});
    const auto layout = ownLayout(*document, options);
    const Box& named = boxTitled(layout, name);
    CHECK(named.id == before.id);
    CHECK(named.rect.w > before.rect.w);
    CHECK(named.rect.w >= options.advance * static_cast<double>(name.size()));
    CHECK(boxTitled(layout, "second").kind == BoxKind::map);
}

TEST_CASE("edges of a map meet its border, inside and outside at the same place") {
    const auto document = parsed(kMapText);
    const Layout layout = ownLayout(*document);
    const Box& map = boxTitled(layout, "second");
    int outside = 0;
    for (const auto& line : layout.lines)
        if (line.to == map.id) {
            ++outside;
            CHECK(line.curve.back().y == Approx(map.rect.y));
        } else if (line.from == map.id) {
            CHECK(line.curve.front().y == Approx(map.rect.y + map.header));
            const bool matched =
                std::any_of(layout.lines.begin(), layout.lines.end(), [&](const Line& other) {
                    return other.to == map.id &&
                           std::abs(other.curve.back().x - line.curve.front().x) < 0.01;
                });
            CHECK(matched);
        }
    CHECK(outside == 2);
}

TEST_CASE("an interstate edge keeps room for its condition and assignments") {
    const Layout layout = ownLayout(*parsed(kMapText));
    const auto line = std::find_if(layout.lines.begin(), layout.lines.end(),
                                   [](const Line& l) { return l.kind == LineKind::interstate; });
    REQUIRE(line != layout.lines.end());
    CHECK(line->label == "if N > 4; q = N + 1");
    CHECK(line->labelAt.y > boxTitled(layout, "main").rect.bottom());
    CHECK(line->labelAt.y < boxTitled(layout, "next").rect.y);
}

TEST_CASE("collapsing a map moves nothing that stands beside it in order") {
    const auto document = parsed(kMapText);
    const Layout open = ownLayout(*document);
    Options options;
    options.collapsed = {boxTitled(open, "first").id};
    const Layout closed = ownLayout(*document, options);
    checkNesting(closed);
    CHECK(boxTitled(closed, "first").collapsed);
    CHECK(closed.boxes.size() + 1 == open.boxes.size());
    CHECK(boxTitled(closed, "second").rect.w == boxTitled(open, "second").rect.w);
    CHECK(boxTitled(closed, "first").rect.y < boxTitled(closed, "t").rect.y);
    CHECK(boxTitled(closed, "t").rect.y < boxTitled(closed, "second").rect.y);
}

TEST_CASE("scopes that did not change come from the cache") {
    const auto document = parsed(manyMaps(20));
    Layouter layouter;
    Options options;
    options.engine = Engine::layered;
    laidOut(layouter, *document, options);
    const Layout again = laidOut(layouter, *document, options);
    CHECK(again.scopesCached == again.scopes);
    options.collapsed = {boxTitled(again, "m3").id};
    const Layout closed = laidOut(layouter, *document, options);
    CHECK(closed.scopesCached >= closed.scopes - 2); // the state, and the path above it
}

TEST_CASE("a stopped layout gives nothing") {
    std::stop_source stop;
    stop.request_stop();
    Layouter layouter;
    CHECK_FALSE(layouter.layout(*parsed(kMapText), {}, stop.get_token()).has_value());
}

TEST_CASE("without a helper the own engine draws everything") {
    const auto document = parsed(manyMaps(12));
    Layouter layouter("/nowhere/mw-layout");
    const Layout layout = laidOut(layouter, *document);
    checkNesting(layout);
    CHECK(layout.helperFailed);
    CHECK(layout.scopesByDot == 0);
    CHECK(same(layout, ownLayout(*document)));
}

TEST_CASE("dot: nothing overlaps, the same bytes each time, and again after it was killed") {
    if (std::strlen(MW_LAYOUT_HELPER) == 0) {
        WARN("skipped: built without Graphviz");
        return;
    }
    const auto document = parsed(manyMaps(12));
    Options options;
    options.useCache = false;
    Layouter layouter(MW_LAYOUT_HELPER);
    const Layout first = laidOut(layouter, *document, options);
    checkNesting(first);
    CHECK(first.scopesByDot > 0);
    const int pid = layouter.helperPid();
    REQUIRE(pid > 0);
    CHECK(same(first, laidOut(layouter, *document, options)));

    kill(pid, SIGKILL);
    const Layout fallback = laidOut(layouter, *document, options);
    CHECK(fallback.helperFailed);
    checkNesting(fallback);
    layouter.clearCache();
    CHECK(same(first, laidOut(layouter, *document, options)));
    CHECK(layouter.helperPid() != pid);
}

TEST_CASE("a helper that never answers is cut off and replaced") {
    const auto script = std::filesystem::temp_directory_path() / "mapwright-test-silent-helper";
    std::ofstream(script) << "#!/bin/sh\nexec tail -f /dev/null\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    const auto document = parsed(manyMaps(6));
    Options options;
    options.timeoutMs = 50;
    Layouter layouter(script);
    const Layout layout = laidOut(layouter, *document, options);
    CHECK(layout.helperFailed);
    CHECK(layouter.helperPid() == 0);
    CHECK(same(layout, ownLayout(*document)));
    std::filesystem::remove(script);
}

TEST_CASE("parts beyond the limit are not given to dot") {
    const auto document = parsed(manyMaps(12));
    Options options;
    options.maxNodes = 5;
    Layouter layouter(MW_LAYOUT_HELPER);
    const Layout layout = laidOut(layouter, *document, options);
    CHECK(layout.scopesByDot == 0);
    CHECK_FALSE(layout.helperFailed);
}

namespace {

constexpr const char* kNestedText = R"(sdfg outer {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  state main {
    n0 = access a
    n1 = nested inner {} = sdfg inner {
      symbols N:int32
      array x float64 [N]
      array y float64 [N]
      state body {
        n0 = access x
        n1 = map m [i = 0:N] -> n3
        n2 = tasklet t `o = v + 1.0`
        n3 = exit n1
        n4 = access y
        n0 -> n1.IN_x : x[0:N]
        n1.OUT_x -> n2.v : x[i]
        n2.o -> n3.IN_y : y[i]
        n3.OUT_y -> n4 : y[0:N]
      }
    }
    n2 = access b
    n3 = map beside [i = 0:N] -> n5
    n4 = tasklet u `o = v + 2.0`
    n5 = exit n3
    n6 = access c
    n0 -> n1.x : a[0:N]
    n1.y -> n2 : b[0:N]
    n2 -> n3.IN_b : b[0:N]
    n3.OUT_b -> n4.v : b[i]
    n4.o -> n5.IN_c : c[i]
    n5.OUT_c -> n6 : c[0:N]
  }
}
)";

std::vector<std::string> titles(const Layout& layout) {
    std::vector<std::string> all;
    for (const auto& box : layout.boxes)
        if (!box.title.empty())
            all.push_back(box.title);
    std::ranges::sort(all);
    return all;
}

} // namespace

TEST_CASE("a nested SDFG is a block that says how much is inside, until it is expanded") {
    const auto document = parsed(kNestedText);
    Options options;
    options.nestedAsBlocks = true;
    const Layout closed = ownLayout(*document, options);
    const Box& block = boxTitled(closed, "inner");
    CHECK(block.collapsed);
    CHECK(block.lines == std::vector<std::string>{"1 map, 4 nodes"});
    CHECK(titles(closed) == std::vector<std::string>{"a", "b", "beside", "c", "inner", "main"});
    options.expanded = {block.id};
    const Layout open = ownLayout(*document, options);
    CHECK_FALSE(boxTitled(open, "inner").collapsed);
    CHECK(boxTitled(open, "m").kind == BoxKind::map);
}

TEST_CASE("a scope is laid out alone, with the containers that it reads and writes") {
    const auto document = parsed(kNestedText);
    const Layout whole = ownLayout(*document);
    Options options;
    options.nestedAsBlocks = true;
    options.scopes = {boxTitled(whole, "beside").id};
    const Layout map = ownLayout(*document, options);
    CHECK(map.root == options.scopes.front());
    CHECK(titles(map) == std::vector<std::string>{"b", "beside", "c"});
    checkNesting(map);
    // What is alone is open, whatever else is collapsed.
    options.scopes = {boxTitled(whole, "inner").id};
    options.collapsed = {options.scopes.front()};
    CHECK(titles(ownLayout(*document, options)) ==
          std::vector<std::string>{"a", "b", "body", "inner", "m", "x", "y"});
    // Of scopes that are gone, what is around them.
    options.scopes = {boxTitled(whole, "main").id, ElementId{99999}};
    CHECK(ownLayout(*document, options).root == boxTitled(whole, "main").id);
    options.scopes = {ElementId{99999}};
    CHECK_FALSE(ownLayout(*document, options).root);
}

namespace {

/// A nested SDFG that is given `count` arrays, used inside in the order of their numbers backwards,
/// and gives two back.
std::string manyArguments(int count) {
    std::string outer = "sdfg outer {\n  symbols N:int32\n", inner = "      symbols N:int32\n";
    std::string body, given;
    for (int i = 0; i < count; ++i) {
        const auto a = "argument_" + std::to_string(i);
        outer += "  array " + a + " float64 [N]\n";
        inner += "      array x" + std::to_string(i) + " float64 [N]\n";
        given += "    n" + std::to_string(i) + " = access " + a + "\n";
    }
    for (const char* out : {"late", "early"}) {
        outer += std::string("  array given_") + out + " float64 [N]\n";
        inner += std::string("      array ") + out + " float64 [N]\n";
    }
    // One chain: each of the maps reads an argument and what the one before it wrote.
    std::string edges, last;
    for (int k = 0; k < count; ++k) {
        const auto i = std::to_string(count - 1 - k);
        const auto node = [k](int n) { return "n" + std::to_string(5 * k + n); };
        const std::string to = k + 1 == count ? "late" : k == 0 ? "early" : "t" + std::to_string(k);
        if (to[0] == 't')
            inner += "      array " + to + " float64 [N] transient\n";
        body += "        " + node(0) + " = access x" + i + "\n        " + node(1) + " = map m" + i +
                " [i = 0:N] -> " + node(3) + "\n        " + node(2) + " = tasklet t `o = v`\n" +
                "        " + node(3) + " = exit " + node(1) + "\n        " + node(4) +
                " = access " + to + "\n";
        edges += "        " + node(0) + " -> " + node(1) + ".IN_x : x" + i + "[0:N]\n        " +
                 node(1) + ".OUT_x -> " + node(2) + ".v : x" + i + "[i]\n        " + node(2) +
                 ".o -> " + node(3) + ".IN_o : " + to + "[i]\n        " + node(3) + ".OUT_o -> " +
                 node(4) + " : " + to + "[0:N]\n";
        if (k > 0)
            edges += "        n" + std::to_string(5 * k - 1) + " -> " + node(1) +
                     ".IN_p : " + last + "[0:N]\n        " + node(1) + ".OUT_p -> " + node(2) +
                     ".w : " + last + "[i]\n";
        last = to;
    }
    const auto own = "n" + std::to_string(count);
    std::string calls;
    for (int i = 0; i < count; ++i)
        calls += "    n" + std::to_string(i) + " -> " + own + ".x" + std::to_string(i) +
                 " : argument_" + std::to_string(i) + "[0:N]\n";
    const auto first = "n" + std::to_string(count + 1), second = "n" + std::to_string(count + 2);
    return outer + "  state main {\n" + given + "    " + own +
           " = nested inner {} = sdfg inner {\n" + inner + "      state body {\n" + body + edges +
           "      }\n    }\n    " + first + " = access given_late\n    " + second +
           " = access given_early\n" + calls + "    " + own + ".late -> " + first +
           " : given_late[0:N]\n    " + own + ".early -> " + second +
           " : given_early[0:N]\n  }\n}\n";
}

/// Points along a curve.
std::vector<Point> along(const std::vector<Point>& curve) {
    std::vector<Point> points;
    for (std::size_t i = 0; i + 3 < curve.size(); i += 3)
        for (int k = 0; k <= 12; ++k) {
            const double t = k / 12.0, u = 1 - t;
            points.push_back({u * u * u * curve[i].x + 3 * u * u * t * curve[i + 1].x +
                                  3 * u * t * t * curve[i + 2].x + t * t * t * curve[i + 3].x,
                              u * u * u * curve[i].y + 3 * u * u * t * curve[i + 1].y +
                                  3 * u * t * t * curve[i + 2].y + t * t * t * curve[i + 3].y});
        }
    return points;
}

} // namespace

TEST_CASE("arguments of a nested SDFG stand in rows, in the order of their use inside") {
    const int count = GENERATE(5, 40);
    const auto document = parsed(manyArguments(count));
    Options options;
    options.nestedAsBlocks = GENERATE(true, false);
    Layouter layouter(MW_LAYOUT_HELPER);
    const Layout layout = laidOut(layouter, *document, options);
    checkNesting(layout);
    const Box& block = boxTitled(layout, "inner");
    CHECK(layout.size.w <= std::max(1700.0, 1.1 * block.rect.w));
    std::vector<const Box*> given;
    for (int i = count - 1; i >= 0; --i)
        given.push_back(&boxTitled(layout, "argument_" + std::to_string(i)));
    std::set<double> rows;
    for (std::size_t i = 0; i < given.size(); ++i) {
        CHECK(given[i]->rect.y + given[i]->rect.h < block.rect.y);
        rows.insert(given[i]->rect.y);
        if (i == 0)
            continue;
        const auto &before = given[i - 1]->rect, &now = given[i]->rect;
        CHECK((now.y > before.y || (now.y == before.y && now.x > before.x)));
    }
    CHECK((rows.size() > 1) == (count == 40));
    const Box &early = boxTitled(layout, "given_early"), &late = boxTitled(layout, "given_late");
    CHECK(early.rect.y > block.rect.y + block.rect.h);
    CHECK(early.rect.x < late.rect.x);
    // Each edge leads from its node to the block, through no other node.
    for (const auto& line : layout.lines) {
        if (line.container < 0 ||
            layout.boxes[static_cast<std::size_t>(line.container)].title != "main")
            continue;
        CAPTURE(line.data);
        const auto points = along(line.curve);
        REQUIRE_FALSE(points.empty());
        for (const auto& box : layout.boxes) {
            if (!isAccess(box.kind) || box.parent != line.container)
                continue;
            const bool own = box.id == line.from || box.id == line.to;
            if (own) {
                const Point end = box.id == line.from ? points.front() : points.back();
                CHECK(end.x == Approx(box.rect.x + box.rect.w / 2).margin(1));
                CHECK(std::abs(end.y -
                               (box.id == line.from ? box.rect.y + box.rect.h : box.rect.y)) < 1);
                continue;
            }
            CHECK(std::ranges::none_of(points, [&box](Point p) {
                return p.x > box.rect.x && p.x < box.rect.x + box.rect.w && p.y > box.rect.y &&
                       p.y < box.rect.y + box.rect.h;
            }));
        }
    }
}

TEST_CASE("arguments of a map wrap where a row is wider than is seen at once") {
    std::string arrays, body, edges;
    for (int i = 0; i < 40; ++i) {
        const auto a = "argument_" + std::to_string(i), n = "n" + std::to_string(i + 4);
        arrays += "  array " + a + " float64 [8]\n";
        body += "    " + n + " = access " + a + "\n";
        edges += "    " + n + " -> n0.IN_" + a + " : " + a + "[0:8]\n    n0.OUT_" + a + " -> n1.x" +
                 std::to_string(i) + " : " + a + "[i]\n";
    }
    const auto document =
        parsed("sdfg wide {\n" + arrays + "  array o float64 [8]\n  state main {\n" +
               "    n0 = map m [i = 0:8] -> n2\n    n1 = tasklet t `o = x0`\n    n2 = exit n0\n" +
               "    n3 = access o\n" + body + edges +
               "    n1.o -> n2.IN_o : o[i]\n    n2.OUT_o -> n3 : o[0:8]\n  }\n}\n");
    const Layout layout = ownLayout(*document);
    checkNesting(layout);
    CHECK(layout.size.w < 1700);
    // At the connectors that they had.
    const ElementId map = boxTitled(layout, "m").id;
    for (const auto& line : layout.lines)
        if (line.to == map)
            CHECK(std::ranges::any_of(layout.ports, [&line](const Port& port) {
                return !port.inside && std::abs(port.at.x - line.curve.back().x) < 0.01 &&
                       std::abs(port.at.y - line.curve.back().y) < 1;
            }));
}

TEST_CASE("a collapsed map counts what is inside, one or more") {
    const auto document = parsed(kMapText);
    Options options;
    options.collapsed = {boxTitled(ownLayout(*document), "first").id};
    CHECK(boxTitled(ownLayout(*document, options), "first").lines.back() == "1 node inside");
}

} // namespace layout_test
