// How much of the window the program has: rows in a fresh layout, panels that go and come back.
#include "app/gui/bench_graphs.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "tests/app/watched_application.h"
#include "tests/app/window_fixture.h"
#include "viewers/program/program_view.h"

#include <QAction>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTabBar>
#include <QTableView>
#include <QToolBar>
#include <QToolTip>
#include <QTreeView>

#include <algorithm>
#include <cstdlib>

namespace room_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct RoomFixture : WindowFixture {
    viewers::ProgramView& view() { return window.parts().panes.programView(); }
    QDockWidget& dock(const char* id) {
        return *window.findChild<QDockWidget*>(QStringLiteral("dock-") + QLatin1String(id));
    }
    QStringList visiblePanels() {
        QStringList found;
        for (const auto& entry : docks().all())
            if (entry.dock->isVisible())
                found << entry.info.id;
        return found;
    }
    QTabBar& tabsOfPanels() {
        for (auto* bar : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            if (bar->isVisible() && bar->count() > 3)
                return *bar;
        FAIL("no tabs of panels");
        throw std::logic_error("unreachable");
    }
    void doubleClick(QWidget& on, QPoint at) {
        QTest::mouseDClick(&on, Qt::LeftButton, Qt::NoModifier, at);
        settle();
    }
    void doubleClickTab(const QString& title) {
        auto& bar = tabsOfPanels();
        for (int i = 0; i < bar.count(); ++i)
            if (bar.tabText(i) == title)
                return doubleClick(bar, bar.tabRect(i).center());
        FAIL("no tab " << title.toStdString());
    }
};

} // namespace

TEST_CASE_METHOD(RoomFixture, "around the rows little is taken: the foot and notices take a line") {
    window.resize(1366, 768);
    window.show();
    open(sample("nabla4"));
    act("view-program");
    CHECK_FALSE(window.parts()
                    .panes.activeFrame()
                    .findChild<QWidget*>("overlay-nodes")
                    ->visibleRegion()
                    .isEmpty());
    // With a bracket the foot says what it does; its row stays in sight.
    QTest::keyClick(&view(), Qt::Key_End);
    act("program-previous-bracket");
    REQUIRE(view().currentRow());
    CHECK(view().spanOf(*view().currentRow())->bottom <= view().rowsInSight().bottom);
    // A notice takes one line; a click shows all of it.
    const auto sentence = QStringLiteral("Something went wrong. ").repeated(20);
    window.parts().messageBar.warn(sentence);
    settle();
    const auto& bar = window.parts().messageBar;
    auto* text = bar.findChildren<QLabel*>().back(); // rows before may still be going
    CHECK(bar.height() < 2 * text->fontMetrics().height());
    QTest::mouseClick(text, Qt::LeftButton);
    settle();
    CHECK(bar.height() > 2 * text->fontMetrics().height());
    CHECK((text->text() == sentence));
}

TEST_CASE_METHOD(RoomFixture, "the legend is asked for by its action, and only where it stands") {
    window.show();
    open(sample("nabla4"));
    act("view-program");
    act("program-legend");
    CHECK(QToolTip::text() == view().legend());
    QToolTip::hideText();
    act("view-canvas");
    CHECK_FALSE(window.parts().actions.action("program-legend")->isEnabled());
}

TEST_CASE_METHOD(RoomFixture, "the table of a run has room for rows, and the program keeps most") {
    window.resize(1600, 1000);
    window.show();
    open(sample("nabla4"));
    runOn("torus:8,6,10");
    act("view-program");
    auto& panel = docks().panel<viewers::TimingsPanel>();
    const QTableView* table = nullptr; // beside a frozen column of the same rows
    for (const auto* one : panel.findChildren<QTableView*>())
        if (one->model() == &panel.model() && (!table || one->width() > table->width()))
            table = one;
    REQUIRE(table);
    act("run-bench");
    REQUIRE(work().benchResult());
    settle();
    int rows = 0;
    for (int row = 0; row < table->model()->rowCount(); ++row)
        rows +=
            table->rowViewportPosition(row) >= 0 &&
            table->rowViewportPosition(row) + table->rowHeight(row) <= table->viewport()->height();
    CHECK(rows >= 6);
    CHECK(view().height() > window.height() * 2 / 5);
    // Who made it lower keeps it so until the next run, and who made it higher always.
    auto& timings = dock("timings");
    window.resizeDocks({&timings}, {window.height() / 2}, Qt::Vertical);
    QCoreApplication::processEvents();
    const int high = timings.height();
    docks().giveRoom("timings");
    QCoreApplication::processEvents();
    CHECK(timings.height() == high);
}

TEST_CASE_METHOD(RoomFixture, "sorting 500 kernels by any column takes no time that anybody sees") {
    window.resize(1600, 1000);
    window.show();
    open(*app::generatedFile("program:500x200", folder.path()));
    act("view-program");
    // As long as the window answers nobody, the picture included.
    const auto longest = [](const auto& sort) {
        double most = 0;
        for (int i = 0; i < 6; ++i) {
            const double begin = test::threadMilliseconds();
            sort(i);
            const double taken = test::threadMilliseconds() - begin;
            most = i == 0 ? 0 : std::max(most, taken); // the first one warms up
        }
        return most;
    };
    REQUIRE(view().sheet()->figures.kernels == 500);
    CHECK(longest([this](int i) {
              view().setOrder(i % 2 ? viewers::RowOrder::bytes : viewers::RowOrder::name, i % 3);
              view().viewport()->repaint();
          }) < 50);
    auto* outline = dock("outline").findChild<QTreeView*>();
    REQUIRE(outline);
    REQUIRE(outline->isSortingEnabled());
    CHECK(longest([outline](int i) {
              outline->header()->setSortIndicator(i % outline->model()->columnCount(),
                                                  i % 2 ? Qt::DescendingOrder : Qt::AscendingOrder);
              outline->viewport()->repaint();
          }) < 50);
}

