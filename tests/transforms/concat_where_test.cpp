// Elements are selected out of pieces where they are read: GT4Py's cases as graphs of our own, and
// a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

using namespace mw;

namespace mw::test {

namespace {

const std::string kName = "concat-where";

/// t = a, then q; d[i] = 2 t[i].
std::string twoPieces() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N + 1]
  array q float64 [2 * N]
  array d float64 [3 * N]
  array t float64 [3 * N] transient
  state main {
    a = access a
    q = access q
    t = access t
    m = map twice [i = 0:3 * N] -> x
    u = tasklet twice `o = (v * 2.0)`
    x = exit m
    d = access d
    a -> t : a[1:N + 1] -> [0:N]
    q -> t : q[0:2 * N] -> [N:3 * N]
    t -> m.IN_t : t[0:3 * N]
    m.OUT_t -> u.v : t[i]
    u.o -> x.IN_d : d[i]
    x.OUT_d -> d : d[0:3 * N]
  }
}
)";
}

/// d[i, k] = t[i, k] + t[i, k + 1], where t is a twice, side by side.
std::string nestedMaps() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array d float64 [N, 2 * M]
  array t float64 [N, 2 * M] transient
  state main {
    a = access a
    t = access t
    m = map outer [i = 0:N] -> x
    n = map inner [k = 0:2 * M - 1] -> y
    u = tasklet sum `o = (v + w)`
    y = exit n
    x = exit m
    d = access d
    a -> t : a[0:N, 0:M] -> [0:N, 0:M]
    a -> t : a[0:N, 0:M] -> [0:N, M:2 * M]
    t -> m.IN_t : t[0:N, 0:2 * M]
    m.OUT_t -> n.IN_t : t[i, 0:2 * M]
    n.OUT_t -> u.v : t[i, k]
    n.OUT_t -> u.w : t[i, k + 1]
    u.o -> y.IN_d : d[i, k]
    y.OUT_d -> x.IN_d : d[i, 0:2 * M - 1]
    x.OUT_d -> d : d[0:N, 0:2 * M - 1]
  }
}
)";
}

RefusalCase refused(const std::string& refusal, const std::vector<Edit>& fault,
                    Without without = Without::wrong) {
    return {.transformation = kName,
            .refusal = refusal,
            .sound = twoPieces(),
            .fault = fault,
            .without = without};
}

} // namespace

std::vector<RefusalCase> concatWhereRefusals() {
    return {
        refused("2 not-put-together",
                {{"array t float64 [3 * N] transient", "array t float64 [3 * N]"}}),
        refused("2 other-shape", {{"array q float64 [2 * N]", "array q float64 [2, N]"},
                                  {"q -> t : q[0:2 * N]", "q -> t : q[0:2, 0:N]"}}),
        refused("3 pieces-overlap", {{"a[1:N + 1] -> [0:N]", "a[0:N + 1] -> [0:N + 1]"}}),
        refused("4 not-one-element",
                {{"`o = (v * 2.0)`", "`o = (v[i] * 2.0)`"}, {"u.v : t[i]", "u.v : t[0:3 * N]"}}),
        refused("5 not-covered", {{"a[1:N + 1] -> [0:N]", "a[2:N + 1] -> [1:N]"}}),
        {.transformation = kName,
         .refusal = "5 not-covered",
         .sound = nestedMaps(),
         .fault = {{"a[0:N, 0:M] -> [0:N, M:2 * M]", "a[1:N, 0:M] -> [1:N, M:2 * M]"}}},
        refused("6 overwritten",
                {{"    m = map twice",
                  "    w = tasklet late `o = 9.0`\n    a2 = access a\n    m = map twice"},
                 add("    w.o -> a2 : a[1]\n")}),
    };
}

} // namespace mw::test

namespace {

using test::has;
using test::kName;

std::string selected(const std::string& text) {
    return test::textAfter(kName, text, {}, 1);
}

} // namespace

