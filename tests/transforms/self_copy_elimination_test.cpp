// Copies of data to itself go, and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::self_copy_elimination_test {

namespace {

const std::string kName = "self-copy-elimination";

/// b is written, copied to itself, and read.
std::string text() {
    return R"(sdfg g {
  symbols N:int32
  array b float64 [N + 2]
  array c float64 [N + 2]
  state main {
    w = tasklet w `o = 2.0`
    b = access b
    b2 = access b
    c = access c
    w.o -> b : b[0]
    b -> b2 : b[0:N] -> [0:N]
    b2 -> c : b[0:N] -> [1:N + 1]
  }
}
)";
}

/// t is put together of the last level of g, which is computed before, and of computed levels; o is
/// computed from it, and the levels are written back, in two pieces.
std::string concatenated() {
    return R"(sdfg g {
  symbols K:int32
  array g float64 [10, K + 1]
  array t float64 [8, K + 1] transient
  array o float64 [9, K + 2]
  state main {
    g = access g
    t = access t
    g2 = access g
    o = access o
    l = map last [i = 2:10] -> lx
    lt = tasklet lt `o = (i / 3.0)`
    lx = exit l
    m = map bulk [i = 0:8, j = 0:K] -> mx
    mt = tasklet mt `o = (i * 5.0 + j)`
    mx = exit m
    c = map consumer [i = 0:8, j = 0:K + 1] -> cx
    ct = tasklet ct `o = (x + 1.0)`
    cx = exit c
    l -> lt
    lt.o -> lx.IN_g : g[i, K]
    lx.OUT_g -> g : g[2:10, K]
    g -> t : g[2:10, K] -> [0:8, K]
    m -> mt
    mt.o -> mx.IN_t : t[i, j]
    mx.OUT_t -> t : t[0:8, 0:K]
    t -> g2 : t[0:4, 0:K] -> [2:6, 0:K]
    t -> g2 : t[4:8, 0:K] -> [6:10, 0:K]
    t -> c.IN_t : t[0:8, 0:K + 1]
    c.OUT_t -> ct.x : t[i, j]
    ct.o -> cx.IN_o : o[i + 1, j + 1]
    cx.OUT_o -> o : o[1:9, 1:K + 2]
  }
}
)";
}

