// What feeds a scan, and what a scan feeds, is computed in its loop.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/sweep.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::scan_fusion_test {

namespace {

const std::string kName = "scan-fusion";

std::string downwards() {
    return edited(sweep(), {{"`l = 0` `l < K` `l = l + 1`", "`l = K - 1` `l >= 0` `l = l - 1`"}});
}
/// The map runs over levels first.
std::string levelsFirst() {
    return edited(sweep(), {{"map first [i = 0:N, k = 0:K]", "map first [k = 0:K, i = 0:N]"}});
}
/// The map reads the level above and the cell beside.
std::string shiftedInput() {
    return edited(sweep(), {{"array a float64 [N, K]", "array a float64 [N + 1, K + 2]"},
                            {"a -> m.IN_a : a[0:N, 0:K]", "a -> m.IN_a : a[0:N + 1, 0:K + 2]"},
                            {"m.OUT_a -> f.x : a[i, k]", "m.OUT_a -> f.x : a[i + 1, k + 2]"}});
}
/// The map reads a value that all columns share.
std::string sharedInput() {
    return edited(sweep(), {declare("  array c float64 [K]\n"),
                            add("    c = access c\n    c -> m.IN_c : c[0:K]\n"
                                "    m.OUT_c -> f.y : c[k]\n"),
                            {"`o = (x * 2.0)`", "`o = (x * y)`"}});
}

/// The scan also reads the level before.
std::vector<Edit> levelBefore() {
    return {{"loop scan_0 `l = 0`", "loop scan_0 `l = 1`"},
            {"`o = ((old * 0.5) + x)`", "`o = (((old * 0.5) + x) - y)`"},
            {"          p -> c.x : p[cell, l]\n",
             "          p -> c.x : p[cell, l]\n          p -> c.y : p[cell, l - 1]\n"}};
}

const std::string kForwards = "`l = 0` `l < K` `l = l + 1`";
const std::string kBackwards = "`l = K - 1` `l >= 0` `l = l - 1`";

/// Of a scan that goes down, the second map reads the level below too.
std::string fedDownwards() {
    return edited(fedSweep(), {{kForwards, kBackwards},
                               {"[i = 0:N, k = 1:K]", "[i = 0:N, k = 0:K - 1]"},
                               {"tmp[i, k - 1]", "tmp[i, k + 1]"},
                               {"b[0:N, 1:K]", "b[0:N, 0:K - 1]"}});
}
/// The second map computes all levels, each from the sum of its own only.
std::string fedPointwise() {
    return edited(fedSweep(), {{"`o = (x - y)`", "`o = (x * 2.0)`"},
                               {"    m.OUT_tmp -> f.y : tmp[i, k - 1]\n", ""},
                               {"k = 1:K", "k = 0:K"},
                               {"b[0:N, 1:K]", "b[0:N, 0:K]"}});
}
/// Three levels, levels outermost.
std::string fedFarBack() {
    return edited(fedSweep(), {{"[i = 0:N, k = 1:K]", "[k = 2:K, i = 0:N]"},
                               {"tmp[i, k - 1]", "tmp[i, k - 2]"},
                               {"b[0:N, 1:K]", "b[0:N, 2:K]"}});
}
/// The sums are a result too.
std::string fedKept() {
    return edited(fedSweep(), {{"array tmp float64 [N, K] transient", "array tmp float64 [N, K]"}});
}
/// The second map damps some levels of the result in place.
std::string fedInPlace() {
    return edited(fedSweep(), {{"array tmp float64 [N, K] transient", "array tmp float64 [N, K]"},
                               {"`o = (x - y)`", "`o = (x * y)`"},
                               {"    m.OUT_tmp -> f.y : tmp[i, k - 1]\n", ""},
                               declare("  array d float64 [K]\n"),
                               add("    d = access d\n    d -> m.IN_d : d[0:K]\n"
                                   "    m.OUT_d -> f.y : d[k]\n"),
                               {"k = 1:K", "k = 0:K - 1"},
                               {"    b = access b\n", "    b = access tmp\n"},
                               {"f.o -> x.IN_b : b[i, k]", "f.o -> x.IN_b : tmp[i, k]"},
                               {"x.OUT_b -> b : b[0:N, 1:K]", "x.OUT_b -> b : tmp[0:N, 0:K - 1]"}});
}
/// The second map also changes another container, where it is positive, and reads the cell beside.
std::string fedWithOthers() {
    return edited(fedKept(),
                  {declare("  array c float64 [N + 1, K]\n  array d float64 [N, K]\n"),
                   {"`o = (x - y)`", "`o = ((x - y) + (u * v)); r = (v + x)`"},
                   add("    c = access c\n    c -> m.IN_c : c[0:N + 1, 0:K]\n"
                       "    m.OUT_c -> f.u : c[i + 1, k - 1]\n"
                       "    d = access d\n    e = access d\n"
                       "    d -> m.IN_d : d[0:N, 1:K]\n    m.OUT_d -> f.v : d[i, k]\n"
                       "    f.r -> x.IN_d : d[i, k]\n    x.OUT_d -> e : d[0:N, 1:K]\n")});
}

/// The scan has another result, which the second map does not read.
std::string fedTwoOutputs() {
    return edited(fedSweep(), {declare("  array r float64 [N, K]\n"),
                               {"      array q float64 [K]\n",
                                "      array q float64 [K]\n      array v float64 [K]\n"},
                               {"          new -> q : state[0] -> [l]\n",
                                "          new -> q : state[0] -> [l]\n          v = access v\n"
                                "          new -> v : state[0] -> [l]\n"},
                               {"    z = exit n\n", "    z = exit n\n    r = access r\n"
                                                    "    s.v -> z.IN_r : r[j, 0:K]\n"
                                                    "    z.OUT_r -> r : r[0:N, 0:K]\n"}});
}

/// Refusals of what a scan feeds.
std::vector<RefusalCase> fedRefusals() {
    return {
        {.transformation = kName,
         .refusal = "9 other-columns",
         .sound = fedSweep(),
         .fault = {{"[i = 0:N, k = 1:K]", "[i = 0:N - 1, k = 1:K]"},
                   {"b[0:N, 1:K]", "b[0:N - 1, 1:K]"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "10 several-writers",
         .sound = fedKept(),
         .fault = {declare("  array c float64 [N, K]\n"),
                   add("    w = tasklet w `o = 1.0`\n    n -> w\n    w.o -> z.IN_c : c[j, 0]\n"
                       "    c = access c\n    z.OUT_c -> c : c[0:N, 0]\n"
                       "    c -> m.IN_c : c[0:N, 0]\n    m.OUT_c -> f.u : c[i, 0]\n"),
                   {"`o = (x - y)`", "`o = ((x - y) + u)`"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "10 not-between",
         .sound = fedTwoOutputs(),
         .otherNode = "r",
         .role = 1,
         .without = Without::same,
         .because = "what is named is not what the value goes through"},
        {.transformation = kName,
         .refusal = "10 no-plain-loop",
         .sound = fedSweep(),
         .fault = {{"`l = 0` `l < K` `l = l + 1`", "`l = 0` `l < K` `l = l + 2`"}}},
        {.transformation = kName,
         .refusal = "10 no-element-per-level",
         .sound = fedKept(),
         .fault = {{"new -> q : state[0] -> [l]", "new -> q : state[0] -> [K - 1 - l]"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "10 needs-more",
         .sound = fedKept(),
         .fault = {declare("  array c float64 [N, K]\n"),
                   {"    m.OUT_tmp -> f.y : tmp[i, k - 1]\n",
                    "    c = access c\n    tmp -> c : tmp[0:N, 0:K] -> [0:N, 0:K]\n"
                    "    c -> m.IN_c : c[0:N, 0:K]\n    m.OUT_c -> f.y : c[i, k - 1]\n"}}},
        {.transformation = kName,
         .refusal = "11 side-effect",
         .sound = fedSweep(),
         .fault = {{"`o = (x - y)`", "`o = (x - y)` sideeffects"}},
         .without = Without::same,
         .because = "this tasklet only says that it has effects"},
        {.transformation = kName,
         .refusal = "11 unknown-input",
         .sound = fedWithOthers(),
         .fault =
             {{"`o = ((x - y) + (u * v)); r = (v + x)`",
               "`o = (((x - y) + (u * v)) + w); r = (v + x)`"},
              add("    t = tasklet late `o = 9.0`\n    c2 = access c\n    t.o -> c2 : c[0, 0]\n"
                  "    c2 -> m.IN_late : c[0, 0]\n    m.OUT_late -> f.w : c[0, 0]\n")}},
        {.transformation = kName,
         .refusal = "11 unknown-output",
         .sound = fedSweep(),
         .fault = {{"f.o -> x.IN_b : b[i, k]", "f.o -> x.IN_b : b[i, k] wcr `lambda x, y: x + y`"},
                   {"x.OUT_b -> b : b[0:N, 1:K]",
                    "x.OUT_b -> b : b[0:N, 1:K] wcr `lambda x, y: x + y`"}},
         .without = Without::same,
         .because = "each element is added to once either way"},
        {.transformation = kName,
         .refusal = "11 shared-data",
         .sound = fedWithOthers(),
         .fault = {{"    e = access d\n", "    e = access a\n"},
                   {"    f.r -> x.IN_d : d[i, k]\n    x.OUT_d -> e : d[0:N, 1:K]\n",
                    "    f.r -> x.IN_d : a[i, k]\n    x.OUT_d -> e : a[0:N, 1:K]\n"}},
         .without = Without::same,
         .because = "each element is read before it is overwritten either way"},
        {.transformation = kName,
         .refusal = "12 no-element",
         .sound = fedSweep(),
         .fault = {{"m.OUT_tmp -> f.y : tmp[i, k - 1]", "m.OUT_tmp -> f.y : tmp[0, k - 1]"}}},
        {.transformation = kName,
         .refusal = "12 varying-distance",
         .sound =
             edited(fedSweep(), {{"symbols N:int32 K:int32", "symbols N:int32 K:int32 D:int32"}}),
         .fault = {{"m.OUT_tmp -> f.y : tmp[i, k - 1]", "m.OUT_tmp -> f.y : tmp[i, k - D]"},
                   {"k = 1:K]", "k = D:K]"},
                   {"b[0:N, 1:K]", "b[0:N, D:K]"}}},
        {.transformation = kName,
         .refusal = "12 other-levels",
         .sound = fedPointwise(),
         .fault = {{kForwards, "`l = 1` `l < K` `l = l + 1`"}}},
        {.transformation = kName,
         .refusal = "13 in-place",
         .sound = fedInPlace(),
         .fault = {{"m.OUT_tmp -> f.x : tmp[i, k]", "m.OUT_tmp -> f.x : tmp[i, k + 1]"}}},
    };
}

} // namespace

std::vector<RefusalCase> refusals() {
    std::vector<RefusalCase> cases = fedRefusals();
    const std::vector<RefusalCase> feeding = {
        {.transformation = kName,
         .refusal = "3 input-changes",
         .sound = sharedInput(),
         .fault = {{"array c float64 [K]", "array c float64 [N, K]"},
                   {"c -> m.IN_c : c[0:K]", "c -> m.IN_c : c[0, 0:K]"},
                   {"m.OUT_c -> f.y : c[k]", "m.OUT_c -> f.y : c[0, k]"},
                   {"    b = access b\n", "    b = access c\n"},
                   {"z.IN_b : b[j, 0:K]", "z.IN_b : c[j, 0:K]"},
                   {"z.OUT_b -> b : b[0:N, 0:K]", "z.OUT_b -> b : c[0:N, 0:K]"}}},
        {.transformation = kName,
         .refusal = "5 unwritten-element",
         .sound = shiftedInput(),
         .fault = {{"map first [i = 0:N, k = 0:K]", "map first [i = 0:N, k = 1:K]"}}},
        {.transformation = kName,
         .refusal = "6 no-loop",
         .sound = sweep(),
         .fault =
             {{"      begin -> scan_0\n",
               "      state more { p = access p; l = map again [m = 0:K] -> y; t = tasklet u "
               "`o = x`; y = exit l; q = access q; p -> l.IN_p : p[cell, 0:K]; l.OUT_p -> t.x : "
               "p[cell, m]; t.o -> y.IN_q : q[m]; y.OUT_q -> q : q[0:K] }\n"
               "      begin -> scan_0\n      scan_0 -> more\n"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "6 several-places",
         .sound = levelsFirst(),
         .fault = levelBefore(),
         .without = Without::same,
         .because = "it would be computed twice"},
        {.transformation = kName,
         .refusal = "7 used-elsewhere",
         .sound = downwards(),
         .fault = {declare("  array c float64 [N, K]\n"),
                   add("    c = access c\n    tmp -> c : tmp[0:N, 0:K] -> [0:N, 0:K]\n")},
         .without = Without::same,
         .because = "it would be computed twice"},
    };
    cases.insert(cases.end(), feeding.begin(), feeding.end());
    return cases;
}

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string after(const std::string& text, std::size_t times = 1) {
    return test::textAfter(kName, text, {}, times);
}

} // namespace

TEST_CASE("scan-fusion: the loop computes what the map computed before") {
    const auto text = after(test::sweep());
    INFO(text);
    CHECK(contains(text, "nested recompute_tmp"));
    CHECK_FALSE(contains(text, "array tmp"));
    CHECK_FALSE(contains(text, "map first"));
    CHECK_FALSE(contains(text, "array p "));
}

TEST_CASE("scan-fusion: neither the scan's direction nor the map's order matters") {
    for (const auto& text : {downwards(), levelsFirst(), shiftedInput(), sharedInput()})
        CHECK_FALSE(contains(after(text), "array tmp"));
}

TEST_CASE("scan-fusion: a map that feeds no loop is no match") {
    CHECK(test::transformation(kName).find(test::parsed(test::TwoMaps{}.text()), {}).empty());
}

TEST_CASE("scan-fusion: what a scan feeds runs at the end of its loop") {
    const auto text = after(fedPointwise());
    INFO(text);
    CHECK(contains(text, "state fed_by_scan"));
    CHECK_FALSE(contains(text, "array tmp"));
    CHECK_FALSE(contains(text, "map second"));
    CHECK_FALSE(contains(text, "branch"));
    CHECK(contains(text, "scalar at_level_tmp"));
}

TEST_CASE("scan-fusion: levels before are carried in scalars") {
    for (const auto& [text, carried] : {std::pair(test::fedSweep(), 1),
                                        std::pair(fedDownwards(), 1), std::pair(fedFarBack(), 2)}) {
        const auto fused = after(text);
        INFO(fused);
        CHECK_FALSE(contains(fused, "array tmp"));
        CHECK(contains(fused, "scalar before_tmp"));
        CHECK(contains(fused, "scalar before_tmp_0") == (carried == 2));
        CHECK(contains(fused, "branch guard"));
    }
}

TEST_CASE("scan-fusion: a scan's output that is a result stays one") {
    for (const auto& text : {fedKept(), fedInPlace(), fedWithOthers()}) {
        const auto fused = after(text);
        INFO(fused);
        CHECK(contains(fused, "array tmp"));
        CHECK_FALSE(contains(fused, "map second"));
    }
}

TEST_CASE("scan-fusion: a map that is fed and feeds in turn moves with the scan") {
    const auto text = test::edited(
        test::fedSweep(),
        {test::declare("  array c float64 [N, K]\n"),
         test::add("    m2 = map third [i = 0:N, k = 2:K] -> x2\n    g = tasklet g `o = (x + y)`\n"
                   "    x2 = exit m2\n    c = access c\n    b -> m2.IN_b : b[0:N, 1:K]\n"
                   "    m2.OUT_b -> g.x : b[i, k]\n    m2.OUT_b -> g.y : b[i, k - 1]\n"
                   "    g.o -> x2.IN_c : c[i, k]\n    x2.OUT_c -> c : c[0:N, 2:K]\n")});
    const auto fused = after(text);
    INFO(fused);
    CHECK_FALSE(contains(fused, "map second"));
}

} // namespace mw::test::scan_fusion_test
