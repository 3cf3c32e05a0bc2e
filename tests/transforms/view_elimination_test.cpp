// Views that go: columns of fields that maps inside of maps read or write, views of one element,
// and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::view_elimination_test {

namespace {

const std::string kName = "view-elimination";

/// b = 2 * a, row by row of a through the view v.
std::string rows() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array b float64 [N, M]
  view v float64 [M] transient
  state main {
    a = access a
    m = map rows [i = 0:N] -> x
    v = access v
    w = map columns [k = 0:M] -> z
    t = tasklet twice `o = (y * 2.0)`
    z = exit w
    x = exit m
    b = access b
    a -> m.IN_a : a[0:N, 0:M]
    m.OUT_a -> v.views : a[i, 0:M]
    v -> w.IN_v : v[0:M]
    w.OUT_v -> t.y : v[k]
    t.o -> z.IN_b : b[i, k]
    z.OUT_b -> x.IN_b : b[i, 0:M]
    x.OUT_b -> b : b[0:N, 0:M]
  }
}
)";
}

/// The same, with a view of b that is written.
std::string written() {
    return edited(rows(),
                  {{"view v float64 [M] transient", "view v float64 [M] transient\n  view q "
                                                    "float64 [M] transient"},
                   {"    x = exit m\n", "    q = access q\n    x = exit m\n"},
                   {"z.IN_b : b[i, k]", "z.IN_b : q[k]"},
                   {"z.OUT_b -> x.IN_b : b[i, 0:M]",
                    "z.OUT_b -> q : q[0:M]\n    q.views -> x.IN_b : b[i, 0:M]"},
                   {"OUT_a -> v.views : a[i, 0:M]", "OUT_a -> v.views : a[i, 0:M]"}});
}

/// Both dimensions of a, the last one first, are copied to c.
std::string copied() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [3, N]
  array c float64 [3, N]
  view v float64 [3, N] strides [N, 1] transient
  state main {
    a = access a
    v = access v
    c = access c
    a -> v.views : a[0:3, 0:N]
    v -> c : v[0:3, 0:N] -> [0:3, 0:N]
  }
}
)";
}

RefusalCase refused(const std::string& refusal, const std::string& sound,
                    const std::vector<Edit>& fault, Without without = Without::wrong,
                    const std::string& because = {}) {
    return {.transformation = kName,
            .refusal = refusal,
            .sound = sound,
            .fault = fault,
            .match = "v",
            .without = without,
            .because = because};
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 not-one-view",
         .sound = rows(),
         .otherNode = "a",
         .without = Without::refused},
        refused("2 not-one-view", // a caller sees it
                rows(), {{"view v float64 [M] transient", "view v float64 [M]"}}),
        refused("2 not-only-read", rows(),
                {{"    v -> w.IN_v", "    s = tasklet set `o = 3.0`\n    m -> s\n    s.o -> v : "
                                     "v[0]\n    v -> w.IN_v"}}),
        refused(
            "3 unclear-view", rows(),
            {{"view v float64 [M] transient", "view v float64 [M] transient\n  view u float64 [N, "
                                              "M] transient"},
             {"    m = map rows", "    u = access u\n    a -> u.views : a[0:N, 0:M]\n    m = map "
                                  "rows"},
             {"    a -> m.IN_a : a[0:N, 0:M]", "    u -> m.IN_a : u[0:N, 0:M]"},
             {"v.views : a[i, 0:M]", "v.views : u[i, 0:M]"}},
            Without::same, "the view goes, and the other one stays"),
        refused("4 other-dimensions",
                edited(rows(), {{"array a float64 [N, M]", "array a float64 [N, 2 * M]"},
                                {"IN_a : a[0:N, 0:M]", "IN_a : a[0:N, 0:2 * M]"}}),
                {{"v.views : a[i, 0:M]", "v.views : a[i, 0:2 * M]"},
                 {"view v float64 [M]", "view v float64 [M] strides [2]"}}),
        refused("5 dimension-order", copied(),
                {{"view v float64 [3, N] strides [N, 1]", "view v float64 [N, 3] strides [1, N]"},
                 {"c float64 [3, N]", "c float64 [N, 3]"},
                 {"v -> c : v[0:3, 0:N] -> [0:3, 0:N]", "v -> c : v[0:N, 0:3] -> [0:N, 0:3]"}}),
        refused("6 hidden-parameter", rows(),
                {{"[k = 0:M]", "[i = 0:M]"},
                 {"t.y : v[k]", "t.y : v[i]"},
                 {"z.IN_b : b[i, k]", "z.IN_b : b[0, i]"},
                 {"x.IN_b : b[i, 0:M]", "x.IN_b : b[0, 0:M]"},
                 {"b : b[0:N, 0:M]", "b : b[0, 0:M]"}}),
    };
}

