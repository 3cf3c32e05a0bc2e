// Two maps side by side whose ranges overlap: what is fused and what is left, and a graph for every
// refusal.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_split_fusion_horizontal_test {

namespace {

const std::string kName = "map-split-fusion-horizontal";

/// b[i, k] = 2 * a[i, k] and c[i, k] = a[i, k] + 1 over these ranges.
std::string sideBySide(const std::string& first, const std::string& second) {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array b float64 [N, M]
  array c float64 [N, M]
  state main {
    a = access a
    m = map first [)" +
           first + R"(] -> x
    t = tasklet t `o = (p * 2.0)`
    x = exit m
    b = access b
    n = map second [)" +
           second + R"(] -> y
    u = tasklet u `o = (p + 1.0)`
    y = exit n
    c = access c
    a -> m.IN_a : a[0:N, 0:M]
    m.OUT_a -> t.p : a[i, k]
    t.o -> x.IN_b : b[i, k]
    x.OUT_b -> b : b[0:N, 0:M]
    a -> n.IN_a : a[0:N, 0:M]
    n.OUT_a -> u.p : a[i, k]
    u.o -> y.IN_c : c[i, k]
    y.OUT_c -> c : c[0:N, 0:M]
  }
}
)";
}

std::string levels() {
    return sideBySide("i = 0:N, k = 0:M", "i = 0:N, k = 2:M");
}

