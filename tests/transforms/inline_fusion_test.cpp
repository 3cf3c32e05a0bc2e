// The result of one map is computed again where another reads it.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/sweep.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::inline_fusion_test {

namespace {

const std::string kName = "inline-fusion";

/// b[i] = tmp[i - 1] + 1 with tmp[i] = a[i] * 2.
std::string shifted(const std::string& range = "i = 1:N") {
    TwoMaps maps;
    maps.secondRange = range;
    maps.secondReads = "tmp[i - 1]";
    return maps.text();
}

/// b[i] = tmp[table[i]] + 1: the tasklet takes an element of all.
std::string throughTable(const std::string& reading = "x[t]") {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N + 5]
  array b float64 [N]
  array table int32 [N]
  array tmp float64 [N + 5] transient
  state main {
    a = access a
    m = map first [i = 0:N + 5] -> x
    f = tasklet f `o = (x * 2.0)`
    x = exit m
    tmp = access tmp
    table = access table
    n = map second [j = 0:N] -> z
    g = tasklet g `o = )" +
           reading + R"(`
    z = exit n
    b = access b
    a -> m.IN_a : a[0:N + 5]
    m.OUT_a -> f.x : a[i]
    f.o -> x.IN_tmp : tmp[i]
    x.OUT_tmp -> tmp : tmp[0:N + 5]
    tmp -> n.IN_tmp : tmp[0:N + 5]
    table -> n.IN_table : table[0:N]
    n.OUT_tmp -> g.x : tmp[0:N + 5]
    n.OUT_table -> g.t : table[j]
    g.o -> z.IN_b : b[j]
    z.OUT_b -> b : b[0:N]
  }
}
)";
}

/// Each cell has a row of three, of which the second map reads one of the neighbour's.
std::string rows() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N + 1, 3]
  array b float64 [N]
  array tmp float64 [N + 1, 3] transient
  state main {
    a = access a
    m = map first [i = 0:N + 1] -> x
    l = map row [k = 0:3] -> y
    f = tasklet f `o = (x * 2.0)`
    y = exit l
    x = exit m
    tmp = access tmp
    n = map second [j = 0:N] -> z
    g = tasklet g `o = (x + 1.0)`
    z = exit n
    b = access b
    a -> m.IN_a : a[0:N + 1, 0:3]
    m.OUT_a -> l.IN_a : a[i, 0:3]
    l.OUT_a -> f.x : a[i, k]
    f.o -> y.IN_tmp : tmp[i, k]
    y.OUT_tmp -> x.IN_tmp : tmp[i, 0:3]
    x.OUT_tmp -> tmp : tmp[0:N + 1, 0:3]
    tmp -> n.IN_tmp : tmp[0:N + 1, 0:3]
    n.OUT_tmp -> g.x : tmp[j + 1, 2]
    g.o -> z.IN_b : b[j]
    z.OUT_b -> b : b[0:N]
  }
}
)";
}

/// The second tasklet reads two neighbours.
std::string neighbours() {
    return edited(
        shifted("i = 1:N - 1"),
        {{"`o = (x + 1.0)`", "`o = (x + y)`"},
         {"    n6.o -> n7.IN_b", "    n5.OUT_tmp -> n6.y : tmp[i + 1]\n    n6.o -> n7.IN_b"}});
}

/// The first map's tasklet stands in a nested SDFG that writes one element of the row.
std::string elementOfRow() {
    return edited(rows(), {{"    l = map row [k = 0:3] -> y\n", ""},
                           {"    y = exit l\n", ""},
                           {"    f = tasklet f `o = (x * 2.0)`\n",
                            "    f = nested inner = sdfg inner {\n      array p float64 [1]\n"
                            "      array o float64 [1]\n"
                            "      state in { p = access p; o = access o; p -> o : p[0] -> [0] }\n"
                            "    }\n"},
                           {"    m.OUT_a -> l.IN_a : a[i, 0:3]\n", ""},
                           {"    l.OUT_a -> f.x : a[i, k]\n", "    m.OUT_a -> f.p : a[i, 1]\n"},
                           {"    f.o -> y.IN_tmp : tmp[i, k]\n", ""},
                           {"    y.OUT_tmp -> x.IN_tmp : tmp[i, 0:3]\n",
                            "    f.o -> x.IN_tmp : tmp[i, 2]\n"}});
}

