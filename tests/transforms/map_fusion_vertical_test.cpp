// Vertical map fusion: the rewrite, each refusal, and nabla4 of both generations.
#include "core/analysis/analysis.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "core/ir/equality.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/transforms/map_fusion_refusals.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_fusion_vertical_test {

std::vector<RefusalCase> refusals() {
    std::vector<RefusalCase> all;
    for (auto* cases :
         {mapFusionScopeRefusals, mapFusionOuterDataRefusals, mapFusionDataflowRefusals,
          mapFusionRegionRefusals, mapFusionLayoutRefusals})
        for (auto& one : cases())
            all.push_back(std::move(one));
    return all;
}

namespace {

const std::string kName = "map-fusion-vertical";

std::string codeOf(const TwoMaps& graph, const transforms::Params& params = {}) {
    const auto refusal = test::refusal(kName, graph.text(), params);
    return refusal ? std::to_string(refusal->condition) + " " + refusal->code : "applies";
}

} // namespace

TEST_CASE("map-fusion-vertical: two maps become one, the array a scalar") {
    CHECK(ir::dump(*test::appliedEverywhere(kName, TwoMaps{}.text(), {}, 1)->root) ==
          R"(sdfg two {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  scalar __map_fusion_tmp float64 transient
  state main {
    n0 = access a
    n1 = map first [i = 0:N] -> n4
    n2 = tasklet t1 `o = (x * 2.0)`
    n3 = tasklet t2 `o = (x + 1.0)`
    n4 = exit n1
    n5 = access b
    n6 = access __map_fusion_tmp
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : a[i]
    n2.o -> n6 : __map_fusion_tmp[0]
    n6 -> n3.x : __map_fusion_tmp[0]
    n3.o -> n4.IN_b : b[i]
    n4.OUT_b -> n5 : b[0:N]
  }
}
)");
}

namespace {

/// The first map fills a row of four elements, the second one adds up what it reads of the row.
std::string sumOfRow(const std::string& read, const std::string& attributes) {
    return test::edited(
        test::twoMapsWithRows(),
        {{"    t2 = tasklet t2 `o = (x + 1.0)`\n",
          "    t2 = library Reduce dace.libraries.standard.nodes.reduce.Reduce" + attributes +
              " with identity = `0` with wcr = `\"lambda a, b: a + b\"`\n"},
         {"m2.OUT_tmp -> t2.x : tmp[i, 1]", "m2.OUT_tmp -> t2 : " + read},
         {"t2.o -> x2.IN_b : b[i]", "t2 -> x2.IN_b : b[i]"}});
}

} // namespace

TEST_CASE("map-fusion-vertical: a reduction over all axes does not mind how many there are") {
    test::appliedEverywhere(kName, sumOfRow("tmp[i, 0:4]", ""), {}, 1);
    test::appliedEverywhere(kName, sumOfRow("tmp[i, 0:4]", " with axes = `null`"), {}, 1);
    const auto refusal = test::refusal(kName, sumOfRow("tmp[i, 0:4]", " with axes = `[1]`"));
    CHECK((refusal && refusal->code == "library-node-rank"));
}

