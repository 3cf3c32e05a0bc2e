// What one branch alone needs is computed in that branch: GT4Py's cases as graphs of our own, and a
// graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::move_dataflow_into_if_body_test {

namespace {

const std::string kName = "move-dataflow-into-if-body";

/// d[i] = c[i] > 0 ? 2 a[i] + i : (b[i] - f)^2, each side in two tasklets; e[i] = c[i] > 0 ? 1.5
/// : 2.5.
std::string twoSides() {
    return R"(sdfg g {
  symbols N:int32 f:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  array d float64 [N]
  array e float64 [N]
  scalar c1 bool transient
  scalar a1 float64 transient
  scalar a2 float64 transient
  scalar b1 float64 transient
  scalar b2 float64 transient
  state main {
    a = access a
    b = access b
    c = access c
    m = map sides [i = 0:N] -> x
    tc = tasklet condition `o = (v > 0.0)`
    c1 = access c1
    ta = tasklet first_a `o = (v * 2.0)`
    a1 = access a1
    ua = tasklet second_a `o = (v + i)`
    a2 = access a2
    tb = tasklet first_b `o = (v - f)`
    b1 = access b1
    ub = tasklet second_b `o = (v * v)`
    b2 = access b2
    n = nested if_stmt = sdfg if_stmt {
      scalar k bool
      scalar p float64
      scalar q float64
      scalar r float64
      scalar s float64
      branch w {
        if `k` yes { state one { w = tasklet w `z = 1.5`; s = access s; w.z -> s : s[0]; p = access p; r = access r; p -> r : p[0] -> [0] } }
        else no { state two { w = tasklet w `z = 2.5`; s = access s; w.z -> s : s[0]; q = access q; r = access r; q -> r : q[0] -> [0] } }
      }
    }
    x = exit m
    d = access d
    e = access e
    a -> m.IN_a : a[0:N]
    b -> m.IN_b : b[0:N]
    c -> m.IN_c : c[0:N]
    m.OUT_c -> tc.v : c[i]
    tc.o -> c1 : c1[0]
    m.OUT_a -> ta.v : a[i]
    ta.o -> a1 : a1[0]
    a1 -> ua.v : a1[0]
    ua.o -> a2 : a2[0]
    m.OUT_b -> tb.v : b[i]
    tb.o -> b1 : b1[0]
    b1 -> ub.v : b1[0]
    ub.o -> b2 : b2[0]
    c1 -> n.k : c1[0]
    a2 -> n.p : a2[0]
    b2 -> n.q : b2[0] dynamic
    n.r -> x.IN_d : d[i]
    n.s -> x.IN_e : e[i]
    x.OUT_d -> d : d[0:N]
    x.OUT_e -> e : e[0:N]
  }
}
)";
}

/// The second of the first side is a where-expression itself: a1 > 1 ? 3 a1 : a1.
std::string chain() {
    return edited(twoSides(),
                  {{"    ua = tasklet second_a `o = (v + i)`\n",
                    R"(    tk = tasklet inner_condition `o = (v > 1.0)`
    k1 = access k1
    tt = tasklet three `o = (v * 3.0)`
    a3 = access a3
    ua = nested if_inner = sdfg if_inner {
      scalar k bool
      scalar p float64
      scalar q float64
      scalar o float64
      branch w {
        if `k` yes { state one { p = access p; o = access o; p -> o : p[0] -> [0] } }
        else no { state two { q = access q; o = access o; q -> o : q[0] -> [0] } }
      }
    }
)"},
                   {"    a1 -> ua.v : a1[0]\n",
                    R"(    a1 -> tk.v : a1[0]
    tk.o -> k1 : k1[0]
    k1 -> ua.k : k1[0]
    a1 -> tt.v : a1[0]
    tt.o -> a3 : a3[0]
    a3 -> ua.p : a3[0]
    a1 -> ua.q : a1[0]
)"},
                   declare("  scalar k1 bool transient\n  scalar a3 float64 transient\n")});
}