TEST_CASE("concat-where: a tasklet selects the piece, the temporary and the copies are gone") {
    const auto after = selected(test::twoPieces());
    INFO(after);
    CHECK(has(after, "tasklet select_t"));
    CHECK(has(after, "piece[i + 1] if ((i >= 0) and (i <= (N - 1)))"));
    CHECK(has(after, "else piece_0["));
    CHECK_FALSE(has(after, "array t "));
    CHECK_FALSE(has(after, "IN_t"));
}

TEST_CASE("concat-where: pieces of one container share an input") {
    const auto after =
        selected(test::edited(test::twoPieces(), {{"a[1:N + 1] -> [0:N]", "q[N:2 * N] -> [0:N]"},
                                                  {"    a -> t", "    q -> t"},
                                                  {"    a = access a\n", ""}}));
    INFO(after);
    CHECK_FALSE(has(after, "piece_0"));
}

TEST_CASE("concat-where: a dimension of one element needs no index") {
    const auto after = selected(
        test::edited(test::twoPieces(), {{"array a float64 [N + 1]", "array a float64 [N + 1, 1]"},
                                         {"array t float64 [3 * N]", "array t float64 [3 * N, 1]"},
                                         {"a[1:N + 1] -> [0:N]", "a[1:N + 1, 0] -> [0:N, 0]"},
                                         {"-> [N:3 * N]", "-> [N:3 * N, 0]"},
                                         {"array q float64 [2 * N]", "array q float64 [2 * N, 1]"},
                                         {"q[0:2 * N]", "q[0:2 * N, 0]"},
                                         {"IN_t : t[0:3 * N]", "IN_t : t[0:3 * N, 0]"},
                                         {"u.v : t[i]", "u.v : t[i, 0]"}}));
    INFO(after);
    CHECK(has(after, "piece[i + 1] if"));
}

TEST_CASE("concat-where: three pieces, one of them a number") {
    const auto after = selected(test::edited(
        test::twoPieces(), {{"q[0:2 * N] -> [N:3 * N]", "q[0:2 * N - 1] -> [N:3 * N - 1]"},
                            test::declare("  scalar s float64\n"),
                            {"    q = access q\n", "    q = access q\n    s = access s\n"},
                            test::add("    s -> t : s[0] -> [3 * N - 1]\n")}));
    INFO(after);
    CHECK(has(after, "piece_1"));
}

TEST_CASE("concat-where: in maps inside maps, only dimensions that differ are compared") {
    const auto after = selected(test::nestedMaps());
    INFO(after);
    CHECK(has(after, "((k >= 0) and (k <= (M - 1)))"));
}

TEST_CASE("concat-where: an argument that is one number of a nested SDFG") {
    const auto after =
        selected(test::edited(test::twoPieces(), {{"    u = tasklet twice `o = (v * 2.0)`\n",
                                                   R"(    u = nested twice = sdfg twice {
      scalar v float64
      scalar o float64
      state in { v = access v; o = access o; t = tasklet t `y = (x * 2.0)`; v -> t.x : v[0]; t.y -> o : o[0] }
    }
)"}}));
    CHECK(has(after, "tasklet select_t"));
}

TEST_CASE("concat-where: beside maps; what is copied on stays") {
    const std::string beside = R"(sdfg g {
  array a float64 [2]
  array q float64 [2]
  array d float64 [2]
  array t float64 [4] transient
  state main {
    a = access a
    q = access q
    t = access t
    u = tasklet twice `o = (v * 2.0)`
    d = access d
    a -> t : a[0:2] -> [0:2]
    q -> t : q[0:2] -> [2:4]
    t -> u.v : t[3]
    u.o -> d : d[1]
  }
}
)";
    CHECK(has(selected(beside), "n4 = tasklet select_t"));
    CHECK(test::refusalName(
              kName,
              test::edited(beside, {{"    t -> u.v : t[3]\n", "    t -> d : t[1:3] -> [0:2]\n"},
                                    {"    u.o -> d : d[1]\n", ""},
                                    {"    u = tasklet twice `o = (v * 2.0)`\n", ""}})) ==
          "4 not-one-element");
}
