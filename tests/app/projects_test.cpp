// The window holds one project: opened, worked on, saved, and never lost without a question.
#include "app/gui/leave_dialog.h"
#include "app/gui/message_bar.h"
#include "app/gui/run_controller.h"
#include "app/gui/values_dialog.h"
#include "app/workbench/project.h"
#include "app/workbench/steps.h"
#include "core/io/file.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/inspector_panel.h"
#include "viewers/panels/log_panel.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QTreeWidget>

namespace projects_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct ProjectsFixture : WindowFixture {
    QString file = folder.filePath("p.mapwright");

    QString copy(const char* name) {
        const auto path = folder.filePath(QString::fromLatin1(name) + ".sdfg");
        if (!QFile::exists(path))
            REQUIRE(QFile::copy(sample(name), path));
        return path;
    }
    /// Saves under the name through the dialog, as a user does.
    void saveAs(const QString& path) {
        act("project-save-as");
        auto* dialog = window.findChild<QFileDialog*>("save-project");
        REQUIRE(dialog);
        emit dialog->fileSelected(path);
        dialog->reject();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        settle();
    }
    /// A project with a fusion of nabla4, saved, and laplacian as it is.
    void makeProject() {
        open(copy("laplacian"));
        open(copy("nabla4"));
        act("apply-first-map-fusion-vertical");
        saveAs(file);
        REQUIRE(QFile::exists(file));
    }
    workbench::Project onDisk() const {
        auto opened = workbench::readProject(file.toStdString());
        REQUIRE(opened.has_value());
        return std::move(opened->project);
    }
    /// Of the first program.
    workbench::InputChoice inputsOnDisk() const {
        const auto project = onDisk();
        return project.inputsFor(*project.programs.front());
    }
    viewers::RunPanel& runPanel() { return docks().panel<viewers::TimingsPanel>().runPanel(); }
    app::LeaveDialog* question() { return window.findChild<app::LeaveDialog*>(); }
    QString questionText() {
        REQUIRE(question());
        return question()->findChild<QLabel*>("leave-text")->text();
    }
    void answer(const char* button) {
        REQUIRE(question());
        question()->findChild<QPushButton*>(QString::fromLatin1(button))->click();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        settle();
    }
};

} // namespace

TEST_CASE_METHOD(ProjectsFixture, "another project waits for the one that is being saved") {
    makeProject();
    const auto other = folder.filePath("q.mapwright");
    REQUIRE(QFile::copy(file, other));
    act("apply-first-map-fusion-vertical");
    CHECK(window.parts().actions.trigger("project-save").isEmpty());
    work().openProject(other);
    settle();
    CHECK(work().project().file == other.toStdString());
    CHECK(work().project().isSaved());
    CHECK(work().programs().back()->history->variants().size() == 2);
    CHECK(onDisk().programs.back()->history->variants().size() == 3);
}

