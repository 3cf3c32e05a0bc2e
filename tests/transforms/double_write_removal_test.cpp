// Maps write to all places of their result: GT4Py's cases as graphs of our own, and a graph for
// every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::double_write_removal_test {

namespace {

const std::string kName = "double-write-removal";

/// tmp = 2 * a is copied to b with an offset, and to a row of c.
std::string twice() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N]
  array b float64 [N + M + 7]
  array c float64 [3, N]
  array tmp float64 [N] transient
  state main {
    a = access a
    m = map twice [i = 0:N] -> x
    t = tasklet t `o = (y * 2.0)`
    x = exit m
    tmp = access tmp
    b = access b
    c = access c
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.y : a[i]
    t.o -> x.IN_tmp : tmp[i]
    x.OUT_tmp -> tmp : tmp[0:N]
    tmp -> b : tmp[0:N] -> [3:N + 3]
    tmp -> c : tmp[0:N] -> [1, 0:N]
  }
}
)";
}

/// The map computes from the elements of b that the copy replaces.
std::string inPlace() {
    return edited(twice(), {{"    a = access a\n", "    a = access b\n"},
                            {"a -> m.IN_a : a[0:N]", "a -> m.IN_a : b[3:N + 3]"},
                            {"m.OUT_a -> t.y : a[i]", "m.OUT_a -> t.y : b[i + 3]"}});
}

RefusalCase refused(const std::string& refusal, const std::string& sound,
                    const std::vector<Edit>& fault, Without without = Without::wrong,
                    const std::string& because = {}) {
    return {.transformation = kName,
            .refusal = refusal,
            .sound = sound,
            .fault = fault,
            .match = "tmp -> b",
            .without = without,
            .because = because};
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        refused("3 may-alias", edited(twice(), {{"tmp float64 [N] transient", "tmp float64 [N]"}}),
                {{"tmp float64 [N]", "tmp float64 [N] alias"},
                 {"b float64 [N + M + 7]", "b float64 [N + M + 7] alias"}},
                Without::refused),
        refused("4 not-one-writer", twice(),
                {{"t.o -> x.IN_tmp : tmp[i]\n", "t.o -> x.IN_tmp : tmp[i] dynamic\n"}},
                Without::refused),
        refused(
            "4 not-one-writer", twice(),
            {{"t.o -> x.IN_tmp : tmp[i]\n", "t.o -> x.IN_tmp : tmp[i] wcr `lambda p, q: p + q`\n"}},
            Without::refused),
        refused("5 reshapes",
                edited(twice(), {{"b float64 [N + M + 7]", "b float64 [N + 1, N + 1]"},
                                 {"-> [3:N + 3]", "-> [1, 0:N]"}}),
                {{"tmp float64 [N]", "tmp float64 [1, N]"},
                 {"x.IN_tmp : tmp[i]", "x.IN_tmp : tmp[0, i]"},
                 {"x.OUT_tmp -> tmp : tmp[0:N]", "x.OUT_tmp -> tmp : tmp[0, 0:N]"},
                 {"tmp -> b : tmp[0:N] -> [1, 0:N]", "tmp -> b : tmp[0, 0:4] -> [0:2, 0:2]"},
                 {"tmp -> c : tmp[0:N]", "tmp -> c : tmp[0, 0:N]"}}),
        refused("6 not-all-copied", twice(),
                {{"tmp[0:N] -> [3:N + 3]", "tmp[0:N - 1] -> [3:N + 2]"}}),
        refused("6 not-all-copied-unproven", twice(),
                {{"tmp[0:N] -> [3:N + 3]", "tmp[0:M] -> [3:M + 3]"},
                 {"tmp float64 [N]", "tmp float64 [N + M]"}},
                Without::refused),
        refused("6 shared-element", twice(),
                {{"[i = 0:N]", "[i = 0:N, j = 0:2]"}, {"(y * 2.0)", "(y * 2.0)"}}, Without::same,
                "both write the same value"),
        refused("6 not-all-written", twice(),
                {{"x.IN_tmp : tmp[i]", "x.IN_tmp : tmp[i]"}, {"[i = 0:N]", "[i = 1:N]"}}),
        refused("7 other-access", inPlace(),
                {{"a -> m.IN_a : b[3:N + 3]", "a -> m.IN_a : b[2:N + 2]"},
                 {"m.OUT_a -> t.y : b[i + 3]", "m.OUT_a -> t.y : b[i + 2]"}}),
        refused(
            "7 other-access", twice(),
            {{"    tmp -> c", "    q = access b\n    tmp -> q : tmp[0:2] -> [4:6]\n    tmp -> c"}},
            Without::same, "both orders may be meant"),
    };
}

