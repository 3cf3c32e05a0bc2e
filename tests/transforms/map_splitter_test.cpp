// A map runs over what is read of its results: ranges and temporaries before and after, and a graph
// for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_splitter_test {

namespace {

const std::string kName = "map-splitter";

/// tmp[i] = 2 * a[i] everywhere, b[j] = tmp[j] + 1 from 2 on.
std::string upperPart(const std::string& first = "i = 0:N", const std::string& second = "i = 2:N") {
    TwoMaps maps;
    maps.firstRange = first;
    maps.secondRange = second;
    return maps.text();
}

/// tmp[i, j] = a[i, j] + 1 over the whole plane, read between 1 and N - 1, and from 2 on.
std::string plane() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array b float64 [N, M]
  array tmp float64 [N, M] strides [1, N] transient
  state main {
    a = access a
    m = map wide [i = 0:N, j = 0:M] -> x
    t = tasklet t `o = (p + 1.0)`
    x = exit m
    tmp = access tmp
    n = map part [k = 2:M, l = 1:N - 1] -> y
    u = tasklet u `o = (p * 2.0)`
    y = exit n
    b = access b
    a -> m.IN_a : a[0:N, 0:M]
    m.OUT_a -> t.p : a[i, j]
    t.o -> x.IN_tmp : tmp[i, j]
    x.OUT_tmp -> tmp : tmp[0:N, 0:M]
    tmp -> n.IN_tmp : tmp[1:N - 1, 2:M]
    n.OUT_tmp -> u.p : tmp[l, k]
    u.o -> y.IN_b : b[l, k]
    y.OUT_b -> b : b[0:N, 0:M]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    const auto withC = edited(upperPart(), {declare("  array c float64 [N]\n")});
    const std::string copyOfA = "  }\n  state next {\n    p = access a\n    q = access c\n"
                                "    p -> q : a[0:N] -> [0:N]\n  }\n  main -> next";
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = upperPart(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "1 not-connected",
         .sound = upperPart(),
         .otherNode = "b",
         .role = 1,
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "2 no-temporary-array",
         .sound = upperPart(),
         .fault = {{"array tmp float64 [N] transient",
                    "array tmp float64 [N] total [N + 3] start [3] transient"}}},
        {.transformation = kName,
         .refusal = "2 used-elsewhere",
         .sound = withC,
         .fault = {{"  }\n}\n", "  }\n  state next {\n    p = access tmp\n    q = access c\n"
                                "    p -> q : tmp[0:N] -> [0:N]\n  }\n  main -> next\n}\n"}}},
        {.transformation = kName,
         .refusal = "2 other-output",
         .sound = withC,
         .fault = {add("    c = access c\n    n2.o -> n3.IN_c : c[i]\n    n3.OUT_c -> c : "
                       "c[0:N]\n")}},
        {.transformation = kName,
         .refusal = "2 other-writer",
         .sound = upperPart(),
         .fault = {add("    n0 -> n4 : a[0] -> [0]\n")}},
        {.transformation = kName,
         .refusal = "3 unknown-region",
         .sound = withC,
         .fault = {add("    c = access c\n    n4 -> c : c[0:N]\n")}},
        {.transformation = kName,
         .refusal = "4 several-writes",
         .sound = upperPart(),
         .fault = {add("    n2.o -> n3.IN_tmp : tmp[N - 1 - i]\n")},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "4 unknown-iteration",
         .sound = upperPart(),
         .fault = {{"n2.o -> n3.IN_tmp : tmp[i]", "n2.o -> n3.IN_tmp : tmp[N - 1 - i]"}}},
        {.transformation = kName,
         .refusal = "5 dependent-range",
         .sound =
             edited(plane(), {{"tmp float64 [N, M] strides", "tmp float64 [N, M + N] strides"}}),
         .fault = {{"i = 0:N, j = 0:M]", "i = 0:N, j = 0:Max(M, i)]"},
                   {"m.OUT_a -> t.p : a[i, j]", "m.OUT_a -> t.p : a[i, Min(j, M - 1)]"}},
         .without = Without::same,
         .because = "what is left does not depend on the other parameter here"},
        {.transformation = kName,
         .refusal = "5 fractional-range",
         .sound = upperPart(),
         .fault = {{"first [i = 0:N]", "first [i = 0:N/2]"},
                   {"second [i = 2:N]", "second [i = 2:N/2]"}},
         .without = Without::same,
         .because = "no sum is rounded otherwise here"},
        {.transformation = kName,
         .refusal = "6 reads-more",
         .sound = edited(upperPart(), {{"symbols N:int32", "symbols N:int32 M:int32"}}),
         .fault = {{"second [i = 2:N]", "second [i = M:N]"}}},
        {.transformation = kName,
         .refusal = "6 nothing-to-split",
         .sound = upperPart(),
         .fault = {{"second [i = 2:N]", "second [i = 0:N]"}},
         .without = Without::same,
         .because = "it would be applied again and again"},
        {.transformation = kName,
         .refusal = "7 changing-extent",
         .sound = edited(withC, {{"  }\n}\n", copyOfA + "\n}\n"}}),
         .fault = {{"main -> next\n", "main -> next with N = `N - 2`\n"},
                   {"a[0:N] -> [0:N]", "a[0:N - 2] -> [0:N - 2]"}},
         .without = Without::same,
         .because = "nothing asks for the extent once it has changed"},
        {.transformation = kName,
         .refusal = "7 hidden-extent",
         .sound = edited(upperPart("i = 0:N, q = 0:1", "i = 2:Min(M, N)"),
                         {{"symbols N:int32", "symbols N:int32 M:int32"}}),
         .fault = {{"q = 0:1]", "M = 0:1]"}}},
        {.transformation = kName,
         .refusal = "8 carried-value",
         .sound =
             edited(upperPart(), {declare("  scalar s float64 transient\n"),
                                  {"    n3 = exit n1\n", "    n3 = exit n1\n    s = access s\n"},
                                  {"`o = (x * 2.0)`", "`o = (x * 2.0); r = x`"},
                                  add("    n2.r -> s : s[0]\n")}),
         .fault = {{"scalar s float64 transient", "scalar s float64"}},
         .without = Without::same,
         .because = "the last iteration stays the last here"},
        {.transformation = kName,
         .refusal = "8 side-effects",
         .sound = upperPart(),
         .fault = {{"`o = (x * 2.0)`", "`o = x * 2.0;` CPP"}},
         .without = Without::unexecuted,
         .because = "the interpreter runs no C++"},
    };
}