/// The first body uses a symbol.
std::string withSymbol() {
    return edited(shifted("j = 1:N"), {{"symbols N:int32", "symbols N:int32 M:int32"},
                                       {"`o = (x * 2.0)`", "`o = (x * M)`"},
                                       {"tmp[i - 1]", "tmp[j - 1]"},
                                       {"n6.o -> n7.IN_b : b[i]", "n6.o -> n7.IN_b : b[j]"}});
}

/// A scalar between two tasklets of the first body.
std::string throughScalar() {
    return edited(shifted(), {{"    n2.o -> n3.IN_tmp : tmp[i]\n",
                               "    n2.o -> n9 : s[0]\n    n9 -> n10.x : s[0]\n"
                               "    n10.o -> n3.IN_tmp : tmp[i]\n"},
                              {"    n8 = access b\n", "    n8 = access b\n    n9 = access s\n"
                                                      "    n10 = tasklet u `o = (x + 3.0)`\n"},
                              declare("  scalar s float64 transient\n")});
}

/// The first map writes in one of two branches; what it would leave alone has a value already.
std::string inBranches() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  array tmp float64 [N] transient
  state before { c = access c; tmp = access tmp; c -> tmp : c[0:N] -> [0:N] }
  state main {
    a = access a
    m = map first [i = 0:N] -> x
    f = nested inner {i: i} = sdfg inner {
      symbols i:int64
      scalar p float64
      scalar o float64
      branch either { if `i > 2` yes {
        state high { p = access p; o = access o; t = tasklet t `z = (q * 2.0)`; p -> t.q : p[0]; t.z -> o : o[0] }
      } else no {
        state low { p = access p; o = access o; t = tasklet t `z = (q * 3.0)`; p -> t.q : p[0]; t.z -> o : o[0] }
      } }
    }
    x = exit m
    tmp = access tmp
    n = map second [j = 1:N] -> z
    g = tasklet g `o = (x + 1.0)`
    z = exit n
    b = access b
    a -> m.IN_a : a[0:N]
    m.OUT_a -> f.p : a[i]
    f.o -> x.IN_tmp : tmp[i]
    x.OUT_tmp -> tmp : tmp[0:N]
    tmp -> n.IN_tmp : tmp[0:N]
    n.OUT_tmp -> g.x : tmp[j - 1]
    g.o -> z.IN_b : b[j]
    z.OUT_b -> b : b[0:N]
  }
  before -> main
}
)";
}

