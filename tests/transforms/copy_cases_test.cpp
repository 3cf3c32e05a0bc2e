// GT4Py's cases of copies and buffers that several transformations solve together, as graphs of our
// own: what is left when none of them applies any more.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/state_text.h"
#include "tests/transforms/transformation_case.h"
#include "transforms/framework/apply.h"

namespace copy_cases_test {

using namespace mw;
using test::access;
using test::countOf;
using test::edited;
using test::has;
using test::map;

namespace {

/// Each at all of its matches, and all of them again until none applies.
std::string after(const std::string& text) {
    const auto before = test::parsed(text);
    auto document = before;
    for (bool changed = true; changed;) {
        changed = false;
        for (const std::string name :
             {"copy-chain-removal", "write-back-buffer-elimination", "self-copy-elimination"}) {
            const auto steps =
                transforms::applyEverywhere(test::transformation(name), document, {});
            REQUIRE(steps.has_value());
            changed = changed || !steps->empty();
            document = transforms::lastDocument(document, *steps);
        }
    }
    const auto found = test::difference(*before, *document);
    CHECK(found.value_or("equal") == "equal");
    return ir::dump(*document->root);
}

std::string program(const std::string& containers, const std::string& states,
                    const std::string& size = "N") {
    return "sdfg g {\n  symbols N:int32\n  array a float64 [" + size + "]\n  array o float64 [" +
           size + "]\n  array g float64 [" + size + "]\n" + containers + states + "}\n";
}

std::string state(const std::string& name, const std::string& lines) {
    return "  state " + name + " {\n" + lines + "  }\n";
}

const std::string kT = "  array t float64 [N] transient\n";

} // namespace

TEST_CASE("copies: a field that is changed through two temporaries is changed in place") {
    const std::string text = R"(sdfg g {
  symbols N:int32
  array a float64 [N, 9]
  array g float64 [N, 9]
  array o float64 [N, 9]
  array t float64 [N, 9] transient
  array u float64 [N, 9] transient
  state main {
    a = access a
    m0 = map bottom [i = 0:N] -> x0
    t0 = tasklet bottom `o = (y + 1.0)`
    x0 = exit m0
    g0 = access g
    m1 = map fill [i = 0:N, k = 0:8] -> x1
    t1 = tasklet fill `o = (y * 2.0)`
    x1 = exit m1
    t = access t
    m2 = map middle [i = 0:N, k = 1:8] -> x2
    t2 = tasklet middle `o = (y * 3.0)`
    x2 = exit m2
    u = access u
    m3 = map use [i = 0:N, k = 0:9] -> x3
    t3 = tasklet use `o = (y - 1.0)`
    x3 = exit m3
    o = access o
    g1 = access g
    a -> m0.IN_a : a[0:N, 8]
    m0.OUT_a -> t0.y : a[i, 8]
    t0.o -> x0.IN_g : g[i, 8]
    x0.OUT_g -> g0 : g[0:N, 8]
    g0 -> t : g[0:N, 8] -> [0:N, 8]
    a -> m1.IN_a : a[0:N, 0:8]
    m1.OUT_a -> t1.y : a[i, k]
    t1.o -> x1.IN_t : t[i, k]
    x1.OUT_t -> t : t[0:N, 0:8]
    t -> m2.IN_t : t[0:N, 1:8]
    m2.OUT_t -> t2.y : t[i, k]
    t2.o -> x2.IN_u : u[i, k]
    x2.OUT_u -> u : u[0:N, 1:8]
    t -> u : t[0:N, 0] -> [0:N, 0]
    t -> u : t[0:N, 8] -> [0:N, 8]
    u -> m3.IN_u : u[0:N, 0:9]
    m3.OUT_u -> t3.y : u[i, k]
    t3.o -> x3.IN_o : o[i, k]
    x3.OUT_o -> o : o[0:N, 0:9]
    u -> g1 : u[0:N, 0:9] -> [0:N, 0:9]
  }
}
)";
    const auto done = after(text);
    CHECK_FALSE(has(done, "access t"));
    CHECK_FALSE(has(done, "access u"));
    CHECK(countOf(done, " = map ") == 4);
    // What another iteration needs cannot be overwritten: one of the two stays.
    const auto shifted =
        after(edited(text, {{"m2.OUT_t -> t2.y : t[i, k]", "m2.OUT_t -> t2.y : t[i, k - 1]"},
                            {"t -> m2.IN_t : t[0:N, 1:8]", "t -> m2.IN_t : t[0:N, 0:7]"}}));
    CHECK(countOf(shifted, "transient") == 1);
}

TEST_CASE("copies: of a chain of scalars in a map one is left") {
    const auto done = after(program(
        "  scalar p float64 transient\n  scalar q float64 transient\n  scalar r float64 "
        "transient\n",
        state("main",
              access("a") +
                  "    m = map one [i = 0:N] -> x\n    t = tasklet one `o = (y * "
                  "2.0)`\n" +
                  access("p") + access("q") + access("r") +
                  "    s = tasklet two `o = (y + 1.0)`\n    x = exit m\n" + access("o") +
                  "    a -> m.IN_a : a[0:N]\n    m.OUT_a -> t.y : a[i]\n    t.o -> p : "
                  "p[0]\n    p -> q : p[0] -> [0]\n    q -> r : q[0] -> [0]\n    r -> s.y : "
                  "r[0]\n    s.o -> x.IN_o : o[i]\n    x.OUT_o -> o : o[0:N]\n")));
    CHECK(countOf(done, "scalar") == 1);
    CHECK(countOf(done, "access") == 3);
}

