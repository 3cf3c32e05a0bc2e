#include "tests/support/catch.h"
#include "tests/viewers/model_text.h"
#include "tests/viewers/panels/graphs.h"
#include "viewers/panels/outline_model.h"

#include <QAbstractItemModelTester>

using namespace mw;
using test::modelText;

TEST_CASE("the outline shows states, maps with what is in them, then data") {
    viewers::OutlineModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setIndex(test::twoMaps());
    CHECK(modelText(model).toStdString() == R"(main | 9 nodes
  first | Edge: 0 … N-1, K: 0 … M-1
    twice | out = (x * 2.0)
  second | Edge: 0 … N-1, K: 0 … M-1
    next | out = (x + 1.0)
  a | float64 [N, M]
  b | float64 [N, M]
  t | float64 [N, M], temporary
)");
}

TEST_CASE("a filter keeps matching lines and what leads to them") {
    viewers::OutlineModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setIndex(test::twoMaps());

    SECTION("by kind") {
        REQUIRE(model.setFilter("kind:tasklet").isEmpty());
        CHECK(modelText(model).toStdString() == R"(main | 9 nodes
  first | Edge: 0 … N-1, K: 0 … M-1
    twice | out = (x * 2.0)
  second | Edge: 0 … N-1, K: 0 … M-1
    next | out = (x + 1.0)
)");
        CHECK(model.shownMatches() == 2);
    }
    SECTION("by range and name together") {
        REQUIRE(model.setFilter("range:k SECOND").isEmpty());
        CHECK(model.shownMatches() == 1);
        CHECK(modelText(model).toStdString() ==
              "main | 9 nodes\n  second | Edge: 0 … N-1, K: 0 … M-1\n");
    }
    SECTION("turned round") {
        REQUIRE(model.setFilter("kind:map -second").isEmpty());
        CHECK(model.shownMatches() == 1);
    }
    SECTION("an unknown word is said, and the last filter stays") {
        REQUIRE(model.setFilter("kind:map").isEmpty());
        CHECK(model.setFilter("size:3") ==
              "There is no filter word \"size:\"; there are kind: and range:.");
        CHECK(model.shownMatches() == 2);
    }
}

TEST_CASE("the outline finds the line of every element") {
    const auto index = test::twoMaps();
    viewers::OutlineModel model;
    model.setIndex(index);
    const auto map = test::nodeNamed(*index, "first");
    CHECK(model.find(map).data().toString() == "first");
    const auto exit = ir::exitOf(*index->find(map)->node);
    CHECK(model.find(exit).data().toString() == "first");
    const auto edge = index->find(index->states().front())->block->as<ir::State>()->edges.front();
    CHECK(model.find(edge->id).data().toString() == "main");
    CHECK_FALSE(model.find(ElementId{9999}).isValid());
}
