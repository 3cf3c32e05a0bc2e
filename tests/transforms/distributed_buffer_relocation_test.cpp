// Copies that move to where their temporary is computed: GT4Py's cases as graphs of our own, loops
// and branches around them, and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/state_text.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::distributed_buffer_relocation_test {

namespace {

const std::string kName = "distributed-buffer-relocation";
const std::string kBack = "    tmp -> g : tmp[0:N] -> [3:N + 3]\n";

std::string program(const std::string& blocks) {
    return "sdfg g {\n  symbols M:int32 N:int32\n  array a float64 [N]\n  array c float64 [N]\n  "
           "array g float64 [M + N + 7]\n  array tmp float64 [N] transient\n" +
           blocks + "}\n";
}

std::string state(const std::string& name, const std::string& lines) {
    return "  state " + name + " {\n" + lines + "  }\n";
}

std::string back() {
    return state("back", access("tmp") + access("g") + kBack);
}

/// tmp is computed, something else happens, tmp is copied to g.
std::string threeStates() {
    return program(state("define", access("a") + access("tmp") + map("one", "a", "tmp")) +
                   state("between", access("a") + access("c") + map("two", "a", "c")) + back() +
                   "  define -> between\n  between -> back\n");
}

/// As above, with an offset of M.
std::string shifted() {
    return edited(threeStates(), {{"[3:N + 3]", "[M:N + M]"}});
}

/// tmp is added to g.
std::string adding() {
    return edited(threeStates(), {{"[3:N + 3]", "[3:N + 3] wcr `lambda p, q: p + q`"}});
}

/// tmp is computed in two branches.
std::string branches() {
    return program("  branch which {\n    if `N > 7` large {\n" +
                   state("one", access("a") + access("tmp") + map("one", "a", "tmp")) +
                   "    }\n    else small {\n" +
                   state("two", access("a") + access("tmp") + "    a -> tmp : a[0:N] -> [0:N]\n") +
                   "    }\n  }\n" + back() + "  which -> back\n");
}

RefusalCase refused(const std::string& refusal, const std::string& sound,
                    const std::vector<Edit>& fault, Without without = Without::wrong,
                    const std::string& because = {}) {
    return {.transformation = kName,
            .refusal = refusal,
            .sound = sound,
            .fault = fault,
            .without = without,
            .because = because};
}

/// The program goes on without `back` for small sizes.
const Edit kSometimes{"  between -> back\n",
                      "  state last {\n  }\n  between -> back if `N > 9`\n  between -> last if `N "
                      "<= 9`\n"};

std::vector<RefusalCase> writeRefusals() {
    return {
        refused("4 other-name", threeStates(),
                {{"  state define {\n", "  view v float64 [N] transient\n  state define {\n"},
                 {"    m_one = map",
                  "    v = access v\n    tmp -> v.views : tmp[0:N]\n    m_one = map"},
                 {"x_one.OUT_1 -> tmp : tmp[0:N]", "x_one.OUT_1 -> v : v[0:N]"},
                 {"x_one.IN_1 : tmp[i]", "x_one.IN_1 : v[i]"}}),
        refused("4 in-map", threeStates(),
                {{"t_one.o -> x_one.IN_1 : tmp[i]", "t_one.o -> tmp : tmp[i]"},
                 {"x_one.OUT_1 -> tmp : tmp[0:N]", "tmp -> x_one"}},
                Without::same, "every iteration copies everything, the last one all of it"),
        refused("4 several-writes", threeStates(),
                {{"    m_one = map",
                  "    more = access tmp\n    q = access c\n    tmp -> q : "
                  "tmp[0:2] -> [0:2]\n    q -> more : c[0:2] -> [1:3]\n    m_one = map"}},
                Without::same, "the copy happens to run last in its state"),
    };
}

} // namespace

