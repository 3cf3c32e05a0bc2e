// The parameters of a map in an order by name.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_dim_shuffle_test {

namespace {

const std::string kName = "map-dim-shuffle";

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = pointwiseOver("j = 0:M, i = 0:N"),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "2 other-parameters",
         .sound = pointwiseOver("j = 0:M, i = 0:N"),
         .params = {{"parameters", std::string("i, j")}},
         .faultParams = {{"parameters", std::string("i, i")}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "3 already-in-order",
         .sound = pointwiseOver("j = 0:M, i = 0:N"),
         .faultParams = {{"parameters", std::string("j,i")}},
         .without = Without::same,
         .because = "there is nothing to do"},
        {.transformation = kName,
         .refusal = "4 dependent-range",
         .sound = pointwiseOver("j = 0:M, i = 0:N"),
         .fault = {{"i = 0:N]", "i = 0:Min(N, j + 1)]"}}},
        {.transformation = kName,
         .refusal = "5 iterations-overlap",
         .sound = edited(pointwiseOver(), {{"array b float64 [N, M]", "array b float64 [N + M, M]"},
                                           {"b : b[0:N, 0:M]", "b : b[0:N + M, 0:M]"}}),
         .fault = {{"t.o -> x.IN_b : b[i, j]", "t.o -> x.IN_b : b[i + j, 0]"}},
         .params = {{"parameters", std::string("j, i")}}},
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

TEST_CASE("map-dim-shuffle: the parameters get the order that is asked for") {
    const Params order{{"parameters", std::string("j, i")}};
    CHECK(has(text(pointwiseOver(), order), "map comp [j = 0:M, i = 0:N]"));
    CHECK(has(
        text(pointwiseOver("i = 0:N, k = 0:1, j = 0:M"), {{"parameters", std::string("k, j, i")}}),
        "map comp [k = 0, j = 0:M, i = 0:N]"));
    CHECK(has(text(pointwiseOver("j = 0:M, i = 0:N")), "map comp [i = 0:N, j = 0:M]"));
}

TEST_CASE("map-dim-shuffle: other names are refused") {
    for (const auto* names : {"i", "i, j, k", "i, i", "i, l"})
        CHECK(refusalOf(pointwiseOver(), {{"parameters", std::string(names)}}) ==
              "2 other-parameters");
}

} // namespace mw::test::map_dim_shuffle_test
