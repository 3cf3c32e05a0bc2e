// Advice in the window: what the workbench says, for the pane that is active, and one press away.
#include "app/gui/pane_area.h"
#include "app/gui/run_controller.h"
#include "app/workbench/advise.h"
#include "app/workbench/run_setup.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/panels/transformation_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTreeView>

namespace advice_test {

using namespace mw;
using test::WindowFixture;

namespace {

class AdviceFixture : public WindowFixture {
protected:
    AdviceFixture() {
        withAdvice = true;
        window.resize(1500, 1000);
        window.show();
    }
    viewers::TransformationPanel& panel() { return docks().panel<viewers::TransformationPanel>(); }
    const viewers::Advice& advice() { return panel().advice().advice(); }
    void show(const QString& path) {
        open(path);
        act("show-transformations");
        rest();
    }
    /// Until what begins after a pause has ended too.
    void rest() {
        QTest::qWait(300);
        settle();
    }
    symbolic::Bindings values() {
        const auto scenario = workbench::scenarioFor(*work().current().document->root,
                                                     work().runChoice(), work().grid()());
        REQUIRE(scenario.has_value());
        return scenario->symbols;
    }
    int places() {
        int rows = 0;
        for (const auto& found : panel().model().matches())
            rows += static_cast<int>(found.rows.size());
        return rows;
    }
};

} // namespace

TEST_CASE_METHOD(AdviceFixture,
                 "the window's advice is that of the workbench, best first by time") {
    show(sample("nabla4"));
    const auto document = work().current().document;
    auto expected = workbench::advise(document, values());
    workbench::Forecast forecast(document, values());
    workbench::rankByTime(expected, forecast);
    REQUIRE(advice().steps.size() == expected.possible.size());
    for (std::size_t i = 0; i < expected.possible.size(); ++i) {
        const auto& one = expected.possible[i];
        const auto& shown = advice().steps[i];
        CAPTURE(one.transformation->name, one.match.label);
        CHECK(shown.transformation == one.transformation);
        CHECK(shown.match == one.match);
        CHECK(shown.gain.microseconds == one.savedMicroseconds);
        CHECK(shown.gain.bytes == static_cast<double>(one.savedBytes));
        CHECK(shown.gain.launches == one.savedKernels);
    }
    CHECK(advice().temporaries.size() == expected.temporaries.size());
    CHECK(advice().remarks.size() == expected.observations.size());
    CHECK(advice().note.contains("predicted for an H200"));
    CHECK(panel().shown() == expected.possible.front().transformation->name);
    CHECK(panel().findChild<QLabel*>("step-change")->text().contains("Predicted for an H200"));
}

TEST_CASE_METHOD(AdviceFixture, "times are predicted for the device that the settings say") {
    show(sample("nabla4"));
    const auto ofH200 = advice().steps.front().gain.microseconds;
    REQUIRE(settings.set("run/predict-for", "MI300A").isEmpty());
    rest();
    const auto rates =
        workbench::deviceRates(*workbench::deviceModelNamed("MI300A").value_or(nullptr));
    const auto document = work().current().document;
    auto expected = workbench::advise(document, values());
    workbench::Forecast forecast(document, values(), nullptr, rates);
    workbench::rankByTime(expected, forecast);
    REQUIRE(advice().steps.size() == expected.possible.size());
    CHECK(advice().steps.front().gain.microseconds == expected.possible.front().savedMicroseconds);
    CHECK(advice().steps.front().gain.microseconds != ofH200);
    CHECK(advice().note.contains("predicted for an MI300A"));
    REQUIRE(settings.set("run/predict-for", "cpu").isEmpty());
    rest();
    CHECK(advice().note.contains("predicted for a CPU"));
    settings.reset("run/predict-for");
    rest();
    CHECK(advice().note.contains("predicted for an H200"));
    CHECK(advice().steps.front().gain.microseconds == ofH200);
}

TEST_CASE_METHOD(AdviceFixture, "the step that is shown at first makes the program faster") {
    show(sample("nabla4"));
    const auto before = workbench::predict(*work().current().document, values());
    const auto first = advice().steps.front();
    act("apply-step");
    rest();
    REQUIRE(work().history()->variants().size() == 2);
    const auto after = workbench::predict(*work().current().document, values());
    REQUIRE(before.has_value());
    REQUIRE(after.has_value());
    CHECK(before->microseconds - after->microseconds == Approx(*first.gain.microseconds));
    CHECK(advice().steps.front().match != first.match); // of the new variant
}

TEST_CASE_METHOD(AdviceFixture, "what is not in sight is not listed where that is asked for") {
    show(sample("nabla4"));
    act("advice-in-sight");
    rest();
    const int all = places();
    auto& canvas = window.parts().panes.canvas();
    act("select-first-map");
    canvas.frame(work().selection().ids());
    for (int i = 0; i < 4; ++i)
        canvas.zoomIn();
    rest();
    const int few = places();
    CHECK(few < all);
    act("view-program"); // all its rows are in sight
    rest();
    CHECK(places() > few);
}

TEST_CASE_METHOD(AdviceFixture,
                 "after another selection the step that is shown is one of that list") {
    show(sample("nabla4"));
    act("show-all-transformations");
    panel().choose("state-fusion");
    rest();
    act("select-first-map");
    rest();
    auto& tree = *panel().findChild<QTreeView*>("matches");
    const auto* shown = panel().model().transformation(tree.currentIndex());
    REQUIRE(shown);
    CHECK(shown->name == panel().shown());
    CHECK(panel().model().firstApplicable(shown->name).isValid());
    CHECK(tree.viewport()->rect().intersects(tree.visualRect(tree.currentIndex())));
}

TEST_CASE_METHOD(AdviceFixture,
                 "a step that is tried is applied, verified and timed, and both pinned") {
    show(sample("nabla4"));
    window.parts().run.findDevices();
    settle();
    auto& run = docks().panel<viewers::TimingsPanel>().runPanel();
    if (run.choice().target != codegen::Target::cpu)
        run.setTarget(codegen::Target::cpu);
    auto* grid = run.findChild<QLineEdit*>("run-grid");
    grid->setText("torus:8,6,10");
    emit grid->textEdited("torus:8,6,10");
    run.findChild<QSpinBox*>("run-repeats")->setValue(3);
    rest();
    panel().choose("strip-mining"); // of one row alone: no bracket of the program view
    auto& tree = *panel().findChild<QTreeView*>("matches");
    const auto place = panel().model().firstApplicable("strip-mining");
    REQUIRE(place.isValid());
    tree.setCurrentIndex(place);
    rest();
    const auto before = work().current().id;
    act("try-step");
    rest();
    const auto& history = *work().history();
    REQUIRE(history.variants().size() == 2);
    CHECK(history.current().parent == before);
    CHECK(history.pinned() == std::vector{before, history.current().id});
    REQUIRE(work().benchResult());
    CHECK(work().benchResult()->variants.size() == 2);
    CHECK(work().benchResult()->variants.back().verified);
}

} // namespace advice_test
