// The program view in the window: follows variant and selection, and does what its brackets say.
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/trial.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/program/program_view.h"

#include <QStatusBar>

namespace program_view_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct ProgramFixture : WindowFixture {
    ProgramFixture() {
        window.show();
        open(sample("nabla4"));
        act("view-program");
    }
    viewers::ProgramView& view() { return window.parts().panes.programView(); }
    viewers::RunPanel& runPanel() { return docks().panel<viewers::TimingsPanel>().runPanel(); }
    void chooseGrid(const char* grid) {
        auto choice = runPanel().choice();
        choice.grid = grid;
        runPanel().setChoice(choice);
    }
    void key(Qt::Key key) {
        QTest::keyClick(&view(), key);
        settle();
    }
};

} // namespace

TEST_CASE_METHOD(ProgramFixture, "the program view shows the kernels of the variant") {
    CHECK(window.parts().panes.view() == app::PaneView::program);
    CHECK(view().sheet()->figures.kernels == 11);
    CHECK(view().sheet()->rows.back().name == "z_nabla4_e2");
    CHECK(view().sheet()->figures.bytes);
    CHECK_FALSE(view().brackets().empty());
    act("view-canvas");
    CHECK(window.parts().panes.view() == app::PaneView::canvas);
}

TEST_CASE_METHOD(ProgramFixture, "a row says what its kernel asks of the cache") {
    key(Qt::Key_Home);
    CHECK(view().accessibleDescription().contains("times what it must move"));
}

TEST_CASE_METHOD(ProgramFixture, "a row says how its kernel is launched, by rules or as chosen") {
    key(Qt::Key_Home);
    CHECK(view().accessibleDescription().contains("on a GPU a grid of"));
    CHECK(view().accessibleDescription().contains("by the rules"));
}

TEST_CASE_METHOD(ProgramFixture, "the camera's actions have a meaning for rows and lanes") {
    const auto can = [this](const char* id) {
        return window.parts().actions.action(id)->isEnabled();
    };
    act("view-zoom-in");
    CHECK(view().zoom() > 1);
    const auto& canvas = window.parts().panes.canvas();
    const double scale = canvas.scale();
    act("view-zoom-100");
    CHECK(view().zoom() == 1);
    CHECK(canvas.scale() == scale);
    CHECK_FALSE(can("view-volumes"));
    CHECK_FALSE(can("view-minimap"));
    CHECK(can("program-arguments"));
    act("program-arguments");
    CHECK(view().areArgumentsFolded());
    act("view-canvas");
    CHECK(can("view-volumes"));
    CHECK_FALSE(can("program-arguments"));
}

TEST_CASE_METHOD(ProgramFixture, "the foot says of a measurement what the table of times says") {
    if (runPanel().choice().target != codegen::Target::cpu)
        runPanel().setTarget(codegen::Target::cpu);
    chooseGrid("torus:24,20,4");
    act("pin-current");
    act("run-bench");
    REQUIRE(work().benchResult());
    const auto& measured = work().benchResult()->variants.front();
    const QString said = view().accessibleDescription();
    INFO(said.toStdString());
    CHECK(said.contains(QStringLiteral("measured: ") +
                        viewers::microseconds(measured.device.median)));
    CHECK(said.contains(viewers::bytesText(measured.bytes)));
}

TEST_CASE_METHOD(ProgramFixture,
                 "times fill in while a run goes on, and it says how long it takes") {
    runPanel().setTarget(codegen::Target::cpu);
    runOn("torus:24,20,4");
    CHECK(runPanel().estimate().isEmpty()); // nobody knows yet
    auto& timings = docks().panel<viewers::TimingsPanel>();
    std::vector<std::size_t> samples; // of the program, each time that others are shown
    const auto watching = QObject::connect(&timings.model(), &QAbstractItemModel::modelReset, [&] {
        if (const auto& shown = timings.model().measured())
            samples.push_back(shown->variants.front().deviceSamples.size());
    });
    act("run-bench");
    REQUIRE(work().benchResult());
    const auto all = work().benchResult()->variants.front().deviceSamples.size();
    REQUIRE(samples.size() >= 2);
    CHECK(samples.front() > 0);
    CHECK(samples.front() < all); // those of the first rounds
    CHECK(samples.back() == all);
    const auto first = runPanel().estimate();
    CHECK(first.contains("A run takes about"));

    // What fails brings back what stood there.
    samples.clear();
    bench::BenchResult begun;
    begun.program = "nabla4";
    begun.variants.emplace_back();
    timings.showFirstTimes(std::move(begun));
    timings.endFirstTimes();
    QObject::disconnect(watching);
    CHECK(timings.model().measured()->variants.front().deviceSamples.size() == all);

    // Of other sizes nobody knows how long they take.
    runOn("torus:48,40,8");
    CHECK(runPanel().estimate().isEmpty());
}

