// Two maps side by side become one: before and after, GT4Py's and DaCe's cases, and a graph for
// every refusal.

#include "core/analysis/analysis.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_fusion_horizontal_test {

namespace {

const std::string kName = "map-fusion-horizontal";

/// `first` reads a and writes b, `second` reads a through a node of its own and writes c. Entries
/// are m1 and m2, exits x1 and x2, tasklets t1 and t2.
std::string sideBySide() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  state main {
    a = access a
    m1 = map first [i = 0:N] -> x1
    t1 = tasklet t1 `o = (x * 2.0)`
    x1 = exit m1
    b = access b
    a2 = access a
    m2 = map second [j = 0:N] -> x2
    t2 = tasklet t2 `o = (x + 1.0)`
    x2 = exit m2
    c = access c
    a -> m1.IN_a : a[0:N]
    m1.OUT_a -> t1.x : a[i]
    t1.o -> x1.IN_b : b[i]
    x1.OUT_b -> b : b[0:N]
    a2 -> m2.IN_a : a[0:N]
    m2.OUT_a -> t2.x : a[j]
    t2.o -> x2.IN_c : c[j]
    x2.OUT_c -> c : c[0:N]
  }
}
)";
}

/// The same with one access node of a for both.
std::string oneInput() {
    return edited(sideBySide(), {{"    a2 = access a\n", ""}, {"    a2 -> m2", "    a -> m2"}});
}

/// The second map writes part of the rows of b, the first the others.
std::string halves(const std::string& offset) {
    return edited(
        sideBySide(),
        {{"  array b float64 [N]\n", "  array b float64 [2 * N]\n"},
         {"    c = access c\n", "    c = access b\n"},
         {"t2.o -> x2.IN_c : c[j]", "t2.o -> x2.IN_c : b[j + " + offset + "]"},
         {"x2.OUT_c -> c : c[0:N]", "x2.OUT_c -> c : b[" + offset + ":N + " + offset + "]"},
         {"  array c float64 [N]\n", ""}});
}

const std::string kTemporaries = "  scalar s float64 transient\n  scalar t float64 transient\n";
const std::vector<Edit> kThroughScalars = {
    declare(kTemporaries),
    add("    s = access s\n    t = access t\n    t1.o -> s : s[0]\n    s -> x1.IN_b : b[i]\n"
        "    t2.o -> t : t[0]\n    t -> x2.IN_c : c[j]\n"),
    {"    t1.o -> x1.IN_b : b[i]\n", ""},
    {"    t2.o -> x2.IN_c : c[j]\n", ""}};

std::string throughScalars() {
    return edited(sideBySide(), kThroughScalars);
}

/// An inner map in the second body, with rows of c of its own.
std::string innerMap() {
    return edited(
        sideBySide(),
        {{"array c float64 [N]", "array c float64 [N, 3]"},
         {"    t2 = tasklet", "    l = map inner [l = 0:3] -> y\n    y = exit l\n"
                              "    t2 = tasklet"},
         {"m2.OUT_a -> t2.x : a[j]", "m2.OUT_a -> l.IN_a : a[j]\n    l.OUT_a -> t2.x : a[j]"},
         {"t2.o -> x2.IN_c : c[j]", "t2.o -> y.IN_c : c[j, l]\n    y.OUT_c -> x2.IN_c : c[j, 0:3]"},
         {"c : c[0:N]", "c : c[0:N, 0:3]"}});
}

/// The first map has a dynamic input, the second body uses a symbol.
std::string dynamicInput() {
    return edited(sideBySide(), {{"symbols N:int32 M:int32", "symbols N:int32 k:int32"},
                                 {"  array b", "  array d int32 [1]\n  array b"},
                                 {"    a = access a", "    a = access a\n    d = access d"},
                                 {"    a -> m1", "    d -> m1.n : d[0]\n    a -> m1"},
                                 {"`o = (x * 2.0)`", "`o = (x * n)`"},
                                 {"`o = (x + 1.0)`", "`o = (x + k)`"}});
}

