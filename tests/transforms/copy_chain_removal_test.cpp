// Chains of copies of temporaries: GT4Py's cases. The conditions are those of redundant-array and
// redundant-second-array, whose tests have a graph for each.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::copy_chain_removal_test {

namespace {

const std::string kName = "copy-chain-removal";

/// A map writes b; b is copied to c, c to d, d to e, each to other indices of a larger container.
std::string pulled() {
    return R"(sdfg g {
  array a float64 [10]
  array b float64 [10] transient
  array c float64 [30] transient
  array d float64 [40] transient
  array e float64 [50]
  state main {
    a = access a
    m = map twice [i = 0:10] -> x
    t = tasklet t `o = (x * 2.0)`
    x = exit m
    b = access b
    c = access c
    d = access d
    e = access e
    a -> m.IN_a : a[0:10]
    m.OUT_a -> t.x : a[i]
    t.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:10]
    b -> c : b[0:10] -> [10:20]
    c -> d : c[10:20] -> [12:22]
    d -> e : d[12:22] -> [15:25]
  }
}
)";
}

/// The mirror image: slices of slices, the last of which a map reads.
std::string pushed() {
    return R"(sdfg g {
  array a float64 [50]
  array b float64 [40] transient
  array c float64 [30] transient
  array d float64 [10] transient
  array e float64 [10]
  state main {
    a = access a
    b = access b
    c = access c
    d = access d
    m = map twice [i = 0:10] -> x
    t = tasklet t `o = (x * 2.0)`
    x = exit m
    e = access e
    a -> b : a[3:43] -> [0:40]
    b -> c : b[2:32] -> [0:30]
    c -> d : c[10:20] -> [0:10]
    d -> m.IN_d : d[0:10]
    m.OUT_d -> t.x : d[i]
    t.o -> x.IN_e : e[i]
    x.OUT_e -> e : e[0:10]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "4 not-temporary",
         .sound = pushed(),
         .fault = {add(
             "  }\n  state later {\n    b = access b\n    e = access e\n    b -> e : b[0:10] -> "
             "[0:10]\n  }\n  main -> later\n  state last {\n")},
         .match = "a -> b",
         .without = Without::refused},
    };
}

namespace {

using test::has;

std::string after(const std::string& text, std::size_t times) {
    return test::textAfter(kName, text, {}, times);
}

} // namespace

TEST_CASE("copy-chain-removal: a chain that a map writes ends in its last container") {
    const auto text = after(pulled(), 3);
    CHECK(has(text, "e[i + 15]"));
    CHECK(has(text, "e[15:25]"));
    CHECK_FALSE(has(text, "transient"));
}

TEST_CASE("copy-chain-removal: a chain of slices is read in its first container") {
    const auto text = after(pushed(), 3);
    CHECK(has(text, "a[i + 15]"));
    CHECK_FALSE(has(text, "transient"));
}

TEST_CASE("copy-chain-removal: what is only partly read loses its last copy") {
    const auto part =
        test::edited(pulled(), {{"b -> c : b[0:10] -> [10:20]", "b -> c : b[2:8] -> [12:18]"},
                                {"c -> d : c[10:20] -> [12:22]", "c -> d : c[12:18] -> [14:20]"},
                                {"d -> e : d[12:22] -> [15:25]", "d -> e : d[14:20] -> [17:23]"}});
    CHECK(has(after(part, 2), "-> [17:23]"));
}

TEST_CASE("copy-chain-removal: a reader between two containers that would close a cycle stays") {
    const auto around = test::edited(
        pulled(),
        {{"    e = access e\n",
          "    e = access e\n    n = map less [j = 0:10] -> y\n    u = tasklet u `o = (x - 1.0)`\n"
          "    y = exit n\n"},
         test::add(
             "    b -> n.IN_b : b[0:10]\n    n.OUT_b -> u.x : b[j]\n    u.o -> y.IN_e : e[j]\n"
             "    y.OUT_e -> e : e[0:10]\n")});
    after(around, 2);
}

} // namespace mw::test::copy_chain_removal_test
