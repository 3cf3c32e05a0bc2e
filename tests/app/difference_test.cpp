// What differs between two panes, in words and numbers, below them.
#include "app/gui/difference_bar.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/pane_handle.h"
#include "app/gui/pane_overlays.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/program/program_view.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QTabBar>

#include <algorithm>

namespace difference_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct DifferenceFixture : WindowFixture {
    app::DifferenceBar& bar() { return window.parts().difference; }
    app::PaneFrame& frame(std::size_t i) { return *window.parts().panes.frames().at(i); }
    bool can(const char* id) { return window.parts().actions.action(id)->isEnabled(); }
    /// nabla4 beside what one fusion makes of it.
    void fuseBeside() {
        open(sample("nabla4"));
        act("pane-split");
        act("apply-first-map-fusion-vertical");
    }
};

} // namespace

TEST_CASE_METHOD(DifferenceFixture, "below two panes stands what became of the left program") {
    window.show();
    open(sample("nabla4"));
    CHECK(bar().summary().isEmpty());
    CHECK(bar().isHidden());
    CHECK_FALSE(can("difference-details"));
    act("pane-split");
    CHECK(bar().isHidden()); // one variant
    act("apply-first-map-fusion-vertical");
    CHECK(bar().summary().startsWith("11 kernels became 10 kernels; "));
    CHECK_FALSE(bar().isHidden());
    CHECK(bar().details().contains("temporaries that are gone"));
    REQUIRE(can("difference-details"));
    act("difference-details");
    CHECK(bar().isOpen());
    CHECK(window.parts().actions.action("difference-details")->isChecked());
    act("edit-undo");
    CHECK(bar().isHidden());
    act("edit-redo");
    CHECK_FALSE(bar().isHidden());
    act("pane-close");
    CHECK(bar().isHidden());
}

TEST_CASE_METHOD(DifferenceFixture,
                 "from one kernel that changed to the next, in the other's view too") {
    window.show();
    fuseBeside();
    CHECK_FALSE(can("difference-next"));
    act("view-program");
    act("pane-next");
    act("view-program");
    REQUIRE(can("difference-next"));
    act("difference-next");
    auto& here = frame(0).programView();
    REQUIRE(here.currentRow());
    const auto first = *here.currentRow();
    REQUIRE_FALSE(frame(1).programView().marked().empty());
    const auto& partners = here.partners();
    const auto group = std::ranges::find_if(partners, [&](const viewers::ProgramPartner& one) {
        return std::ranges::find(one.own, first) != one.own.end();
    });
    REQUIRE(group != partners.end());
    CHECK_FALSE(group->unchanged);
    CHECK(group->own.size() == 2); // fused into one
    CHECK(group->other == frame(1).programView().marked());
}

TEST_CASE_METHOD(DifferenceFixture, "bands lead through the gap from kernels to what they became") {
    window.resize(1600, 1000);
    window.show();
    fuseBeside();
    auto& gap = dynamic_cast<app::PaneHandle&>(*window.parts().panes.handle(1));
    CHECK_FALSE(gap.showsBands()); // graphs
    const int narrow = gap.width();
    for (const char* action : {"view-program", "pane-next", "view-program"})
        act(action);
    REQUIRE(gap.showsBands());
    CHECK(gap.width() > narrow + 30);
    const auto bands = gap.bands();
    REQUIRE(bands.size() == 10);
    const auto fused =
        std::ranges::find_if(bands, [](const auto& band) { return !band.unchanged; });
    REQUIRE(fused != bands.end());
    QPoint on(gap.width() / 2, 0); // its ribbons may leave the middle between them free
    while (on.y() < gap.height() && !fused->shape.contains(QPointF(on)))
        ++on.ry();
    REQUIRE(on.y() < gap.height());
    QTest::mouseClick(&gap, Qt::LeftButton, {}, on);
    settle();
    CHECK(gap.chosen() == fused->partner);
    CHECK(gap.accessibleDescription().startsWith("2 kernels, "));
    CHECK(gap.accessibleDescription().contains(" → 1 kernel, "));
    CHECK(frame(0).programView().currentPartner() == fused->partner);
    CHECK(frame(1).programView().marked() ==
          frame(0).programView().partners()[fused->partner].other);
    act("pane-next"); // the click was in the other one
    act("edit-undo"); // one variant in both: nothing to lead from and to
    CHECK_FALSE(gap.showsBands());
    act("edit-redo");
    CHECK(gap.showsBands());
    act("view-canvas");
    CHECK_FALSE(gap.showsBands());
    CHECK(gap.width() == narrow);
}