/// The first body has two scalars, one after the other by nothing but the file.
std::string twoScalars() {
    return edited(
        sideBySide(),
        {declare(kTemporaries + "  scalar r float64 transient\n"),
         {"    x1 = exit m1\n", "    p1 = tasklet p1 `o = (x + 3.0)`\n    s = access s\n"
                                "    p2 = tasklet p2 `o = (x + 4.0)`\n    r = access r\n"
                                "    x1 = exit m1\n"},
         {"    m1.OUT_a -> t1.x : a[i]\n",
          "    m1.OUT_a -> p1.x : a[i]\n    m1.OUT_a -> p2.x : a[i]\n    p1.o -> s : s[0]\n"
          "    p2.o -> r : r[0]\n    s -> t1.x : s[0]\n    r -> t1.y : r[0]\n"},
         {"`o = (x * 2.0)`", "`o = (x * y)`"}});
}

/// Both maps inside a third.
std::string insideAnother() {
    return R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N, M]
  array b float64 [N, M]
  array c float64 [N, M]
  state main {
    a = access a
    o = map outer [k = 0:N] -> p
    m1 = map first [i = 0:M] -> x1
    t1 = tasklet t1 `o = (x * 2.0)`
    x1 = exit m1
    m2 = map second [i = 0:M] -> x2
    t2 = tasklet t2 `o = (x + 1.0)`
    x2 = exit m2
    p = exit o
    b = access b
    c = access c
    a -> o.IN_a : a[0:N, 0:M]
    o.OUT_a -> m1.IN_a : a[k, 0:M]
    o.OUT_a -> m2.IN_a : a[k, 0:M]
    m1.OUT_a -> t1.x : a[k, i]
    t1.o -> x1.IN_b : b[k, i]
    x1.OUT_b -> p.IN_b : b[k, 0:M]
    m2.OUT_a -> t2.x : a[k, i]
    t2.o -> x2.IN_c : c[k, i]
    x2.OUT_c -> p.IN_c : c[k, 0:M]
    p.OUT_b -> b : b[0:N, 0:M]
    p.OUT_c -> c : c[0:N, 0:M]
  }
}
)";
}

/// A third map reads what the first writes.
std::string thirdMap() {
    return edited(sideBySide(),
                  {declare("  array d float64 [N]\n"),
                   add("    m3 = map third [k = 0:N] -> x3\n    t3 = tasklet t3 `o = (x - 1.0)`\n"
                       "    x3 = exit m3\n    d = access d\n    b -> m3.IN_b : b[0:N]\n"
                       "    m3.OUT_b -> t3.x : b[N - 1 - k]\n    t3.o -> x3.IN_d : d[k]\n"
                       "    x3.OUT_d -> d : d[0:N]\n")});
}

