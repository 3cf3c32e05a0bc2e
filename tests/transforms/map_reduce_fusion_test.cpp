// A map and the Reduce node behind it become loops that accumulate; and a graph for every refusal.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_reduce_fusion_test {

namespace {

const std::string kName = "map-reduce-fusion";

/// t[i, j] = a[i, j] * a[i, j], then b[i] = the sum over j.
std::string rows() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array b float64 [N]
  array t float64 [N, M] transient
  state main {
    a = access a
    m = map square [i = 0:N, j = 0:M] -> x
    u = tasklet square `o = (v * v)`
    x = exit m
    t = access t
    r = library Reduce dace.libraries.standard.nodes.reduce.Reduce with axes = `[1]` with identity = `0` with wcr = `"lambda x, y: x + y"`
    b = access b
    a -> m.IN_a : a[0:N, 0:M]
    m.OUT_a -> u.v : a[i, j]
    u.o -> x.IN_t : t[i, j]
    x.OUT_t -> t : t[0:N, 0:M]
    t -> r._in : t[0:N, 0:M]
    r._out -> b : b[0:N]
  }
}
)";
}

/// In each iteration of a map: t[k] = a[i, k] for three k, s = their sum, b[i] = 2 s.
std::string neighbours() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N, 3]
  array b float64 [N]
  array t float64 [3] transient
  scalar s float64 transient
  state main {
    a = access a
    m = map cells [i = 0:N] -> x
    l = map gather [k = 0:3] schedule Sequential -> z
    u = tasklet gather `o = v`
    z = exit l
    t = access t
    r = library Reduce dace.libraries.standard.nodes.reduce.Reduce with identity = `0` with wcr = `"lambda x, y: x + y"`
    s = access s
    w = tasklet twice `o = (v * 2.0)`
    x = exit m
    b = access b
    a -> m.IN_a : a[0:N, 0:3]
    m.OUT_a -> l.IN_a : a[i, 0:3]
    l.OUT_a -> u.v : a[i, k]
    u.o -> z.IN_t : t[k]
    z.OUT_t -> t : t[0:3]
    t -> r._in : t[0:3]
    r._out -> s : s[0]
    s -> w.v : s[0]
    w.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
  }
}
)";
}

