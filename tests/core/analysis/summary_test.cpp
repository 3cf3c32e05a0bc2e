// Numbers about a program.

#include "core/analysis/analysis.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

namespace summary_test {

using namespace mw;

TEST_CASE("maps at the top are those that are kernels, whatever is nested") {
    const std::string inner = "sdfg inner {\n        array a float64 [4]\n        state t {\n"
                              "          m0 = map inside [j = 0:4] -> m2\n"
                              "          m1 = tasklet c `out = 1.0`\n          m2 = exit m0\n"
                              "          m3 = access a\n          m0 -> m1\n"
                              "          m1.out -> m2.IN_a : a[j]\n"
                              "          m2.OUT_a -> m3 : a[0:4]\n        }\n      }\n";
    const auto document =
        ir::parseDump("sdfg p {\n  array x float64 [4]\n  array y float64 [4]\n  state s {\n"
                      "    n0 = nested top = " +
                      inner + "    n1 = access x\n    n0.a -> n1 : x[0:4]\n" +
                      "    n2 = map outer [i = 0:4] -> n4\n    n3 = nested within = " + inner +
                      "    n4 = exit n2\n    n5 = access y\n    n2 -> n3\n"
                      "    n3.a -> n4.IN_y : y[0:4]\n    n4.OUT_y -> n5 : y[0:4]\n  }\n}\n");
    REQUIRE(document);
    const auto summary = analysis::summarise(**document);
    CHECK(summary.maps == 3);
    CHECK(summary.topLevelMaps == 2); // the one of the nested SDFG at the top, and the outer one
    CHECK(summary.nestedSdfgs == 2);
}

} // namespace summary_test
