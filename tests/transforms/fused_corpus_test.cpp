// Real graphs stay right: after every application of map-fusion-vertical they give the reference
// results, in the interpreter and as C++. Ten graphs always, all with MAPWRIGHT_LONG.

#include "tests/support/catch.h"
#include "tests/support/compiled_programs.h"
#include "tests/support/corpus.h"
#include "tests/support/scenario_run.h"
#include "transforms/framework/apply.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <iostream>
#include <set>

namespace fused_corpus_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

constexpr int kSingleSteps = 10;

/// Both dialects, all stages, nested SDFGs that see a container with its outer strides, scans.
constexpr std::array kCrossSection = {
    "gt4py-1.0.9/apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence/"
    "simplified.sdfgz",
    "gt4py-1.0.9/calculate_nabla2_for_w/optimized.sdfgz",
    "gt4py-1.0.9/compute_hydrostatic_correction_term/simplified.sdfgz",
    "gt4py-1.2.1/apply_diffusion_to_theta_and_exner/static-initial.sdfgz",
    "gt4py-1.2.1/compute_horizontal_velocity_quantities_and_fluxes/initial.sdfgz",
};

std::vector<fs::path> chosenGraphs(const fs::path& corpus) {
    std::vector<fs::path> graphs;
    if (!std::getenv("MAPWRIGHT_LONG")) {
        for (const char* graph : kCrossSection)
            graphs.push_back(corpus / graph);
        return graphs;
    }
    for (const auto& graph : test::graphsBelow(corpus)) {
        const char* only = std::getenv("MAPWRIGHT_ONLY");
        if (!graph.stem().string().starts_with("bench") &&
            fs::exists(graph.parent_path() / "reference.npz") &&
            (!only || graph.string().find(only) != std::string::npos))
            graphs.push_back(graph);
    }
    return graphs;
}

/// What the fusions made of a graph, and how it got there.
struct Stage {
    std::string name; ///< "after 3 fusions"
    ir::DocumentPtr document;
    bool compiled = false;
};

/// The first applicable match, applied; nullptr when there is none.
Expected<ir::DocumentPtr> fusedOnce(const transforms::Transformation& t,
                                    const ir::DocumentPtr& document) {
    MW_TRY(const auto applied, transforms::applyFirst(t, document, {}));
    return applied ? applied->result.document : nullptr;
}

/// The graph after each of the first single applications, and after all of them.
Expected<std::vector<Stage>> stagesOf(const ir::DocumentPtr& document) {
    const auto& t = *transforms::findTransformation("map-fusion-vertical");
    std::vector<Stage> stages{{"as it is", document}};
    ir::DocumentPtr last = document;
    for (int step = 1; step <= kSingleSteps; ++step) {
        MW_TRY(const auto next, fusedOnce(t, last));
        if (!next)
            break;
        last = next;
        stages.push_back({fmt::format("after {} fusions", step), last, step == 1});
    }
    stages.back().compiled = true;
    MW_TRY(const auto all, transforms::applyEverywhere(t, last, {}));
    if (!all.empty())
        stages.push_back(
            {fmt::format("after all fusions ({} and {})", stages.size() - 1, all.size()),
             transforms::lastDocument(last, all), true});
    return stages;
}

/// Everything that is wrong with one graph.
std::string faultsOf(const fs::path& graph, int& stagesRun) {
    const auto folder = graph.parent_path();
    const auto run = test::readRun(graph, folder / "reference.json", folder / "reference.npz");
    if (!run)
        return toString(run.error());
    const auto stages = stagesOf(run->document);
    if (!stages)
        return toString(stages.error());
    test::CompiledPrograms programs(3);
    std::vector<std::size_t> numbers;
    for (const Stage& stage : *stages)
        numbers.push_back(stage.compiled ? programs.add(*stage.document) : 0);
    programs.compile();
    std::string faults;
    const auto look = [&](const std::string& way, const Expected<test::Outputs>& got) {
        if (!got)
            faults += fmt::format("{}: {}\n", way, toString(got.error()));
        else if (const auto found = test::firstDifference(*got, *run->expected, {run->tolerance}))
            faults += fmt::format("{}: {}\n", way, *found);
    };
    for (std::size_t i = 0; i < stages->size(); ++i) {
        const Stage& stage = (*stages)[i];
        look(stage.name + " interpreted", test::interpreted(*stage.document, run->inputs));
        if (stage.compiled)
            look(stage.name + " as C++", programs.run(numbers[i], run->inputs));
        ++stagesRun;
    }
    return faults;
}

} // namespace

TEST_CASE("real graphs give the reference results after every fusion") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("the corpus of real graphs is missing");
    if (!test::canCompile())
        return;
    int graphs = 0, stages = 0;
    for (const auto& graph : chosenGraphs(*root)) {
        const auto start = std::chrono::steady_clock::now();
        const auto faults = faultsOf(graph, stages);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        if (std::getenv("MAPWRIGHT_TIMES"))
            std::cerr << fmt::format("{:7.1f} s {} {}\n", seconds.count(), graph.string(),
                                     faults.empty() ? "right" : "WRONG " + faults.substr(0, 150));
        INFO(graph << "\n" << faults);
        CHECK(faults.empty());
        ++graphs;
    }
    std::cerr << graphs << " graphs fused and run, " << stages << " stages\n";
    CHECK(stages > 0);
}

} // namespace fused_corpus_test
