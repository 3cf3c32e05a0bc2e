// Recipes of the diffusion programs: replayed on the graphs that they were made on they come to no
// more maps at the top level and no more bytes of temporaries than DaCe's own optimised stage has,
// with the reference results; on the graphs of the other generation (of every second program, all
// with MAPWRIGHT_LONG) each step says what became of it, and what they come to is right. With
// MAPWRIGHT_LONG also the order that they were made by.

#include "app/workbench/steps.h"
#include "core/analysis/analysis.h"
#include "core/analysis/figures.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/scenario_run.h"

#include <fmt/format.h>

#include <iostream>
#include <map>

namespace recipes_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

/// A graph of the corpus as a program, a generation of GT4Py, and a stage of its pipeline.
struct Graph {
    std::string program, generation, stage;

    fs::path file(const fs::path& corpus) const {
        return corpus / ("gt4py-" + generation) / program / (stage + ".sdfgz");
    }
    std::string name() const { return program + " " + generation + " " + stage; }
    fs::path recipe() const {
        return test::sourceFile("tests/recipes/" + generation + "/" + program + "." + stage +
                                ".json");
    }
};

const std::vector<std::string> kPrograms = {
    "calculate_nabla4",
    "calculate_nabla2_and_smag_coefficients_for_vn",
    "apply_diffusion_to_vn",
    "apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence",
    "apply_diffusion_to_theta_and_exner",
    "calculate_enhanced_diffusion_coefficients_for_grid_point_cold_pools",
};

/// A stage that recipes begin at, and DaCe's that it is held against.
struct Stages {
    std::string generation, start, optimised;
};
const std::vector<Stages> kStages = {
    {"1.0.9", "simplified", "optimized"},
    {"1.2.1", "initial", "optimized"},
    {"1.2.1", "static-initial", "static-optimized"},
};

/// The stages of the recipes that are tried on a graph of the other generation.
struct Crossing {
    std::string from, stage, to, on;
    /// What brings the graph to the stage that the recipe begins at.
    std::vector<std::string> before = {};
    /// Whether the two then stand at the same stage, so that nearly all steps fit.
    bool like = false;
};
const std::vector<Crossing> kCrossings = {
    {"1.2.1", "initial", "1.0.9", "initial", {}, true},
    {"1.2.1", "initial", "1.0.9", "simplified"},
    {"1.0.9", "simplified", "1.2.1", "initial"},
    {"1.0.9", "simplified", "1.2.1", "initial", {"inline-nested-sdfg", "state-fusion"}, true},
};
/// Of the steps that fit where the stages are the same: the programs of the generations differ in a
/// few places.
constexpr double kFitting = 0.85;

test::ScenarioRun runOf(const Graph& graph, const fs::path& corpus) {
    const auto folder = graph.file(corpus).parent_path();
    auto run =
        test::readRun(graph.file(corpus), folder / "reference.json", folder / "reference.npz");
    INFO(graph.name());
    REQUIRE(run.has_value());
    return std::move(*run);
}

/// What the graphs are held against each other by.
struct Size {
    int maps = 0; ///< at the top level
    std::int64_t bytes = 0;
};

Size sizeOf(const ir::Document& document, const test::RunInputs& inputs) {
    const auto figures = analysis::figures(document, inputs.symbols);
    REQUIRE(figures.temporaryBytes.has_value());
    return {analysis::summarise(document).topLevelMaps, *figures.temporaryBytes};
}

std::string text(const Size& size) {
    return fmt::format("{} maps, {} bytes of temporaries", size.maps, size.bytes);
}

void checkRight(const test::ScenarioRun& run, const ir::Document& document) {
    const auto got = test::interpreted(document, run.inputs);
    REQUIRE(got.has_value());
    CHECK(test::firstDifference(*got, *run.expected, {run.tolerance}).value_or("") == "");
}

const ir::DocumentPtr& lastOf(const test::ScenarioRun& run,
                              const std::vector<workbench::Step>& steps) {
    return steps.empty() ? run.document : steps.back().result.document;
}

/// Steps of a graph with a recipe, held against DaCe's stage and the reference.
void checkReached(const Graph& graph, const std::string& optimised, const test::ScenarioRun& run,
                  const std::vector<workbench::Step>& steps, const fs::path& corpus) {
    const Graph dace{graph.program, graph.generation, optimised};
    const auto theirs = runOf(dace, corpus);
    const Size before = sizeOf(*run.document, run.inputs);
    const Size ours = sizeOf(*lastOf(run, steps), run.inputs);
    const Size wanted = sizeOf(*theirs.document, theirs.inputs);
    std::cerr << fmt::format("{}: {} steps, {} became {}; DaCe: {}\n", graph.name(), steps.size(),
                             text(before), text(ours), text(wanted));
    CHECK(ours.maps <= wanted.maps);
    CHECK(ours.bytes <= wanted.bytes);
    checkRight(run, *lastOf(run, steps));
}

