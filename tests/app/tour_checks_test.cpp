// What the tasks of the tour wait for, and what they say.
#include "app/gui/tour/checks.h"
#include "app/gui/tour/elements.h"
#include "tests/app/tour_sample.h"

namespace tour_checks_test {

using namespace mw;
using history::VariantId;

TEST_CASE("the example is a small map that reads an argument, in any variant") {
    const test::TourSample sample;
    const auto index = sample.scene().index;
    const auto found = app::tourExample(*index);
    CHECK(ElementId(found.map) == sample.node("curvature_primal"));
    CHECK(ElementId(found.argument) == sample.node("z_nabla2_e"));
    CHECK(index->find(found.memlet)->edge->src == found.argument);
    CHECK(index->find(found.memlet)->edge->dst == found.map);
    CHECK(app::temporariesBetweenKernels(*index).size() == 10);
    sample.fuseAll();
    const auto fused = sample.scene().index;
    const auto& edge = *fused->find(app::tourExample(*fused).memlet)->edge;
    CHECK(fused->find(edge.dst)->node->as<ir::MapEntry>());
    CHECK(app::temporariesBetweenKernels(*fused).empty());
}

TEST_CASE("a temporary is told from an argument and from what is inside of a map") {
    test::TourSample sample;
    const auto check = [&](std::vector<ElementId> selection) {
        sample.shown.selection = std::move(selection);
        return app::tour::temporarySelected(sample.scene(), {});
    };
    CHECK_FALSE(check({}).done);
    CHECK(check({}).said.isEmpty());
    CHECK(check({sample.node("z_nabla2_e")}).said ==
          "access node z_nabla2_e is an argument: it belongs to the caller.");
    CHECK_FALSE(check({sample.node("combine")}).done);
    CHECK_FALSE(check({sample.node("u_0")}).done); // a scalar inside of a map
    CHECK(check({sample.node("curv_primal")}).done);
    sample.fuseAll();
    CHECK(check({}).said.contains("no temporaries"));
}

TEST_CASE("two maps that can be one are found by a bracket or by selecting them") {
    test::TourSample sample;
    const auto check = [&] { return app::tour::fusionChosen(sample.scene(), {}); };
    CHECK_FALSE(check().done);
    sample.shown.selection = {sample.node("curvature_primal")};
    CHECK_FALSE(check().done);
    sample.shown.selection = {sample.node("curvature_primal"), sample.node("curvature_vert")};
    CHECK(check().said == "No temporary leads from one of these maps to the other.");
    CHECK_FALSE(check().done);
    sample.shown.selection = {sample.node("curvature_primal"), sample.node("scale_primal")};
    CHECK(check().done);
    sample.shown.selection.clear();
    auto& bracket = sample.shown.bracket.emplace();
    bracket.what = "map-fusion-vertical: a -> t -> b";
    bracket.saves = "2 MB";
    bracket.refusal = "Not now.";
    CHECK_FALSE(check().done);
    CHECK(check().said.contains("Not now."));
    bracket.refusal.clear();
    CHECK(check().done);
    CHECK(check().said == "a -> t -> b: as one map they save 2 MB.");
}

TEST_CASE("two maps with a temporary between them that can't be one are told why") {
    test::TourSample sample("samples/diffusion_step.sdfg");
    sample.shown.selection = {sample.node("gradient"), sample.node("divergence")};
    const auto said = app::tour::fusionChosen(sample.scene(), {});
    CHECK_FALSE(said.done);
    CHECK_FALSE(said.said.isEmpty());
    CHECK(said.said != "No temporary leads from one of these maps to the other.");
    sample.shown.selection = {sample.node("divergence"), sample.node("update")};
    CHECK(app::tour::fusionChosen(sample.scene(), {}).done);
}

TEST_CASE("fusing is done when a temporary is gone, and says what that saves") {
    test::TourSample sample;
    CHECK_FALSE(app::tour::fused(sample.scene(), {}).done);
    sample.apply("map-fusion-vertical");
    auto said = app::tour::fused(sample.scene(), {});
    CHECK(said.done);
    CHECK(said.said.contains("11 kernels became 10, and "));
    CHECK(app::tour::allFused(sample.scene(), {}).said ==
          "9 temporary arrays left between kernels.");
    sample.history().goTo(sample.history().root().id);
    CHECK_FALSE(app::tour::fused(sample.scene(), {}).done);
    sample.fuseAll();
    said = app::tour::allFused(sample.scene(), {});
    CHECK(said.done);
    CHECK(said.said.startsWith("10 temporaries are gone. 11 kernels became 1"));
}

TEST_CASE("another rewrite is no fusion, and fusing is no blocking") {
    test::TourSample sample;
    sample.apply("map-fusion-horizontal"); // a kernel less, and every temporary still there
    CHECK_FALSE(app::tour::fused(sample.scene(), {}).done);
    CHECK(app::tour::fused(sample.scene(), {}).said.contains("No temporary is gone"));
    sample.history().undo();
    sample.fuseAll();
    CHECK_FALSE(app::tour::blocked(sample.scene(), {}).done);
    sample.block();
    const auto said = app::tour::blocked(sample.scene(), {});
    CHECK(said.done);
    CHECK(said.said.contains(" does 10 levels"));
    CHECK(app::tour::isBlocked(sample.history(), sample.history().current().id));
    CHECK_FALSE(app::tour::isBlocked(sample.history(), sample.history().current().parent));
}

TEST_CASE("pins: the original, a fused one, and the blocked one where there is any") {
    test::TourSample sample;
    const auto check = [&] { return app::tour::pinned(sample.scene(), {}); };
    const auto pin = [&](VariantId id) { sample.history().setPinned(id, true); };
    CHECK_FALSE(check().done);
    sample.fuseAll();
    const auto fused = sample.history().current().id;
    CHECK_FALSE(check().done);
    pin(fused);
    CHECK(check().said == "Still without a pin: the original.");
    pin(sample.history().root().id);
    CHECK(check().done);
    sample.block();
    CHECK(check().said == "Still without a pin: the blocked one.");
    pin(sample.history().current().id);
    CHECK(check().done);
}

TEST_CASE("a run is one of the original and another variant; without a compiler it says so") {
    test::TourSample sample;
    const auto check = [&] { return app::tour::measured(sample.scene(), {}); };
    CHECK_FALSE(check().done);
    CHECK(check().said.isEmpty());
    sample.shown.cannotRun = "No C++ compiler was found.";
    CHECK_FALSE(check().done);
    CHECK(check().said.startsWith("Nothing can be timed here: No C++ compiler was found. Skip"));
    CHECK(app::tour::compared(sample.scene(), {}).said == check().said);
    sample.fuseAll();
    const auto fused = sample.history().current().id;
    for (const auto alone : {sample.history().root().id, fused}) {
        sample.measure({{alone, 100}});
        CHECK_FALSE(check().done);
    }
    CHECK(check().said.contains("another variant"));
    sample.measure({{sample.history().root().id, 200}, {fused, 100}});
    CHECK(check().done);
}

TEST_CASE("outputs have to agree: by the run, else by the interpreter") {
    using history::Agreement;
    test::TourSample sample;
    const auto check = [&] { return app::tour::verified(sample.scene(), {}); };
    CHECK_FALSE(check().done); // the original, with itself
    sample.fuseAll();
    const auto fused = sample.history().current().id;
    CHECK_FALSE(check().done);
    sample.history().setAgreement(fused, {Agreement::Result::differs, "z differs"});
    CHECK_FALSE(check().done);
    sample.history().setAgreement(fused, {Agreement::Result::same, "the same on 3 inputs"});
    CHECK(check().done);
    CHECK(check().said == "By the interpreter: the same on 3 inputs");
    sample.measure({{sample.history().root().id, 200}, {fused, 100}});
    CHECK(check().done);
    CHECK(check().said.contains("10 elements agree"));
    sample.program->bench->variants[1].verified = false;
    CHECK_FALSE(check().done);
}

TEST_CASE("undone is what leads back to where a variant came from") {
    test::TourSample sample;
    const auto check = [&] { return app::tour::undone(sample.scene(), {}); };
    CHECK_FALSE(check().done);
    sample.fuseAll();
    const auto last = sample.history().current().id;
    sample.shown.cameFrom = sample.history().root().id;
    CHECK_FALSE(check().done);
    sample.history().undo();
    sample.shown.cameFrom = last;
    CHECK(check().done);
    sample.history().goTo(sample.history().root().id);
    CHECK_FALSE(check().done); // not one step
}

TEST_CASE("kept is the faster one alone, and noise makes no difference") {
    test::TourSample sample;
    const auto check = [&] { return app::tour::kept(sample.scene(), {}); };
    const auto root = sample.history().root().id;
    CHECK_FALSE(check().done);
    sample.fuseAll();
    const auto fused = sample.history().current().id;
    sample.block();
    const auto blocked = sample.history().current().id;
    for (const auto id : {root, fused, blocked})
        sample.history().setPinned(id, true);
    CHECK_FALSE(check().done); // two are pinned
    sample.history().setPinned(fused, false);
    CHECK(check().done); // nothing was timed: fewer bytes are all there is
    sample.history().setPinned(fused, true);

    sample.measure({{root, 200}, {fused, 50}, {blocked, 100}});
    sample.history().setPinned(fused, false);
    CHECK_FALSE(check().done);
    CHECK(check().said.endsWith("is faster: 50.1 µs against 100 µs."));
    sample.history().goTo(fused);
    CHECK(check().said == "It has no pin yet.");
    sample.history().setPinned(fused, true);
    CHECK_FALSE(check().done); // the other one still has its pin
    sample.history().setPinned(blocked, false);
    CHECK(check().done);
    sample.history().goTo(root);
    CHECK_FALSE(check().done);

    sample.measure({{root, 200}, {fused, 50}, {blocked, 100}});
    sample.history().setPinned(fused, false);
    sample.history().setPinned(blocked, true);
    sample.history().goTo(blocked);
    CHECK_FALSE(check().done);
    auto& load = sample.program->bench->load; // other work: nothing can be ranked
    load.processors = load.cores = load.threads = 2;
    load.othersBusy = 1.5;
    CHECK(check().done);
    CHECK(check().doubtful);
    CHECK(check().said.endsWith("Its times are not ranked."));
    const auto compared = app::tour::compared(sample.scene(), {});
    CHECK(compared.done);
    CHECK(compared.doubtful);
    CHECK(compared.said.contains("at least 1.9 times faster"));
    CHECK(compared.said.count("how much more cannot be said") == 2);
    CHECK(compared.said.contains("Fused: 50.1 µs, the original 200 µs."));
    CHECK(compared.said.contains("Blocked: 100 µs, the original 200 µs."));

    sample.measure({{root, 200}, {fused, 100}, {blocked, 100}});
    CHECK_FALSE(app::tour::compared(sample.scene(), {}).doubtful);
    sample.history().setPinned(fused, false);
    sample.history().setPinned(blocked, true);
    sample.history().goTo(blocked);
    CHECK(check().done);
}

TEST_CASE("what is exported is a rewritten variant") {
    test::TourSample sample;
    const auto check = [&] { return app::tour::exported(sample.scene(), {.exports = 1}); };
    sample.shown.exports = 1;
    CHECK_FALSE(check().done);
    sample.shown.exports = 2;
    CHECK_FALSE(check().done);
    CHECK(check().said.contains("original"));
    sample.fuseAll();
    CHECK(check().done);
}

} // namespace tour_checks_test
