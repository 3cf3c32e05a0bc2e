// A temporary becomes a temporary for each of its parts: GT4Py's cases, and a graph for every
// refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::split_access_node_test {

namespace {

const std::string kName = "split-access-node";

/// Copies from the two arguments a and c make up t; these lines read it into d and e.
std::string filledByCopies(const std::string& first, const std::string& second,
                           const std::string& readers, const std::string& nodes = {}) {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [40]
  array c float64 [40]
  array d float64 [40]
  array e float64 [40]
  array t float64 [40] transient
  state main {
    a = access a
    c = access c
    t = access t
    d = access d
    e = access e
)" + nodes +
           "    a -> t : a[" + first + "] -> [" + first + "]\n    c -> t : c[" + second + "] -> [" +
           second + "]\n" + readers + "  }\n}\n";
}

std::string apart() {
    return filledByCopies("0:10", "10:20",
                          "    t -> d : t[0:10] -> [3:13]\n    t -> e : t[12:18] -> [0:6]\n");
}

/// Two maps write rows of t up to M and from there on; a map and a copy read them.
std::string rows() {
    return R"(sdfg g {
  symbols N:int32 M:int32 L:int32
  array a float64 [N, L]
  array b float64 [M, L]
  array d float64 [N, L]
  array e float64 [M, L]
  array t float64 [N + M, L] transient
  state main {
    a = access a
    b = access b
    m = map low [i = 0:N, j = 0:L] -> x
    f = tasklet f `o = (p + 1.0)`
    x = exit m
    n = map high [i = 0:M, j = 0:L] -> y
    g = tasklet g `o = (p * 2.0)`
    y = exit n
    t = access t
    k = map use [i = 0:N, j = 0:L] -> z
    h = tasklet h `o = (p - 3.0)`
    z = exit k
    d = access d
    e = access e
    a -> m.IN_a : a[0:N, 0:L]
    m.OUT_a -> f.p : a[i, j]
    f.o -> x.IN_t : t[i, j]
    x.OUT_t -> t : t[0:N, 0:L]
    b -> n.IN_b : b[0:M, 0:L]
    n.OUT_b -> g.p : b[i, j]
    g.o -> y.IN_t : t[N + i, j]
    y.OUT_t -> t : t[N:N + M, 0:L]
    t -> k.IN_t : t[0:N, 0:L]
    k.OUT_t -> h.p : t[i, j]
    h.o -> z.IN_d : d[i, j]
    z.OUT_d -> d : d[0:N, 0:L]
    t -> e : t[N:N + M, 0:L] -> [0:M, 0:L]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "4 one-part",
         .sound = apart(),
         .fault = {{"t[12:18] -> [0:6]", "t[8:14] -> [0:6]"}},
         .without = Without::same,
         .because = "one temporary takes the place of one"},
        {.transformation = kName,
         .refusal = "5 never-written",
         .sound = apart(),
         .fault = {{"t[12:18] -> [0:6]", "t[22:28] -> [0:6]"}},
         .without = Without::same,
         .because = "nothing says what such elements hold before either"},
        {.transformation = kName,
         .refusal = "6 layout",
         .sound = rows(),
         .fault = {declare("  view v float64 [N * L] transient\n"),
                   {"    d = access d\n", "    d = access d\n    v = access v\n"},
                   {"t -> k.IN_t : t[0:N, 0:L]",
                    "t -> v : t[0:N, 0:L]\n    v -> k.IN_t : v[0:N * L]"},
                   {"h.p : t[i, j]", "h.p : v[i * L + j]"}},
         .without = Without::same,
         .because = "the part lies in memory as the view sees it"},
        // What the second writer reads is written by the first reader.
        {.transformation = kName,
         .refusal = "7 order-lost",
         .sound = apart(),
         .fault = {{"    a = access a\n", "    a = access a\n    late = access c\n"},
                   {"t -> d : t[0:10] -> [3:13]\n", "t -> late : t[0:10] -> [5:15]\n"}}},
        {.transformation = kName,
         .refusal = "7 side-effects",
         .sound = apart(),
         .fault = {{"    a = access a\n",
                    "    a = access a\n    f = tasklet f `o = p;` CPP\n    g = tasklet g `o = p;` "
                    "CPP\n"},
                   {"c -> t : c[10:20] -> [10:20]\n",
                    "c -> t : c[10:20] -> [10:20]\n    a -> f.p : a[21]\n    f.o -> t : t[21]\n"
                    "    t -> g.p : t[0]\n    g.o -> d : d[30]\n"}},
         .without = Without::unexecuted,
         .because = "the interpreter runs no C++"},
    };
}

namespace {

using test::edited;
using test::has;

std::string text(const std::string& graph, std::size_t times = 1) {
    return test::textAfter(kName, graph, {}, times);
}

} // namespace