std::vector<RefusalCase> refusals() {
    std::vector<RefusalCase> cases{
        {.transformation = kName,
         .refusal = "2 no-write-back",
         .sound = edited(threeStates(), {{kBack, kBack + access("c") + map("less", "tmp", "c")}}),
         .otherNode = "c",
         .role = 1},
        refused("3 jumps", branches(),
                {{"a -> tmp : a[0:N] -> [0:N]\n  }\n",
                  "a -> tmp : a[0:N] -> [0:N]\n  }\n    return away\n    two -> away\n"}}),
        refused("3 changing-symbol", shifted(),
                {{"define -> between", "define -> between with M = `M + 1`"}}),
        refused("3 set-zero", threeStates(),
                {{"tmp = access tmp\n    m_one", "tmp = access tmp "
                                                 "setzero\n    m_one"}},
                Without::same, "tmp is filled when it is allocated, wherever it is copied"),
        refused("3 read-by-name", threeStates(),
                {{"  between -> back\n",
                  "  branch later {\n    if `g[4] > 0.3` sure {\n" +
                      state("three", access("c") + access("a") + "    c -> a : c[0:N] -> [0:N]\n") +
                      "    }\n  }\n  between -> later\n  later -> back\n"}}),
        refused("5 not-defined", threeStates(),
                {{"  define -> between\n", "  start first\n  state first {\n  }\n  first -> define "
                                           "if `N > 9`\n  first -> between if `N <= 9`\n  define "
                                           "-> between\n"}}),
        refused("5 not-copied", threeStates(), {kSometimes}),
        refused("5 defined-again", adding(),
                {{"  define -> between\n",
                  state("again", access("c") + access("tmp") + "    c -> tmp : c[0:N] -> [0:N]\n") +
                      "  define -> again\n  again -> between\n"}}),
        refused("6 other-access", threeStates(),
                {{access("c") + "    m_two", access("g") + "    m_two"},
                 {"x_two.OUT_1 -> c : c[0:N]", "x_two.OUT_1 -> g : g[0:N]"},
                 {"x_two.IN_1 : c[i]", "x_two.IN_1 : g[i]"}}),
    };
    const auto writes = writeRefusals();
    cases.insert(cases.end(), writes.begin(), writes.end());
    return cases;
}

namespace {

using test::countOf;
using test::edited;
using test::has;

std::string after(const std::string& text, std::size_t times = 1) {
    return test::textAfter(kName, text, {}, times);
}

std::string refusedAs(const std::string& text) {
    return test::refusalName(kName, text);
}

/// tmp is defined in a state of these lines, and copied in a later one.
std::string definedBy(const std::string& lines) {
    return program(state("define", lines) + back() + "  define -> back\n");
}

const std::string kOne = access("a") + access("tmp") + map("one", "a", "tmp");

} // namespace

TEST_CASE("distributed-buffer-relocation: a field is written in the state that computes it") {
    CHECK(after(threeStates()) == R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N]
  array c float64 [N]
  array g float64 [M + N + 7]
  array tmp float64 [N] transient
  state define {
    n0 = access a
    n1 = access tmp
    n2 = map one [i = 0:N] -> n4
    n3 = tasklet one `o = (y * 2.0)`
    n4 = exit n2
    n5 = access g
    n0 -> n2.IN_0 : a[0:N]
    n2.OUT_0 -> n3.y : a[i]
    n3.o -> n4.IN_1 : tmp[i]
    n4.OUT_1 -> n1 : tmp[0:N]
    n1 -> n5 : tmp[0:N] -> [3:N + 3]
  }
  state between {
    n0 = access a
    n1 = access c
    n2 = map two [i = 0:N] -> n4
    n3 = tasklet two `o = (y * 2.0)`
    n4 = exit n2
    n0 -> n2.IN_0 : a[0:N]
    n2.OUT_0 -> n3.y : a[i]
    n3.o -> n4.IN_1 : c[i]
    n4.OUT_1 -> n1 : c[0:N]
  }
  state back {
  }
  define -> between
  between -> back
}
)");
}

TEST_CASE("distributed-buffer-relocation: every branch that defines a temporary copies it") {
    const auto text = after(branches());
    CHECK(countOf(text, "tmp[0:N] -> [3:N + 3]") == 2);
    CHECK(countOf(text, "access tmp") == 2);
    const auto sometimes = edited(branches(), {{"else small", "if `N < 3` small"}});
    CHECK(refusedAs(sometimes) == "5 not-defined");
}

TEST_CASE("distributed-buffer-relocation: what else the defining state does with the field") {
    // Beside the map, whose values may be needed: not in an order that the dataflow says.
    const std::string old = "    old = access g\n    q = access c\n    old -> q : g[3:N + 3] -> ";
    CHECK(refusedAs(definedBy(kOne + old + "[0:N]\n")) == "6 other-access");
    // Elements that are not copied.
    after(edited(definedBy(kOne + old + "[0:N]\n"),
                 {{"g[3:N + 3] ->", "g[0:3] ->"}, {"-> [0:N]", "-> [0:3]"}}));
    // Before it, as the dataflow says.
    const auto first =
        access("g") + access("c") + access("tmp") + map("old", "g", "c") + map("one", "c", "tmp");
    CHECK(countOf(after(definedBy(first)), "access g") == 2);
    // The map itself reads elements that other iterations will write.
    after(definedBy(access("g") + access("tmp") + map("one", "g", "tmp")));
}