TEST_CASE_METHOD(DifferenceFixture, "what was measured stands with the pairs and in the summary") {
    window.show();
    fuseBeside();
    for (const char* action :
         {"view-program", "pin-current", "pane-next", "view-program", "pin-current"})
        act(action);
    auto& runPanel = docks().panel<viewers::TimingsPanel>().runPanel();
    if (runPanel.choice().target != codegen::Target::cpu)
        runPanel.setTarget(codegen::Target::cpu);
    runOn("torus:40,35,40");
    act("run-bench");
    REQUIRE(work().benchResult());
    CHECK(bar().summary().contains("; kernels of "));
    const auto& partners = frame(0).programView().partners();
    REQUIRE_FALSE(partners.empty());
    for (const auto& partner : partners)
        CHECK(partner.text.contains(QStringLiteral("s → "))); // "1.2 µs → …"
}

TEST_CASE_METHOD(DifferenceFixture, "an open program is compared with a specialised one with its "
                                    "sizes, and two with different ones are not") {
    window.show();
    open(sample("nabla4"));
    act("pane-split");
    runOn("torus:8,6,10");
    act("specialise-to-run"); // the active one, on the right
    for (const char* action : {"view-program", "pane-next", "view-program"})
        act(action);
    CHECK(bar().summary().startsWith("11 kernels became 11 kernels; 316 kB moved at least became "
                                     "316 kB; "));
    CHECK(
        bar().summary().endsWith(". Sizes on both sides: torus:8,6,10, which are chosen as inputs, "
                                 "with the values that one of the programs is specialised to."));
    REQUIRE_FALSE(frame(0).programView().partners().empty());
    for (const viewers::ProgramPartner& partner : frame(0).programView().partners()) {
        CHECK(partner.ownFigures.size() == 2); // kernels, bytes
        CHECK(partner.ownFigures == partner.otherFigures);
    }
    act("overlay-difference");
    const auto& texts = frame(0).overlays().colouring(app::OverlayOn::nodes).texts;
    int changed = 0;
    for (const auto& [id, text] : texts)
        if (const auto parts = text.split("; there "); parts.size() == 2) { // "1 kernel, 24 kB"
            CHECK(parts[0] == parts[1]);
            ++changed;
        }
    CHECK(changed >= 11);
    runOn("torus:9,7,10");
    CHECK(bar().summary().contains("Bytes are left open: "));
    act("specialise-to-run");
    CHECK(bar().summary().contains("Bytes are left open: the program 'nabla4' is specialised to "));
    CHECK(bar().summary().endsWith("no inputs fit both"));
    CHECK_FALSE(bar().summary().contains("moved at least"));
}

TEST_CASE_METHOD(DifferenceFixture, "programs of one name are told apart by their files") {
    window.show();
    const auto copy = folder.filePath("other.sdfg");
    REQUIRE(QFile::copy(sample("nabla4"), copy));
    open(sample("nabla4"));
    act("pane-split");
    open(copy);
    const auto title = [&](std::size_t i) {
        const auto* tabs = frame(i).findChild<QTabBar*>("pane-tabs");
        return tabs->tabText(tabs->currentIndex());
    };
    CHECK(title(0) == "nabla4.sdfg · original");
    CHECK(title(1) == "other.sdfg · original");
    CHECK(bar().summary().startsWith("Both panes have the same kernels, arrays and bytes. "));
    CHECK(bar().summary().endsWith(", since no inputs are chosen."));
}

} // namespace difference_test
