// Parameters that take one value are replaced by it.

#include "tests/support/catch.h"
#include "tests/transforms/transformation_case.h"
#include "tests/transforms/trivial_maps.h"

namespace mw::test::trivial_map_dimension_folding_test {

namespace {

const std::string kName = "trivial-map-dimension-folding";

} // namespace

std::vector<RefusalCase> refusals() {
    return trivialMapRefusals(kName, "2 nothing-to-fold");
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

TEST_CASE("trivial-map-dimension-folding: GT4Py's case") {
    const auto after = text(pointwiseOver("i = 0:N, j = M - 1:M"));
    CHECK(has(after, "map comp [i = 0:N, j = M - 1]"));
    CHECK(has(after, "OUT_a -> n2.x : a[i, M - 1]"));
    CHECK(has(after, "IN_b : b[i, M - 1]"));
    CHECK_FALSE(has(after, ", j]"));
    CHECK(refusalOf(pointwiseOver()) == "2 nothing-to-fold");
}

TEST_CASE("trivial-map-dimension-folding: values in code, of other parameters, and below zero") {
    CHECK(has(text(test::trivial()), "(x + 0)"));
    const auto chained =
        edited(pointwiseOver("i = 0:N, k = i:i + 1, j = M - 1:M"), {{"(x + 1.0)", "(x + k)"}});
    CHECK(has(text(chained), "(x + i)"));
    const auto negative =
        edited(pointwiseOver("i = 0:N, k = -3:-2, j = 0:M"), {{"(x + 1.0)", "(x - k)"}});
    CHECK(has(text(negative), "(x - (-3))"));
}

TEST_CASE("trivial-map-dimension-folding: nested SDFGs get the value for their symbols") {
    const auto graph =
        edited(pointwiseOver("i = 0:N, j = M - 1:M"), {{"    t = tasklet t `o = (x + 1.0)`\n",
                                                        R"(    t = nested f {S: j} = sdfg f {
      symbols S:int64
      scalar x float64
      scalar o float64
      state in { x = access x; o = access o; t = tasklet t `y = (z + S)`; x -> t.z : x[0]; t.y -> o : o[0] }
    }
)"}});
    CHECK(has(text(graph), "{S: M - 1}"));
}

} // namespace mw::test::trivial_map_dimension_folding_test