TEST_CASE("split-access-node: views through which maps read say nothing about an order") {
    const auto viewed = test::edited(
        apart(),
        {{"  array t float64 [40] transient\n",
          "  array t float64 [40] transient\n  array p float64 [20]\n  array q float64 [20]\n"
          "  view v float64 [20] transient\n"},
         {"    e = access e\n",
          "    e = access e\n    p = access p\n    q = access q\n"
          "    m = map one [i = 0:20] -> x\n    v = access v\n"
          "    f = tasklet f `o = (w[i] + 1.0)`\n    x = exit m\n"
          "    n = map two [i = 0:20] -> y\n    v2 = access v\n"
          "    g = tasklet g `o = (w[i] * 2.0)`\n    y = exit n\n"
          "    a -> m.IN_a : a[20:40]\n    m.OUT_a -> v.views : a[20:40]\n    v -> f.w : v[0:20]\n"
          "    f.o -> x.IN_p : p[i]\n    x.OUT_p -> p : p[0:20]\n"
          "    a -> n.IN_a : a[20:40]\n    n.OUT_a -> v2.views : a[20:40]\n"
          "    v2 -> g.w : v[0:20]\n    g.o -> y.IN_q : q[i]\n    y.OUT_q -> q : q[0:20]\n"}});
    const auto text = test::textAfter(kName, viewed, {}, 1);
    CHECK_FALSE(test::has(text, "array t float64 [40]"));
}

TEST_CASE("split-access-node: copies in, copies out, parts of what was copied in") {
    const auto after = text(apart());
    CHECK(has(after, "array t_split_0 float64 [10] transient"));
    CHECK(has(after, "array t_split_1 float64 [10] transient"));
    CHECK_FALSE(has(after, "array t float64"));
    CHECK(has(after, "[10:20] -> [0:10]"));
    CHECK(has(after, "t_split_1[2:8] -> [0:6]"));
}

TEST_CASE("split-access-node: maps in, a map and a copy out") {
    const auto after = text(rows());
    CHECK(has(after, "array t_split_0 float64 [Max(0, N), Max(0, L)] transient"));
    CHECK(has(after, "array t_split_1 float64 [Max(0, M), Max(0, L)] transient"));
    CHECK(has(after, "t_split_1[i, j]"));
    CHECK(has(after, "t_split_1[0:M, 0:L] -> [0:M, 0:L]"));
}

TEST_CASE("split-access-node: one map with two outputs") {
    const auto after = text(R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [2 * N]
  array t float64 [2 * N] transient
  state main {
    a = access a
    m = map both [i = 0:N] -> x
    f = tasklet f `o = (p + 1.0); q = (p * 2.0)`
    x = exit m
    t = access t
    b = access b
    a -> m.IN_a : a[0:N]
    m.OUT_a -> f.p : a[i]
    f.o -> x.IN_t : t[i]
    f.q -> x.IN_s : t[N + i]
    x.OUT_t -> t : t[0:N]
    x.OUT_s -> t : t[N:2 * N]
    t -> b : t[0:N] -> [N:2 * N]
    t -> b : t[N:2 * N] -> [0:N]
  }
}
)");
    CHECK(has(after, "t_split_0[0:N] -> [N:2*N]"));
    CHECK(has(after, "t_split_1[0:N] -> [0:N]"));
}

TEST_CASE("split-access-node: a reader over two of three parts keeps these together") {
    const auto after = text(filledByCopies("0:5", "5:10",
                                           "    t -> d : t[0:5] -> [0:5]\n"
                                           "    t -> e : t[5:15] -> [5:15]\n    a -> t : a[20:25] "
                                           "-> [10:15]\n"));
    CHECK(has(after, "array t_split_0 float64 [5] transient"));
    CHECK(has(after, "array t_split_1 float64 [10] transient"));
    CHECK(has(after, "[20:25] -> [5:10]"));
}

TEST_CASE("split-access-node: a part of several writers that is not read to its end") {
    text(filledByCopies("0:5", "5:10",
                        "    t -> d : t[0:5] -> [0:5]\n    t -> e : t[5:12] -> [5:12]\n"
                        "    t -> e : t[12:13] -> [20:21]\n    a -> t : a[20:25] -> [10:15]\n"));
}

TEST_CASE("split-access-node: readers that overlap keep what both read together") {
    const auto after = text(filledByCopies("0:5", "5:10",
                                           "    t -> d : t[0:5] -> [0:5]\n"
                                           "    t -> e : t[5:12] -> [5:12]\n"
                                           "    t -> d : t[10:15] -> [20:25]\n"
                                           "    a -> t : a[20:25] -> [10:15]\n"));
    CHECK(has(after, "array t_split_0 float64 [5] transient"));
    CHECK(has(after, "array t_split_1 float64 [10] transient"));
    CHECK(has(after, "t_split_1[0:7] -> [5:12]"));
    CHECK(has(after, "t_split_1[5:10] -> [20:25]"));
}

TEST_CASE("split-access-node: what one reader joins is not split") {
    text(filledByCopies("0:10", "10:20", "    t -> d : t[0:20] -> [0:20]\n"), 0);
    // Neither are the first two parts of three, and all of them by way of these.
    text(filledByCopies("0:5", "5:10",
                        "    t -> d : t[5:15] -> [5:15]\n    t -> e : t[0:15] -> [0:15]\n"
                        "    a -> t : a[20:25] -> [10:15]\n"),
         0);
}

TEST_CASE("split-access-node: a part that nothing reads is split off too") {
    const auto after = text(filledByCopies("0:10", "10:20", "    t -> d : t[2:8] -> [2:8]\n"));
    CHECK(has(after, "array t_split_1 float64 [10] transient"));
}

TEST_CASE("split-access-node: ordering edges lead to and from every part") {
    const auto after = text(
        edited(apart(), {test::add("    t -> g\n"),
                         {"    a = access a\n", "    a = access a\n    g = tasklet g `o = 1.0`\n"},
                         test::add("    g.o -> d : d[30]\n")}));
    CHECK(has(after, "    n3 -> n1\n"));
    CHECK(has(after, "    n6 -> n1\n"));
}

} // namespace mw::test::split_access_node_test