RefusalCase refused(const std::string& refusal, std::vector<Edit> fault,
                    Without without = Without::wrong, std::string because = {}) {
    return {.transformation = kName,
            .refusal = refusal,
            .sound = shifted(),
            .fault = std::move(fault),
            .without = without,
            .because = std::move(because)};
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 not-between",
         .sound = shifted(),
         .otherNode = "a",
         .role = 1,
         .without = Without::refused},
        refused(
            "2 inside-a-map",
            {{"    n8 = access b\n",
              "    n8 = access b\n    n9 = map outer [q = 0:1] -> n10\n    n10 = exit n9\n"},
             {"n0 -> n1.IN_a : a[0:N]", "n0 -> n9.IN_a : a[0:N]\n    n9.OUT_a -> n1.IN_a : a[0:N]"},
             {"n7.OUT_b -> n8 : b[0:N]",
              "n7.OUT_b -> n10.IN_b : b[0:N]\n    n10.OUT_b -> n8 : b[0:N]"}},
            Without::refused),
        refused("2 unusual-range", {{"first [i = 0:N]", "first [i = 0:N:2]"}}),
        refused("2 dynamic-input",
                {{"first [i = 0:N]", "first [i = 0:m]"},
                 {"    n8 = access b\n", "    n8 = access b\n    n9 = access s\n"},
                 declare("  scalar s int32\n"),
                 add("    n9 -> n1.m : s[0]\n")},
                Without::refused),
        refused("2 several-outputs",
                {{"`o = (x * 2.0)`", "`o = (x * 2.0); q = (x * 3.0)`"},
                 add("    n2.q -> n3.IN_t : tmp[i]\n    n3.OUT_t -> n4 : tmp[0:N]\n")},
                Without::refused),
        refused("2 unknown-iteration",
                {{"n2.o -> n3.IN_tmp : tmp[i]", "n2.o -> n3.IN_tmp : tmp[N - 1 - i]"}},
                Without::refused),
        {.transformation = kName,
         .refusal = "2 uncertain-write",
         .sound = inBranches(),
         .fault =
             {{" else no {\n        state low { p = access p; o = access o; t = tasklet t `z = "
               "(q * 3.0)`; p -> t.q : p[0]; t.z -> o : o[0] }\n      }",
               ""}}},
        {.transformation = kName,
         .refusal = "2 shared-temporary",
         .sound = throughScalar(),
         .fault = {{"scalar s float64 transient", "scalar s float64"}},
         .races = true},
        refused("2 other-output",
                {{"`o = (x * 2.0)`", "`o = (x * 2.0); q = (x * 3.0)`"},
                 declare("  array c float64 [N]\n"),
                 {"    n8 = access b\n", "    n8 = access b\n    n9 = access c\n"},
                 add("    n2.q -> n3.IN_c : c[i]\n    n3.OUT_c -> n9 : c[0:N]\n")}),
        refused("2 side-effect", {{"`o = (x * 2.0)`", "`o = x * 2.0;` CPP"}}, Without::refused),
        refused("2 unknown-input",
                {declare("  reference r float64 [N] transient\n"),
                 {"    n8 = access b\n", "    n8 = access b\n    n9 = access r\n"},
                 {"n0 -> n1.IN_a : a[0:N]", "n0 -> n9.set : a[0:N]\n    n9 -> n1.IN_a : r[0:N]"},
                 {"n1.OUT_a -> n2.x : a[i]", "n1.OUT_a -> n2.x : r[i]"}}),
        refused("2 unknown-input", {{"first [i = 0:N]", "first [a = 0:N]"},
                                    {"n1.OUT_a -> n2.x : a[i]", "n1.OUT_a -> n2.x : a[a]"},
                                    {"n3.IN_tmp : tmp[i]", "n3.IN_tmp : tmp[a]"}}),
        {.transformation = kName,
         .refusal = "2 layout-inside",
         .sound = elementOfRow(),
         .fault = {{"array p float64 [1]", "array p float64 [3]"},
                   {"array o float64 [1]", "array o float64 [3]"},
                   {"p[0] -> [0]", "p[0:3] -> [0:3]"},
                   {"m.OUT_a -> f.p : a[i, 1]", "m.OUT_a -> f.p : a[i, 0:3]"},
                   {"f.o -> x.IN_tmp : tmp[i, 2]", "f.o -> x.IN_tmp : tmp[i, 0:3]"}},
         .without = Without::same,
         .because = "the strides are those of the row here"},
        refused("3 input-changes", {{"    n8 = access b\n", "    n8 = access a\n"},
                                    {"n6.o -> n7.IN_b : b[i]", "n6.o -> n7.IN_b : a[i]"},
                                    {"n7.OUT_b -> n8 : b[0:N]", "n7.OUT_b -> n8 : a[0:N]"}}),
        {.transformation = kName,
         .refusal = "2 unsaid-write",
         .sound = rows(),
         .fault = {{"y.OUT_tmp -> x.IN_tmp : tmp[i, 0:3]", "y.OUT_tmp -> x.IN_tmp : tmp[i, 1:3]"}}},
        // The first map changes in place what it reads.
        refused("3 input-changes", {{"    n0 = access a\n", "    n0 = access tmp\n"},
                                    {"n0 -> n1.IN_a : a[0:N]", "n0 -> n1.IN_a : tmp[0:N]"},
                                    {"n1.OUT_a -> n2.x : a[i]", "n1.OUT_a -> n2.x : tmp[i]"},
                                    {"array tmp float64 [N] transient", "array tmp float64 [N]"}}),
        {.transformation = kName,
         .refusal = "4 unknown-reading",
         .sound = throughTable(),
         .fault = {{"`o = x[t]`", "`o = (x[t] + 1.0)`"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "4 written-inside",
         .sound = sweep(),
         .fault = {{"          p = access p\n",
                    "          seven = tasklet seven `o = 7.0`\n          p = access p\n"
                    "          seven.o -> p : p[cell, l]\n"}}},
        refused("4 no-reading",
                {{"n5.OUT_tmp -> n6.x : tmp[i - 1]",
                  "n0 -> n5.IN_a : a[0:N]\n    n5.OUT_a -> n6.x : a[i]"}},
                Without::same, "nothing would change"),
        refused("5 unwritten-element", {{"first [i = 0:N]", "first [i = 1:N]"}}),
        refused("5 several-writers",
                {{"    n8 = access b\n", "    n8 = access b\n    n9 = map third [q = 0:1] -> n11\n"
                                         "    n10 = tasklet five `o = 5.0`\n    n11 = exit n9\n"},
                 add("    n9 -> n10\n    n10.o -> n11.IN_tmp : tmp[q]\n"
                     "    n11.OUT_tmp -> n4 : tmp[0:1]\n")}),
        {.transformation = kName,
         .refusal = "5 captured-name",
         .sound = withSymbol(),
         .fault = {{"second [j = 1:N]", "second [M = 1:N]"},
                   {"tmp[j - 1]", "tmp[M - 1]"},
                   {"IN_b : b[j]", "IN_b : b[M]"}}},
        {.transformation = kName,
         .refusal = "6 too-many-computations",
         .sound = neighbours(),
         .faultParams = {{"most-computations", std::int64_t{1}}},
         .without = Without::same,
         .because = "it is the user's choice"},
    };
}

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string after(const std::string& text, std::size_t times = 1) {
    return test::textAfter(kName, text, {}, times);
}

} // namespace

