// The outline's lines, its filter, and how it finds elements.
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/viewers/model_text.h"
#include "tests/viewers/panels/graphs.h"
#include "viewers/panels/outline_columns.h"
#include "viewers/panels/outline_model.h"
#include "viewers/panels/outline_panel.h"
#include "viewers/panels/word_completer.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QStyleOptionViewItem>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace outline_test {

using namespace mw;
using test::modelText;

TEST_CASE("the outline shows states, maps with what is in them, then data") {
    viewers::OutlineModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setIndex(test::twoMaps(), {});
    CHECK(modelText(model).toStdString() == R"(main | 9 nodes
  map t | Edge: 0 … N-1, K: 0 … M-1
    twice | out = (x * 2.0)
  map b | Edge: 0 … N-1, K: 0 … M-1
    next | out = (x + 1.0)
  a | [N, M] float64
  b | [N, M] float64
  t | [N, M] float64, temporary
)");
}

TEST_CASE("a filter keeps matching lines and what leads to them") {
    viewers::OutlineModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setIndex(test::twoMaps(), {});

    SECTION("by kind") {
        REQUIRE(model.setFilter("kind:tasklet").isEmpty());
        CHECK(modelText(model).toStdString() == R"(main | 9 nodes
  map t | Edge: 0 … N-1, K: 0 … M-1
    twice | out = (x * 2.0)
  map b | Edge: 0 … N-1, K: 0 … M-1
    next | out = (x + 1.0)
)");
        CHECK(model.shownMatches() == 2);
    }
    SECTION("by what a kernel writes, and by the label of its map") {
        REQUIRE(model.setFilter("kind:map b").isEmpty());
        CHECK(model.shownMatches() == 1);
        REQUIRE(model.setFilter("kind:map second").isEmpty());
        CHECK(model.shownMatches() == 1);
    }
    SECTION("by range and name together") {
        REQUIRE(model.setFilter("range:k SECOND").isEmpty());
        CHECK(model.shownMatches() == 1);
        CHECK(modelText(model).toStdString() ==
              "main | 9 nodes\n  map b | Edge: 0 … N-1, K: 0 … M-1\n");
    }
    SECTION("by what data and maps are declared as") {
        REQUIRE(model.setFilter("type:float64 lifetime:scope storage:def").isEmpty());
        CHECK(model.shownMatches() == 3);
        REQUIRE(model.setFilter("schedule:default -first").isEmpty());
        CHECK(model.shownMatches() == 1);
    }
    SECTION("quotes hold words together") {
        REQUIRE(model.setFilter("\"irs\" kind:\"map\"").isEmpty());
        CHECK(model.shownMatches() == 1);
        REQUIRE(model.setFilter("\"first second\"").isEmpty());
        CHECK(model.shownMatches() == 0);
        REQUIRE(model.setFilter("\"fir").isEmpty()); // still being typed
        CHECK(model.shownMatches() == 1);
    }
    SECTION("turned round") {
        REQUIRE(model.setFilter("kind:map -second").isEmpty());
        CHECK(model.shownMatches() == 1);
    }
    SECTION("an unknown word is said, and the last filter stays") {
        REQUIRE(model.setFilter("kind:map").isEmpty());
        CHECK(model.setFilter("size:3") ==
              "There is no filter word \"size:\"; there are kind:, range:, storage:, lifetime:, "
              "schedule:, type:, bytes>, ops> and time>.");
        CHECK(model.shownMatches() == 2);
    }
    SECTION("what no line can answer is said") {
        CHECK(model.setFilter("range:Z") == "No map here runs over Z; there are Edge, K");
        CHECK(model.shownMatches() == 0);
        CHECK(model.setFilter("storage:GPU") ==
              "Nothing here has the storage GPU; there are Default");
        CHECK(model.setFilter("time>1us").startsWith("Nothing of this variant was timed yet"));
    }
}

