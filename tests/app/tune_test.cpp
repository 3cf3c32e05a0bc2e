// A program is tuned in the window: a job whose result is variants, pinned beside their start.
#include "app/gui/run_controller.h"
#include "app/workbench/launches.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/log_panel.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

using namespace mw;
using test::WindowFixture;

namespace {

class TuneFixture : public WindowFixture {
protected:
    viewers::RunPanel& runPanel() { return docks().panel<viewers::TimingsPanel>().runPanel(); }
    /// On the processor, on a small grid.
    void prepare() {
        open(sample("nabla4"));
        window.parts().run.findDevices();
        settle();
        if (runPanel().choice().target != codegen::Target::cpu)
            runPanel().setTarget(codegen::Target::cpu);
        auto* grid = runPanel().findChild<QLineEdit*>("run-grid");
        grid->setText("torus:8,6,10");
        emit grid->textEdited("torus:8,6,10");
        runPanel().findChild<QSpinBox*>("run-repeats")->setValue(3);
    }
};

} // namespace

TEST_CASE_METHOD(TuneFixture, "tuning ends in variants that are timed beside their start") {
    REQUIRE(settings.set("run/tune-seconds", "3").isEmpty());
    prepare();
    const auto root = work().current().id;
    act("tune");
    settle();
    const auto log = docks().panel<viewers::LogPanel>().findChild<QPlainTextEdit*>()->toPlainText();
    INFO(log.toStdString());
    CHECK(log.contains("Tuned: "));
    const auto& history = *work().history();
    CHECK_FALSE(work().program()->tuning.trials().empty());
    if (history.variants().size() == 1) { // nothing was faster for certain
        CHECK(log.contains("nothing is faster for certain"));
        return;
    }
    CHECK(history.pinned().size() == 2);
    CHECK(history.pinned().front() == root);
    CHECK(history.current().id == history.pinned().back());
    REQUIRE(work().benchResult());
    CHECK(work().benchResult()->variants.size() == 2);
    CHECK(work().benchResult()->variants.back().verified);
}

TEST_CASE_METHOD(TuneFixture, "steps that a job made stand below what they were made of") {
    prepare();
    const auto root = work().current().id;
    act("apply-first-map-fusion-vertical");
    settle();
    const auto fused = work().current().id;
    codegen::Choices choices;
    choices["k"].unroll = 2;
    const auto last =
        work().addSteps(work().program(), root,
                        {workbench::launchStep(work().history()->root().document, choices)});
    CHECK(work().history()->find(last)->parent == root);
    CHECK(work().current().id == fused); // the user looks at something else
    work().goTo(root);
    const auto second =
        work().addSteps(work().program(), root,
                        {workbench::launchStep(work().history()->root().document, choices)});
    CHECK(work().current().id == second);
}
