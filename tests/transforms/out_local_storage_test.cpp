// What an inner map writes goes into a buffer and is copied out behind it; and a graph for every
// refusal.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::out_local_storage_test {

namespace {

const std::string kName = "out-local-storage";

/// b[i] = a[i] * 2 and c[i] = a[i] + 1, in tiles of four.
std::string tiles() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  state main {
    a = access a
    m = map tiles [t = 0:N:4] -> x
    k = map tile [i = t:Min(N, t + 4)] schedule Sequential -> y
    s = tasklet s `o = (p * 2.0); q = (p + 1.0)`
    y = exit k
    x = exit m
    b = access b
    c = access c
    a -> m.IN_a : a[0:N]
    m.OUT_a -> k.IN_a : a[t:Min(N, t + 4)]
    k.OUT_a -> s.p : a[i]
    s.o -> y.IN_b : b[i]
    s.q -> y.IN_c : c[i]
    y.OUT_b -> x.IN_b : b[t:Min(N, t + 4)]
    y.OUT_c -> x.IN_c : c[t:Min(N, t + 4)]
    x.OUT_b -> b : b[0:N]
    x.OUT_c -> c : c[0:N]
  }
}
)";
}

/// In place of the tasklet a nested SDFG that writes element `at` of what it is given.
std::string nested(const std::string& shape, const std::string& at) {
    return edited(
        tiles(),
        {{"    s = tasklet s `o = (p * 2.0); q = (p + 1.0)`\n",
          "    s = nested inner = sdfg inner {\n      array p float64 [1]\n      array o "
          "float64 [" +
              shape + "]\n      state in { p = access p; o = access o; p -> o : p[0] -> [" + at +
              "] }\n    }\n"},
         {"    s.q -> y.IN_c : c[i]\n", ""},
         {"    y.OUT_c -> x.IN_c : c[t:Min(N, t + 4)]\n", ""},
         {"    x.OUT_c -> c : c[0:N]\n", ""},
         {"    c = access c\n", ""}});
}