TEST_CASE_METHOD(ProgramFixture, "brackets are looked for again after the view was out of sight") {
    auto& panes = window.parts().panes;
    act("view-canvas");
    act("apply-first-map-fusion-vertical");
    // The graph is shown as soon as the rows are there, before what could be fused is found.
    const auto turned = QObject::connect(
        panes.frames().front(), &app::PaneFrame::rowsChanged, &view(),
        [&panes] { panes.setView(app::PaneView::canvas); }, Qt::QueuedConnection);
    act("view-program");
    REQUIRE(panes.view() == app::PaneView::canvas);
    QObject::disconnect(turned);
    act("view-program");
    CHECK_FALSE(view().brackets().empty());
    CHECK(view().busy().isEmpty());
}

TEST_CASE_METHOD(ProgramFixture, "why there are no numbers stays at the foot") {
    workbench::InputChoice inputs;
    inputs.scenario = "no-such-scenario.json";
    work().setRun(inputs, work().project().settings);
    settle();
    CHECK_FALSE(view().sheet()->figures.bytes);
    CHECK(view().busy().startsWith("Without numbers: "));
    work().setRun({}, work().project().settings);
    settle();
    CHECK(view().sheet()->figures.bytes);
    CHECK(view().busy().isEmpty());
}

TEST_CASE_METHOD(ProgramFixture, "row and selection are one, both ways") {
    view().setFocus();
    key(Qt::Key_Down);
    const ElementId element = view().sheet()->rows[0].row.element;
    CHECK(work().selection().ids() == std::vector<ElementId>{element});
    work().selection().set({view().sheet()->rows[4].row.element});
    CHECK(view().currentRow() == 4U);
    key(Qt::Key_Return); // never changes the view
    CHECK(window.parts().panes.view() == app::PaneView::program);
    act("scope-in");
    CHECK(window.parts().panes.view() == app::PaneView::canvas);
    CHECK(window.parts().panes.canvas().selection() ==
          std::vector<ElementId>{view().sheet()->rows[4].row.element});
}

TEST_CASE_METHOD(ProgramFixture, "the best bracket, done, saves what it said") {
    const auto before = *view().sheet()->figures.bytes;
    key(Qt::Key_BracketRight);
    REQUIRE(view().currentBracket());
    const auto chosen = view().brackets()[*view().currentBracket()];
    CHECK(chosen.refusal.isEmpty());
    key(Qt::Key_Return);
    CHECK(work().history()->variants().size() == 1);
    key(Qt::Key_Return);
    CHECK(work().history()->variants().size() == 2);
    CHECK(view().sheet()->figures.kernels == 10);
    CHECK(*view().sheet()->figures.bytes < before);
    act("edit-undo");
    CHECK(view().sheet()->figures.kernels == 11);
    CHECK(*view().sheet()->figures.bytes == before);
}

TEST_CASE_METHOD(ProgramFixture, "a preview says what doing it comes to") {
    key(Qt::Key_BracketRight);
    key(Qt::Key_Return);
    REQUIRE(view().preview());
    const auto preview = *view().preview();
    const auto chosen = view().brackets()[*view().currentBracket()];
    for (const ElementId id : window.parts().panes.elementsInSight()) // no row that is to come
        CHECK(work().index()->find(id));
    CHECK(preview.goingRows == std::set<std::size_t>{chosen.first, chosen.last});
    CHECK(preview.rows.size() == 1);
    CHECK(preview.goingLanes.size() == 1);
    CHECK(preview.before.figures.bytes == view().sheet()->figures.bytes);
    REQUIRE(preview.before.microseconds);
    CHECK(*preview.after.microseconds < *preview.before.microseconds);
    act("apply-step");
    CHECK_FALSE(view().preview());
    CHECK(view().sheet()->figures.kernels == preview.after.figures.kernels);
    CHECK(view().sheet()->figures.bytes == preview.after.figures.bytes);
    CHECK(view().sheet()->figures.temporaryBytes == preview.after.figures.temporaryBytes);
}