std::vector<RefusalCase> maps() {
    return {
        {.transformation = kName,
         .refusal = "1 one-map",
         .sound = sideBySide(),
         .otherNode = "first",
         .role = 1,
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "5 dependent-maps",
         .sound = thirdMap(),
         .otherNode = "third",
         .role = 1,
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "2 contradicting-options",
         .sound = sideBySide(),
         .faultParams = {{"only-inner-maps", true}, {"only-toplevel-maps", true}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "2 not-inner-maps",
         .sound = sideBySide(),
         .faultParams = {{"only-inner-maps", true}},
         .without = Without::same,
         .because = "an option asks for it"},
        {.transformation = kName,
         .refusal = "2 not-toplevel-maps",
         .sound = insideAnother(),
         .faultParams = {{"only-toplevel-maps", true}},
         .without = Without::same,
         .because = "an option asks for it"},
        {.transformation = kName,
         .refusal = "3 different-schedules",
         .sound = sideBySide(),
         .fault = {{"first [i = 0:N]", "first [i = 0:N] schedule Sequential"}},
         .without = Without::same,
         .because = "where a map runs does not change its results here"},
        {.transformation = kName,
         .refusal = "4 different-ranges",
         .sound = sideBySide(),
         .fault = {{"second [j = 0:N]", "second [j = 1:N]"}}},
        {.transformation = kName,
         .refusal = "4 parameter-name-taken",
         .sound = edited(sideBySide(), {{"symbols N:int32 M:int32", "symbols N:int32 i:int32"},
                                        {"`o = (x + 1.0)`", "`o = (x + N)`"}}),
         .fault = {{"`o = (x + N)`", "`o = (x + i)`"}}},
        {.transformation = kName,
         .refusal = "4 parameter-rebound",
         .sound = innerMap(),
         .fault = {{"map inner [l = 0:3]", "map inner [j = 0:3]"},
                   {"l.OUT_a -> t2.x : a[j]", "l.OUT_a -> t2.x : a[0]"},
                   {"y.IN_c : c[j, l]", "y.IN_c : c[0, j]"}}},
        {.transformation = kName,
         .refusal = "4 dynamic-input-clash",
         .sound = dynamicInput(),
         .fault = {{"symbols N:int32 k:int32", "symbols N:int32 n:int32"},
                   {"`o = (x + k)`", "`o = (x + n)`"}}},
        {.transformation = kName,
         .refusal = "6 no-common-ancestor",
         .sound = oneInput(),
         .fault = {{"    a = access a\n", "    a = access a\n    a2 = access a\n"},
                   {"    a -> m2", "    a2 -> m2"}},
         .params = {{"only-if-common-ancestor", true}},
         .without = Without::same,
         .because = "an option asks for it"},
    };
}

std::vector<RefusalCase> data() {
    return {
        {.transformation = kName,
         .refusal = "7 shared-inner-data",
         .sound = throughScalars(),
         .fault = {{"    t = access t\n", "    t = access s\n"},
                   {"t2.o -> t : t[0]", "t2.o -> t : s[0]"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "7 global-inner-data",
         .sound = throughScalars(),
         .fault = {{"scalar t float64 transient", "scalar t float64"}},
         .without = Without::same,
         .because = "the last iteration is the same one"},
        {.transformation = kName,
         .refusal = "7 inner-data-used-outside",
         .sound = throughScalars(),
         .fault = {declare("  scalar d float64\n"),
                   add("    u = access t\n    d = access d\n    t3 = tasklet t3 `o = 1.0`\n"
                       "    t3.o -> u : t[0]\n    u -> d : t[0] -> [0]\n")},
         .without = Without::same,
         .because = "each writes the scalar before it reads it"},
        {.transformation = kName,
         .refusal = "8 conflicting-access",
         .sound = halves("N"),
         .fault = {{"b[j + N]", "b[j + 1]"}, {"b[N:N + N]", "b[1:N + 1]"}}},
        {.transformation = kName,
         .refusal = "8 may-alias",
         .sound = sideBySide(),
         .fault = {{"array b float64 [N]", "array b float64 [N] alias"},
                   {"array c float64 [N]", "array c float64 [N] alias"}},
         .without = Without::same,
         .because = "no run here gives two arguments the same memory"},
        {.transformation = kName,
         .refusal = "9 unordered-access",
         .sound = sideBySide(),
         .fault = {declare("  array d float64 [N]\n"),
                   add("    d = access d\n    b2 = access b\n    b2 -> d : b[0:N] -> [0:N]\n")},
         .without = Without::same,
         .because = "the copy comes before the maps either way"},
        {.transformation = kName,
         .refusal = "10 order-inside",
         .sound = twoScalars(),
         .fault = {{"    r = access r\n", "    r = access s\n"},
                   {"p2.o -> r : r[0]", "p2.o -> r : s[0]"},
                   {"r -> t1.y : r[0]", "r -> t1.y : s[0]"}},
         .without = Without::same,
         .because = "an order that only the file gives need not turn round"},
        {.transformation = kName,
         .refusal = "10 side-effects",
         .sound = sideBySide(),
         .fault = {{"`o = (x * 2.0)`", "`o = x * 2.0;` CPP"},
                   {"`o = (x + 1.0)`", "`o = x + 1.0;` CPP"}},
         .without = Without::unexecuted,
         .because = "the interpreter runs no C++"},
    };
}

} // namespace

std::vector<RefusalCase> refusals() {
    auto all = maps();
    for (auto& one : data())
        all.push_back(std::move(one));
    return all;
}

namespace {

std::size_t accessesOf(const ir::Sdfg& sdfg, const std::string& data) {
    std::size_t count = 0;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        for (const auto& node : block.as<ir::State>()->nodes)
            if (const auto* access = node->as<ir::AccessNode>())
                count += access->data == data ? 1 : 0;
    });
    return count;
}

} // namespace

