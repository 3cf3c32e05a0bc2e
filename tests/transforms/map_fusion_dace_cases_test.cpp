// Cases that pin the vertical fusion in DaCe's own tests, rebuilt here.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/transformation_case.h"

#include <algorithm>

namespace map_fusion_dace_cases_test {

using namespace mw;
using test::TwoMaps;

namespace {

const std::string kName = "map-fusion-vertical";

ir::DocumentPtr fused(const TwoMaps& graph, std::size_t times,
                      const transforms::Params& params = {}) {
    return test::appliedEverywhere(kName, graph.text(), params, times);
}

bool has(const ir::DocumentPtr& document, const std::string& text) {
    return ir::dump(*document->root).find(text) != std::string::npos;
}

} // namespace

TEST_CASE("fusion_rename: other parameter names, matched by range") {
    TwoMaps g;
    g.secondRange = "j = 0:N";
    g.secondReads = "tmp[j]";
    g.secondWrites = "b[j]";
    CHECK(has(fused(g, 1), ": b[i]"));
}

TEST_CASE("fusion_shared: a global intermediate stays as an output") {
    TwoMaps g;
    g.temporary = "array tmp float64 [N]";
    CHECK(has(fused(g, 1), ": tmp[i] -> [0]"));
}

TEST_CASE("interstate_fusion: an intermediate that a later state reads stays") {
    TwoMaps g;
    g.moreContainers = "  array c float64 [N]\n";
    g.moreStates = "  state next {\n    n0 = access tmp\n    n1 = access c\n"
                   "    n0 -> n1 : tmp[0:N] -> [0:N]\n  }\n  main -> next\n";
    CHECK(has(fused(g, 1), "array tmp"));
}

TEST_CASE("with_inverted_indices: T[N-1-i] is not fused") {
    TwoMaps g;
    g.secondReads = "tmp[N - 1 - i]";
    fused(g, 0);
}

TEST_CASE("different_offsets: both at i + 1") {
    TwoMaps g;
    g.firstRange = g.secondRange = "i = 0:N - 1";
    g.firstWrites = g.secondReads = "tmp[i + 1]";
    fused(g, 1);
}

TEST_CASE("offset_correction: reading what another iteration wrote is not fused") {
    TwoMaps g;
    g.firstRange = g.secondRange = "i = 0:N - 1";
    g.secondReads = "tmp[i + 1]";
    fused(g, 0);
}

TEST_CASE("strict_dataflow: the temporary keeps its dimensions") {
    CHECK(has(fused({}, 1, {{"strict-dataflow", true}}), "array __map_fusion_tmp float64 [1]"));
}

TEST_CASE("dynamic_producer: not fused") {
    TwoMaps g;
    g.firstWrites = "tmp[i] dynamic";
    fused(g, 0);
}

TEST_CASE("assume_always_shared: the intermediate stays") {
    CHECK(has(fused({}, 1, {{"assume-always-shared", true}}), "array tmp"));
}

TEST_CASE("stable_label: the smaller label, whatever the order") {
    CHECK(has(fused({}, 1), "map first"));
}

TEST_CASE("reuse_connector: the second map also reads a") {
    TwoMaps g;
    g.moreNodes = "    n9 = tasklet t3 `o = (y - 1.0)`\n    n10 = access c\n";
    g.moreContainers = "  array c float64 [N]\n";
    g.moreEdges = "    n0 -> n5.IN_a : a[0:N]\n    n5.OUT_a -> n9.y : a[i]\n"
                  "    n9.o -> n7.IN_c : c[i]\n    n7.OUT_c -> n10 : c[0:N]\n";
    SECTION("one connector") {
        CHECK_FALSE(has(fused(g, 1), "IN_a_0"));
    }
    SECTION("never consolidated") {
        CHECK(has(fused(g, 1, {{"never-consolidate-edges", true}}), "IN_a_0"));
    }
    SECTION("the same region does not extend") {
        CHECK_FALSE(
            has(fused(g, 1, {{"consolidate-edges-only-if-not-extending", true}}), "IN_a_0"));
    }
}

TEST_CASE("require_all_intermediates: a pure output refuses, or leaves through the fused exit") {
    TwoMaps g;
    g.moreContainers = "  array c float64 [N]\n";
    g.moreNodes = "    n9 = tasklet t3 `o = (y - 1.0)`\n    n10 = access c\n";
    g.moreEdges = "    n1.OUT_a -> n9.y : a[i]\n    n9.o -> n3.IN_c : c[i]\n"
                  "    n3.OUT_c -> n10 : c[0:N]\n";
    fused(g, 1);
    fused(g, 0, {{"require-all-intermediates", true}});
}

TEST_CASE("strict_dataflow_not_pointwise: in and out at different indices") {
    TwoMaps g;
    g.moreNodes = "    n9 = access a\n    n10 = tasklet t3 `o = (y - 1.0)`\n";
    g.moreEdges = "    n5.OUT_tmp -> n10.y : tmp[i]\n    n7.OUT_a -> n9 : a[0:N]\n";
    SECTION("pointwise") {
        g.moreEdges += "    n10.o -> n7.IN_a : a[i]\n";
        fused(g, 1);
    }
    SECTION("reversed") {
        g.moreEdges += "    n10.o -> n7.IN_a : a[N - 1 - i]\n";
        fused(g, 0);
    }
}

} // namespace map_fusion_dace_cases_test
