// Sizes belong to a program; times of other sizes say so.
#include "app/gui/pane_area.h"
#include "app/gui/pane_overlays.h"
#include "app/workbench/project.h"
#include "core/analysis/program_rows.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/history_panel.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/program/program_view.h"
#include "viewers/program/program_view_p.h"

#include <QLabel>

namespace scenarios_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct ScenariosFixture : WindowFixture {
    viewers::ProgramView& view() { return window.parts().panes.programView(); }
    QString grid() { return docks().panel<viewers::TimingsPanel>().runPanel().choice().grid; }
    std::int64_t bytes() { return view().sheet()->figures.bytes.value_or(0); }
    QString conditions() {
        return docks()
            .panel<viewers::TimingsPanel>()
            .findChild<QLabel*>("timings-conditions")
            ->text();
    }
    /// As if the current variant had been measured with what is set for it now.
    void measure() {
        bench::BenchResult result;
        const auto scenario = workbench::scenarioFor(*work().current().document->root,
                                                     work().runChoice(), "torus:8,6,10");
        REQUIRE(scenario);
        result.scenario = *scenario;
        result.device = "a device";
        result.copyBandwidth = 1000;
        bench::VariantResult one;
        one.name = work().current().name;
        one.device.median = 10;
        one.bytes = 1e6;
        for (const auto& row : analysis::programRows(*work().current().document).rows)
            if (row.kind == analysis::RowKind::kernel) {
                bench::KernelRow kernel;
                kernel.map = NodeId{row.element.value};
                kernel.time.median = 5;
                one.kernels.push_back(kernel);
            }
        result.variants.push_back(one);
        work().setBenchResult(work().program(), result, {work().current().id});
        settle();
    }
    QString foot() { return view().accessibleDescription(); }
};

} // namespace

TEST_CASE_METHOD(ScenariosFixture, "each program has sizes of its own") {
    window.resize(1400, 900);
    window.show();
    open(sample("nabla4"));
    act("view-program");
    const double usual = bytes();
    runOn("torus:8,6,10");
    const double small = bytes();
    REQUIRE(small < usual);
    CHECK(grid() == "torus:8,6,10");
    open(sample("laplacian"));
    act("view-program");
    CHECK(grid().isEmpty()); // what its bounds ask for, not the other program's
    CHECK(work().runChoice().isDefault());
    runOn("torus:16,12,20");
    act("file-previous");
    CHECK(grid() == "torus:8,6,10");
    CHECK(bytes() == small);
    act("file-next");
    CHECK(grid() == "torus:16,12,20");
    // They are kept with the project, and by a session.
    const auto file = folder.filePath("p.mapwright");
    REQUIRE(workbench::writeProject(work().project(), file.toStdString()));
    const auto read = workbench::readProject(file.toStdString());
    REQUIRE(read);
    REQUIRE(read->project.programs.size() == 2);
    CHECK(read->project.inputsFor(*read->project.programs[0]).grid == "torus:8,6,10");
    CHECK(read->project.inputsFor(*read->project.programs[1]).grid == "torus:16,12,20");
}

TEST_CASE_METHOD(ScenariosFixture, "times of other sizes are marked and not set against bytes") {
    window.resize(1400, 900);
    window.show();
    open(sample("nabla4"));
    act("view-program");
    runOn("torus:8,6,10");
    measure();
    const auto element = view().sheet()->rows[0].row.element;
    CHECK_FALSE(foot().contains("not for the sizes shown"));
    CHECK(foot().contains("a copy of the kernels' bytes"));
    CHECK_FALSE(conditions().contains("not the sizes shown"));
    runOn("torus:40,35,40");
    CHECK(foot().contains("measured on torus:8,6,10, not for the sizes shown"));
    CHECK_FALSE(foot().contains("a copy of the kernels' bytes"));
    CHECK(view().legend().contains("other sizes"));
    CHECK(conditions().contains("torus:8,6,10, not the sizes shown"));
    // Nor do tables that have bytes beside times.
    work().selection().set({element});
    settle();
    act("show-top-kernels");
    CHECK_FALSE(foot().contains("GB/s"));
    // The history says it, and so do the colours and the roofline.
    const auto& rows = docks().panel<viewers::HistoryPanel>().model().rows();
    REQUIRE_FALSE(rows.empty());
    CHECK(rows[0].grid == "torus:8,6,10");
    act("overlay-time");
    settle();
    const auto note = [&] {
        return window.parts().panes.overlays().colouring(app::OverlayOn::nodes).note;
    };
    CHECK(note().contains("measured on torus:8,6,10"));
    runOn("torus:8,6,10");
    CHECK(note().isEmpty());
    CHECK(docks().panel<viewers::HistoryPanel>().model().rows()[0].grid.isEmpty());
    CHECK_FALSE(foot().contains("not for the sizes shown"));
    CHECK_FALSE(conditions().contains("not the sizes shown"));
}

} // namespace scenarios_test