RefusalCase refused(const std::string& refusal, const std::vector<Edit>& fault,
                    Without without = Without::wrong, const std::string& because = {}) {
    return {.transformation = kName,
            .refusal = refusal,
            .sound = twoSides(),
            .fault = fault,
            .without = without,
            .because = because};
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        refused("2 no-condition-block", {{"q -> r : q[0] -> [0] } }",
                                          "q -> r : q[0] -> [0] } state more {} two -> more }"}}),
        refused("3 nothing-to-move",
                {{"scalar a2 float64 transient", "scalar a2 float64"},
                 {"scalar b2 float64 transient", "scalar b2 float64"}},
                Without::same, "nothing would change"),
        {.transformation = kName,
         .refusal = "4 upstream-block",
         .sound = chain(),
         .params = {{"ignore-upstream-blocks", true}},
         .faultParams = {{"ignore-upstream-blocks", false}},
         .match = "if_stmt",
         .without = Without::same,
         .because = "the block inside could get its own dataflow no more"},
        refused("5 unknown-source",
                {declare("  view l float64 [N] transient\n"),
                 {"    a -> m.IN_a : a[0:N]\n",
                  "    l = access l\n    a -> l : a[0:N] -> [0:N]\n    l -> m.IN_a : l[0:N]\n"},
                 {"ta.v : a[i]", "ta.v : l[i]"}},
                Without::same, "nothing writes what the view looks at"),
        refused("5 written-by-block", {{"    e = access e\n", "    e = access a\n"},
                                       {"x.IN_e : e[i]", "x.IN_e : a[i]"},
                                       {"x.OUT_e -> e : e[0:N]", "x.OUT_e -> e : a[0:N]"}}),
        refused("5 unordered-access",
                {{"    a1 = access a1\n", "    h = tasklet late `o = 0.5`\n    a1 = access a1\n"},
                 add("    a3 = access a\n    m -> h\n    h.o -> x.IN_a : a[i]\n    x.OUT_a -> a3 : "
                     "a[0:N]\n")}),
        refused("6 read-by-name",
                {declare("  scalar y float64\n"), {"`o = (v + i)`", "`o = (v + y)`"}}),
        refused("6 other-symbol",
                {{"nested if_stmt =", "nested if_stmt {f: N} ="},
                 {"      scalar k bool\n", "      symbols f:int32\n      scalar k bool\n"},
                 {"`z = 2.5`", "`z = (2.5 + f)`"}}),
    };
}

namespace {

using test::countOf;
using test::has;

std::string moved(const std::string& text, std::size_t times = 1) {
    return test::textAfter(kName, text, {}, times);
}

/// The part of a graph's text from the nested SDFG on.
std::string inside(const std::string& text, const std::string& label) {
    const auto begin = text.find("nested " + label);
    return text.substr(begin, text.find("exit", begin) - begin);
}

} // namespace

TEST_CASE("move-dataflow-into-if-body: both sides move, the condition stays") {
    const auto after = moved(twoSides());
    INFO(after);
    const auto block = inside(after, "if_stmt");
    for (const char* label : {"first_a", "second_a", "first_b", "second_b"})
        CHECK(has(block, std::string("tasklet ") + label));
    CHECK(countOf(after, "tasklet") == countOf(block, "tasklet") + 1);
    CHECK(has(after, "tasklet condition"));
    CHECK(countOf(after, "scalar a2 float64 transient") == 1);
    CHECK(has(block, "scalar a2 float64 transient"));
    CHECK(has(block, "scalar p float64 transient"));
    CHECK(has(block, "array a float64 [N]"));
}

TEST_CASE("move-dataflow-into-if-body: the block gets the symbols that its branches now name") {
    CHECK(has(moved(twoSides()), "nested if_stmt {N: N, f: f, i: i}"));
}

TEST_CASE("move-dataflow-into-if-body: what both branches need stays and is given to both") {
    const auto common =
        test::edited(twoSides(), {{"    m.OUT_b -> tb.v : b[i]\n", "    a1 -> tb.v : a1[0]\n"},
                                  {"    b -> m.IN_b : b[0:N]\n", ""},
                                  {"    b = access b\n", ""}});
    const auto after = moved(common);
    INFO(after);
    const auto block = inside(after, "if_stmt");
    CHECK_FALSE(has(block, "tasklet first_a"));
    CHECK(has(block, "tasklet second_a"));
    CHECK(has(block, "tasklet first_b"));
    CHECK(countOf(block, "access a1") == 2);
}