TEST_CASE("inline-fusion: the neighbour's value is computed where it is read") {
    const auto text = after(shifted());
    INFO(text);
    CHECK(contains(text, "nested recompute_tmp {N: N, i: i - 1}"));
    CHECK_FALSE(contains(text, "map first"));
    CHECK_FALSE(contains(text, "array tmp"));
}

TEST_CASE("inline-fusion: what the second map was before stays behind the first one") {
    test::TwoMaps maps;
    maps.temporary = "array tmp float64 [N]";
    maps.moreNodes = "    n9 = access tmp\n";
    maps.moreEdges = "    n8 -> n9 : b[0:N] -> [0:N]\n";
    CHECK(contains(after(maps.text()), "\n    n4 -> n5\n"));
    SECTION("also where it overwrites what the first one reads") {
        maps.moreNodes = "    n9 = access a\n";
        CHECK(contains(after(maps.text()), "\n    n4 -> n5\n"));
    }
    SECTION("also where the first one writes the same") {
        maps.moreNodes = "    n9 = access b\n    n10 = tasklet more `o = (x - 4.0)`\n";
        maps.moreEdges = "    n1.OUT_a -> n10.x : a[i]\n    n10.o -> n3.IN_b : b[i]\n"
                         "    n3.OUT_b -> n9 : b[0:N]\n";
        CHECK(contains(after(maps.text()), "\n    n4 -> n5\n"));
    }
    SECTION("and nowhere else") {
        maps.moreNodes = "    n9 = access c\n";
        maps.moreContainers = "  array c float64 [N]\n";
        CHECK_FALSE(contains(after(maps.text()), "\n    n4 -> n5\n"));
    }
}