TEST_CASE("copies: parts that are put together in two stages are written to their place") {
    const std::string parts = "  array p float64 [4] transient\n  array q float64 [8] transient\n  "
                              "array r float64 [3] transient\n  array c float64 [12] transient\n  "
                              "array d float64 [15] transient\n  array e float64 [17]\n";
    const auto done = after(program(
        parts,
        state("main", access("a") + access("p") + access("q") + access("r") + access("c") +
                          access("d") + access("e") + map("q", "a", "q", "0:8") +
                          "    a -> p : a[0:4] -> [0:4]\n    a -> r : a[1:4] -> [0:3]\n    p "
                          "-> c : p[0:4] -> [0:4]\n    q -> c : q[0:8] -> [4:12]\n    c -> "
                          "d : c[0:12] -> [0:12]\n    r -> d : r[0:3] -> [12:15]\n "
                          "   d -> e : d[0:15] -> [2:17]\n"),
        "8"));
    CHECK_FALSE(has(done, "transient"));
    CHECK(has(done, "e[i + 6]"));
}

TEST_CASE("copies: a field is kept in a temporary and copied back") {
    const std::string keep = "    g -> t : g[0:N] -> [0:N]\n    t -> h : t[0:N] -> [0:N]\n";
    const auto nodes = access("g") + access("t") + "    h = access g\n";
    CHECK(countOf(after(program(kT, state("main", nodes + keep))), "access") == 0);
    // With a direct copy beside it.
    const auto direct =
        after(program(kT, state("main", nodes + keep + "    g -> h : g[0:N] -> [0:N]\n")));
    CHECK(countOf(direct, "access") == 0);
    // The field and the temporary are used later.
    const auto later =
        after(program(kT, state("main", nodes + keep) +
                              state("next", access("t") + access("o") + map("n", "t", "o")) +
                              "  main -> next\n"));
    CHECK_FALSE(has(later, "access t"));
}

namespace {

/// Two rows of g are computed, copied to t, the rest of t is computed, o is computed from t, and t
/// copied back in two pieces.
std::string rows() {
    return program("  array t float64 [12] transient\n",
                   state("main", access("a") + access("g") + access("t") + access("o") +
                                     "    h = access g\n" + map("edge", "a", "g", "0:2") +
                                     "    g -> t : g[0:2] -> [0:2]\n" +
                                     map("bulk", "a", "t", "2:12") + map("use", "t", "o", "0:12") +
                                     "    t -> h : t[0:3] -> [0:3]\n    t -> h : t[3:12] -> "
                                     "[3:12]\n"),
                   "12");
}

} // namespace

TEST_CASE("copies: parts of a field that are put together in a temporary") {
    const auto done = after(rows());
    CHECK_FALSE(has(done, "access t"));
    CHECK(countOf(done, " = map ") == 3);
    CHECK_FALSE(has(done, "] -> ["));
}

TEST_CASE("copies: a temporary of which not everything is written back stays") {
    CHECK(has(after(edited(rows(), {{"t[3:12] -> [3:12]", "t[4:12] -> [4:12]"}})), "access t"));
}

TEST_CASE("copies: a temporary stays where the field changes or is needed meanwhile") {
    const std::string at = "    t -> h : t[0:3]";
    const auto written =
        edited(rows(), {{at, "    w = access g\n    a -> w : a[4:6] -> [2:4]\n    w -> h\n" + at}});
    CHECK(has(after(written), "access t"));
    const auto read = edited(
        rows(), {{at, "    v = access g\n    p = access o\n    v -> p : g[2:4] -> [4:6]\n" + at}});
    CHECK(has(after(read), "access t"));
}

TEST_CASE("copies: a reduction writes to its place in a container of another rank") {
    const auto place = GENERATE(as<std::string>(), "2, 0:N, 0:M", "0:N, 1, 0:M", "0:N, 0:M, 0");
    const std::string shape = place.starts_with('2') ? "3, N, M"
                              : place.ends_with('0') ? "N, M, 3"
                                                     : "N, 3, M";
    const std::string text = "sdfg g {\n  symbols N:int32 M:int32\n  array a float64 [N, 4, M]\n  "
                             "array t float64 [N, M] transient\n  array e float64 [" +
                             shape +
                             "]\n  state main {\n    a = access a\n    r = library Reduce "
                             "dace.libraries.standard.nodes.reduce.Reduce with axes = `[1]` with "
                             "identity = `0` with wcr = `\"lambda x, y: x + y\"`\n    t = access "
                             "t\n    e = access e\n    a -> r : a[0:N, 0:4, 0:M]\n    r -> t : "
                             "t[0:N, 0:M]\n    t -> e : t[0:N, 0:M] -> [" +
                             place + "]\n  }\n}\n";
    const auto done = test::textAfter("redundant-array", text);
    CHECK(has(done, ": e[" + place + "]"));
    CHECK_FALSE(has(done, "transient"));
}

} // namespace copy_cases_test
