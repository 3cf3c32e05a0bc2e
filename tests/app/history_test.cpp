// History in the window: names, numbers, the slider, two lines of steps, recipes, the baseline.
#include "core/history/recipe.h"
#include "core/io/file.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/history_panel.h"
#include "viewers/panels/log_panel.h"
#include "viewers/panels/timings_panel.h"

#include <QComboBox>
#include <QDialog>
#include <QDropEvent>
#include <QFileDialog>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSlider>
#include <QToolButton>
#include <QTreeWidget>

namespace history_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct HistoryFixture : WindowFixture {
    viewers::HistoryPanel& panel() { return docks().panel<viewers::HistoryPanel>(); }
    QSlider& slider() { return *panel().findChild<QSlider*>("history-slider"); }
    /// Two fusions below the original, each a step of its own.
    void fuseTwice() {
        open(sample("nabla4"));
        act("apply-first-map-fusion-vertical");
        act("apply-first-map-fusion-vertical");
        REQUIRE(work().history()->variants().size() == 3);
    }
    QString log() {
        return docks().panel<viewers::LogPanel>().findChild<QPlainTextEdit*>()->toPlainText();
    }
    void choose(const char* dialogName, const QString& path) {
        auto* dialog = window.findChild<QFileDialog*>(dialogName);
        REQUIRE(dialog);
        emit dialog->fileSelected(path);
        dialog->reject();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        settle();
    }
    QString saveRecipe() {
        const auto file = folder.filePath("steps.json");
        act("recipe-save");
        choose("recipe-save", file);
        return file;
    }
};

} // namespace

TEST_CASE_METHOD(HistoryFixture,
                 "variants are called by what their steps did, with what it saved") {
    fuseTwice();
    const auto& rows = panel().model().rows();
    REQUIRE(rows.size() == 3);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        INFO(rows[i].name.toStdString());
        CHECK(rows[i].name.startsWith("fused "));
        REQUIRE(rows[i].figures);
        REQUIRE(rows[i].figures->bytes);
        CHECK(rows[i].figures->kernels < rows[i - 1].figures->kernels);
        CHECK(*rows[i].figures->bytes < *rows[i - 1].figures->bytes);
        CHECK(rows[i].change.startsWith("−"));
    }
    CHECK(rows[1].name != rows[2].name);
}

TEST_CASE_METHOD(HistoryFixture,
                 "the slider walks along the line, and of quick moves the last counts") {
    fuseTwice();
    const auto last = work().current().id;
    CHECK(slider().maximum() == 2);
    CHECK(slider().value() == 2);
    QTest::keyClick(&slider(), Qt::Key_Left);
    settle();
    CHECK(work().current().id == work().history()->find(last)->parent);
    CHECK(slider().maximum() == 2); // the step that was left is still on the line
    QSignalSpy moves(&work(), &app::Workspace::variantChanged);
    QTest::keyClick(&slider(), Qt::Key_Home);
    QTest::keyClick(&slider(), Qt::Key_Right);
    QTest::keyClick(&slider(), Qt::Key_End);
    settle();
    CHECK(moves.count() == 1);
    CHECK(work().current().id == last);
}

TEST_CASE_METHOD(HistoryFixture, "the current line stands beside that of a pinned variant") {
    fuseTwice();
    act("edit-undo");
    act("apply-first-map-fusion-horizontal");
    work().setPinned(work().history()->variants()[2].id, true);
    act("history-compare");
    auto& beside = *panel().findChild<QComboBox*>("history-beside");
    beside.setCurrentIndex(beside.findData(work().history()->variants()[2].id.value));
    emit beside.activated(beside.currentIndex());
    settle();
    CHECK(window.parts().actions.action("history-compare")->isChecked());
    const auto& lines = panel().alignment().lines();
    REQUIRE(lines.alignment.divergence);
    CHECK(lines.alignment.same == 1);
    CHECK(panel().alignment().divergence() == 2);
    CHECK(panel().alignment().index(2, viewers::AlignmentModel::RelationColumn).data().toString() ==
          "≠ first difference");
    act("history-compare");
    CHECK_FALSE(panel().isComparing());
}

TEST_CASE_METHOD(HistoryFixture, "the other pane's steps stand beside those of the active one") {
    fuseTwice();
    act("pane-split");
    act("edit-undo");
    act("history-compare");
    CHECK(panel().alignment().lines().alignment.same == 1);
    CHECK(panel().alignment().lines().second.steps.size() == 2);
}