TEST_CASE("inline-fusion: an input whose first element has another index than 0 is passed whole") {
    const auto text = after(test::edited(shifted(), {{"a float64 [N]", "a float64 [N] offset [1]"},
                                                     {"a[0:N]", "a[-1:N - 1]"},
                                                     {"a[i]", "a[i - 1]"}}));
    INFO(text);
    CHECK(contains(text, ".a : a[-1:N - 1]"));
    CHECK_FALSE(contains(text, "map first"));
}

TEST_CASE("inline-fusion: each neighbour takes a computation, one element only one") {
    const auto two = after(neighbours());
    INFO(two);
    CHECK(contains(two, "i: i - 1}"));
    CHECK(contains(two, "i: i + 1}"));
    const auto one =
        after(test::edited(neighbours(), {{"n6.y : tmp[i + 1]", "n6.y : tmp[i - 1]"}}));
    CHECK_FALSE(contains(one, "recompute_tmp_0"));
}

TEST_CASE("inline-fusion: an index from a table becomes a parameter of the computation") {
    const auto text = after(throughTable());
    INFO(text);
    CHECK(contains(text, "with i = `"));
    CHECK_FALSE(contains(text, "array tmp"));
    after(throughTable("x[t + 1]"));
    after(throughTable("x[t + 0 * j]"));
    const auto renamed = after(test::edited(
        throughTable(), {{"`o = (x * 2.0)`", "`o = (t * 2.0)`"}, {"-> f.x", "-> f.t"}}));
    INFO(renamed);
    CHECK(contains(renamed, "with i = `t_0`"));
}

TEST_CASE("inline-fusion: the index is not called like a connector of what computes it") {
    const auto text = after(test::edited(throughTable(), {{"`o = (x * 2.0)`", "`o = (t * 2.0)`"},
                                                          {"-> f.x : a[i]", "-> f.t : a[i]"}}));
    INFO(text);
    CHECK(contains(text, "scalar t_0 int32"));
}

TEST_CASE("inline-fusion: what an iteration writes as a row is computed as a row") {
    const auto text = after(rows());
    INFO(text);
    CHECK(contains(text, "array again_tmp float64 [3] transient"));
}

TEST_CASE("inline-fusion: a loop of a nested SDFG computes what it reads") {
    const auto text = after(test::sweep());
    INFO(text);
    CHECK(contains(text, "nested recompute_tmp"));
    CHECK_FALSE(contains(text, "array tmp"));
    CHECK_FALSE(contains(text, "array p "));
}

TEST_CASE("inline-fusion: arguments of a nested SDFG that are the same outside are one container") {
    const auto nested = [](const std::string& result) {
        return test::calling(shifted(), {{"a", "a"}}, {{"b", result}});
    };
    CHECK_FALSE(test::refusal(kName, nested("c")));
    CHECK(test::refusal(kName, nested("a"))->code == "input-changes");
}

TEST_CASE("inline-fusion: what others read stays") {
    const auto text = after(test::edited(
        shifted(),
        {{"array b float64 [N]", "array b float64 [N]\n  array c float64 [N]"},
         {"    n8 = access b\n", "    n8 = access b\n    n9 = access c\n"},
         {"    n7.OUT_b -> n8", "    n4 -> n9 : tmp[0:N] -> [0:N]\n    n7.OUT_b -> n8"}}));
    INFO(text);
    CHECK(contains(text, "map first"));
    CHECK(contains(text, "array tmp"));
}

TEST_CASE("inline-fusion: an inner map whose only input is computed in place stays in its scope") {
    const auto text = after(R"(sdfg g {
  symbols N:int32
  array tmp float64 [N] transient
  array b float64 [N]
  state main {
    m = map first [i = 0:N] -> x
    t = tasklet t `o = (i * 2.0)`
    x = exit m
    tmp = access tmp
    n = map second [j = 0:N:4] -> z
    k = map inner [i = j:Min(N, j + 4)] -> y
    u = tasklet u `o = (p + 1.0)`
    y = exit k
    z = exit n
    b = access b
    m -> t
    t.o -> x.IN_tmp : tmp[i]
    x.OUT_tmp -> tmp : tmp[0:N]
    tmp -> n.IN_tmp : tmp[0:N]
    n.OUT_tmp -> k.IN_tmp : tmp[j:Min(N, j + 4)]
    k.OUT_tmp -> u.p : tmp[i]
    u.o -> y.IN_b : b[i]
    y.OUT_b -> z.IN_b : b[j:Min(N, j + 4)]
    z.OUT_b -> b : b[0:N]
  }
}
)");
    INFO(text);
    CHECK_FALSE(contains(text, "array tmp"));
}