/// A nested SDFG computes the values.
std::string nestedValues() {
    return edited(rows(), {{"    u = tasklet square `o = (v * v)`\n",
                            "    u = nested inner = sdfg inner {\n      array v float64 [1]\n      "
                            "array o float64 [1]\n      state in { v = access v; o = access o; t = "
                            "tasklet t `r = (p * p)`; v -> t.p : v[0]; t.r -> o : o[0] }\n    "
                            "}\n"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = rows(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "1 not-connected",
         .sound = rows(),
         .otherNode = "a",
         .role = 1,
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "2 not-alone",
         .sound = edited(rows(), {declare("  array d float64 [N, M]\n")}),
         .fault = {add("    d = access d\n    t -> d : t[0:N, 0:M] -> [0:N, 0:M]\n")}},
        {.transformation = kName,
         .refusal = "3 unknown-reduction",
         .sound = rows(),
         .fault = {{" with wcr = `\"lambda x, y: x + y\"`", ""}},
         .without = Without::unexecuted,
         .because = "a Reduce node without a function cannot be run"},
        {.transformation = kName,
         .refusal = "3 no-identity",
         .sound = rows(),
         .fault = {{" with identity = `0`", " with identity = `null`"}}},
        {.transformation = kName,
         .refusal = "3 result",
         .sound = rows(),
         .fault = {{"array b float64 [N]", "array b int32 [N]"}}},
        {.transformation = kName,
         .refusal = "4 several-writes",
         .sound = rows(),
         .fault = {{"    x = exit m\n", "    w = tasklet once `o = 3.0`\n    x = exit m\n"},
                   add("    m -> w\n    u -> w\n    w.o -> x.IN_t : t[i, j]\n")}},
        {.transformation = kName,
         .refusal = "4 unknown-element",
         .sound = rows(),
         .fault = {{"j = 0:M]", "j = 0:M:2]"}, {"r._in : t[0:N, 0:M]", "r._in : t[0:N, 0:M:2]"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "4 not-always-written",
         .sound = rows(),
         .fault = {{"t[i, j]", "t[i, j] dynamic"}},
         .without = Without::same,
         .because = "the tasklet writes its element all the same"},
        {.transformation = kName,
         .refusal = "5 reads-other-elements",
         .sound = rows(),
         .fault = {{"r._in : t[0:N, 0:M]", "r._in : t[0:N, 1:M]"}}},
        {.transformation = kName,
         .refusal = "6 result-shape",
         .sound = edited(
             rows(), {{"array b float64 [N]", "array b float64 [N, 2]"}, {"b[0:N]", "b[0:N, 0]"}}),
         .fault = {{"b[0:N, 0]", "b[0:N, 0:2]"}}},
        {.transformation = kName,
         .refusal = "7 nothing-parallel",
         .sound = rows(),
         .fault = {{" with axes = `[1]`", ""}, {"b[0:N]", "b[0]"}},
         .without = Without::same,
         .because = "a loop instead of threads is slow, not wrong"},
        {.transformation = kName,
         .refusal = "7 own-threads",
         .sound = neighbours(),
         .fault = {{"schedule Sequential", "schedule CPU_Multicore"}},
         .without = Without::same,
         .because = "a loop instead of threads is slow, not wrong"},
        {.transformation = kName,
         .refusal = "9 used-in-map",
         .sound = rows(),
         .fault = {{"`o = (v * v)`", "`o = (v * w)`"},
                   add("    c = access b\n    c -> m.IN_b : b[0:N]\n    m.OUT_b -> u.w : b[N - i - "
                       "1]\n")}},
        {.transformation = kName,
         .refusal = "9 unordered-use",
         .sound = edited(rows(), {declare("  array d float64 [N]\n")}),
         .fault = {{"    a = access a\n", "    a = access a\n    c = access b\n    d = access d\n"},
                   add("    c -> d : b[0:N] -> [0:N]\n")},
         .without = Without::same,
         .because = "the order of the nodes decides here, as before",
         .races = true},
        {.transformation = kName,
         .refusal = "9 name-rebound",
         .sound = edited(rows(), {{"symbols N:int32 M:int32", "symbols N:int32 M:int32 i:int32"},
                                  {"array b float64 [N]", "array b float64 [N + i]"}}),
         .fault = {{"b[0:N]", "b[i:N + i]"}}},
        {.transformation = kName,
         .refusal = "10 layout",
         .sound = nestedValues(),
         .fault = {{"array o float64 [1]", "array o float64 [2]"}},
         .without = Without::same,
         .because = "the nested SDFG does not touch the second element"},
    };
}

namespace {

using test::Edit;
using test::edited;
using test::has;

/// Applied once; the results are what they were, by both executors.
std::string fused(const std::string& text, const std::vector<Edit>& edits = {}) {
    return test::textAfter(kName, edited(text, edits));
}

const std::string kAxis = "axes = `[1]`";

} // namespace

TEST_CASE("map-reduce-fusion: a loop over the reduced dimension for each element of the result") {
    CHECK(fused(rows()) == R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N, M]
  array b float64 [N]
  scalar reduced_t float64 transient storage Register
  state main {
    n0 = access a
    n1 = map square [i = 0:N] -> n8
    n2 = tasklet start_t `out = 0`
    n3 = access reduced_t
    n4 = map square_j [j = 0:M] schedule Sequential -> n6
    n5 = tasklet square `o = (v * v)`
    n6 = exit n4
    n7 = access reduced_t
    n8 = exit n1
    n9 = access b
    n0 -> n1.IN_a : a[0:N, 0:M]
    n4.OUT_a -> n5.v : a[i, j]
    n5.o -> n6.IN_t : reduced_t[0] wcr `lambda x, y: x + y` nonatomic
    n8.OUT_t -> n9 : b[0:N]
    n1.OUT_a -> n4.IN_a : a[i, 0:M]
    n6.OUT_t -> n7 : reduced_t[0] wcr `lambda x, y: x + y` nonatomic
    n1 -> n2
    n2.out -> n3 : reduced_t[0]
    n3 -> n4
    n7 -> n8.IN_t : b[i] -> [0]
  }
}
)");
}

TEST_CASE("map-reduce-fusion: a thread sums over its neighbours") {
    CHECK(fused(neighbours()) == R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N, 3]
  array b float64 [N]
  scalar s float64 transient
  scalar reduced_t float64 transient storage Register
  state main {
    n0 = access a
    n1 = map cells [i = 0:N] -> n10
    n2 = tasklet start_t `out = 0`
    n3 = access reduced_t
    n4 = map gather [k = 0:3] schedule Sequential -> n6
    n5 = tasklet gather `o = v`
    n6 = exit n4
    n7 = access reduced_t
    n8 = access s
    n9 = tasklet twice `o = (v * 2.0)`
    n10 = exit n1
    n11 = access b
    n0 -> n1.IN_a : a[0:N, 0:3]
    n1.OUT_a -> n4.IN_a : a[i, 0:3]
    n4.OUT_a -> n5.v : a[i, k]
    n5.o -> n6.IN_t : reduced_t[0] wcr `lambda x, y: x + y` nonatomic
    n6.OUT_t -> n7 : reduced_t[0] wcr `lambda x, y: x + y` nonatomic
    n8 -> n9.v : s[0]
    n9.o -> n10.IN_b : b[i]
    n10.OUT_b -> n11 : b[0:N]
    n1 -> n2
    n2.out -> n3 : reduced_t[0]
    n3 -> n4
    n7 -> n8 : s[0] -> [0]
  }
}
)");
}

