// Dataflow that leads nowhere goes in one step.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::dead_dataflow_elimination_test {

namespace {

const std::string kName = "dead-dataflow-elimination";

/// The second map never runs; the first computes for it alone, and a copy of nothing leads to c
/// too.
std::string text() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  array tmp float64 [N] transient
  array tmp2 float64 [N] transient
  state main {
    a = access a
    m = map twice [i = 0:N] -> x
    t = tasklet t `o = (x * 2.0)`
    x = exit m
    tmp = access tmp
    n = map never [k = 3:3] -> y
    u = tasklet u `o = (p + q)`
    y = exit n
    c = access c
    w = map also [i = 0:N] -> z
    v = tasklet v `o = (x + 1.0)`
    z = exit w
    b = access b
    tmp2 = access tmp2
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.x : a[i]
    t.o -> x.IN_tmp : tmp[i]
    x.OUT_tmp -> tmp : tmp[0:N]
    tmp -> n.IN_tmp : tmp[3:3]
    a -> tmp2 : a[0:N] -> [0:N]
    tmp2 -> n.IN_q : tmp2[3:3]
    n.OUT_tmp -> u.p : tmp[k]
    n.OUT_q -> u.q : tmp2[k]
    u.o -> y.IN_c : c[k]
    y.OUT_c -> c : c[3:3]
    a -> w.IN_a : a[0:N]
    w.OUT_a -> v.x : a[i]
    v.o -> z.IN_b : b[i]
    z.OUT_b -> b : b[0:N]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 nothing-dead",
         .sound = text(),
         .fault = {{"[k = 3:3]", "[k = 3:4]"},
                   {"n.IN_tmp : tmp[3:3]", "n.IN_tmp : tmp[3:4]"},
                   {"n.IN_q : tmp2[3:3]", "n.IN_q : tmp2[3:4]"},
                   {"c : c[3:3]", "c : c[3:4]"}},
         .without = Without::same,
         .because = "nothing would change"},
    };
}

TEST_CASE("dead-dataflow-elimination: a map that never runs goes with what only it needs") {
    const auto graph = test::textAfter(kName, text(), {}, 1);
    for (const std::string gone : {"never", "twice", "array tmp", "tmp2"})
        CHECK_FALSE(has(graph, gone));
    CHECK(has(graph, "map also"));
    CHECK(test::countOf(graph, "access") == 2);
}

TEST_CASE("dead-dataflow-elimination: what something else reads stays") {
    const auto graph = test::textAfter(
        kName,
        test::edited(text(),
                     {{"    tmp -> n.IN_tmp : tmp[3:3]\n",
                       "    tmp -> n.IN_tmp : tmp[3:3]\n    tmp -> c : tmp[0:2] -> [1:3]\n"}}),
        {}, 1);
    CHECK_FALSE(has(graph, "never"));
    CHECK(has(graph, "map twice"));
}

} // namespace mw::test::dead_dataflow_elimination_test
