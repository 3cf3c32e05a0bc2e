// What an inner map reads is copied into a buffer before it; and a graph for every refusal.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::in_local_storage_test {

namespace {

const std::string kName = "in-local-storage";

/// b[i] = a[i] + a[i + 1], in tiles of four.
std::string tiles() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N + 1]
  array b float64 [N]
  state main {
    a = access a
    m = map tiles [t = 0:N:4] -> x
    k = map tile [i = t:Min(N, t + 4)] schedule Sequential -> y
    s = tasklet s `o = (p + q)`
    y = exit k
    x = exit m
    b = access b
    a -> m.IN_a : a[0:N + 1]
    m.OUT_a -> k.IN_a : a[t:Min(N, t + 4) + 1]
    k.OUT_a -> s.p : a[i]
    k.OUT_a -> s.q : a[i + 1]
    s.o -> y.IN_b : b[i]
    y.OUT_b -> x.IN_b : b[t:Min(N, t + 4)]
    x.OUT_b -> b : b[0:N]
  }
}
)";
}

/// The same with a second input, whose element is the same in all iterations.
std::string withConstant() {
    return edited(tiles(),
                  {{"  array b float64 [N]\n", "  array b float64 [N]\n  array c float64 [3]\n"},
                   {"(p + q)", "((p + q) * r)"},
                   {"    b = access b\n", "    b = access b\n    c = access c\n"},
                   {"    k.OUT_a -> s.q",
                    "    c -> m.IN_c : c[0:3]\n    m.OUT_c -> k.IN_c : c[2]\n    k.OUT_c -> "
                    "s.r : c[2]\n    k.OUT_a -> s.q"}});
}

/// A nested SDFG reads the element that the map before read; there may be less than four of them.
std::string nested(const std::string& shape, const std::string& at) {
    return edited(tiles(),
                  {{"    s = tasklet s `o = (p + q)`\n",
                    "    s = nested inner = sdfg inner {\n      array p float64 [" + shape +
                        "]\n      array o float64 [1]\n      state in { p = access p; o = access "
                        "o; p -> o : p[" +
                        at + "] -> [0] }\n    }\n"},
                   {"    k.OUT_a -> s.q : a[i + 1]\n", ""},
                   {"k.IN_a : a[t:Min(N, t + 4) + 1]", "k.IN_a : a[t:Min(N, t + 4)]"}});
}