TEST_CASE("map-fusion-vertical: each condition refuses with its number and code") {
    TwoMaps g;
    SECTION("2: options that exclude each other") {
        CHECK(codeOf(g, {{"only-inner-maps", true}, {"only-toplevel-maps", true}}) ==
              "2 contradicting-options");
        CHECK(codeOf(g, {{"assume-always-shared", true},
                         {"require-exclusive-intermediates", true}}) == "2 contradicting-options");
    }
    SECTION("2: the level that the options ask for") {
        CHECK(codeOf(g, {{"only-inner-maps", true}}) == "2 not-inner-maps");
        CHECK(codeOf(g, {{"only-toplevel-maps", true}}) == "applies");
    }
    SECTION("3: schedules") {
        g.firstAttributes = " schedule Sequential";
        CHECK(codeOf(g) == "3 different-schedules");
    }
    SECTION("4: ranges") {
        g.secondRange = "i = 1:N";
        CHECK(codeOf(g) == "4 different-ranges");
    }
    SECTION("7: the intermediate also reaches the second map in another way") {
        g.moreContainers = "  array c float64 [N] transient\n";
        g.moreNodes = "    n9 = access c\n";
        g.moreEdges = "    n4 -> n9 : tmp[0:N] -> [0:N]\n    n9 -> n5.IN_c : c[0:N]\n"
                      "    n5.OUT_c -> n7.IN_c : c[i]\n    n7.OUT_c -> n10 : d[0:N]\n";
        g.moreNodes += "    n10 = access d\n";
        g.moreContainers += "  array d float64 [N]\n";
        CHECK(codeOf(g) == "7 cycle");
    }
    SECTION("8: conditional and accumulating producers") {
        g.firstWrites = "tmp[i] dynamic";
        CHECK(codeOf(g) == "8 dynamic-producer");
        g.firstWrites = "tmp[i] wcr `lambda x, y: (x + y)`";
        CHECK(codeOf(g) == "8 accumulating-producer");
    }
    SECTION("9: a neighbour is read: violated, not merely unproven") {
        g.secondReads = "tmp[N - 1 - i]";
        const auto refusal = test::refusal(kName, g.text());
        REQUIRE(refusal);
        CHECK(refusal->condition == 9);
        CHECK(refusal->code.starts_with("not-covered"));
        CHECK(refusal->elements.size() == 3);
    }
    SECTION("11: the intermediate is needed elsewhere") {
        g.temporary = "array tmp float64 [N]";
        CHECK(codeOf(g, {{"require-exclusive-intermediates", true}}) == "11 shared-intermediate");
        CHECK(codeOf(g) == "applies");
    }
}

TEST_CASE("map-fusion-vertical: a match that no longer stands is refused") {
    const auto document = test::parsed(TwoMaps{}.text());
    const auto& t = test::transformation(kName);
    const transforms::DocumentView view(document);
    auto match = t.find(view, {}).front();
    const auto condition = [&](const transforms::Match& m) {
        const auto result = t.check(view, m, {});
        const auto* refusal = transforms::refusalOf(result);
        return refusal ? refusal->condition : 0;
    };
    CHECK(condition(match) == 0);
    auto broken = match;
    broken.elements[1].id = ElementId{9999};
    CHECK(condition(broken) == 1);
    broken = match;
    std::swap(broken.elements[0].id, broken.elements[2].id);
    CHECK(condition(broken) == 1);
    broken = match;
    broken.state = BlockId{9999};
    CHECK(condition(broken) == 1);
    broken = match;
    broken.elements.pop_back();
    CHECK(condition(broken) == 1);
}

TEST_CASE("map-fusion-vertical: the same input gives the same bytes and ids, the base stays") {
    const auto document = test::parsed(TwoMaps{}.text());
    const auto before = ir::dump(*document->root);
    const auto& t = test::transformation(kName);
    const auto match = t.find(document, {}).front();
    const auto once = transforms::applyAt(t, document, match, {});
    const auto again = transforms::applyAt(t, document, match, {});
    REQUIRE(once.has_value());
    const ir::EditResult &first = once->result, &second = again->result;
    CHECK(ir::dump(*first.document->root) == ir::dump(*second.document->root));
    CHECK(first.changes.added == second.changes.added);
    CHECK(ir::dump(*document->root) == before);
    const ElementId secondEntry = match.at("second-entry");
    CHECK(first.changes.forward(secondEntry) ==
          first.changes.forward(first.changes.forward(secondEntry)));
    CHECK(first.changes.forward(match.at("intermediate")));
}

TEST_CASE("map-fusion-vertical: nabla4 of both generations goes from 40 to 11 maps") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("the corpus of real graphs is missing");
    for (const auto* name : {"gt4py-1.0.9/calculate_nabla4/initial.sdfgz",
                             "gt4py-1.0.9/calculate_nabla4/simplified.sdfgz",
                             "gt4py-1.2.1/calculate_nabla4/initial.sdfgz"}) {
        INFO(name);
        const auto document = io::readSdfgFile(*root / name);
        REQUIRE(document.has_value());
        const auto steps = transforms::applyEverywhere(test::transformation(kName), *document, {});
        REQUIRE(steps.has_value());
        CHECK(steps->size() == 29);
        CHECK(analysis::summarise(**document).maps == 40);
        CHECK(analysis::summarise(*transforms::lastDocument(*document, *steps)).maps == 11);
    }
}

} // namespace mw::test::map_fusion_vertical_test
