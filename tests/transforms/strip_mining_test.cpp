// One dimension of a map in strips.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::strip_mining_test {

namespace {

const std::string kName = "strip-mining";

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = pointwiseOver(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "2 no-such-dimension",
         .sound = pointwiseOver("i_Cell_gtx_horizontal = 0:1, j = 0:M, i = 0:N"),
         .params = {{"dimension", std::string("K, j")}},
         .faultParams = {{"dimension", std::string("K")}}},
        {.transformation = kName,
         .refusal = "3 fits-one-tile",
         .sound = pointwiseOver("i = 0:N, j = 0:Min(M, 20)"),
         .params = {{"tile-size", std::int64_t{19}}},
         .faultParams = {{"tile-size", std::int64_t{20}}}},
        {.transformation = kName,
         .refusal = "3 stepped-range",
         .sound = pointwiseOver(),
         .fault = {{"j = 0:M]", "j = 0:M:2]"}},
         .params = {{"tile-size", std::int64_t{4}}}},
        {.transformation = kName,
         .refusal = "3 dependent-range",
         .sound = pointwiseOver(),
         .fault = {{"j = 0:M]", "j = 0:Min(M, i + 1)]"}},
         .params = {{"tile-size", std::int64_t{4}}}},
        {.transformation = kName,
         .refusal = "4 iterations-overlap",
         .sound = edited(pointwiseOver(), {{"array b float64 [N, M]", "array b float64 [N + M, M]"},
                                           {"b : b[0:N, 0:M]", "b : b[0:N + M, 0:M]"}}),
         .fault = {{"t.o -> x.IN_b : b[i, j]", "t.o -> x.IN_b : b[i + j, 0]"}},
         .params = {{"tile-size", std::int64_t{4}}}},
    };
}

namespace {

using test::edited;
using test::has;
using test::pointwiseOver;
using transforms::Params;

std::string text(const std::string& graph, const Params& params = {}, std::size_t times = 1) {
    return test::textAfter(kName, graph, params, times);
}

std::string refusalOf(const std::string& graph, const Params& params = {}) {
    return test::refusalName(kName, graph, params);
}

} // namespace

TEST_CASE("strip-mining: the last dimension is cut, unless another is named") {
    const auto after = text(pointwiseOver(), {{"tile-size", std::int64_t{4}}});
    CHECK(has(after, "map comp [tile_j = 0:M:4] -> "));
    CHECK(
        has(after, "map inner_comp [i = 0:N, j = tile_j:Min(M, tile_j + 4)] schedule Sequential"));
    CHECK(has(text(pointwiseOver(), {{"dimension", std::string("i")}}),
              "map comp [tile_i = 0:N:64]"));
    CHECK(has(text(pointwiseOver("i = 0:N, j = Max(0, M - 2):M"),
                   {{"tile-size", std::int64_t{2}}, {"dimension", std::string("i")}}),
              "map inner_comp [i = tile_i:Min(N, tile_i + 2), j = Max(0, M - 2):M]"));
}

TEST_CASE("strip-mining: sizes that divide nothing, and larger than the range") {
    for (const std::int64_t size : {2, 3, 7, 1'000'000})
        text(pointwiseOver(), {{"tile-size", size}});
    text(pointwiseOver("i = 0:N, j = int_floor(M, 2):M"), {{"tile-size", std::int64_t{3}}});
}

TEST_CASE("strip-mining: the first dimension is cut whatever the order of the iterations means") {
    const auto running = edited(pointwiseOver("i = 0:N, j = 0:M", " schedule Sequential"),
                                {{"t.o -> x.IN_b : b[i, j]", "t.o -> x.IN_b : b[0, 0]"}});
    text(running, {{"dimension", std::string("i")}, {"tile-size", std::int64_t{2}}});
    CHECK(refusalOf(running, {{"tile-size", std::int64_t{2}}}) == "4 iterations-overlap");
}

TEST_CASE("strip-mining: a name that is taken is not taken again") {
    CHECK(
        has(text(pointwiseOver("i = 0:N, tile_j = 0:1, j = 0:M")), "map comp [tile_j_0 = 0:M:64]"));
}

TEST_CASE("strip-mining: fractions in a range are refused") {
    CHECK(refusalOf(pointwiseOver("i = 0:N, j = M/2:M")) == "3 fractional-range");
}

} // namespace mw::test::strip_mining_test
