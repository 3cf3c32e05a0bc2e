// Copies of empty regions and to where nobody reads go, and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::dead_copy_elimination_test {

namespace {

const std::string kName = "dead-copy-elimination";

/// DaCe's case: of all these edges only those to c from a move something.
std::string text() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N + 9]
  array b float64 [N + 9] transient
  array c float64 [N + 9]
  state main {
    a = access a
    b = access b
    c = access c
    a -> b : a[1:1] -> [1:1]
    a -> b : a[2:2] -> [3:3]
    b -> c : b[N:N] -> [4:4]
    a -> c : a[1:4] -> [3:6]
    a -> c : a[6:Max(6, N)] -> [6:Max(6, N)]
  }
}
)";
}

/// t is filled from two sides, and read from 4 on.
std::string halfRead() {
    return R"(sdfg g {
  array a float64 [10]
  array b float64 [10]
  array c float64 [10]
  array t float64 [10] transient
  state main {
    a = access a
    b = access b
    t = access t
    c = access c
    a -> t : a[0:3] -> [0:3]
    b -> t : b[3:10] -> [3:10]
    t -> c : t[4:10] -> [4:10]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 no-copy",
         .sound = text(),
         .otherNode = "b",
         .without = Without::same,
         .because = "there is nothing to remove"},
        {.transformation = kName,
         .refusal = "3 may-move",
         .sound = text(),
         .otherNode = "c",
         .role = 1},
        {.transformation = kName,
         .refusal = "3 may-move",
         .sound = halfRead(),
         .fault = {{"t -> c : t[4:10] -> [4:10]", "t -> c : t[2:10] -> [2:10]"}}},
        {.transformation = kName,
         .refusal = "3 may-move",
         .sound = halfRead(),
         .fault = {{"  }\n}\n", "  }\n  state next {\n    p = access t\n    q = access c\n"
                                "    p -> q : t[0:3] -> [0:3]\n  }\n  main -> next\n}\n"}}},
    };
}

namespace {

using test::has;

std::string after(const std::string& graph, std::size_t times) {
    return test::textAfter(kName, graph, {}, times);
}

} // namespace

TEST_CASE("dead-copy-elimination: one edge stays, and the temporary goes") {
    const auto graph = after(text(), 2);
    CHECK(has(graph, "a[1:4] -> [3:6]"));
    CHECK_FALSE(has(graph, "array b"));
}

TEST_CASE("dead-copy-elimination: what came before the copy still comes before what came after") {
    const auto ordered =
        test::edited(text(), {{"array b float64 [N + 9] transient", "array b float64 [N + 9]"},
                              {"b -> c : b[N:N]", "b -> c : b[N:N + 1]"},
                              {"-> [4:4]", "-> [7]"},
                              test::add("    w = tasklet w `o = 2.0`\n    w.o -> a : a[1]\n")});
    CHECK(has(after(ordered, 1), "n0 -> n1\n"));
}

TEST_CASE("dead-copy-elimination: what fills a part that nobody reads goes") {
    const auto graph = after(halfRead(), 1);
    CHECK_FALSE(has(graph, "-> [0:3]"));
    CHECK(has(graph, "b[3:10] -> [3:10]"));
    CHECK(has(graph, "t[4:10] -> [4:10]"));
}

TEST_CASE("dead-copy-elimination: a part of open size that nobody reads") {
    const std::string graph = R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N + M]
  array c float64 [N + M]
  array t float64 [N + M] transient
  state main {
    a = access a
    t = access t
    c = access c
    a -> t : a[0:N] -> [0:N]
    m = map ones [i = N:N + M] -> x
    f = tasklet f `o = 1.0`
    x = exit m
    m -> f
    f.o -> x.IN_t : t[i]
    x.OUT_t -> t : t[N:N + M]
    t -> c : t[N:N + M] -> [N:N + M]
  }
}
)";
    CHECK_FALSE(has(after(graph, 1), "a -> t"));
}

} // namespace mw::test::dead_copy_elimination_test
