// What a map reads of a container that it writes too is read once, before; and a graph for every
// refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::local_double_buffering_test {

namespace {

const std::string kName = "local-double-buffering";

/// b[i] = a[i] * 2 and a[i] = a[i] + c[i], in this order by the file alone.
std::string inPlace() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N + 1]
  array b float64 [N]
  array c float64 [N]
  scalar s float64 transient
  state main {
    a = access a
    c = access c
    m = map update [i = 0:N] -> x
    t1 = tasklet t1 `o = (x * 2.0)`
    t2 = tasklet t2 `o = (x + y)`
    x = exit m
    b = access b
    a2 = access a
    a -> m.IN_a : a[0:N]
    c -> m.IN_c : c[0:N]
    m.OUT_a -> t1.x : a[i]
    m.OUT_a -> t2.x : a[i]
    m.OUT_c -> t2.y : c[i]
    t1.o -> x.IN_b : b[i]
    t2.o -> x.IN_a : a[i]
    x.OUT_b -> b : b[0:N]
    x.OUT_a -> a2 : a[0:N]
  }
}
)";
}

/// The first tasklet reads by a connector of its own, and the second comes after it.
std::string twoConnectors() {
    return edited(inPlace(), {{"    a -> m.IN_a : a[0:N]\n",
                               "    a -> m.IN_a : a[0:N]\n    a -> m.IN_again : a[0:N]\n"},
                              {"m.OUT_a -> t1.x", "m.OUT_again -> t1.x"},
                              {"`o = (x * 2.0)`", "`o = (x * 2.0); p = x`"},
                              {"    m.OUT_c -> t2.y : c[i]\n",
                               "    s = access s\n    t1.p -> s : s[0]\n    s -> t2.y : s[0]\n"},
                              {"    c = access c\n", ""},
                              {"    c -> m.IN_c : c[0:N]\n", ""}});
}

/// In place of the first tasklet a nested SDFG reads element `at` of what it is given.
std::string nested(const std::string& size, const std::string& at) {
    return edited(inPlace(),
                  {{"    t1 = tasklet t1 `o = (x * 2.0)`\n",
                    "    t1 = nested inner = sdfg inner {\n      array p float64 [" + size +
                        "]\n      array o float64 [1]\n      state in { p = access p; o = access "
                        "o; p -> o : p[" +
                        at + "] -> [0] }\n    }\n"},
                   {"t1.x : a[i]", "t1.p : a[i]"}});
}

