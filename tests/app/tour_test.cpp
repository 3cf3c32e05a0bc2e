// The tour in the window: left, taken up again, done again, in nobody's way.
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/tour/text.h"
#include "tests/app/tour_fixture.h"
#include "viewers/program/program_view.h"

#include <QAction>
#include <QComboBox>
#include <QRegularExpression>
#include <QStatusBar>

namespace tour_test {

using namespace mw;
using test::TourFixture;

TEST_CASE_METHOD(TourFixture, "every action that the tour speaks of exists, and says where it is") {
    const QRegularExpression links("\\{do:([a-z0-9-]+)\\}");
    int found = 0;
    for (const auto& each : app::tourSteps())
        for (const auto* text : {each.text, each.task})
            for (auto at = links.globalMatch(text ? text : ""); at.hasNext(); ++found) {
                const auto id = at.next().captured(1);
                INFO(id.toStdString());
                CHECK(window.parts().actions.action(id));
            }
    CHECK(found > 15);
    CHECK(app::actionPlace(window.parts().actions, "view-program") == "View › Program (Ctrl+2)");
    for (const auto& each : app::tourSteps()) {
        INFO(each.id);
        CHECK_FALSE(app::tourHtml(each.text, guide().scene(), window.parts().actions)
                        .contains(QRegularExpression("[{}]")));
    }
}

TEST_CASE_METHOD(TourFixture, "how far the tour is outlasts the window") {
    auto* start = window.findChild<QPushButton*>("start-tour");
    REQUIRE(start);
    CHECK(start->text() == "Take the tour");
    start->click();
    settle();
    REQUIRE(guide().isRunning());
    next();
    next();
    REQUIRE(step() == "access-node");
    act("tour-skip");
    REQUIRE(step() == "memlet");
    window.close();

    app::Settings later(settings.tourProgress() == app::TourProgress{}
                            ? QString()
                            : folder.filePath("settings.ini"));
    app::MainWindow again(later);
    again.show();
    CHECK_FALSE(again.parts().tour.isRunning());
    CHECK(again.parts().tourDock.isHidden());
    auto* goOn = again.findChild<QPushButton*>("start-tour");
    CHECK(goOn->text() == "Go on with the tour");
    goOn->click();
    REQUIRE(QTest::qWaitFor([&] { return again.isIdle(); }, 60'000));
    CHECK(again.parts().tourDock.isVisible());
    CHECK(std::string_view(again.parts().tour.tour().step().id) == "memlet");
    CHECK(again.parts().tour.tour().isDone(1));
    CHECK(again.parts().tour.tour().isSkipped(2));
    CHECK(again.parts().workspace.selection().ids().size() == 1); // it points at once
}

TEST_CASE_METHOD(TourFixture, "a step can be done again: what it began from is put back") {
    act("tour");
    turnTo("fuse-all");
    act("apply-all-map-fusion-vertical");
    expectDone("fuse-all");
    const auto variants = work().history()->variants().size();
    press("tour-again-button");
    CHECK_FALSE(isDone());
    CHECK(work().current().id == work().history()->root().id);
    CHECK(work().history()->variants().size() == variants); // nothing is lost
    act("apply-all-map-fusion-vertical");
    expectDone("fuse-all");

    turnTo("kernels");
    act("view-program");
    expectDone("kernels");
    press("tour-again-button");
    CHECK(window.parts().panes.view() == app::PaneView::canvas);
    CHECK_FALSE(isDone());

    turnTo("block");
    block();
    expectDone("block");
    press("tour-again-button");
    CHECK_FALSE(app::tour::isBlocked(*work().history(), work().current().id));
    CHECK_FALSE(isDone());

    turnTo("undo");
    act("edit-undo");
    expectDone("undo");
    const auto before = work().current().id;
    press("tour-again-button");
    CHECK(work().current().parent == before);
    CHECK_FALSE(isDone());
}

TEST_CASE_METHOD(TourFixture, "where a fusion is to be done, a bracket is chosen") {
    act("tour");
    turnTo("fuse");
    for (int i = 0; i < 2; ++i) { // the second time from another variant
        CHECK(window.parts().panes.view() == app::PaneView::program);
        REQUIRE(window.parts().panes.programView().currentBracket());
        act("apply-step");
        expectDone("fuse");
        press("tour-again-button");
        CHECK_FALSE(isDone());
    }
    REQUIRE(window.parts().panes.programView().currentBracket());
}

TEST_CASE_METHOD(TourFixture, "a step shows the picture that it speaks of") {
    act("tour");
    act("view-program");
    act("apply-all-map-fusion-vertical");
    act("tour-restart");
    CHECK(step() == "graph");
    CHECK(window.parts().panes.view() == app::PaneView::canvas);
    CHECK(work().current().id == work().history()->root().id);
    CHECK(window.statusBar()->currentMessage().contains("The tour begins with the original"));
    turnTo("find");
    CHECK(window.parts().panes.view() == app::PaneView::program);
    turnTo("temporary");
    CHECK(window.parts().panes.view() == app::PaneView::canvas);
}

TEST_CASE_METHOD(TourFixture, "the buttons of the tour stand where they stood") {
    act("tour");
    turnTo("kernels");
    const auto places = [&] {
        std::vector<QRect> all;
        for (const char* name : {"tour-back", "tour-again", "tour-skip", "tour-next"})
            all.push_back(dock().findChild<QPushButton*>(QString(name) + "-button")->geometry());
        return all;
    };
    const auto before = places();
    const auto width = dock().width();
    act("view-program");
    expectDone("kernels");
    CHECK(places() == before);
    CHECK(dock().width() == width);
}

TEST_CASE_METHOD(TourFixture, "steps are turned to from the list, and marked in it") {
    act("tour");
    auto* list = dock().findChild<QComboBox*>("tour-list");
    REQUIRE(list);
    CHECK(list->count() == static_cast<int>(app::tourSteps().size()));
    next();
    act("tour-skip");
    CHECK(list->itemText(0).startsWith("✓ 1 of "));
    CHECK(list->itemText(1).startsWith("– 2 of "));
    CHECK(list->currentIndex() == 2);
    emit list->activated(4);
    settle();
    CHECK(step() == "temporary");
    act("tour-back");
    CHECK(step() == "memlet");
}

TEST_CASE_METHOD(TourFixture, "the tour is left at any time and is in nobody's way") {
    open(sample("laplacian"));
    act("tour");
    CHECK(work().programs().size() == 2); // what was open stays
    CHECK(guide().isSampleShown());
    act("file-next");
    CHECK_FALSE(guide().isSampleShown());
    turnTo("temporary");
    CHECK(dock().text().contains("Another program is shown"));
    act("select-first-map");
    CHECK_FALSE(isDone());
    act("tour");
    CHECK(guide().isSampleShown());
    dock().close();
    CHECK_FALSE(guide().isRunning());
    CHECK_FALSE(window.parts().actions.action("tour-next")->isEnabled());
    work().selection().set({app::temporariesBetweenKernels(*work().index()).front()});
    CHECK_FALSE(isDone());
    act("tour");
    CHECK(step() == "temporary");
    act("tour-close");
    CHECK(dock().isHidden());
    CHECK(window.findChildren<QDialog*>().isEmpty());
}

TEST_CASE_METHOD(TourFixture, "begun anew, the tour starts at the original with nothing done") {
    act("tour");
    turnTo("fuse-all");
    act("apply-all-map-fusion-vertical");
    expectDone("fuse-all");
    const auto variants = work().history()->variants().size();
    act("tour-restart");
    CHECK(step() == "graph");
    CHECK(work().current().id == work().history()->root().id);
    CHECK(work().history()->variants().size() == variants);
    turnTo("fuse-all");
    CHECK_FALSE(isDone());
}

TEST_CASE_METHOD(TourFixture, "without a compiler the tour says so, and the interpreter verifies") {
    act("tour");
    exec::DeviceInfo processor;
    processor.target = codegen::Target::cpu;
    processor.missing = "No C++ compiler was found.";
    docks().panel<viewers::TimingsPanel>().runPanel().setDevices({processor});
    act("apply-all-map-fusion-vertical");
    turnTo("run");
    CHECK_FALSE(isDone());
    CHECK(said().starts_with("Nothing can be timed here: No C++ compiler was found. Skip"));
    act("tour-skip");
    expectDone("verify");
    CHECK(said().starts_with("By the interpreter: "));
    next();
    CHECK(step() == "compare");
    CHECK(said().starts_with("Nothing can be timed here"));
}

TEST_CASE_METHOD(TourFixture, "where the samples are missing the tour says so") {
    const auto before = qgetenv("MAPWRIGHT_SAMPLES");
    qputenv("MAPWRIGHT_SAMPLES", folder.path().toUtf8());
    act("tour");
    CHECK_FALSE(guide().isRunning());
    CHECK(dock().isHidden());
    CHECK(message() == "The tour cannot begin: The samples are not installed.");
    before.isNull() ? qunsetenv("MAPWRIGHT_SAMPLES") : qputenv("MAPWRIGHT_SAMPLES", before);
}

TEST_CASE_METHOD(TourFixture, "all of the tour is reached by keys and has a name") {
    act("tour");
    turnTo("find");
    for (auto* widget : dock().findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible())
            continue;
        const auto* label = qobject_cast<QLabel*>(widget);
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        INFO(widget->metaObject()->className() << " " << widget->objectName().toStdString());
        CHECK_FALSE((label    ? label->text()
                     : button ? button->text() + button->toolTip()
                              : widget->accessibleName())
                        .isEmpty());
    }
    auto* task = dock().findChild<QLabel*>("tour-task");
    CHECK((task->textInteractionFlags() & Qt::LinksAccessibleByKeyboard));
    CHECK(dock().findChild<QPushButton*>("tour-skip-button")->text().contains('&'));
}

} // namespace tour_test