/// The bulk is computed from g, which a copy of another level still needs.
std::string computedFromField() {
    return edited(concatenated(),
                  {{"    l = map last", "    gb = access g\n    l = map last"},
                   {"    m -> mt\n", "    gb -> m.IN_g : g[2:10, 0:K]\n    m.OUT_g -> mt.x : g[i "
                                     "+ 2, j]\n"},
                   {"o = (i * 5.0 + j)", "o = (x * 5.0 + j)"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 no-self-copy",
         .sound = text(),
         .otherNode = "c",
         .role = 1,
         .without = Without::same,
         .because = "there is nothing to remove"},
        {.transformation = kName,
         .refusal = "3 moves",
         .sound = text(),
         .fault = {{"b[0:N] -> [0:N]", "b[0:N] -> [1:N + 1]"}}},
        {.transformation = kName,
         .refusal = "4 temporary-stays",
         .sound = computedFromField(),
         .fault = {{"m.OUT_g -> mt.x : g[i + 2, j]", "m.OUT_g -> mt.x : g[i + 2, K - 1 - j]"}},
         .without = Without::wrong},
    };
}

namespace {

using test::has;

std::string after(const std::string& graph, std::size_t times) {
    return test::textAfter(kName, graph, {}, times);
}

} // namespace

TEST_CASE("self-copy-elimination: what was written before is still read after") {
    const auto graph = after(text(), 1);
    CHECK(has(graph, "n1 -> n2\n"));
    CHECK_FALSE(has(graph, "b[0:N] -> [0:N]"));
}

TEST_CASE("self-copy-elimination: nodes that only copied go") {
    const auto alone = test::edited(text(), {{"    w = tasklet w `o = 2.0`\n",
                                              "    b3 = access b\n    w = tasklet w `o = 2.0`\n"},
                                             {"    w.o -> b : b[0]\n", "    w.o -> c : c[0]\n"},
                                             {"b2 -> c : b[0:N]", "b3 -> c : b[0:N]"}});
    const auto graph = after(alone, 1);
    CHECK(graph.find("access b") == graph.rfind("access b"));
}

TEST_CASE("self-copy-elimination: a temporary that is put together of a field and written back in "
          "pieces") {
    for (const auto& text : {concatenated(), computedFromField()}) {
        const auto graph = after(text, 1);
        CHECK_FALSE(has(graph, "array t"));
        CHECK(has(graph, "g[i + 2, j]"));
    }
}

TEST_CASE("self-copy-elimination: levels that are computed from the field's own are among those "
          "written back") {
    const auto graph = after(R"(sdfg g {
  symbols N:int32
  array a float64 [N, 81]
  array g float64 [N, 81]
  array t float64 [N, 81] transient
  array c1 float64 [N, 14]
  array c2 float64 [N, 67]
  state main {
    a = access a
    g1 = access g
    t = access t
    g2 = access g
    c1 = access c1
    c2 = access c2
    f = map first [i = 0:N] -> fx
    ft = tasklet ft `o = (x * 2.0)`
    fx = exit f
    m = map middle [i = 0:N, k = 1:81] -> mx
    mt = tasklet mt `o = (x + 1.5)`
    mx = exit m
    l = map log [i = 0:N, k = 1:14] -> lx
    lt = tasklet lt `o = (x * x)`
    lx = exit l
    p = map lower [i = 0:N, k = 1:15] -> px
    pt = tasklet pt `o = (x + 1.0)`
    px = exit p
    q = map upper [i = 0:N, k = 14:81] -> qx
    qt = tasklet qt `o = (x - 1.0)`
    qx = exit q
    a -> f.IN_a : a[0:N, 0]
    f.OUT_a -> ft.x : a[i, 0]
    ft.o -> fx.IN_g : g[i, 0]
    fx.OUT_g -> g1 : g[0:N, 0]
    a -> m.IN_a : a[0:N, 1:81]
    m.OUT_a -> mt.x : a[i, k]
    mt.o -> mx.IN_g : g[i, k]
    mx.OUT_g -> g1 : g[0:N, 1:81]
    g1 -> t : g[0:N, 0] -> [0:N, 0]
    g1 -> t : g[0:N, 14:81] -> [0:N, 14:81]
    g1 -> l.IN_g : g[0:N, 1:14]
    l.OUT_g -> lt.x : g[i, k]
    lt.o -> lx.IN_t : t[i, k]
    lx.OUT_t -> t : t[0:N, 1:14]
    t -> g2 : t[0:N, 0:14] -> [0:N, 0:14]
    t -> g2 : t[0:N, 14:81] -> [0:N, 14:81]
    t -> p.IN_t : t[0:N, 1:15]
    p.OUT_t -> pt.x : t[i, k]
    pt.o -> px.IN_c : c1[i, k - 1]
    px.OUT_c -> c1 : c1[0:N, 0:14]
    t -> q.IN_t : t[0:N, 14:81]
    q.OUT_t -> qt.x : t[i, k]
    qt.o -> qx.IN_c : c2[i, k - 14]
    qx.OUT_c -> c2 : c2[0:N, 0:67]
  }
}
)",
                             1);
    CHECK_FALSE(has(graph, "array t"));
    CHECK(test::countOf(graph, " = map ") == 5);
}

TEST_CASE("self-copy-elimination: a field that only goes to a temporary and back is not touched") {
    const auto graph = after(R"(sdfg g {
  symbols N:int32
  array g float64 [N]
  array t float64 [N] transient
  state main {
    g = access g
    t = access t
    g2 = access g
    g -> t : g[0:N] -> [0:N]
    t -> g2 : t[0:N] -> [0:N]
  }
}
)",
                             1);
    CHECK_FALSE(has(graph, "access"));
}

} // namespace mw::test::self_copy_elimination_test
