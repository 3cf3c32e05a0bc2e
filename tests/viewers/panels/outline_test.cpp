// The outline's lines, its filter, and how it finds elements.
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/viewers/model_text.h"
#include "tests/viewers/panels/graphs.h"
#include "viewers/panels/outline_model.h"
#include "viewers/panels/outline_panel.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QTest>
#include <QTreeView>

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

namespace {

/// A tasklet inside of `levels` nested SDFGs, one in the other.
std::shared_ptr<const ir::DocumentIndex> deepGraph(int levels) {
    std::string body = "t0 = tasklet the_name_at_the_very_bottom_of_it_all `o = 1.0`\n";
    for (int level = 0; level < levels; ++level) {
        const auto name = "level_" + std::to_string(level);
        body = "n" + std::to_string(level) + " = nested " + name + " = sdfg " + name +
               " {\nstate in_" + name + " {\n" + body + "}\n}\n";
    }
    auto document = ir::parseDump("sdfg deep {\nstate main {\n" + body + "}\n}\n");
    if (!document)
        FAIL(toString(document.error()));
    return std::make_shared<const ir::DocumentIndex>(std::move(*document));
}

} // namespace

TEST_CASE("names stay readable at any depth, and lose their middle where they must") {
    const int levels = GENERATE(0, 3, 12, 30);
    INFO(levels);
    const auto index = deepGraph(levels);
    viewers::OutlinePanel panel;
    panel.resize(320, 500);
    panel.show();
    REQUIRE(QTest::qWaitForWindowExposed(&panel));
    viewers::PanelContext context{.index = index};
    panel.showVariant(context);
    context.selection = {test::nodeNamed(*index, "the_name_at_the_very_bottom_of_it_all")};
    panel.showSelection(context);
    QCoreApplication::processEvents();
    auto& tree = *panel.findChild<QTreeView*>();
    const auto line = tree.currentIndex();
    REQUIRE(line.data().toString().startsWith("the_name"));
    const auto visible = tree.visualRect(line).intersected(tree.viewport()->rect());
    CHECK(visible.width() >= 12 * tree.fontMetrics().averageCharWidth());
    CHECK(visible.height() == tree.visualRect(line).height());
    if (levels <= 12) // all of it fits: nothing to scroll sideways
        CHECK(tree.header()->length() <= tree.viewport()->width());
    CHECK(line.data(Qt::ToolTipRole).toString() ==
          "tasklet the_name_at_the_very_bottom_of_it_all\no = 1.0");

    // The user's own width comes back with the lines that need no more.
    tree.collapseAll();
    CHECK(tree.header()->sectionSize(0) == 180);
    CHECK(tree.indentation() == 14);
}
