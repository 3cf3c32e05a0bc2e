// The program is killed at work, as a machine that fails would end it, and started again.
#include "app/gui/pane_area.h"
#include "app/workbench/session_store.h"
#include "tests/app/window_fixture.h"

#include <QFile>
#include <QProcess>

namespace killed_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct KilledFixture : WindowFixture {
    QProcess process;

    QString copy(const QString& below) {
        REQUIRE(QDir(folder.path()).mkpath(below));
        const auto path = folder.filePath(below + "/nabla4.sdfg");
        REQUIRE(QFile::copy(sample("nabla4"), path));
        return path;
    }
    /// Opens the files and runs the actions one after the other; goes on until it is killed.
    void start(const QStringList& files, const QStringList& actions, const QStringList& set) {
        auto arguments = files;
        arguments << "--settings" << settings.file();
        for (const auto& action : actions)
            arguments << "--do" << action;
        for (const auto& one : set)
            arguments << "--set" << one;
        process.start(MW_MAPWRIGHT, arguments);
        REQUIRE(process.waitForStarted());
    }
    std::optional<workbench::ProjectSessionInfo> kept() const {
        const workbench::SessionStore store(settings.sessionFolder().toStdString(), {});
        const auto found = store.newestProject({});
        return found ? std::optional(found->info) : std::nullopt;
    }
    template <class Condition>
    void killWhen(Condition condition) {
        REQUIRE(QTest::qWaitFor([&] { return process.state() != QProcess::Running || condition(); },
                                120'000));
        REQUIRE(process.state() == QProcess::Running);
        process.kill(); // SIGKILL
        REQUIRE(process.waitForFinished());
        REQUIRE(process.exitStatus() == QProcess::CrashExit);
    }
};

} // namespace

TEST_CASE_METHOD(KilledFixture,
                 "both programs that were worked on come back, each as far as it was") {
    start({copy("a"), copy("b")},
          {"apply-first-map-fusion-vertical", "pin-current", "file-next",
           "apply-first-map-fusion-vertical", "apply-first-map-fusion-vertical", "pane-split",
           "view-program", "goto-original", "apply-all-map-fusion-vertical"},
          {});
    killWhen([this] {
        const auto info = kept();
        return info && info->variants >= 5;
    });
    act("session-restore");
    REQUIRE(work().programs().size() == 2);
    CHECK(work().programs()[0]->path == folder.filePath("a/nabla4.sdfg").toStdString());
    CHECK(work().programs()[0]->history->variants().size() >= 3);
    CHECK(work().programs()[1]->history->variants().size() == 2);
    CHECK(work().programs()[1]->history->pinned().size() == 1);
    CHECK(work().panes().front()->tabs().size() == 2);
    CHECK(message().isEmpty());
}

TEST_CASE_METHOD(KilledFixture,
                 "a measurement is kept as it arrives, with what was shown by then") {
    // Nothing else is written before the test has long ended.
    start({copy("a"), copy("b")},
          {"apply-first-map-fusion-vertical", "pin-current", "pane-split", "view-program",
           "goto-original", "run-bench"},
          {"files/autosave-ms=30000", "run/grid=torus:8,6,10", "run/repeats=3"});
    killWhen([this] { return kept().has_value(); });
    act("session-restore");
    CAPTURE(message().toStdString());
    REQUIRE(work().programs().size() == 2);
    const auto& measured = *work().programs()[1];
    REQUIRE(measured.measurements.size() == 1);
    CHECK(measured.history->find(measured.measurements.front().variants.front())
              ->measured.at("device-us") > 0);
    REQUIRE(work().panes().size() == 2);
    CHECK(work().panes()[0]->programName() == "nabla4");
    CHECK(work().panes()[0]->tabs().size() == 2);
    CHECK(work().panes()[0]->program() == work().programs()[0]);
    CHECK(work().panes()[1]->view() == app::PaneView::program);
    CHECK(work().panes()[1]->variantId() == measured.history->root().id);
    CHECK(&work().activePane() == work().panes()[1]);
    CHECK(work().project().inputs.grid == "torus:8,6,10");
}

} // namespace killed_test
