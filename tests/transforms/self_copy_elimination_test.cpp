// Copies of data to itself go, and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::self_copy_elimination_test {

namespace {

const std::string kName = "self-copy-elimination";

/// b is written, copied to itself, and read.
std::string text() {
    return R"(sdfg g {
  symbols N:int32
  array b float64 [N + 2]
  array c float64 [N + 2]
  state main {
    w = tasklet w `o = 2.0`
    b = access b
    b2 = access b
    c = access c
    w.o -> b : b[0]
    b -> b2 : b[0:N] -> [0:N]
    b2 -> c : b[0:N] -> [1:N + 1]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 no-self-copy",
         .sound = text(),
         .otherNode = "c",
         .role = 1,
         .without = Without::same,
         .because = "there is nothing to remove"},
        {.transformation = kName,
         .refusal = "3 moves",
         .sound = text(),
         .fault = {{"b[0:N] -> [0:N]", "b[0:N] -> [1:N + 1]"}}},
    };
}

namespace {

using test::has;

std::string after(const std::string& graph, std::size_t times) {
    return test::textAfter(kName, graph, {}, times);
}

} // namespace

TEST_CASE("self-copy-elimination: what was written before is still read after") {
    const auto graph = after(text(), 1);
    CHECK(has(graph, "n1 -> n2\n"));
    CHECK_FALSE(has(graph, "b[0:N] -> [0:N]"));
}

TEST_CASE("self-copy-elimination: nodes that only copied go") {
    const auto alone = test::edited(text(), {{"    w = tasklet w `o = 2.0`\n",
                                              "    b3 = access b\n    w = tasklet w `o = 2.0`\n"},
                                             {"    w.o -> b : b[0]\n", "    w.o -> c : c[0]\n"},
                                             {"b2 -> c : b[0:N]", "b3 -> c : b[0:N]"}});
    const auto graph = after(alone, 1);
    CHECK(graph.find("access b") == graph.rfind("access b"));
}

} // namespace mw::test::self_copy_elimination_test