/// What writes comes through an inner map.
std::string innerWriter() {
    return edited(
        inPlace(),
        {{"    t2 = tasklet", "    l = map inner [k = 0:1] -> y\n    y = exit "
                              "l\n    t2 = tasklet"},
         {"m.OUT_c -> t2.y : c[i]", "m.OUT_c -> l.IN_c : c[i]\n    l.OUT_c -> t2.y : c[i + k]"},
         {"    m.OUT_a -> t2.x : a[i]\n", ""},
         {"`o = (x + y)`", "`o = (y + 1.0)`"},
         {"t2.o -> x.IN_a : a[i]", "t2.o -> y.IN_a : a[i + k]\n    y.OUT_a -> x.IN_a : a[i]"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 not-around",
         .sound = inPlace(),
         .otherNode = "b",
         .role = 2,
         .without = Without::same,
         .because = "what is written is found without the match"},
        {.transformation = kName,
         .refusal = "3 container-kind",
         .sound = inPlace(),
         .fault = {{"  array a float64 [N + 1]\n",
                    "  array z float64 [N + 1]\n  view a float64 [N + 1] transient\n"},
                   {"    a = access a\n",
                    "    a = access a\n    z = access z\n    z2 = access z\n"},
                   add("    z -> a : z[0:N + 1]\n    a2 -> z2 : z[0:N + 1]\n")},
         .without = Without::same,
         .because = "the view is another name of the same elements"},
        {.transformation = kName,
         .refusal = "3 reader",
         .sound = inPlace(),
         .fault = {{"    t1 = tasklet",
                    "    l = map inner [k = 0:1] -> y\n    y = exit l\n    t1 = "
                    "tasklet"},
                   {"m.OUT_a -> t1.x : a[i]",
                    "m.OUT_a -> l.IN_a : a[i]\n    l.OUT_a -> t1.x : a[i + k]"},
                   {"t1.o -> x.IN_b : b[i]",
                    "t1.o -> y.IN_b : b[i + k]\n    y.OUT_b -> x.IN_b : b[i]"}},
         .without = Without::same,
         .because = "the inner map reads that very element"},
        {.transformation = kName,
         .refusal = "3 unknown-region",
         .sound = inPlace(),
         .fault = {{"m.OUT_a -> t1.x : a[i]", "m.OUT_a -> t1.x : a[i] dynamic"}},
         .without = Without::same,
         .because = "the interpreter moves what a dynamic memlet may move"},
        {.transformation = kName,
         .refusal = "4 several-elements",
         .sound = inPlace(),
         .fault = {{"m.OUT_a -> t1.x : a[i]", "m.OUT_a -> t1.x : a[i + 1]"},
                   {"a -> m.IN_a : a[0:N]", "a -> m.IN_a : a[0:N + 1]"}}},
        {.transformation = kName,
         .refusal = "5 may-not-read",
         .sound = nested("1", "0"),
         .fault = {{"    m.OUT_a -> t2.x : a[i]\n", ""}, {"`o = (x + y)`", "`o = (1.0 + y)`"}},
         .without = Without::same,
         .because = "the nested SDFG does read it here"},
        {.transformation = kName,
         .refusal = "6 used-inside",
         .sound = inPlace(),
         .fault = {{"    t1 = tasklet t1 `o = (x * 2.0)`\n",
                    "    t3 = tasklet t3 `o = 5.0`\n    w = access a\n"
                    "    t1 = tasklet t1 `o = (x * y)`\n"},
                   add("    m -> t3\n    t3.o -> w : a[i]\n    w -> t1.y : a[i]\n")}},
        {.transformation = kName,
         .refusal = "6 written-before",
         .sound = inPlace(),
         .fault = {{"    t1 = tasklet t1 `o = (x * 2.0)`\n", ""},
                   {"    x = exit m\n", "    t1 = tasklet t1 `o = (x * 2.0)`\n    x = exit m\n"}}},
        {.transformation = kName,
         .refusal = "6 written-before",
         .sound = inPlace(),
         .fault = {add("    t2 -> t1\n")}},
        {.transformation = kName,
         .refusal = "6 written-before",
         .sound = twoConnectors(),
         .fault = {declare("  array alias float64 [N] alias\n"),
                   {"  array a float64 [N + 1]\n", "  array a float64 [N + 1] alias\n"},
                   {"    t1 = tasklet", "    t3 = tasklet t3 `o = 7.0`\n    t1 = tasklet"},
                   add("    z = access alias\n    m -> t3\n    t3.o -> x.IN_z : alias[i]\n    "
                       "x.OUT_z -> z : alias[0:N]\n")},
         .without = Without::same,
         .because = "no run here gives two arguments the same memory"},
        {.transformation = kName,
         .refusal = "7 read-once",
         .sound = inPlace(),
         .fault = {{"m.OUT_a -> t1.x : a[i]", "m.OUT_c -> t1.x : c[i]"}},
         .without = Without::same,
         .because = "it would only go on for ever"},
        {.transformation = kName,
         .refusal = "8 layout",
         .sound = nested("1", "0"),
         .fault = {{"array p float64 [1]", "array p float64 [2]"}, {"p[0]", "p[1]"}}},
    };
}

namespace {

using test::has;

std::string after(const std::string& text, std::size_t times) {
    return test::textAfter(kName, text, {}, times);
}

} // namespace

TEST_CASE("local-double-buffering: an element is read once, before anything is written") {
    CHECK(after(inPlace(), 1) == R"(sdfg g {
  symbols N:int32
  array a float64 [N + 1]
  array b float64 [N]
  array c float64 [N]
  scalar s float64 transient
  scalar local_a float64 transient storage Register
  state main {
    n0 = access a
    n1 = access c
    n2 = map update [i = 0:N] -> n6
    n3 = access local_a
    n4 = tasklet t1 `o = (x * 2.0)`
    n5 = tasklet t2 `o = (x + y)`
    n6 = exit n2
    n7 = access b
    n8 = access a
    n0 -> n2.IN_a : a[0:N]
    n1 -> n2.IN_c : c[0:N]
    n3 -> n4.x : local_a[0]
    n3 -> n5.x : local_a[0]
    n2.OUT_c -> n5.y : c[i]
    n4.o -> n6.IN_b : b[i]
    n5.o -> n6.IN_a : a[i]
    n6.OUT_b -> n7 : b[0:N]
    n6.OUT_a -> n8 : a[0:N]
    n2.OUT_a -> n3 : a[i] -> [0]
  }
}
)");
}

