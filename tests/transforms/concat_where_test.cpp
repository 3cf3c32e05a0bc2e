// Elements are selected out of pieces where they are read: GT4Py's cases as graphs of our own, and
// a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::concat_where_test {

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

std::vector<RefusalCase> refusals() {
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

namespace {

using test::countOf;
using test::has;

std::string selected(const std::string& text) {
    return test::textAfter(kName, text, {}, 1);
}

} // namespace

TEST_CASE("concat-where: a tasklet selects the piece, the temporary and the copies are gone") {
    const auto after = selected(twoPieces());
    INFO(after);
    CHECK(has(after, "tasklet select_t"));
    CHECK(has(after, "piece[i + 1] if ((i >= 0) and (i <= (N - 1)))"));
    CHECK(has(after, "else piece_0["));
    CHECK_FALSE(has(after, "array t "));
    CHECK_FALSE(has(after, "IN_t"));
}

TEST_CASE("concat-where: pieces of one container share an input") {
    const auto after =
        selected(test::edited(twoPieces(), {{"a[1:N + 1] -> [0:N]", "q[N:2 * N] -> [0:N]"},
                                            {"    a -> t", "    q -> t"},
                                            {"    a = access a\n", ""}}));
    INFO(after);
    CHECK_FALSE(has(after, "piece_0"));
}

TEST_CASE("concat-where: a dimension of one element needs no index") {
    const auto after = selected(
        test::edited(twoPieces(), {{"array a float64 [N + 1]", "array a float64 [N + 1, 1]"},
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
    const auto after = selected(
        test::edited(twoPieces(), {{"q[0:2 * N] -> [N:3 * N]", "q[0:2 * N - 1] -> [N:3 * N - 1]"},
                                   test::declare("  scalar s float64\n"),
                                   {"    q = access q\n", "    q = access q\n    s = access s\n"},
                                   test::add("    s -> t : s[0] -> [3 * N - 1]\n")}));
    INFO(after);
    CHECK(has(after, "piece_1"));
}

TEST_CASE("concat-where: in maps inside maps, only dimensions that differ are compared") {
    const auto after = selected(nestedMaps());
    INFO(after);
    CHECK(has(after, "((k >= 0) and (k <= (M - 1)))"));
}

TEST_CASE("concat-where: an argument that is one number of a nested SDFG") {
    const auto after =
        selected(test::edited(twoPieces(), {{"    u = tasklet twice `o = (v * 2.0)`\n",
                                             R"(    u = nested twice = sdfg twice {
      scalar v float64
      scalar o float64
      state in { v = access v; o = access o; t = tasklet t `y = (x * 2.0)`; v -> t.x : v[0]; t.y -> o : o[0] }
    }
)"}}));
    CHECK(has(after, "tasklet select_t"));
}

TEST_CASE("concat-where: beside maps, and what is copied on stays") {
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

namespace {

/// t of [20] in so many pieces of 4 and the rest, all but the last out of a and b in turn; a map
/// reads t[i] from `from` on.
std::string pieces(int count, const std::string& from = "0") {
    std::string copies;
    for (int k = 0; k < count; ++k) {
        const std::string begin = std::to_string(4 * k);
        const std::string end = std::to_string(k + 1 == count ? 20 : 4 * k + 4);
        const std::string source = k % 2 == 0 ? "a" : "b";
        copies += "    " + source + " -> t : " + source + "[" + begin + " + 1:" + end +
                  " + 1] -> [" + begin + ":" + end + "]\n";
    }
    return R"(sdfg g {
  symbols N:int32
  array a float64 [21]
  array b float64 [21]
  array c float64 [20]
  array d float64 [20]
  array t float64 [20] transient
  state main {
    a = access a
    b = access b
    t = access t
    m = map use [i = )" +
           from + R"(:20] -> x
    u = tasklet twice `o = (v * 2.0)`
    x = exit m
    d = access d
    t -> m.IN_t : t[0:20]
    m.OUT_t -> u.v : t[i]
    u.o -> x.IN_d : d[i]
    x.OUT_d -> d : d[0:20]
)" + copies +
           "  }\n}\n";
}

} // namespace

TEST_CASE("concat-where: two to five pieces, some of one container") {
    for (const int count : {2, 3, 4, 5}) {
        const auto after = selected(pieces(count));
        INFO(after);
        CHECK(countOf(after, " if (") == static_cast<std::size_t>(count - 1));
        CHECK_FALSE(has(after, "piece_1")); // one input for each container
        CHECK_FALSE(has(after, "array t "));
    }
    // From a level on that is known when the program runs only.
    CHECK(has(selected(pieces(3, "Max(0, N - 2)")), "tasklet select_t"));
}

TEST_CASE("concat-where: a map that reads an element of a source has another way for all of it") {
    const auto after = selected(test::edited(
        pieces(2), {{"    t -> m.IN_t : t[0:20]\n",
                     "    a -> m.IN_a : a[2]\n    m.OUT_a -> u.w : a[2]\n    t -> m.IN_t : "
                     "t[0:20]\n"},
                    {"`o = (v * 2.0)`", "`o = (v * w)`"}}));
    INFO(after);
    CHECK(has(after, ".IN_a : a[2]"));
    CHECK(has(after, ".IN_a_0 : a[0:21]"));
}

TEST_CASE("concat-where: a reading that is said from the other end keeps where it arrives") {
    for (const std::string memlet : {"t[i] -> [1]", "w[1] -> [i]"}) {
        const auto after = selected(test::edited(
            pieces(2), {test::declare("  array w float64 [3] transient\n"),
                        {"    x = exit m\n", "    w = access w\n    x = exit m\n"},
                        {"    m.OUT_t -> u.v : t[i]\n",
                         "    m.OUT_t -> w : " + memlet + "\n    w -> u.v : w[1]\n"}}));
        INFO(after);
        CHECK(has(after, "tasklet select_t"));
        CHECK((has(after, "-> [1]") || has(after, "w[1]")));
    }
}

TEST_CASE("concat-where: several readings, in one map, in inner maps and in several maps") {
    const std::string inner = "    k = map inner [j = 0:3] -> y\n    q = tasklet q `o = (v + j)`\n"
                              "    y = exit k\n    m.OUT_t -> k.IN_t : t[0:20]\n"
                              "    k.OUT_t -> q.v : t[Min(19, i + 5 * j)]\n"
                              "    q.o -> y.IN_e : e[i, j]\n    y.OUT_e -> x.IN_e : e[i, 0:3]\n"
                              "    e = access e\n    x.OUT_e -> e : e[0:20, 0:3]\n";
    const auto nested =
        test::edited(pieces(3), {test::declare("  array e float64 [20, 3]\n"),
                                 test::add(inner),
                                 test::add("    m.OUT_t -> u.w : t[Max(0, i - 7)]\n"),
                                 {"`o = (v * 2.0)`", "`o = (v * w)`"}});
    CHECK(countOf(selected(nested), "tasklet select_t") == 3);
    const auto maps = test::edited(
        pieces(3),
        {test::add("    n = map other [i = 3:20] -> z\n    r = tasklet r `o = (v - 1.0)`\n"
                   "    z = exit n\n    c = access c\n    t -> n.IN_t : t[3:20]\n"
                   "    n.OUT_t -> r.v : t[i]\n    r.o -> z.IN_c : c[i]\n"
                   "    z.OUT_c -> c : c[0:20]\n")});
    CHECK(countOf(selected(maps), "tasklet select_t") == 2);
}

TEST_CASE("concat-where: beside maps, an element of either piece") {
    for (const std::string index : {"2", "8"})
        for (const bool tasklet : {true, false}) {
            const std::string reading =
                tasklet ? "    r = tasklet r `o = (v - 1.0)`\n    t -> r.v : t[" + index +
                              "]\n    r.o -> c : c[5]\n"
                        : "    t -> c : t[" + index + "] -> [5]\n";
            const auto after = selected(
                test::edited(pieces(2), {test::add("    c = access c\n"), test::add(reading)}));
            INFO(after);
            CHECK(countOf(after, "tasklet select_t") == 2);
        }
}

namespace {

/// d[i] = 2 t[i] in a nested SDFG that gets all of t, under these names; further lines inside.
std::string inNested(const std::string& container, const std::string& mapping,
                     const std::string& symbols, const std::string& element,
                     const std::string& layout = "[3 * N]") {
    return test::edited(twoPieces(),
                        {{"    u = tasklet twice `o = (v * 2.0)`\n",
                          "    u = nested twice {" + mapping + "} = sdfg twice {\n      symbols " +
                              symbols + "\n      array " + container + " float64 " + layout +
                              "\n      scalar o float64\n      state in { v = access " + container +
                              "; o = access o; t = tasklet t `y = (x * 2.0)`; v -> t.x : " +
                              container + "[" + element + "]; t.y -> o : o[0] }\n    }\n"},
                         {"m.OUT_t -> u.v : t[i]", "m.OUT_t -> u." + container + " : t[0:3 * N]"}});
}

} // namespace

TEST_CASE("concat-where: a nested SDFG that gets all of it selects inside") {
    const auto plain = selected(inNested("t", "N: N, i: i", "N:int32 i:int64", "i"));
    INFO(plain);
    CHECK(has(plain, "if ((i >= 0) and (i <= (N - 1)))"));
    CHECK(countOf(plain, "tasklet select_t") == 1);
    CHECK_FALSE(has(plain, "array t "));
    CHECK(countOf(plain, "array q float64 [2*N]") == 2); // outside and inside
    // N is something else in there, and so is the name of a source.
    const auto renamed = selected(inNested("q", "M: N, N: i", "M:int32 N:int64", "N", "[3 * M]"));
    INFO(renamed);
    CHECK(has(renamed, "array q_0 float64"));
    CHECK(countOf(renamed, "tasklet select_t") == 1);
}

TEST_CASE("concat-where: maps and SDFGs inside of the nested one") {
    const auto graph = test::edited(
        inNested("t", "N: N, i: i", "N:int32 i:int64", "i"),
        {{"t = tasklet t `y = (x * 2.0)`; v -> t.x : t[i]; t.y -> o : o[0]",
          "w = access w; n = map inner [k = 0:4] -> z; h = nested deeper {N: N, j: i, k: k} = sdfg "
          "deeper { symbols N:int32 j:int64 k:int64; array p float64 [3 * N]; scalar r float64; "
          "state only { p = access p; r = access r; s = tasklet s `y = (x + k)`; p -> s.x : "
          "p[Max(0, j - k)]; s.y -> r : r[0] } }; z = exit n; t = tasklet t `y = (x[0] * x[3])`; v "
          "-> n.IN_t : t[0:3 * N]; n.OUT_t -> h.p : t[0:3 * N]; h.r -> z.IN_w : w[k]; z.OUT_w -> w "
          ": w[0:4]; w -> t.x : w[0:4]; t.y -> o : o[0]"},
         {"      scalar o float64\n",
          "      scalar o float64\n      array w float64 [4] transient\n"}});
    const auto after = selected(graph);
    INFO(after);
    CHECK(countOf(after, "tasklet select_t") == 1);
    CHECK(countOf(after, "array a float64 [N + 1]") == 3);
    CHECK_FALSE(has(after, "array p "));
}

TEST_CASE("concat-where: a nested SDFG that looks at it otherwise, or changes a piece") {
    const auto nested = inNested("t", "N: N, i: i", "N:int32 i:int64", "i");
    CHECK(test::refusalName(kName, nested) == "applies");
    const auto refused = [&](const std::vector<test::Edit>& edits) {
        return test::refusalName(kName, test::edited(nested, edits));
    };
    // A part of it, every second element, and its sum.
    CHECK(refused({{"u.t : t[0:3 * N]", "u.t : t[0:2 * N]"},
                   {"      array t float64 [3 * N]", "      array t float64 [2 * N]"},
                   {"i = 0:3 * N", "i = 0:2 * N"}}) == "4 not-one-element");
    CHECK(refused({{"      array t float64 [3 * N]", "      array t float64 [N] strides [2]"},
                   {"i = 0:3 * N", "i = 0:N"}}) == "4 not-one-element");
    CHECK(refused({{"v -> t.x : t[i]", "v -> t.x : t[0:2]"}, {"`y = (x * 2.0)`", "`y = x[1]`"}}) ==
          "4 not-one-element");
    CHECK(refused({{"i = 0:3 * N", "i = 0:3 * N - 1"},
                   {"v -> t.x : t[i]", "v -> t.x : t[i + 2]"}}) == "5 not-covered");
    // It reads a beside the map and writes it before it reads the element.
    const std::string beside = R"(sdfg g {
  array a float64 [4]
  array b float64 [4]
  array d float64 [1]
  array t float64 [8] transient
  state main {
    a = access a
    b = access b
    t = access t
    u = nested u = sdfg u {
      array t float64 [8]
      array r float64 [1]
      array s float64 [4]
      state one { w = tasklet w `o = 7.0`; s = access s; w.o -> s : s[2] }
      state two { t = access t; r = access r; t -> r : t[2] -> [0] }
      one -> two
    }
    d = access d
    a2 = access a
    a -> t : a[0:4] -> [0:4]
    b -> t : b[0:4] -> [4:8]
    t -> u.t : t[0:8]
    u.r -> d : d[0]
    u.s -> a2 : a[0:4]
  }
}
)";
    CHECK(test::refusalName(kName, beside) == "6 overwritten");
    CHECK(has(selected(test::edited(beside, {{"    a2 = access a\n", "    a2 = access c\n"},
                                             {"u.s -> a2 : a[0:4]", "u.s -> a2 : c[0:4]"},
                                             test::declare("  array c float64 [4]\n")})),
              "tasklet select_t"));
}

} // namespace mw::test::concat_where_test
