// Inputs, targets and options: one answer for window and terminal.

#include "app/workbench/captured_call.h"
#include "app/workbench/measure.h"
#include "app/workbench/run_values.h"
#include "app/workbench/specialise_values.h"
#include "core/exec/processors.h"
#include "core/exec/run_defaults.h"
#include "core/inputs/check_inputs.h"
#include "core/inputs/memory_need.h"
#include "tests/app/workbench/folder.h"

#include <fmt/format.h>

namespace run_setup_test {

using namespace mw;
using test::Folder;

namespace {

exec::DeviceInfo device(codegen::Target target, bool runs) {
    exec::DeviceInfo info;
    info.target = target;
    info.canRun = runs;
    return info;
}

} // namespace

TEST_CASE("the first device that can run: CUDA before HIP before the CPU") {
    using codegen::Target;
    CHECK(exec::preferredDevice({}) == nullptr);
    const std::vector all{device(Target::cpu, true), device(Target::hip, true),
                          device(Target::cuda, true)};
    CHECK(exec::preferredDevice(all)->target == Target::cuda);
    CHECK(exec::preferredDevice({all[0], all[1], device(Target::cuda, false)})->target ==
          Target::hip);
    CHECK(exec::preferredDevice({device(Target::cuda, false), all[0]})->target == Target::cpu);
}

TEST_CASE("inputs come from a scenario's file, a grid, or the default, with values set") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    const auto& root = *(*program)->current().document->root;
    const auto from = [&](const workbench::InputChoice& choice) {
        auto scenario = workbench::scenarioFor(root, choice, exec::quickGrid());
        REQUIRE(scenario.has_value());
        return *scenario;
    };
    CHECK(from({}).grid == inputs::Grid{8, 6, 10});
    CHECK(from({"", "torus:4,3,5", {}}).grid == inputs::Grid{4, 3, 5});
    CHECK_FALSE(workbench::scenarioBeside(folder.input()).has_value());
    std::filesystem::copy_file(test::sourceFile("samples/nabla4.scenario.json"),
                               folder / "nabla4.scenario.json");
    const auto beside = workbench::scenarioBeside(folder.input());
    REQUIRE(beside.has_value());
    CHECK(from({beside->string(), "", {"vertical_end=7"}}).symbols.at("vertical_end").i == 7);
    CHECK(workbench::scenarioFor(root, {"", "", {"nothing=7"}}, exec::quickGrid()).error().code ==
          "bad-value");
    CHECK(
        workbench::scenarioFor(root, {"", "", {"vertical_end"}}, exec::quickGrid()).error().code ==
        "bad-value");
}

TEST_CASE("symbols of a program are listed with the values of a run, usual ones and set ones") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    const auto& root = *(*program)->current().document->root;
    const auto found = [&](std::vector<std::string> set) {
        return workbench::runValues(root, {"", "torus:4,3,5", std::move(set)}, {});
    };
    const auto end = [](const workbench::RunValues& all) {
        const auto value =
            std::ranges::find(all.values, "vertical_end", &workbench::RunValue::name);
        REQUIRE(value != all.values.end());
        CHECK(value->isSymbol);
        return value->usual + ", set: " + value->set;
    };
    CHECK(found({}).values.size() >= root.symbols.size());
    CHECK_FALSE(found({}).problem);
    CHECK(end(found({})) == "5, set: ");
    CHECK(end(found({"vertical_end=3"})) == "5, set: 3");
    const auto wrong = found({"vertical_end=3.5"});
    REQUIRE(wrong.problem);
    CHECK(wrong.problem->sentence == "--set vertical_end=3.5: '3.5' is no value of 'vertical_end', "
                                     "which is of the type int32");
    CHECK(end(wrong) == "5, set: 3.5");
}

TEST_CASE(
    "a captured call beside a program is one where its grid says so; a default may be a file") {
    const Folder folder;
    const auto sample = test::sourceFile("samples/nabla4.sdfg");
    CHECK_FALSE(workbench::capturedCallBeside(sample));         // a torus
    CHECK_FALSE(workbench::capturedCallBeside(folder.input())); // nothing is there
    const auto beside = folder / "nabla4.scenario.json";
    REQUIRE(io::writeFileAtomically(beside, "{\"grid\""));
    CHECK_FALSE(workbench::capturedCallBeside(folder.input()));
    REQUIRE(io::writeFileAtomically(
        beside, R"({"program": "nabla4", "grid": {"kind": "captured"}, "symbols": {},
                    "arrays": {}, "outputs": []})"));
    CHECK(workbench::capturedCallBeside(folder.input()) == beside);
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto usual =
        workbench::scenarioFor(*(*program)->current().document->root, {},
                               test::sourceFile("samples/nabla4.scenario.json").string());
    REQUIRE(usual.has_value());
    CHECK(usual->grid == inputs::Grid{.nx = 8, .ny = 6, .levels = 10});
}

TEST_CASE("a CPU's grid does not leave a program in the caches, a GPU's is one for all") {
    const auto bytesOn = [](const ir::Sdfg& root, const std::string& grid) {
        const auto scenario = workbench::scenarioFor(root, {"", grid, {}}, {});
        REQUIRE(scenario.has_value());
        return static_cast<double>(inputs::argumentBytes(*scenario).value());
    };
    for (const char* file : {"samples/nabla4.sdfg", "samples/07_apply_diffusion_to_vn/"
                                                    "apply_diffusion_to_vn.sdfgz"}) {
        INFO(file);
        const auto program = workbench::openProgram(test::sourceFile(file));
        REQUIRE(program.has_value());
        const auto& root = *(*program)->current().document->root;
        CHECK(workbench::measuringGrid(root, codegen::Target::cuda) == workbench::gpuGrid());
        const auto grid = workbench::measuringGrid(root, codegen::Target::cpu);
        CHECK(grid == workbench::measuringGrid(root, codegen::Target::cpu));
        const auto bytes = bytesOn(root, grid);
        const double wanted = std::max(96e6, 2 * exec::lastCacheBytes());
        CHECK(bytes >= std::min(wanted, bytesOn(root, "torus:480,400,40"))); // the largest
        CHECK(bytes <= 2.5 * wanted);
    }
}

