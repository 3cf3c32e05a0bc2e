// All dimensions of a map in tiles.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_tiling_test {

namespace {

const std::string kName = "map-tiling";

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = pointwiseOver(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "2 no-sizes",
         .sound = pointwiseOver(),
         .params = {{"tile-sizes", std::string("3, 4")}},
         .faultParams = {{"tile-sizes", std::string("3, x")}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "3 fits-one-tile",
         .sound = pointwiseOver("i = 0:N, j = 0:Min(M, 20)"),
         .params = {{"tile-sizes", std::string("1, 19")}},
         .faultParams = {{"tile-sizes", std::string("1, 20")}}},
        {.transformation = kName,
         .refusal = "3 stepped-range",
         .sound = pointwiseOver(),
         .fault = {{"j = 0:M]", "j = 0:M:2]"}},
         .params = {{"tile-sizes", std::string("3, 4")}}},
        {.transformation = kName,
         .refusal = "3 dependent-range",
         .sound = pointwiseOver(),
         .fault = {{"j = 0:M]", "j = 0:Min(M, i + 1)]"}},
         .params = {{"tile-sizes", std::string("3, 4")}}},
        {.transformation = kName,
         .refusal = "4 iterations-overlap",
         .sound = edited(pointwiseOver(), {{"array b float64 [N, M]", "array b float64 [N + M, M]"},
                                           {"b : b[0:N, 0:M]", "b : b[0:N + M, 0:M]"}}),
         .fault = {{"t.o -> x.IN_b : b[i, j]", "t.o -> x.IN_b : b[i + j, 0]"}},
         .params = {{"tile-sizes", std::string("4, 3")}}},
    };
}

namespace {

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

TEST_CASE("map-tiling: an outer map counts tiles, an inner one runs over what is in them") {
    const auto after = text(pointwiseOver(), {{"tile-sizes", std::string("3, 4")}});
    CHECK(has(after, "map comp [tile_i = 0:N:3, tile_j = 0:M:4] -> "));
    CHECK(has(after,
              "map inner_comp [i = tile_i:Min(N, tile_i + 3), j = tile_j:Min(M, tile_j + 4)] "
              "schedule Sequential"));
}

TEST_CASE(
    "map-tiling: the last size holds for the rest, and a size of one leaves a dimension whole") {
    CHECK(has(text(pointwiseOver("i = 0:N, k = 0:1, j = 0:M"), {{"tile-sizes", std::string("5")}}),
              "map comp [tile_i = 0:N:5, tile_j = 0:M:5]"));
    CHECK(has(text(pointwiseOver(), {{"tile-sizes", std::string("1, 5")}}),
              "map comp [tile_j = 0:M:5]"));
    CHECK(has(text(pointwiseOver()), "map comp [tile_i = 0:N:32, tile_j = 0:M:32]"));
}

TEST_CASE("map-tiling: sizes are numbers from one on") {
    for (const auto* sizes : {"", "0", "-3", "3.5", "4,,x", "1000001", "99999999999999999999"})
        CHECK(refusalOf(pointwiseOver(), {{"tile-sizes", std::string(sizes)}}) == "2 no-sizes");
}

} // namespace mw::test::map_tiling_test
