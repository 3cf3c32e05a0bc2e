// Dimensions of one element go, and maps that have no others.

#include "tests/support/catch.h"
#include "tests/transforms/transformation_case.h"
#include "tests/transforms/trivial_maps.h"

namespace mw::test::trivial_map_elimination_test {

namespace {

const std::string kName = "trivial-map-elimination";

/// Two maps side by side, each of which hands a number from tasklet to tasklet.
std::string beside() {
    return R"(sdfg g {
  array a float64 [1]
  array b float64 [1]
  array c float64 [1]
  scalar s float64 transient
  scalar r float64 transient
  state main {
    a = access a
    m = map one [i = 0:1] -> x
    t1 = tasklet t1 `o = (y * 2.0)`
    s = access s
    t2 = tasklet t2 `o = (y + 1.0)`
    x = exit m
    b = access b
    n = map other [j = 0:1] -> z
    t3 = tasklet t3 `o = (y * 3.0)`
    r = access r
    t4 = tasklet t4 `o = (y - 1.0)`
    z = exit n
    c = access c
    a -> m.IN_a : a[0]
    m.OUT_a -> t1.y : a[i]
    t1.o -> s : s[0]
    s -> t2.y : s[0]
    t2.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0]
    a -> n.IN_a : a[0]
    n.OUT_a -> t3.y : a[j]
    t3.o -> r : r[0]
    r -> t4.y : r[0]
    t4.o -> z.IN_c : c[j]
    z.OUT_c -> c : c[0]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    auto all = trivialMapRefusals(kName, "2 no-trivial-dimension");
    all.push_back({.transformation = kName,
                   .refusal = "4 shared-inner-data",
                   .sound = beside(),
                   .fault = {{"    r = access r\n", "    r = access s\n"},
                             {"t3.o -> r : r[0]", "t3.o -> r : s[0]"},
                             {"r -> t4.y : r[0]", "r -> t4.y : s[0]"},
                             {"    t2 = tasklet t2 `o = (y + 1.0)`\n", ""}, // behind the other map
                             {"    c = access c\n",
                              "    c = access c\n    t2 = tasklet t2 `o = (y + 1.0)`\n"}}});
    return all;
}

namespace {

using test::edited;
using test::has;
using test::pointwiseOver;
using transforms::Params;

std::string text(const std::string& graph, const Params& params = {}, std::size_t times = 1) {
    return test::textAfter(kName, graph, params, times);
}

std::string refusalOf(const std::string& graph, const Params& params = {}) {
    return test::refusalName(kName, graph, params);
}

} // namespace

TEST_CASE("trivial-map-elimination: a dimension of one element goes") {
    const auto after = text(test::trivial());
    CHECK(has(after, "map comp [i = 0:N] -> "));
    CHECK(has(after, "OUT_a -> n2.x : a[i, M - 1]"));
    CHECK(has(after, "(x + 0)"));
}

TEST_CASE("trivial-map-elimination: a map without other dimensions goes") {
    const auto after = text(pointwiseOver("i = 0:1, j = M - 1:M"));
    CHECK_FALSE(has(after, "map comp"));
    CHECK(has(after, "n0 -> n1.x : a[0, M - 1]"));
    CHECK(has(after, "n1.o -> n2 : b[0, M - 1]"));
}

TEST_CASE("trivial-map-elimination: a map on a GPU keeps a dimension") {
    CHECK(has(text(pointwiseOver("i = 0:1, j = M - 1:M", " schedule GPU_Device")),
              "map comp [j = M - 1] schedule GPU_Device"));
    const auto one = edited(pointwiseOver("j = M - 1:M", " schedule GPU_Device"),
                            {{"m.OUT_a -> t.x : a[i, j]", "m.OUT_a -> t.x : a[0, j]"},
                             {"t.o -> x.IN_b : b[i, j]", "t.o -> x.IN_b : b[0, j]"}});
    CHECK(refusalOf(one) == "2 no-trivial-dimension");
}

TEST_CASE("trivial-map-elimination: two reads of one container need no order") {
    const auto reads = edited(beside(), {{"    t1 = tasklet", "    k = access k\n    t1 = tasklet"},
                                         {"    t3 = tasklet", "    l = access k\n    t3 = tasklet"},
                                         {"`o = (y * 2.0)`", "`o = (y * p)`"},
                                         {"`o = (y * 3.0)`", "`o = (y * p)`"},
                                         test::declare("  array k float64 [1]\n"),
                                         test::add("    m -> k\n    k -> t1.p : k[0]\n"
                                                   "    n -> l\n    l -> t3.p : k[0]\n")});
    CHECK_FALSE(has(text(reads, {}, 2), "map "));
}

TEST_CASE("trivial-map-elimination: a range that uses a removed parameter gets the value") {
    CHECK(has(text(pointwiseOver("k = 2:3, i = 0:N, j = k - 2:M")), "map comp [i = 0:N, j = 0:M]"));
}

namespace {

/// A map in a map; the inner one writes only.
std::string nest() {
    return R"(sdfg g {
  symbols N:int32
  array b float64 [N]
  array c float64 [N]
  state main {
    m = map comp [i = 0:N] -> x
    k = map once [e = 4:5] -> y
    t = tasklet t `o = (2.0 * e); p = 1.0`
    y = exit k
    x = exit m
    b = access b
    c = access c
    m -> k
    k -> t
    t.o -> y.IN_b : b[i]
    t.p -> y.IN_c : c[i]
    y.OUT_b -> x.IN_b : b[i]
    y.OUT_c -> x.IN_c : c[i]
    x.OUT_b -> b : b[0:N]
    x.OUT_c -> c : c[0:N]
  }
}
)";
}

} // namespace

TEST_CASE("trivial-map-elimination: what only writes stays inside the map around") {
    const auto after = text(nest());
    CHECK_FALSE(has(after, "map once"));
    CHECK(has(after, "    n0 -> n1\n"));
    CHECK(has(after, "n1.o -> n2.IN_b : b[i]"));
}

TEST_CASE("trivial-map-elimination: what came before the map comes before all of it") {
    // The second tasklet overwrites what the first map reads, and is after it by the map only.
    const auto graph = R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  state main {
    t2 = tasklet overwrite `o = 7.0`
    t3 = tasklet copy `o = x`
    a2 = access a
    c = access c
    a = access a
    m = map read [i = 0:N] -> x
    t = tasklet t `o = (x + 1.0)`
    x = exit m
    b = access b
    k = map once [e = 0:1] -> y
    y = exit k
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.x : a[i]
    t.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
    b -> k.IN_b : b[0:1]
    k.OUT_b -> t3.x : b[0]
    t3.o -> y.IN_c : c[0]
    k -> t2
    t2.o -> y.IN_a : a[0]
    y.OUT_a -> a2 : a[0:1]
    y.OUT_c -> c : c[0:1]
  }
}
)";
    text(graph);
}

} // namespace mw::test::trivial_map_elimination_test
