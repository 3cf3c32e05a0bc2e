// Two condition blocks with one condition become one: GT4Py's cases as graphs of our own.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::fuse_horizontal_condition_blocks_test {

namespace {

const std::string kName = "fuse-horizontal-condition-blocks";

/// b[i] = a[i] > 0 ? a[i] : 2 and c[i] = a[i] > 0 ? f a[i] : 3 a[i], each in a block of its own.
std::string twoBlocks() {
    return R"(sdfg g {
  symbols N:int32 f:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  scalar p bool transient
  scalar q bool transient
  state main {
    a = access a
    m = map both [i = 0:N] -> x
    t = tasklet positive `o = (v > 0.0)`
    p = access p
    one = nested if_one = sdfg if_one {
      scalar k bool
      scalar u float64
      scalar r float64
      branch b {
        if `k` yes { state take { u = access u; r = access r; u -> r : u[0] -> [0] } }
        else no { state two { w = tasklet two `o = 2.0`; r = access r; w.o -> r : r[0] } }
      }
    }
    two = nested if_two {f: f} = sdfg if_two {
      symbols f:int32
      scalar l bool
      scalar u float64
      scalar s float64
      branch b {
        if `l` yes { state times { u = access u; w = tasklet w `o = (z * f)`; s = access s; u -> w.z : u[0]; w.o -> s : s[0] } }
        else no { state three { u = access u; w = tasklet w `o = (z * 3.0)`; s = access s; u -> w.z : u[0]; w.o -> s : s[0] } }
      }
    }
    x = exit m
    b = access b
    c = access c
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.v : a[i]
    t.o -> p : p[0]
    p -> one.k : p[0]
    p -> two.l : p[0]
    m.OUT_a -> one.u : a[i]
    m.OUT_a -> two.u : a[i]
    one.r -> x.IN_b : b[i]
    two.s -> x.IN_c : c[i]
    x.OUT_b -> b : b[0:N]
    x.OUT_c -> c : c[0:N]
  }
}
)";
}

/// A third block, in a map inside.
std::string withInner() {
    return edited(
        twoBlocks(),
        {declare("  array e float64 [N]\n"),
         {"    x = exit m\n",
          "    y = map inner [j = 0:1] -> z\n    three = nested if_three = sdfg if_three {\n      "
          "scalar k bool\n      scalar r float64\n      branch b {\n        if `k` yes { state one "
          "{ "
          "w = tasklet w `o = 1.0`; r = access r; w.o -> r : r[0] } }\n        else no { state two "
          "{ "
          "w = tasklet w `o = 2.0`; r = access r; w.o -> r : r[0] } }\n      }\n    }\n    z = "
          "exit "
          "y\n    x = exit m\n    e = access e\n"},
         add("    p -> y.IN_p : p[0]\n    y.OUT_p -> three.k : p[0]\n    three.r -> z.IN_e : "
             "e[i]\n    z.OUT_e -> x.IN_e : e[i]\n    x.OUT_e -> e : e[0:N]\n")});
}

RefusalCase refused(const std::string& refusal, const std::vector<Edit>& fault,
                    Without without = Without::wrong, const std::string& because = {}) {
    return {.transformation = kName,
            .refusal = refusal,
            .sound = twoBlocks(),
            .fault = fault,
            .without = without,
            .because = because};
}

/// A tasklet on the second condition: another value.
std::vector<Edit> otherCondition() {
    return {{"    p = access p\n",
             "    p = access p\n    n = tasklet negative `o = (v < -0.25)`\n    q = access q\n"},
            {"    p -> two.l : p[0]\n", "    m.OUT_a -> n.v : a[i]\n    n.o -> q : q[0]\n    q -> "
                                        "two.l : q[0]\n"}};
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 one-block",
         .sound = twoBlocks(),
         .otherNode = "if_one",
         .role = 1,
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "2 other-scope",
         .sound = withInner(),
         .otherNode = "if_three",
         .role = 1,
         .without = Without::refused},
        refused("2 no-condition-block",
                {{"w.o -> r : r[0] } }\n      }\n    }\n    two",
                  "w.o -> r : r[0] } state more {} two -> more }\n      }\n    }\n    two"}}),
        refused("2 no-condition-block",
                {{"one = nested if_one =", "one = nested if_one noinline ="}}, Without::same,
                "somebody wants it to stay"),
        refused("3 other-condition", otherCondition()),
        refused("4 dependent", {{"    m.OUT_a -> two.u : a[i]\n", "    one.r -> two.u : b[i]\n"}},
                Without::refused),
        refused(
            "5 unordered-access",
            {{"    two = nested if_two", "    h = tasklet late `o = 0.5`\n    two = nested if_two"},
             add("    a2 = access a\n    m -> h\n    h.o -> x.IN_a : a[i]\n    x.OUT_a -> a2 : "
                 "a[0:N]\n")}),
        refused("6 other-symbol", {{"one = nested if_one =", "one = nested if_one {f: N} ="},
                                   {"sdfg if_one {\n", "sdfg if_one {\n      symbols f:int32\n"},
                                   {"`o = 2.0`", "`o = (2.0 + f)`"}}),
        refused("6 name-taken",
                {{"`o = (z * 3.0)`; s = access s; u -> w.z",
                  "`o = (k * 3.0)`; s = access s; u -> w.k"}},
                Without::same, "DaCe takes no connector that is called like a container"),
        refused("7 read-by-name",
                {{"`o = (z * 3.0)`", "`o = (z * u)`"}, {"one.u : a[i]", "one.u : a[0]"}}),
    };
}

namespace {

using test::countOf;

std::string fused(const std::string& text) {
    return test::textAfter(kName, text, {}, 1);
}

} // namespace

TEST_CASE("fuse-horizontal-condition-blocks: one block does the work of two") {
    const auto after = fused(twoBlocks());
    INFO(after);
    CHECK(countOf(after, "= sdfg if_") == 1);
    CHECK(countOf(after, "branch b") == 1);
    CHECK(countOf(after, "{f: f}") == 1);
    CHECK(countOf(after, "scalar u_0 float64") == 1); // the first has a u of its own
    CHECK(countOf(after, "scalar k bool") == 1);
    CHECK(countOf(after, "scalar l bool") == 0);
}

TEST_CASE("fuse-horizontal-condition-blocks: one of the two has no else") {
    const std::string otherwise = "        else no { state two { w = tasklet two `o = 2.0`; r = "
                                  "access r; w.o -> r : r[0] } }\n";
    const auto without = test::edited(twoBlocks(), {{otherwise, ""}});
    CHECK(countOf(fused(without), "else") == 1);
    const std::string second = "        else no { state three { u = access u; w = tasklet w `o = "
                               "(z * 3.0)`; s = access s; u "
                               "-> w.z : u[0]; w.o -> s : s[0] } }\n";
    CHECK(countOf(fused(test::edited(twoBlocks(), {{second, ""}})), "else") == 1);
}

TEST_CASE("fuse-horizontal-condition-blocks: empty states beside the conditional do not count") {
    const auto text = test::edited(
        twoBlocks(), {{"      scalar r float64\n      branch b {",
                       "      scalar r float64\n      state entry {}\n      entry -> b\n      "
                       "branch b {"}});
    CHECK(countOf(fused(text), "= sdfg if_") == 1);
}

} // namespace mw::test::fuse_horizontal_condition_blocks_test
