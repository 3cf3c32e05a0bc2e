// Opening, keeping, exporting, leaving: nothing that was done is ever lost, and no input written.
#include "app/gui/file_keeper.h"
#include "app/gui/leave_dialog.h"
#include "app/gui/message_bar.h"
#include "app/gui/pane_area.h"
#include "app/gui/recent_menu.h"
#include "app/gui/start_page.h"
#include "app/gui/workspace.h"
#include "app/workbench/dot_text.h"
#include "core/io/sdfg_io.h"
#include "core/ir/equality.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/jobs/job_queue.h"

#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QStandardPaths>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <filesystem>
#include <latch>

namespace files_test {

using namespace mw;
using test::WindowFixture;

namespace {

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

struct FilesFixture : WindowFixture {
    /// A copy of a sample that a test may spoil.
    QString copy(const char* name) {
        const auto path = folder.filePath(QString::fromLatin1(name) + ".sdfg");
        if (!QFile::exists(path))
            REQUIRE(QFile::copy(sample(name), path));
        return path;
    }
    /// nabla4 with one step, then another file in the window.
    void leaveWork() {
        open(copy("nabla4"));
        act("apply-first-map-fusion-vertical");
        work().rename(work().current().id, "mine");
        open(copy("laplacian"));
        REQUIRE(work().programName() == "laplacian");
    }
    void checkWorkIsBack() {
        CHECK(work().programName() == "nabla4");
        REQUIRE(work().isOpen());
        CHECK(work().history()->variants().size() == 2);
        CHECK(work().current().name == "mine");
    }
    /// A job of the slot of exports that ends when `go` says so.
    void exportUntil(std::latch& go) {
        window.parts().jobs.start(
            {app::Workspace::kExportSlot, "Exporting"}, &window,
            [&go](const viewers::JobContext&) { go.wait(); }, [] {});
    }
    /// By the dialog, which is open; null when it closed by itself.
    QPointer<QDialog> exportTo(const QString& file) {
        QPointer<QDialog> dialog = window.findChild<QDialog*>("export");
        REQUIRE(dialog);
        dialog->findChild<QLineEdit*>("export-file")->setText(file);
        dialog->findChild<QPushButton*>("export-start")->click();
        settle();
        return dialog;
    }
    static QString resultOf(QDialog& dialog) {
        return dialog.findChild<QPlainTextEdit*>("export-result")->toPlainText();
    }
    app::LeaveDialog* question() { return window.findChild<app::LeaveDialog*>(); }
    void answer(const char* button) {
        REQUIRE(question());
        auto* found = question()->findChild<QPushButton*>(QString::fromLatin1(button));
        REQUIRE(found);
        found->click();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        settle();
    }
    /// Where sessions go there is a file: none can be written.
    void breakSessions() {
        QDir(settings.sessionFolder()).removeRecursively();
        write(settings.sessionFolder(), "not a folder");
    }
};

/// The same settings in a new window: the program was started again.
struct Restarted {
    explicit Restarted(FilesFixture& before) : window(before.settings) {}
    void settle() {
        REQUIRE(QTest::qWaitFor([this] { return window.isIdle(); }, 60'000));
        QCoreApplication::processEvents();
        REQUIRE(QTest::qWaitFor([this] { return window.isIdle(); }, 60'000));
    }
    app::MainWindow window;
};

} // namespace

TEST_CASE_METHOD(FilesFixture, "another file joins the first, which comes back as it was") {
    leaveWork();
    CHECK(work().programs().size() == 2);
    CHECK_FALSE(question());
    CHECK(message() == "nabla4.sdfg stays open with its 2 variants.");
    SECTION("by the line's button") {
        window.parts().messageBar.findChild<QToolButton*>("message-button")->click();
        settle();
    }
    SECTION("by its action") {
        act("file-next");
    }
    SECTION("by opening it again, under another name for the same file") {
        open(folder.filePath("./nabla4.sdfg"));
    }
    SECTION("by dropping it") {
        drop({copy("nabla4")});
    }
    SECTION("when the other one is closed") {
        act("file-close");
    }
    checkWorkIsBack();
    act("edit-undo");
    CHECK(work().current().id == work().history()->root().id);
}

TEST_CASE_METHOD(FilesFixture, "every file has its own session, which survives the program's end") {
    leaveWork();
    act("apply-first-map-fusion-vertical"); // whatever laplacian allows: it is no step of nabla4
    window.close();
    CHECK_FALSE(question());
    Restarted again(*this);
    SECTION("opened by name") {
        again.window.parts().files.open({copy("nabla4")});
    }
    SECTION("from the list of recent files") {
        auto* menu = again.window.findChild<QMenu*>("recent-menu");
        REQUIRE(menu);
        emit menu->aboutToShow();
        for (auto* action : menu->actions())
            if (action->text() == "nabla4.sdfg")
                action->trigger();
    }
    SECTION("from the start page") {
        emit again.window.findChild<app::StartPage*>()->openRequested(copy("nabla4"));
    }
    again.settle();
    REQUIRE(again.window.parts().workspace.isOpen());
    CHECK(again.window.parts().workspace.programName() == "nabla4");
    CHECK(again.window.parts().workspace.history()->variants().size() == 2);
    CHECK(again.window.parts().workspace.current().name == "mine");
}

TEST_CASE_METHOD(FilesFixture, "a program is read again for another DaCe, unless it has steps") {
    open(copy("nabla4"));
    auto& workspace = window.parts().workspace;
    auto* menu = window.findChild<QMenu*>("dace-menu");
    REQUIRE(menu);
    const auto choose = [&](const QString& text) {
        emit menu->aboutToShow();
        for (auto* action : menu->actions())
            if (action->text() == text)
                return action->trigger();
        FAIL("no " + text.toStdString());
    };
    const auto version = [&] { return workspace.current().document->format.daceVersion; };
    const auto stated = version();
    choose("2.0.0b1");
    settle();
    CHECK(version() == "2.0.0b1");
    CHECK(workspace.programs().size() == 1);
    emit menu->aboutToShow();
    for (const auto* action : menu->actions())
        CHECK((action->isChecked() == (action->text() == "2.0.0b1")));
    SECTION("as the file states") {
        choose("As the file states");
        CHECK(version() == stated);
    }
    SECTION("steps were checked for one version") {
        act("apply-first-map-fusion-vertical");
        settle();
        const auto variants = workspace.history()->variants().size();
        REQUIRE(variants == 2);
        choose("1.0.2");
        CHECK(version() == "2.0.0b1");
        CHECK(workspace.history()->variants().size() == variants);
    }
}

TEST_CASE_METHOD(FilesFixture, "what was measured comes back with the session") {
    open(copy("nabla4"));
    act("apply-first-map-fusion-vertical");
    bench::BenchResult result;
    result.variants.resize(1);
    result.variants[0].device.median = 25;
    work().setBenchResult(work().program(), result, {work().current().id});
    open(copy("laplacian"));
    CHECK_FALSE(work().benchResult());
    act("file-next");
    CHECK(work().benchResult());
    window.close();
    Restarted again(*this);
    again.window.parts().files.open({copy("nabla4")});
    again.settle();
    CHECK(again.window.parts().workspace.current().measured.at("device-us") == 25);
}

TEST_CASE_METHOD(FilesFixture, "a session outlives a change of its input") {
    leaveWork();
    const auto before = (act("file-next"), work().current().document);
    window.close();
    auto changed = bytesOf(sample("nabla4"));
    changed.replace("\"map_0\"", "\"map_0_changed\"");
    changed += "\n";
    write(copy("nabla4"), changed);

    Restarted again(*this);
    again.window.parts().files.open({copy("nabla4")});
    again.settle();
    CHECK(again.window.parts().workspace.history()->variants().size() == 1);
    CHECK(again.window.parts().messageBar.text() ==
          "nabla4.sdfg has changed since its session with 2 variants.");
    again.window.parts().messageBar.findChild<QToolButton*>("message-button")->click();
    again.settle();
    auto& work = again.window.parts().workspace;
    REQUIRE(work.history()->variants().size() == 2);
    CHECK(ir::equivalent(*work.current().document->root, *before->root));
    CHECK(bytesOf(copy("nabla4")) == changed);
}

TEST_CASE_METHOD(FilesFixture, "a file that can't be read leaves the first untouched") {
    const auto broken = folder.filePath("broken.sdfg");
    write(broken, "{\"type\": \"SDFG\", ");
    open(copy("nabla4"));
    act("apply-first-map-fusion-vertical");
    SECTION("opened") {
        open(broken);
    }
    SECTION("dropped") {
        drop({broken});
    }
    SECTION("a folder") {
        drop({folder.path()});
    }
    SECTION("gone meanwhile") {
        open(folder.filePath("missing.sdfg"));
    }
    CHECK(work().programName() == "nabla4");
    CHECK(work().history()->variants().size() == 2);
    CHECK(message().contains("was not opened"));
}

TEST_CASE_METHOD(FilesFixture,
                 "several dropped files all open, whatever is wrong with one of them") {
    const auto broken = folder.filePath("broken.sdfg");
    write(broken, "no graph");
    open(copy("nabla4"));
    act("apply-first-map-fusion-vertical");
    drop({copy("laplacian"), broken, copy("diffusion_step")});
    CHECK(work().programs().size() == 3);
    CHECK(work().programName() == "diffusion_step");
    CHECK(settings.recentFiles().contains(copy("laplacian")));
    CHECK(message().startsWith("broken.sdfg was not opened: "));
    act("file-next");
    CHECK(work().programName() == "nabla4");
    CHECK(work().history()->variants().size() == 2);
}

TEST_CASE_METHOD(FilesFixture, "what failed of several files is said of each") {
    QStringList broken;
    for (int i = 1; i <= 7; ++i) {
        broken << folder.filePath(QStringLiteral("broken%1.sdfg").arg(i));
        write(broken.back(), "no graph");
    }
    const auto shown = [this] {
        QStringList sentences;
        for (const auto* label : window.parts().messageBar.findChildren<QLabel*>())
            if (label->isVisible())
                sentences << label->text().section(' ', 0, 3);
        return sentences;
    };
    window.show();
    auto* more = window.parts().messageBar.findChild<QToolButton*>("message-more");
    SECTION("a few") {
        drop(broken.mid(0, 2));
        CHECK(shown() ==
              QStringList{"broken1.sdfg was not opened:", "broken2.sdfg was not opened:"});
        CHECK_FALSE(more->isVisible());
    }
    SECTION("many") {
        drop(broken);
        CHECK(shown().size() == 3);
        REQUIRE(more->isVisible());
        CHECK(more->text() == "and 4 more …");
        more->click();
        CHECK(shown().size() == 7);
        CHECK(shown().back() == "broken7.sdfg was not opened:");
        CHECK_FALSE(more->isVisible());
        open(copy("nabla4")); // something newer takes their place
        CHECK_FALSE(message().contains("broken"));
    }
}

TEST_CASE_METHOD(FilesFixture, "an edit that still runs ends in its own program") {
    open(copy("nabla4"));
    const auto nabla = work().program();
    work().applyAll("map-fusion-vertical", {});
    work().open(copy("laplacian"));
    settle();
    CHECK(work().programName() == "laplacian");
    CHECK(work().history()->variants().size() == 1);
    CHECK(nabla->history->variants().size() > 1);
    work().show(nabla);
    CHECK(work().current().id != work().history()->root().id);
}

TEST_CASE_METHOD(FilesFixture, "a measurement that ends late belongs to its own program") {
    open(copy("nabla4"));
    const auto nabla = work().program();
    open(copy("laplacian"));
    bench::BenchResult result;
    result.variants.resize(1);
    result.variants[0].device.median = 25;
    work().setBenchResult(nabla, result, {nabla->history->root().id});
    CHECK_FALSE(work().benchResult());
    CHECK(work().current().measured.empty());
    CHECK(nabla->bench);
}

TEST_CASE_METHOD(FilesFixture, "saving asks for a name, and the program stays that of its input") {
    open(copy("nabla4"));
    const auto input = bytesOf(copy("nabla4"));
    act("apply-first-map-fusion-vertical");
    act("export-variant");
    const auto target = folder.filePath("fused.sdfg");
    const auto dialog = exportTo(target);
    CHECK_FALSE((dialog && dialog->isVisible())); // nothing is lost that there was to say
    CHECK(work().path() == copy("nabla4"));
    CHECK_FALSE(work().isModified());
    CHECK(bytesOf(copy("nabla4")) == input);
    const auto read = io::readSdfgFile(target.toStdString());
    REQUIRE(read);
    CHECK(ir::equivalent(*(*read)->root, *work().current().document->root));

    // After a restart the session still fits: it began with the input, not with what was exported.
    window.close();
    Restarted again(*this);
    again.window.parts().files.restoreLast();
    again.settle();
    CHECK(again.window.parts().messageBar.text() == "");
    CHECK(again.window.parts().workspace.path() == copy("nabla4"));
    CHECK(again.window.parts().workspace.history()->variants().size() == 2);
    CHECK_FALSE(again.window.parts().workspace.isModified());
}

TEST_CASE_METHOD(FilesFixture,
                 "what an export loses stands in its dialog, with the record beside it") {
    open(copy("nabla4"));
    act("apply-first-map-expansion");
    act("export-variant");
    const auto dialog = exportTo(folder.filePath("options.py"));
    REQUIRE((dialog && dialog->isVisible()));
    CHECK(resultOf(*dialog).contains("step 1 (map-expansion"));
    CHECK(bytesOf(folder.filePath("options.py")).contains("def optimization_args"));
    CHECK(bytesOf(folder.filePath("options.py.json")).contains("\"kind\": \"gt4py-options\""));
    CHECK(work().isModified()); // options are not the variant
    exportTo(folder.filePath("lost.txt"));
    CHECK_FALSE(QFile::exists(folder.filePath("lost.txt")));
    CHECK(dialog->findChild<QLabel*>("export-about")->text().contains("does not follow"));
}

TEST_CASE_METHOD(FilesFixture, "a graph that callers of the original cannot call is not exported") {
    open(copy("nabla4"));
    workbench::InputChoice sizes;
    sizes.grid = "torus:8,6,10";
    work().setRun(sizes, {});
    work().specialise();
    settle();
    act("export-variant");
    const auto dialog = exportTo(folder.filePath("special.sdfg"));
    REQUIRE(dialog);
    CHECK(resultOf(*dialog).contains("of the original is gone"));
    CHECK(message().contains("Not exported"));
    CHECK_FALSE(QFile::exists(folder.filePath("special.sdfg")));
}

TEST_CASE_METHOD(FilesFixture,
                 "a library leaves by the same dialog, for the device that is chosen") {
    if (QStandardPaths::findExecutable("c++").isEmpty())
        return;
    open(copy("laplacian"));
    act("export-variant");
    auto* dialog = window.findChild<QDialog*>("export");
    REQUIRE(dialog);
    dialog->findChild<QLineEdit*>("export-file")->setText(folder.filePath("kernels.so"));
    CHECK(dialog->findChild<QComboBox*>("export-target")->isVisible());
    CHECK_FALSE(dialog->findChild<QComboBox*>("export-dialect")->isVisible());
    write(folder.filePath("there.so"), "of somebody");
    dialog->findChild<QLineEdit*>("export-file")->setText(folder.filePath("there.so"));
    const auto warns = [dialog] {
        return dialog->findChild<QLabel*>("export-about")->text().contains("will be replaced");
    };
    CHECK(warns());
    auto* target = dialog->findChild<QComboBox*>("export-target");
    target->setCurrentIndex(1);
    CHECK(warns());
    target->setCurrentIndex(0);
    dialog->findChild<QLineEdit*>("export-file")->setText(folder.filePath("kernels.so"));
    CHECK_FALSE(warns());
    CHECK(dialog->findChild<QPushButton*>("export-start")->isDefault());
    CHECK(dialog->focusWidget() == dialog->findChild<QLineEdit*>("export-file"));
    const auto open = exportTo(folder.filePath("kernels.so"));
    INFO((open ? resultOf(*open).toStdString() : std::string()));
    CHECK(bytesOf(folder.filePath("kernels.so"))
              .startsWith("\x7f"
                          "ELF"));
    CHECK(bytesOf(folder.filePath("kernels.so.json")).contains("\"target\": \"cpu\""));
}

TEST_CASE_METHOD(FilesFixture, "a program runs on the captured call that lies beside it") {
    QFile scenario(folder.filePath("nabla4.scenario.json"));
    REQUIRE(scenario.open(QIODevice::WriteOnly));
    scenario.write(R"({"program": "nabla4", "grid": {"kind": "captured"}, "symbols": {},
                       "arrays": {}, "outputs": []})");
    scenario.close();
    open(copy("nabla4"));
    CHECK(work().grid()() == scenario.fileName().toStdString());
    open(copy("laplacian"));
    CHECK(work().grid()().starts_with("torus:"));
}

TEST_CASE_METHOD(FilesFixture, "no name leads to an input") {
    open(copy("laplacian"));
    act("apply-first-map-fusion-vertical");
    work().rename(work().current().id, "so that it has a session");
    open(copy("nabla4"));
    const auto input = copy("nabla4");
    const auto before = bytesOf(input);
    act("apply-first-map-fusion-vertical");
    QString name;
    SECTION("its own name") {
        name = input;
    }
    SECTION("the input of another open program") {
        name = copy("laplacian");
    }
    SECTION("the input of a session") {
        act("file-next");
        act("file-close");
        name = copy("laplacian");
    }
    work().startExport({.file = name.toStdString()});
    settle();
    CHECK(message().contains("Not exported"));
    CHECK(message().contains("inputs are never written"));
    CHECK(work().isModified());
    CHECK(bytesOf(input) == before);
    CHECK(bytesOf(copy("laplacian")) == bytesOf(sample("laplacian")));
}

TEST_CASE_METHOD(FilesFixture, "an export that fails changes nothing") {
    open(copy("nabla4"));
    act("apply-first-map-fusion-vertical");
    work().startExport({.file = folder.filePath("no/such/folder.sdfg").toStdString()});
    settle();
    CHECK(work().isModified());
    CHECK(message().contains("Not exported"));
}

TEST_CASE_METHOD(FilesFixture, "leaving asks only where something would be lost") {
    open(copy("nabla4"));
    SECTION("nothing was done") {
        breakSessions();
        CHECK(window.close());
    }
    SECTION("its session is kept") {
        act("apply-first-map-fusion-vertical");
        CHECK(window.close());
    }
    SECTION("closing the file, its session is kept") {
        act("apply-first-map-fusion-vertical");
        act("file-close");
        CHECK_FALSE(work().isOpen());
    }
    CHECK_FALSE(question());
}

TEST_CASE_METHOD(FilesFixture,
                 "where a session can't be kept, leaving asks: save, discard, cancel") {
    open(copy("nabla4"));
    breakSessions();
    act("apply-first-map-fusion-vertical");
    const bool quits = GENERATE(true, false);
    const auto leave = [&] {
        if (quits)
            CHECK_FALSE(window.close());
        else
            act("file-close");
    };
    window.show();
    leave();
    REQUIRE(question());
    const auto text = question()->findChild<QLabel*>("leave-text")->text();
    CHECK(text.startsWith("nabla4.sdfg: its session could not be written, and 1 variant is not in "
                          "any file."));
    leave(); // asked once
    CHECK(window.findChildren<app::LeaveDialog*>().size() == 1);
    SECTION("cancel") {
        answer("leave-cancel");
        CHECK(work().history()->variants().size() == 2);
        CHECK(window.isVisible());
    }
    SECTION("discard") {
        answer("leave-discard");
        CHECK((quits ? !window.isVisible() : !work().isOpen()));
    }
    SECTION("save: the project, which asks for its name, and then leaves") {
        answer("leave-save");
        CHECK(work().isOpen());
        auto* dialog = window.findChild<QFileDialog*>("save-project");
        REQUIRE(dialog);
        emit dialog->fileSelected(folder.filePath("p.mapwright"));
        dialog->reject();
        settle();
        CHECK((quits ? !window.isVisible() : !work().isOpen()));
        CHECK(bytesOf(folder.filePath("p.mapwright")).contains("map-fusion-vertical"));
    }
}

TEST_CASE_METHOD(FilesFixture,
                 "opening another file asks nothing even when sessions can't be kept") {
    open(copy("nabla4"));
    breakSessions();
    act("apply-first-map-fusion-vertical");
    open(copy("laplacian"));
    CHECK_FALSE(question());
    CHECK(work().programs().size() == 2); // it is still here: nothing is lost
    act("file-next");
    CHECK(work().history()->variants().size() == 2);
}

TEST_CASE_METHOD(FilesFixture, "work that still runs is something to lose at the end") {
    open(copy("nabla4"));
    window.show();
    std::latch go(1);
    exportUntil(go);
    CHECK_FALSE(window.close());
    REQUIRE(question());
    CHECK(question()->findChild<QLabel*>("leave-text")->text() ==
          "Still running, and lost with it: Exporting.");
    CHECK_FALSE(question()->findChild<QPushButton*>("leave-save"));
    go.count_down();
    settle();
    answer("leave-cancel");
    CHECK(window.close());
}

TEST_CASE_METHOD(FilesFixture, "what was done while it was asked is kept, though one leaves") {
    open(copy("nabla4"));
    window.show();
    std::latch go(1);
    exportUntil(go);
    CHECK_FALSE(window.close());
    REQUIRE(question());
    go.count_down();
    act("apply-first-map-fusion-vertical"); // as work that runs may end
    emit work().measured();                 // is kept by a job, which leaving must not overtake
    auto* discard = question()->findChild<QPushButton*>("leave-discard");
    REQUIRE(discard);
    discard->click();
    CHECK(window.isHidden());
    Restarted again(*this);
    again.window.parts().files.open({copy("nabla4")});
    again.settle();
    CHECK(again.window.parts().workspace.history()->variants().size() == 2);
}

TEST_CASE_METHOD(FilesFixture, "what goes on without a pause is kept all the same") {
    open(copy("nabla4"));
    window.parts().files.sessionWriter().setDelay(200);
    QTimer changes;
    int count = 0;
    QObject::connect(&changes, &QTimer::timeout,
                     [&] { work().rename(work().current().id, QString::number(++count)); });
    changes.start(20);
    const QDir sessions(settings.sessionFolder());
    CHECK(QTest::qWaitFor([&] { return !sessions.entryList({"*.json"}).isEmpty(); }, 20'000));
}

TEST_CASE_METHOD(FilesFixture, "the last session is the whole project, as it was shown") {
    leaveWork();
    act("pane-split");
    act("view-program");
    window.close();
    Restarted again(*this);
    auto& start = *again.window.findChild<app::StartPage*>();
    bool isOffered = false;
    for (const auto* label : start.findChildren<QLabel*>())
        isOffered =
            isOffered || label->text() == "the last session: nabla4.sdfg and 1 more, 3 variants";
    CHECK(isOffered);
    emit start.restoreRequested();
    again.settle();
    auto& back = again.window.parts().workspace;
    REQUIRE(back.programs().size() == 2);
    CHECK(back.programs()[0]->history->variants().size() == 2);
    REQUIRE(back.panes().size() == 2);
    CHECK(back.panes()[0]->program() == back.programs()[0]); // in the order of their opening
    CHECK(back.panes()[1]->program() == back.programs()[1]);
    CHECK(back.panes()[0]->tabs().size() == 2);
    CHECK(back.panes()[1]->view() == app::PaneView::program);
    CHECK(&back.activePane() == back.panes()[1]);
}

TEST_CASE_METHOD(FilesFixture, "files are written beside the input, with an ending") {
    open(copy("nabla4"));
    act("export-variant");
    auto* variant = window.findChild<QDialog*>("export");
    REQUIRE(variant);
    const QFileInfo suggested(variant->findChild<QLineEdit*>("export-file")->text());
    CHECK(suggested.absolutePath() == folder.path());
    CHECK_FALSE(suggested.suffix().isEmpty());
    variant->reject();
    act("export-picture");
    auto* dialog = window.findChild<QFileDialog*>("export-picture");
    REQUIRE(dialog);
    CHECK(dialog->directory() == QDir(folder.path()));
    CHECK_FALSE(dialog->defaultSuffix().isEmpty());
    emit dialog->filterSelected("PDF (*.pdf)");
    CHECK(dialog->defaultSuffix() == "pdf");
    emit dialog->fileSelected(folder.filePath("picture.gif"));
    CHECK(message().contains("A picture is written as .svg, .pdf or .png"));
    emit dialog->fileSelected(folder.filePath("picture.svg"));
    CHECK(bytesOf(folder.filePath("picture.svg")).contains("<svg"));
    emit dialog->fileSelected(folder.filePath("graph.dot"));
    CHECK(bytesOf(folder.filePath("graph.dot")).toStdString() ==
          workbench::dotText(*window.parts().workspace.current().document));
    emit dialog->fileSelected(folder.filePath("picture.svg"));
    dialog->reject();
    // It says so with a way to the folder.
    CHECK(message().contains("Exported " + folder.filePath("picture.svg")));
    const auto buttons = window.parts().messageBar.findChildren<QToolButton*>();
    CHECK(std::ranges::any_of(buttons, [](const auto* button) {
        return button->isVisibleTo(button->window()) && button->text() == "Show in the folder";
    }));
    act("file-open");
    auto* opening = window.findChild<QFileDialog*>("open");
    REQUIRE(opening);
    CHECK(opening->directory() == QDir(folder.path())); // where the graph lies
    opening->reject();
    open(sample("nabla4")); // which is the program's own
    act("export-variant");
    variant = window.findChild<QDialog*>("export");
    REQUIRE(variant);
    CHECK(QFileInfo(variant->findChild<QLineEdit*>("export-file")->text()).absolutePath() ==
          QDir::homePath());
}

TEST_CASE_METHOD(FilesFixture,
                 "a session that no longer fits completely is set aside, not written over") {
    open(copy("nabla4"));
    act("apply-first-map-fusion-vertical");
    window.close();
    const auto sessions = QDir(settings.sessionFolder());
    const auto file = sessions.filePath(sessions.entryList({"*.json"}, QDir::Files).value(0));
    auto text = bytesOf(file);
    REQUIRE(text.contains("map-fusion-vertical"));
    text.replace("map-fusion-vertical", "map-fusion-of-old");
    write(file, text);
    Restarted again(*this);
    again.window.parts().files.open({copy("nabla4")});
    again.settle();
    CHECK(again.window.parts().messageBar.text().contains("no longer fits"));
    const auto aside = sessions.entryList({"*.before-*"}, QDir::Files);
    REQUIRE(aside.size() == 1);
    CHECK(bytesOf(sessions.filePath(aside.front())) == text);
}

TEST_CASE_METHOD(FilesFixture,
                 "a newly opened file is framed, whatever the camera of the one before") {
    window.show();
    open(copy("laplacian"));
    auto& canvas = window.parts().panes.canvas();
    const auto centre = canvas.centre();
    const double scale = canvas.scale();
    open(copy("nabla4"));
    canvas.setView(QPointF(9000, 9000), 4);
    act("apply-first-map-fusion-vertical");
    CHECK(canvas.scale() == 4); // a step keeps the camera
    open(copy("laplacian"));
    CHECK(canvas.scale() == scale);
    CHECK(canvas.centre() == centre);
    const QRectF all(canvas.toWidget(canvas.sceneRect().topLeft()),
                     canvas.toWidget(canvas.sceneRect().bottomRight()));
    CHECK(QRectF(canvas.rect()).adjusted(-1, -1, 1, 1).contains(all));
}

} // namespace files_test