TEST_CASE("distributed-buffer-relocation: the temporary is read elsewhere too") {
    const auto text =
        after(edited(threeStates(), {{kBack, kBack + access("c") + map("less", "tmp", "c")}}));
    CHECK(countOf(text, "access tmp") == 2);
    CHECK(countOf(text, "access g") == 1);
}

TEST_CASE("distributed-buffer-relocation: two temporaries, one of them in pieces") {
    const auto both = edited(
        threeStates(),
        {{"  state define {\n",
          "  array d float64 [N]\n  array u float64 [N] transient\n  state define {\n"},
         {"    m_one = map", "    u = access u\n    tmp -> u : tmp[0:N] -> [0:N]\n    m_one = map"},
         {kBack, kBack + "    u = access u\n    q = access d\n    u -> q : u[0:2] -> [0:2]\n    u "
                         "-> q : u[2:N] -> [2:N]\n"}});
    const auto text = after(both, 2);
    CHECK(has(text, "state back {\n  }"));
    CHECK(has(text, "u[0:2] -> [0:2]"));
}

TEST_CASE("distributed-buffer-relocation: what is copied may have another type and shape") {
    const auto other =
        edited(threeStates(), {{"array g float64 [M + N + 7]", "array g float32 [N + 3, 2]"},
                               {"-> [3:N + 3]", "-> [3:N + 3, 1]"}});
    CHECK(has(after(other), "tmp[0:N] -> [3:N + 3, 1]"));
}

TEST_CASE("distributed-buffer-relocation: the field is used again after the copy") {
    const auto next = access("c") + map("next", "g", "c");
    CHECK(has(after(edited(threeStates(), {{kBack, kBack + next}})), "access g"));
    const auto before =
        edited(threeStates(), {{kBack, kBack + "    old = access g\n    q = access c\n    old -> "
                                               "q : g[3:6] -> [0:3]\n    q -> tmp\n"}});
    CHECK(refusedAs(before) == "6 other-access");
}

TEST_CASE("distributed-buffer-relocation: what comes before and after the copy stays in order") {
    const auto ordered =
        edited(threeStates(), {{kBack, kBack + "    a = access a\n    q = access c\n    r = "
                                               "access c\n    s = access a\n    a -> q : a[0:2] "
                                               "-> [0:2]\n    q -> tmp\n    g -> s\n    r -> s "
                                               ": c[2:4] -> [0:2]\n"}});
    const auto text = after(ordered);
    CHECK(has(text, "n2 -> n3 : a[0:2]"));
}

TEST_CASE("distributed-buffer-relocation: the temporary changes where it is copied") {
    const auto more = edited(
        threeStates(), {{kBack, "    r = access tmp\n    a = access a\n    a -> r : a[0:2] -> "
                                "[1:3]\n" +
                                    kBack}});
    CHECK(refusedAs(more) == "4 several-writes");
}

TEST_CASE("distributed-buffer-relocation: how the temporary lies in memory changes") {
    const auto smaller =
        edited(threeStates(), {{"tmp[0:N] -> [3:N + 3]", "tmp[0:2, 0] -> [3:5]"},
                               {"tmp float64 [N]", "tmp float64 [N, 2] strides [1, N]"},
                               {"x_one.IN_1 : tmp[i]", "x_one.IN_1 : tmp[i, 0]"},
                               {"tmp : tmp[0:N]", "tmp : tmp[0:N, 0]"},
                               {"define -> between", "define -> between with N = `N - 2`"}});
    CHECK(refusedAs(smaller) == "3 changing-symbol");
}

TEST_CASE("distributed-buffer-relocation: in loops") {
    const auto looped = [](const std::string& blocks) {
        return "  loop l `k = 0` `k < 3` `k = k + 1` variable k {\n" + blocks + "  }\n";
    };
    const auto define = state("define", kOne), copy = back();
    const auto use = state("use", access("g") + access("a") + map("use", "g", "a"));
    after(program(looped(define + copy + use + "  define -> back\n  back -> use\n")));
    CHECK(refusedAs(program(looped(use + define + copy + "  define -> back\n  use -> define\n"))) ==
          "applies");
    CHECK(refusedAs(program(looped(define + use + copy + "  define -> use\n  use -> back\n"))) ==
          "6 other-access");
    CHECK(refusedAs(program(looped(define) + copy + "  l -> back\n")) == "5 not-defined");
    CHECK(refusedAs(program(define + looped(copy) + "  define -> l\n")) == "5 not-defined");
}

} // namespace mw::test::distributed_buffer_relocation_test
