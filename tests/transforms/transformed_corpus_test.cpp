// Real graphs give the reference results after a transformation was applied at every place where
// it applies, in the interpreter and as C++. Some graphs always, more with MAPWRIGHT_LONG, see
// graphsOf() (MAPWRIGHT_ONLY: part of a graph's path; MAPWRIGHT_TRANSFORMATION: one of them;
// MAPWRIGHT_TIMES: a line per graph).

#include "tests/support/catch.h"
#include "tests/support/compiled_programs.h"
#include "tests/support/corpus.h"
#include "tests/support/scenario_run.h"
#include "transforms/framework/apply.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>

namespace transformed_corpus_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

/// A transformation as it is applied to real graphs, and where it always is.
struct Use {
    std::string transformation;
    transforms::Params params;
    std::vector<std::string> graphs; ///< below the corpus
    std::string before = {};         ///< a transformation that makes what this one is about
};

std::vector<Use> uses() {
    return {
        {"concat-where",
         {},
         {"gt4py-1.0.9/vertically_implicit_solver_at_predictor_step/initial.sdfgz",
          "gt4py-1.2.1/vertically_implicit_solver_at_predictor_step/initial.sdfgz"}},
        {"fuse-horizontal-condition-blocks",
         {},
         {"gt4py-1.0.9/compute_theta_rho_face_values_and_pressure_gradient_and_update_vn/"
          "simplified.sdfgz",
          "gt4py-1.2.1/compute_ffsl_backtrajectory/initial.sdfgz"},
         "map-fusion-horizontal"},
        {"gpu-launch",
         {{"block-x", std::int64_t{64}}, {"max-registers", std::int64_t{96}}},
         {"gt4py-1.0.9/calculate_nabla4/simplified.sdfgz"}},
        {"inline-nested-sdfg",
         {},
         {"gt4py-1.0.9/apply_diffusion_to_vn/initial.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_theta_and_exner/initial.sdfgz"}},
        {"deduplicate-access",
         {},
         {"gt4py-1.0.9/apply_diffusion_to_vn/simplified.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_vn/optimized.sdfgz"}},
        {"move-tasklet-into-map",
         {},
         {"gt4py-1.0.9/calculate_nabla4/initial.sdfgz",
          "gt4py-1.2.1/calculate_nabla2_and_smag_coefficients_for_vn/initial.sdfgz"}},
        {"map-reduce-fusion",
         {},
         {"gt4py-1.0.9/apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence/"
          "optimized.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_theta_and_exner/optimized.sdfgz"}},
        {"in-local-storage",
         {},
         {"gt4py-1.0.9/calculate_nabla4/optimized.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_vn/optimized.sdfgz"},
         "strip-mining"},
        {"out-local-storage",
         {},
         {"gt4py-1.0.9/calculate_nabla4/optimized.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_vn/optimized.sdfgz"},
         "strip-mining"},
        {"distributed-buffer-relocation",
         {},
         {"gt4py-1.0.9/apply_diffusion_to_vn/optimized.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_vn/optimized.sdfgz"}},
        {"double-write-removal",
         {},
         {"gt4py-1.0.9/compute_advection_in_vertical_momentum_equation/simplified.sdfgz",
          "gt4py-1.2.1/compute_rho_theta_pgrad_and_update_vn/optimized.sdfgz"}},
        {"loop-blocking",
         {{"block-size", std::int64_t{4}}, {"promote-independent-memlets", true}},
         {"gt4py-1.0.9/apply_diffusion_to_vn/simplified.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_vn/optimized.sdfgz"}},
        {"loop-blocking",
         {{"block-size", std::int64_t{3}}, {"require-independent-nodes", false}},
         {"gt4py-1.0.9/calculate_nabla4/optimized.sdfgz"}},
        {"map-collapse",
         {{"any-schedule", true}},
         {"gt4py-1.0.9/calculate_nabla4/optimized.sdfgz"},
         "map-expansion"},
        {"map-dim-shuffle",
         {{"parameters", std::string("i_K_gtx_vertical, i_Edge_gtx_horizontal")}},
         {"gt4py-1.0.9/calculate_nabla4/initial.sdfgz",
          "gt4py-1.2.1/calculate_nabla4/initial.sdfgz"}},
        {"map-expansion",
         {},
         {"gt4py-1.0.9/calculate_nabla2_for_w/optimized.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_vn/initial.sdfgz"}},
        {"map-promotion", {}, {"gt4py-1.0.9/apply_diffusion_to_vn/simplified.sdfgz"}},
        {"map-tiling",
         {{"tile-sizes", std::string("3,4")}},
         {"gt4py-1.0.9/calculate_nabla4/simplified.sdfgz",
          "gt4py-1.2.1/calculate_nabla4/optimized.sdfgz"}},
        {"map-split-fusion-horizontal",
         {},
         {"gt4py-1.0.9/compute_horizontal_velocity_quantities_and_fluxes/optimized.sdfgz",
          "gt4py-1.2.1/compute_horizontal_velocity_quantities_and_fluxes/optimized.sdfgz"}},
        {"map-split-fusion-vertical",
         {},
         {"gt4py-1.0.9/compute_horizontal_velocity_quantities_and_fluxes/optimized.sdfgz",
          "gt4py-1.2.1/compute_horizontal_velocity_quantities_and_fluxes/optimized.sdfgz"}},
        {"move-dataflow-into-if-body",
         {},
         {"gt4py-1.0.9/compute_advection_in_vertical_momentum_equation/simplified.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_theta_and_exner/initial.sdfgz"},
         "map-fusion-vertical"},
        {"split-access-node",
         {},
         {"gt4py-1.0.9/compute_advection_in_vertical_momentum_equation/simplified.sdfgz",
          "gt4py-1.0.9/compute_advection_in_vertical_momentum_equation/optimized.sdfgz"}},
        {"split-consumer-memlet",
         {},
         {"gt4py-1.0.9/apply_diffusion_to_vn/initial.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_vn/initial.sdfgz"}},
        {"strip-mining",
         {{"tile-size", std::int64_t{7}}},
         {"gt4py-1.0.9/calculate_nabla4/optimized.sdfgz",
          "gt4py-1.2.1/calculate_nabla4/initial.sdfgz"}},
        {"tasklet-fusion",
         {},
         {"gt4py-1.0.9/apply_diffusion_to_vn/optimized.sdfgz",
          "gt4py-1.2.1/calculate_nabla4/optimized.sdfgz"}},
        {"to-gpu",
         {},
         {"gt4py-1.0.9/calculate_nabla4/simplified.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_vn/initial.sdfgz"},
         "inline-nested-sdfg"},
        {"transient-memory",
         {{"mode", std::string("persistent")}, {"stack-elements", std::int64_t{4}}},
         {"gt4py-1.0.9/calculate_nabla4/simplified.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_vn/optimized.sdfgz"}},
        {"transient-memory",
         {{"mode", std::string("scoped")}},
         {"gt4py-1.2.1/apply_diffusion_to_vn/optimized.sdfgz"}},
        {"transient-reuse",
         {},
         {"gt4py-1.0.9/calculate_nabla4/simplified.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_vn/static-initial.sdfgz"}},
        {"view-elimination",
         {},
         {"gt4py-1.0.9/apply_diffusion_to_theta_and_exner/initial.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_theta_and_exner/static-initial.sdfgz"}},
        {"write-back-buffer-elimination",
         {},
         {"gt4py-1.0.9/apply_diffusion_to_vn/simplified.sdfgz",
          "gt4py-1.2.1/apply_diffusion_to_vn/optimized.sdfgz"}},
    };
}

