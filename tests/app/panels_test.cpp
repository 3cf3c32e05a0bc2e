// The panels of the list: docks, menu and palette know each of them, and a layout comes back.
#include "app/gui/command_palette.h"
#include "app/gui/docks.h"
#include "app/gui/pane_area.h"
#include "app/gui/tour/elements.h"
#include "app/workbench/run_setup.h"
#include "core/analysis/figures.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/history_model.h"
#include "viewers/panels/history_panel.h"
#include "viewers/panels/inspector_panel.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/timings_columns.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/program/program_view.h"

#include <QAction>
#include <QDockWidget>
#include <QMenuBar>
#include <QTabBar>
#include <QTreeWidget>

namespace panels_test {

using namespace mw;
using test::WindowFixture;

namespace {

QStringList idsOf(const std::vector<viewers::PanelInfo>& panels) {
    QStringList ids;
    for (const auto& panel : panels)
        ids << panel.id;
    return ids;
}

/// Texts of what stands in the menu with this title, mnemonics left out.
QStringList menuTexts(const app::MainWindow& window, const QString& title) {
    QStringList texts;
    for (const auto* menu : window.menuBar()->actions())
        if (menu->text() == title)
            for (const auto* action : menu->menu()->actions())
                texts << action->text().remove('&');
    return texts;
}

} // namespace

TEST_CASE_METHOD(WindowFixture, "every panel of the list has a dock, a menu entry, an action") {
    open(sample("nabla4"));
    const auto list = viewers::panelList();
    REQUIRE(list.size() >= 8);
    CHECK(idsOf(list).removeDuplicates() == 0);
    const auto& all = docks().all();
    REQUIRE(all.size() == list.size());
    const auto menu = menuTexts(window, "&Panels");
    for (std::size_t i = 0; i < list.size(); ++i) {
        INFO(list[i].id.toStdString());
        const auto title = QString(list[i].title).remove('&');
        CHECK(all[i].info.id == list[i].id);
        CHECK(all[i].dock->objectName() == "dock-" + list[i].id);
        CHECK(all[i].dock->windowTitle().startsWith(title));
        CHECK(window.dockWidgetArea(all[i].dock) == list[i].area);
        CHECK(menu.value(static_cast<int>(i)) == title);
        CHECK(window.parts().palette.matching(title).contains("show-" + list[i].id));
    }
}

TEST_CASE_METHOD(WindowFixture,
                 "every panel can be closed, opened, and comes back as it was left") {
    window.show();
    open(sample("nabla4"));
    for (const auto& entry : docks().all()) {
        INFO(entry.info.id.toStdString());
        QSignalSpy shown(entry.dock, &QDockWidget::visibilityChanged);
        entry.dock->close();
        CHECK(entry.dock->isHidden());
        act(("show-" + entry.info.id).toUtf8().constData());
        CHECK_FALSE(entry.dock->isHidden());
        REQUIRE_FALSE(shown.isEmpty());
        CHECK(shown.last()[0].toBool()); // in front of the tabs of its area
    }
    for (std::size_t i = 0; i < docks().all().size(); i += 2)
        docks().all()[i].dock->close();
    window.close();

    app::MainWindow again(settings);
    again.show();
    again.parts().files.open({sample("nabla4")});
    REQUIRE(QTest::qWaitFor([&] { return again.isIdle(); }, 60'000));
    for (std::size_t i = 0; i < again.parts().docks.all().size(); ++i) {
        const auto& entry = again.parts().docks.all()[i];
        INFO(entry.info.id.toStdString());
        CHECK(entry.dock->isHidden() == (i % 2 == 0));
    }
    CHECK(again.parts().actions.trigger("reset-layout").isEmpty());
    for (const auto& entry : again.parts().docks.all())
        CHECK_FALSE(entry.dock->isHidden());
}

TEST_CASE_METHOD(WindowFixture, "what a panel asks for is done, whichever panel asks") {
    open(sample("nabla4"));
    act("select-first-map");
    const auto map = work().selection().ids();
    for (const auto& entry : docks().all()) {
        INFO(entry.info.id.toStdString());
        act("select-none");
        emit entry.panel->selectRequested(map);
        CHECK(work().selection().ids() == map);
        emit entry.panel->highlightRequested(map);
        CHECK(work().selection().highlights() == map);
        const auto root = work().history()->root().id;
        emit entry.panel->pinRequested(root, true);
        CHECK(work().history()->pinned() == std::vector{root});
        emit entry.panel->pinRequested(root, false);
    }
}

TEST_CASE_METHOD(WindowFixture, "statistics set a variant beside the original") {
    window.show();
    open(sample("nabla4"));
    act("show-statistics");
    const auto line = [this] {
        const auto* row = docks().all().back().panel->findChild<QTreeWidget*>()->topLevelItem(0);
        REQUIRE(row);
        return QStringList{row->text(0), row->text(1), row->text(2), row->text(3)};
    };
    CHECK(line() == QStringList{"kernels", "11", "11", ""});
    act("apply-all-map-fusion-vertical");
    CHECK(line() == QStringList{"kernels", "1", "11", "−10"});
    act("file-close");
    CHECK(docks().all().back().panel->findChild<QTreeWidget*>()->topLevelItemCount() == 0);
}

TEST_CASE_METHOD(WindowFixture,
                 "one figure, one function: every panel says the same of a program") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("asks for the corpus of real graphs");
    withAdvice = true;
    window.show();
    const auto graph =
        *corpus / "gt4py-1.2.1" / "compute_hydrostatic_correction_term" / "initial.sdfgz";
    open(QString::fromStdString(graph.string()));
    runOn("torus:48,40,10");
    const auto scenario = workbench::scenarioFor(*work().current().document->root,
                                                 work().runChoice(), work().grid()());
    REQUIRE(scenario.has_value());
    const auto figures = analysis::figures(*work().current().document, scenario->symbols);
    REQUIRE(figures.bytes);
    REQUIRE(figures.copies > 0); // they count, and are named
    const auto bytes = viewers::bytesText(static_cast<double>(*figures.bytes));
    const auto copyBytes = viewers::bytesText(static_cast<double>(*figures.copyBytes));
    const auto temporaries = viewers::bytesText(static_cast<double>(*figures.temporaryBytes));

    act("view-program");
    const auto& view = window.parts().panes.programView();
    CHECK(view.sheet()->figures == figures);
    const auto foot = view.accessibleDescription();
    CAPTURE(foot.toStdString(), bytes.toStdString());
    CHECK(foot.contains(bytes + " moved at least (copies " + copyBytes + ")"));
    CHECK(foot.contains("temporaries " + temporaries));

    act("show-history");
    const auto& rows = docks().panel<viewers::HistoryPanel>().model().rows();
    REQUIRE(rows.size() == 1);
    REQUIRE(rows.front().figures);
    CHECK(*rows.front().figures == figures);

    act("select-none");
    const auto inspector = docks().panel<viewers::InspectorPanel>().text();
    CAPTURE(inspector.toStdString());
    CHECK(inspector.contains("moves at least: " + bytes));

    act("show-statistics");
    const auto* table = docks().all().back().panel->findChild<QTreeWidget*>();
    const auto counted = [&](const QString& what) {
        for (int row = 0; row < table->topLevelItemCount(); ++row)
            if (table->topLevelItem(row)->text(0) == what)
                return table->topLevelItem(row)->text(1).toULongLong();
        FAIL("no line " << what.toStdString());
        return qulonglong{};
    };
    CHECK(counted("kernels") == figures.kernels);
    CHECK(counted("copies") == figures.copies);
    CHECK(counted("temporary arrays") == figures.temporaries);
}

TEST_CASE_METHOD(WindowFixture, "no tab bar without tabs is left over the panels") {
    window.resize(1600, 1000);
    window.show();
    for (const char* action : {"show-timings", "reset-layout", "file-close"}) {
        open(sample("nabla4"));
        for (const auto* bar :
             window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            INFO(action << ": " << bar->geometry().x() << " " << bar->geometry().y());
            CHECK((bar->count() > 0 || bar->isHidden()));
        }
        act(action);
    }
}

TEST_CASE_METHOD(WindowFixture, "what was arranged inside a panel comes back with the layout") {
    window.show();
    open(sample("nabla4"));
    auto& panel = docks().panel<viewers::TimingsPanel>();
    panel.columns().setWanted(viewers::TimingsCell::Minimum, true);
    act("timings-roofline");
    act("inspector-formulas");
    CHECK(docks().panel<viewers::InspectorPanel>().areFormulasShown());
    window.close();
    app::MainWindow again(settings);
    CHECK(again.parts().docks.panel<viewers::InspectorPanel>().areFormulasShown());
    auto& later = again.parts().docks.panel<viewers::TimingsPanel>();
    CHECK(later.isRooflineVisible());
    later.setRooflineVisible(false);
    CHECK(later.columns().isWanted(viewers::TimingsCell::Minimum));
    CHECK_FALSE(later.columns().isWanted(viewers::TimingsCell::Spread));
}

TEST_CASE_METHOD(WindowFixture, "another variant is drawn first, then told to the panels") {
    window.show();
    open(sample("nabla4"));
    auto& inspector = docks().panel<viewers::InspectorPanel>();
    const auto shown = [&] {
        const auto* tree = inspector.findChild<QTreeWidget*>();
        return tree->topLevelItemCount() > 0 ? tree->topLevelItem(0)->text(0) : QString();
    };
    act("apply-all-map-fusion-vertical");
    const auto whole = shown();
    REQUIRE_FALSE(whole.isEmpty());
    work().undo();
    CHECK(docks().isWaiting());
    CHECK_FALSE(window.isIdle());
    const auto map = app::tourExample(*work().index()).map;
    work().selection().set({map}); // before the panels have the variant: nothing of it is lost
    CHECK(shown() == whole);
    bool drawn = false;
    QObject::connect(&window.parts().panes, &app::PaneArea::layoutFinished,
                     [&] { drawn = shown() == whole; });
    settle();
    CHECK(drawn);
    CHECK_FALSE(docks().isWaiting());
    CHECK(shown() == viewers::elementTitle(*work().index(), map));
}

} // namespace panels_test