TEST_CASE("map-reduce-fusion: values are combined in the order of the array's dimensions") {
    const auto text =
        fused(rows(), {{"array a float64 [N, M]", "array a float64 [N, M, 4]"},
                       {"array t float64 [N, M]", "array t float64 [4, N, M]"},
                       {"j = 0:M]", "j = 0:M, k = 0:4]"},
                       {"a[0:N, 0:M]", "a[0:N, 0:M, 0:4]"},
                       {"a[i, j]", "a[i, j, k]"},
                       {"t[i, j]", "t[k, i, j]"},
                       {"x.OUT_t -> t : t[0:N, 0:M]", "x.OUT_t -> t : t[0:4, 0:N, 0:M]"},
                       {"r._in : t[0:N, 0:M]", "r._in : t[0:4, 0:N, 0:M]"},
                       {kAxis, "axes = `[2, 0]`"}});
    CHECK(has(text, "map square [i = 0:N]"));
    CHECK(has(text, "map square_k [k = 0:4, j = 0:M] schedule Sequential"));
}

TEST_CASE("map-reduce-fusion: along the first dimension") {
    const auto text = fused(rows(), {{kAxis, "axes = `[0]`"},
                                     {"array b float64 [N]", "array b float64 [M]"},
                                     {"b[0:N]", "b[0:M]"}});
    CHECK(has(text, "map square [j = 0:M]"));
    CHECK(has(text, "map square_i [i = 0:N] schedule Sequential"));
}

TEST_CASE("map-reduce-fusion: a part of the result, shifted, with steps, in another rank") {
    const auto [shape, region] =
        GENERATE(table<std::string, std::string>({{"[N + 5]", "[3:N + 3]"},
                                                  {"[2 * N + 1]", "[1:2 * N + 1:2]"},
                                                  {"[2, N]", "[1, 0:N]"},
                                                  {"[N, 3]", "[0:N, 2]"}}));
    CHECK_FALSE(has(fused(rows(), {{"array b float64 [N]", "array b float64 " + shape},
                                   {"b[0:N]", "b" + region}}),
                    "library"));
}

TEST_CASE("map-reduce-fusion: the map writes somewhere in the array") {
    CHECK_FALSE(
        has(fused(rows(), {{"array t float64 [N, M]", "array t float64 [N + 4, M + 2]"},
                           {"t[i, j]", "t[i + 4, j + 1]"},
                           {"x.OUT_t -> t : t[0:N, 0:M]", "x.OUT_t -> t : t[4:N + 4, 1:M + 1]"},
                           {"r._in : t[0:N, 0:M]", "r._in : t[4:N + 4, 1:M + 1]"}}),
            "library"));
}

TEST_CASE("map-reduce-fusion: nothing to combine, or nothing to compute") {
    const auto range =
        GENERATE(as<std::string>(), "i = 0:N, j = 0:0", "i = 0:0, j = 0:M", "i = 0:N, j = M:M - 2");
    const bool hasRows = range.starts_with("i = 0:N");
    const std::string region = hasRows ? "[0:N, " + range.substr(13) + "]" : "[0:0, 0:M]";
    CHECK_FALSE(has(fused(rows(), {{"i = 0:N, j = 0:M", range},
                                   {"x.OUT_t -> t : t[0:N, 0:M]", "x.OUT_t -> t : t" + region},
                                   {"r._in : t[0:N, 0:M]", "r._in : t" + region},
                                   {"b[0:N]", hasRows ? "b[0:N]" : "b[0:0]"}}),
                    "library"));
}

