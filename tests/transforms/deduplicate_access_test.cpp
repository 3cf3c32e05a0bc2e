// Elements that several tasklets of an iteration read are read once; and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::deduplicate_access_test {

namespace {

const std::string kName = "deduplicate-access";

/// b[i, k] = a[i, k] + a[i + 1, k], c[i, k] = a[i + 1, k] * 2.
std::string neighbours() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N + 3, M + 3]
  array b float64 [N, M]
  array c float64 [N, M]
  state main {
    a = access a
    m = map both [i = 0:N, k = 0:M] -> x
    t1 = tasklet t1 `o = (x + y)`
    t2 = tasklet t2 `o = (x * 2.0)`
    x = exit m
    b = access b
    c = access c
    a -> m.IN_a : a[0:N + 1, 0:M]
    m.OUT_a -> t1.x : a[i, k]
    m.OUT_a -> t1.y : a[i + 1, k]
    m.OUT_a -> t2.x : a[i + 1, k]
    t1.o -> x.IN_b : b[i, k]
    t2.o -> x.IN_c : c[i, k]
    x.OUT_b -> b : b[0:N, 0:M]
    x.OUT_c -> c : c[0:N, 0:M]
  }
}
)";
}

/// The first tasklet reads a box, of which the second reads a corner.
std::string boxes(const std::string& first, const std::string& second) {
    return edited(neighbours(), {{"    m.OUT_a -> t1.y : a[i + 1, k]\n", ""},
                                 {"`o = (x + y)`", "`o = (x[0, 0] + x[1, 2])`"},
                                 {"t1.x : a[i, k]", "t1.x : a[" + first + "]"},
                                 {"t2.x : a[i + 1, k]", "t2.x : a[" + second + "]"},
                                 {"a[0:N + 1, 0:M]", "a[0:N + 3, 0:M + 3]"}});
}

/// Written in place at the elements that are read first.
std::string inPlace() {
    return edited(neighbours(), {{"    c = access c\n", "    c = access a\n"},
                                 {"m.OUT_a -> t1.y : a[i + 1, k]", "m.OUT_a -> t1.y : a[i, k]"},
                                 {"t2.x : a[i + 1, k]", "t2.x : a[i, k]"},
                                 {"t2.o -> x.IN_c : c[i, k]", "t2.o -> x.IN_c : a[i, k]"},
                                 {"x.OUT_c -> c : c[0:N, 0:M]", "x.OUT_c -> c : a[0:N, 0:M]"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 nothing-shared",
         .sound = neighbours(),
         .fault = {{"t2.x : a[i + 1, k]", "t2.x : a[i + 2, k]"},
                   {"a[0:N + 1, 0:M]", "a[0:N + 3, 0:M]"}}},
        {.transformation = kName,
         .refusal = "2 nothing-shared",
         .sound = neighbours(),
         .params = {{"container", std::string("a")}},
         .faultParams = {{"container", std::string("b")}}},
        {.transformation = kName,
         .refusal = "3 container-kind",
         .sound = neighbours(),
         .fault = {{"  array a float64 [N + 3, M + 3]\n",
                    "  array z float64 [N + 3, M + 3]\n  view a float64 [N + 3, M + 3] "
                    "transient\n"},
                   {"    a = access a\n", "    a = access a\n    z = access z\n"},
                   add("    z -> a : z[0:N + 3, 0:M + 3]\n")},
         .without = Without::same,
         .because = "the view is another name of the same elements"},
        {.transformation = kName,
         .refusal = "4 used-inside",
         .sound = neighbours(),
         .fault = {{"    t1 = tasklet t1 `o = (x + y)`\n",
                    "    t3 = tasklet t3 `o = 5.0`\n    w = access a\n"
                    "    t1 = tasklet t1 `o = (x + y * z)`\n"},
                   add("    m -> t3\n    t3.o -> w : a[i, k]\n    w -> t1.z : a[i, k]\n")}},
        {.transformation = kName,
         .refusal = "4 written-before",
         .sound = inPlace(),
         .fault = {{"    t1 = tasklet t1 `o = (x + y)`\n", ""},
                   {"    x = exit m\n", "    t1 = tasklet t1 `o = (x + y)`\n    x = exit m\n"}}},
        {.transformation = kName,
         .refusal = "5 layout",
         .sound = boxes("i:i + 2, k:k + 3", "i, k"),
         .fault = {{"`o = (x[0, 0] + x[1, 2])`", "`o = x[0] + x[1];` CPP"}},
         .without = Without::unexecuted,
         .because = "the interpreter runs no C++"},
    };
}

namespace {

using test::has;

std::string after(const std::string& text, std::size_t times, const Params& params = {}) {
    return test::textAfter(kName, text, params, times);
}

std::size_t buffersOf(const std::string& text) {
    const auto dumped = after(text, 1);
    std::size_t count = 0;
    for (std::size_t at = 0; (at = dumped.find("access local_a", at)) != std::string::npos; ++at)
        ++count;
    return count;
}

} // namespace

TEST_CASE("deduplicate-access: what two tasklets read becomes one buffer over both") {
    CHECK(after(neighbours(), 1) == R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N + 3, M + 3]
  array b float64 [N, M]
  array c float64 [N, M]
  array local_a float64 [2, 1] transient storage Register
  state main {
    n0 = access a
    n1 = map both [i = 0:N, k = 0:M] -> n5
    n2 = access local_a
    n3 = tasklet t1 `o = (x + y)`
    n4 = tasklet t2 `o = (x * 2.0)`
    n5 = exit n1
    n6 = access b
    n7 = access c
    n0 -> n1.IN_a : a[0:N + 1, 0:M]
    n2 -> n3.x : local_a[0, 0]
    n2 -> n3.y : local_a[1, 0]
    n2 -> n4.x : local_a[1, 0]
    n3.o -> n5.IN_b : b[i, k]
    n4.o -> n5.IN_c : c[i, k]
    n5.OUT_b -> n6 : b[0:N, 0:M]
    n5.OUT_c -> n7 : c[0:N, 0:M]
    n1.OUT_a -> n2 : a[i:i + 2, k] -> [0:2, 0]
  }
}
)");
}

