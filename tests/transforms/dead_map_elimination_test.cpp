// Maps that never run go: what is left, the order that stays, and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::dead_map_elimination_test {

namespace {

const std::string kName = "dead-map-elimination";

/// b = 2 * a by the first map; the second never runs.
std::string text() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array tmp float64 [N] transient
  state main {
    a = access a
    m = map twice [i = 0:N] -> x
    t = tasklet t `o = (x * 2.0)`
    x = exit m
    b = access b
    n = map never [i = 3:3, k = 0:N] -> y
    u = tasklet u `o = x`
    y = exit n
    tmp = access tmp
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.x : a[i]
    t.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
    b -> n.IN_b : b[3:3]
    n.OUT_b -> u.x : b[i]
    u.o -> y.IN_tmp : tmp[i]
    y.OUT_tmp -> tmp : tmp[3:3]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = text(),
         .match = "never",
         .unpaired = true},
        {.transformation = kName,
         .refusal = "2 may-run",
         .sound = text(),
         .match = "never",
         .otherNode = "twice"},
        {.transformation = kName,
         .refusal = "3 neighbours",
         .sound = text(),
         .fault = {{"    u.o -> y.IN_tmp : tmp[i]\n    y.OUT_tmp -> tmp : tmp[3:3]\n",
                    "    w = tasklet w `o = 7.0`\n    u.o -> y.IN_tmp : tmp[i]\n"
                    "    y.OUT_tmp -> tmp : tmp[3:3]\n    y -> w\n    w.o -> tmp : tmp[0]\n"}},
         .match = "never",
         .without = Without::same,
         .because = "the map puts the tasklet in no order that matters here"},
    };
}

namespace {

using test::has;

std::string after(const std::string& graph, std::size_t times) {
    return test::textAfter(kName, graph, {}, times);
}

} // namespace

TEST_CASE("dead-map-elimination: the map goes with what only it touched") {
    const auto graph = after(text(), 1);
    CHECK_FALSE(has(graph, "never"));
    CHECK_FALSE(has(graph, "array tmp"));
    CHECK(has(graph, "map twice"));
}

TEST_CASE("dead-map-elimination: a range that ends before it begins by proof") {
    const auto proven = test::edited(text(), {{"i = 3:3,", "i = N:Min(N, 3),"},
                                              {"b[3:3]", "b[N:Min(N, 3)]"},
                                              {"tmp[3:3]", "tmp[N:Min(N, 3)]"}});
    after(proven, 1);
}

TEST_CASE("dead-map-elimination: what came before the map still comes before what came after") {
    const auto ordered = test::edited(
        text(),
        {{"array tmp float64 [N] transient", "array tmp float64 [N]\n  array c float64 [N]"},
         test::add("    c = access c\n    w = map later [i = 0:N] -> z\n    v = tasklet v `o = (x "
                   "+ 1.0)`\n    z "
                   "= exit w\n    tmp -> w.IN_tmp : tmp[0:N]\n    w.OUT_tmp -> v.x : tmp[i]\n    "
                   "v.o -> z.IN_c : "
                   "c[i]\n    z.OUT_c -> c : c[0:N]\n")});
    CHECK(has(after(ordered, 1), "n4 -> n5\n"));
}

} // namespace mw::test::dead_map_elimination_test
