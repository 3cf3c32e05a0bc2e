// Two sweeps over the same columns become one map, with what passes between them in the column.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/sweep.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::sweep_fusion_test {

namespace {

const std::string kName = "sweep-fusion";

/// Down: t = t / 2 + a, kept in q. Up: s = s / 3 + q, the result.
std::string solver() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N, 7]
  array b float64 [N, 7]
  array tmp float64 [N, 7] transient
  state main {
    a = access a
    n = map down [j = 0:N] -> z
    s = nested forward {cell: j} = sdfg forward {
      symbols cell:int64 l:int64
      array p float64 [cell + 1, 7] strides [7, 1]
      array q float64 [7]
      scalar state float64 transient
      state begin { t = tasklet zero `o = 0.0`; st = access state; t.o -> st : state[0] }
      loop scan_0 `l = 0` `l < 7` `l = l + 1` variable l {
        state step {
          p = access p
          old = access state
          c = tasklet c `o = ((old * 0.5) + x)`
          new = access state
          q = access q
          p -> c.x : p[cell, l]
          old -> c.old : state[0]
          c.o -> new : state[0]
          new -> q : state[0] -> [l]
        }
      }
      begin -> scan_0
    }
    z = exit n
    tmp = access tmp
    m = map up [i = 0:N] -> y
    u = nested backward {cell: i} = sdfg backward {
      symbols cell:int64 l:int64
      array p float64 [cell + 1, 7] strides [7, 1]
      array r float64 [7]
      scalar state float64 transient
      state begin { t = tasklet one `o = 1.0`; st = access state; t.o -> st : state[0] }
      loop scan_1 `l = 6` `l >= 0` `l = l - 1` variable l {
        state step {
          p = access p
          old = access state
          c = tasklet d `o = ((old / 3.0) + x)`
          new = access state
          r = access r
          p -> c.x : p[cell, l]
          old -> c.old : state[0]
          c.o -> new : state[0]
          new -> r : state[0] -> [l]
        }
      }
      begin -> scan_1
    }
    y = exit m
    b = access b
    a -> n.IN_a : a[0:N, 0:7]
    n.OUT_a -> s.p : a[0:j + 1, 0:7]
    s.q -> z.IN_tmp : tmp[j, 0:7]
    z.OUT_tmp -> tmp : tmp[0:N, 0:7]
    tmp -> m.IN_tmp : tmp[0:N, 0:7]
    m.OUT_tmp -> u.p : tmp[0:i + 1, 0:7]
    u.r -> y.IN_b : b[i, 0:7]
    y.OUT_b -> b : b[0:N, 0:7]
  }
}
)";
}

