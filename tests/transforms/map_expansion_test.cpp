// A map of several parameters becomes maps inside each other.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_expansion_test {

namespace {

const std::string kName = "map-expansion";

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = pointwiseOver(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "2 one-parameter",
         .sound = pointwiseOver(),
         .fault = {{"[i = 0:N, j = 0:M]", "[i = 0:N]"},
                   {"m.OUT_a -> t.x : a[i, j]", "m.OUT_a -> t.x : a[i, 0]"},
                   {"t.o -> x.IN_b : b[i, j]", "t.o -> x.IN_b : b[i, 0]"}},
         .without = Without::same,
         .because = "there is nothing to do"},
    };
}

namespace {

using test::edited;
using test::has;
using test::pointwiseOver;
using transforms::Params;

/// Applied until it no longer applies, executed and compared; what the graph says then.
std::string text(const std::string& graph, const Params& params = {}, std::size_t times = 1) {
    return test::textAfter(kName, graph, params, times);
}

} // namespace

TEST_CASE("map-expansion: every parameter gets a map of its own") {
    const auto after =
        text(pointwiseOver("i = 0:N, j = 0:M", " schedule GPU_Device block [32,8,1]"));
    CHECK(has(after, "map comp [i = 0:N] schedule GPU_Device -> "));
    CHECK(has(after, "map comp_j [j = 0:M] schedule Sequential"));
    CHECK(has(after, "n1.OUT_a -> n2.IN_a : a[i, 0:M]"));
    CHECK(has(after, "n4.OUT_b -> n5.IN_b : b[i, 0:M]"));
}

namespace {

/// Over i, j, k and l.
std::string four() {
    return edited(pointwiseOver(),
                  {{"[i = 0:N, j = 0:M]", "[i = 0:N, k = 0:1, j = k:M, l = 2:3]"}});
}

} // namespace

TEST_CASE("map-expansion: the number of outer maps is limited") {
    CHECK(has(text(four(), {{"expansion-limit", std::int64_t{0}}}), "map comp_l [l = 2]"));
    const auto after =
        test::applied(test::transformation(kName), test::parsed(four()),
                      test::matchesOf(test::transformation(kName), test::parsed(four())).front(),
                      {{"expansion-limit", std::int64_t{1}}});
    REQUIRE(after.has_value());
    CHECK(has(ir::dump(*after->document->root), "map comp_k [k = 0, j = k:M, l = 2]"));
    text(four(), {{"expansion-limit", std::int64_t{1}}}, 3);
    text(four(), {{"expansion-limit", std::int64_t{2}}}, 2);
    text(four(), {{"expansion-limit", std::int64_t{64}}}, 1);
}

TEST_CASE("map-expansion: code without inputs stays in the innermost map") {
    const auto after = text(edited(pointwiseOver(), {{"`o = (x + 1.0)`", "`o = 1.0`"},
                                                     {"    a -> m.IN_a : a[0:N, 0:M]\n", ""},
                                                     {"m.OUT_a -> t.x : a[i, j]", "m -> t"},
                                                     {"    a = access a\n", ""}}));
    CHECK(has(after, "map comp_j"));
}

TEST_CASE("map-expansion: a tile's end does not lead beyond the container") {
    const auto expanded = test::appliedEverywhere(kName, R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  state main {
    from = access a
    m = map m [t = 0:N:32, i = t:Min(t + 32, N)] -> x
    t = tasklet t `o = (p * 0.5)`
    x = exit m
    to = access b
    from -> m.IN_a : a[0:N]
    m.OUT_a -> t.p : a[i]
    t.o -> x.IN_b : b[i]
    x.OUT_b -> to : b[0:N]
  }
}
)",
                                                  {}, 1);
    const auto text = ir::dump(*expanded->root);
    INFO(text);
    CHECK_FALSE(has(text, "N + 31"));
}

} // namespace mw::test::map_expansion_test
