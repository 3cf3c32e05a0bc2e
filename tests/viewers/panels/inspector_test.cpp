// What of the inspector's lines can be edited, and how the editor of one behaves.
#include "tests/support/catch.h"
#include "tests/viewers/panels/graphs.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/inspector_panel.h"
#include "viewers/panels/value_delegate.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

namespace inspector_test {

using namespace mw;
using viewers::InspectorPanel;
using Verdict = viewers::FieldEditor::Verdict;

namespace {

struct Shown {
    viewers::JobQueue jobs;
    std::shared_ptr<const ir::DocumentIndex> index = test::twoMaps();
    InspectorPanel panel{jobs};

    Shown() {
        panel.resize(340, 600);
        panel.show();
    }
    void select(const std::string& name) {
        panel.showSelection({.index = index, .selection = {test::nodeNamed(*index, name)}});
    }
    QLineEdit& line() { return *panel.editor()->findChild<QLineEdit*>(); }
    void waitForVerdict() {
        REQUIRE(QTest::qWaitFor([this] { return panel.editor()->verdict() != Verdict::checking; },
                                10'000));
    }
};

} // namespace

TEST_CASE_METHOD(Shown, "formulas stand behind numbers on demand, and in tips always") {
    const auto numbers = viewers::elementNumbers(
        *index, {{"N", symbolic::Value::integer(120'000)}, {"M", symbolic::Value::integer(10)}});
    panel.showVariant(
        {.index = index, .selection = {test::nodeNamed(*index, "a")}, .numbers = &numbers});
    auto& tree = *panel.findChild<QTreeWidget*>();
    const auto lines = [&] {
        std::vector<QTreeWidgetItem*> all;
        for (auto at = QTreeWidgetItemIterator(&tree); *at; ++at)
            if ((*at)->toolTip(1).contains("N") && (*at)->text(1).contains(QChar(0x202f)))
                all.push_back(*at); // 120 000 in groups of digits, N in the tip
        return all;
    };
    REQUIRE_FALSE(lines().empty());
    for (const auto* line : lines())
        CHECK_FALSE(line->data(1, viewers::ValueDelegate::kSymbolsRole).isValid());
    panel.setFormulasShown(true);
    REQUIRE_FALSE(lines().empty());
    for (const auto* line : lines())
        CHECK(line->data(1, viewers::ValueDelegate::kSymbolsRole).toString().contains("N"));
    InspectorPanel later(jobs);
    later.setState(panel.state());
    CHECK(later.areFormulasShown());
}

TEST_CASE("lines that can be edited are marked, and no others") {
    Shown shown;
    shown.select("first");
    CHECK(shown.panel.editable() == QStringList{"Edge", "K", "schedule", "block size",
                                                "launch bounds", "max registers", "min warps"});
    shown.select("twice");
    CHECK(shown.panel.editable() == QStringList{"code"});
    shown.select("t");
    CHECK(shown.panel.editable() == QStringList{"storage", "lifetime"});
    shown.select("a");
    CHECK(shown.panel.editable().isEmpty());
    shown.panel.showSelection({.index = shown.index});
    CHECK(shown.panel.editable() == QStringList{"M", "N"});
}

TEST_CASE("the editor asks for the edit of the element that is shown") {
    Shown shown;
    shown.select("first");
    std::vector<transforms::Edit> asked;
    QObject::connect(&shown.panel, &viewers::Panel::editRequested,
                     [&](const transforms::Edit& edit) { asked.push_back(edit); });
    REQUIRE(shown.panel.startEditing("K"));
    CHECK(shown.line().text() == "0:M");
    shown.line().setText("1:M");
    QTest::keyClick(&shown.line(), Qt::Key_Return); // before it is checked
    REQUIRE(QTest::qWaitFor([&] { return !asked.empty(); }, 10'000));
    CHECK(asked == std::vector<transforms::Edit>{{test::nodeNamed(*shown.index, "first"), "range",
                                                  "i_K_gtx_vertical", "1:M"}});
}

TEST_CASE("what is refused is said below the field, and is never asked for") {
    Shown shown;
    shown.select("first");
    bool asked = false;
    QObject::connect(&shown.panel, &viewers::Panel::editRequested, [&] { asked = true; });
    REQUIRE(shown.panel.startEditing("K"));
    shown.line().setText("1:nowhere");
    QTest::keyClick(&shown.line(), Qt::Key_Return);
    shown.waitForVerdict();
    CHECK(shown.panel.editor()->verdict() == Verdict::refused);
    CHECK(shown.panel.editor()->message().contains("nowhere"));
    QTest::qWait(50);
    CHECK(shown.panel.editor()->height() >=
          shown.panel.editor()->heightAt(shown.panel.editor()->width()));
    CHECK_FALSE(asked);
    // Written as it was there is nothing to say or to do.
    shown.line().setText("0:M");
    CHECK(shown.panel.editor()->verdict() == Verdict::none);
    QTest::keyClick(&shown.line(), Qt::Key_Return);
    CHECK_FALSE(shown.panel.editor());
    CHECK_FALSE(asked);
}

TEST_CASE("a click on the pencil opens the editor, a click beside it does not") {
    Shown shown;
    shown.select("first");
    auto& tree = *shown.panel.findChild<QTreeWidget*>();
    auto* item = tree.topLevelItem(0)->child(0);
    REQUIRE(item->text(0) == "Edge");
    const auto box = tree.visualItemRect(item);
    QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, {box.right() - 60, box.center().y()});
    QTest::qWait(20);
    CHECK_FALSE(shown.panel.editor());
    QTest::mouseClick(tree.viewport(), Qt::LeftButton, {},
                      {tree.viewport()->width() - 6, box.center().y()});
    QTest::qWait(20);
    CHECK(shown.panel.editor());
}

} // namespace inspector_test