/// A run of a graph with these transformations applied to it, each to the end.
test::ScenarioRun brought(test::ScenarioRun run, const std::vector<std::string>& transformations) {
    for (const auto& name : transformations) {
        const auto* t = transforms::findTransformation(name);
        REQUIRE(t);
        const auto applied = transforms::applyEverywhere(*t, run.document, {});
        REQUIRE(applied.has_value());
        run.document = transforms::lastDocument(run.document, *applied);
    }
    return run;
}

/// How often what became of a step: "applied", or the code of the reason.
std::map<std::string, int> outcomes(const std::vector<workbench::ReplayedStep>& steps) {
    std::map<std::string, int> counts;
    for (const auto& step : steps) {
        CHECK(step.step.has_value() != step.reason.has_value());
        ++counts[step.step ? "applied" : step.reason->code];
    }
    return counts;
}

std::string text(const std::map<std::string, int>& counts) {
    std::string all;
    for (const auto& [what, count] : counts)
        all += fmt::format("{}{} {}", all.empty() ? "" : ", ", count, what);
    return all;
}

} // namespace

TEST_CASE("recipes of the diffusion programs come to no more than DaCe's optimised stages") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("the corpus of real graphs is missing");
    for (const auto& program : kPrograms)
        for (const auto& stages : kStages) {
            const Graph graph{program, stages.generation, stages.start};
            INFO(graph.name());
            const auto recipe = workbench::readRecipe(graph.recipe());
            REQUIRE(recipe.has_value());
            const auto run = runOf(graph, *corpus);
            const auto steps = workbench::replay(run.document, *recipe);
            const auto misfit = workbench::misfitOf(steps);
            CHECK((misfit ? misfit->sentence : "") == "");
            checkReached(graph, stages.optimised, run, workbench::doneOf(steps), *corpus);
        }
}

TEST_CASE("recipes of one generation say on graphs of the other what became of each step") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("the corpus of real graphs is missing");
    const std::size_t stride = std::getenv("MAPWRIGHT_LONG") ? 1 : 2;
    for (std::size_t i = 0; i < kPrograms.size(); i += stride)
        for (const auto& crossing : kCrossings) {
            const auto& program = kPrograms[i];
            const Graph from{program, crossing.from, crossing.stage};
            const Graph on{program, crossing.to, crossing.on};
            INFO(from.name() << " on " << on.name());
            const auto recipe = workbench::readRecipe(from.recipe());
            REQUIRE(recipe.has_value());
            const auto run = brought(runOf(on, *corpus), crossing.before);
            const auto steps = workbench::replay(run.document, *recipe, workbench::OnMisfit::skip);
            CHECK(steps.size() == recipe->steps.size());
            const auto counts = outcomes(steps);
            const auto done = workbench::doneOf(steps);
            std::cerr << fmt::format("{} on {} {}{}: {}; {} became {}\n", from.name(),
                                     on.generation, on.stage,
                                     crossing.before.empty() ? "" : ", inlined", text(counts),
                                     text(sizeOf(*run.document, run.inputs)),
                                     text(sizeOf(*lastOf(run, done), run.inputs)));
            checkRight(run, *lastOf(run, done));
            if (crossing.like)
                CHECK(static_cast<double>(done.size()) >=
                      kFitting * static_cast<double>(steps.size()));
        }
}

TEST_CASE("the order that the recipes were made by comes to no more than DaCe's stages") {
    const auto corpus = test::corpus();
    if (!corpus || !std::getenv("MAPWRIGHT_LONG"))
        return test::skip("asks for the corpus of real graphs and MAPWRIGHT_LONG");
    const auto passes = workbench::readOrder(test::sourceFile("samples/gpu.order"));
    REQUIRE(passes.has_value());
    for (const auto& program : kPrograms)
        for (const auto& stages : kStages) {
            const Graph graph{program, stages.generation, stages.start};
            INFO(graph.name());
            const auto run = runOf(graph, *corpus);
            const auto steps = workbench::applyInOrder(*passes, run.document);
            REQUIRE(steps.has_value());
            checkReached(graph, stages.optimised, run, *steps, *corpus);
        }
}

} // namespace recipes_test
