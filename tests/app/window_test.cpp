// The window as a whole: actions, opening, applying, undoing, panels.
#include "app/gui/command_palette.h"
#include "app/gui/run_controller.h"
#include "app/gui/theme_switch.h"
#include "core/io/sdfg_io.h"
#include "core/ir/equality.h"
#include "tests/app/window_fixture.h"
#include "tests/viewers/model_text.h"
#include "transforms/framework/replay.h"
#include "viewers/panels/code_panel.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/history_panel.h"
#include "viewers/panels/inspector_panel.h"
#include "viewers/panels/outline_panel.h"
#include "viewers/panels/problems_panel.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/panels/transformation_panel.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QFileInfo>
#include <QMenuBar>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStatusBar>
#include <QTreeView>

#include <latch>
#include <map>
#include <set>
#include <thread>

namespace window_test {

using namespace mw;
using test::WindowFixture;

TEST_CASE_METHOD(WindowFixture, "every action has an id of its own, a text and a tooltip") {
    std::set<QString> ids;
    std::set<QString> keys;
    for (const auto& spec : window.parts().actions.specs()) {
        INFO(spec.id.toStdString());
        CHECK(ids.insert(spec.id).second);
        CHECK_FALSE(spec.text.isEmpty());
        CHECK_FALSE(spec.tip.isEmpty());
        CHECK(window.parts().actions.action(spec.id)->objectName() == spec.id);
        if (!spec.shortcut.isEmpty())
            CHECK(keys.insert(spec.shortcut.toString()).second);
    }
}

TEST_CASE_METHOD(WindowFixture,
                 "every transformation of the registry has its actions in its category") {
    const QMenu* transform = nullptr;
    for (const auto* menu : window.menuBar()->actions())
        if (menu->text() == "&Transform")
            transform = menu->menu();
    REQUIRE(transform);
    std::map<QString, QString> categories; // by action
    for (const auto* entry : transform->actions())
        if (const auto* category = entry->menu())
            for (const auto* action : category->actions())
                if (!action->isSeparator())
                    categories[action->objectName()] = entry->text();
    CHECK(categories.size() == 2 * transforms::registry().size());
    for (const auto* each : transforms::registry()) {
        INFO(each->name);
        const auto name = viewers::qs(each->name);
        const auto category = viewers::qs(transforms::title(each->category));
        CHECK(categories["apply-first-" + name] == category);
        CHECK(categories["apply-all-" + name] == category);
    }
}

TEST_CASE_METHOD(WindowFixture,
                 "what the panel of transformations shows is applied without a search") {
    open(sample("nabla4"));
    auto& panel = docks().panel<viewers::TransformationPanel>();
    CHECK(window.parts().actions.trigger("apply-step").startsWith("No step is chosen"));
    CHECK(work().history()->variants().size() == 1);
    panel.choose("map-fusion-vertical");
    REQUIRE(panel.shown() == "map-fusion-vertical");
    act("apply-step");
    CHECK(work().history()->variants().size() == 2);
    act("edit-undo");
    act("apply-shown-everywhere");
    CHECK(work().history()->variants().size() == 12);
}

TEST_CASE_METHOD(WindowFixture, "a sample opens, and the panels show it") {
    open(sample("nabla4"));
    REQUIRE(work().isOpen());
    CHECK(window.windowTitle() == "nabla4 · original · Mapwright");
    CHECK(docks().panel<viewers::OutlinePanel>().model().rowCount() == 1);
    CHECK(docks().panel<viewers::ProblemsPanel>().model().count(Severity::error) == 0);
    CHECK(docks().panel<viewers::InspectorPanel>().text().startsWith("SDFG nabla4\n"));
    CHECK(settings.recentFiles() == QStringList{sample("nabla4")});
    act("select-first-map");
    REQUIRE(work().selection().ids().size() == 1);
    CHECK(docks().panel<viewers::InspectorPanel>().text().startsWith("map "));
}

TEST_CASE_METHOD(WindowFixture, "fusion is applied, undone and redone exactly") {
    open(sample("nabla4"));
    const auto before = work().current().document;
    act("apply-first-map-fusion-vertical");
    CHECK(message().toStdString() == "");
    REQUIRE(work().history()->variants().size() == 2);
    const auto after = work().current().document;
    CHECK(after != before);
    CHECK(window.windowTitle().startsWith("nabla4* · fused "));
    act("edit-undo");
    CHECK(work().current().document == before);
    CHECK(window.parts().actions.action("edit-redo")->isEnabled());
    CHECK_FALSE(window.parts().actions.action("edit-undo")->isEnabled());
    act("edit-redo");
    CHECK(work().current().document == after);
}

TEST_CASE_METHOD(WindowFixture,
                 "an application after an undo is a branch, and both can be pinned") {
    open(sample("nabla4"));
    act("apply-first-map-fusion-vertical");
    act("pin-current");
    act("edit-undo");
    act("apply-all-map-fusion-vertical");
    act("pin-current");
    const auto& rows = docks().panel<viewers::HistoryPanel>().model().rows();
    REQUIRE(rows.size() == 3); // the steps of the second are one run
    CHECK(rows[2].parent == 0);
    CHECK(rows[2].lane == 1);
    CHECK(work().history()->pinned().size() == 2);
    CHECK(work().variantsToRun() == work().history()->pinned());
    act("pin-current");
    CHECK(work().history()->pinned().size() == 1);
}

TEST_CASE_METHOD(WindowFixture, "what is exported is the current variant") {
    open(sample("nabla4"));
    act("apply-first-map-fusion-vertical");
    CHECK(work().isModified());
    const auto file = folder.filePath("fused.sdfgz");
    work().startExport({.file = file.toStdString()});
    settle();
    CHECK_FALSE(work().isModified());
    const auto read = io::readSdfgFile(file.toStdString());
    REQUIRE(read.has_value());
    CHECK(ir::equivalent(*(*read)->root, *work().current().document->root));
}

TEST_CASE_METHOD(WindowFixture, "C++ in a graph is shown and asked about before it is compiled") {
    // Nothing is measured here: a command that does not exist stands for the machine.
    auto choice = docks().panel<viewers::TimingsPanel>().runPanel().choice();
    choice.runner = QStringLiteral("/nonexistent/mw-runner");
    choice.grid = QStringLiteral("torus:8,6,10");
    docks().panel<viewers::TimingsPanel>().runPanel().setChoice(choice);
    QFile in(sample("nabla4"));
    REQUIRE(in.open(QIODevice::ReadOnly));
    auto text = QString::fromUtf8(in.readAll());
    const auto code = text.indexOf(QStringLiteral("\"string_data\": \"__tlet_result = "));
    const auto python = QStringLiteral("\"language\": \"Python\"");
    text.replace(text.indexOf(python, code), python.size(),
                 QStringLiteral("\"language\": \"CPP\""));
    QFile out(folder.filePath("raw.sdfg"));
    REQUIRE(out.open(QIODevice::WriteOnly));
    out.write(text.toUtf8());
    out.close();
    open(out.fileName());
    window.parts().run.start();
    settle();
    auto* dialog = window.findChild<QDialog*>(QStringLiteral("consent"));
    REQUIRE(dialog);
    CHECK(dialog->findChild<QPlainTextEdit*>(QStringLiteral("consent-code"))
              ->toPlainText()
              .contains(QStringLiteral("__tlet_result = ")));
    dialog->reject();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    CHECK_FALSE(window.findChild<QDialog*>(QStringLiteral("consent")));
    window.parts().run.start();
    settle();
    dialog = window.findChild<QDialog*>(QStringLiteral("consent"));
    REQUIRE(dialog);
    dialog->findChild<QPushButton*>(QStringLiteral("consent-trust"))->click();
    settle();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    CHECK_FALSE(window.findChild<QDialog*>(QStringLiteral("consent")));
    CHECK(message().contains(QStringLiteral("/nonexistent/mw-runner")));
}

TEST_CASE_METHOD(WindowFixture, "a broken file leaves the window as it was, and says where") {
    open(sample("nabla4"));
    act("apply-first-map-fusion-vertical");
    const auto before = work().current().id;
    const auto broken = folder.filePath("broken.sdfg");
    QFile file(broken);
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write("{\"type\": \"SDFG\", \"nodes\": [");
    file.close();

    open(broken);
    CHECK(work().isOpen());
    CHECK(work().current().id == before);
    CHECK(message().startsWith("broken.sdfg was not opened: "));
    CHECK(settings.recentFiles() == QStringList{sample("nabla4")});
}

TEST_CASE_METHOD(WindowFixture, "without a graph a broken file stands in the problems") {
    open(folder.filePath("missing.sdfg"));
    CHECK_FALSE(work().isOpen());
    CHECK(docks().panel<viewers::ProblemsPanel>().model().rowCount() == 1);
    CHECK(window.parts().actions.trigger("edit-undo") == "\"Undo\" (edit-undo) can't be used now.");
    CHECK(window.parts().actions.trigger("no-such") == "There is no action \"no-such\".");
}

TEST_CASE_METHOD(WindowFixture, "findings are repaired as steps that undo and replay") {
    QFile original(sample("nabla4"));
    REQUIRE(original.open(QIODevice::ReadOnly));
    auto text = original.readAll();
    const auto symbols = text.indexOf("\"symbols\": {");
    REQUIRE(symbols > 0);
    text.insert(symbols + 12, "\"of_no_use\": \"int32\",");
    QFile flawed(folder.filePath("flawed.sdfg"));
    REQUIRE(flawed.open(QIODevice::WriteOnly));
    flawed.write(text);
    flawed.close();
    open(flawed.fileName());
    auto& problems = docks().panel<viewers::ProblemsPanel>();
    REQUIRE(problems.repairable().size() == 1);
    const auto before = work().current().document;

    CHECK(problems.showFirst("dead-symbols"));
    CHECK(work().selection().ids() == std::vector<ElementId>{before->root->id});
    act("repair-all");
    REQUIRE(work().history()->variants().size() == 2);
    REQUIRE(work().current().record);
    const auto record = *work().current().record;
    CHECK(history::text(record) == "repair Remove the symbol 'of_no_use'");
    CHECK(problems.repairable().empty());
    CHECK_FALSE(work().current().document->root->symbols.contains("of_no_use"));

    const auto replayed = transforms::replay(before, record);
    REQUIRE(replayed.has_value());
    CHECK(ir::equivalent(*replayed->result.document->root, *work().current().document->root));
    act("edit-undo");
    CHECK(work().current().document == before);
    CHECK(problems.repairable().size() == 1);
    act("edit-redo");
    CHECK(problems.repairable().empty());
}

TEST_CASE_METHOD(WindowFixture, "the palette finds actions by a few letters") {
    open(sample("laplacian"));
    CHECK(window.parts().palette.matching("dark").value(0) == "theme-dark");
    CHECK(window.parts().palette.matching("fit").value(0) == "view-fit");
    CHECK(window.parts().palette.matching("vatim").value(0) == "run-bench");
    CHECK_FALSE(window.parts().palette.matching("undo").contains("edit-undo"));
}

TEST_CASE_METHOD(WindowFixture, "the theme is remembered") {
    act("theme-dark");
    CHECK(window.parts().theme.kind() == viewers::ThemeKind::dark);
    CHECK(settings.theme() == viewers::ThemeKind::dark);
    CHECK(window.parts().actions.action("theme-dark")->isChecked());
    CHECK_FALSE(window.parts().actions.action("theme-light")->isChecked());
    act("theme-light");
}

TEST_CASE_METHOD(WindowFixture, "a selection follows its elements through a fusion and back") {
    open(sample("nabla4"));
    act("select-first-map");
    const auto selected = work().selection().ids();
    act("apply-all-map-fusion-vertical");
    for (const auto id : work().selection().ids())
        CHECK(work().index()->find(id) != nullptr);
    act("goto-original");
    for (const auto id : work().selection().ids())
        CHECK(work().index()->find(id) != nullptr);
}

namespace {

/// As a user takes it: everything selected and copied.
QString copiedCode(const viewers::CodePanel& panel) {
    for (auto* child : panel.findChildren<QWidget*>())
        if (child->accessibleName() == "Generated source") {
            QMetaObject::invokeMethod(child, "selectAll");
            QMetaObject::invokeMethod(child, "copy");
        }
    return QApplication::clipboard()->text();
}

} // namespace

TEST_CASE_METHOD(WindowFixture, "the code view shows what each pass makes of the kernels") {
    window.show();
    open(sample("laplacian"));
    act("show-code");
    auto& panel = docks().panel<viewers::CodePanel>();
    auto* language = panel.findChild<QComboBox*>();
    REQUIRE(language);
    const auto passes = language->findText("Passes");
    REQUIRE(passes >= 0);
    language->setCurrentIndex(passes);
    settle();
    const auto text = copiedCode(panel);
    CHECK(text.contains("== lower: "));
    CHECK(text.contains("== unit-stride-innermost: "));
    CHECK_FALSE(text.contains("__global__"));
    language->setCurrentIndex(language->findText("CUDA"));
    settle();
    CHECK(copiedCode(panel).contains("__global__"));
}

TEST_CASE_METHOD(WindowFixture, "the status line shows how far work is, as often as one can read") {
    window.show();
    settle();
    auto* bar = window.statusBar()->findChild<QProgressBar*>();
    REQUIRE(bar);
    CHECK_FALSE(bar->isVisible());
    int shown = 0;
    QObject::connect(bar, &QProgressBar::valueChanged, &window, [&shown] { ++shown; });
    std::latch go(1);
    window.parts().jobs.start(
        {"counting", "Counting"}, &window,
        [&go](const viewers::JobContext& context) {
            for (int i = 1; i <= 300; ++i) {
                context.progress("sheep", i, 300);
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            go.wait();
        },
        [] {});
    CHECK(QTest::qWaitFor([&] { return bar->isVisible() && bar->value() == 300; }, 60'000));
    CHECK(shown < 100);
    go.count_down();
    settle();
    CHECK_FALSE(bar->isVisible());
}

} // namespace window_test