namespace {

using test::edited;
using test::has;
using transforms::Params;

std::string text(const std::string& graph, std::size_t times = 1) {
    return test::textAfter(kName, graph, {}, times);
}

} // namespace

TEST_CASE("map-splitter: a map with an offset and a copy of a part of its results") {
    const auto after = text(R"(sdfg g {
  array a float64 [10]
  array b float64 [8] transient
  array c float64 [10]
  state main {
    a = access a
    m = map comp [i = 2:6] -> x
    t = tasklet t `o = (p + 1.5)`
    x = exit m
    b = access b
    c = access c
    a -> m.IN_a : a[0:10]
    m.OUT_a -> t.p : a[i]
    t.o -> x.IN_b : b[i - 2]
    x.OUT_b -> b : b[0:4]
    b -> c : b[1:4] -> [4:7]
  }
}
)");
    CHECK(has(after, "map comp [i = 3:6]"));
    CHECK(has(after, "b float64 [3] transient"));
    CHECK(has(after, "IN_b : b[i - 3]"));
    CHECK(has(after, ": b[0:3] -> [4:7]"));
}

TEST_CASE("map-splitter: the part that is read may have no elements") {
    const auto after = text(upperPart());
    CHECK(has(after, "map first [i = 2:N]"));
    CHECK(has(after, "tmp float64 [Max(0, N - 2)] transient"));
}

TEST_CASE("map-splitter: two parameters in another order, strides of the temporary") {
    const auto after = text(plane());
    CHECK(has(after, "map wide [i = 1:N - 1, j = 2:M]"));
    CHECK(has(after, "tmp float64 [Max(0, N - 2), Max(0, M - 2)] strides [1, Max(0, N - 2)]"));
    CHECK(has(after, "IN_tmp : tmp[i - 1, j - 2]"));
    CHECK(has(after, ": tmp[l - 1, k - 2]"));
}

TEST_CASE("map-splitter: everything that reads counts") {
    const auto after =
        text(edited(upperPart(), {test::declare("  array c float64 [N]\n"),
                                  {"second [i = 2:N]", "second [i = 3:N]"},
                                  test::add("    c = access c\n    n4 -> c : tmp[1:N - 1] -> "
                                            "[1:N - 1]\n")}));
    CHECK(has(after, "map first [i = 1:N]"));
    CHECK(has(after, ": tmp[i - 1]"));
}

TEST_CASE("map-splitter: an iteration writes a column, rows are split off") {
    const auto after = text(R"(sdfg g {
  symbols N:int32 K:int32
  array a float64 [N, K]
  array b float64 [N, K]
  array tmp float64 [N, K] transient
  state main {
    a = access a
    m = map column [i = 0:N] -> x
    n = nested up {K: K} = sdfg up {
      symbols K:int32
      array p float64 [K] strides [1]
      array q float64 [K] strides [1]
      state in {
        p = access p
        w = map level [k = 0:K] -> z
        t = tasklet t `o = (x + 1.0)`
        z = exit w
        q = access q
        p -> w.IN_p : p[0:K]
        w.OUT_p -> t.x : p[k]
        t.o -> z.IN_q : q[k]
        z.OUT_q -> q : q[0:K]
      }
    }
    x = exit m
    tmp = access tmp
    b = access b
    a -> m.IN_a : a[0:N, 0:K]
    m.OUT_a -> n.p : a[i, 0:K]
    n.q -> x.IN_tmp : tmp[i, 0:K]
    x.OUT_tmp -> tmp : tmp[0:N, 0:K]
    tmp -> b : tmp[1:N, 1:K] -> [1:N, 1:K]
  }
}
)");
    CHECK(has(after, "map column [i = 1:N]"));
    CHECK(has(after, ".IN_tmp : tmp[i - 1, 0:K]"));
}

TEST_CASE("map-splitter: what only comes before is no other writer") {
    const auto after = text(edited(upperPart(), {test::add("    n0 -> n4\n")}));
    CHECK(has(after, "first [i = 2:N]"));
}

} // namespace mw::test::map_splitter_test
