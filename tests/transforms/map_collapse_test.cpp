// Maps inside each other become one.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_collapse_test {

namespace {

const std::string kName = "map-collapse";

/// c[i, j] = a[i, j] + 1 by a map in a map.
std::string nest(const std::string& schedule = "") {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array c float64 [N, M]
  state main {
    a = access a
    m = map outer [i = 0:N])" +
           schedule + R"( -> x
    k = map inner [j = 0:M])" +
           schedule + R"( -> y
    t = tasklet t `o = (x + 1.0)`
    y = exit k
    x = exit m
    c = access c
    a -> m.IN_a : a[0:N, 0:M]
    m.OUT_a -> k.IN_in : a[i, 0:M]
    k.OUT_in -> t.x : a[i, j]
    t.o -> y.IN_out : c[i, j]
    y.OUT_out -> x.IN_c : c[i, 0:M]
    x.OUT_c -> c : c[0:N, 0:M]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = nest(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "2 not-alone",
         .sound = nest(),
         .fault = {{"    y = exit k\n",
                    "    y = exit k\n    s = access s\n    u = tasklet u `o = (x * 2.0)`\n"},
                   declare("  scalar s float64 transient\n"),
                   {"    m.OUT_a -> k.IN_in : a[i, 0:M]\n",
                    "    m.OUT_a -> k.IN_in : a[i, 0:M]\n    m.OUT_a -> u.x : a[i, 0]\n    u.o -> "
                    "s : s[0]\n    s -> k.IN_s : s[0]\n    k.OUT_s -> t.p : s[0]\n"},
                   {"(x + 1.0)", "(x + p)"}}},
        {.transformation = kName,
         .refusal = "3 different-schedules",
         .sound = nest(),
         .fault = {{"[j = 0:M]", "[j = 0:M] schedule Sequential"}},
         .without = Without::same,
         .because = "the order of the iterations does not matter here"},
        {.transformation = kName,
         .refusal = "4 dynamic-range",
         .sound = nest(),
         .fault = {declare("  array len int32 [N]\n"),
                   {"[j = 0:M]", "[j = 0:Min(M, most)]"},
                   add("    l = access len\n    l -> m.IN_len : len[0:N]\n    m.OUT_len -> k.most "
                       ": len[i]\n")}},
        {.transformation = kName,
         .refusal = "4 parameter-rebound",
         .sound = edited(nest(" schedule Sequential"),
                         {{"k.OUT_in -> t.x : a[i, j]", "k.OUT_in -> t.x : a[0, j]"},
                          {"t.o -> y.IN_out : c[i, j]", "t.o -> y.IN_out : c[0, j]"},
                          {"k.IN_in : a[i, 0:M]", "k.IN_in : a[0, 0:M]"},
                          {"x.IN_c : c[i, 0:M]", "x.IN_c : c[0, 0:M]"}}),
         .fault = {{"[j = 0:M]", "[i = 0:M]"},
                   {"t.x : a[0, j]", "t.x : a[0, i]"},
                   {"y.IN_out : c[0, j]", "y.IN_out : c[0, i]"}}},
        {.transformation = kName,
         .refusal = "4 name-rebound",
         .sound = edited(nest(), {{"symbols N:int32 M:int32", "symbols N:int32 M:int32 Q:int32"},
                                  {"[i = 0:N]", "[i = 0:Min(N, Q)]"},
                                  {"    k = map inner [j = 0:M]", "    k = map inner [q = 0:M]"},
                                  {"t.x : a[i, j]", "t.x : a[i, q]"},
                                  {"y.IN_out : c[i, j]", "y.IN_out : c[i, q]"}}),
         .fault = {{"    k = map inner [q = 0:M]", "    k = map inner [Q = 0:M]"},
                   {"t.x : a[i, q]", "t.x : a[i, Q]"},
                   {"y.IN_out : c[i, q]", "y.IN_out : c[i, Q]"}},
         .without = Without::same,
         .because = "ranges here are computed before the parameters of the map have values; a C++ "
                    "loop has one variable of a name"},
        {.transformation = kName,
         .refusal = "4 dependent-range",
         .sound = nest(),
         .fault = {{"[j = 0:M]", "[j = 0:Min(M, i + 1)]"}},
         .without = Without::same,
         .because = "maps here may do that, those of DaCe may not"},
        {.transformation = kName,
         .refusal = "5 iterations-overlap",
         .sound = nest(),
         .fault = {{"t.o -> y.IN_out : c[i, j]", "t.o -> y.IN_out : c[i, 0]"}},
         .without = Without::same,
         .because = "here one iteration runs after another"},
    };
}