TEST_CASE("a program that was lowered for one grid is measured on that one") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto steps =
        workbench::specialise((*program)->current().document, {"", "torus:9,7,11", {}}, {});
    REQUIRE(steps.has_value());
    const auto& root = *steps->back().result.document->root;
    for (const auto target : {codegen::Target::cpu, codegen::Target::cuda})
        CHECK(workbench::measuringGrid(root, target) == "torus:9,7,11");
}

TEST_CASE("every graph of the corpus fits the grid that it is measured on") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("no corpus");
    int fit = 0;
    std::vector<std::string> left;
    for (const char* generation : {"gt4py-1.0.9", "gt4py-1.2.1"})
        for (const auto& file : test::someGraphsBelow(*corpus / generation)) {
            const auto program = workbench::openProgram(file);
            REQUIRE(program.has_value());
            const auto& root = *(*program)->current().document->root;
            const auto grid = workbench::measuringGrid(root, codegen::Target::cpu);
            const auto scenario = workbench::scenarioFor(root, {"", grid, {}}, {});
            if (scenario && inputs::checkSizes(root, *scenario) &&
                !inputs::leavesSizes(root, *scenario))
                ++fit;
            else
                left.push_back(file.parent_path().filename() / file.filename());
        }
    INFO(fmt::format("{}", fmt::join(left, ", ")));
    CHECK(fit > 0);
    CHECK(left.size() <= 1);
}

TEST_CASE("one field takes a grid or the file of a scenario") {
    const auto choice = [](const std::string& text) {
        auto parsed = workbench::parseInputChoice(text);
        REQUIRE(parsed.has_value());
        return *parsed;
    };
    CHECK(choice("") == workbench::InputChoice{});
    CHECK(choice("torus:8,6,10") == workbench::InputChoice{"", "torus:8,6,10", {}});
    CHECK(choice("a/b.scenario.json") == workbench::InputChoice{"a/b.scenario.json", "", {}});
    for (const std::string text : {"", "torus:8,6,10", "b.json"})
        CHECK(workbench::toString(choice(text)) == text);
    CHECK_FALSE(workbench::parseInputChoice("torus:8").has_value());
}

TEST_CASE("settings become options of a measurement") {
    workbench::RunSettings settings;
    settings.alloc = "call";
    settings.repeats = 5;
    settings.coldCache = true;
    settings.symbolsAsArguments = true;
    settings.runner = "ssh 'a host' mw-runner";
    inputs::Scenario scenario;
    scenario.tolerance = 0.5;
    const auto options = workbench::benchOptions(settings, codegen::Target::hip, scenario);
    CHECK(options.target == codegen::Target::hip);
    CHECK(options.measure.allocation == exec::Allocation::call);
    CHECK(options.measure.repeats == 5);
    CHECK(options.measure.coldCache);
    CHECK_FALSE(options.specialise);
    CHECK(options.tolerance == 0.5);
    CHECK(options.runner.command == std::vector<std::string>{"ssh", "a host", "mw-runner"});
    settings.runner = "ssh 'open";
    CHECK(workbench::runnerOptions(settings).command == std::vector<std::string>{"ssh 'open"});
    CHECK(workbench::targetNamed("abacus").error().code == "bad-target");
}

TEST_CASE("variants are measured by name, with the recipe that led to them") {
    const Folder folder;
    const auto program = test::worked(folder.input());
    CHECK(workbench::variantsToRun(*program) == program->history->pinned());
    const auto current = program->current().id;
    const auto original = program->history->root().id;
    const auto pinned = program->history->pinned();
    for (const auto id : pinned)
        program->history->setPinned(id, false);
    REQUIRE(current != original);
    CHECK(workbench::variantsToRun(*program) == std::vector{original, current});
    program->history->goTo(original);
    CHECK(workbench::variantsToRun(*program) == std::vector{original});
    program->history->goTo(current);
    for (const auto id : pinned)
        program->history->setPinned(id, true);
    const auto inputs = workbench::benchInputs(
        *program, {program->history->root().id, program->history->pinned().front()});
    REQUIRE(inputs.size() == 2);
    CHECK(inputs[0].name == "original");
    CHECK(inputs[0].recipe.empty());
    CHECK(inputs[1].name == "one fusion");
    CHECK(history::parseRecipe(inputs[1].recipe)->steps.size() == 1);
    CHECK(inputs[1].origins.size() < inputs[0].origins.size());
}

TEST_CASE("a measurement stays with its variants") {
    const Folder folder;
    const auto program = test::worked(folder.input());
    bench::BenchResult result;
    result.variants.resize(1);
    result.variants.front().name = "one";
    result.variants.front().device.median = 25;
    const auto current = program->current().id;
    workbench::keepMeasurement(*program, result, {current});
    CHECK(program->current().measured.at("device-us") == 25);
    REQUIRE(program->measurements.size() == 1);
    CHECK(program->measurements.front().variants == std::vector{current});
    CHECK(program->measurements.front().result == bench::toJson(result));
    CHECK_FALSE(program->kept);
    CHECK_FALSE(program->saved);
    CHECK(program->hasWork());
}

} // namespace run_setup_test