TEST_CASE_METHOD(RoomFixture, "what stands in the tool bar has a sign, in every theme") {
    window.show();
    const auto* tools = window.findChild<QToolBar*>("tools");
    REQUIRE(tools);
    int signs = 0;
    for (const char* theme : {"theme-light", "theme-dark", "theme-high-contrast"}) {
        act(theme);
        const auto ground = window.palette().color(QPalette::Window);
        for (const auto* action : tools->actions()) {
            if (action->isSeparator())
                continue;
            CAPTURE(theme, action->text().toStdString());
            REQUIRE_FALSE(action->icon().isNull());
            CHECK_FALSE(action->isIconVisibleInMenu());
            const auto image = action->icon().pixmap(32, QIcon::Normal).toImage();
            int strong = 0; // pixels that stand out against the ground
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    strong +=
                        image.pixelColor(x, y).alpha() > 200 &&
                        std::abs(image.pixelColor(x, y).lightness() - ground.lightness()) > 100;
            CHECK(strong > 20);
            ++signs;
        }
    }
    CHECK(signs == 33); // eleven in three themes
}

TEST_CASE_METHOD(RoomFixture, "one key hides all panels and brings them back as they were") {
    window.resize(1366, 768);
    window.show();
    open(sample("nabla4"));
    act("view-program");
    act("show-timings");
    dock("inspector").hide();
    settle();
    const auto before = visiblePanels();
    const int width = view().width();
    act("panels-hide");
    CHECK(visiblePanels().isEmpty());
    CHECK(view().width() == window.width());
    CHECK(window.parts().actions.action("panels-hide")->isChecked());
    act("panels-hide");
    CHECK(visiblePanels() == before);
    CHECK(view().width() == width);
    CHECK_FALSE(dock("timings").visibleRegion().isEmpty()); // in front, as before
    // What is remembered is the layout with panels.
    act("panels-hide");
    act("project-close");
    open(sample("laplacian"));
    CHECK(visiblePanels() == before);
}

TEST_CASE_METHOD(RoomFixture, "a double click on a tab or title fills the window, and ends it") {
    window.resize(1366, 768);
    window.show();
    open(sample("nabla4"));
    act("view-program");
    const auto before = visiblePanels();
    auto& timings = dock("timings");
    doubleClickTab("Timings");
    CHECK(view().visibleRegion().isEmpty());
    CHECK(timings.width() == window.width());
    CHECK(timings.height() > window.height() * 3 / 4);
    CHECK(dock("outline").isHidden());
    doubleClickTab("Timings");
    CHECK(visiblePanels() == before);
    CHECK_FALSE(view().visibleRegion().isEmpty());
    // A panel with a title.
    auto& outline = dock("outline");
    doubleClick(outline, QPoint(40, 8));
    CHECK(outline.width() == window.width());
    CHECK_FALSE(outline.isFloating());
    // Whoever asks for another panel gets all back.
    act("show-history");
    CHECK(visiblePanels() == before);
    CHECK_FALSE(dock("history").visibleRegion().isEmpty());
    // A tab of a pane: the other pane makes room as well.
    act("pane-split");
    const auto split = visiblePanels();
    auto* second = window.parts().panes.frames()[1];
    auto* tabs = second->findChild<QTabBar*>("pane-tabs");
    doubleClick(*tabs, tabs->tabRect(0).center());
    CHECK(second->width() == window.width());
    CHECK(visiblePanels().isEmpty());
    doubleClick(*tabs, tabs->tabRect(0).center());
    CHECK(visiblePanels() == split);
    CHECK(window.parts().panes.frames()[0]->isVisible());
    act("panel-fill");
    CHECK(visiblePanels().isEmpty());
    act("reset-layout");
    CHECK(visiblePanels() == before);
}

TEST_CASE_METHOD(RoomFixture, "panels beside two panes fold while the window is not wide") {
    window.resize(1366, 768);
    window.show();
    open(sample("nabla4"));
    act("view-program");
    const auto before = visiblePanels();
    REQUIRE(before.contains("outline"));
    act("pane-split");
    CHECK_FALSE(visiblePanels().contains("outline"));
    CHECK_FALSE(visiblePanels().contains("inspector"));
    CHECK(visiblePanels().contains("timings"));
    // Every kernel of both has its whole name and range.
    for (auto* frame : window.parts().panes.frames()) {
        CHECK(frame->width() > 550);
        const auto& seen = frame->programView();
        CHECK(seen.width() > 0);
    }
    act("show-outline"); // who asks for it gets it
    CHECK(visiblePanels().contains("outline"));
    act("pane-close");
    CHECK(visiblePanels() == before);
    window.resize(1920, 1080);
    settle();
    act("pane-split");
    CHECK(visiblePanels() == before);
}

TEST_CASE_METHOD(RoomFixture, "with three programs the split asks which one stands beside") {
    window.resize(1366, 768);
    window.show();
    for (const char* name : {"nabla4", "laplacian", "diffusion_step"})
        open(sample(name));
    act("pane-split");
    CHECK(window.parts().panes.frames().size() == 1);
    auto* menu = window.findChild<QMenu*>("pane-split-menu");
    REQUIRE(menu);
    REQUIRE(menu->actions().size() == 4); // a title, and each program
    CHECK(menu->actions()[2]->text().startsWith("laplacian"));
    menu->actions()[2]->trigger();
    menu->close();
    settle();
    REQUIRE(window.parts().panes.frames().size() == 2);
    CHECK(work().panes()[0]->programName() == "diffusion_step");
    CHECK(work().panes()[1]->programName() == "laplacian");
}

} // namespace room_test