/// Beside them a map inside another one.
std::string withNest() {
    return edited(levels(),
                  {declare("  array d float64 [N, M]\n"), add(R"(    o = map outer [q = 0:1] -> z
    r = map third [i = 0:N, k = 0:M] -> s
    v = tasklet v `o = 1.0`
    s = exit r
    z = exit o
    d = access d
    o -> r
    r -> v
    v.o -> s.IN_d : d[i, k]
    s.OUT_d -> z.IN_d : d[0:N, 0:M]
    z.OUT_d -> d : d[0:N, 0:M]
)")});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = levels(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "1 one-map",
         .sound = levels(),
         .otherNode = "second",
         .role = 0,
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "2 stepped-range",
         .sound = levels(),
         .fault = {{"k = 0:M]", "k = 0:M:3]"}}},
        {.transformation = kName,
         .refusal = "2 dependent-range",
         .sound = sideBySide("i = 0:N, k = 0:M", "i = 0:N, k = 0:Min(M, 3)"),
         .fault = {{"[i = 0:N, k = 0:M]", "[i = 0:N, k = 0:Min(M, i + 3)]"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "2 fractional-range",
         .sound = sideBySide("i = 0:N, k = 0:M", "i = 0:N - 1, k = 0:M"),
         .fault = {{"i = 0:N, k = 0:M]", "i = 0:N, k = 0:M/2]"},
                   {"i = 0:N - 1, k = 0:M]", "i = 0:N - 1, k = 0:M/2]"}},
         .without = Without::same,
         .because = "no sum is rounded otherwise here"},
        {.transformation = kName,
         .refusal = "2 inside-map",
         .sound = withNest(),
         .otherNode = "third",
         .role = 1,
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "2 other-parameters",
         .sound = withNest(),
         .otherNode = "outer",
         .role = 1},
        {.transformation = kName,
         .refusal = "2 undecided-ranges",
         .sound = levels(),
         .fault = {{"k = 2:M]", "k = Min(N, M):M]"}}},
        {.transformation = kName,
         .refusal = "2 disjoint-ranges",
         .sound = levels(),
         .fault = {{"k = 0:M]", "k = 0:Min(M, 2)]"}},
         .without = Without::same,
         .because = "a part without iterations does nothing"},
        {.transformation = kName,
         .refusal = "3 no-common-data",
         .sound = levels(),
         .fault = {declare("  array d float64 [N, M]\n"),
                   {"    a = access a\n", "    a = access a\n    d = access d\n"},
                   {"a -> n.IN_a : a[0:N, 0:M]", "d -> n.IN_a : d[0:N, 0:M]"},
                   {"u.p : a[i, k]", "u.p : d[i, k]"}},
         .without = Without::same,
         .because = "it is the user's wish"},
        {.transformation = kName,
         .refusal = "4 iterations-overlap",
         .sound = levels(),
         .fault = {{"k = 0:M] -> x", "k = 0:M] schedule Sequential -> x"},
                   {"k = 2:M] -> y", "k = 2:M] schedule Sequential -> y"},
                   {"x.IN_b : b[i, k]", "x.IN_b : b[i, 0]"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "5 not-fusable",
         .sound = levels(),
         .fault = {{"k = 2:M] -> y", "k = 2:M] schedule Sequential -> y"}},
         .without = Without::wrong},
    };
}

namespace {

using test::countOf;
using test::edited;
using test::has;
using transforms::Params;

std::string text(const std::string& graph, const Params& params = {}, std::size_t times = 1) {
    return test::textAfter(kName, graph, params, times);
}

std::string refusalOf(const std::string& graph, const Params& params = {}) {
    const auto refusal = test::refusal(kName, graph, params);
    return refusal ? test::name(*refusal) : "applies";
}

} // namespace

TEST_CASE("map-split-fusion-horizontal: the first levels stay, the others are fused") {
    const auto after = text(levels());
    CHECK(has(after, "map first_1 [i = 0:N, k = 0:Min(2, M)]"));
    CHECK(has(after, "map first [i = 0:N, k = 2:M]"));
    CHECK(countOf(after, " = map ") == 2);
}

TEST_CASE("map-split-fusion-horizontal: both overhang") {
    const auto after = text(sideBySide("i = 0:N, k = 0:M - 1", "i = 0:N, k = 1:M"));
    CHECK(has(after, "map first [i = 0:N, k = 1:M - 1]"));
    CHECK(has(after, "map first_1 [i = 0:N, k = 0:Min(1, M - 1)]"));
    CHECK(has(after, "map second_1 [i = 0:N, k = Max(1, M - 1):M]"));
}

TEST_CASE("map-split-fusion-horizontal: one inside the other, in both dimensions, other order") {
    const auto after = text(sideBySide("i = 0:N, k = 0:M", "k = 2:M - 1, i = 1:N"));
    CHECK(has(after, "map first [i = 1:N, k = 2:M - 1]"));
    CHECK(has(after, "map first_1 [i = 0:Min(1, N), k = 0:M]"));
    CHECK(has(after, "map first_2 [i = 1:N, k = 0:Min(2, M)]"));
    CHECK(has(after, "map first_3 [i = 1:N, k = Max(2, M - 1):M]"));
}

TEST_CASE("map-split-fusion-horizontal: numbers, and what is in neither") {
    const auto after = text(edited(sideBySide("i = 0:N, k = 0:10", "i = 0:N, k = 5:15"),
                                   {{"array a float64 [N, M]", "array a float64 [N, M + 15]"},
                                    {"array b float64 [N, M]", "array b float64 [N, M + 15]"},
                                    {"array c float64 [N, M]", "array c float64 [N, M + 15]"}}));
    CHECK(has(after, "map first [i = 0:N, k = 5:10]"));
    CHECK(has(after, "map first_1 [i = 0:N, k = 0:5]"));
    CHECK(has(after, "map second_1 [i = 0:N, k = 10:15]"));
}

TEST_CASE("map-split-fusion-horizontal: equal ranges are for another transformation") {
    CHECK(refusalOf(sideBySide("i = 0:N, k = 0:M", "k = 0:M, i = 0:N")) == "2 equal-ranges");
}

TEST_CASE("map-split-fusion-horizontal: maps that read nothing together, where it is asked for") {
    const auto graph =
        edited(levels(), {test::declare("  array d float64 [N, M]\n"),
                          {"    a = access a\n", "    a = access a\n    d = access d\n"},
                          {"a -> n.IN_a : a[0:N, 0:M]", "d -> n.IN_a : d[0:N, 0:M]"},
                          {"u.p : a[i, k]", "u.p : d[i, k]"}});
    CHECK(refusalOf(graph) == "3 no-common-data");
    text(graph, {{"only-if-common-data", false}});
}

TEST_CASE("map-split-fusion-horizontal: containers and programs inside are there for each part") {
    const auto after = text(edited(
        levels(),
        {test::declare("  scalar s float64 transient\n"),
         {"    x = exit m\n",
          "    s = access s\n    v = nested inner {i: i} = sdfg inner {\n      symbols i:int64\n"
          "      scalar q float64\n      scalar r float64\n      scalar w float64 transient\n"
          "      state in { q = access q; t = tasklet t `z = (p + i)`; w = access w; r = access r; "
          "q -> t.p : q[0]; t.z -> w : w[0]; w -> r : w[0] -> [0] }\n    }\n    x = exit m\n"},
         {"    t.o -> x.IN_b : b[i, k]\n",
          "    t.o -> s : s[0]\n    s -> v.q : s[0]\n    v.r -> x.IN_b : b[i, k]\n"}}));
    CHECK(countOf(after, "nested inner") == 2);
    CHECK(has(after, "access s\n"));
    CHECK(has(after, "access s_0\n"));
}

TEST_CASE("map-split-fusion-horizontal: four maps over parts of each other's ranges") {
    const std::string four = R"(sdfg g {
  symbols N:int32
  array a float64 [20, N]
  array b float64 [20, N]
  array c float64 [20, N]
  array d float64 [20, N]
  array o1 float64 [20, N]
  array o2 float64 [20, N]
  array o3 float64 [20, N]
  array o4 float64 [20, N]
  state main {
    a = access a
    b = access b
    c = access c
    d = access d
    m1 = map all [i = 0:20, j = 0:N] -> x1
    t1 = tasklet t1 `o = (p + q)`
    x1 = exit m1
    o1 = access o1
    m2 = map low [i = 0:10, j = 0:N] -> x2
    t2 = tasklet t2 `o = (p * 2.0)`
    x2 = exit m2
    o2 = access o2
    m3 = map lows [i = 0:10, j = 0:N] -> x3
    t3 = tasklet t3 `o = (p - q)`
    x3 = exit m3
    o3 = access o3
    m4 = map high [i = 5:20, j = 0:N] -> x4
    t4 = tasklet t4 `o = (p * q)`
    x4 = exit m4
    o4 = access o4
    a -> m1.IN_a : a[0:20, 0:N]
    b -> m1.IN_b : b[0:20, 0:N]
    m1.OUT_a -> t1.p : a[i, j]
    m1.OUT_b -> t1.q : b[i, j]
    t1.o -> x1.IN_o : o1[i, j]
    x1.OUT_o -> o1 : o1[0:20, 0:N]
    b -> m2.IN_b : b[0:10, 0:N]
    m2.OUT_b -> t2.p : b[i, j]
    t2.o -> x2.IN_o : o2[i, j]
    x2.OUT_o -> o2 : o2[0:10, 0:N]
    c -> m3.IN_c : c[0:10, 0:N]
    a -> m3.IN_a : a[0:10, 0:N]
    m3.OUT_c -> t3.p : c[i, j]
    m3.OUT_a -> t3.q : a[i, j]
    t3.o -> x3.IN_o : o3[i, j]
    x3.OUT_o -> o3 : o3[0:10, 0:N]
    d -> m4.IN_d : d[5:20, 0:N]
    a -> m4.IN_a : a[5:20, 0:N]
    m4.OUT_d -> t4.p : d[i, j]
    m4.OUT_a -> t4.q : a[i, j]
    t4.o -> x4.IN_o : o4[i, j]
    x4.OUT_o -> o4 : o4[5:20, 0:N]
  }
}
)";
    const auto split = test::appliedEverywhere(kName, four, {}, 3);
    const auto fused =
        test::appliedEverywhere("map-fusion-horizontal", ir::dump(*split->root), {}, 2);
    const auto after = ir::dump(*fused->root);
    CHECK(countOf(after, " = map ") == 3);
    for (const std::string range : {"i = 0:5,", "i = 5:10,", "i = 10:20,"})
        CHECK(countOf(after, range) == 1);
}

} // namespace mw::test::map_split_fusion_horizontal_test