bool wanted(const char* variable, const std::string& text) {
    const char* only = std::getenv(variable);
    return !only || text.find(only) != std::string::npos;
}

/// One graph of each transformation, of the two generations in turn; with MAPWRIGHT_LONG every
/// third that there is, of each transformation others; all with MAPWRIGHT_LONG=all.
std::vector<fs::path> graphsOf(const Use& use, std::size_t turn, const fs::path& corpus) {
    std::vector<fs::path> graphs;
    const char* isLong = std::getenv("MAPWRIGHT_LONG");
    if (!isLong)
        return {corpus / use.graphs[turn % use.graphs.size()]};
    const std::size_t stride = std::string_view(isLong) == "all" ? 1 : 3;
    std::size_t number = turn;
    for (const auto& graph : test::graphsBelow(corpus))
        if (!graph.stem().string().starts_with("bench") &&
            fs::exists(graph.parent_path() / "reference.npz") &&
            wanted("MAPWRIGHT_ONLY", graph.string()) && number++ % stride == 0)
            graphs.push_back(graph);
    return graphs;
}

struct Result {
    std::size_t steps = 0;
    double seconds = 0; ///< of applying
    std::string faults;
};

/// What is still to be run as C++: many programs are compiled together.
struct AsCpp {
    std::string name;
    std::shared_ptr<const test::ScenarioRun> run;
    std::size_t number;
};

