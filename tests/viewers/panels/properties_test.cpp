// What the properties of an element say, and what a selection touches.
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/viewers/panels/graphs.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/properties.h"

namespace properties_test {

using namespace mw;

namespace {

std::string text(const std::vector<viewers::PropertyGroup>& groups) {
    std::string result;
    for (const auto& group : groups) {
        result += group.title.toStdString() + "\n";
        for (const auto& line : group.lines)
            result += "  " + line.name.toStdString() + ": " + line.value.toStdString() + "\n";
    }
    return result;
}

} // namespace

TEST_CASE("dimensions are read from the parameters' names of both generations") {
    CHECK(viewers::dimensionName("i_K_gtx_vertical") == "K");
    CHECK(viewers::dimensionName("i_Edge_gtx_horizontal") == "Edge");
    CHECK(viewers::dimensionName("__i_Cell") == "Cell");
    CHECK(viewers::dimensionName("i") == "i");
    CHECK(viewers::dimensionName("__gtx_coarse_i_K_gtx_vertical") == "K block");
    CHECK(viewers::dimensionName("level") == "level");
}

TEST_CASE("a map is described by its range, its schedule and what flows") {
    const auto index = test::twoMaps();
    CHECK(text(viewers::describe(*index, test::nodeNamed(*index, "first"))) == R"(map t
  Edge: 0 … N-1
  K: 0 … M-1
  iterations: M*N
  parameters: i_Edge_gtx_horizontal, i_K_gtx_vertical
  label: first
  schedule: Default
  block size: not set
  launch bounds: not set
  max registers: not set
  min warps: not set
Reads
  a: [0:N, 0:M]   volume M*N
Writes
  t: [0:N, 0:M]   volume M*N
)");
    const auto map = test::nodeNamed(*index, "first");
    CHECK(text(viewers::describe(*index, ir::exitOf(*index->find(map)->node))) ==
          text(viewers::describe(*index, map)));
}

TEST_CASE("numbers of a run stand before what they are written with") {
    const auto index = test::twoMaps();
    const symbolic::Bindings values{{"N", symbolic::Value::integer(1000)},
                                    {"M", symbolic::Value::integer(10)}};
    const auto shown = [&](ElementId id) {
        std::string lines;
        for (const auto& group : viewers::describe(*index, id, values))
            for (const auto& line : group.lines)
                if (!line.symbols.isEmpty())
                    lines +=
                        (line.name + ": " + line.value + " | " + line.symbols + "\n").toStdString();
        return lines;
    };
    CHECK(shown(test::nodeNamed(*index, "first")) == R"(Edge: 0 … 999 | 0 … N-1
K: 0 … 9 | 0 … M-1
iterations: 10 000 | M*N
a: [0:1000, 0:10]   volume 10 000 | [0:N, 0:M]   volume M*N
t: [0:1000, 0:10]   volume 10 000 | [0:N, 0:M]   volume M*N
)");
    CHECK(shown(test::nodeNamed(*index, "a")) == R"(shape: 1000, 10 | N, M
strides: 10, 1 | M, 1
elements: 10 000 | M*N
map t: a[0:1000, 0:10]   volume 10 000 | a[0:N, 0:M]   volume M*N
)");
    CHECK(shown(index->document()->root->id).find("N: 1000 | int") != std::string::npos);
    // Without a value a symbol stays, beside the numbers that are known.
    const auto part = viewers::describe(*index, test::nodeNamed(*index, "a"),
                                        {{"N", symbolic::Value::integer(1000)}});
    CHECK(part[1].lines[2].value.toStdString() == "1000, M");
}

TEST_CASE("data, code and memlets are described") {
    const auto index = test::twoMaps();
    CHECK(text(viewers::describe(*index, test::nodeNamed(*index, "t"))) == R"(access node t
Data t
  container: Array
  type: float64
  shape: N, M
  strides: M, 1
  elements: M*N
  use: temporary
  storage: Default
  lifetime: Scope
Written by
  map t: t[0:N, 0:M]   volume M*N
Read by
  map b: t[0:N, 0:M]   volume M*N
)");
    const auto tasklet = text(viewers::describe(*index, test::nodeNamed(*index, "twice")));
    CHECK_THAT(tasklet, Catch::Contains("  code: out = (x * 2.0)\n"));
    const auto edge = index->find(index->states().front())->block->as<ir::State>()->edges.front();
    CHECK_THAT(text(viewers::describe(*index, edge->id)),
               Catch::StartsWith(
                   "a[0:N, 0:M]\n  from: access node a\n  to: map t . IN_a\n"
                   "  data: a\n  subset: 0:N, 0:M\n  volume: M*N elements\n  bytes: 8*M*N\n"));
}

TEST_CASE("of a structure its members are said, not how the file writes its type") {
    const auto document = ir::parseDump(R"(sdfg g {
  symbols N:int32
  structure cfg "{long}" [1]
  array cfg.w float64 [N]
  scalar cfg.k int32
  array o float64 [N]
  state s {
    c = access cfg
    o = access o
    c -> o : cfg.w[0:N] -> [0:N]
  }
}
)");
    REQUIRE(document);
    const ir::DocumentIndex index(*document);
    const auto program = text(viewers::describe(index, (*document)->root->id));
    CHECK(program.find("  cfg: Structure (w, k)\n") != std::string::npos);
    const auto data = text(viewers::describe(index, test::nodeNamed(index, "cfg")));
    INFO(data);
    CHECK(data.find("  w: float64 [N]\n  k: int32\n") != std::string::npos);
    CHECK(data.find("{long}") == std::string::npos);
}

TEST_CASE("of a program the version of DaCe is said that it is for") {
    for (const std::string version : {"2.0.0b1", ""}) {
        auto document = *test::twoMaps()->document();
        document.format.daceVersion = version;
        const ir::DocumentIndex index(std::make_shared<const ir::Document>(std::move(document)));
        const std::string said = version.empty() ? "not stated" : version;
        const auto shown = text(viewers::describe(index, index.document()->root->id));
        CHECK(shown.find("\n  version of DaCe: " + said + "\n") != std::string::npos);
    }
}

TEST_CASE("an element that is gone has no properties") {
    CHECK(viewers::describe(*test::twoMaps(), ElementId{9999}).empty());
}

TEST_CASE("a selection touches both ends of a scope and what is around it") {
    const auto index = test::twoMaps();
    const auto map = test::nodeNamed(*index, "first");
    const auto tasklet = test::nodeNamed(*index, "twice");
    const auto exit = ir::exitOf(*index->find(map)->node);
    CHECK(viewers::touchedBy(*index, {tasklet}) == std::vector<ElementId>{map, tasklet, exit});
}

} // namespace properties_test
