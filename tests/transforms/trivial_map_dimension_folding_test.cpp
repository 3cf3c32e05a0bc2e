// Parameters that take one value are replaced by it.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

using namespace mw;

namespace mw::test {

namespace {

const std::string kName = "trivial-map-dimension-folding";

/// k and j take one value: b[i, j] = a[i, j] + k.
std::string trivial() {
    return edited(pointwiseOver("i = 0:N, k = 0:1, j = M - 1:M"), {{"(x + 1.0)", "(x + k)"}});
}

/// a[i, j] plus what an inner map counts; inside of that the element is called a[i, `column`].
std::string withInnerMap(const std::string& range, const std::string& column) {
    return edited(
        pointwiseOver("i = 0:N, " + range),
        {{"    t = tasklet t `o = (x + 1.0)`\n",
          "    l = map deep [e = 1:2] -> y\n    t = tasklet t `o = (x + e)`\n    y = exit "
          "l\n"},
         {"m.OUT_a -> t.x : a[i, j]",
          "m.OUT_a -> l.IN_a : a[i, j]\n    l.OUT_a -> t.x : a[i, " + column + "]"},
         {"t.o -> x.IN_b : b[i, j]",
          "t.o -> y.IN_b : b[i, " + column + "]\n    y.OUT_b -> x.IN_b : b[i, j]"}});
}

} // namespace

std::vector<RefusalCase> trivialMapDimensionFoldingRefusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = trivial(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "2 nothing-to-fold",
         .sound = trivial(),
         .fault = {{"j = M - 1:M", "j = 0:M"},
                   {"k = 0:1", "k = 0:2"},
                   {"t.o -> x.IN_b : b[i, j]", "t.o -> x.IN_b : b[i, j] wcr `lambda p, q: p + q`"}},
         .without = Without::same,
         .because = "there is nothing to do"},
        {.transformation = kName,
         .refusal = "3 parameter-rebound",
         .sound = withInnerMap("j = 0:1", "0"),
         .fault = {{"map deep [e = 1:2]", "map deep [j = 1:2]"},
                   {"`o = (x + e)`", "`o = (x + j)`"}}},
        {.transformation = kName,
         .refusal = "3 value-rebound",
         .sound = withInnerMap("j = M - 1:M", "j"),
         .fault = {{"map deep [e = 1:2]", "map deep [M = 1:2]"},
                   {"`o = (x + e)`", "`o = (x + M)`"}}},
        {.transformation = kName,
         .refusal = "3 code-uses-parameter",
         .sound = trivial(),
         .fault = {{"(x + k)", "(x * j)"}}},
    };
}

} // namespace mw::test

namespace {

using test::edited;
using test::kName;
using test::pointwiseOver;
using transforms::Params;

/// Applied until it no longer applies, executed and compared; what the graph says then.
std::string text(const std::string& graph, const Params& params = {}, std::size_t times = 1) {
    return ir::dump(*test::appliedEverywhere(kName, graph, params, times)->root);
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string refusalOf(const std::string& graph, const Params& params = {}) {
    const auto refusal = test::refusal(kName, graph, params);
    return refusal ? test::name(*refusal) : "applies";
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
