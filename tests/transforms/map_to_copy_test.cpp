// Maps that only hand on become copies; and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_to_copy_test {

namespace {

const std::string kName = "map-to-copy";

/// GT4Py's case: b[i, k - 2] = a[i, k + 1].
std::string text() {
    return R"(sdfg g {
  symbols N:int32 K:int32
  array a float64 [N, K + 9]
  array b float64 [N, K + 3]
  array c float64 [N, K]
  state main {
    a = access a
    m = map hand_on [i = 0:N, k = 4:K + 4] -> x
    t = tasklet t `o = x`
    x = exit m
    b = access b
    n = map other [i = 0:N, k = 0:K] -> y
    u = tasklet u `o = (x * 2.0)`
    y = exit n
    c = access c
    a -> m.IN_a : a[0:N, 5:K + 5]
    m.OUT_a -> t.x : a[i, k + 1]
    t.o -> x.IN_b : b[i, k - 2]
    x.OUT_b -> b : b[0:N, 2:K + 2]
    b -> n.IN_b : b[0:N, 2:K + 2]
    n.OUT_b -> u.x : b[i, k + 2]
    u.o -> y.IN_c : c[i, k]
    y.OUT_c -> c : c[0:N, 0:K]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 more-than-a-copy",
         .sound = text(),
         .otherNode = "other"},
        {.transformation = kName,
         .refusal = "3 ends",
         .sound = text(),
         .fault = {{"    b = access b\n", "    b = access a\n"},
                   {"x.IN_b : b[i, k - 2]", "x.IN_b : a[i, k - 2]"},
                   {"x.OUT_b -> b : b[0:N, 2:K + 2]", "x.OUT_b -> b : a[0:N, 2:K + 2]"},
                   {"b -> n.IN_b : b[0:N, 2:K + 2]", "b -> n.IN_b : a[0:N, 2:K + 2]"},
                   {"n.OUT_b -> u.x : b[i, k + 2]", "n.OUT_b -> u.x : a[i, k + 2]"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "3 converts",
         .sound = text(),
         .fault = {{"array b float64", "array b float32"}},
         .without = Without::same,
         .because = "the interpreter converts where it copies"},
        {.transformation = kName,
         .refusal = "4 not-one-element",
         .sound = text(),
         .fault = {{"x.IN_b : b[i, k - 2]", "x.IN_b : b[i, k - 2] wcr `lambda p, q: p + q`"}}},
        {.transformation = kName,
         .refusal = "5 not-a-box",
         .sound = text(),
         .fault = {{"m.OUT_a -> t.x : a[i, k + 1]", "m.OUT_a -> t.x : a[i, 9 - k + K]"}}},
        {.transformation = kName,
         .refusal = "6 unordered-access",
         .sound = text(),
         .fault = {{"    b = access b\n",
                    "    w = tasklet w `o = 7.0`\n    a2 = access a\n    b = access b\n"},
                   add("    w.o -> a2 : a[0, 6]\n")}},
    };
}

namespace {

using test::has;

std::string after(const std::string& graph, std::size_t times) {
    return test::textAfter(kName, graph, {}, times);
}

} // namespace

TEST_CASE("map-to-copy: offsets of both sides are in the regions") {
    CHECK(has(after(text(), 1), "a[0:N, 5:K + 5] -> [0:N, 2:K + 2]"));
}

TEST_CASE("map-to-copy: indices that stay the same are points of the regions") {
    const auto column =
        test::edited(text(), {{"m.OUT_a -> t.x : a[i, k + 1]", "m.OUT_a -> t.x : a[i, 3]"},
                              {"a -> m.IN_a : a[0:N, 5:K + 5]", "a -> m.IN_a : a[0:N, 3]"},
                              {"[i = 0:N, k = 4:K + 4]", "[i = 0:N]"},
                              {"x.IN_b : b[i, k - 2]", "x.IN_b : b[i, 1]"},
                              {"x.OUT_b -> b : b[0:N, 2:K + 2]", "x.OUT_b -> b : b[0:N, 1]"}});
    CHECK(has(after(column, 1), "a[0:N, 3] -> [0:N, 1]"));
}

TEST_CASE("map-to-copy: a broadcast, a transposition and a step are no copies of a box") {
    const auto refused = [](const std::vector<test::Edit>& edits) {
        const auto found = test::refusal(kName, test::edited(text(), edits));
        REQUIRE(found.has_value());
        CHECK(found->code == "not-a-box");
    };
    refused({{"m.OUT_a -> t.x : a[i, k + 1]", "m.OUT_a -> t.x : a[i, 3]"}});
    refused({{"m.OUT_a -> t.x : a[i, k + 1]", "m.OUT_a -> t.x : a[k - 4, i]"}});
    refused({{"k = 4:K + 4]", "k = 4:K + 4:2]"}});
    refused({{"m.OUT_a -> t.x : a[i, k + 1]", "m.OUT_a -> t.x : a[i, k + i]"}});
}

} // namespace mw::test::map_to_copy_test