struct CppRuns {
    test::CompiledPrograms programs{20};
    std::vector<AsCpp> waiting;
};

void compare(Result& result, const std::string& way, const test::ScenarioRun& run,
             const Expected<test::Outputs>& got, test::Closeness closeness) {
    if (!got)
        result.faults += fmt::format("{}: {}\n", way, toString(got.error()));
    else if (const auto found = test::firstDifference(*got, *run.expected, closeness))
        result.faults += fmt::format("{}: {}\n", way, *found);
}

ir::DocumentPtr prepared(const Use& use, const ir::DocumentPtr& document) {
    if (use.before.empty())
        return document;
    const auto steps =
        transforms::applyEverywhere(*transforms::findTransformation(use.before), document, {});
    REQUIRE(steps.has_value());
    return transforms::lastDocument(document, *steps);
}

Result resultOf(const Use& use, const fs::path& graph, CppRuns& cpp) {
    const auto folder = graph.parent_path();
    auto read = test::readRun(graph, folder / "reference.json", folder / "reference.npz");
    if (!read)
        return {0, 0, toString(read.error())};
    const auto run = std::make_shared<const test::ScenarioRun>(std::move(*read));
    const auto given = prepared(use, run->document);
    const auto start = std::chrono::steady_clock::now();
    const auto steps = transforms::applyEverywhere(
        *transforms::findTransformation(use.transformation), given, use.params);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (!steps)
        return {0, seconds.count(), toString(steps.error())};
    Result result{steps->size(), seconds.count(), {}};
    if (steps->empty())
        return result;
    const auto last = transforms::lastDocument(given, *steps);
    const test::Closeness close{run->tolerance};
    cpp.waiting.push_back(
        {use.transformation + " on " + graph.string(), run, cpp.programs.add(*last)});
    compare(result, "interpreted", *run, test::interpreted(*last, run->inputs), close);
    compare(result, "in another order", *run, test::interpreted(*last, run->inputs, 1),
            test::kReordered);
    return result;
}

/// What is wrong with those that wait; none of them waits then.
std::string runAsCpp(CppRuns& cpp) {
    cpp.programs.compile();
    Result result;
    for (const AsCpp& one : cpp.waiting)
        compare(result, one.name + " as C++", *one.run,
                cpp.programs.run(one.number, one.run->inputs), {one.run->tolerance});
    cpp.waiting.clear();
    return result.faults;
}

} // namespace

TEST_CASE("real graphs give the reference results after every transformation everywhere") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("the corpus of real graphs is missing");
    if (!test::canCompile())
        return;
    const bool isLong = std::getenv("MAPWRIGHT_LONG") != nullptr;
    std::size_t turn = 0;
    auto cpp = std::make_unique<CppRuns>();
    for (const Use& use : uses()) {
        if (!wanted("MAPWRIGHT_TRANSFORMATION", use.transformation))
            continue;
        std::size_t graphs = 0, steps = 0;
        for (const auto& graph : graphsOf(use, turn++, *root)) {
            const Result result = resultOf(use, graph, *cpp);
            if (std::getenv("MAPWRIGHT_TIMES"))
                std::cerr << fmt::format(
                    "{} {}: {} steps {:.1f} ms {}\n", use.transformation,
                    graph.lexically_relative(*root).string(), result.steps, 1e3 * result.seconds,
                    result.faults.empty() ? "right" : "WRONG " + result.faults);
            INFO(use.transformation << " on " << graph << "\n" << result.faults);
            CHECK(result.faults.empty());
            if (!isLong)
                CHECK(result.steps > 0);
            graphs += result.steps > 0 ? 1 : 0;
            steps += result.steps;
        }
        std::cerr << fmt::format("{}: {} graphs, {} steps\n", use.transformation, graphs, steps);
        if (isLong) { // hundreds of programs are not kept until the end
            CHECK(runAsCpp(*cpp) == "");
            cpp = std::make_unique<CppRuns>();
        }
    }
    CHECK(runAsCpp(*cpp) == "");
}

} // namespace transformed_corpus_test