/// The container's levels are 0 to 8: what is at both ends another map writes.
std::string withEnds() {
    return edited(
        solver(),
        {{"array tmp float64 [N, 7] transient", "array tmp float64 [N, 9] transient"},
         {"tmp[j, 0:7]", "tmp[j, 1:8]"},
         {"z.OUT_tmp -> tmp : tmp[0:N, 0:7]", "z.OUT_tmp -> tmp : tmp[0:N, 1:8]"},
         {"tmp -> m.IN_tmp : tmp[0:N, 0:7]", "tmp -> m.IN_tmp : tmp[0:N, 0:9]"},
         {"m.OUT_tmp -> u.p : tmp[0:i + 1, 0:7]", "m.OUT_tmp -> u.p : tmp[0:i + 1, 0:9]"},
         {"      array p float64 [cell + 1, 7] strides [7, 1]\n      array r float64 [7]\n",
          "      array p float64 [cell + 1, 9] strides [9, 1]\n      array r float64 [9]\n"},
         {"`l = 6` `l >= 0`", "`l = 8` `l >= 0`"},
         {"array b float64 [N, 7]", "array b float64 [N, 9]"},
         {"b[i, 0:7]", "b[i, 0:9]"},
         {"b[0:N, 0:7]", "b[0:N, 0:9]"},
         add("    e = map ends [c = 0:N, v = 0:9:8] -> w\n    f = tasklet end `o = 5.0`\n"
             "    w = exit e\n    e -> f\n    f.o -> w.IN_tmp : tmp[c, v]\n"
             "    w.OUT_tmp -> tmp : tmp[0:N, 0:9:8]\n")});
}
/// One end only, at which each column has its own value.
std::string withOneEnd() {
    return edited(
        withEnds(),
        {{"[c = 0:N, v = 0:9:8]", "[c = 0:N, v = 0:1]"},
         {"tmp[0:N, 0:9:8]", "tmp[0:N, 0]"},
         {"array tmp float64 [N, 9]", "array tmp float64 [N, 8]"},
         {"tmp[0:N, 0:9]", "tmp[0:N, 0:8]"},
         {"tmp[0:i + 1, 0:9]", "tmp[0:i + 1, 0:8]"},
         {"      array p float64 [cell + 1, 9] strides [9, 1]\n      array r float64 [9]\n",
          "      array p float64 [cell + 1, 8] strides [8, 1]\n      array r float64 [8]\n"},
         {"`l = 8` `l >= 0`", "`l = 7` `l >= 0`"},
         {"array b float64 [N, 9]", "array b float64 [N, 8]"},
         {"b[i, 0:9]", "b[i, 0:8]"},
         {"b[0:N, 0:9]", "b[0:N, 0:8]"},
         {"    e -> f\n", "    a -> e.IN_a : a[0:N, 3]\n    e.OUT_a -> f.x : a[c, 3]\n"},
         {"`o = 5.0`", "`o = (x * 5.0)`"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 no-scans",
         .sound =
             edited(solver(), {declare("  array r float64 [N]\n"),
                               add("    r = access r\n    k = map late [i = 0:N] -> v\n"
                                   "    g = tasklet g `o = x`\n    v = exit k\n"
                                   "    b -> k.IN_b : b[0:N, 2]\n    k.OUT_b -> g.x : b[i, 2]\n"
                                   "    g.o -> v.IN_r : r[i]\n    v.OUT_r -> r : r[0:N]\n")}),
         .otherNode = "late",
         .role = 2,
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "4 mixed-column",
         .sound = withOneEnd(),
         .fault = {{"array tmp float64 [N, 8] transient", "array tmp float64 [N, 8]"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "6 long-columns",
         .sound = solver(),
         .faultParams = {{"longest", std::int64_t{6}}},
         .without = Without::same,
         .because = "it fits here"},
    };
}

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string after(const std::string& text) {
    return test::textAfter(kName, text, {}, 1);
}

} // namespace

TEST_CASE("sweep-fusion: two sweeps become one map with a column of its own") {
    const auto text = after(solver());
    INFO(text);
    CHECK_FALSE(contains(text, "array tmp"));
    CHECK(contains(text, "array __map_fusion_tmp float64 [7] transient"));
    CHECK(contains(text, "map down [j = 0:N]"));
    CHECK_FALSE(contains(text, "map up"));
}

TEST_CASE("sweep-fusion: what others write of the column is copied in") {
    const auto text = after(withOneEnd());
    INFO(text);
    CHECK_FALSE(contains(text, "array tmp "));
    CHECK(contains(text, "array tmp_column float64 [8] transient"));
    CHECK(contains(text, "array tmp_others float64 [N, 1] transient"));
    CHECK_FALSE(contains(text, "__map_fusion"));
    CHECK_FALSE(contains(text, "map up"));
}

TEST_CASE("sweep-fusion: a column that is a result stays one") {
    const auto text = after(test::edited(
        solver(), {{"array tmp float64 [N, 7] transient", "array tmp float64 [N, 7]"}}));
    INFO(text);
    CHECK(contains(text, "array tmp float64 [N, 7]"));
    CHECK_FALSE(contains(text, "map up"));
}

TEST_CASE("sweep-fusion: regions that take steps are left alone") {
    const auto refusal = test::refusal(kName, withEnds());
    REQUIRE(refusal);
    CHECK(refusal->code == "mixed-column");
}

TEST_CASE("sweep-fusion: a column of which the first map writes two parts is left alone") {
    const auto refusal = test::refusal(
        kName,
        test::edited(withOneEnd(), {{"    e = map ends [c = 0:N, v = 0:1] -> w\n", ""},
                                    {"    w = exit e\n", ""},
                                    {"    a -> e.IN_a : a[0:N, 3]\n    e.OUT_a -> f.x : a[c, 3]\n",
                                     "    n.OUT_a -> f.x : a[j, 3]\n"},
                                    {"f.o -> w.IN_tmp : tmp[c, v]", "f.o -> z.IN_end : tmp[j, 0]"},
                                    {"w.OUT_tmp -> tmp", "z.OUT_end -> tmp"}}));
    REQUIRE(refusal);
    CHECK(refusal->code == "mixed-column");
}

TEST_CASE("sweep-fusion: a column of the longest length is fused") {
    CHECK_FALSE(test::refusal(kName, solver(), {{"longest", std::int64_t{7}}}));
    CHECK(test::refusal(kName, solver(), {{"longest", std::int64_t{6}}}));
}

} // namespace mw::test::sweep_fusion_test
