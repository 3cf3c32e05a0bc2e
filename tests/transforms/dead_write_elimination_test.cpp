// Temporaries that nobody reads go with what computes them, and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::dead_write_elimination_test {

namespace {

const std::string kName = "dead-write-elimination";

/// One map computes b, and in a second tasklet tmp, which nobody reads.
std::string text() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array d float64 [N]
  array b float64 [N]
  array tmp float64 [N] transient
  scalar s float64 transient
  state main {
    a = access a
    d = access d
    m = map both [i = 0:N] -> x
    t = tasklet t `o = (x * 2.0)`
    v = tasklet v `o = (x * 4.0)`
    s = access s
    u = tasklet u `o = (x + y)`
    x = exit m
    b = access b
    tmp = access tmp
    a -> m.IN_a : a[0:N]
    d -> m.IN_d : d[0:N]
    m.OUT_a -> t.x : a[i]
    m.OUT_d -> v.x : d[i]
    v.o -> s : s[0]
    s -> u.x : s[0]
    m.OUT_a -> u.y : a[i]
    t.o -> x.IN_b : b[i]
    u.o -> x.IN_tmp : tmp[i]
    x.OUT_b -> b : b[0:N]
    x.OUT_tmp -> tmp : tmp[0:N]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName, .refusal = "2 not-unread", .sound = text(), .otherNode = "b"},
        {.transformation = kName,
         .refusal = "3 read-elsewhere",
         .sound = edited(
             text(), {declare("  array r float64 [1] transient\n"),
                      add("    l = tasklet l `o = 3.0`\n    r = access r\n    l.o -> r : r[0]\n")}),
         .fault = {add(
             "  }\n  state later {\n    tmp = access tmp\n    b = access b\n    tmp -> b : "
             "tmp[0:N] -> [0:N]\n  }\n  main -> later\n  state last {\n")},
         .match = "r",
         .otherNode = "tmp"},
        {.transformation = kName,
         .refusal = "3 read-elsewhere",
         .sound = edited(text(), {declare("  scalar r int64 transient\n"),
                                  add("    l = tasklet l `o = 3`\n    r = access r\n    l.o -> r : "
                                      "r[0]\n")}),
         .fault = {add(
             "  }\n  state later {\n    b = access b\n    p = nested p {R: r} = sdfg p {\n "
             "     symbols R:int64\n      array q float64 [1]\n      state only {\n        "
             "t = tasklet t `o = R`\n        q = access q\n        t.o -> q : q[0]\n      "
             "}\n    }\n    p.q -> b : b[0]\n  }\n  main -> later\n  state last {\n")},
         .match = "tmp",
         .otherNode = "r"},
        {.transformation = kName,
         .refusal = "4 still-needed",
         .sound = text(),
         .fault = {{"`o = (x + y)`", "`o = (x + y); p = x`"},
                   declare("  array e float64 [N]\n"),
                   add("    e = access e\n    u.p -> x.IN_e : e[i]\n    x.OUT_e -> e : e[0:N]\n")}},
        {.transformation = kName,
         .refusal = "4 still-needed",
         .sound = text(),
         .fault = {{"scalar s float64 transient", "scalar s float64"}},
         .races = true},
    };
}

namespace {

using test::has;

std::string after(const std::string& graph, std::size_t times) {
    return test::textAfter(kName, graph, {}, times);
}

} // namespace

TEST_CASE("dead-write-elimination: part of a map goes with its own inputs") {
    const auto graph = after(text(), 1);
    CHECK_FALSE(has(graph, "tmp"));
    CHECK_FALSE(has(graph, "scalar s"));
    CHECK_FALSE(has(graph, "access d"));
    CHECK(has(graph, "tasklet t"));
}

TEST_CASE("dead-write-elimination: a map that computes nothing else goes as a whole") {
    const auto whole =
        test::edited(text(), {{"    t.o -> x.IN_b : b[i]\n", "    t.o -> x.IN_r : r[i]\n"},
                              {"    x.OUT_b -> b : b[0:N]\n",
                               "    r = access r\n    x.OUT_r -> r : r[0:N]\n    l = "
                               "tasklet l `o = 3.0`\n    l.o -> b : b[0]\n"},
                              test::declare("  array r float64 [N] transient\n")});
    const auto graph = after(whole, 2);
    CHECK_FALSE(has(graph, "map"));
    CHECK(has(graph, "b[0]"));
}

TEST_CASE("dead-write-elimination: a copy into a temporary goes") {
    const auto copied = test::edited(
        text(),
        {{"    u.o -> x.IN_tmp : tmp[i]\n", "    u.o -> x.IN_d : d[i]\n"},
         {"    x.OUT_tmp -> tmp : tmp[0:N]\n",
          "    e = access d\n    x.OUT_d -> e : d[0:N]\n    e -> tmp : d[0:N] -> [0:N]\n"}});
    CHECK_FALSE(has(after(copied, 1), "tmp"));
}

TEST_CASE("dead-write-elimination: what is left without inputs stays inside its maps") {
    const auto graph = after(R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N]
  array b float64 [N, M]
  array tmp float64 [N, M] transient
  state main {
    a = access a
    m = map outer [i = 0:N] -> x
    k = map inner [j = 0:M] -> y
    t = tasklet t `o = (p * 2.0)`
    u = tasklet u `o = ((i * 3.0) + j)`
    y = exit k
    x = exit m
    tmp = access tmp
    b = access b
    a -> m.IN_a : a[0:N]
    m.OUT_a -> k.IN_a : a[i]
    k.OUT_a -> t.p : a[i]
    k -> u
    t.o -> y.IN_tmp : tmp[i, j]
    u.o -> y.IN_b : b[i, j]
    y.OUT_tmp -> x.IN_tmp : tmp[i, 0:M]
    y.OUT_b -> x.IN_b : b[i, 0:M]
    x.OUT_tmp -> tmp : tmp[0:N, 0:M]
    x.OUT_b -> b : b[0:N, 0:M]
  }
}
)",
                             1);
    CHECK_FALSE(has(graph, "access a"));
    CHECK(has(graph, "n0 -> n1\n"));
}

} // namespace mw::test::dead_write_elimination_test
