// Launches that were chosen, as steps of a history: what holds for which variant, in files and out.

#include "app/workbench/export.h"
#include "app/workbench/launches.h"
#include "app/workbench/measure.h"
#include "app/workbench/session_store.h"
#include "core/bench/chosen_launches.h"
#include "core/io/file.h"
#include "tests/app/workbench/folder.h"
#include "transforms/framework/transformation.h"

namespace launches_test {

using namespace mw;
using test::Folder;

namespace {

codegen::Choices ofKernels(const std::vector<std::string>& kernels) {
    codegen::Choices choices;
    for (const auto& name : kernels)
        choices[name].unroll = 2;
    return choices;
}

workbench::ProgramPtr nabla4() {
    auto program = workbench::openProgram(test::sourceFile("samples/nabla4.sdfg"));
    REQUIRE(program.has_value());
    return *program;
}

/// Names of the kernels of the current variant.
std::vector<std::string> kernelsOf(const workbench::Program& program) {
    const auto plan = codegen::lower(*program.current().document);
    REQUIRE(plan.has_value());
    std::vector<std::string> names;
    for (const auto& kernel : plan->kernels)
        names.push_back(kernel.name);
    return names;
}

void fuse(workbench::Program& program) {
    const auto& fusion = *transforms::findTransformation("map-fusion-vertical");
    auto steps = workbench::applyFirst(fusion, program.current().document, {});
    REQUIRE(steps.has_value());
    workbench::add(*program.history, std::move(*steps));
}

} // namespace

TEST_CASE("what is chosen of launches holds from its step on, until others are chosen") {
    const auto program = nabla4();
    auto& history = *program->history;
    const auto kernels = kernelsOf(*program);
    REQUIRE(kernels.size() > 2);
    const auto chosen = ofKernels({kernels[0], kernels[1]});
    workbench::add(history, {workbench::launchStep(history.current().document, chosen)});
    const auto first = history.current().id;
    CHECK(history.current().name ==
          "launches " + kernels[0] + ": " + toText(chosen.begin()->second) + ", and 1 kernel more");
    CHECK(history.current().document == history.root().document);
    CHECK(bench::chosenLaunches(history, history.root().id).empty());
    CHECK(bench::chosenLaunches(history, first) == chosen);
    fuse(*program);
    CHECK(bench::chosenLaunches(history, history.current().id) == chosen);
    const auto others = ofKernels({kernels[2]});
    workbench::add(history, {workbench::launchStep(history.current().document, others)});
    CHECK(bench::chosenLaunches(history, history.current().id) == others);
    CHECK(bench::chosenLaunches(history, first) == chosen);
}

TEST_CASE("of kernels that later steps took away nothing is left of what was chosen") {
    const auto program = nabla4();
    auto& history = *program->history;
    const auto all = kernelsOf(*program);
    workbench::add(history, {workbench::launchStep(history.current().document, ofKernels(all))});
    fuse(*program);
    const auto left = kernelsOf(*program);
    REQUIRE(left.size() < all.size());
    const auto plan = codegen::lower(*program->current().document);
    const auto fitting =
        codegen::fittingChoices(*plan, codegen::launchDevice(codegen::Target::cuda),
                                bench::chosenLaunches(history, history.current().id));
    CHECK(!fitting.empty());
    CHECK(fitting.size() <= left.size());
    for (const auto& [name, choice] : fitting)
        CHECK(std::ranges::find(left, name) != left.end());
    // As it is measured: the others are no error.
    const auto input = workbench::benchInput(*program, history.current().id);
    CHECK(input.fitChoices);
    CHECK(input.choices.size() == all.size());
}

TEST_CASE("chosen launches come back with their session and recipe") {
    const Folder folder;
    const auto program = nabla4();
    auto& history = *program->history;
    const auto chosen = ofKernels({kernelsOf(*program).front()});
    workbench::add(history, {workbench::launchStep(history.current().document, chosen)});
    fuse(*program);
    const auto text = history::recipe(history, history.current().id);
    const auto recipe = history::parseRecipe(text);
    REQUIRE(recipe.has_value());
    CHECK(toJson(*recipe) == text);
    const auto replayed = workbench::replay(history.root().document, *recipe);
    REQUIRE(!workbench::misfitOf(replayed));
    const auto again = nabla4();
    workbench::add(*again->history, workbench::doneOf(replayed));
    CHECK(bench::chosenLaunches(*again->history, again->current().id) == chosen);
    CHECK(history::recipe(*again->history, again->current().id) == text);
}

TEST_CASE("choices of a file that cannot be read are a misfit of their step") {
    const auto program = nabla4();
    const auto recipe = history::parseRecipe(R"({"recipe": 2, "program": "nabla4", "steps": [
        {"launches": {"version": 1, "kernels": {"k": {"block": "wide"}}}, "label": "",
         "elements": []}]})");
    REQUIRE(recipe.has_value());
    const auto misfit =
        workbench::misfitOf(workbench::replay(program->current().document, *recipe));
    REQUIRE(misfit);
    CHECK(misfit->sentence.find("'k'") != std::string::npos);
    const auto none = history::parseRecipe(
        R"({"recipe": 2, "program": "p", "steps": [{"launches": 3, "elements": []}]})");
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().location.path == "/steps/0/launches");
}

TEST_CASE("an exported variant has its launches beside it, and inputs are not written") {
    const Folder folder;
    const auto program = nabla4();
    auto& history = *program->history;
    const auto file = folder / "tuned.sdfg";
    const auto beside = folder / "tuned.choices.json";
    REQUIRE(workbench::exportVariant(history, history.current().id, file, {}).has_value());
    CHECK_FALSE(std::filesystem::exists(beside));
    const auto kernel = kernelsOf(*program).front();
    auto chosen = ofKernels({kernel, "no_such_kernel"});
    workbench::add(history, {workbench::launchStep(history.current().document, chosen)});
    const auto refused =
        workbench::exportVariant(history, history.current().id, file, {beside.string()});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == "input-file");
    REQUIRE(workbench::exportVariant(history, history.current().id, file, {}).has_value());
    chosen.erase("no_such_kernel");
    CHECK(workbench::readChoices(beside).value() == chosen);
}

} // namespace launches_test