const std::vector<Edit> kInPlace = {
    {"    a = access a\n", "    a = access b\n"},
    {"a -> m.IN_a : a[0:N + 1]", "a -> m.IN_a : b[0:N]"},
    {"k.IN_a : a[t:Min(N, t + 4) + 1]", "k.IN_a : b[t:Min(N, t + 4)]"},
    {"s.p : a[i]", "s.p : b[i]"},
    {"s.q : a[i + 1]", "s.q : b[i]"},
    {"y.IN_b : b[i]", "y.IN_b : b[i + 1]"},
    {"x.IN_b : b[t:Min(N, t + 4)]", "x.IN_b : b[t + 1:Min(N, t + 4) + 1]"},
    {"b : b[0:N]", "b : b[1:N + 1]"}};

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
         .faultParams = {{"container", std::string("b")}}},
        {.transformation = kName,
         .refusal = "3 schedule",
         .sound = tiles(),
         .fault = {{"schedule Sequential", "schedule GPU_ThreadBlock"}},
         .without = Without::same,
         .because = "the interpreter knows no threads"},
        {.transformation = kName,
         .refusal = "3 unknown-region",
         .sound = tiles(),
         .fault = {{"k.OUT_a -> s.p : a[i]", "k.OUT_a -> s.p : a[i] dynamic"}},
         .without = Without::same,
         .because = "the interpreter moves what a dynamic memlet may move"},
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
                   {"s.q : a[i + 1]", "s.q : a[t + 1]"},
                   {"y.IN_b : b[i]", "y.IN_b : b[t]"}}},
        {.transformation = kName,
         .refusal = "3 no-bound",
         .sound = tiles(),
         .fault = {{"s.p : a[i]", "s.p : a[N - i]"},
                   {"k.IN_a : a[t:Min(N, t + 4) + 1]", "k.IN_a : a[0:N + 1]"}}},
        {.transformation = kName,
         .refusal = "3 may-not-run",
         .sound = withConstant(),
         .fault = {{"[i = t:Min(N, t + 4)]", "[i = t:Min(N - 1, t + 4)]"}},
         .params = {{"container", std::string("c")}},
         .without = Without::same,
         .because = "the element that would be read is there"},
        {.transformation = kName,
         .refusal = "4 may-not-read",
         .sound = nested("1", "0"),
         .fault = {{"symbols N:int32", "symbols N:int32 M:int32"},
                   {"array a float64 [N + 1]", "array a float64 [N + M]"},
                   {"s.p : a[i]", "s.p : a[i + M]"},
                   {"k.IN_a : a[t:Min(N, t + 4)]", "k.IN_a : a[t + M:Min(N, t + 4) + M]"},
                   {"m.IN_a : a[0:N + 1]", "m.IN_a : a[M - 1:N + M]"},
                   {"float64 [N + M]", "float64 [Max(N + M, 3)]"}},
         .without = Without::same,
         .because = "the nested SDFG does read it all here"},
        {.transformation = kName, // where there is only one element
         .refusal = "4 may-not-read",
         .sound = tiles(),
         .fault = {{"array a float64 [N + 1]", "array a float64 [N]"},
                   {"a -> m.IN_a : a[0:N + 1]", "a -> m.IN_a : a[0:N]"},
                   {"k.IN_a : a[t:Min(N, t + 4) + 1]", "k.IN_a : a[0:2]"},
                   {"s.p : a[i]", "s.p : a[i % 2]"},
                   {"s.q : a[i + 1]", "s.q : a[i % 2]"}},
         .without = Without::same,
         .because = "with one element its memlets leave the array too, and it does not run"},
        {.transformation = kName,
         .refusal = "5 container-kind",
         .sound = tiles(),
         .fault = {{"  array a float64 [N + 1]\n",
                    "  array z float64 [N + 1]\n  view a float64 [N + 1] transient\n"},
                   {"    a = access a\n", "    a = access a\n    z = access z\n"},
                   add("    z -> a : z[0:N + 1]\n")},
         .without = Without::same,
         .because = "the view is another name of the same elements"},
        {.transformation = kName,
         .refusal = "6 written-before",
         .sound = edited(tiles(), {{"  array b float64 [N]\n", "  array b float64 [N + 1]\n"}}),
         .fault = kInPlace,
         .races = true},
        {.transformation = kName,
         .refusal = "6 used-inside",
         .sound = tiles(),
         .fault = {{"    k = map tile",
                    "    w = tasklet w `o = 7.0`\n    e = access a\n    k = map tile"},
                   add("    m -> w\n    w.o -> e : a[t]\n    e -> k\n")}},
        {.transformation = kName,
         .refusal = "7 layout",
         .sound = nested("1", "0"),
         .fault = {{"array p float64 [1]", "array p float64 [2]"}, {"p[0]", "p[1]"}}},
    };
}

namespace {

using test::has;
using transforms::Params;

std::string text(const std::string& graph, const Params& params = {}, std::size_t times = 1) {
    return test::textAfter(kName, graph, params, times);
}

} // namespace

TEST_CASE("in-local-storage: a tile and its neighbours are read into a buffer once") {
    const auto after = text(tiles());
    INFO(after);
    CHECK(has(after, "array local_a float64 [5] transient storage Register"));
    CHECK(has(after, "IN_a : local_a[0:-t + Min(N, t + 4) + 1]"));
    CHECK(has(after, ".p : local_a[i - t]"));
    CHECK(has(after, ".q : local_a[i - t + 1]"));
    CHECK(has(after, "OUT_a -> n2 : a[t:Min(N, t + 4) + 1] -> [0:-t + Min(N, t + 4) + 1]"));
}

TEST_CASE("in-local-storage: one container of several") {
    const auto after = text(withConstant(), {{"container", std::string("c")}});
    CHECK(has(after, "scalar local_c float64 transient"));
    CHECK_FALSE(has(after, "local_a"));
    CHECK(has(text(withConstant(), {}, 2), "local_a"));
}

TEST_CASE("in-local-storage: no buffer is larger than is asked for") {
    CHECK(has(text(tiles(), {{"most-elements", std::int64_t{5}}}), "local_a"));
    CHECK_FALSE(has(text(tiles(), {{"most-elements", std::int64_t{4}}}, 0), "local_a"));
}

TEST_CASE("in-local-storage: a nested SDFG reads from the buffer") {
    CHECK(has(text(nested("1", "0")), ".p : local_a[i - t]"));
}

TEST_CASE("in-local-storage: tiles of two dimensions, as map-tiling makes them") {
    const auto tiled = test::appliedEverywhere("map-tiling", test::pointwiseOver(),
                                               {{"tile-sizes", std::string("3,4")}}, 1);
    const auto after = text(ir::dump(*tiled->root));
    INFO(after);
    CHECK(has(after, "array local_a float64 [3, 4] transient"));
}

} // namespace mw::test::in_local_storage_test