TEST_CASE("move-dataflow-into-if-body: code without inputs moves, its ordering edge goes") {
    const auto constant =
        test::edited(twoSides(), {{"`o = (v * 2.0)`", "`o = 2.0`"},
                                  {"    m.OUT_a -> ta.v : a[i]\n", "    m -> ta\n"},
                                  {"    a -> m.IN_a : a[0:N]\n", ""},
                                  {"    a = access a\n", ""}});
    const auto after = moved(constant);
    INFO(after);
    CHECK(has(inside(after, "if_stmt"), "tasklet first_a"));
}

TEST_CASE("move-dataflow-into-if-body: a result that is used beside the block stays") {
    const auto used = test::edited(
        twoSides(), {{"    x = exit m\n", "    y = tasklet beside `o = v`\n    x = exit m\n"},
                     test::declare("  array z float64 [N]\n"),
                     test::add("    z = access z\n    a2 -> y.v : a2[0]\n    y.o -> x.IN_z : "
                               "z[i]\n    x.OUT_z -> z : z[0:N]\n")});
    const auto after = moved(used);
    INFO(after);
    CHECK_FALSE(has(inside(after, "if_stmt"), "tasklet second_a"));
    CHECK(has(inside(after, "if_stmt"), "tasklet second_b"));
}

TEST_CASE("move-dataflow-into-if-body: a block upstream comes first, and then moves itself") {
    CHECK(test::refusalName(kName, twoSides()) == "applies");
    const auto after = moved(chain(), 2);
    INFO(after);
    const auto block = inside(after, "if_stmt");
    CHECK(has(block, "nested if_inner"));
    CHECK(has(inside(block, "if_inner"), "tasklet three"));
}

TEST_CASE("move-dataflow-into-if-body: names inside that are taken stay what they are") {
    const auto taken = test::edited(
        twoSides(),
        {{"      scalar p float64\n", "      scalar a float64\n"},
         {"p = access p; r = access r; p -> r : p[0]", "a = access a; r = access r; a -> r : a[0]"},
         {"a2 -> n.p : a2[0]", "a2 -> n.a : a2[0]"}});
    const auto after = moved(taken);
    INFO(after);
    CHECK(has(after, "array a_0 float64 [N]"));
    CHECK(has(after, "scalar a float64 transient"));
}

TEST_CASE("move-dataflow-into-if-body: both sides read the same fields, each gets them") {
    const auto both =
        test::edited(twoSides(), {{"`o = (v * 2.0)`", "`o = (v * w)`"},
                                  {"    m.OUT_a -> ta.v : a[i]\n",
                                   "    m.OUT_a -> ta.v : a[i]\n    m.OUT_b -> ta.w : b[i]\n"},
                                  {"m.OUT_b -> tb.v : b[i]", "m.OUT_a -> tb.v : a[i]"}});
    const auto after = moved(both);
    INFO(after);
    const auto block = inside(after, "if_stmt");
    CHECK(countOf(after, "tasklet") == countOf(block, "tasklet") + 1);
    CHECK(countOf(block, "array a float64 [N]") == 1);
    CHECK(countOf(block, "access a\n") == 2); // one in each branch
    CHECK(countOf(block, "array b float64 [N]") == 1);
}

TEST_CASE("move-dataflow-into-if-body: a condition from memory leaves nothing outside") {
    // Both sides read b, through connectors of their own.
    const auto fromMemory = test::edited(
        twoSides(), {{"  scalar c1 bool transient\n", ""},
                     {"array c float64 [N]", "array c bool [N]"},
                     {"    tc = tasklet condition `o = (v > 0.0)`\n    c1 = access c1\n", ""},
                     {"    m.OUT_c -> tc.v : c[i]\n    tc.o -> c1 : c1[0]\n", ""},
                     {"    c1 -> n.k : c1[0]\n", "    m.OUT_c -> n.k : c[i]\n"},
                     {"    a = access a\n", ""},
                     {"    a -> m.IN_a : a[0:N]\n", "    b -> m.IN_a : b[0:N]\n"},
                     {"m.OUT_a -> ta.v : a[i]", "m.OUT_a -> ta.v : b[i]"},
                     {"  array a float64 [N]\n", ""}});
    const auto after = moved(fromMemory);
    INFO(after);
    CHECK(countOf(after, "tasklet") == countOf(inside(after, "if_stmt"), "tasklet"));
    CHECK(countOf(after, " : b[0:N]\n") == 2); // into the map and into the block
}

