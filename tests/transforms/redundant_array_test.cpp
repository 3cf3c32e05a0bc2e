// The first container of a copy goes: before and after with offsets, dropped dimensions, nested
// SDFGs, several producers; and a graph for every refusal of what removes copies.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

#include <regex>

namespace mw::test::redundant_array_test {

namespace {

const std::string kName = "redundant-array";

/// b[3 + i] = 2 * a[i] by way of tmp; tmp is also read for c.
std::string computed() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N]
  array b float64 [N + 7]
  array c float64 [N]
  array tmp float64 [N] transient
  state main {
    a = access a
    m = map twice [i = 0:N] -> x
    t = tasklet t `o = (x * 2.0)`
    x = exit m
    tmp = access tmp
    n = map less [j = 0:N] -> y
    u = tasklet u `o = (x - 1.0)`
    y = exit n
    c = access c
    b = access b
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.x : a[i]
    t.o -> x.IN_tmp : tmp[i]
    x.OUT_tmp -> tmp : tmp[0:N]
    tmp -> n.IN_tmp : tmp[0:N]
    n.OUT_tmp -> u.x : tmp[j]
    u.o -> y.IN_c : c[j]
    y.OUT_c -> c : c[0:N]
    tmp -> b : tmp[0:N] -> [3:N + 3]
  }
}
)";
}

/// Inside a map: a scalar is copied to another.
std::string scalars() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  scalar s float64 transient
  scalar r float64 transient
  state main {
    a = access a
    m = map twice [i = 0:N] -> x
    t = tasklet t `o = (x * 2.0)`
    s = access s
    r = access r
    u = tasklet u `o = (x - 1.0)`
    x = exit m
    b = access b
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.x : a[i]
    t.o -> s : s[0]
    s -> r : s[0] -> [0]
    r -> u.x : r[0]
    u.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
  }
}
)";
}

/// Columns of tmp are reduced and computed by a nested SDFG; tmp becomes the rows 1 to N of b.
std::string nested() {
    return R"(sdfg g {
  symbols N:int32 K:int32
  array a float64 [N, K]
  array b float64 [N + 2, 3, K]
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
    tmp -> b : tmp[0:N, 0:K] -> [1:N + 1, 2, 0:K]
  }
}
)";
}

/// The map reads the elements of b that it computes.
std::string inPlace() {
    return edited(computed(), {{"    a = access a\n", "    a = access b\n"},
                               {"a -> m.IN_a : a[0:N]", "a -> m.IN_a : b[3:N + 3]"},
                               {"m.OUT_a -> t.x : a[i]", "m.OUT_a -> t.x : b[i + 3]"}});
}

/// The map that computes b by way of tmp also reads b, for d, and nothing says which comes first.
std::string readBeside() {
    return edited(computed(),
                  {declare("  array d float64 [N]\n"),
                   add("    b0 = access b\n    r = tasklet r `o = (x + 1.0)`\n    d = access d\n"
                       "    b0 -> m.IN_b : b[3:N + 3]\n    m.OUT_b -> r.x : b[i + 3]\n"
                       "    r.o -> x.IN_d : d[i]\n    x.OUT_d -> d : d[0:N]\n")});
}

/// A row of tmp, which has one, goes to b; and these rows of it to d, which are one or none.
std::string perhapsCopied(const std::string& rows) {
    return edited(computed(), {{"array tmp float64 [N]", "array tmp float64 [1, N]"},
                               {"t.o -> x.IN_tmp : tmp[i]", "t.o -> x.IN_tmp : tmp[0, i]"},
                               {"x.OUT_tmp -> tmp : tmp[0:N]", "x.OUT_tmp -> tmp : tmp[0, 0:N]"},
                               {"tmp -> n.IN_tmp : tmp[0:N]", "tmp -> n.IN_tmp : tmp[0, 0:N]"},
                               {"n.OUT_tmp -> u.x : tmp[j]", "n.OUT_tmp -> u.x : tmp[0, j]"},
                               {"tmp -> b : tmp[0:N]", "tmp -> b : tmp[0, 0:N]"},
                               declare("  array d float64 [1, N]\n"),
                               add("    d = access d\n    tmp -> d : tmp[" + rows + ", 0:N] -> [" +
                                   rows + ", 0:N]\n")});
}

