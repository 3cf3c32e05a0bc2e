// No action holds the window up: the handling of each event takes the GUI thread at most so much
// time of a processor, whatever graph is open.
#include "app/gui/pane_area.h"
#include "tests/app/watched_application.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/outline_panel.h"

#include <QLineEdit>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>

namespace watchdog_test {

using namespace mw;
using test::WindowFixture;

namespace {

/// The goal, milliseconds.
constexpr double kGoal = 50;

QString largestGraph() {
    const auto corpus = test::corpus();
    const auto file =
        corpus ? *corpus / "gt4py-1.2.1" / "compute_rho_theta_pgrad_and_update_vn" / "initial.sdfgz"
               : std::filesystem::path();
    return std::filesystem::exists(file) ? QString::fromStdString(file.string()) : QString();
}

struct Watched : WindowFixture {
    test::WatchedApplication& app =
        *dynamic_cast<test::WatchedApplication*>(QCoreApplication::instance());

    Watched() {
        withAdvice = true;
        withRewriteChecks = true;
        window.resize(1600, 1000);
        window.show();
    }

    bool isLong = std::getenv("MAPWRIGHT_LONG") != nullptr;
    int patience = 4'000; ///< ms that `watch` waits for work that goes on

    /// In the event loop, as everything that a user does, `until` what it is about has come; work
    /// that then still runs after a while is cancelled, or left alone: it holds nobody up.
    template <class Act>
    void watch(
        const std::string& what, const Act& act,
        const std::function<bool()>& until = [] { return true; }) {
        app.setDoing(what);
        bool done = false;
        QTimer::singleShot(0, &window, [&] {
            act();
            done = true;
        });
        constexpr int kLongest = 300'000; // ms
        REQUIRE(QTest::qWaitFor([&] { return done && until(); }, kLongest));
        const auto rest = [&] {
            return QTest::qWaitFor([&] { return window.isIdle(); }, patience);
        };
        if (!rest()) {
            window.parts().jobs.cancelAll();
            static_cast<void>(rest());
        }
        QCoreApplication::processEvents();
    }

    /// From here on, but in the long run: what an action itself does comes at once; what its work
    /// brings later is the same for all.
    void beBrief() {
        if (!isLong)
            patience = 250;
    }

    /// False: there is none.
    bool openLargest() {
        const auto file = largestGraph();
        if (file.isEmpty())
            return false;
        watch(
            "open", [&] { window.parts().files.open({file}); }, [&] { return work().isOpen(); });
        return true;
    }

    /// Nothing runs that the user waits for.
    bool hasEdited() {
        return std::ranges::none_of(window.parts().jobs.running(), [](const auto& job) {
            return job.spec.lane == viewers::JobQueue::Lane::pool;
        });
    }

    void check(double limit) {
        std::string slow;
        double most = 0;
        for (const auto& [milliseconds, what] : app.take(0)) {
            const auto line = std::to_string(milliseconds) + " ms  " + what + "\n";
            if (milliseconds > limit)
                slow += line;
            if (std::getenv("MAPWRIGHT_WATCHDOG_LIST"))
                std::cout << line;
            most = std::max(most, milliseconds);
        }
        INFO("longer than " << limit << " ms:\n" << slow);
        CHECK(most <= limit);
    }

