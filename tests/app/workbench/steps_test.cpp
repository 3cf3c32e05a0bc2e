// Apply, apply everywhere, repair, replay: what window and terminal do.

#include "core/ir/equality.h"
#include "tests/app/workbench/folder.h"

namespace steps_test {

using namespace mw;
using test::Folder;
using test::fusion;

TEST_CASE("applying everywhere gives one step per place, and each replays") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto document = (*program)->current().document;
    const auto steps = workbench::applyEverywhere(fusion(), document, {});
    REQUIRE(steps.has_value());
    REQUIRE(steps->size() == 10);
    history::Recipe recipe;
    for (const auto& step : *steps)
        recipe.steps.push_back(step.record);
    const auto again = workbench::doneOf(workbench::replay(document, recipe));
    REQUIRE(again.size() == steps->size());
    CHECK(
        ir::equivalent(*again.back().result.document->root, *steps->back().result.document->root));
    const auto none = workbench::applyFirst(fusion(), again.back().result.document, {});
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().code == "no-match");
}

TEST_CASE("a record has every parameter, whoever applied") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    const auto document = (*program)->current().document;
    const auto complete = *transforms::completeParams(fusion(), {});
    const auto match = fusion().find(document, {}).front();
    for (const auto& steps : {workbench::applyFirst(fusion(), document, {}),
                              workbench::applyNth(fusion(), document, 1, {}),
                              workbench::applyAt(fusion(), document, match, {}),
                              workbench::applyEverywhere(fusion(), document, {})}) {
        REQUIRE(steps.has_value());
        const auto& record = std::get<history::TransformationRecord>(steps->front().record);
        CHECK(record.params == complete);
        CHECK(record.site.elements().front().role == "first-exit");
    }
    CHECK(workbench::applyNth(fusion(), document, 99, {}).error().code == "no-match");
    CHECK(workbench::applyFirst(fusion(), document, {{"no-such", true}}).error().code ==
          "no-such-parameter");
}

TEST_CASE("a requested stop keeps what was done") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    std::stop_source stop;
    stop.request_stop();
    const auto none =
        workbench::applyEverywhere(fusion(), (*program)->current().document, {}, stop.get_token());
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().code == "cancelled");
}

TEST_CASE("a recipe on another program says for each step what became of it") {
    const Folder folder;
    const auto program = test::worked(folder.input());
    const auto recipe =
        history::parseRecipe(history::recipe(*program->history, program->current().id));
    REQUIRE(recipe.has_value());
    const auto other = workbench::openProgram(test::sourceFile("samples/laplacian.sdfg"));
    REQUIRE(other.has_value());
    const auto document = (*other)->current().document;
    const auto first = workbench::replay(document, *recipe);
    REQUIRE(first.size() == 1); // stops there
    const auto misfit = workbench::misfitOf(first);
    REQUIRE(misfit.has_value());
    CHECK(misfit->code == "recipe-step");
    CHECK(misfit->sentence.starts_with("step 1 of the recipe (map-fusion-vertical:"));
    const auto all = workbench::replay(document, *recipe, workbench::OnMisfit::skip);
    CHECK(all.size() == recipe->steps.size());
    CHECK(workbench::doneOf(all).empty());
}

TEST_CASE("passes are applied in their order until none applies") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    const auto document = (*program)->current().document;
    const auto passes = transforms::parseOrder("# shape, then joins\n"
                                               "map-iteration-order\n\n"
                                               "map-fusion-vertical --only-toplevel-maps # all\n");
    REQUIRE(passes.has_value());
    REQUIRE(passes->size() == 2);
    CHECK(passes->back().params == Params{{"only-toplevel-maps", true}});
    const auto steps = workbench::applyInOrder(*passes, document);
    REQUIRE(steps.has_value());
    history::Recipe recipe;
    for (const auto& step : *steps)
        recipe.steps.push_back(step.record);
    CHECK(std::get<history::TransformationRecord>(recipe.steps.back()).name ==
          "map-fusion-vertical");
    const auto again = workbench::doneOf(workbench::replay(document, recipe));
    REQUIRE(again.size() == steps->size());
    const auto& last = again.back().result.document;
    CHECK(ir::equivalent(*last->root, *steps->back().result.document->root));
    CHECK(workbench::applyInOrder(*passes, last).error().code == "no-match");
}

TEST_CASE("passes that undo each other come to an end") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    const auto passes = transforms::parseOrder("map-iteration-order --unit-stride-kind=vertical\n"
                                               "map-iteration-order --unit-stride-kind=horizontal");
    REQUIRE(passes.has_value());
    const auto steps = workbench::applyInOrder(*passes, (*program)->current().document);
    REQUIRE_FALSE(steps.has_value());
    CHECK(steps.error().code == "no-end");
}

} // namespace steps_test
