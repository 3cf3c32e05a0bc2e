// The panel Access in the window: follows the selection, goes from iteration to iteration.
#include "tests/app/window_fixture.h"
#include "viewers/panels/access_panel.h"
#include "viewers/panels/access_strip.h"

#include <QComboBox>
#include <QHeaderView>
#include <QSpinBox>
#include <QToolButton>
#include <QTreeWidget>

namespace access_test {

using namespace mw;
using test::WindowFixture;

namespace {

/// nabla4 on a small grid, with its first kernel selected.
struct AccessFixture : WindowFixture {
    AccessFixture() {
        window.show();
        open(sample("nabla4"));
        workbench::InputChoice inputs;
        inputs.grid = "torus:8,6,10";
        work().setRun(inputs, work().project().settings);
        act("select-first-map");
        act("show-access");
        waitForView();
    }
    void waitForView() {
        REQUIRE(QTest::qWaitFor([this] { return panel().view() && window.isIdle(); }, 60'000));
    }
    viewers::AccessPanel& panel() { return docks().panel<viewers::AccessPanel>(); }
    QTreeWidget& rows() { return *panel().findChild<QTreeWidget*>("access-rows"); }
    void set(const char* box, int value) {
        panel().findChild<QSpinBox*>(QString::fromLatin1(box))->setValue(value);
        settle();
    }
    std::string text() { return panel().text().toStdString(); }
    bool says(const char* part) {
        INFO(text());
        return text().find(part) != std::string::npos;
    }
    ElementId nodeOf(const char* label) {
        for (const auto state : work().index()->states())
            for (const auto& node : work().index()->find(state)->block->as<ir::State>()->nodes)
                if (ir::displayName(*node) == label && !node->isExit())
                    return node->id;
        FAIL("no node " << label);
        return {};
    }
};

} // namespace

TEST_CASE_METHOD(AccessFixture, "the panel shows what an iteration touches, and goes to another") {
    set("access-K", 3);
    set("access-Edge", 7);
    CHECK(panel().view()->lane == 7);
    CHECK(says("map normal_0\nu_vert float64 [48, 12]\n"
               "  reads [E2C2V[Edge, 0], K]; [2, 3]; E2C2V[7, 0] = 2; by table; +48; 3, best 3\n"));
    CHECK(says("  writes [Edge, K]; [7, 3]; +10; +1; ⚠ 32, best 8\n"));
    CHECK(rows().headerItem()->text(rows().columnCount() - 1) == "Warp: Edge 0 … 31");
}

TEST_CASE_METHOD(AccessFixture, "the warp goes along the parameter that is chosen") {
    set("access-Edge", 7);
    auto* warp = panel().findChild<QComboBox*>("access-warp");
    CHECK(warp->currentText() == "Edge");
    warp->setCurrentIndex(warp->findText("K"));
    emit warp->activated(warp->currentIndex());
    settle();
    CHECK(rows().headerItem()->text(rows().columnCount() - 1) == "Warp: K 0 … 9");
    CHECK(says("writes [Edge, K]; [7, 4]; +10; +1; 3, best 3"));
}

TEST_CASE_METHOD(AccessFixture, "a click on an element of the warp goes to its iteration") {
    set("access-Edge", 7);
    const auto* container = rows().topLevelItem(rows().topLevelItemCount() - 1); // it is written
    rows().scrollToItem(container->child(0));
    const auto index = rows().model()->index(
        0, rows().columnCount() - 1, rows().model()->index(rows().topLevelItemCount() - 1, 0));
    rows().scrollTo(index);
    const QRect cell = rows().visualRect(index);
    const auto* strip = panel().findChild<viewers::AccessStrip*>();
    QPoint place;
    for (int x = cell.left(); x < cell.right() && place.isNull(); ++x)
        if (strip->laneAt(index, cell, {x, cell.center().y()}) == 3)
            place = {x, cell.center().y()};
    REQUIRE_FALSE(place.isNull());
    QTest::mouseClick(rows().viewport(), Qt::LeftButton, {}, place);
    settle();
    CHECK(panel().view()->lane == 3);
    CHECK(panel().findChild<QSpinBox*>("access-Edge")->value() == 3);
}

TEST_CASE_METHOD(AccessFixture, "of what is selected inside a map only its accesses are shown") {
    const int all = rows().topLevelItemCount();
    ElementId memlet;
    for (const auto& edge :
         work().index()->find(work().index()->states()[0])->block->as<ir::State>()->edges)
        if (edge->src == NodeId{nodeOf("project_0").value} && edge->memlet.data == "u_vert")
            memlet = edge->id;
    work().selection().set({memlet});
    settle();
    CHECK(rows().topLevelItemCount() < all);
    CHECK(says("map normal_0, only "));
    auto* whole = panel().findChild<QToolButton*>();
    REQUIRE(whole->isVisible());
    whole->click();
    settle();
    CHECK(rows().topLevelItemCount() == all);
    CHECK(work().selection().ids() == std::vector<ElementId>{nodeOf("project_0")});
}

TEST_CASE_METHOD(AccessFixture, "without a map the panel says what would stand there") {
    work().selection().set({});
    settle();
    CHECK_FALSE(panel().view());
    CHECK(says("Select a map, or something in it"));
    work().selection().set({nodeOf("combine")});
    settle();
    CHECK(says("map z_nabla4_e2\n"));
}

TEST_CASE_METHOD(AccessFixture, "another variant keeps the iteration") {
    set("access-Edge", 7);
    work().selection().set({nodeOf("combine")});
    settle();
    set("access-K", 2);
    act("apply-first-map-fusion-vertical");
    REQUIRE(QTest::qWaitFor([this] { return panel().view() && window.isIdle(); }, 60'000));
    CHECK(panel().findChild<QSpinBox*>("access-K")->value() == 2);
}

TEST_CASE_METHOD(AccessFixture, "the strips are painted in every theme") {
    const auto picture = [this] { return panel().grab().toImage(); };
    const auto light = picture();
    act("theme-dark");
    CHECK(picture() != light);
    act("theme-light");
}

} // namespace access_test