    /// What asks for a name, ends the program, opens another one, or is for the next start is left
    /// out, and most transformations: on the GUI thread all of them do the same. What makes
    /// hundreds of variants is watched by itself; the actions of a macro are watched one by one.
    bool isWatched(const app::ActionSpec& spec) {
        for (const char* none :
             {"quit", "project-", "language-", "open-sample-", "session-", "file-", "tour",
              "macro-", "apply-all-", "optimise", "apply-shown-everywhere", "tune"})
            if (spec.id.startsWith(QLatin1String(none)))
                return false;
        if (spec.id.startsWith(QLatin1String("apply-first-")))
            return spec.id.contains(QLatin1String("fusion"));
        return !spec.text.endsWith(QStringLiteral("…"));
    }
};

} // namespace

TEST_CASE_METHOD(Watched, "what holds the window up is seen, and said") {
    app.take(0);
    watch("counting", [] {
        const double begin = test::threadMilliseconds();
        while (test::threadMilliseconds() < begin + 150) {
        }
    });
    const auto seen = app.take(kGoal);
    REQUIRE(seen.size() == 1);
    CHECK(seen[0].milliseconds <= 200);
    CHECK(seen[0].what.starts_with("counting: "));
}

TEST_CASE_METHOD(Watched, "no action holds the window up, on the largest graph") {
    if (!openLargest())
        return test::skip("no corpus");
    std::vector<QString> ids;
    for (const auto& spec : window.parts().actions.specs())
        if (isWatched(spec))
            ids.push_back(spec.id);
    const auto original = work().history()->root().id;
    beBrief();
    for (const auto& id : ids) {
        watch(id.toStdString(), [&] { window.parts().actions.trigger(id); });
        if (work().current().id != original)
            watch("back from " + id.toStdString(), [&] { work().goTo(original); });
    }
    check(kGoal);
}

TEST_CASE_METHOD(Watched,
                 "no action of hundreds of steps holds the window up, on the largest graph") {
    if (!openLargest())
        return test::skip("no corpus");
    const auto& history = *work().history();
    const auto original = history.root().id;
    std::vector<const char*> ids{"apply-all-map-fusion-vertical", "optimise-default"};
    if (isLong)
        ids.insert(ids.end(), {"apply-all-inline-fusion", "apply-all-map-expansion"});
    for (const char* id : ids) {
        const auto before = history.variants().size();
        watch(
            id, [&] { window.parts().actions.trigger(QLatin1String(id)); },
            [&] { return hasEdited(); });
        INFO(id);
        CHECK(history.variants().size() > before + 50);
        watch(std::string("back from ") + id, [&] { work().goTo(original); });
    }
    beBrief();
    watch("to the end of the longest line", [&] { work().goTo(history.variants().back().id); });
    for (const char* id : {"undo", "redo", "history-hide-unchanged", "history-walk"})
        watch(std::string(id) + " among hundreds",
              [&] { window.parts().actions.trigger(QLatin1String(id)); });
    check(kGoal);
}

TEST_CASE_METHOD(Watched, "neither files nor projects nor the tour hold the window up") {
    if (!openLargest())
        return test::skip("no corpus");
    watch(
        "apply-all-map-fusion-vertical",
        [&] { window.parts().actions.trigger("apply-all-map-fusion-vertical"); },
        [&] { return hasEdited(); });
    const auto project = folder.filePath("tuning.mapwright");
    watch(
        "a project is saved",
        [&] { work().saveProject(project, [](const auto& done) { CHECK(done); }); },
        [&] { return !work().isSaving(); });
    beBrief();
    for (const char* id :
         {"undo", "project-save", "language-de", "open-sample-nabla4", "file-previous", "file-next",
          "tour", "tour-next", "tour-skip", "tour-back", "tour-again", "tour-restart", "tour-close",
          "file-close", "project-save", "project-close"})
        watch(id, [&] { window.parts().actions.trigger(QLatin1String(id)); });
    CHECK_FALSE(work().isOpen());
    watch(
        "a project is opened", [&] { window.parts().files.open({project}); },
        [&] { return work().isOpen(); });
    CHECK(work().isOpen());
    check(kGoal);
}

TEST_CASE_METHOD(Watched, "pointing, turning the wheel and typing hold nothing up") {
    if (!openLargest())
        return test::skip("no corpus");
    app.take(0);
    beBrief();
    auto& canvas = window.parts().panes.canvas();
    for (int i = 0; i < 20; ++i) {
        const QPointF at(40 + 37 * i, 60 + 19 * i);
        watch("the wheel", [&] {
            QWheelEvent turned(at, canvas.mapToGlobal(at), {}, {0, i < 12 ? 120 : -120},
                               Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&canvas, &turned);
        });
        watch("pointing", [&] { QTest::mouseMove(&canvas, at.toPoint()); });
        watch("a click",
              [&] { QTest::mouseClick(&canvas, Qt::LeftButton, Qt::NoModifier, at.toPoint()); });
    }
    auto* filter = docks().panel<viewers::OutlinePanel>().findChild<QLineEdit*>();
    for (const char* text : {"k", "kind:map", "kind:map range:K", "bytes>1M", ""})
        watch(std::string("the filter ") + text, [&] { filter->setText(QString(text)); });
    check(kGoal);
}

} // namespace watchdog_test
