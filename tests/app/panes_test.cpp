// Panes side by side: each has its own variant and selection; panels and actions follow the active.
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/history_panel.h"
#include "viewers/panels/inspector_panel.h"

#include <QAction>
#include <QStatusBar>
#include <QTabBar>
#include <QToolButton>

namespace panes_test {

using namespace mw;
using test::WindowFixture;

namespace {

constexpr auto kFuseFirst = "apply-first-map-fusion-vertical";

struct PanesFixture : WindowFixture {
    app::PaneArea& area() { return window.parts().panes; }
    app::Pane& pane(int i) { return *work().panes().at(static_cast<std::size_t>(i)); }
    viewers::GraphCanvas& canvas(int i) {
        return area().frames().at(static_cast<std::size_t>(i))->canvas();
    }
    QTabBar& tabs(int i) {
        return *area().frames().at(static_cast<std::size_t>(i))->findChild<QTabBar*>("pane-tabs");
    }
    QString header(int i) { return tabs(i).tabText(tabs(i).currentIndex()); }
    bool saysNothing(int i) { return tabs(i).parentWidget()->isHidden(); }
    void click(int i) {
        QTest::mouseClick(&canvas(i), Qt::LeftButton, {}, QPoint(3, 3));
        settle();
    }
    QString inspected() {
        return docks().panel<viewers::InspectorPanel>().text().section('\n', 0, 0);
    }
    history::VariantId currentInPanel() {
        for (const auto& row : docks().panel<viewers::HistoryPanel>().model().rows())
            if (row.current)
                return row.id;
        return {};
    }
    ElementId firstMap() {
        act("select-first-map");
        return work().selection().ids().front();
    }
};

} // namespace

TEST_CASE_METHOD(PanesFixture,
                 "a split shows the same variant beside, and the new pane is active") {
    open(sample("nabla4"));
    CHECK(saysNothing(0));
    CHECK_FALSE(window.parts().actions.action("pane-close")->isEnabled());
    act("pane-split");
    REQUIRE(area().frames().size() == 2);
    CHECK(&work().activePane() == &pane(1));
    CHECK(canvas(0).document() == canvas(1).document());
    CHECK_FALSE(saysNothing(0));
    CHECK(header(0) == "nabla4 · original");
    CHECK(header(1) == "nabla4 · original");
    CHECK(work().programs().size() == 1);
}

TEST_CASE_METHOD(PanesFixture, "a step in one pane leaves the other where it is") {
    window.show();
    open(sample("nabla4"));
    const auto original = work().current().document;
    act("pane-split");
    act(kFuseFirst);
    const auto fused = work().current().document;
    REQUIRE(fused != original);
    CHECK(canvas(0).document() == original);
    CHECK(canvas(1).document() == fused);
    CHECK(header(0) == "nabla4 · original");
    CHECK(header(1).startsWith("nabla4 · fused "));

    click(0); // undo now speaks of the left pane, which is at the original
    CHECK(&work().activePane() == &pane(0));
    CHECK(work().current().document == original);
    CHECK(currentInPanel() == work().history()->root().id);
    CHECK_FALSE(window.parts().actions.action("edit-undo")->isEnabled());
    CHECK(window.windowTitle() == "nabla4 · original · Mapwright");
    act(kFuseFirst); // a sibling of the other pane's variant
    CHECK(pane(0).variant().parent == pane(1).variant().parent);
    CHECK(pane(0).variantId() != pane(1).variantId());
    CHECK(canvas(1).document() == fused);

    act("pane-next");
    CHECK(work().current().document == fused);
    act("edit-undo");
    CHECK(canvas(1).document() == original);
    CHECK(canvas(0).document() == pane(0).variant().document);
}

TEST_CASE_METHOD(PanesFixture,
                 "each pane has a selection of its own, and panels follow the active") {
    open(sample("nabla4"));
    const auto map = firstMap();
    const auto title = inspected();
    act("pane-split");
    CHECK(work().selection().ids().empty());
    CHECK(inspected() == "SDFG nabla4");
    CHECK(canvas(0).selection() == std::vector{map});
    CHECK(canvas(1).selection().empty());
    act("pane-next");
    CHECK(work().selection().ids() == std::vector{map});
    CHECK(inspected() == title);
    act("select-none");
    CHECK(canvas(0).selection().empty());
}

TEST_CASE_METHOD(PanesFixture, "two selected maps that become one are selected once") {
    open(sample("nabla4"));
    // As the step names them: the first one by its exit.
    std::vector<ElementId> maps, ends;
    const auto index = work().index();
    for (const auto& state : index->states())
        for (const auto& node : index->find(state)->block->as<ir::State>()->nodes) {
            if (node->as<ir::MapEntry>())
                maps.push_back(node->id);
            if (node->as<ir::MapEntry>() || node->isExit())
                ends.push_back(node->id);
        }
    work().selection().set(ends);
    act("apply-first-map-fusion-vertical");
    const auto left = work().selection().ids();
    CHECK(left.size() == maps.size() - 1);
    for (const ElementId id : left) {
        const auto* node = work().index()->find(id)->node;
        REQUIRE(node);
        CHECK(node->as<ir::MapEntry>());
    }
}

TEST_CASE_METHOD(PanesFixture, "panes show two programs, and files go to the active one") {
    open(sample("nabla4"));
    act("pane-split");
    open(sample("laplacian"));
    CHECK(header(0) == "nabla4 · original");
    CHECK(header(1) == "laplacian · original");
    CHECK(work().programName() == "laplacian");
    act("pane-next");
    CHECK(work().programName() == "nabla4");
    CHECK(inspected() == "SDFG nabla4");
    act("file-close"); // the other program takes its place
    CHECK(header(0) == "laplacian · original");
    act("file-close");
    CHECK_FALSE(work().isOpen());
    CHECK(area().frames().size() == 1);
}

TEST_CASE_METHOD(PanesFixture,
                 "a step that ends after the user turned to the other pane lands in its own") {
    open(sample("nabla4"));
    act("pane-split");
    const auto root = work().current().id;
    work().applyFirst("map-fusion-vertical");
    work().activate(pane(0));
    settle();
    CHECK(pane(0).variantId() == root);
    CHECK(pane(1).variant().parent == root);
    CHECK(work().current().id == root);
    CHECK(work().history()->current().id == root);
    CHECK(canvas(1).document() == pane(1).variant().document);
}

TEST_CASE_METHOD(PanesFixture, "there are two panes at most, which is said") {
    open(sample("nabla4"));
    act("pane-split");
    act("pane-split");
    CHECK(area().frames().size() == 2);
    CHECK(window.statusBar()->currentMessage().startsWith("There are two panes at most"));
}

TEST_CASE_METHOD(PanesFixture, "panes are closed by their button or action, the last one stays") {
    window.show();
    open(sample("nabla4"));
    act("pane-split");
    act(kFuseFirst);
    const auto left = pane(0).variantId();
    const auto right = pane(1).variantId();
    SECTION("the active one by its action") {
        act("pane-close");
        CHECK(work().current().id == left);
    }
    SECTION("the other one by its button") {
        area().frames().front()->findChild<QToolButton*>("pane-close")->click();
        settle();
        CHECK(work().current().id == right);
    }
    CHECK(work().history()->current().id == work().current().id);
    REQUIRE(area().frames().size() == 1);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    CHECK(saysNothing(0));
    CHECK_FALSE(window.parts().actions.action("pane-close")->isEnabled());
    act(kFuseFirst);
    CHECK(area().canvas().document() == work().current().document);
}

} // namespace panes_test
