// A state of a thousand nodes is on the screen within a second, one of ten thousand within three.
#include "app/gui/bench_graphs.h"
#include "app/gui/pane_area.h"
#include "tests/app/watched_application.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/canvas/layout_worker.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace opening_test {

using namespace mw;
using test::WindowFixture;

namespace {

/// Processor time of this process and of the one that lays out, milliseconds.
double processorMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    double time = static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    if (const int helper = viewers::sharedLayouter().helperPid(); helper > 0) {
        std::ifstream stat("/proc/" + std::to_string(helper) + "/stat");
        std::string word;
        double ticks = 0;
        for (int field = 1; stat >> word && field <= 15; ++field)
            if (field >= 14) // utime, stime
                ticks += std::stod(word);
        time += ticks * 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
    }
    return time;
}

/// Notes when a widget is painted the first time after the picture was there.
class FirstPicture : public QObject {
public:
    explicit FirstPicture(app::PaneArea& panes) : canvas_(panes.canvas()) {
        canvas_.installEventFilter(this);
        connect(&panes, &app::PaneArea::layoutFinished, this, [this] { isThere_ = true; });
    }
    bool isPainted() const { return painted_; }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        painted_ = painted_ || (isThere_ && event->type() == QEvent::Paint);
        return false;
    }

private:
    QWidget& canvas_;
    bool isThere_ = false;
    bool painted_ = false;
};

struct OpeningFixture : WindowFixture {
    OpeningFixture() {
        window.resize(1600, 1000);
        window.show();
        window.parts().panes.setView(app::PaneView::canvas);
        settle();
    }

    /// From opening a generated state to its first picture, milliseconds: those that passed or, if
    /// they are less, since others may use the machine, those of the processor; as it would be if
    /// nothing else ran.
    double openingOf(int nodes) {
        const auto file = app::generatedFile(QStringLiteral("state:%1").arg(nodes), folder.path());
        REQUIRE(file);
        REQUIRE_FALSE(file->isEmpty());
        test::Slowdown slowdown;
        const FirstPicture picture(window.parts().panes);
        const double before = processorMilliseconds();
        QElapsedTimer timer;
        timer.start();
        window.parts().files.open({*file});
        constexpr int kLongest = 120'000; // ms
        REQUIRE(QTest::qWaitFor([&] { return picture.isPainted(); }, kLongest));
        const double passed = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        const double taken = std::min(passed, processorMilliseconds() - before);
        const auto& scene = window.parts().panes.canvas().scene();
        REQUIRE(scene);
        // A map's entry and exit are one box.
        CHECK(scene->boxes().size() > static_cast<std::size_t>(nodes) * 3 / 4);
        return taken / slowdown.now();
    }
};

} // namespace

TEST_CASE_METHOD(OpeningFixture, "a state of 1000 nodes is on the screen within a second") {
    CHECK(openingOf(1000) < 1000);
}

TEST_CASE_METHOD(OpeningFixture, "a state of 10,000 nodes is on the screen within three seconds") {
    if (!std::getenv("MAPWRIGHT_LONG"))
        return test::skip("only in the long run");
    CHECK(openingOf(10'000) < 3000);
}

} // namespace opening_test
