// What no other test does of the action table: each of these changes what a user sees.
#include "app/gui/command_palette.h"
#include "app/gui/macros.h"
#include "app/gui/overlays.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_overlays.h"
#include "app/gui/settings_dialog.h"
#include "tests/app/tour_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/distribution_tip.h"
#include "viewers/panels/history_panel.h"
#include "viewers/program/program_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineF>
#include <QMenu>
#include <QSlider>
#include <QTimer>
#include <QTreeView>

namespace every_action_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct ShownFixture : WindowFixture {
    ShownFixture() {
        window.resize(1400, 900);
        window.show();
        open(sample("nabla4"));
    }
    viewers::GraphCanvas& canvas() { return window.parts().panes.canvas(); }
    viewers::ProgramView& rows() { return window.parts().panes.programView(); }
    bool isChecked(const char* id) {
        return window.parts().actions.action(QString::fromLatin1(id))->isChecked();
    }
    /// What opens while an action runs is looked at and closed.
    template <class Window>
    void whileOpen(const char* id, void (*look)(Window&)) {
        int seen = 0;
        QTimer watch;
        QObject::connect(&watch, &QTimer::timeout, [&] {
            QWidget* shown = std::is_same_v<Window, QMenu> ? QApplication::activePopupWidget()
                                                           : QApplication::activeModalWidget();
            auto* found = qobject_cast<Window*>(shown);
            if (!found)
                return;
            ++seen;
            watch.stop();
            look(*found);
            found->close();
        });
        watch.start(20);
        act(id);
        REQUIRE(QTest::qWaitFor([&] { return seen > 0; }, 10'000));
    }
};

struct MeasuredFixture : ShownFixture {
    MeasuredFixture() {
        runOn("torus:8,6,10");
        act("pin-current");
        act("apply-first-map-fusion-vertical");
        act("pin-current");
        act("run-bench");
        REQUIRE(work().benchResult().has_value());
    }
    viewers::TimingsPanel& timings() { return docks().panel<viewers::TimingsPanel>(); }
};

} // namespace

TEST_CASE_METHOD(ShownFixture, "each panel comes to the front by its action") {
    for (const char* id : {"outline", "inspector", "transformations", "history", "timings", "code",
                           "access", "problems", "bookmarks", "log", "statistics", "top-kernels"}) {
        INFO(id);
        act((std::string("show-") + id).c_str());
        const auto& all = docks().all();
        const auto entry = std::ranges::find_if(
            all, [&](const auto& one) { return one.info.id == QLatin1String(id); });
        REQUIRE(entry != all.end());
        CHECK(entry->dock->isVisible());
        CHECK(window.rect().intersects(entry->dock->geometry())); // others are out of sight
    }
    // Every one there is was named above or by a test of its own: show-outline, show-inspector,
    // show-history, show-problems, show-bookmarks, show-log.
    for (const char* id : {"show-outline", "show-inspector", "show-history", "show-problems",
                           "show-bookmarks", "show-log"})
        CHECK(window.parts().actions.action(QString::fromLatin1(id)));
    CHECK(docks().all().size() == 12);
}

TEST_CASE_METHOD(ShownFixture, "the camera follows its actions, in both views") {
    act("view-canvas");
    act("view-zoom-100");
    CHECK(canvas().scale() == Approx(1));
    act("view-zoom-out");
    const auto out = canvas().scale();
    CHECK(out < 1);
    act("view-zoom-in");
    CHECK(canvas().scale() > out);
    act("select-first-map");
    const auto map = work().selection().ids().front();
    canvas().setView({-5000, -5000}, 1);
    const auto inSight = [&] {
        return QRectF(canvas().rect())
            .contains(canvas().toWidget(canvas().elementRect(map).center()));
    };
    CHECK_FALSE(inSight());
    act("view-frame-selection");
    CHECK(inSight());
    act("view-program");
    act("view-zoom-100");
    const auto natural = rows().zoom();
    act("view-zoom-out");
    CHECK(rows().zoom() < natural);
}

TEST_CASE_METHOD(ShownFixture, "back and forward go to what was looked at") {
    act("view-canvas");
    act("select-first-map");
    const auto first = work().selection().ids().front();
    const auto& nodes = work().index()->find(first)->block->as<ir::State>()->nodes;
    const auto other = std::ranges::find_if(nodes, [&](const auto& node) {
        return node->template as<ir::MapEntry>() && node->id != first;
    });
    REQUIRE(other != nodes.end());
    const ElementId second = (*other)->id;
    work().selection().set({second});
    canvas().setView(canvas().elementRect(second).center(), 6);
    const auto rest = [] { QTest::qWait(300); };
    act("go-back");
    rest();
    const auto atFirst = canvas().centre();
    act("go-forward");
    rest();
    const auto atSecond = canvas().centre();
    CHECK(QLineF(atFirst, atSecond).length() > 1);
    act("go-back");
    rest();
    CHECK(QLineF(canvas().centre(), atFirst).length() < 1);
}

TEST_CASE_METHOD(ShownFixture, "all is collapsed and expanded, volumes and minimap shown and not") {
    act("view-canvas");
    act("view-expand-all");
    const auto nodes = canvas().collapsed().size();
    act("view-collapse-all");
    CHECK(canvas().collapsed().size() > nodes);
    act("view-expand-all");
    CHECK(canvas().collapsed().size() == nodes);
    const bool volumes = canvas().areVolumesVisible(), minimap = canvas().isMinimapVisible();
    act("view-volumes");
    CHECK(canvas().areVolumesVisible() != volumes);
    CHECK(isChecked("view-volumes") != volumes);
    act("view-minimap");
    CHECK(canvas().isMinimapVisible() != minimap);
    act("view-minimap");
    CHECK(canvas().isMinimapVisible() == minimap);
}

TEST_CASE_METHOD(ShownFixture, "each overlay says what its colours mean, or why there are none") {
    act("view-canvas");
    auto& overlays = window.parts().panes.overlays();
    using enum app::OverlayOn;
    for (const char* id :
         {"overlay-time", "overlay-bytes", "overlay-operations", "overlay-intensity",
          "overlay-iterations", "overlay-ranges", "overlay-blocking", "overlay-sizes",
          "overlay-storage", "overlay-lifetime", "overlay-findings", "overlay-difference",
          "edge-overlay-bytes", "edge-overlay-elements", "edge-overlay-repeats",
          "edge-overlay-findings"}) {
        INFO(id);
        act(id);
        const auto on = QLatin1String(id).startsWith(QLatin1String("edge-")) ? edges : nodes;
        CHECK(overlays.chosen(on).id == QLatin1String(id));
        CHECK(isChecked(id));
        const auto& made = overlays.colouring(on);
        if (QLatin1String(id) == QLatin1String("overlay-time")) {
            CHECK(made.isEmpty()); // nothing was measured
            continue;
        }
        CHECK_FALSE(made.title.isEmpty());
        CHECK((!made.values.empty() || !made.note.isEmpty()));
        for (const auto& [element, value] : made.values) {
            CHECK(work().index()->find(element));
            CHECK(value >= 0);
            CHECK(value <= (made.kinds.empty() ? 1.0 : double(made.kinds.size() - 1)));
        }
    }
    act("overlay-none");
    act("edge-overlay-none");
    CHECK(canvas().nodeColouring().isEmpty());
    CHECK(canvas().edgeColouring().isEmpty());
}

TEST_CASE_METHOD(ShownFixture, "the theme of high contrast, and the language, are taken at once") {
    act("theme-high-contrast");
    CHECK(canvas().theme() == viewers::ThemeKind::highContrast);
    CHECK(isChecked("theme-high-contrast"));
    act("theme-light");
    CHECK(canvas().theme() == viewers::ThemeKind::light);
    act("language-en");
    CHECK(settings.language() == "en");
}

TEST_CASE_METHOD(ShownFixture, "settings, palette and files of times open by their actions") {
    act("settings");
    CHECK(app::SettingsDialog::of(window, settings).isVisible());
    app::SettingsDialog::of(window, settings).close();
    act("palette");
    CHECK(window.parts().palette.isVisible());
    window.parts().palette.hide();
    whileOpen<QFileDialog>("compare-times", [](QFileDialog& dialog) {
        CHECK(dialog.nameFilters().front().contains("*.json"));
    });
}

TEST_CASE_METHOD(ShownFixture, "a picture is exported as it is shown, in each format") {
    const auto pictures = [this](const char* view, const QString& name) {
        act(view);
        const auto file = folder.filePath(name);
        act("export-picture");
        auto* dialog = window.findChild<QFileDialog*>();
        REQUIRE(dialog);
        emit dialog->fileSelected(file);
        settle();
        dialog->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return QFileInfo(file).size();
    };
    CHECK(pictures("view-canvas", "graph.svg") > 1000);
    CHECK(pictures("view-program", "rows.pdf") > 1000);
    CHECK(pictures("view-program", "rows.png") > 1000);
}

TEST_CASE_METHOD(ShownFixture, "the last macro is repeated by its action") {
    CHECK_FALSE(window.parts().actions.trigger("macro-repeat").isEmpty()); // there is none
    auto& macros = window.parts().macros;
    act("macro-record");
    act("pin-current");
    act("macro-record");
    auto* dialog = window.findChild<QInputDialog*>("macro-name");
    REQUIRE(dialog);
    dialog->setTextValue("pin");
    dialog->accept();
    REQUIRE(macros.canRepeat());
    CHECK(work().current().pinned);
    act("macro-repeat");
    REQUIRE(QTest::qWaitFor([this] { return !work().current().pinned; }, 10'000));
}

TEST_CASE_METHOD(ShownFixture, "the history is walked by keys, and hides what changed nothing") {
    act("apply-first-map-fusion-vertical");
    act("history-walk");
    auto& panel = docks().panel<viewers::HistoryPanel>();
    auto* slider = panel.findChild<QSlider*>();
    REQUIRE(slider);
    CHECK(slider->hasFocus());
    QTest::keyClick(slider, Qt::Key_Left);
    settle();
    CHECK(work().current().id == work().history()->root().id);
    CHECK_FALSE(panel.hidesUnchanged());
    act("history-hide-unchanged");
    CHECK(panel.hidesUnchanged());
    CHECK(isChecked("history-hide-unchanged"));
}

TEST_CASE_METHOD(ShownFixture, "advice is listed for what is asked for") {
    auto& panel = docks().panel<viewers::TransformationPanel>();
    withAdvice = true;
    open(sample("nabla4"));
    act("show-all-transformations");
    act("show-advice");
    REQUIRE_FALSE(panel.advice().advice().steps.empty());
    const auto heading = [&] { return panel.advice().index(0, 0).data().toString(); };
    act("advice-whole-graph");
    const auto all = heading();
    CHECK(all.contains(QString::number(panel.advice().advice().steps.size())));
    act("select-first-map");
    act("advice-for-selection");
    QTest::qWait(300);
    settle();
    CHECK(heading() != all);
    act("advice-whole-graph");
    QTest::qWait(300);
    settle();
    CHECK(heading() == all);
}

TEST_CASE_METHOD(ShownFixture, "a chosen fusion is previewed, and left again") {
    act("view-program");
    act("program-next-bracket");
    const auto variants = work().history()->variants().size();
    act("program-preview");
    CHECK(rows().isPreviewing());
    CHECK(work().history()->variants().size() == variants);
    QTest::keyClick(&rows(), Qt::Key_Escape);
    CHECK_FALSE(rows().isPreviewing());
    const auto chosen = rows().currentBracket();
    act("program-next-bracket");
    CHECK(rows().currentBracket() != chosen);
    act("program-previous-bracket");
    CHECK(rows().currentBracket() == chosen);
}

TEST_CASE_METHOD(ShownFixture, "rows are sorted by actions, too, and the dearest have a panel") {
    act("program-order-bytes");
    CHECK(window.parts().panes.view() == app::PaneView::program);
    CHECK(rows().order() == viewers::RowOrder::bytes);
    CHECK(rows().isDescending());
    act("program-order-time");
    CHECK(rows().order() == viewers::RowOrder::time);
    act("program-order");
    CHECK(rows().order() == viewers::RowOrder::program);
    act("show-top-kernels");
    const auto& list = *window.findChild<QWidget*>("top-kernels")->findChild<QTreeView*>();
    CHECK(static_cast<std::size_t>(list.model()->rowCount()) == rows().sheet()->figures.kernels);
}

TEST_CASE_METHOD(MeasuredFixture, "the table of times is turned over by its actions") {
    act("show-timings");
    CHECK_FALSE(timings().model().isNormalised());
    act("timings-normalise");
    CHECK(timings().model().isNormalised());
    act("timings-normalise");
    const auto baseline = timings().model().baseline();
    act("timings-next-baseline");
    CHECK(timings().model().baseline() != baseline);
    const bool open = timings().areConditionsOpen();
    act("timings-conditions");
    CHECK(timings().areConditionsOpen() != open);
    act("timings-samples");
    CHECK(timings().distribution().isVisible());
    CHECK_FALSE(timings().distribution().shown().empty());
    whileOpen<QMenu>("timings-columns", [](QMenu& menu) { CHECK(menu.actions().size() > 3); });
    act("copy-markdown");
    CHECK(QApplication::clipboard()->text().contains("|"));
    act("copy-csv");
    CHECK(QApplication::clipboard()->text().count('\n') > 3);
    CHECK(QApplication::clipboard()->text().contains("median"));
}

TEST_CASE_METHOD(test::TourFixture, "a step of the tour is done again by its action") {
    CHECK_FALSE(window.parts().actions.trigger("tour-again").isEmpty()); // it does not run
    act("tour");
    act("tour-next");
    const auto at = tour().at();
    act("tour-again");
    CHECK(tour().at() == at);
    CHECK_FALSE(isDone());
}

} // namespace every_action_test