/// Inside that nested SDFG a view looks at what was written.
std::string withView() {
    return edited(nested("1", "0"),
                  {{"      array p float64 [1]\n",
                    "      array p float64 [1]\n      view v float64 [1] transient\n      scalar z "
                    "float64 transient\n"},
                   {"p -> o : p[0] -> [0] }",
                    "v = access v; z = access z; p -> o : p[0] -> [0]; o -> v : o[0]; v -> z : "
                    "v[0] -> [0] }"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = tiles(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "2 nothing-to-store",
         .sound = tiles(),
         .faultParams = {{"container", std::string("a")}}},
        {.transformation = kName,
         .refusal = "3 schedule",
         .sound = tiles(),
         .fault = {{"schedule Sequential", "schedule GPU_ThreadBlock"}},
         .without = Without::same,
         .because = "the interpreter knows no threads"},
        {.transformation = kName,
         .refusal = "3 unknown-region",
         .sound = tiles(),
         .fault = {{"s.o -> y.IN_b : b[i]", "s.o -> y.IN_b : b[i] wcr `lambda p, q: p + q`"}},
         .params = {{"container", std::string("b")}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "3 beyond-container",
         .sound = tiles(),
         .fault = {{"[i = t:Min(N, t + 4)]", "[i = t:t + 4]"}},
         .without = Without::unexecuted,
         .because = "the graph leaves its container itself"},
        {.transformation = kName,
         .refusal = "3 name-rebound",
         .sound = tiles(),
         .fault = {{"[i = t:Min(N, t + 4)]", "[t = t:Min(N, t + 4)]"},
                   {"s.p : a[i]", "s.p : a[t]"},
                   {"y.IN_b : b[i]", "y.IN_b : b[t]"},
                   {"y.IN_c : c[i]", "y.IN_c : c[t]"}}},
        {.transformation = kName,
         .refusal = "3 no-bound",
         .sound = tiles(),
         .faultParams = {{"container", std::string("b")}, {"most-elements", std::int64_t{3}}},
         .without = Without::wrong},
        {.transformation = kName,
         .refusal = "3 may-not-run",
         .sound = tiles(),
         .fault = {{"[i = t:Min(N, t + 4)]", "[i = t:Min(N - 1, t + 4)]"}},
         .params = {{"container", std::string("b")}},
         .without = Without::same,
         .because = "where nothing is written nothing is copied"},
        {.transformation = kName,
         .refusal = "4 container-kind",
         .sound = tiles(),
         .fault = {{"  array b float64 [N]\n",
                    "  array z float64 [N]\n  view b float64 [N] transient\n"},
                   {"    b = access b\n", "    b = access b\n    z = access z\n"},
                   add("    b -> z : z[0:N]\n")},
         .params = {{"container", std::string("b")}},
         .without = Without::same,
         .because = "the view is another name of the same elements"},
        {.transformation = kName,
         .refusal = "5 not-all-written",
         .sound = nested("1", "0"),
         .fault = {{"s = nested inner = sdfg inner {\n",
                    "s = nested inner {N: N} = sdfg inner {\n      symbols N:int64\n"},
                   {"      state in {", "      branch q { if `N > 1000` yes { state in {"},
                   {"-> [0] }\n", "-> [0] } } }\n"}}},
        {.transformation = kName, // it reads what it is to write, and no input says so
         .refusal = "5 not-all-written",
         .sound = nested("1", "0"),
         .fault = {{"state in { p = access p; o = access o; p -> o : p[0] -> [0] }",
                    "state in { old = access o; o = access o; old -> o : o[0] -> [0] }"}}},
        {.transformation = kName,
         .refusal = "6 used-too",
         .sound = tiles(),
         .fault = {{"    a = access a\n", "    a = access a\n    b2 = access b\n"},
                   {"`o = (p * 2.0); q = (p + 1.0)`", "`o = (p * 2.0); q = (p + r)`"},
                   add("    b2 -> m.IN_b : b[0:N]\n    m.OUT_b -> k.IN_b : b[t:Min(N, t + 4)]\n    "
                       "k.OUT_b -> s.r : b[t]\n")},
         .params = {{"container", std::string("b")}}},
        {.transformation = kName,
         .refusal = "6 used-too",
         .sound = tiles(),
         .fault = {{"    x = exit m\n", "    w = tasklet w `o = 7.0`\n    x = exit m\n"},
                   add("    y -> w\n    w.o -> x.IN_b2 : b[t]\n    x.OUT_b2 -> b : b[0:N]\n")},
         .params = {{"container", std::string("b")}},
         .without = Without::same,
         .because = "the copy has its turn first"},
        {.transformation = kName,
         .refusal = "6 used-too",
         .sound = tiles(),
         .fault = {{"    x = exit m\n",
                    "    w = tasklet w `o = 7.0`\n    e = access b\n    x = exit m\n"},
                   add("    y -> w\n    w.o -> e : b[t]\n")},
         .params = {{"container", std::string("b")}},
         .without = Without::same,
         .because = "the copy has its turn first"},
        {.transformation = kName,
         .refusal = "7 layout",
         .sound = withView(),
         .fault = {{"    }\n    y = exit k\n",
                    "      state more { o = access o; v = access v; z = access z; o -> v : o[0]; "
                    "v -> z : v[0] -> [0] }\n      in -> more\n    }\n    y = exit k\n"}},
         .without = Without::same,
         .because = "one element lies in any memory alike"},
    };
}

namespace {

using test::has;
using transforms::Params;

std::string text(const std::string& graph, const Params& params = {}, std::size_t times = 1) {
    return test::textAfter(kName, graph, params, times);
}

} // namespace

TEST_CASE("out-local-storage: a tile is written to a buffer, and copied out behind it") {
    const auto after = text(tiles(), {{"container", std::string("b")}});
    INFO(after);
    CHECK(has(after, "array local_b float64 [4] transient storage Register"));
    CHECK(has(after, "IN_b : local_b[i - t]"));
    CHECK(has(after, "OUT_b -> n2 : local_b[0:-t + Min(N, t + 4)]"));
    CHECK(has(after, "n2 -> n6.IN_b : b[t:Min(N, t + 4)] -> [0:-t + Min(N, t + 4)]"));
}

TEST_CASE("out-local-storage: one output after the other") {
    const auto after = text(tiles(), {}, 2);
    CHECK(has(after, "local_b"));
    CHECK(has(after, "local_c"));
}

TEST_CASE("out-local-storage: a nested SDFG writes to the buffer") {
    CHECK(has(text(nested("1", "0")), "IN_b : local_b[i - t]"));
}

TEST_CASE("out-local-storage: tiles of two dimensions, as map-tiling makes them") {
    const auto tiled = test::appliedEverywhere("map-tiling", test::pointwiseOver(),
                                               {{"tile-sizes", std::string("3,4")}}, 1);
    const auto after = text(ir::dump(*tiled->root));
    INFO(after);
    CHECK(has(after, "array local_b float64 [3, 4] transient"));
}

} // namespace mw::test::out_local_storage_test
