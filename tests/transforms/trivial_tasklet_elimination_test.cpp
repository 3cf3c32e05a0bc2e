// A tasklet that only hands its input on becomes a copy: at access nodes, at the entry and at the
// exit of a map; and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::trivial_tasklet_elimination_test {

namespace {

const std::string kName = "trivial-tasklet-elimination";

/// s = a[2], then b[i] = s + i; the first by a tasklet at top level.
std::string betweenData() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N + 5]
  array b float64 [N]
  scalar s float64 transient
  state main {
    a = access a
    t = tasklet t `o = x`
    s = access s
    m = map add [i = 0:N] -> x
    u = tasklet u `o = (x + i)`
    x = exit m
    b = access b
    a -> t.x : a[2]
    t.o -> s : s[0]
    s -> m.IN_s : s[0]
    m.OUT_s -> u.x : s[0]
    u.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
  }
}
)";
}

/// b[i] = a[N - i] * 2 with a scalar on each side of the multiplication.
std::string insideMap() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N + 1]
  array b float64 [N]
  scalar s float64 transient
  scalar r float64 transient
  state main {
    a = access a
    m = map twice [i = 0:N] -> x
    in = tasklet in `o = x`
    s = access s
    t = tasklet t `o = (x * 2.0)`
    r = access r
    out = tasklet out `o = x`
    x = exit m
    b = access b
    a -> m.IN_a : a[1:N + 1]
    m.OUT_a -> in.x : a[N - i]
    in.o -> s : s[0]
    s -> t.x : s[0]
    t.o -> r : r[0]
    r -> out.x : r[0]
    out.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 computes",
         .sound = betweenData(),
         .otherNode = "u",
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "3 neighbours",
         .sound = insideMap(),
         .fault =
             {{"    in.o -> s : s[0]\n    s -> t.x : s[0]\n    t.o -> r : r[0]\n    r -> out.x : "
               "r[0]\n    out.o -> x.IN_b : b[i]\n",
               "    in.o -> x.IN_b : b[i]\n"},
              {"    s = access s\n    t = tasklet t `o = (x * 2.0)`\n    r = access r\n    out = "
               "tasklet out `o = x`\n",
               ""}},
         .match = "in"},
        {.transformation = kName,
         .refusal = "4 conflict-resolution",
         .sound = insideMap(),
         .fault = {{"out.o -> x.IN_b : b[i]", "out.o -> x.IN_b : b[i] wcr `lambda p, q: p + q`"}},
         .match = "out"},
        {.transformation = kName,
         .refusal = "4 not-one-element",
         .sound = betweenData(),
         .fault = {{"a -> t.x : a[2]", "a -> t.x : a[2] dynamic"}},
         .without = Without::same,
         .because = "the interpreter moves what a dynamic memlet may move"},
        {.transformation = kName,
         .refusal = "5 container-kind",
         .sound = betweenData(),
         .fault = {declare("  view v float64 [1] transient\n"),
                   {"    s = access s\n", "    v = access v\n    s = access s\n"},
                   {"t.o -> s : s[0]", "t.o -> v : v[0]\n    v -> s : s[0]"}},
         .without = Without::same,
         .because = "it would be a guess which of two containers the view looks at"},
        {.transformation = kName,
         .refusal = "5 same-container",
         .sound = betweenData(),
         .fault = {{"s = access s", "s = access a"},
                   {"t.o -> s : s[0]", "t.o -> s : a[1]"},
                   {"s -> m.IN_s : s[0]", "s -> m.IN_s : a[1]"},
                   {"m.OUT_s -> u.x : s[0]", "m.OUT_s -> u.x : a[1]"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "5 converts",
         .sound = betweenData(),
         .fault = {{"scalar s float64", "scalar s int32"}},
         .without = Without::same,
         .because = "the interpreter converts where it copies"},
        {.transformation = kName,
         .refusal = "6 unordered-access",
         .sound = insideMap(),
         .fault = {{"    s = access s\n", "    w = tasklet w `o = 7.0`\n    s = access s\n"},
                   add("    b2 = access a\n    m -> w\n    w.o -> x.IN_a : a[N - i]\n"
                       "    x.OUT_a -> b2 : a[1:N + 1]\n")}},
        {.transformation = kName,
         .refusal = "6 unordered-access",
         .sound = betweenData(),
         .fault = {{"    s = access s\n",
                    "    w = tasklet w `o = 7.0`\n    a2 = access a\n    s = access s\n"},
                   add("    w.o -> a2 : a[2]\n")}},
    };
}

namespace {

using test::has;

std::string after(const std::string& text, std::size_t times) {
    return test::textAfter(kName, text, {}, times);
}

} // namespace

TEST_CASE("trivial-tasklet-elimination: between two access nodes a copy with both regions stays") {
    const auto text = after(betweenData(), 1);
    CHECK(has(text, "n0 -> n1 : a[2] -> [0]"));
    CHECK_FALSE(has(text, "tasklet t"));
}

TEST_CASE("trivial-tasklet-elimination: inside a map the memlet names what is outside") {
    const auto text = after(insideMap(), 2);
    CHECK(has(text, "n1.OUT_a -> n2 : a[N - i] -> [0]"));
    CHECK(has(text, ".IN_b : b[i] -> [0]"));
    CHECK(has(text, "tasklet t"));
}

TEST_CASE("trivial-tasklet-elimination: what computes is no match") {
    const auto computing = test::edited(betweenData(), {{"`o = x`", "`o = (x + 0.0)`"}});
    CHECK(test::transformation(kName).find(test::parsed(computing), {}).empty());
}

} // namespace mw::test::trivial_tasklet_elimination_test
