// One figure, one function: panels that list kernels, gains and times have the program's figures.
#include "app/gui/difference_bar.h"
#include "app/gui/overlays.h"
#include "app/gui/pane_area.h"
#include "app/workbench/run_setup.h"
#include "core/analysis/figures.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/history_model.h"
#include "viewers/panels/history_panel.h"
#include "viewers/panels/inspector_panel.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/outline_panel.h"
#include "viewers/panels/timings_model.h"
#include "viewers/panels/top_kernels_model.h"
#include "viewers/program/program_view.h"

#include <QDockWidget>
#include <QLabel>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <algorithm>
#include <cstdlib>

namespace panel_figures_test {

using namespace mw;
using test::WindowFixture;
using viewers::bytesText;

namespace {

/// A program with kernels, copies and temporaries, and its sizes.
struct FiguresFixture : WindowFixture {
    FiguresFixture() {
        withAdvice = true;
        window.resize(1600, 1000);
        window.show();
        open(QString::fromStdString(test::sourceFile("samples/12_solve_tridiagonal_matrix_for_w/"
                                                     "solve_tridiagonal_matrix_for_w.sdfgz")
                                        .string()));
        if (runPanel().choice().target != codegen::Target::cpu)
            runPanel().setTarget(codegen::Target::cpu);
        runOn("torus:24,20,6");
        const auto scenario = workbench::scenarioFor(*work().current().document->root,
                                                     work().runChoice(), work().grid()());
        REQUIRE(scenario.has_value());
        values = scenario->symbols;
        figures = analysis::figures(*work().current().document, values);
        REQUIRE(figures.kernels > 1);
        REQUIRE(figures.temporaries > 0);
        REQUIRE(figures.bytes);
    }

    viewers::RunPanel& runPanel() { return docks().panel<viewers::TimingsPanel>().runPanel(); }
    analysis::ProgramRows rows() { return analysis::programRows(*work().current().document); }
    /// What a row has to move.
    double bytesOf(const analysis::ProgramRow& row) const {
        const auto bytes =
            symbolic::evaluate(row.traffic.bytesRead + row.traffic.bytesWritten, values);
        REQUIRE(bytes);
        return bytes->asReal();
    }
    /// The panel on the screen, with what it has to say.
    QWidget& panel(const QString& id) {
        docks().show(id);
        settle();
        for (const auto& entry : docks().all())
            if (entry.info.id == id)
                return *entry.panel;
        FAIL("no panel " + id.toStdString());
        std::abort();
    }

