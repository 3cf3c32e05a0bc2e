// The second container of a copy goes: its readers use the original; and a graph for the refusals
// that only this direction has.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::redundant_second_array_test {

namespace {

const std::string kName = "redundant-second-array";

/// b[i] = 2 * a[1, i + 2] by way of a slice; the slice is also copied to c.
std::string sliced() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [3, N + 4]
  array b float64 [N]
  array c float64 [N + 1]
  array tmp float64 [N] transient
  state main {
    a = access a
    tmp = access tmp
    m = map twice [i = 0:N] -> x
    t = tasklet t `o = (x * 2.0)`
    x = exit m
    b = access b
    c = access c
    a -> tmp : a[1, 2:N + 2] -> [0:N]
    tmp -> m.IN_tmp : tmp[0:N]
    m.OUT_tmp -> t.x : tmp[i]
    t.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
    tmp -> c : tmp[0:N] -> [1:N + 1]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "6 other-writes",
         .sound =
             edited(sliced(), {{"tmp float64 [N] transient", "tmp float64 [N + 1] transient"}}),
         .fault = {{"tmp -> c : tmp[0:N] -> [1:N + 1]", "tmp -> c : tmp[0:N + 1] -> [0:N + 1]"},
                   add("    w = tasklet w `o = 4.0`\n    w.o -> tmp : tmp[N]\n")},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "8 other-access",
         .sound = sliced(),
         .fault = {{"    b = access b\n", "    b = access a\n"},
                   {"  array b float64 [N]\n", ""},
                   {"x.IN_b : b[i]", "x.IN_b : a[1, i + 3]"},
                   {"x.OUT_b -> b : b[0:N]", "x.OUT_b -> b : a[1, 3:N + 3]"}}},
    };
}

namespace {

using test::has;

std::string after(const std::string& text, std::size_t times) {
    return test::textAfter(kName, text, {}, times);
}

} // namespace

TEST_CASE("redundant-second-array: readers use the original at the place that was copied") {
    const auto text = after(sliced(), 1);
    CHECK(has(text, "a[1, i + 2]"));
    CHECK(has(text, "a[1, 2:N + 2] -> [1:N + 1]"));
    CHECK_FALSE(has(text, "array tmp"));
}

TEST_CASE("redundant-second-array: a copy that nobody reads goes") {
    const auto unread = test::edited(
        sliced(),
        {{"    tmp -> m.IN_tmp : tmp[0:N]\n", "    a -> m.IN_tmp : a[1, 2:N + 2]\n"},
         {"m.OUT_tmp -> t.x : tmp[i]", "m.OUT_tmp -> t.x : a[1, i + 2]"},
         {"    tmp -> c : tmp[0:N] -> [1:N + 1]\n", "    a -> c : a[1, 2:N + 2] -> [1:N + 1]\n"}});
    CHECK_FALSE(has(after(unread, 1), "array tmp"));
}

TEST_CASE("redundant-second-array: the original may change once the readers are done") {
    const auto later = test::edited(
        sliced(),
        {{"    c = access c\n",
          "    c = access c\n    a2 = access a\n    w = map again [j = 0:N] -> z\n"
          "    u = tasklet u `o = (x + y)`\n    z = exit w\n"},
         test::add("    b -> w.IN_b : b[0:N]\n    c -> w.IN_c : c[1:N + 1]\n    w.OUT_b -> u.x : "
                   "b[j]\n    w.OUT_c -> u.y : c[j + 1]\n    u.o -> z.IN_a : a[1, j + 1]\n    "
                   "z.OUT_a -> a2 : a[1, 1:N + 1]\n")});
    after(later, 1);
}

TEST_CASE("redundant-second-array: a copy back to the very same place goes too") {
    const auto back = test::edited(
        sliced(), {test::add("    a2 = access a\n    tmp -> a2 : tmp[0:N] -> [1, 2:N + 2]\n")});
    const auto text = after(back, 1);
    CHECK(text.find("access a") == text.rfind("access a"));
}

TEST_CASE("redundant-second-array: a copy of all of it has whatever is read of it") {
    // nothing says that S is at most N, but there is nothing else to read
    const auto whole =
        test::edited(sliced(), {{"symbols N:int32", "symbols N:int32 S:int32"},
                                {"c float64 [N + 1]", "c float64 [S + 1]"},
                                {"tmp[0:N] -> [1:N + 1]", "tmp[N - S:N] -> [1:S + 1]"}});
    const auto text = after(whole, 1);
    CHECK(has(text, "a[1, N - S + 2:N + 2] -> [1:S + 1]"));
}

TEST_CASE("redundant-second-array: a map reads the original through its view") {
    const auto viewed = test::edited(
        sliced(), {{"  array tmp float64 [N] transient\n",
                    "  array tmp float64 [N] transient\n  view v float64 [N] transient\n"},
                   {"    t = tasklet t `o = (x * 2.0)`\n",
                    "    v = access v\n    t = tasklet t `o = (x[i] * 2.0)`\n"},
                   {"    m.OUT_tmp -> t.x : tmp[i]\n",
                    "    m.OUT_tmp -> v.views : tmp[0:N]\n    v -> t.x : v[0:N]\n"}});
    const auto text = after(viewed, 1);
    INFO(text);
    CHECK(has(text, "OUT_tmp -> n2.views : a[1, 2:N + 2] -> [0:N]"));
}

} // namespace mw::test::redundant_second_array_test
