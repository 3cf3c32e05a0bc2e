// Programs become simpler in one step.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::simplify_test {

namespace {

const std::string kName = "simplify";

/// b = 2 * a + 1: in two states, with a copy, a nested SDFG, a branch that is decided and a map
/// that never runs.
std::string text() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array tmp float64 [N] transient
  array tmp2 float64 [N] transient
  state one {
    a = access a
    m = map twice [i = 0:N] -> x
    t = tasklet t `o = (x * 2.0)`
    x = exit m
    tmp = access tmp
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.x : a[i]
    t.o -> x.IN_tmp : tmp[i]
    x.OUT_tmp -> tmp : tmp[0:N]
  }
  state two {
    tmp = access tmp
    tmp2 = access tmp2
    n = map never [i = 4:4] -> y
    u = tasklet u `o = 7.0`
    y = exit n
    again = access tmp2
    tmp -> tmp2 : tmp[0:N] -> [0:N]
    tmp2 -> n
    n -> u
    u.o -> y.IN_t : tmp2[i]
    y.OUT_t -> again : tmp2[4:4]
  }
  state three {
    tmp2 = access tmp2
    n = nested inner {N: N} = sdfg inner {
      symbols N:int32
      array p float64 [N]
      array q float64 [N]
      branch c { if `3 > 2` yes { state add {
        p = access p
        m = map more [i = 0:N] -> x
        t = tasklet t `o = (x + 1.0)`
        x = exit m
        q = access q
        p -> m.IN_p : p[0:N]
        m.OUT_p -> t.x : p[i]
        t.o -> x.IN_q : q[i]
        x.OUT_q -> q : q[0:N]
      } } }
    }
    b = access b
    tmp2 -> n.p : tmp2[0:N]
    n.q -> b : b[0:N]
  }
  one -> two
  two -> three
}
)";
}

/// What is left of it.
std::string simple() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array tmp float64 [N] transient
  state one {
    a = access a
    m = map twice [i = 0:N] -> x
    t = tasklet t `o = (x * 2.0)`
    x = exit m
    tmp = access tmp
    n = map more [i = 0:N] -> y
    u = tasklet t `o = (x + 1.0)`
    y = exit n
    b = access b
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.x : a[i]
    t.o -> x.IN_tmp : tmp[i]
    x.OUT_tmp -> tmp : tmp[0:N]
    tmp -> n.IN_p : tmp[0:N]
    n.OUT_p -> u.x : tmp[i]
    u.o -> y.IN_q : b[i]
    y.OUT_q -> b : b[0:N]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 simple-already",
         .sound =
             edited(simple(), {{"    tmp -> n.IN_p", "    b -> b2 : b[0:N] -> [0:N]\n    tmp -> "
                                                     "n.IN_p"},
                               {"    b = access b\n", "    b = access b\n    b2 = access b\n"}}),
         .fault = {{"    b -> b2 : b[0:N] -> [0:N]\n", ""}, {"    b2 = access b\n", ""}},
         .without = Without::same,
         .because = "nothing would change"},
    };
}

TEST_CASE("simplify: states, nested SDFGs, branches, copies and what is dead go in one step") {
    const auto graph = test::textAfter(kName, text(), {}, 1);
    CHECK(test::countOf(graph, "state ") == 1);
    CHECK(test::countOf(graph, " = map ") == 2);
    CHECK(test::countOf(graph, " transient") == 1);
    for (const std::string gone : {"nested", "branch", "never"})
        CHECK_FALSE(has(graph, gone));
}

TEST_CASE("simplify: elements that go are led to what took their place") {
    const auto before = test::parsed(text());
    const auto& t = test::transformation(kName);
    const auto result = test::applied(t, before, test::matchesOf(t, before).front(), {});
    REQUIRE(result.has_value());
    CHECK_FALSE(result->changes.removed.empty());
    CHECK_FALSE(result->changes.replaced.empty());
    const ir::DocumentIndex index(result->document);
    for (const auto& [from, to] : result->changes.replaced)
        CHECK(index.find(to));
}

} // namespace mw::test::simplify_test
