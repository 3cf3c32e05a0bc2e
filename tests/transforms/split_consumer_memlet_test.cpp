// Copies are cut along the borders of what was written: GT4Py's cases, and a graph for every
// refusal.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::split_consumer_memlet_test {

namespace {

const std::string kName = "split-consumer-memlet";

/// Two copies fill t, one reads it.
std::string twoInOneOut() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [10]
  array c float64 [10]
  array d float64 [24]
  array t float64 [20] transient
  state main {
    a = access a
    c = access c
    t = access t
    d = access d
    a -> t : a[0:10] -> [0:10]
    c -> t : c[0:10] -> [10:20]
    t -> d : t[0:20] -> [4:24]
  }
}
)";
}

/// The same with a border that depends on a size.
std::string openBorder() {
    return R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N]
  array c float64 [N + 20]
  array d float64 [N + 20]
  array t float64 [N + 20] transient
  state begin {
  }
  state main {
    a = access a
    c = access c
    t = access t
    d = access d
    a -> t : a[0:N] -> [0:N]
    c -> t : c[M:N + 20] -> [M:N + 20]
    t -> d : t[0:N + 20] -> [0:N + 20]
  }
  begin -> main with M = `N`
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "3 conditional-copy",
         .sound = twoInOneOut(),
         .fault = {{"t -> d : t[0:20] -> [4:24]",
                    "t -> d : t[0:20] -> [4:24] wcr `lambda x, y: x + y`"}}},
        {.transformation = kName,
         .refusal = "3 reshapes",
         .sound = twoInOneOut(),
         .fault = {{"array d float64 [24]", "array d float64 [4, 6]"},
                   {"t[0:20] -> [4:24]", "t[0:20] -> [0:4, 0:5]"}}},
        {.transformation = kName,
         .refusal = "4 maybe-reversed",
         .sound = openBorder(),
         .fault = {{"a[0:N] -> [0:N]", "a[0:N - 5] -> [0:N - 5]"},
                   {"M = `N`", "M = `max(0, N - 5)`"}}},
        {.transformation = kName,
         .refusal = "4 nothing-to-split",
         .sound = twoInOneOut(),
         .fault = {{"t[0:20] -> [4:24]", "t[10:20] -> [4:14]"}},
         .without = Without::same,
         .because = "it would be applied again and again"},
    };
}

namespace {

using test::countOf;
using test::edited;
using test::has;

std::string text(const std::string& graph, std::size_t times = 1) {
    return test::textAfter(kName, graph, {}, times);
}

} // namespace

TEST_CASE("split-consumer-memlet: two producers, one consumer") {
    const auto after = text(twoInOneOut());
    CHECK(has(after, ": t[0:10] -> [4:14]"));
    CHECK(has(after, ": t[10:20] -> [14:24]"));
    const auto split = ir::dump(*test::appliedEverywhere("split-access-node", after, {}, 1)->root);
    CHECK(has(split, "t_split_1[0:10] -> [14:24]"));
}

TEST_CASE("split-consumer-memlet: sizes that are not known") {
    const auto after =
        text(edited(twoInOneOut(), {{"a float64 [10]", "a float64 [N]"},
                                    {"t float64 [20]", "t float64 [N + 10]"},
                                    {"d float64 [24]", "d float64 [N + 14]"},
                                    {"a[0:10] -> [0:10]", "a[0:N] -> [0:N]"},
                                    {"-> [10:20]", "-> [N:N + 10]"},
                                    {"t[0:20] -> [4:24]", "t[0:N + 10] -> [4:N + 14]"}}));
    CHECK(has(after, ": t[0:N] -> [4:N + 4]"));
    CHECK(has(after, ": t[N:N + 10] -> [N + 4:N + 14]"));
}

TEST_CASE("split-consumer-memlet: what is missing for a border can be assumed") {
    const auto text = edited(openBorder(), {{"a[0:N] -> [0:N]", "a[0:N - 5] -> [0:N - 5]"},
                                            {"M = `N`", "M = `max(0, N - 5)`"}});
    CHECK(test::textAfter(kName, text, {{"assume", std::string("N >= 5")}}, 1)
              .find(": t[0:N - 5] -> [0:N - 5]") != std::string::npos);
}

TEST_CASE("split-consumer-memlet: several copies of columns, and rows in two parts") {
    const auto after = text(R"(sdfg g {
  array a float64 [30, 80]
  array c float64 [70, 80]
  array d float64 [100, 80]
  array t float64 [100, 80] transient
  state main {
    a = access a
    c = access c
    t = access t
    d = access d
    a -> t : a[0:30, 0:80] -> [0:30, 0:80]
    c -> t : c[0:70, 0:80] -> [30:100, 0:80]
    t -> d : t[0:100, 0] -> [0:100, 0]
    t -> d : t[0:100, 13:80] -> [0:100, 13:80]
    t -> d : t[0:30, 1:13] -> [0:30, 1:13]
    t -> d : t[30:100, 1:13] -> [30:100, 1:13]
  }
}
)");
    CHECK(countOf(after, " -> n3 : t[") == 6);
    test::appliedEverywhere("split-access-node", after, {}, 1);
}

TEST_CASE("split-consumer-memlet: a corner of what is copied") {
    const auto after = text(R"(sdfg g {
  array a float64 [8, 8]
  array d float64 [8, 8]
  array t float64 [8, 8] transient
  state main {
    a = access a
    e = access a
    t = access t
    d = access d
    a -> t : a[0:4, 0:4] -> [0:4, 0:4]
    e -> t : a[4:8, 0:8] -> [4:8, 0:8]
    e -> t : a[0:4, 4:8] -> [0:4, 4:8]
    t -> d : t[1:7, 1:7] -> [0:6, 0:6]
  }
}
)");
    CHECK(has(after, ": t[1:4, 1:4] -> [0:3, 0:3]"));
    CHECK(has(after, ": t[4:7, 1:7] -> [3:6, 0:6]"));
    CHECK(has(after, ": t[1:4, 4:7] -> [0:3, 3:6]"));
}

} // namespace mw::test::split_consumer_memlet_test