TEST_CASE("lines have numbers for the sizes of a run, and filters ask for them") {
    const auto index = test::twoMaps();
    viewers::OutlineModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setIndex(index, {});
    model.setNumbers(viewers::elementNumbers(
        *index, {{"N", symbolic::Value::integer(1000)}, {"M", symbolic::Value::integer(10)}}));
    model.setTimes({{test::nodeNamed(*index, "first"), 5}, {test::nodeNamed(*index, "second"), 7}});
    CHECK(modelText(model).toStdString() ==
          R"(main | 9 nodes | 320 kB | 20.0 k | 12.0 µs
  map t | Edge: 0 … 999, K: 0 … 9 | 160 kB | 10.0 k | 5.00 µs
    twice | out = (x * 2.0)
  map b | Edge: 0 … 999, K: 0 … 9 | 160 kB | 10.0 k | 7.00 µs
    next | out = (x + 1.0)
  a | [1000, 10] float64 | 80.0 kB
  b | [1000, 10] float64 | 80.0 kB
  t | [1000, 10] float64, temporary | 80.0 kB
)");
    // What the numbers are of is still there.
    CHECK(model.find(test::nodeNamed(*index, "t")).data(Qt::ToolTipRole).toString().toStdString() ==
          "data t\n[1000, 10] float64, temporary\n[N, M] float64, temporary\ntakes 80.0 kB");
    const auto matches = [&](const char* filter) {
        const auto error = model.setFilter(QString::fromUtf8(filter));
        INFO(error.toStdString());
        CHECK(error.isEmpty());
        return model.shownMatches();
    };
    CHECK(matches("bytes>100K") == 3);
    CHECK(matches("kind:map bytes>=160K") == 2);
    CHECK(matches("kind:map bytes<160kB") == 0);
    CHECK(matches("kind:data bytes<0.1M") == 3);
    CHECK(matches("time>6us") == 2);
    CHECK(matches("kind:map -time>6µs") == 1);
    CHECK(matches("ops>10k") == 1);
    CHECK(matches("bytes>") == 0); // still being typed: no filter
}

TEST_CASE("numbers that nobody has are said with the reason") {
    const auto index = test::twoMaps();
    viewers::OutlineModel model;
    model.setIndex(index, {});
    auto none = viewers::elementNumbers(*index, {});
    none.note = "Without numbers: N has no value";
    model.setNumbers(none);
    CHECK(model.setFilter("bytes>1M") == "Without numbers: N has no value");
}

TEST_CASE("a filter says which of its words it does not understand") {
    const auto error = [](const char* text) {
        const auto filter = viewers::OutlineFilter::parse(text);
        return filter ? std::string() : filter.error().sentence;
    };
    CHECK(error("kind:map byte>1M") ==
          "There is no number \"byte\" to compare; there are bytes, ops and time.");
    CHECK(
        error("bytes=1M") ==
        "\"bytes=1M\" is not understood: numbers are compared by <, <=, > and >=, as in bytes>1M, "
        "and the rest is named with a colon, as in kind:map.");
    CHECK(error("\"bytes=1M\"") == "");
    CHECK(error("bytes>1X") == "\"1X\" is no number for bytes; it is like 200K, 1.5M or 2Gi.");
    CHECK(error("time>1M") == "\"1M\" is no number for time; it is like 10us or 1.5ms.");
    CHECK(error("kind:kernel").starts_with("There is no kind \"kernel\"; there are state, loop"));
    CHECK(error("bytes>2Gi time<=1.5ms -kind:d ops>1e").find("1e") != std::string::npos);
}

TEST_CASE("words are completed from what there is") {
    using viewers::Attribute;
    using viewers::completions;
    const viewers::FilterValues ranges{{Attribute::range, {"Edge", "K"}},
                                       {Attribute::storage, {"Default", "GPU_Global", "a b"}}};
    CHECK(completions("", ranges).isEmpty());
    CHECK(completions("s", ranges) == QStringList{"storage:", "schedule:"});
    CHECK(completions("storage:g", ranges) == QStringList{"storage:GPU_Global"});
    CHECK(completions("storage:", ranges).contains("storage:\"a b\""));
    CHECK(completions("k", ranges) == QStringList{"kind:"});
    CHECK(completions("-b", ranges) == QStringList{"-bytes>"});
    CHECK(completions("kind:", ranges).contains("kind:map"));
    CHECK(completions("kind:t", ranges) == QStringList{"kind:tasklet"});
    CHECK(completions("range:", ranges) == QStringList{"range:Edge", "range:K"});
    CHECK(completions("kind:map", ranges).isEmpty()); // nothing is left to type
}