TEST_CASE_METHOD(ProgramFixture,
                 "a fusion that is tried is verified and timed against the variant before") {
    chooseGrid("torus:24,20,4");
    act("program-next-bracket");
    REQUIRE(view().currentBracket());
    act("try-step");
    REQUIRE(work().benchResult());
    const auto& result = *work().benchResult();
    REQUIRE(result.variants.size() == 2);
    CHECK(result.variants[1].verified);
    CHECK(work().history()->variants().size() == 2);
    for (const auto& variant : work().history()->variants())
        CHECK(variant.pinned);
    const auto said = app::trialText(result, result.variants[0].name, result.variants[1].name);
    CHECK(said.contains("outputs agree"));
}

TEST_CASE_METHOD(ProgramFixture, "a trial whose run is refused is over, and leaves its variant") {
    chooseGrid("torus:"); // no grid: nothing is measured
    act("program-next-bracket");
    QStringList said; // all of it: a sentence goes after ten seconds, which a busy machine takes
    const auto listening = QObject::connect(window.statusBar(), &QStatusBar::messageChanged,
                                            [&](const QString& message) { said << message; });
    act("try-step");
    CHECK_FALSE(window.parts().trial.isRunning());
    CHECK_FALSE(work().benchResult());
    CHECK(work().history()->variants().size() == 2);
    CHECK_FALSE(said.filter("applied, not measured").isEmpty());
    QObject::disconnect(listening);
}

TEST_CASE("what a trial says follows from the samples") {
    bench::BenchResult result;
    for (const char* name : {"before", "after"}) {
        result.variants.emplace_back().name = name;
        result.variants.back().verified = true;
    }
    const auto say = [&](double before, double after) {
        for (auto& variant : result.variants) {
            const double time = variant.name == "before" ? before : after;
            variant.deviceSamples.clear();
            for (int i = 0; i < 20; ++i)
                variant.deviceSamples.push_back(time * (1 + 0.001 * (i % 5)));
            variant.device = summarise(variant.deviceSamples);
        }
        return app::trialText(result, "before", "after").toStdString();
    };
    CHECK(say(200, 100).starts_with("2.00 times faster ("));
    CHECK(say(100, 200).starts_with("2.00 times slower ("));
    CHECK(say(100, 100).starts_with("no difference"));
    result.load.processors = result.load.cores = result.load.threads = 2;
    result.load.othersBusy = 1.5;
    CHECK(say(200, 190).find("not ranked") != std::string::npos);
    CHECK(say(200, 100).find("at least 1.9 times faster, how much more cannot be said") !=
          std::string::npos);
    result.load = {};
    result.variants[1].verified = false;
    result.variants[1].verification = "b: 3 of 10 elements differ";
    CHECK(say(200, 100) == "the outputs differ: b: 3 of 10 elements differ");
}

TEST_CASE_METHOD(ProgramFixture, "a second pane shows the same view, of its own variant") {
    act("pane-split");
    auto& frames = window.parts().panes.frames();
    REQUIRE(frames.size() == 2);
    CHECK(frames[1]->view() == app::PaneView::program);
    CHECK(frames[1]->programView().sheet()->figures.kernels == 11);
    act("apply-first-map-fusion-vertical");
    CHECK(frames[0]->programView().sheet()->figures.kernels == 11);
    CHECK(frames[1]->programView().sheet()->figures.kernels == 10);
}

TEST_CASE_METHOD(ProgramFixture, "a kernel's partners are marked in the other pane") {
    act("pane-split");
    act("apply-first-map-fusion-vertical");
    auto& frames = window.parts().panes.frames();
    auto &first = frames[0]->programView(), &second = frames[1]->programView();
    REQUIRE(first.partners().size() == 10);
    QTest::keyClick(&second, Qt::Key_N); // the next difference: what was fused
    settle();
    REQUIRE(second.currentRow());
    CHECK(first.marked().size() == 2);
    for (const auto& partner : second.partners())
        if (!partner.unchanged)
            CHECK(partner.text.contains("2 kernels"));
    QTest::keyClick(&second, Qt::Key_Home);
    settle();
    CHECK(first.marked().size() == 1);
    act("pane-close");
    CHECK(window.parts().panes.programView().partners().empty());
}

} // namespace program_view_test
