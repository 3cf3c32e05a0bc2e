// The tour walked from end to end as a user would, and the page that is made of that.
#include "app/gui/pane_area.h"
#include "tests/app/tour_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/element_text.h"
#include "viewers/program/program_view.h"

namespace tour_walk_test {

using namespace mw;
using test::TourFixture;

TEST_CASE_METHOD(TourFixture, "the tour, from the first look to an exported variant") {
    isWalk = true;
    window.resize(1400, 900);
    runOn("torus:40,35,40"); // whose numbers the tutorial has, on every machine
    act("tour");
    CHECK(message().isEmpty()); // nothing else is offered meanwhile
    act("find-devices");
    REQUIRE(step() == "graph");
    CHECK(dock().isVisible());
    CHECK(work().programName() == "nabla4");
    auto& canvas = window.parts().panes.canvas();

    next();
    REQUIRE(step() == "map");
    const auto map = work().selection().ids();
    REQUIRE(map.size() == 1);
    CHECK(work().index()->find(map.front())->node->as<ir::MapEntry>());
    const auto shown =
        QRectF(canvas.toScene({0, 0}), canvas.toScene(QPointF(canvas.width(), canvas.height())));
    CHECK(shown.contains(canvas.elementRect(map.front())));
    CHECK(canvas.scale() > 1); // framed, not a speck in the whole
    CHECK(dock().text().contains("map curv_primal"));
    CHECK(dock().text().contains("K: vertical_start"));
    next();
    CHECK(dock().text().contains("z_nabla2_e"));
    CHECK(dock().text().contains(" MB that are needed of it have to be read"));
    CHECK(work().index()->find(work().selection().ids().front())->node->as<ir::AccessNode>());
    next();
    CHECK(work().index()->find(work().selection().ids().front())->edge);

    next();
    CHECK(work().selection().ids().empty()); // what was pointed at is no answer
    expectTask("temporary");
    work().selection().set(map);
    CHECK_FALSE(isDone());
    CHECK(said() == "map curv_primal is no access node.");
    for (const auto id : app::temporariesBetweenKernels(*work().index()))
        if (viewers::elementTitle(*work().index(), id).endsWith("curv_primal"))
            work().selection().set({id});
    expectDone("temporary");

    next(Said::alwaysSo);
    expectTask("kernels");
    follow("view-program");
    expectDone("kernels");
    CHECK(said().starts_with("11 kernels and 10 temporary arrays between them. They move "));

    next(Said::alwaysSo);
    expectTask("find");
    follow("program-next-bracket");
    expectDone("find");

    next(Said::alwaysSo);
    expectTask("fuse");
    act("program-next-bracket"); // nothing is selected any more
    follow("apply-step");
    expectDone("fuse");
    CHECK(said().find("11 kernels became 10, and ") != std::string::npos);

    next(Said::alwaysSo);
    expectTask("fuse-all");
    CHECK(said() == "9 temporary arrays left between kernels.");
    follow("apply-all-map-fusion-vertical");
    expectDone("fuse-all");
    CHECK(window.parts().panes.programView().sheet()->figures.kernels == 1);

    next(Said::alwaysSo);
    expectTask("block");
    act("apply-first-loop-blocking"); // as it stands it is refused
    CHECK_FALSE(isDone());
    CHECK(message().contains("worth doing once per block"));
    window.parts().messageBar.hide();
    block();
    expectDone("block");
    const auto blocked = work().current().id;

    next(Said::alwaysSo);
    expectTask("pin");
    follow("pin-current");
    CHECK(said() == "Still without a pin: the original, the fused one.");
    follow("edit-undo");
    follow("pin-current");
    const auto fused = work().current().id;
    follow("goto-original");
    follow("pin-current");
    expectDone("pin");

    next();
    expectTask("run");
    if (!canRun()) {
        test::skip("no compiler here: what follows is run by the interpreter alone");
        CHECK(said().starts_with("Nothing can be timed here: "));
        return;
    }
    follow("run-bench");
    expectDone("run");
    next();
    expectDone("verify");
    CHECK(said().find(" elements agree") != std::string::npos);
    next();
    expectDone("compare");
    CHECK(said().find("outputs agree") != std::string::npos);

    next();
    expectTask("undo");
    CHECK(said().starts_with("This is the original, and nothing is left to undo"));
    work().goTo(blocked);
    CHECK_FALSE(isDone());
    follow("edit-undo");
    expectDone("undo");
    CHECK(work().current().id == fused);

    next();
    expectTask("keep");
    // Which one is faster depends on the machine: the check says so, whatever it is.
    work().setPinned(blocked, false);
    settle();
    if (!isDone()) {
        CHECK(said().find("is faster") != std::string::npos);
        work().setPinned(blocked, true);
        work().setPinned(fused, false);
        work().goTo(blocked);
        settle();
    }
    expectDone("keep");

    next();
    expectTask("export");
    follow("export-variant");
    CHECK_FALSE(isDone());
    const auto file = folder.filePath("nabla4_fused.sdfg");
    exportTo(file);
    CHECK(QFileInfo::exists(file));
    expectDone("export");

    next();
    CHECK(step() == "granule");
    next();
    CHECK(step() == "end");
    CHECK(tour().isFinished());
    next();
    CHECK_FALSE(guide().isRunning());
    CHECK(dock().isHidden());

    const auto page = test::Tutorial::page();
    for (const auto& section : sections) {
        INFO("docs/tutorial.md lacks (tools/tutorial mends it):\n" << section.toStdString());
        CHECK(page.contains(section));
    }
    test::Tutorial::keepText(sections.join(QLatin1Char('\n')));
    for (std::size_t i = 0; i < app::tourSteps().size(); ++i)
        if (test::Tutorial::hasPicture(i))
            CHECK(std::filesystem::exists(
                test::sourceFile("docs/tutorial/" + test::Tutorial::picture(i).toStdString())));
}

} // namespace tour_walk_test