TEST_CASE_METHOD(HistoryFixture, "a comparison ends with the program that it was of") {
    fuseTwice();
    act("history-compare");
    REQUIRE(panel().isComparing());
    act("file-close");
    panel().showFigures({}); // numbers of variants that were counted meanwhile
    CHECK_FALSE(panel().isComparing());
}

TEST_CASE_METHOD(HistoryFixture, "a recipe is saved, and replayed with a report of each step") {
    fuseTwice();
    const auto file = saveRecipe();
    const auto text = io::readFile(file.toStdString());
    REQUIRE(text.has_value());
    const auto recipe = history::parseRecipe(*text);
    REQUIRE(recipe.has_value());
    CHECK(recipe->steps.size() == 2);
    act("goto-original");
    act("recipe-replay");
    choose("recipe-replay", file);
    CHECK(work().history()->variants().size() == 5);
    CHECK_FALSE(message().contains("left out"));
    // Where they were done already they do not fit: that is said, step by step.
    CHECK(log().contains(QRegularExpression("2 map-fusion-vertical .*: applied")));
    act("apply-all-map-fusion-vertical");
    act("recipe-replay");
    choose("recipe-replay", file);
    CAPTURE(message().toStdString(), log().toStdString());
    CHECK(message().contains("steps of the recipe were left out. Step 1 map-fusion-vertical"));
}

TEST_CASE_METHOD(HistoryFixture,
                 "steps without a place are offered the nearest ones, in the tab they are about") {
    fuseTwice();
    const auto file = saveRecipe();
    const auto nabla4 = work().program();
    act("apply-all-map-fusion-vertical");
    act("recipe-replay");
    choose("recipe-replay", file);
    REQUIRE(message().contains("left out"));
    open(sample("laplacian")); // another tab: the line is not about that
    CHECK_FALSE(message().contains("left out"));
    act("file-next");
    REQUIRE(work().program() == nabla4);
    CHECK(message().contains("left out"));
    act("goto-original"); // where there are places
    for (auto* button : window.parts().messageBar.findChildren<QToolButton*>())
        if (button->text().startsWith("Nearest places"))
            button->click();
    settle();
    auto* dialog = window.findChild<QDialog*>("misfits");
    REQUIRE(dialog);
    auto* list = dialog->findChild<QTreeWidget*>("misfit-list");
    REQUIRE(list->topLevelItemCount() == 2);
    auto* step = list->topLevelItem(0);
    REQUIRE(step->childCount() > 1);
    CHECK(step->child(0)->text(2) == "100.0 %"); // the very place that the recipe has
    auto* apply = dialog->findChild<QPushButton*>("misfit-apply");
    CHECK_FALSE(apply->isEnabled());
    list->setCurrentItem(step->child(0));
    CHECK(apply->isEnabled());
    CHECK_FALSE(work().selection().ids().empty());
    const auto before = work().current().id;
    apply->click();
    settle();
    CHECK(work().current().parent == before);
    CHECK(list->topLevelItemCount() == 1); // one less to look for
    CHECK(message().contains("left out")); // the line can be used again
}

TEST_CASE_METHOD(HistoryFixture, "a recipe that is dropped is done after a question") {
    fuseTwice();
    const auto file = saveRecipe();
    act("goto-original");
    drop({file});
    CHECK(work().history()->variants().size() == 3);
    CAPTURE(message().toStdString(), log().toStdString());
    CHECK(message().contains("steps.json is a recipe of 2 steps"));
    for (auto* button : window.parts().messageBar.findChildren<QToolButton*>())
        if (button->text().startsWith("Replay"))
            button->click();
    settle();
    CHECK(work().history()->variants().size() == 5);
}

TEST_CASE_METHOD(HistoryFixture, "the baseline of Timings is that of History") {
    fuseTwice();
    const auto& variants = work().history()->variants();
    bench::BenchResult result;
    std::vector<history::VariantId> ids;
    for (const auto& variant : variants) {
        bench::VariantResult one;
        one.name = variant.name;
        one.device.median = 10.0 * variant.id.value;
        one.deviceSamples = {one.device.median};
        result.variants.push_back(one);
        ids.push_back(variant.id);
    }
    work().setBenchResult(work().program(), result, ids);
    CHECK(panel().model().rows()[0].ratio == 1);
    docks().panel<viewers::TimingsPanel>().nextBaseline();
    CHECK(work().program()->baseline == variants[1].id);
    CHECK(panel().model().rows()[1].ratio == 1);
    CHECK(panel().model().rows()[0].ratio == 0.5);
}

} // namespace history_test
