// A tasklet that prepares a number becomes the first line of the one that reads it; and a graph for
// every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::tasklet_fusion_test {

namespace {

const std::string kName = "tasklet-fusion";

/// b[i] = (a[i] * c[i] + i) - c[i], in two tasklets with the same names.
std::string twoTasklets() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array c float64 [N]
  array b float64 [N]
  scalar s float64 transient
  state main {
    a = access a
    c = access c
    m = map both [i = 0:N] -> x
    t = tasklet first `o = ((x * y) + i)`
    s = access s
    u = tasklet second `o = (z - y)`
    x = exit m
    b = access b
    a -> m.IN_a : a[0:N]
    c -> m.IN_c : c[0:N]
    m.OUT_a -> t.x : a[i]
    m.OUT_c -> t.y : c[i]
    t.o -> s : s[0]
    s -> u.z : s[0]
    m.OUT_c -> u.y : c[i]
    u.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
  }
}
)";
}

/// A constant on its way into b[i] = 2.0 + a[i].
std::string constant() {
    return edited(twoTasklets(), {{"`o = ((x * y) + i)`", "`o = 2.0`"},
                                  {"    m.OUT_a -> t.x : a[i]\n    m.OUT_c -> t.y : c[i]\n",
                                   "    m -> t\n    m.OUT_a -> u.x : a[i]\n"},
                                  {"`o = (z - y)`", "`o = (z + x)`"},
                                  {"    m.OUT_c -> u.y : c[i]\n", ""},
                                  {"    c -> m.IN_c : c[0:N]\n", ""},
                                  {"    c = access c\n", ""}});
}

RefusalCase refused(const std::string& refusal, const std::vector<Edit>& fault) {
    return {.transformation = kName, .refusal = refusal, .sound = twoTasklets(), .fault = fault};
}

RefusalCase because(RefusalCase refusal, Without without, const std::string& because) {
    refusal.without = without;
    refusal.because = because;
    return refusal;
}

} // namespace

std::vector<RefusalCase> refusals() {
    auto elsewhere = refused("2 not-in-a-row", {});
    elsewhere.otherNode = "b";
    elsewhere.role = 1;
    elsewhere.without = Without::refused;
    return {
        elsewhere,
        [] {
            auto inputs = refused("2 has-inputs", {});
            inputs.faultParams = {{"constants-only", true}};
            return because(inputs, Without::same, "what has inputs is fused as well");
        }(),
        refused("3 not-a-number", {{"scalar s float64 transient", "array s float64 [1]"}}),
        refused("3 used-elsewhere",
                {declare("  array e float64 [N]\n"),
                 add("    e = access e\n    v = tasklet third `o = w`\n    s -> "
                     "v.w : s[0]\n    v.o -> x.IN_e : e[i]\n    x.OUT_e -> e : "
                     "e[0:N]\n")}),
        because(refused("4 code", {{"tasklet first `o = ((x * y) + i)`",
                                    "tasklet first `o = ((x * y) + i);` CPP"}}),
                Without::unexecuted, "the interpreter runs no C++"),
        because(refused("4 code",
                        {{"tasklet second `o = (z - y)`", "tasklet second `o = (z - y);` CPP"}}),
                Without::unexecuted, "the interpreter runs no C++"),
        because(refused("5 not-one-element", {{"s -> u.z : s[0]", "s -> u.z : s[0] dynamic"}}),
                Without::same, "the interpreter moves what a dynamic memlet may move"),
        refused("6 converts", {{"scalar s float64", "scalar s int32"}}),
        because(refused("6 converts", {{"`o = ((x * y) + i)`", "`q = 2\\nq = (x * y)\\no = q`"}}),
                Without::same, "only C++ keeps the type that a local had first"),
        refused("7 other-meaning",
                {{"`o = (z - y)`", "`o = (z - i)`"}, {"u.y : c[i]", "u.i : c[i]"}}),
        refused("8 unordered-access",
                {{"    s = access s\n", "    w = tasklet w `o = 7.0`\n    s = access s\n"},
                 add("    a2 = access a\n    m -> w\n    w.o -> x.IN_a : a[i]\n    x.OUT_a -> a2 : "
                     "a[0:N]\n    w -> u\n")}),
    };
}

namespace {

using test::has;

std::string after(const std::string& text, std::size_t times) {
    return test::textAfter(kName, text, {}, times);
}

} // namespace

TEST_CASE("tasklet-fusion: the first line computes the value, under names of its own") {
    const auto text = after(twoTasklets(), 1);
    CHECK(has(text, "tasklet second `z = ((x * y_0) + i)\\no = (z - y)`"));
    CHECK(has(text, ".x : a[i]"));
    CHECK(has(text, ".y_0 : c[i]"));
    CHECK(has(text, ".y : c[i]"));
    CHECK_FALSE(has(text, "scalar s"));
}

TEST_CASE("tasklet-fusion: a constant brings no ordering edge where others hold the tasklet") {
    const auto text = after(constant(), 1);
    CHECK(has(text, "`z = 2.0\\no = (z + x)`"));
    CHECK_FALSE(has(text, "n1 -> n2\n"));
}

TEST_CASE("tasklet-fusion: chains become one tasklet") {
    const auto chain = test::edited(
        twoTasklets(), {test::declare("  scalar r float64 transient\n"),
                        {"    s = access s\n", "    s = access s\n    v = tasklet third `o = (x + "
                                               "1.0)`\n    r = access r\n"},
                        {"    s -> u.z : s[0]\n",
                         "    s -> v.x : s[0]\n    v.o -> r : r[0]\n    r -> u.z : r[0]\n"}});
    const auto text = after(chain, 2);
    CHECK(has(text, "tasklet second `x = ((x_0 * y_0) + i)\\nz = (x + 1.0)\\no = (z - y)`"));
}

TEST_CASE("tasklet-fusion: a value that reaches the second tasklet without a container") {
    CHECK(test::refusalName(kName, twoTasklets()) == "applies");
    const auto direct = test::edited(
        twoTasklets(), {{"    s = access s\n", ""},
                        {"    t.o -> s : s[0]\n    s -> u.z : s[0]\n", "    t.o -> u.z\n"},
                        {"  scalar s float64 transient\n", ""}});
    const transforms::DocumentView view(test::parsed(direct));
    CHECK(test::transformation(kName).find(view, {}).empty());
}

TEST_CASE("tasklet-fusion: the same element by two names, a map's parameter, a second state") {
    // Both tasklets read a[i], and the connector of the first is also the second's.
    const auto same =
        test::edited(twoTasklets(), {{"m.OUT_c -> u.y : c[i]", "m.OUT_a -> u.x : a[i]"},
                                     {"`o = (z - y)`", "`o = (z - x)`"}});
    const auto text = after(same, 1);
    INFO(text);
    CHECK(has(text, "tasklet second"));
    CHECK_FALSE(has(text, "tasklet first"));
    const auto elsewhere = test::edited(
        twoTasklets(), {test::declare("  array e float64 [1]\n"),
                        {"  }\n}\n", "  }\n  state next {\n    s = access s\n    e = access "
                                     "e\n    s -> e : s[0] -> [0]\n  }\n  main -> next\n}\n"}});
    CHECK(test::refusalName(kName, elsewhere) == "3 used-elsewhere");
}

} // namespace mw::test::tasklet_fusion_test
