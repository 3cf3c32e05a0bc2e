// A program is tuned in the window: a job whose result is variants, pinned beside their start.
#include "app/gui/run_controller.h"
#include "app/gui/sweep_window.h"
#include "app/workbench/launches.h"
#include "core/bench/chosen_launches.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/log_panel.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTableView>

namespace tune_test {

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
    if (history.pinned().empty()) { // nothing was faster for certain
        CHECK(log.contains("nothing is faster for certain"));
        CHECK(history.current().id == root); // whatever was found on the way
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
        work().addSteps({work().program(),
                         root,
                         {workbench::launchStep(work().history()->root().document, choices)},
                         &work().activePane()});
    CHECK(work().history()->find(last)->parent == root);
    CHECK(work().current().id == fused); // the user looks at something else
    work().goTo(root);
    const auto second =
        work().addSteps({work().program(),
                         root,
                         {workbench::launchStep(work().history()->root().document, choices)},
                         &work().activePane()});
    CHECK(work().current().id == second);
    CHECK(second == last); // it was there already
}

TEST_CASE_METHOD(TuneFixture,
                 "a sweep is a heat map, and what is good in it is kept as a variant") {
    prepare();
    const auto root = work().current().id;
    act("sweep");
    auto* sweep = window.findChild<app::SweepWindow*>();
    REQUIRE(sweep);
    CHECK(sweep->isVisible());
    // No empty table: what a sweep is, and how much the line asks for.
    auto* introduction = sweep->findChild<QLabel*>("sweep-introduction");
    REQUIRE(introduction);
    CHECK(introduction->isVisible());
    CHECK_FALSE(sweep->table().isVisible());
    CHECK(introduction->text().contains("6 combinations of each kernel")); // 3 × 2
    sweep->setParams("vectors=on");
    CHECK(introduction->text().contains("1 combination of each kernel"));
    sweep->setParams("block=64");
    sweep->start();
    CHECK(sweep->message().contains("kernels have no such choice on the target cpu"));
    sweep->setParams("fuse=on,off");
    sweep->start();
    CHECK(sweep->message().contains("the graph stays as it is here"));
    sweep->setParams("vectors=on,off shared-loops=default,2");
    sweep->resize(900, 300);
    sweep->start();
    settle();
    INFO(sweep->message().toStdString());
    auto& model = sweep->model();
    CHECK(sweep->table().isVisible());
    CHECK_FALSE(introduction->isVisible());
    REQUIRE(model.rowCount() == 12); // the program and its kernels
    REQUIRE(model.columnCount() == 4);
    const auto& table = sweep->table(); // all rows are in sight
    CHECK(table.rowViewportPosition(11) + table.rowHeight(11) <= table.viewport()->height());
    CHECK(model.headerData(2, Qt::Horizontal, Qt::DisplayRole) == "off\ndefault");
    CHECK(model.headerData(0, Qt::Vertical, Qt::DisplayRole) == "program");
    int measured = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        for (int column = 0; column < model.columnCount(); ++column) {
            const auto cell = model.index(row, column);
            CHECK_FALSE(cell.data().toString().isEmpty());
            CHECK(model.words(cell).contains(
                model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString()));
            const bool isNumber = cell.data().toString().contains('.');
            CHECK(cell.data(Qt::BackgroundRole).isValid() == isNumber);
            measured += isNumber;
        }
    REQUIRE(measured > 0);

    const auto chosen = model.index(1, 2);
    const auto choices = model.choicesAt(chosen, {});
    REQUIRE(choices);
    CHECK(choices->size() == 1);
    CHECK_FALSE(*choices->begin()->second.vectors);
    CHECK(model.choicesAt(model.index(0, 2), {})->size() > 1); // of all kernels
    sweep->table().setCurrentIndex(chosen);
    sweep->keep(chosen);
    settle();
    CHECK(work().current().parent == root);
    CHECK(bench::chosenLaunches(*work().history(), work().current().id) == *choices);
    if (const auto kept = qEnvironmentVariable("MAPWRIGHT_PICTURES"); !kept.isEmpty())
        sweep->grab().save(kept + "/sweep.png");
}

} // namespace tune_test
