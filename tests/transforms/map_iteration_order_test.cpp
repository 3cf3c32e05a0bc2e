// The parameters of a map change places: GT4Py's cases, before and after, and a graph for every
// refusal.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

#include <algorithm>

namespace mw::test::map_iteration_order_test {

namespace {

const std::string kName = "map-iteration-order";

/// out[h, k] = in[h, k] + 1, horizontal before vertical.
std::string pointwise() {
    return R"(sdfg g {
  symbols N:int32 K:int32
  array a float64 [N, K]
  array b float64 [N, K]
  state main {
    a = access a
    m = map add [i_Cell_gtx_horizontal = 0:N, i_K_gtx_vertical = 0:K] -> x
    t = tasklet t `o = (x + 1.0)`
    x = exit m
    b = access b
    a -> m.IN_a : a[0:N, 0:K]
    m.OUT_a -> t.x : a[i_Cell_gtx_horizontal, i_K_gtx_vertical]
    t.o -> x.IN_b : b[i_Cell_gtx_horizontal, i_K_gtx_vertical]
    x.OUT_b -> b : b[0:N, 0:K]
  }
}
)";
}

/// Each iteration reads its own element of b and writes it again.
std::string inPlace() {
    return edited(pointwise(), {{"    a = access a\n", "    a = access b\n"},
                                {"a -> m.IN_a : a[0:N, 0:K]", "a -> m.IN_a : b[0:N, 0:K]"},
                                {"t.x : a[", "t.x : b["},
                                {"  array a float64 [N, K]\n", ""}});
}