TEST_CASE_METHOD(ProjectsFixture, "what another process adds to the file is told, and shown") {
    makeProject();
    const auto addElsewhere = [&] {
        auto other = onDisk();
        auto& history = *other.programs.back()->history;
        const auto variants = history.variants().size();
        auto steps = workbench::applyFirst(*transforms::findTransformation("map-fusion-vertical"),
                                           history.current().document, {});
        REQUIRE(steps);
        workbench::add(history, std::move(*steps));
        REQUIRE(history.variants().size() == variants + 1);
        REQUIRE(workbench::saveProject(other, file.toStdString()));
    };
    const auto told = [&] {
        return QTest::qWaitFor([&] { return message().contains("changed by another process"); },
                               30'000);
    };
    const auto acceptMessage = [&](const char* button) {
        for (auto* one : window.parts().messageBar.findChildren<QAbstractButton*>())
            if (one->text() == QLatin1String(button)) {
                one->click();
                return settle();
            }
        FAIL("no button '" << button << "'");
    };
    addElsewhere();
    REQUIRE(told());
    CHECK(message().contains("p.mapwright was changed by another process, which added 1 variant."));
    CHECK(work().history()->variants().size() == 2);
    acceptMessage("Show what is there");
    CHECK(work().history()->variants().size() == 3);
    CHECK(work().project().isSaved());

    window.parts().messageBar.clear();
    act("edit-undo");
    act("apply-first-map-fusion-horizontal");
    const auto here = work().history()->variants().size();
    addElsewhere();
    REQUIRE(told());
    CHECK(work().history()->variants().size() == here);
    acceptMessage("Show what is there");
    CHECK(work().history()->variants().size() == here + 1);
    CHECK(work().project().isSaved());
    CHECK(onDisk().programs.back()->history->variants().size() == here + 1);
}

TEST_CASE_METHOD(ProjectsFixture, "the window ends when what is being saved is in its file") {
    makeProject();
    act("apply-first-map-fusion-vertical");
    window.show();
    CHECK(window.parts().actions.trigger("project-save").isEmpty());
    CHECK(work().isSaving());
    CHECK_FALSE(window.close());
    settle();
    CHECK_FALSE(question());
    CHECK(window.isHidden());
    CHECK(onDisk().programs.back()->history->variants().size() == 3);
}

TEST_CASE_METHOD(ProjectsFixture, "what is in the window is saved as a project, and comes back") {
    makeProject();
    CHECK(window.windowTitle().endsWith(" · p.mapwright · Mapwright"));
    CHECK(work().project().isSaved());
    CHECK_FALSE(work().isModified());
    CHECK(settings.recentFiles().front() == file);
    act("project-close");
    CHECK_FALSE(question());
    CHECK_FALSE(work().isOpen());
    CHECK(work().programs().empty());
    CHECK(window.windowTitle() == "Mapwright");

    open(file);
    REQUIRE(work().programs().size() == 2);
    CHECK(work().programName() == "nabla4"); // as it was left
    CHECK(work().history()->variants().size() == 2);
    act("file-next");
    CHECK(work().programName() == "laplacian");
    CHECK(work().project().isSaved());
    CHECK(message().isEmpty());
}

TEST_CASE_METHOD(ProjectsFixture, "a project comes back as it was shown") {
    open(copy("laplacian"));
    open(copy("nabla4"));
    act("apply-first-map-fusion-vertical");
    act("pane-split");
    act("view-program");
    act("pane-next");
    saveAs(file);
    const auto shown = work().project().shown;
    REQUIRE(shown.panes.size() == 2);
    act("project-close");
    CHECK(work().panes().size() == 1);
    open(file);
    REQUIRE(work().panes().size() == 2);
    CHECK(&work().activePane() == work().panes()[0]);
    const auto title = [&](std::size_t pane) {
        const auto& shows = *work().panes()[pane];
        return shows.programName() + " " + QString::number(shows.tabs().size()) + " " +
               QString::number(shows.variantId().value) +
               (shows.view() == app::PaneView::program ? " program" : " graph");
    };
    CHECK(title(0) == "laplacian 2 1 graph");
    CHECK(title(1) == "nabla4 1 2 program");
    CHECK(work().project().isSaved());
}

TEST_CASE_METHOD(ProjectsFixture, "a project opens on a machine without the inputs") {
    makeProject();
    act("project-close");
    const auto elsewhere = folder.filePath("elsewhere");
    REQUIRE(QDir().mkpath(elsewhere));
    REQUIRE(QFile::rename(file, elsewhere + "/p.mapwright"));
    for (const char* name : {"laplacian", "nabla4"})
        REQUIRE(QFile::remove(copy(name)));
    open(elsewhere + "/p.mapwright");
    REQUIRE(work().programs().size() == 2);
    CHECK(work().programName() == "nabla4");
    CHECK(work().history()->variants().size() == 2);
    CHECK(message() ==
          "2 inputs of p.mapwright are not on this machine, and are shown as they were.");
    act("apply-first-map-fusion-vertical");
    act("project-save");
    CHECK(work().project().isSaved());
    act("export-variant");
    CHECK(QFileInfo(window.findChild<QLineEdit*>("export-file")->text()).absolutePath() ==
          elsewhere);
}

TEST_CASE_METHOD(ProjectsFixture,
                 "an input that changed is shown as it was, and offered as it is") {
    makeProject();
    bench::BenchResult result;
    result.variants.resize(1);
    result.variants[0].device.median = 25;
    work().setBenchResult(work().program(), result, {work().history()->root().id});
    act("project-save");
    act("project-close");
    const auto input = copy("nabla4");
    const auto before = *io::readFile(sample("nabla4").toStdString());
    REQUIRE(io::writeFileAtomically(input.toStdString(),
                                    *io::readFile(sample("diffusion_step").toStdString())));
    open(file);
    CHECK(message() == "Changed since p.mapwright was written, and shown as it was: nabla4.sdfg.");
    CHECK(work().programName() == "nabla4");
    CHECK(*work().program()->content == before);
    CHECK(work().history()->root().measured.at("device-us") == 25);
    window.parts().messageBar.findChild<QToolButton*>("message-button")->click();
    settle();
    REQUIRE(work().programs().size() == 3);
    CHECK(work().programName() == "diffusion_step");
    CHECK(work().path() == input);
    CHECK(work().program()->measurements.empty());
    CHECK(work().history()->root().measured.empty());
    act("project-save");
    CHECK(onDisk().programs.size() == 3);
}

TEST_CASE_METHOD(ProjectsFixture,
                 "another graph joins the project, whose file is written when told") {
    makeProject();
    const auto before = io::readFile(file.toStdString());
    open(copy("diffusion_step"));
    CHECK(work().programs().size() == 3);
    CHECK(window.windowTitle() == "diffusion_step · original · p.mapwright* · Mapwright");
    CHECK(*io::readFile(file.toStdString()) == *before);
    act("project-save");
    CHECK_FALSE(window.findChild<QFileDialog*>());
    CHECK(window.windowTitle() == "diffusion_step · original · p.mapwright · Mapwright");
    CHECK(onDisk().programs.size() == 3);
}

TEST_CASE_METHOD(ProjectsFixture, "leaving a project asks only while it has changes") {
    makeProject();
    window.show();
    open(copy("diffusion_step"));
    act("project-save");
    open(copy("nabla4"));
    SECTION("looking around is no change") {
        act("goto-original");
        CHECK(window.close());
        CHECK_FALSE(question());
        return;
    }
    act("apply-all-map-fusion-vertical");
    const auto leave = GENERATE(0, 1, 2);
    const auto other = folder.filePath("other.mapwright");
    REQUIRE(workbench::writeProject({}, other.toStdString()));
    if (leave == 0)
        CHECK_FALSE(window.close());
    else if (leave == 1)
        act("project-close");
    else
        open(other);
    CHECK(questionText() == "p.mapwright has changes that are not saved.");
    const auto left = [&] {
        return leave == 0   ? !window.isVisible()
               : leave == 1 ? work().project().file.empty()
                            : work().project().file == other.toStdString();
    };
    const auto variants = [&] {
        return onDisk().find(copy("nabla4").toStdString())->history->variants().size();
    };
    SECTION("cancel") {
        answer("leave-cancel");
        CHECK_FALSE(left());
        CHECK(work().programName() == "nabla4");
        CHECK(work().history()->variants().size() > 2);
    }
    SECTION("discard") {
        answer("leave-discard");
        CHECK(left());
        CHECK(variants() == 2);
        // Nothing of it is offered again.
        app::MainWindow again(settings);
        again.parts().files.open({file});
        REQUIRE(QTest::qWaitFor([&] { return again.isIdle(); }, 60'000));
        CHECK(again.parts().messageBar.text().isEmpty());
    }
    SECTION("save") {
        answer("leave-save");
        CHECK(left());
        CHECK(variants() > 2);
    }
}

TEST_CASE_METHOD(ProjectsFixture,
                 "a program that leaves a project with work of its own is asked about") {
    makeProject();
    REQUIRE(work().programName() == "nabla4");
    act("file-close");
    CHECK(questionText() == "nabla4.sdfg leaves p.mapwright, with its 2 variants.");
    answer("leave-cancel");
    CHECK(work().programs().size() == 2);
    act("file-close");
    answer("leave-discard");
    CHECK(work().programs().size() == 1);
    act("file-close"); // nothing was done to the other one
    CHECK_FALSE(question());
    CHECK(work().programs().empty());
    CHECK(onDisk().programs.size() == 2);
}

TEST_CASE_METHOD(ProjectsFixture, "changes of a window that ended without a word are offered") {
    makeProject();
    act("apply-all-map-fusion-vertical");
    const auto variants = work().history()->variants().size();
    window.parts().files.sessionWriter().keepNow();
    // The window is gone, and nobody was asked.
    app::MainWindow again(settings);
    const auto settleAgain = [&] {
        REQUIRE(QTest::qWaitFor([&] { return again.isIdle(); }, 60'000));
    };
    auto& work = again.parts().workspace;
    again.parts().files.open({file});
    settleAgain();
    CHECK(again.parts().messageBar.text() == "p.mapwright has changes that were never saved.");
    CHECK(work.programs()[1]->history->variants().size() == 2);
    again.parts().messageBar.findChild<QToolButton*>("message-button")->click();
    settleAgain();
    REQUIRE(work.programs().size() == 2);
    CHECK(work.programs()[1]->history->variants().size() == variants);
    CHECK(work.project().file == file.toStdString());
    CHECK_FALSE(work.project().isSaved());
    again.parts().files.saveProject();
    settleAgain();
    CHECK(onDisk().programs[1]->history->variants().size() == variants);
}

TEST_CASE_METHOD(ProjectsFixture, "a project that can't be read or written changes nothing") {
    makeProject();
    const auto broken = folder.filePath("broken.mapwright");
    REQUIRE(io::writeFileAtomically(broken.toStdString(), "{\"mapwright\": 1}"));
    open(broken);
    CHECK(message().startsWith("broken.mapwright was not opened: "));
    CHECK(work().programs().size() == 2);
    CHECK(work().project().file == file.toStdString());
    saveAs(copy("nabla4"));
    CHECK(message().contains("inputs are never written"));
    saveAs(folder.filePath("no/such/p.mapwright"));
    CHECK(message().startsWith("Not saved"));
    CHECK(work().project().file == file.toStdString());
}

TEST_CASE_METHOD(ProjectsFixture, "how a project is run is the project's, but for the machine") {
    open(copy("nabla4"));
    auto* grid = runPanel().findChild<QLineEdit*>("run-grid");
    grid->setText("torus:4,3,5");
    emit grid->textEdited("torus:4,3,5");
    runPanel().findChild<QSpinBox*>("run-repeats")->setValue(7);
    saveAs(file);
    CHECK(inputsOnDisk().grid == "torus:4,3,5");
    CHECK(onDisk().settings.repeats == 7);
    auto changed = onDisk();
    const workbench::InputChoice inputs{"", "torus:6,5,4", {"vertical_end=3"}};
    changed.programs.front()->inputs = inputs;
    changed.settings.repeats = 11;
    changed.settings.coldCache = true;
    changed.settings.target = "cuda"; // there may be none here: it stays the project's
    changed.settings.runner = "/a/command/of/the/file";
    REQUIRE(workbench::writeProject(changed, file.toStdString()));
    act("project-close");
    open(file);
    const auto choice = runPanel().choice();
    CHECK(choice.grid == "torus:6,5,4");
    CHECK(choice.repeats == 11);
    CHECK(choice.coldCache);
    CHECK(choice.runner.isEmpty());
    CHECK(work().runChoice() == inputs);
    CHECK(work().project().settings == changed.settings);
    CHECK(work().project().isSaved());
    runPanel().findChild<QSpinBox*>("run-repeats")->setValue(12);
    CHECK(work().project().settings.repeats == 12);
    CHECK(work().project().settings.target == "cuda");
    CHECK(work().runChoice().set == inputs.set);
    CHECK_FALSE(work().project().isSaved());
}

namespace {

/// The dialog with the values of the run, and what a user does there.
struct ValuesFixture : ProjectsFixture {
    app::ValuesDialog& dialog() {
        auto* found = window.findChild<app::ValuesDialog*>();
        REQUIRE(found);
        return *found;
    }
    QLineEdit& field(const char* name) {
        QLineEdit* found = nullptr; // fields come a few at a time
        const auto there = [&] {
            return (found = dialog().findChild<QLineEdit*>(QStringLiteral("value-") + name));
        };
        REQUIRE(QTest::qWaitFor(there, 5'000));
        return *found;
    }
    QString said() { return dialog().findChild<QLabel*>("values-message")->text(); }
    void type(const char* name, const QString& text) {
        field(name).setFocus();
        field(name).setText(text);
        settle();
    }
    void enter(const char* name, const QString& text) {
        type(name, text);
        emit field(name).editingFinished();
        settle();
    }
    void openValues() {
        window.show();
        act("run-values");
        dialog().activateWindow();
        REQUIRE(QTest::qWaitForWindowActive(&dialog()));
    }
};

} // namespace

TEST_CASE_METHOD(ValuesFixture, "values of the run are seen, checked while typed, set and reset") {
    open(copy("nabla4"));
    const auto usual = work().grid()();
    openValues();
    const auto end = field("vertical_end").placeholderText();
    CHECK(end.toInt() > 7);
    type("vertical_end", "7.5");
    CHECK(said().toStdString() ==
          "⚠ '7.5' is no value of 'vertical_end', which is of the type int32");
    emit field("vertical_end").editingFinished();
    CHECK(work().runChoice().set.empty());
    type("vertical_end", "7");
    CHECK(said() == "Return sets vertical_end to 7");
    CHECK(work().runChoice().set.empty());
    enter("vertical_end", "7");
    CHECK(work().runChoice().set == std::vector<std::string>{"vertical_end=7"});
    CHECK(work().runChoice().grid == usual); // that the value is for
    CHECK(field("vertical_end").placeholderText() == end);
    CHECK(runPanel().findChild<QPushButton*>("run-values")->text() == "Values (1 set)…");
    // Numbers of the window are for it at once.
    const auto inspector = [this] {
        return docks().panel<viewers::InspectorPanel>().text().toStdString();
    };
    CHECK(inspector().find("vertical_end: 7 |") != std::string::npos);
    saveAs(file);
    CHECK(inputsOnDisk().set == std::vector<std::string>{"vertical_end=7"});
    dialog().findChild<QPushButton*>("values-reset")->click();
    settle();
    CHECK(work().runChoice().set.empty());
    CHECK(field("vertical_end").text().isEmpty());
    CHECK(inspector().find("vertical_end: " + end.toStdString() + " |") != std::string::npos);
}

TEST_CASE_METHOD(ValuesFixture, "no value of the dialog is cut, however narrow it is") {
    open(copy("nabla4"));
    openValues();
    const auto& list = *dialog().findChild<QTreeWidget*>("values-list");
    for (const int width : {760, 560}) {
        CAPTURE(width);
        dialog().resize(width, 560);
        QCoreApplication::processEvents();
        int all = 0;
        for (const int column : {2, 3}) // usually, type
            for (int row = 0; row < list.topLevelItemCount(); ++row) {
                const auto text = list.topLevelItem(row)->text(column);
                CAPTURE(text.toStdString());
                CHECK(list.fontMetrics().horizontalAdvance(text) < list.columnWidth(column));
            }
        for (int column = 0; column < 4; ++column)
            all += list.columnWidth(column);
        CHECK(all <= list.viewport()->width());
    }
}

TEST_CASE_METHOD(ValuesFixture, "each program of a project takes the values that it has") {
    open(copy("nabla4"));
    openValues();
    const char* const symbol = "__u_vert_Vertex_range_1";
    const std::vector<std::string> set{"__u_vert_Vertex_range_1=100000"};
    enter(symbol, "100000");
    open(copy("laplacian"));
    CHECK(dialog().windowTitle() == "Values of laplacian");
    REQUIRE(work().runChoice().set.empty()); // it has no such symbol
    CHECK(work().inputsOf(work().programs().front()).set == set);
    CHECK_FALSE(dialog().findChild<QLineEdit*>(QStringLiteral("value-") + symbol));
    CHECK(docks().panel<viewers::InspectorPanel>().text().indexOf("Without numbers") < 0);
    // What no program has is said and not left out.
    auto inputs = work().runChoice();
    inputs.set = {"nothing=1"};
    work().setRun(inputs, work().project().settings);
    settle();
    CHECK(said().contains("no symbol or scalar 'nothing'"));
}

TEST_CASE_METHOD(ProjectsFixture,
                 "a run takes its inputs from the scenario, and the project keeps it") {
    open(copy("nabla4"));
    const auto scenario = folder.filePath("nabla4.scenario.json");
    REQUIRE(QFile::copy(QString(sample("nabla4")).replace(".sdfg", ".scenario.json"), scenario));
    act("apply-first-map-fusion-vertical");
    act("pin-current");
    saveAs(file);
    window.parts().run.findDevices();
    settle();
    if (runPanel().choice().target != codegen::Target::cpu)
        runPanel().setTarget(codegen::Target::cpu);
    auto* grid = runPanel().findChild<QLineEdit*>("run-grid");
    grid->setText(scenario);
    emit grid->textEdited(scenario);
    runPanel().findChild<QSpinBox*>("run-repeats")->setValue(3);
    act("run-bench");
    INFO(message().toStdString());
    REQUIRE(work().benchResult());
    CHECK(work().benchResult()->scenario.grid == inputs::Grid{8, 6, 10});
    CHECK(work().runChoice().scenario == scenario.toStdString());
    CHECK(work().project().settings.target == "cpu");
    CHECK(work().isModified());
    act("compare-measured");
    const auto log = docks().panel<viewers::LogPanel>().findChild<QPlainTextEdit*>()->toPlainText();
    CHECK(log.contains("measured on "));
    CHECK(log.contains(QString::fromStdString(work().current().name) + ": "));
    act("project-save");
    const auto saved = onDisk().find(copy("nabla4").toStdString());
    REQUIRE(saved->measurements.size() == 1);
    CHECK(saved->measurements.front().variants == saved->history->pinned());
    CHECK(saved->current().measured.at("device-us") > 0);
}

} // namespace projects_test
