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

#include <cstdlib>
#include <iostream>

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
        window.resize(1600, 1000);
        window.show();
    }

    /// In the event loop, as everything that a user does; work that then still runs after a while
    /// is cancelled, or left alone: it holds nobody up.
    template <class Act>
    void watch(const std::string& what, const Act& act) {
        constexpr int kPatience = 4'000; // ms
        app.setDoing(what);
        bool done = false;
        QTimer::singleShot(0, &window, [&] {
            act();
            done = true;
        });
        REQUIRE(QTest::qWaitFor([&] { return done; }, 60'000));
        const auto rest = [&] {
            return QTest::qWaitFor([&] { return window.isIdle(); }, kPatience);
        };
        if (!rest()) {
            window.parts().jobs.cancelAll();
            static_cast<void>(rest());
        }
        QCoreApplication::processEvents();
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
    /// out, and most transformations: on the GUI thread all of them do the same. Left out, too, is
    /// what makes hundreds of variants: what is watched after it would be another program.
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
        while (test::threadMilliseconds() < begin + 60) {
        }
    });
    const auto seen = app.take(kGoal);
    REQUIRE(seen.size() == 1);
    CHECK(seen[0].milliseconds >= 60);
    CHECK(seen[0].what.starts_with("counting: "));
}

TEST_CASE_METHOD(Watched, "no action holds the window up, on the largest graph") {
    const auto file = largestGraph();
    if (file.isEmpty())
        return test::skip("no corpus");
    watch("open", [&] { window.parts().files.open({file}); });
    REQUIRE(work().isOpen());
    std::vector<QString> ids;
    for (const auto& spec : window.parts().actions.specs())
        if (isWatched(spec))
            ids.push_back(spec.id);
    const auto original = work().history()->root().id;
    for (const auto& id : ids) {
        watch(id.toStdString(), [&] { window.parts().actions.trigger(id); });
        if (work().current().id != original)
            watch("back from " + id.toStdString(), [&] { work().goTo(original); });
    }
    check(kGoal);
}

TEST_CASE_METHOD(Watched, "pointing, turning the wheel and typing hold nothing up") {
    const auto file = largestGraph();
    if (file.isEmpty())
        return test::skip("no corpus");
    watch("open", [&] { window.parts().files.open({file}); });
    app.take(0);
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