/// A scalar between two tasklets of one iteration.
std::string throughScalar() {
    return edited(pointwise(),
                  {declare("  scalar s float64 transient\n"),
                   {"    x = exit m\n",
                    "    s = access s\n    u = tasklet u `o = (x * 2.0)`\n    x = exit m\n"},
                   {"    t.o -> x.IN_b : b[",
                    "    t.o -> s : s[0]\n    s -> u.x : s[0]\n    u.o -> x.IN_b : b["}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = pointwise(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "2 already-in-order",
         .sound = pointwise(),
         .faultParams = {{"unit-stride-kind", std::string("vertical")}},
         .without = Without::same,
         .because = "there is nothing to do"},
        {.transformation = kName,
         .refusal = "3 dependent-range",
         .sound = pointwise(),
         .fault = {{"i_K_gtx_vertical = 0:K",
                    "i_K_gtx_vertical = 0:Min(K, i_Cell_gtx_horizontal + 1)"}}},
        {.transformation = kName,
         .refusal = "4 carried-value",
         .sound = throughScalar(),
         .fault = {{"    t.o -> s : s[0]\n    s -> u.x",
                    "    t.o -> x.IN_c : c[i_Cell_gtx_horizontal, i_K_gtx_vertical]\n    m -> s\n  "
                    "  s -> u.x"},
                   declare("  array c float64 [N, K]\n"),
                   add("    c = access c\n    x.OUT_c -> c : c[0:N, 0:K]\n"),
                   {"scalar s float64 transient", "scalar s float64"}},
         .without = Without::same,
         .because = "nothing writes the scalar here"},
        {.transformation = kName,
         .refusal = "4 unknown-region",
         .sound = pointwise(),
         .fault = {declare("  view v float64 [N, K] transient\n"),
                   {"    b = access b\n", "    v = access v\n    b = access b\n"},
                   {"t.o -> x.IN_b : b[", "t.o -> x.IN_b : v["},
                   {"    x.OUT_b -> b : b[0:N, 0:K]\n",
                    "    x.OUT_b -> v : v[0:N, 0:K]\n    v -> b : v[0:N, 0:K] -> [0:N, 0:K]\n"}},
         .without = Without::same,
         .because = "the view is the whole container"},
        {.transformation = kName,
         .refusal = "4 iterations-overlap",
         .sound = edited(pointwise(), {{"b float64 [N, K]", "b float64 [N + K, K]"},
                                       {"b : b[0:N, 0:K]", "b : b[0:N + K, 0:K]"}}),
         .fault = {{"x.IN_b : b[i_Cell_gtx_horizontal, i_K_gtx_vertical]",
                    "x.IN_b : b[i_Cell_gtx_horizontal + i_K_gtx_vertical, 0]"}}},
        {.transformation = kName,
         .refusal = "4 reads-other-iterations",
         .sound = inPlace(),
         .fault = {{"i_Cell_gtx_horizontal = 0:N, i_K_gtx_vertical = 0:K",
                    "i_Cell_gtx_horizontal = 1:N, i_K_gtx_vertical = 0:K - 1"},
                   {"t.x : b[i_Cell_gtx_horizontal, i_K_gtx_vertical]",
                    "t.x : b[i_Cell_gtx_horizontal - 1, i_K_gtx_vertical + 1]"}}},
        {.transformation = kName,
         .refusal = "4 may-alias",
         .sound = pointwise(),
         .fault = {{"array a float64 [N, K]", "array a float64 [N, K] alias"},
                   {"array b float64 [N, K]", "array b float64 [N, K] alias"}},
         .without = Without::same,
         .because = "no run here gives two arguments the same memory"},
        {.transformation = kName,
         .refusal = "4 may-alias",
         .sound = edited(pointwise(),
                         {{"`o = (x + 1.0)`", "`o = (x + 1.0); q = (x - 1.0)`"},
                          declare("  array c float64 [N, K]\n"),
                          add("    c = access c\n"
                              "    t.q -> x.IN_c : c[i_Cell_gtx_horizontal, i_K_gtx_vertical]\n"
                              "    x.OUT_c -> c : c[0:N, 0:K]\n")}),
         .fault = {{"array b float64 [N, K]", "array b float64 [N, K] alias"},
                   {"array c float64 [N, K]", "array c float64 [N, K] alias"}},
         .without = Without::same,
         .because = "no run here gives two arguments the same memory"},
        {.transformation = kName,
         .refusal = "4 side-effects",
         .sound = pointwise(),
         .fault = {{"`o = (x + 1.0)`", "`o = x + 1.0;` CPP"}},
         .without = Without::unexecuted,
         .because = "the interpreter runs no C++"},
    };
}

namespace {

/// A map over these parameters, each with a range of its own; every iteration writes its element.
std::string mapOver(const std::vector<std::string>& params) {
    std::string ranges, shape, index, whole, symbols;
    for (const auto& param : params) {
        const std::string size = "S" + std::to_string(&param - params.data());
        const std::string comma = ranges.empty() ? "" : ", ";
        ranges += comma + param + " = 0:" + size;
        shape += comma + size;
        index += comma + param;
        whole += comma + "0:" + size;
        symbols += " " + size + ":int32";
    }
    return "sdfg g {\n  symbols" + symbols + "\n  array a float64 [" + shape +
           "]\n  array b float64 [" + shape +
           "]\n  state main {\n    a = access a\n    m = map m [" + ranges +
           "] -> x\n    t = tasklet t `o = (x + 1.0)`\n    x = exit m\n    b = access b\n" +
           "    a -> m.IN_a : a[" + whole + "]\n    m.OUT_a -> t.x : a[" + index +
           "]\n    t.o -> x.IN_b : b[" + index + "]\n    x.OUT_b -> b : b[" + whole + "]\n  }\n}\n";
}

using Names = std::vector<std::string>;

/// The order afterwards; the same when the transformation does not apply.
Names ordered(const Names& params, const transforms::Params& options) {
    const auto text = mapOver(params);
    const auto& t = test::transformation(kName);
    const auto before = test::parsed(text);
    const auto match = test::matchesOf(t, before).front();
    const auto refusal = test::refusalOf(t, before, match, options);
    if (refusal)
        CHECK(test::name(*refusal) == "2 already-in-order");
    const auto after = test::appliedEverywhere(kName, text, options, refusal ? 0 : 1);
    const transforms::DocumentView view(after);
    const auto* node = view.state(match.state)->index->node(NodeId{match.at("map").value});
    return node->as<ir::MapEntry>()->map.params;
}

transforms::Params kind(const std::string& name) {
    return {{"unit-stride-kind", name}};
}
transforms::Params dimensions(const std::string& names) {
    return {{"unit-stride-dimensions", names}};
}

const std::string kE = "i_Edge_gtx_horizontal", kV = "i_Vertex_gtx_horizontal",
                  kC = "i_Cell_gtx_horizontal", kK = "i_K_gtx_vertical";

} // namespace

TEST_CASE("map-iteration-order: names that only end in their kind") {
    CHECK(ordered({"EDim_horizontal", "KDim_vertical", "VDim_horizontal"}, {}) ==
          Names{"KDim_vertical", "EDim_horizontal", "VDim_horizontal"});
}

TEST_CASE("map-iteration-order: the horizontal parameter of a map comes last") {
    const auto after = ir::dump(*test::appliedEverywhere(kName, pointwise(), {}, 1)->root);
    CHECK(after.find("map add [i_K_gtx_vertical = 0:K, i_Cell_gtx_horizontal = 0:N]") !=
          std::string::npos);
}

TEST_CASE("map-iteration-order: GT4Py's cases by kind") {
    CHECK(ordered({kE, kK, kV}, kind("horizontal")) == Names{kK, kE, kV});
    CHECK(ordered({kK, kE, kV}, kind("horizontal")) == Names{kK, kE, kV});
    CHECK(ordered({kE, kK}, kind("vertical")) == Names{kE, kK});
    CHECK(ordered({kK, kE}, kind("vertical")) == Names{kE, kK});
}

TEST_CASE("map-iteration-order: GT4Py's cases by dimensions, the first of which is the very last") {
    CHECK(ordered({kE, kK, kV}, dimensions("Edge,Vertex")) == Names{kK, kV, kE});
    CHECK(ordered({kV, kK}, dimensions("Edge,Vertex")) == Names{kK, kV});
    CHECK(ordered({kE, kK}, dimensions("Edge,Vertex")) == Names{kK, kE});
    CHECK(ordered({kC, kK}, dimensions("Edge,Vertex")) == Names{kC, kK});
    CHECK(ordered({"__i_Edge", "__i_K"}, dimensions("Edge")) == Names{"__i_K", "__i_Edge"});
    CHECK(ordered({"i", "j"}, dimensions("i")) == Names{"j", "i"});
}

TEST_CASE("map-iteration-order: a map that changes elements in place is ordered too") {
    test::appliedEverywhere(kName, inPlace(), {}, 1);
    test::appliedEverywhere(kName, throughScalar(), {}, 1);
}

TEST_CASE("map-iteration-order: maps of one parameter are no match") {
    CHECK(test::transformation(kName).find(test::parsed(test::TwoMaps{}.text()), {}).empty());
}

TEST_CASE("map-iteration-order: arguments of a nested SDFG that are one container outside") {
    const auto nested = [](const std::string& result) {
        return test::calling(pointwise(), {{"a", "x"}}, {{"b", result}});
    };
    CHECK(test::refusalName(kName, nested("y")) == "applies");
    CHECK(test::refusalName(kName, nested("x")) == "4 may-alias");
}

TEST_CASE("map-iteration-order: a map inside another, whose container is the outer map's") {
    const auto inside = [](const std::string& read) {
        return test::edited(R"(sdfg g {
  symbols N:int32 K:int32
  array b float64 [N + 1, K]
  state main {
    from = access b
    o = map turns [n = 0:3] schedule Sequential -> z
    m = map add [i_Cell_gtx_horizontal = 0:N, i_K_gtx_vertical = 0:K] -> x
    t = tasklet t `o = ((p * 0.5) + 1.0)`
    x = exit m
    z = exit o
    to = access b
    from -> o.IN_b : b[0:N + 1, 0:K]
    o.OUT_b -> m.IN_b : b[0:N + 1, 0:K]
    m.OUT_b -> t.p : b[READ]
    t.o -> x.IN_b : b[i_Cell_gtx_horizontal, i_K_gtx_vertical]
    x.OUT_b -> z.IN_b : b[0:N, 0:K]
    z.OUT_b -> to : b[0:N, 0:K]
  }
}
)",
                            {{"READ", read}});
    };
    test::appliedEverywhere(kName, inside("i_Cell_gtx_horizontal, i_K_gtx_vertical"), {}, 1);
    CHECK(test::refusalName(kName, inside("i_Cell_gtx_horizontal + 1, i_K_gtx_vertical")) ==
          "4 reads-other-iterations");
}

} // namespace mw::test::map_iteration_order_test