TEST_CASE("map-fusion-horizontal: two maps become one, and their input is read once") {
    CHECK(ir::dump(*test::appliedEverywhere(kName, sideBySide(), {}, 1)->root) == R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  state main {
    n0 = access a
    n1 = map first [i = 0:N] -> n5
    n2 = tasklet t1 `o = (x * 2.0)`
    n3 = access b
    n4 = tasklet t2 `o = (x + 1.0)`
    n5 = exit n1
    n6 = access c
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : a[i]
    n2.o -> n5.IN_b : b[i]
    n5.OUT_b -> n3 : b[0:N]
    n1.OUT_a -> n4.x : a[i]
    n4.o -> n5.IN_c : c[i]
    n5.OUT_c -> n6 : c[0:N]
  }
}
)");
}

TEST_CASE("map-fusion-horizontal: inputs share a connector as the options say") {
    const auto inputs = [](const transforms::Params& params) {
        const auto fused = test::appliedEverywhere(kName, oneInput(), params, 1);
        const transforms::DocumentView view(fused);
        const auto state = *view.state(view.index().states().front());
        for (const auto& node : state.state().nodes)
            if (node->as<ir::MapEntry>())
                return state.index->inEdges(node->id).size();
        return std::size_t{0};
    };
    CHECK(inputs({}) == 1);
    CHECK(inputs({{"consolidate-edges-only-if-not-extending", true}}) == 1);
    CHECK(inputs({{"never-consolidate-edges", true}}) == 2);
}

TEST_CASE("map-fusion-horizontal: only maps that read from one node, where that is asked for") {
    const transforms::Params common{{"only-if-common-ancestor", true}};
    test::appliedEverywhere(kName, sideBySide(), common, 0);
    const auto fused = test::appliedEverywhere(kName, oneInput(), common, 1);
    CHECK(analysis::summarise(*fused).maps == 1);
    CHECK(accessesOf(*fused->root, "a") == 1);
}

TEST_CASE("map-fusion-horizontal: maps in a row are no match") {
    const auto document = test::parsed(test::TwoMaps{}.text());
    CHECK(test::transformation(kName).find(document, {}).empty());
}

TEST_CASE("map-fusion-horizontal: a map that was made to depend on the other is refused") {
    const auto document = test::parsed(test::TwoMaps{}.text());
    const transforms::DocumentView view(document);
    const auto row = test::transformation("map-fusion-vertical").find(view, {}).front();
    const auto state = *view.state(row.state);
    const auto* exit = state.index->node(NodeId{row.at("first-exit").value});
    const transforms::Match match{
        row.state,
        {{"first-entry", ir::entryOf(*exit)}, {"second-entry", row.at("second-entry")}},
        {}};
    const auto refusal = test::refusalOf(test::transformation(kName), document, match);
    REQUIRE(refusal);
    CHECK(test::name(*refusal) == "5 dependent-maps");
}

TEST_CASE("map-fusion-horizontal: halves of one container are written together") {
    test::appliedEverywhere(kName, halves("N"), {}, 1);
    test::appliedEverywhere(kName, halves("0"), {}, 0);
}

TEST_CASE("map-fusion-horizontal: the label does not depend on the order of the maps") {
    for (const auto& [first, second] : {std::pair{"m_b", "m_a"}, std::pair{"m_a", "m_b"}}) {
        const auto fused = test::appliedEverywhere(
            kName,
            test::edited(sideBySide(), {{"map first", std::string("map ") + first},
                                        {"map second", std::string("map ") + second}}),
            {}, 1);
        CHECK(ir::dump(*fused->root).find("map m_a ") != std::string::npos);
    }
}

TEST_CASE("map-fusion-horizontal: arguments of a nested SDFG that are one container outside") {
    const auto nested = [](const std::string& result) {
        return test::calling(sideBySide(), {{"a", "x"}}, {{"b", result}, {"c", "z"}});
    };
    CHECK(test::refusalName(kName, nested("y")) == "applies");
    CHECK(test::refusalName(kName, nested("x")) == "8 may-alias");
}

} // namespace mw::test::map_fusion_horizontal_test