TEST_CASE("an offer completes the last word of the filter") {
    const auto index = test::twoMaps();
    viewers::OutlinePanel panel;
    panel.show();
    panel.showVariant({.index = index});
    auto& filter = *panel.findChild<QLineEdit*>();
    auto& completer = *filter.findChild<viewers::WordCompleter*>();
    QTest::keyClicks(&filter, "first ra");
    CHECK(completer.offered() == QStringList{"range:"});
    completer.take("range:");
    CHECK(filter.text() == "first range:");
    QCoreApplication::processEvents();
    CHECK(completer.offered() == QStringList{"range:Edge", "range:K"});
    completer.take("range:K");
    CHECK(filter.text() == "first range:K ");
    CHECK(panel.model().shownMatches() == 1);
}

TEST_CASE("the outline finds the line of every element") {
    const auto index = test::twoMaps();
    viewers::OutlineModel model;
    model.setIndex(index, {});
    const auto map = test::nodeNamed(*index, "first");
    CHECK(model.find(map).data().toString() == "map t");
    const auto exit = ir::exitOf(*index->find(map)->node);
    CHECK(model.find(exit).data().toString() == "map t");
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
    const int chosen = tree.header()->sectionSize(0) + 20;
    tree.header()->resizeSection(0, chosen);
    tree.expandAll();
    tree.collapseAll();
    CHECK(tree.header()->sectionSize(0) == chosen);
    CHECK(tree.indentation() == 12);
}