TEST_CASE("map-reduce-fusion: every function, and every type that it is used with") {
    const auto [type, identity, function] = GENERATE(table<std::string, std::string, std::string>(
        {{"float64", "`1.0`", "x * y"},
         {"float64", "`1.7976931348623157e+308`", "min(x, y)"},
         {"float64", "`\"-1e300\"`", "max(x, y)"},
         {"float32", "`0`", "x + y"},
         {"int32", "`0`", "x + y"},
         {"int64", "`-9223372036854775807`", "max(x, y)"},
         {"int8", "`1`", "x * y"},
         {"bool", "`true`", "x and y"},
         {"bool", "`\"False\"`", "x or y"}}));
    const auto text = edited(rows(), {{"array a float64", "array a " + type},
                                      {"array b float64", "array b " + type},
                                      {"array t float64", "array t " + type},
                                      {"`0`", identity},
                                      {"x + y", function}});
    CHECK_FALSE(has(fused(text), "library"));
}

TEST_CASE("map-reduce-fusion: what computes the value hands it to a tasklet that adds it") {
    const auto text = fused(nestedValues());
    CHECK(has(text, ".o -> n"));
    CHECK(has(text, "tasklet accumulate `out = value`"));
}

TEST_CASE("map-reduce-fusion: a sum of sums") {
    const auto text = fused(
        rows(),
        {{"array a float64 [N, M]", "array a float64 [N, M, 3]"},
         {"    u = tasklet square `o = (v * v)`\n",
          "    u = library Reduce dace.libraries.standard.nodes.reduce.Reduce with axes = `[2]` "
          "with identity = `1` with wcr = `\"lambda p, q: p * q\"`\n"},
         {"a[0:N, 0:M]", "a[0:N, 0:M, 0:3]"},
         {"u.v : a[i, j]", "u._in : a[i, j, 0:3]"},
         {"u.o ->", "u._out ->"}});
    CHECK(has(text, "reduced_t"));
    CHECK(has(text, "lambda p, q"));
}

TEST_CASE("map-reduce-fusion: other results of the map stay") {
    const auto text = fused(rows(), {test::declare("  array q float64 [N, M]\n"),
                                     {"`o = (v * v)`", "`o = (v * v); p = (v + 1.0)`"},
                                     test::add("    q = access q\n    u.p -> x.IN_q : q[i, j]\n"
                                               "    x.OUT_q -> q : q[0:N, 0:M]\n")});
    CHECK_FALSE(has(text, "library"));
    CHECK(has(text, ": q[0:N, 0:M]"));
}

TEST_CASE("map-reduce-fusion: the result leaves the map around it at once") {
    const auto text =
        fused(neighbours(), {{"r._out -> s : s[0]", "r._out -> x.IN_b : b[i]"},
                             {"    s -> w.v : s[0]\n    w.o -> x.IN_b : b[i]\n", ""},
                             {"    s = access s\n    w = tasklet twice `o = (v * 2.0)`\n", ""},
                             {"  scalar s float64 transient\n", ""}});
    CHECK(has(text, " : b[i] -> [0]"));
}

TEST_CASE("map-reduce-fusion: a nested SDFG of a map is in the map too") {
    const std::string inner = R"(sdfg inner {
  array c float64 [3]
  array e float64 [1]
  array t float64 [3] transient
  state in {
    c = access c
    l = map gather [k = 0:3] -> z
    u = tasklet gather `o = (v * 2.0)`
    z = exit l
    t = access t
    r = library Reduce dace.libraries.standard.nodes.reduce.Reduce with identity = `0` with wcr = `"lambda x, y: x + y"`
    e = access e
    c -> l.IN_c : c[0:3]
    l.OUT_c -> u.v : c[k]
    u.o -> z.IN_t : t[k]
    z.OUT_t -> t : t[0:3]
    t -> r._in : t[0:3]
    r._out -> e : e[0]
  }
}
)";
    CHECK(test::refusalName(kName, inner) == "7 nothing-parallel");
    const auto text =
        fused("sdfg g {\n  symbols N:int32\n  array a float64 [N, 3]\n  array b float64 "
              "[N]\n  state main {\n    a = access a\n    m = map cells [i = 0:N] -> "
              "x\n    n = nested inner = " +
              inner +
              "    x = exit m\n    b = access b\n    a -> m.IN_a : a[0:N, 0:3]\n"
              "    m.OUT_a -> n.c : a[i, 0:3]\n    n.e -> x.IN_b : b[i]\n"
              "    x.OUT_b -> b : b[0:N]\n  }\n}\n");
    CHECK_FALSE(has(text, "library"));
}

} // namespace mw::test::map_reduce_fusion_test