namespace {

/// The read that GT4Py's transformation is for: an element goes into the same element of its array
/// and into another array, each by connectors of its own. Which tasklet is first in the file?
std::string doubleRead(bool writeFirst) {
    const std::string own = "    t1 = tasklet t1 `o = (x + 1.0)`\n";
    const std::string other = "    t2 = tasklet t2 `o = (x + 3.0)`\n";
    return R"(sdfg g {
  array a float64 [10]
  array b float64 [10]
  state main {
    a = access a
    m = map both [i = 0:10] -> x
)" + (writeFirst ? own + other : other + own) +
           R"(    x = exit m
    a2 = access a
    b = access b
    a -> m.IN_0 : a[0:10]
    a -> m.IN_1 : a[0:10]
    m.OUT_0 -> t1.x : a[i]
    m.OUT_1 -> t2.x : a[i]
    t1.o -> x.IN_0 : a[i]
    t2.o -> x.IN_1 : b[i]
    x.OUT_0 -> a2 : a[0:10]
    x.OUT_1 -> b : b[0:10]
  }
}
)";
}

std::string refused(const std::string& text) {
    const auto& t = test::transformation(kName);
    const auto document = test::parsed(text);
    const auto refusal = test::refusalOf(t, document, test::matchesOf(t, document).front());
    return refusal ? test::name(*refusal) + ": " + refusal->sentence : "applies";
}

} // namespace

TEST_CASE("local-double-buffering: two that read an element, of which one writes it, share it") {
    const auto text = after(doubleRead(false), 1);
    CHECK(has(text, "scalar local_a float64 transient"));
    CHECK(has(text, ".x : local_a[0]"));
    CHECK_FALSE(has(text, "n0 -> n1.IN_1"));
    // The other order of the file computes b from what was written, until an edge says otherwise.
    CHECK(refused(doubleRead(true)) ==
          "6 written-before: Nothing but the order of the nodes says whether 't1' writes to 'a' "
          "before 't2' reads it in the same iteration, and 't1' comes first there; with an edge "
          "from 't2' to 't1' it is read first.");
    CHECK(refused(test::edited(doubleRead(true), {add("    t2 -> t1\n")})) == "applies");
    CHECK(refused(test::edited(doubleRead(false), {add("    t1 -> t2\n")})) ==
          "6 written-before: 't1' may write to 'a' before 't2' reads it in the same iteration.");
}

TEST_CASE("local-double-buffering: what writes without reading waits for what reads") {
    const auto apart =
        test::edited(doubleRead(false), {{"    m.OUT_0 -> t1.x : a[i]\n", "    m -> t1\n"},
                                         {"    a -> m.IN_0 : a[0:10]\n", ""},
                                         {"(x + 1.0)", "2.0"}});
    const auto once = after(apart, 1);
    CHECK(has(once, "scalar local_a float64 transient"));
    CHECK(refused(once).starts_with("7 read-once"));
}

TEST_CASE("local-double-buffering: one connector is left of several") {
    const auto text = after(twoConnectors(), 1);
    CHECK_FALSE(has(text, "again"));
    CHECK(has(text, "n0 -> n1.IN_a : a[0:N]"));
}

TEST_CASE("local-double-buffering: an element that is read once is read before it is written") {
    const auto text = after(innerWriter(), 1);
    CHECK(has(text, "n3 -> n5\n"));
}

TEST_CASE("local-double-buffering: a nested SDFG reads from the buffer") {
    const auto text = after(nested("1", "0"), 1);
    CHECK(has(text, ".p : local_a[0]"));
}

TEST_CASE("local-double-buffering: rows that an inner map reads are left alone") {
    const auto document = test::parsed(
        test::edited(inPlace(), {{"m.OUT_a -> t1.x : a[i]", "m.OUT_a -> t1.x : a[i:i + 2]"},
                                 {"`o = (x * 2.0)`", "`o = (x[0] + x[1])`"},
                                 {"a -> m.IN_a : a[0:N]", "a -> m.IN_a : a[0:N + 1]"}}));
    const auto& t = test::transformation(kName);
    const auto refusal = test::refusalOf(t, document, test::matchesOf(t, document).front());
    REQUIRE(refusal);
    CHECK(test::name(*refusal) == "4 several-elements");
}

TEST_CASE("local-double-buffering: another container for the result is no match") {
    const auto document =
        test::parsed(test::edited(inPlace(), {{"    a2 = access a\n", "    a2 = access d\n"},
                                              {"t2.o -> x.IN_a : a[i]", "t2.o -> x.IN_a : d[i]"},
                                              {"x.OUT_a -> a2 : a[0:N]", "x.OUT_a -> a2 : d[0:N]"},
                                              test::declare("  array d float64 [N]\n")}));
    CHECK(test::matchesOf(test::transformation(kName), document).empty());
}

} // namespace mw::test::local_double_buffering_test