    symbolic::Bindings values;
    analysis::ProgramFigures figures;
};

} // namespace

TEST_CASE_METHOD(FiguresFixture, "each kernel has the same bytes in every panel that lists it") {
    auto& outline = docks().panel<viewers::OutlinePanel>().model();
    panel("outline");
    auto* list = panel("top-kernels").findChild<QTreeView*>();
    REQUIRE(list);
    auto& kernels = dynamic_cast<viewers::TopKernelsModel&>(*list->model());
    auto& inspector = docks().panel<viewers::InspectorPanel>();
    std::size_t known = 0;
    double sum = 0;
    for (const auto& row : rows().rows) {
        if (row.kind == analysis::RowKind::heading)
            continue;
        const double bytes = bytesOf(row);
        sum += bytes;
        if (row.kind != analysis::RowKind::kernel)
            continue;
        ++known;
        CAPTURE(row.label);
        const auto line = outline.find(row.element);
        CHECK(line.siblingAtColumn(viewers::OutlineModel::BytesColumn).data().toString() ==
              bytesText(bytes));
        const int at = kernels.rowOf(row.element);
        REQUIRE(at >= 0);
        CHECK(kernels.at(at).bytes == bytes);
        work().selection().set({row.element});
        settle();
        CHECK(inspector.text().contains("moves at least: " + bytesText(bytes)));
    }
    CHECK(known == figures.kernels);
    CHECK(kernels.rowCount() == static_cast<int>(figures.kernels));
    CHECK(sum == static_cast<double>(*figures.bytes));
}

TEST_CASE_METHOD(FiguresFixture, "what a step changes is told from the program's figures") {
    panel("transformations");
    QTest::qWait(300); // the forecast begins after a pause
    settle();
    auto* change = window.findChild<QLabel*>("step-change");
    REQUIRE(change);
    const auto said = change->text();
    CAPTURE(said.toStdString());
    for (const auto& figure :
         {QString::number(figures.kernels), bytesText(static_cast<double>(*figures.bytes)),
          QString::number(figures.temporaries),
          bytesText(static_cast<double>(*figures.temporaryBytes))})
        CHECK(said.contains(">" + figure + "<"));
}

TEST_CASE_METHOD(FiguresFixture, "an overlay's note and the difference of two panes have them") {
    const auto index = work().index();
    const auto all = app::overlays();
    const auto lifetime = std::ranges::find_if(
        all, [](const app::Overlay& one) { return one.id.endsWith("lifetime"); });
    REQUIRE(lifetime != all.end());
    app::OverlayInput input;
    input.index = index;
    input.values = values;
    CHECK(lifetime->make(input).note ==
          "at most " + bytesText(static_cast<double>(*figures.peakBytes)) + " of " +
              bytesText(static_cast<double>(*figures.temporaryBytes)) + " at once");
    act("pane-split");
    act("apply-first-map-fusion-vertical");
    const auto after = analysis::figures(*work().current().document, values);
    const auto said = window.parts().difference.summary();
    CAPTURE(said.toStdString());
    CHECK(said.contains(QString::number(figures.kernels) + " kernels"));
    CHECK(said.contains(bytesText(static_cast<double>(*figures.bytes)) + " moved at least became " +
                        bytesText(static_cast<double>(*after.bytes))));
}

TEST_CASE_METHOD(FiguresFixture, "a measured time is the same in every panel that shows it") {
    act("pin-current");
    act("run-bench");
    REQUIRE(work().benchResult());
    const auto& measured = work().benchResult()->variants.front();
    // Beside the device's time stands what kernels move; copies have a time of their own.
    CHECK(measured.bytes == static_cast<double>(*figures.kernelBytes()));
    CHECK(figures.copyBytes > 0);
    CHECK(measured.kernels.size() == figures.kernels);
    const auto total = viewers::microseconds(measured.device.median);

    auto& timings = docks().panel<viewers::TimingsPanel>();
    panel("timings");
    auto* table = timings.findChild<QTableView*>();
    REQUIRE(table);
    bool shown = false;
    for (int column = 0; column < table->model()->columnCount(); ++column)
        shown = shown || table->model()->index(0, column).data().toString() == total;
    CHECK(shown);

    auto* list = panel("top-kernels").findChild<QTreeView*>();
    REQUIRE(list);
    auto& kernels = dynamic_cast<viewers::TopKernelsModel&>(*list->model());
    auto& outline = docks().panel<viewers::OutlinePanel>().model();
    auto& inspector = docks().panel<viewers::InspectorPanel>();
    for (const auto& kernel : measured.kernels) {
        CAPTURE(kernel.name);
        const auto time = viewers::microseconds(kernel.time.median);
        const int at = kernels.rowOf(kernel.map);
        REQUIRE(at >= 0);
        CHECK(kernels.at(at).microseconds == kernel.time.median);
        CHECK(outline.find(kernel.map)
                  .siblingAtColumn(viewers::OutlineModel::TimeColumn)
                  .data()
                  .toString() == time);
        work().selection().set({kernel.map});
        settle();
        CHECK(inspector.text().contains(time));
    }
    const auto& rows = docks().panel<viewers::HistoryPanel>().model().rows();
    REQUIRE(rows.size() == 1);
    CHECK(rows.front().figures == figures);
    CHECK(rows.front().microseconds == measured.device.median);
}

} // namespace panel_figures_test