namespace {

using test::edited;
using test::has;
using transforms::Params;

std::string text(const std::string& graph, const Params& params = {}, std::size_t times = 1) {
    return test::textAfter(kName, graph, params, times);
}

std::string refusalOf(const std::string& graph, const Params& params = {}) {
    return test::refusalName(kName, graph, params);
}

} // namespace

TEST_CASE("map-collapse: the outer map gets the parameters of the inner one") {
    CHECK(ir::dump(*test::appliedEverywhere(kName, nest(), {}, 1)->root) == R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N, M]
  array c float64 [N, M]
  state main {
    n0 = access a
    n1 = map outer [i = 0:N, j = 0:M] -> n3
    n2 = tasklet t `o = (x + 1.0)`
    n3 = exit n1
    n4 = access c
    n0 -> n1.IN_a : a[0:N, 0:M]
    n1.OUT_a -> n2.x : a[i, j]
    n2.o -> n3.IN_c : c[i, j]
    n3.OUT_c -> n4 : c[0:N, 0:M]
  }
}
)");
}

TEST_CASE("map-collapse: three maps become one, with what they have by ordering edges") {
    const auto graph =
        edited(nest(), {{"    t = tasklet t `o = (x + 1.0)`\n",
                         "    l = map deep [e = 0:1] -> z\n    t = tasklet t `o = e`\n"
                         "    z = exit l\n"},
                        {"    a -> m.IN_a : a[0:N, 0:M]\n", ""},
                        {"m.OUT_a -> k.IN_in : a[i, 0:M]", "m -> k"},
                        {"k.OUT_in -> t.x : a[i, j]", "k -> l\n    l -> t"},
                        {"t.o -> y.IN_out : c[i, j]",
                         "t.o -> z.IN_c : c[i, j + e]\n    z.OUT_c -> y.IN_out : c[i, j]"},
                        {"    a = access a\n", ""}});
    CHECK(has(text(graph, {}, 2), "map outer [i = 0:N, j = 0:M, e = 0]"));
}

TEST_CASE("map-collapse: what the maps touch as a whole stays as the file says it") {
    const auto tiles = edited(
        nest(),
        {{"[i = 0:N]", "[i = 0:N:4]"},
         {"[j = 0:M]", "[j = 0:M:4]"},
         {"m.OUT_a -> k.IN_in : a[i, 0:M]", "m.OUT_a -> k.IN_in : a[i:Min(N, i + 4), 0:M]"},
         {"y.OUT_out -> x.IN_c : c[i, 0:M]", "y.OUT_out -> x.IN_c : c[i:Min(N, i + 4), 0:M]"},
         {"k.OUT_in -> t.x : a[i, j]\n",
          "k.OUT_in -> d.IN_in : a[i:Min(N, i + 4), j:Min(M, j + 4)]\n"
          "    d.OUT_in -> t.x : a[i + p, j + q]\n"},
         {"t.o -> y.IN_out : c[i, j]\n",
          "t.o -> w.IN_out : c[i + p, j + q]\n"
          "    w.OUT_out -> y.IN_out : c[i:Min(N, i + 4), j:Min(M, j + 4)]\n"},
         {"    t = tasklet", "    d = map deep [p = 0:Min(4, N - i), q = 0:Min(4, M - j)] -> w\n"
                             "    t = tasklet"},
         {"    y = exit k\n", "    w = exit d\n    y = exit k\n"}});
    CHECK(has(text(tiles), "n0 -> n1.IN_a : a[0:N, 0:M]"));
}

TEST_CASE("map-collapse: schedules") {
    const auto mixed = edited(nest(" schedule Sequential"),
                              {{"[i = 0:N] schedule Sequential", "[i = 0:N] schedule GPU_Device"}});
    CHECK(refusalOf(mixed) == "3 different-schedules");
    CHECK(has(text(mixed, {{"any-schedule", true}}), "[i = 0:N, j = 0:M] schedule GPU_Device"));
    const auto running =
        edited(mixed, {{"t.o -> y.IN_out : c[i, j]", "t.o -> y.IN_out : c[i, 0]"}});
    CHECK(refusalOf(running, {{"any-schedule", true}}) == "5 iterations-overlap");
    // One after another stays so.
    text(edited(nest(" schedule Sequential"),
                {{"t.o -> y.IN_out : c[i, j]", "t.o -> y.IN_out : c[i, 0]"}}));
}

} // namespace mw::test::map_collapse_test