TEST_CASE("move-dataflow-into-if-body: one side's two results, the second from the first") {
    // r = p and s = q where the condition holds; q is computed from p.
    const auto results = [](const std::string& otherwise) {
        return test::edited(
            twoSides(),
            {{"w = tasklet w `z = 1.5`; s = access s; w.z -> s : s[0];",
              "q = access q; s = access s; q -> s : q[0] -> [0];"},
             {"w = tasklet w `z = 2.5`; s = access s; w.z -> s : s[0]; q = access q; r = access r; "
              "q -> r : q[0] -> [0]",
              otherwise},
             {"    m.OUT_b -> tb.v : b[i]\n", "    a2 -> tb.v : a2[0]\n"},
             {"    b -> m.IN_b : b[0:N]\n", ""},
             {"    b = access b\n", ""}});
    };
    SECTION("both are written on the other side too") {
        const auto after =
            moved(results("w = tasklet w `z = 2.5`; s = access s; w.z -> s : s[0]; v "
                          "= tasklet v `z = 3.5`; r = access r; v.z -> r : r[0]"));
        INFO(after);
        const auto block = inside(after, "if_stmt");
        for (const char* label : {"first_a", "second_a", "first_b", "second_b"})
            CHECK(has(block, std::string("tasklet ") + label));
        CHECK(countOf(block, "access a2\n") == 1);
    }
    SECTION("the other side writes one of them") {
        const auto after = moved(results("w = tasklet w `z = 2.5`; r = access r; w.z -> r : r[0]"));
        INFO(after);
        CHECK(countOf(after, "tasklet") == countOf(inside(after, "if_stmt"), "tasklet") + 1);
    }
}

TEST_CASE("move-dataflow-into-if-body: one side is an element, or a whole field, as it is") {
    const auto element = test::edited(
        twoSides(), {{"    tb = tasklet first_b `o = (v - f)`\n    b1 = access "
                      "b1\n    ub = tasklet second_b `o = (v * v)`\n    b2 = "
                      "access b2\n",
                      ""},
                     {"    m.OUT_b -> tb.v : b[i]\n    tb.o -> b1 : b1[0]\n    "
                      "b1 -> ub.v : b1[0]\n    ub.o -> b2 : b2[0]\n",
                      ""},
                     {"    b2 -> n.q : b2[0] dynamic\n", "    m.OUT_b -> n.q : b[i]\n"},
                     {"  scalar b1 float64 transient\n", ""},
                     {"  scalar b2 float64 transient\n", ""}});
    for (const bool whole : {false, true}) {
        const auto graph =
            whole ? test::edited(element, {{"m.OUT_b -> n.q : b[i]", "m.OUT_b -> n.q : b[0:N]"},
                                           {"nested if_stmt =", "nested if_stmt {N: N} ="},
                                           {"      scalar k bool\n",
                                            "      symbols N:int32\n      scalar k bool\n"},
                                           {"scalar q float64", "array q float64 [N]"},
                                           {"q -> r : q[0] -> [0]", "q -> r : q[3] -> [0]"}})
                  : element;
        const auto after = moved(graph);
        INFO(after);
        const auto block = inside(after, "if_stmt");
        CHECK(has(block, "tasklet first_a"));
        CHECK(has(block, whole ? "array q float64 [N]\n" : "scalar q float64\n"));
    }
}

TEST_CASE("move-dataflow-into-if-body: two access nodes of one field lead to the sides") {
    const auto again =
        test::edited(twoSides(), {{"    b = access b\n", "    b = access a\n"},
                                  {"    b -> m.IN_b : b[0:N]\n", "    b -> m.IN_b : a[0:N]\n"},
                                  {"m.OUT_b -> tb.v : b[i]", "m.OUT_b -> tb.v : a[N - 1 - i]"}});
    const auto after = moved(again);
    INFO(after);
    const auto block = inside(after, "if_stmt");
    CHECK(countOf(after, "tasklet") == countOf(block, "tasklet") + 1);
    CHECK(countOf(block, "array a float64 [N]") == 1);
}

} // namespace mw::test::move_dataflow_into_if_body_test
