// Copies become maps; and a graph for every refusal.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::copy_to_map_test {

namespace {

const std::string kName = "copy-to-map";

/// Row 1 of a becomes the front of b.
std::string text() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [3, N + 4]
  array b float64 [N + 1]
  array d float64 [N]
  state main {
    a = access a
    b = access b
    d = access d
    a -> b : a[1, 2:N + 2] -> [0:N]
    b -> d : b[1] -> [N - 1]
  }
}
)";
}

/// A copy in a nested SDFG between what it is given of two arrays.
std::string nested() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N + 4]
  array c float64 [N + 4]
  state main {
    a = access a
    k = nested k {N: N} = sdfg inner {
      symbols N:int32
      array x float64 [N]
      array b float64 [N]
      state s {
        x = access x
        b = access b
        x -> b : x[0:N] -> [0:N]
      }
    }
    c = access c
    a -> k.x : a[0:N]
    k.b -> c : c[2:N + 2]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "3 same-container",
         .sound = text(),
         .fault = {add("    a2 = access a\n    a -> a2 : a[0, 0:N] -> [2, 0:N]\n")},
         .otherNode = "a",
         .role = 1,
         .without = Without::same,
         .because = "the rows are different ones"},
        {.transformation = kName,
         .refusal = "3 may-alias",
         .sound = nested(),
         .fault = {{"    c = access c\n", "    c = access a\n"},
                   {"k.b -> c : c[2:N + 2]", "k.b -> c : a[2:N + 2]"}}},
        {.transformation = kName,
         .refusal = "4 no-box",
         .sound = text(),
         .fault = {{"a[1, 2:N + 2] -> [0:N]", "a[1, 2] -> [0]"}}},
        {.transformation = kName,
         .refusal = "5 unordered-access",
         .sound = text(),
         .fault = {{"    d = access d\n", "    d = access d\n    w = tasklet w `o = 7.0`\n"},
                   add("    w.o -> b : b[0]\n")}},
    };
}

namespace {

using test::has;

std::string after(const std::string& graph, std::size_t times) {
    return test::textAfter(kName, graph, {}, times);
}

} // namespace

TEST_CASE("copy-to-map: one parameter for each dimension that is moved along") {
    const auto element = test::edited(
        text(), {{"    b -> d : b[1] -> [N - 1]\n", "    b -> d : b[0:N] -> [0:N]\n"}});
    const auto graph = after(element, 2);
    CHECK(has(graph, "map copy_a_b [i0 = 0:N]"));
    CHECK(has(graph, "a[1, i0 + 2]"));
    CHECK(has(graph, "map copy_b_d [i0_0 = 0:N]"));
}

TEST_CASE("copy-to-map: map-to-copy makes the same copy of it again") {
    const auto before = test::parsed(text());
    const auto map = test::appliedEverywhere(kName, text(), {}, 1);
    const auto again = transforms::applyEverywhere(test::transformation("map-to-copy"), map, {});
    REQUIRE(again.has_value());
    CHECK(has(ir::dump(*transforms::lastDocument(map, *again)->root), "a[1, 2:N + 2] -> [0:N]"));
}

} // namespace mw::test::copy_to_map_test