namespace {

using test::edited;
using test::has;

std::string after(const std::string& text, std::size_t times = 1) {
    return test::textAfter(kName, text, {}, times);
}

/// One iteration computes `s`, and these lines bring it to an element of b.
std::string element(const std::string& containers, const std::string& lines) {
    return "sdfg g {\n  symbols N:int32\n  array a float64 [N, 3]\n  array b float64 [N]\n" +
           containers +
           "  state main {\n    a = access a\n    m = map rows [i = 0:N] -> x\n    t = tasklet "
           "twice "
           "`o = (y * 2.0)`\n    x = exit m\n    b = access b\n    a -> m.IN_a : a[0:N, 0:3]\n" +
           lines + "    x.OUT_b -> b : b[0:N]\n  }\n}\n";
}

} // namespace

TEST_CASE("view-elimination: a column that an inner map reads") {
    const auto text = after(rows());
    CHECK(has(text, "OUT_a -> n2.IN_v : a[i, 0:M]"));
    CHECK(has(text, "OUT_v -> n3.y : a[i, k]"));
    CHECK_FALSE(has(text, "view"));
}

TEST_CASE("view-elimination: a view that nobody uses stays: its container would lie there alone") {
    const auto unused =
        edited(copied(), {{"    v -> c : v[", "    a -> c : a["},
                          {"    c = access c", "    b = access a\n    c = access c"},
                          {"a -> v.views", "b -> v.views"}});
    CHECK(test::refusalName(kName, unused) == "2 not-only-read");
}

TEST_CASE("view-elimination: a column that an inner map writes") {
    const auto text = after(written(), 2);
    CHECK(has(text, "IN_b : b[i, k]"));
    CHECK_FALSE(has(text, "view"));
}

TEST_CASE("view-elimination: offsets, dropped and turned dimensions") {
    after(edited(rows(), {{"v.views : a[i, 0:M]", "v.views : a[i, 1:M]"},
                          {"view v float64 [M]", "view v float64 [M - 1]"},
                          {"w.IN_v : v[0:M]", "w.IN_v : v[0:M - 1]"},
                          {"[k = 0:M]", "[k = 0:M - 1]"}}));
    const auto turned =
        after(edited(rows(), {{"view v float64 [M]", "view v float64 [M, N] strides [1, M]"},
                              {"v.views : a[i, 0:M]", "v.views : a[0:N, 0:M]"},
                              {"w.IN_v : v[0:M]", "w.IN_v : v[0:M, i]"},
                              {"t.y : v[k]", "t.y : v[k, i]"}}));
    CHECK(has(turned, "n3.y : a[i, k]"));
}

TEST_CASE("view-elimination: one element, to a scalar and to an array") {
    const std::string containers = "  view v float64 [1] transient\n  scalar s float64 transient\n";
    const auto read = after(
        element(containers,
                "    v = access v\n    s = access s\n    m.OUT_a -> v.views : a[i, 1]\n    v -> s "
                ": v[0] -> [0]\n    s -> t.y : s[0]\n    t.o -> x.IN_b : b[i]\n"));
    CHECK(has(read, "n5 : a[i, 1] -> [0]"));
    for (const std::string data : {"scalar s float64", "array s float64 [1]"}) {
        const auto text = after(element(
            "  view v float64 [1] transient\n  " + data + " transient\n",
            "    v = access v\n    s = access s\n    m.OUT_a -> t.y : a[i, 1]\n    t.o -> v : "
            "v[0]\n    v.views -> s : s[0]\n    s -> x.IN_b : s[0] -> [i]\n"));
        CHECK(has(text, "n2.o -> n5 : s[0]"));
        CHECK_FALSE(has(text, "view"));
    }
}

TEST_CASE("view-elimination: a nested SDFG is given the part itself") {
    const auto nested = R"(    v = access v
    n = nested sums = sdfg sums {
      array p float64 [3]
      scalar q float64
      state in { p = access p; q = access q; t = tasklet t `o = (x + (y * z))`; p -> t.x : p[0]; p -> t.y : p[1]; p -> t.z : p[2]; t.o -> q : q[0] }
    }
    s = access s
    m.OUT_a -> v.views : a[i, 0:3]
    v -> n.p : v[0:3]
    n.q -> s : s[0]
    s -> t.y : s[0]
    t.o -> x.IN_b : b[i]
)";
    CHECK(has(
        after(element("  view v float64 [3] transient\n  scalar s float64 transient\n", nested)),
        ".p : a[i, 0:3]"));
}

} // namespace mw::test::view_elimination_test