TEST_CASE("inline-fusion: the result is not called like a connector of what computes it") {
    const auto text = after(test::edited(
        shifted(), {{"`o = (x * 2.0)`", "`result = (x * 2.0)`"}, {"n2.o -> ", "n2.result -> "}}));
    INFO(text);
    CHECK(contains(text, "scalar result_0 float64"));
}

TEST_CASE("inline-fusion: an element that a nested SDFG sees alone may be one of another map") {
    const std::string text = R"(sdfg g {
  symbols N:int32 K:int32
  array a float64 [N, K]
  array b float64 [N, K]
  array tmp float64 [N, K] transient
  state main {
    e = map top [i = 0:N] -> x
    t = tasklet top `o = 5.0`
    x = exit e
    a = access a
    r = map rest [i = 0:N, k = 1:K] -> y
    u = tasklet rest `o = (v * 2.0)`
    y = exit r
    tmp = access tmp
    m = map second [i = 0:N, k = 0:K] -> z
    s = nested one {K: K} = sdfg one {
      symbols K:int64
      array p float64 [1, 1] strides [K, 1]
      scalar q float64
      state only { p = access p; f = tasklet f `o = (x + 1.0)`; q = access q; p -> f.x : p[0, 0]; f.o -> q : q[0] }
    }
    z = exit m
    b = access b
    e -> t
    t.o -> x.IN_tmp : tmp[i, 0]
    x.OUT_tmp -> tmp : tmp[0:N, 0]
    a -> r.IN_a : a[0:N, 1:K]
    r.OUT_a -> u.v : a[i, k]
    u.o -> y.IN_tmp : tmp[i, k]
    y.OUT_tmp -> tmp : tmp[0:N, 1:K]
    tmp -> m.IN_tmp : tmp[0:N, 0:K]
    m.OUT_tmp -> s.p : tmp[i, k]
    s.q -> z.IN_b : b[i, k]
    z.OUT_b -> b : b[0:N, 0:K]
  }
}
)";
    const auto refusal = test::refusal("inline-fusion", text);
    REQUIRE(refusal);
    CHECK(refusal->code == "unwritten-element");
}

TEST_CASE("inline-fusion: a parameter of one value has it where the result is computed") {
    const std::string one = R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N]
  array b float64 [N]
  scalar s float64 transient
  state main {
    a = access a
    m = map one [k = M:M + 1] -> x
    f = tasklet f `o = (x + k)`
    x = exit m
    s = access s
    n = map second [k = 0:N] -> z
    g = tasklet g `o = (x * k)`
    z = exit n
    b = access b
    a -> m.IN_a : a[0]
    m.OUT_a -> f.x : a[0]
    f.o -> x.IN_s : s[0]
    x.OUT_s -> s : s[0]
    s -> n.IN_s : s[0]
    n.OUT_s -> g.x : s[0]
    g.o -> z.IN_b : b[k]
    z.OUT_b -> b : b[0:N]
  }
}
)";
    const auto text = after(one);
    INFO(text);
    CHECK(text.find("map one") == std::string::npos);
    CHECK(text.find("access s\n") == std::string::npos);
    const auto two = test::edited(one, {{"[k = M:M + 1]", "[k = M:M + 2]"}});
    const auto refusal = test::refusal(kName, two);
    REQUIRE(refusal);
    CHECK(test::name(*refusal) == "2 unknown-iteration");
}

} // namespace mw::test::inline_fusion_test
