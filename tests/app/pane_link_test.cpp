// What two panes have in common: selection, lanes, what is scrolled to and how large it is.
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/program/program_view.h"

#include <QScrollBar>

#include <algorithm>

namespace pane_link_test {

using namespace mw;
using test::WindowFixture;

namespace {

/// nabla4 beside what one fusion makes of it; the second pane is the active one.
struct LinkFixture : WindowFixture {
    LinkFixture() {
        window.resize(1600, 700);
        window.show();
        open(sample("nabla4"));
        act("pane-split");
        act("apply-first-map-fusion-vertical");
    }
    app::PaneFrame& frame(std::size_t i) { return *window.parts().panes.frames().at(i); }
    viewers::ProgramView& rows(std::size_t i) { return frame(i).programView(); }
    viewers::GraphCanvas& canvas(std::size_t i) { return frame(i).canvas(); }
    void showRows() {
        for (const char* action : {"view-program", "pane-next", "view-program", "pane-next"})
            act(action);
    }
    /// Of the first pane, a row that the second one has as it is.
    const viewers::ProgramPartner& unchanged() {
        const auto& partners = rows(0).partners();
        return *std::ranges::find_if(partners, &viewers::ProgramPartner::unchanged);
    }
};

} // namespace

TEST_CASE_METHOD(LinkFixture,
                 "what was selected before the kernels were paired is marked as well") {
    showRows();
    const std::size_t row = rows(1).sheet()->rows.size() - 1;
    work().selection().set({rows(1).sheet()->rows[row].row.element});
    settle();
    REQUIRE(rows(1).currentRow() == row);
    CHECK(rows(0).marked() == std::vector<std::size_t>{rows(0).sheet()->rows.size() - 1});
    act("edit-undo"); // one variant in both
    CHECK(rows(0).marked().empty());
    REQUIRE(rows(1).currentRow());
    act("edit-redo");
    REQUIRE(rows(1).currentRow());
    CHECK(rows(0).marked() == std::vector<std::size_t>{rows(0).sheet()->rows.size() - 1});
}

TEST_CASE_METHOD(LinkFixture, "rows that are partners keep beside each other") {
    window.resize(1600, 700);
    showRows();
    for (std::size_t i : {0, 1})
        rows(i).setZoom(2.5); // more than is in sight
    auto& bar = *rows(0).verticalScrollBar();
    REQUIRE(bar.maximum() > 0);
    const auto beside = [&] {
        // One that is in sight on both sides, away from the ends of either.
        const auto seen = rows(0).rowsInSight();
        double nearest = 1e9, apart = 0;
        for (const auto& partner : rows(0).partners()) {
            if (partner.own.size() != 1 || partner.other.size() != 1)
                continue;
            const double top = rows(0).spanOf(partner.own[0])->top;
            const double away = std::abs(top - (seen.top + seen.bottom) / 2);
            if (away < nearest) {
                nearest = away;
                apart = std::abs(top - rows(1).spanOf(partner.other[0])->top);
            }
        }
        return apart;
    };
    bar.setValue(rows(1).verticalScrollBar()->maximum() / 2); // where neither is at its end
    CHECK(beside() <= 1);
    act("pane-together"); // each its own way
    const int left = rows(1).verticalScrollBar()->value();
    bar.setValue(bar.maximum());
    CHECK(rows(1).verticalScrollBar()->value() == left);
    rows(0).setZoom(1);
    CHECK(rows(1).zoom() == 2.5);
    act("pane-together");
    rows(0).setZoom(1.5);
    CHECK(rows(1).zoom() == 1.5);
}

TEST_CASE_METHOD(LinkFixture, "an array is shown in both panes") {
    showRows();
    const auto& lanes = rows(1).sheet()->lanes;
    const auto at =
        std::ranges::find(lanes, QStringLiteral("z_nabla4_e2"), &viewers::SheetLane::name);
    REQUIRE(at != lanes.end());
    emit rows(1).laneChosen(static_cast<std::size_t>(at - lanes.begin()));
    settle();
    REQUIRE(rows(0).currentLane());
    CHECK(rows(0).sheet()->lanes[*rows(0).currentLane()].name == "z_nabla4_e2");
}

TEST_CASE_METHOD(LinkFixture, "a graph marks what is selected in the rows beside, and rows what is "
                              "selected in the graph") {
    act("view-program"); // in the second pane alone
    const std::size_t last = rows(1).sheet()->rows.size() - 1;
    const ElementId row = rows(1).sheet()->rows[last].row.element;
    const QImage before = canvas(0).grab().toImage();
    work().selection().set({row});
    settle();
    CHECK(canvas(0).grab().toImage() != before);
    act("pane-next");
    act("select-none");
    work().selection().set({row}); // the last map has its id in both
    settle();
    CHECK(rows(1).marked() == std::vector<std::size_t>{last});
}

TEST_CASE_METHOD(LinkFixture,
                 "graphs are as large as each other, and show partners in the middle") {
    showRows();
    const ElementId own = rows(0).sheet()->rows[unchanged().own.front()].row.element;
    const ElementId other = rows(1).sheet()->rows[unchanged().other.front()].row.element;
    for (const char* action : {"view-canvas", "pane-next", "view-canvas", "pane-next"})
        act(action);
    auto &from = canvas(0), &to = canvas(1);
    from.setView(from.elementRect(own).center(), 1.2);
    CHECK(to.scale() == Approx(1.2));
    CHECK(to.elementRect(other).contains(to.centre()));
    act("pane-together");
    from.zoomIn();
    CHECK(to.scale() == Approx(1.2));
}

TEST_CASE_METHOD(LinkFixture, "what the pointer is over is marked in the other graph") {
    const auto picture = [&] { return canvas(1).grab().toImage(); };
    canvas(0).fitAll();
    settle();
    const QImage before = picture();
    ElementId over;
    emit canvas(0).hoverChanged(over);
    CHECK(picture() == before);
    act("pane-next");
    act("select-first-map");
    over = work().selection().ids().front();
    act("select-none");
    const QImage none = picture();
    emit canvas(0).hoverChanged(over);
    CHECK(picture() != none);
    emit canvas(0).hoverChanged({});
    CHECK(picture() == none);
}

} // namespace pane_link_test