TEST_CASE("deduplicate-access: a single element becomes a scalar") {
    CHECK(has(after(inPlace(), 1), "scalar local_a float64 transient"));
}

TEST_CASE("deduplicate-access: by choice only what would be in the way of writing in place") {
    const Params inPlaceOnly{{"in-place-only", true}};
    CHECK(has(after(inPlace(), 1, inPlaceOnly), "scalar local_a float64 transient"));
    CHECK(has(after(neighbours(), 0, inPlaceOnly), "OUT_a"));
    // two elements, in rows that nothing writes
    CHECK(has(after(test::edited(inPlace(), {{"t1.x : a[i, k]", "t1.x : a[N + 1, k]"},
                                             {"t1.y : a[i, k]", "t1.y : a[N + 2, k]"},
                                             {"t2.x : a[i, k]", "t2.x : a[N + 2, k]"},
                                             {"a[0:N + 1, 0:M]", "a[0:N + 3, 0:M]"}}),
                    0, inPlaceOnly),
              "OUT_a"));
}

TEST_CASE("deduplicate-access: boxes are put together where they make up a box") {
    CHECK(has(after(boxes("i:i + 2, k:k + 3", "i + 1, k + 2"), 1), "local_a float64 [2, 3]"));
    CHECK(has(after(boxes("i:i + 2, k:k + 3", "i + 2, k"), 0), "OUT_a"));
    // i and i + 2 are not next to each other, each is read twice
    const auto apart =
        test::edited(neighbours(), {{"t1.y : a[i + 1, k]", "t1.y : a[i + 2, k]"},
                                    {"t2.x : a[i + 1, k]", "t2.x : a[i, k]"},
                                    {"`o = (x * 2.0)`", "`o = (x * y)`"},
                                    {"a[0:N + 1, 0:M]", "a[0:N + 3, 0:M]"},
                                    test::add("    m.OUT_a -> t2.y : a[i + 2, k]\n")});
    CHECK(buffersOf(apart) == 2);
}

TEST_CASE("deduplicate-access: what depends on symbols is left alone") {
    const auto rows = test::edited(
        neighbours(), {{"t2.x : a[i + 1, k]", "t2.x : a[M, k]"},
                       {"t1.x : a[i, k]", "t1.x : a[M, k]"},
                       {"a[0:N + 1, 0:M]", "a[0:N + 3, 0:M]"},
                       {"array a float64 [N + 3, M + 3]", "array a float64 [N + M + 3, M + 3]"}});
    CHECK(buffersOf(rows) == 1);
    CHECK(has(after(rows, 1), "a[i + 1, k]"));
}

} // namespace mw::test::deduplicate_access_test