TEST_CASE("numbers are whole at any size of the text, and shapes have room beside them") {
    const double scale = GENERATE(1.0, 1.5);
    const auto index = test::twoMaps();
    viewers::OutlinePanel panel;
    auto font = panel.font();
    font.setPointSizeF(font.pointSizeF() * scale);
    panel.setFont(font);
    panel.resize(static_cast<int>(360 * scale), 500);
    panel.show();
    REQUIRE(QTest::qWaitForWindowExposed(&panel));
    const auto numbers = viewers::elementNumbers(
        *index, {{"N", symbolic::Value::integer(10'000)}, {"M", symbolic::Value::integer(10)}});
    panel.showVariant({.index = index, .numbers = &numbers});
    QCoreApplication::processEvents();
    const auto& tree = *panel.findChild<QTreeView*>();
    for (const int column :
         {viewers::OutlineModel::BytesColumn, viewers::OutlineModel::OperationsColumn}) {
        CHECK_FALSE(tree.isColumnHidden(column));
        const auto text = panel.model().index(0, column, {}).data().toString();
        REQUIRE_FALSE(text.isEmpty());
        CHECK(tree.columnWidth(column) > tree.fontMetrics().horizontalAdvance(text));
    }
    CHECK(tree.columnWidth(viewers::OutlineModel::DetailColumn) >=
          12 * tree.fontMetrics().averageCharWidth());
}

TEST_CASE("when numbers come, a filter's marks, its place and the selection stay") {
    viewers::OutlinePanel panel;
    const auto index = test::twoMaps();
    panel.showVariant({.index = index});
    std::vector<std::vector<ElementId>> marked;
    QObject::connect(&panel, &viewers::OutlinePanel::highlightRequested,
                     [&](const std::vector<ElementId>& ids) { marked.push_back(ids); });
    auto& field = *panel.findChild<QLineEdit*>();
    auto& tree = *panel.findChild<QTreeView*>();
    field.setText("kind:map");
    REQUIRE(marked.size() == 1);
    REQUIRE_FALSE(marked.back().empty());
    QTest::keyClick(&field, Qt::Key_Return);
    QTest::keyClick(&field, Qt::Key_Return);
    const auto at = panel.model().ids(tree.currentIndex());
    REQUIRE_FALSE(at.empty());
    const auto message = [&] {
        for (const auto* label : panel.findChildren<QLabel*>())
            if (label->text().contains(" of "))
                return label->text();
        return QString();
    };
    REQUIRE(message().startsWith("2 of "));
    const auto numbers = viewers::elementNumbers(
        *index, {{"N", symbolic::Value::integer(100)}, {"M", symbolic::Value::integer(10)}});
    panel.showNumbers({.index = index, .selection = at, .numbers = &numbers});
    CHECK(panel.model().ids(tree.currentIndex()) == at);
    CHECK(message().startsWith("2 of "));
    CHECK(marked.size() == 1); // they are still there
    // Another variant has nothing marked: what matches in it is.
    panel.showVariant({.index = index, .selection = at, .numbers = &numbers});
    REQUIRE(marked.size() == 2);
    CHECK(marked[1] == marked[0]);
    // With a filter of numbers others match then.
    field.setText("kind:map bytes>1");
    const auto before = marked.back();
    panel.showNumbers({.index = index, .selection = at});
    CHECK_FALSE(before.empty());
    CHECK(marked.back().empty());
}

TEST_CASE("filters are saved under a name, chosen from the menu, and forgotten") {
    viewers::OutlinePanel panel;
    panel.showVariant({.index = test::twoMaps()});
    std::vector<viewers::SavedFilter> saved;
    QObject::connect(&panel, &viewers::OutlinePanel::savedFiltersChanged,
                     [&](const std::vector<viewers::SavedFilter>& filters) { saved = filters; });
    auto& field = *panel.findChild<QLineEdit*>();
    auto& menu = *panel.findChild<QToolButton*>("outline-filters")->findChild<QMenu*>();
    const auto action = [&menu](const QString& text) -> QAction* {
        emit menu.aboutToShow();
        for (auto* one : menu.actions())
            if (one->text().remove('&').startsWith(text))
                return one;
        return nullptr;
    };
    CHECK_FALSE(action("Save")->isEnabled()); // there is none
    field.setText("colour:red");
    CHECK_FALSE(action("Save")->isEnabled()); // nor is that one
    field.setText("kind:map range:K");
    action("Save")->trigger();
    auto* dialog = panel.findChild<QInputDialog*>("filter-name");
    REQUIRE(dialog);
    dialog->setTextValue("columns");
    dialog->accept();
    CHECK(saved == std::vector<viewers::SavedFilter>{{"columns", "kind:map range:K"}});
    field.clear();
    action("columns")->trigger();
    CHECK(panel.model().shownMatches() == 2);
    action("Forget")->menu()->actions().first()->trigger();
    CHECK(saved.empty());
    CHECK_FALSE(action("columns"));
}

TEST_CASE("lines are sorted by a column, each among those beside it, and by the program again") {
    viewers::OutlineModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto index = test::twoMaps();
    model.setIndex(index, {});
    const auto program = modelText(model);
    const auto names = [&] {
        QStringList found;
        const auto state = model.index(0, 0);
        for (int row = 0; row < model.rowCount(state); ++row)
            found << model.index(row, 0, state).data().toString();
        return found;
    };
    viewers::ElementNumbers numbers;
    numbers.of[test::nodeNamed(*index, "first")].bytes = 1e6;
    numbers.of[test::nodeNamed(*index, "second")].bytes = 3e6;
    model.setNumbers(numbers);
    const QPersistentModelIndex kept = model.find(test::nodeNamed(*index, "first"));
    model.sort(viewers::OutlineModel::BytesColumn, Qt::DescendingOrder);
    CHECK(names().mid(0, 2) == QStringList{"map b", "map t"}); // what has no number stands last
    CHECK(kept.data().toString() == "map t");
    CHECK(model.rowCount(kept) == 1);
    numbers.of[test::nodeNamed(*index, "first")].bytes = 5e6;
    model.setNumbers(numbers);
    CHECK(names().mid(0, 2) == QStringList{"map t", "map b"});
    model.sort(viewers::OutlineModel::NameColumn, Qt::DescendingOrder);
    CHECK(names() == QStringList{"t", "map t", "map b", "b", "a"});
    model.sort(-1, Qt::AscendingOrder);
    model.setNumbers({});
    CHECK(modelText(model) == program);
}

TEST_CASE("a click on a title sorts, two more and Escape bring back the program's order") {
    viewers::OutlinePanel panel;
    panel.resize(500, 400);
    panel.show();
    panel.showVariant({.index = test::twoMaps()});
    auto& tree = *panel.findChild<QTreeView*>();
    auto& header = *tree.header();
    const auto click = [&] {
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                          QPoint(header.sectionViewportPosition(0) + 20, header.height() / 2));
    };
    const auto first = [&] { return tree.model()->index(0, 0, tree.model()->index(0, 0)).data(); };
    CHECK(first() == "map t");
    click();
    CHECK(header.sortIndicatorSection() == 0);
    CHECK(first() == "a");
    click();
    CHECK(first() == "t");
    click();
    CHECK(header.sortIndicatorSection() == -1);
    CHECK(first() == "map t");
    click();
    QTest::keyClick(&tree, Qt::Key_Escape);
    CHECK(header.sortIndicatorSection() == -1);
    CHECK(first() == "map t");
}

TEST_CASE("what a filter matches is marked, Enter goes from match to match, Down into the list") {
    viewers::OutlinePanel panel;
    panel.resize(500, 400);
    panel.show();
    const auto index = test::twoMaps();
    panel.showVariant({.index = index});
    auto& tree = *panel.findChild<QTreeView*>();
    auto& filter = *panel.findChild<QLineEdit*>();
    QSignalSpy selected(&panel, &viewers::Panel::selectRequested);
    QSignalSpy marked(&panel, &viewers::Panel::highlightRequested);
    filter.setText("kind:tasklet");
    const auto matches = panel.model().matches();
    REQUIRE(matches.size() == 2);
    const auto isMatch = [&](const QModelIndex& line) {
        return line.data(viewers::OutlineModel::MatchRole).toBool();
    };
    CHECK(isMatch(matches[0]));
    CHECK_FALSE(isMatch(matches[0].parent()));
    REQUIRE(marked.count() == 1);
    CHECK(
        marked[0][0].value<std::vector<ElementId>>() ==
        std::vector<ElementId>{test::nodeNamed(*index, "twice"), test::nodeNamed(*index, "next")});
    QStyleOptionViewItem option;
    const auto paintedBold = [&](const QModelIndex& line) {
        struct Open : viewers::OutlineDelegate {
            using OutlineDelegate::initStyleOption;
            using OutlineDelegate::OutlineDelegate;
        } delegate(&tree);
        option = {};
        delegate.initStyleOption(&option, line);
        return option.font.bold();
    };
    CHECK(paintedBold(matches[0]));
    CHECK_FALSE(paintedBold(matches[0].parent()));
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers with = {}) {
        QTest::keyClick(&filter, key, with);
        return tree.currentIndex();
    };
    CHECK(press(Qt::Key_Return) == matches[0]);
    REQUIRE(selected.count() == 1);
    CHECK(selected[0][0].value<std::vector<ElementId>>() ==
          std::vector<ElementId>{test::nodeNamed(*index, "twice")});
    CHECK(press(Qt::Key_Return) == matches[1]);
    CHECK(press(Qt::Key_Return) == matches[0]); // round and round
    CHECK(press(Qt::Key_Return, Qt::ShiftModifier) == matches[1]);
    CHECK(press(Qt::Key_Down) == matches[1]);
    CHECK(panel.focusWidget() == &tree);
    press(Qt::Key_Escape);
    CHECK(filter.text().isEmpty());
    CHECK(marked.back()[0].value<std::vector<ElementId>>().empty());
}

} // namespace outline_test