namespace {

using test::edited;
using test::has;

std::string after(const std::string& text, std::size_t times) {
    return test::textAfter(kName, text, {}, times);
}

} // namespace

TEST_CASE("double-write-removal: a map writes both places of its result") {
    const auto text = after(twice(), 1);
    CHECK(has(text, "scalar tmp_value"));
    CHECK(has(text, "b[i + 3]"));
    CHECK(has(text, "tmp[0:N] -> [1, 0:N]"));
}

TEST_CASE("double-write-removal: three places") {
    const auto text = after(edited(twice(), {{"    tmp -> c", "    d = access d\n    tmp -> d : "
                                                              "tmp[0:N] -> [0:N]\n    tmp -> c"},
                                             {"  array c ", "  array d float64 [N]\n  array c "}}),
                            2);
    CHECK(has(text, "d[i]"));
    CHECK(has(text, "scalar tmp_value"));
    CHECK_FALSE(has(text, "tmp_value_0"));
}

TEST_CASE("double-write-removal: an argument that is copied to another") {
    const auto text = after(edited(twice(), {{"tmp float64 [N] transient", "tmp float64 [N]"}}), 2);
    CHECK(has(text, "c[1, i]"));
    CHECK(has(text, "tmp[i]"));
}

TEST_CASE("double-write-removal: the map computes in place") {
    CHECK(has(after(inPlace(), 1), "b[i + 3]"));
}

/// Only b is left, in which two parts are tmp, one of them with the dimensions in turn.
std::string twiceInOne(const std::string& second) {
    return edited(twice(), {{"array b float64 [N + M + 7]", "array b float64 [N + 3, N + 3]"},
                            {"  array c float64 [3, N]\n", ""},
                            {"    c = access c\n", ""},
                            {"-> [3:N + 3]", "-> [3:N + 3, 0]"},
                            {"tmp -> c : tmp[0:N] -> [1, 0:N]", "tmp -> b : " + second}});
}

TEST_CASE("double-write-removal: two parts of one container, along both of its dimensions") {
    for (const std::string second : {"tmp[0:N] -> [1:N + 1, 2]", "tmp[0:N] -> [1, 2:N + 2]"}) {
        const auto text = after(twiceInOne(second), 1);
        CHECK(has(text, "b[i + 3, 0]"));
        CHECK(has(text, second == "tmp[0:N] -> [1, 2:N + 2]" ? "b[1, i + 2]" : "b[i + 1, 2]"));
        CHECK_FALSE(has(text, "array tmp"));
    }
}

TEST_CASE("double-write-removal: a temporary that something else reads stays, its copies go") {
    const auto read = edited(
        twice(), {{"    tmp -> c : tmp[0:N] -> [1, 0:N]\n",
                   "    tmp -> b : tmp[0:N] -> [N + 3:2 * N + 3]\n    tmp -> c : tmp[0:N] -> [1, "
                   "0:N]\n"},
                  {"[N + M + 7]", "[2 * N + M + 7]"}});
    const auto text = test::textAfter(kName, read, {}, 1);
    CHECK(has(text, "b[N + i + 3]"));
    CHECK(has(text, "tmp[0:N] -> [1, 0:N]"));
}

TEST_CASE("double-write-removal: parts that overlap are no two places") {
    CHECK(test::refusalName(kName, twiceInOne("tmp[0:N] -> [1:N + 1, 0]")) == "7 other-access");
}

} // namespace mw::test::double_write_removal_test