std::string strided() {
    return edited(nested(), {{"b float64 [N + 2, 3, K]",
                              "b float64 [N + 2, 3, K] strides [1, N + 2, 3 * N + 6]"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 no-copy",
         .sound = computed(),
         .otherNode = "a",
         .role = 1},
        {.transformation = kName,
         .refusal = "2 several-edges",
         .sound = computed(),
         .fault = {add("    tmp -> b : tmp[0] -> [N + 4]\n")},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "2 container-kind",
         .sound = computed(),
         .fault = {declare("  view v float64 [N + 7] transient\n"),
                   {"    b = access b\n", "    v = access v\n    b = access b\n"},
                   {"tmp -> b : tmp[0:N] -> [3:N + 3]\n",
                    "tmp -> v : tmp[0:N] -> [3:N + 3]\n    v -> b : b[0:N + 7]\n"}}},
        {.transformation = kName,
         .refusal = "2 conditional-copy",
         .sound = computed(),
         .fault = {{"-> [3:N + 3]\n", "-> [3:N + 3] wcr `lambda p, q: p + q`\n"}}},
        {.transformation = kName,
         .refusal = "2 unclear-regions",
         .sound = edited(computed(), {{"b float64 [N + 7]", "b float64 [2 * N + 7]"}}),
         .fault = {{"-> [3:N + 3]\n", "-> [3:2 * N + 3:2]\n"}}},
        {.transformation = kName,
         .refusal = "3 converts",
         .sound = computed(),
         .fault = {{"array tmp float64", "array tmp float32"}}},
        {.transformation = kName,
         .refusal = "3 different-memory",
         .sound = computed(),
         .fault = {{"b float64 [N + 7]", "b float64 [N + 7] storage GPU_Global"}},
         .without = Without::same,
         .because = "the interpreter has one memory"},
        {.transformation = kName,
         .refusal = "4 not-temporary",
         .sound = computed(),
         .fault =
             {declare("  array q float64 [1]\n"),
              add("    w = tasklet w `o = 4.0`\n    q = access q\n    w.o -> q : q[0]\n    q -> b "
                  ": q[0] -> [N + 5]\n")},
         .otherNode = "q"},
        {.transformation = kName,
         .refusal = "4 used-elsewhere",
         .sound = computed(),
         .fault = {add(
             "  }\n  state later {\n    tmp = access tmp\n    c = access c\n"
             "    tmp -> c : tmp[0:N] -> [0:N]\n  }\n  main -> later\n  state last {\n")}},
        {.transformation = kName,
         .refusal = "4 outer-data",
         .sound = scalars(),
         .fault = {{"scalar r float64 transient", "scalar r float64"}},
         .without = Without::same,
         .because = "one iteration after the other"},
        {.transformation = kName,
         .refusal = "6 unknown-region",
         .sound = computed(),
         .fault = {{"t.o -> x.IN_tmp : tmp[i]", "t.o -> x.IN_tmp : b[i]"}}},
        {.transformation = kName,
         .refusal = "6 view-or-copy-back",
         .sound = computed(),
         .fault = {add("    b2 = access b\n    tmp -> b2 : tmp[0] -> [N + 4]\n")},
         .without = Without::same,
         .because = "the elements are others"},
        {.transformation = kName,
         .refusal = "6 other-rank",
         .sound = edited(computed(), {{"b float64 [N + 7]", "b float64 [3, N + 7]"},
                                      {"-> [3:N + 3]", "-> [1, 3:N + 3]"}}),
         .fault =
             {declare("  array d float64 [1]\n"),
              add("    r = library Reduce dace.libraries.standard.nodes.reduce.Reduce with axes "
                  "= `[0]` with identity = `0` with wcr = `\"lambda a, b: a + b\"`\n    d = "
                  "access d\n    tmp -> r : tmp[0:N]\n    r -> d : d[0]\n")}},
        {.transformation = kName,
         .refusal = "6 perhaps-empty",
         .sound = perhapsCopied("0"),
         .fault = {{"[0, 0:N] -> [0, 0:N]", "[0:1 - Min(1, M), 0:N] -> [0:1 - Min(1, M), 0:N]"}}},
        {.transformation = kName,
         .refusal = "6 outside-copy",
         .sound = computed(),
         .fault = {{"tmp float64 [N] transient", "tmp float64 [N + 1] transient"},
                   {"m = map twice [i = 0:N]", "m = map twice [i = 0:N + 1]"},
                   {"a float64 [N]", "a float64 [N + 1]"},
                   {"a -> m.IN_a : a[0:N]", "a -> m.IN_a : a[0:N + 1]"},
                   {"x.OUT_tmp -> tmp : tmp[0:N]", "x.OUT_tmp -> tmp : tmp[0:N + 1]"}}},
        {.transformation = kName,
         .refusal = "6 outside-copy-unproven",
         .sound = computed(),
         .fault = {{"tmp float64 [N] transient", "tmp float64 [N + M] transient"},
                   {"m = map twice [i = 0:N]", "m = map twice [i = 0:N + M]"},
                   {"a float64 [N]", "a float64 [N + M]"},
                   {"a -> m.IN_a : a[0:N]", "a -> m.IN_a : a[0:N + M]"},
                   {"x.OUT_tmp -> tmp : tmp[0:N]", "x.OUT_tmp -> tmp : tmp[0:N + M]"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "6 not-all-written",
         .sound = computed(),
         .fault = {{"t.o -> x.IN_tmp : tmp[i]", "t.o -> x.IN_tmp : tmp[i] dynamic"}},
         .without = Without::same,
         .because = "the tasklet writes after all"},
        {.transformation = kName,
         .refusal = "5 reshapes",
         .sound = edited(computed(), {{"b float64 [N + 7]", "b float64 [N + 1, N]"},
                                      {"-> [3:N + 3]", "-> [1, 0:N]"}}),
         .fault = {{"tmp float64 [N] transient", "tmp float64 [N, 2] transient"},
                   {"-> [1, 0:N]", "-> [1:3, 0:N]"},
                   {"tmp -> b : tmp[0:N]", "tmp -> b : tmp[0:N, 0:2]"},
                   {"t.o -> x.IN_tmp : tmp[i]", "t.o -> x.IN_tmp : tmp[i, 0]"},
                   {"x.OUT_tmp -> tmp : tmp[0:N]", "x.OUT_tmp -> tmp : tmp[0:N, 0:2]"},
                   {"tmp -> n.IN_tmp : tmp[0:N]", "tmp -> n.IN_tmp : tmp[0:N, 0]"},
                   {"n.OUT_tmp -> u.x : tmp[j]", "n.OUT_tmp -> u.x : tmp[j, 0]"},
                   {"`o = (x * 2.0)`", "`o = (x * 2.0); p = x`"},
                   add("    t.p -> x.IN_tmp : tmp[i, 1]\n")}},
        {.transformation = kName,
         .refusal = "7 layout",
         .sound = strided(),
         .fault = {{"array q float64 [K] strides [1]", "array q float64 [K + 1] strides [1]"}}},
        {.transformation = kName,
         .refusal = "8 other-access",
         .sound = computed(),
         .fault = {{"  array c float64 [N]\n", ""},
                   {"    c = access c\n", "    b0 = access b\n    c = access b\n"},
                   {"`o = (x - 1.0)`", "`o = (x - y)`"},
                   {"y.IN_c : c[j]", "y.IN_c : b[j + 3]"},
                   {"y.OUT_c -> c : c[0:N]", "y.OUT_c -> c : b[3:N + 3]"},
                   add("    b0 -> n.IN_b : b[3:N + 3]\n    n.OUT_b -> u.y : b[j + 3]\n")}},
        {.transformation = kName,
         .refusal = "8 other-access",
         .sound = inPlace(),
         .fault = {{"a -> m.IN_a : b[3:N + 3]", "a -> m.IN_a : b[2:N + 2]"},
                   {"m.OUT_a -> t.x : b[i + 3]", "m.OUT_a -> t.x : b[i + 2]"}}},
        {.transformation = kName,
         .refusal = "8 other-access",
         .sound = readBeside(),
         .fault = {{"b0 -> m.IN_b : b[3:N + 3]", "b0 -> m.IN_b : b[2:N + 2]"},
                   {"m.OUT_b -> r.x : b[i + 3]", "m.OUT_b -> r.x : b[i + 2]"}}},
        {.transformation = kName,
         .refusal = "8 cycle",
         .sound = computed(),
         .fault = {{"  array c float64 [N]\n", ""},
                   {"    c = access c\n", ""},
                   {"y.IN_c : c[j]", "y.IN_b : b[j + N + 3]"},
                   {"y.OUT_c -> c : c[0:N]", "y.OUT_b -> b : b[N + 3:2 * N + 3]"},
                   {"b float64 [N + 7]", "b float64 [2 * N + 7]"}}},
    };
}

namespace {

using test::has;

std::string after(const std::string& text, std::size_t times) {
    return test::textAfter(kName, text, {}, times);
}

} // namespace

TEST_CASE("redundant-array: producer and readers use the destination at its offset") {
    const auto text = after(computed(), 1);
    CHECK(has(text, "b[i + 3]"));
    CHECK(has(text, "b[j + 3]"));
    CHECK(has(text, "b[3:N + 3]"));
    CHECK_FALSE(has(text, "array tmp"));
}

TEST_CASE("redundant-array: scalars of one iteration") {
    const auto text = after(scalars(), 1);
    CHECK_FALSE(has(text, "scalar s"));
    CHECK(has(text, "scalar r"));
}

TEST_CASE("redundant-array: a nested SDFG writes with the strides of the destination") {
    const auto text = after(nested(), 1);
    CHECK(has(text, "b[i + 1, 2, 0:K]"));
    CHECK_FALSE(has(text, "array tmp"));
}

TEST_CASE("redundant-array: strides that are no numbers reach the nested SDFG as symbols") {
    const auto text = after(strided(), 1);
    CHECK(has(text, "copy_removal_strides_mapping_q_0: 3*N + 6"));
}

TEST_CASE("redundant-array: what may be empty is copied from a range that may be empty") {
    const auto text = after(
        test::edited(perhapsCopied("0:1 - Min(1, M)"),
                     {{"b float64 [N + 7]", "b float64 [4, N]"}, {"-> [3:N + 3]", "-> [2, 0:N]"}}),
        1);
    CHECK(has(text, "b[2:3 - Min(1, M), 0:N] -> [0:1 - Min(1, M), 0:N]"));
}

TEST_CASE("redundant-array: what several maps wrote piece by piece is written in place") {
    const auto pieces = test::edited(
        computed(),
        {{"b float64 [N + 7]", "b float64 [5, N]"},
         {"array tmp float64 [N]", "array tmp float64 [2, N]"},
         {"t.o -> x.IN_tmp : tmp[i]", "t.o -> x.IN_tmp : tmp[0, i]"},
         {"x.OUT_tmp -> tmp : tmp[0:N]", "x.OUT_tmp -> tmp : tmp[0, 0:N]"},
         {"tmp -> n.IN_tmp : tmp[0:N]", "tmp -> n.IN_tmp : tmp[1, 0:N]"},
         {"n.OUT_tmp -> u.x : tmp[j]", "n.OUT_tmp -> u.x : tmp[1, j]"},
         {"tmp -> b : tmp[0:N] -> [3:N + 3]", "tmp -> b : tmp[0:2, 0:N] -> [2:4, 0:N]"},
         test::add(
             "    l = map last [j = 0:N] -> z\n    v = tasklet v `o = (j * 0.5)`\n    z = exit l\n"
             "    l -> v\n    v.o -> z.IN_tmp : tmp[1, j]\n    z.OUT_tmp -> tmp : tmp[1, 0:N]\n")});
    const auto text = after(pieces, 1);
    CHECK(has(text, "b[2, i]"));
    CHECK(has(text, "b[3, j]"));
}

TEST_CASE(
    "redundant-array: what comes clearly before or after the destination's elements may stay") {
    const auto before =
        test::edited(computed(), {{"    a = access a\n", "    b0 = access b\n    a = access a\n"},
                                  test::add("    b0 -> a : b[3:N + 3] -> [0:N]\n")});
    after(before, 1);
    const auto later = test::edited(
        computed(), {test::declare("  array d float64 [N]\n"),
                     test::add("    d = access d\n    b -> d : b[3:N + 3] -> [0:N]\n")});
    after(later, 1);
}

TEST_CASE("redundant-array: GT4Py's chain of copies with offsets") {
    const auto chain = test::edited(
        computed(),
        {test::declare("  array p float64 [N + 10] transient\n"),
         {"tmp -> b : tmp[0:N] -> [3:N + 3]",
          "p = access p\n    tmp -> p : tmp[0:N] -> [2:N + 2]\n    p -> b : p[2:N + 2] -> [5:N + "
          "5]"}});
    CHECK(has(after(chain, 2), "b[i + 5]"));
}

TEST_CASE("redundant-array: a map may read the elements that it writes in place") {
    CHECK_FALSE(has(after(inPlace(), 1), "array tmp"));
}

TEST_CASE("redundant-array: what an iteration reads of the place comes before what it writes") {
    const auto text = after(readBeside(), 1);
    INFO(text);
    CHECK_FALSE(has(text, "array tmp"));
    const std::regex ordering("n[0-9]+ -> n[0-9]+\n"); // nothing else puts them in order
    CHECK(std::regex_search(text, ordering));
    CHECK_FALSE(std::regex_search(after(inPlace(), 1), ordering));
}

TEST_CASE("redundant-array: a field that is changed in parts and copied back is changed in place") {
    const auto text = after(R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [3, N]
  array tmp float64 [3, N] transient
  state main {
    a = access a
    b0 = access b
    m = map twice [i = 0:N] -> x
    t = tasklet t `o = (x * 2.0)`
    x = exit m
    tmp = access tmp
    b = access b
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.x : a[i]
    t.o -> x.IN_tmp : tmp[1, i]
    x.OUT_tmp -> tmp : tmp[1, 0:N]
    b0 -> tmp : b[0, 0:N] -> [0, 0:N]
    b0 -> tmp : b[2, 0:N] -> [2, 0:N]
    tmp -> b : tmp[0:3, 0:N] -> [0:3, 0:N]
  }
}
)",
                            1);
    CHECK(has(text, "b[1, i]"));
    CHECK(text.find("access b") == text.rfind("access b"));
}

namespace {

/// Two maps double a part of b each, by way of tmp; the second one reads from `from` on.
std::string partsOf(const std::string& from) {
    return R"(sdfg g {
  symbols N:int32
  array b float64 [2 * N + 1]
  array tmp float64 [2 * N] transient
  state main {
    b0 = access b
    m = map lower [i = 0:N] -> x
    t = tasklet t `o = (p * 2.0)`
    x = exit m
    n = map upper [i = 0:N] -> y
    u = tasklet u `o = (p * 3.0)`
    y = exit n
    tmp = access tmp
    b = access b
    b0 -> m.IN_b : b[0:N]
    m.OUT_b -> t.p : b[i]
    t.o -> x.IN_tmp : tmp[i]
    x.OUT_tmp -> tmp : tmp[0:N]
    b0 -> n.IN_b : b[)" +
           from + ":N + " + from + R"(]
    n.OUT_b -> u.p : b[i + )" +
           from + R"(]
    u.o -> y.IN_tmp : tmp[i + N]
    y.OUT_tmp -> tmp : tmp[N:2 * N]
    tmp -> b : tmp[0:2 * N] -> [0:2 * N]
  }
}
)";
}

} // namespace

TEST_CASE("redundant-array: several maps may each read the elements that they write in place") {
    CHECK_FALSE(has(after(partsOf("N"), 1), "array tmp"));
    for (const char* from : {"(N - 1)", "(N + 1)", "0"}) {
        INFO(from);
        const auto refusal = test::refusal(kName, partsOf(from));
        CHECK((refusal && refusal->code == "other-access"));
    }
}

} // namespace mw::test::redundant_array_test
