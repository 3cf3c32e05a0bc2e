#include "core/analysis/structure.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <string>

using namespace mw;

namespace {

/// Two maps in a row; the names of temporaries, maps and tasklets are the caller's.
std::string chain(const std::string& temporary, const std::string& label, const std::string& code) {
    return "sdfg p {\n  symbols N:int32\n  array x float64 [N]\n  array y float64 [N]\n  array " +
           temporary + " float64 [N] transient\n  state s {\n    n0 = access x\n    n1 = map " +
           label +
           " [i = 0:N] -> n3\n    n2 = tasklet t `out = (a + 1.0)`\n    n3 = exit n1\n    n4 = "
           "access " +
           temporary + "\n    n5 = map m2 [i = 0:N] -> n7\n    n6 = tasklet u `" + code +
           "`\n    n7 = exit n5\n    n8 = access y\n    n0 -> n1.IN_x : x[0:N]\n    n1.OUT_x -> "
           "n2.a : x[i]\n    n2.out -> n3.IN_t : " +
           temporary + "[i]\n    n3.OUT_t -> n4 : " + temporary +
           "[0:N]\n    n4 -> n5.IN_t : " + temporary +
           "[0:N]\n    n5.OUT_t -> n6.a : " + temporary +
           "[i]\n    n6.out -> n7.IN_y : y[i]\n    n7.OUT_y -> n8 : y[0:N]\n  }\n}\n";
}

ir::DocumentIndex graph(const std::string& text) {
    auto document = ir::parseDump(text);
    INFO((document ? std::string() : toString(document.error())));
    REQUIRE(document);
    return ir::DocumentIndex(*document);
}

} // namespace

TEST_CASE("names of temporaries and maps do not count") {
    const auto first = graph(chain("tmp_1", "map_3", "out = (a * 2.0)"));
    const auto second = graph(chain("gtir_tmp_9", "other", "out = (a * 2.0)"));
    const auto pairing = analysis::pairStructures(first, second);
    CHECK(pairing.equal);
    CHECK(pairing.changed.empty());
    CHECK(pairing.onlyInFirst.empty());
    CHECK(pairing.pairs.size() == 9 + 8);
    CHECK_FALSE(pairing.firstDifference);
}

TEST_CASE("the first difference is the first node that computes something else") {
    const auto first = graph(chain("t", "m", "out = (a * 2.0)"));
    const auto second = graph(chain("t", "m", "out = (a * 3.0)"));
    const auto pairing = analysis::pairStructures(first, second);
    CHECK_FALSE(pairing.equal);
    REQUIRE(pairing.firstDifference);
    CHECK(pairing.firstDifference->sentence ==
          "tasklet `out = (a * 2.0)` in the first, tasklet `out = (a * 3.0)` in the second");
    CHECK(pairing.onlyInFirst.empty());
    CHECK(pairing.onlyInSecond.empty());
    CHECK(first.find(pairing.firstDifference->first)->node->as<ir::Tasklet>());
}

TEST_CASE("what stands before a difference stays paired as equal") {
    const auto first = graph(chain("t", "m", "out = (a * 2.0)"));
    const auto second = graph(chain("t", "m", "out = (a * 3.0)"));
    const auto pairing = analysis::pairStructures(first, second);
    for (const auto& [one, other] : pairing.changed) {
        const auto* node = first.find(one)->node;
        CHECK_FALSE((node && node->as<ir::Tasklet>() && node->as<ir::Tasklet>()->label == "t"));
    }
}
