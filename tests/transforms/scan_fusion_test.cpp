// What feeds a scan is computed in its loop.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/sweep.h"
#include "tests/transforms/transformation_case.h"

using namespace mw;

namespace mw::test {

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

} // namespace

std::vector<RefusalCase> scanFusionRefusals() {
    return {
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
}

} // namespace mw::test

namespace {

using test::kName;

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string after(const std::string& text, std::size_t times = 1) {
    return ir::dump(*test::appliedEverywhere(kName, text, {}, times)->root);
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
    for (const auto& text :
         {test::downwards(), test::levelsFirst(), test::shiftedInput(), test::sharedInput()})
        CHECK_FALSE(contains(after(text), "array tmp"));
}

TEST_CASE("scan-fusion: a map that feeds no loop is no match") {
    CHECK(test::transformation(kName).find(test::parsed(test::TwoMaps{}.text()), {}).empty());
}
