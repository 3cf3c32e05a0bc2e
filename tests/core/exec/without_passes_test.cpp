// Real graphs give the reference results without any one of the passes that can be left out, and
// without all of them, with their kernels as they are on a device: levels of a thread, loads and
// gathers ahead. A few graphs always; all optimised ones with MAPWRIGHT_LONG (MAPWRIGHT_ONLY: part
// of the path). Random programs without some of the passes are in random_programs_test.cpp.

#include "core/codegen/launch/gathers_ahead.h"
#include "core/codegen/launch/prefetch_loops.h"
#include "core/codegen/launch/schedule_levels.h"
#include "tests/support/catch.h"
#include "tests/support/compiled_programs.h"
#include "tests/support/corpus.h"
#include "tests/support/scenario_run.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <set>

namespace without_passes_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

using Passes = std::set<std::string, std::less<>>;

/// Both generations; gathers, branches, columns that are scanned, loops over neighbours.
constexpr std::array kUsual = {
    "gt4py-1.0.9/calculate_nabla4/optimized.sdfgz",
    "gt4py-1.0.9/compute_advection_in_vertical_momentum_equation/optimized.sdfgz",
    "gt4py-1.2.1/apply_diffusion_to_theta_and_exner/static-initial.sdfgz",
    "gt4py-1.2.1/apply_diffusion_to_vn/static-optimized.sdfgz",
    "gt4py-1.2.1/compute_advection_in_horizontal_momentum/static-optimized.sdfgz",
    "gt4py-1.2.1/vertically_implicit_solver_at_predictor_step/static-optimized.sdfgz",
};

/// No graph divides by a literal in a place of its own, or has a map of three dimensions: these
/// passes are seen in unit tests alone.
constexpr std::array kNothingToDo = {"collapse-loops", "divide-by-constants"};

std::vector<fs::path> chosenGraphs(const fs::path& corpus) {
    if (!std::getenv("MAPWRIGHT_LONG"))
        return {kUsual.begin(), kUsual.end()};
    std::vector<fs::path> graphs;
    const char* only = std::getenv("MAPWRIGHT_ONLY");
    for (const auto& graph : test::graphsBelow(corpus)) {
        const std::string stage = graph.stem().string();
        if ((stage == "optimized" || stage == "static-optimized") &&
            fs::exists(graph.parent_path() / "reference.npz") &&
            (!only || graph.string().find(only) != std::string::npos))
            graphs.push_back(graph.lexically_relative(corpus));
    }
    // One that is as it was lowered: what was optimised leaves some passes nothing to do.
    for (const char* usual : kUsual)
        if (!only && std::ranges::find(graphs, fs::path(usual)) == graphs.end())
            graphs.emplace_back(usual);
    return graphs;
}

/// Each of the passes alone; none; all.
std::vector<Passes> waysToLower() {
    std::vector<Passes> ways = {{}};
    Passes all;
    for (const codegen::PassInfo& pass : codegen::passList())
        if (pass.needed.empty()) {
            ways.push_back({std::string(pass.name)});
            all.emplace(pass.name);
        }
    ways.push_back(all);
    return ways;
}

/// Launches that make use of what the passes allow, however small the program is.
codegen::Choices smallRuns(const codegen::Plan& plan) {
    codegen::Choices choices;
    for (const codegen::Kernel& kernel : plan.kernels) {
        if (kernel.facts.maySchedule)
            choices[kernel.name].levelsPerThread = 3;
        if (kernel.facts.prefetchableLoads > 0)
            choices[kernel.name].prefetch = 2;
        if (kernel.facts.gathersWait)
            choices[kernel.name].gathersAhead = true;
    }
    return choices;
}

codegen::Choices tiles(const codegen::Plan& plan) {
    codegen::Choices choices;
    for (const codegen::Kernel& kernel : plan.kernels)
        if (kernel.facts.sharesGathers)
            choices[kernel.name].tiles = true;
    return choices;
}

struct Lowered {
    codegen::Plan plan; ///< kernels as they are on a device
    std::string text;   ///< of the device and of the CPU
    std::string all;    ///< that, and what the host does
};
Lowered lowered(const test::ScenarioRun& run, const Passes& without) {
    codegen::LowerOptions options;
    options.constants = run.inputs.symbols;
    options.without = without;
    auto plan = codegen::lower(*run.document, options);
    REQUIRE(plan);
    REQUIRE(codegen::chooseLaunches(*plan, {}));
    Lowered result{*plan, codegen::print(*plan, codegen::Target::cuda).text, {}};
    REQUIRE(codegen::chooseLaunches(*plan, {}, tiles(*plan)));
    result.text += codegen::print(*plan, codegen::Target::cuda).text;
    REQUIRE(codegen::chooseLaunches(*plan, {}, smallRuns(*plan)));
    result.text += codegen::print(*plan, codegen::Target::cuda).text;
    for (codegen::Kernel& kernel : plan->kernels)
        kernel = codegen::prefetched(codegen::scheduled(codegen::withGathersAhead(kernel)));
    result.text += codegen::print(*plan, codegen::Target::cpu).text;
    result.all = result.text + codegen::toJson(*plan);
    result.plan = std::move(*plan);
    return result;
}

/// Lowers in every way, compiles, runs, compares; adds the passes that made a difference to the
/// text. Without one that makes none it is the same program.
void compareAll(const fs::path& graph, const test::ScenarioRun& run, Passes& seen) {
    test::CompiledPrograms programs;
    std::string usual, usualAll;
    std::vector<std::pair<Passes, std::size_t>> compiled;
    for (const Passes& without : waysToLower()) {
        Lowered one = lowered(run, without);
        if (without.empty())
            usual = one.text, usualAll = one.all;
        else if (without.size() == 1 && one.text != usual)
            seen.insert(*without.begin());
        if (without.empty() || one.all != usualAll)
            compiled.emplace_back(without, programs.add(std::move(one.plan), *run.document->root));
    }
    programs.compile();
    for (const auto& [without, number] : compiled) {
        const auto got = programs.run(number, run.inputs);
        const auto problem =
            got ? test::firstDifference(*got, *run.expected, {run.tolerance}).value_or("")
                : toString(got.error());
        INFO(graph << " without "
                   << (without.size() > 1 ? "all"
                       : without.empty()  ? "none"
                                          : *without.begin()));
        CHECK(problem == "");
    }
}

} // namespace

TEST_CASE("real graphs give the reference results without any of the passes") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("the corpus of real graphs is missing");
    if (!test::canCompile())
        return;
    Passes seen;
    const auto graphs = chosenGraphs(*root);
    for (const fs::path& graph : graphs) {
        const auto folder = *root / graph.parent_path();
        const auto run =
            test::readRun(*root / graph, folder / "reference.json", folder / "reference.npz");
        REQUIRE(run);
        compareAll(graph, *run, seen);
    }
    std::cerr << graphs.size() << " graphs without passes\n";
    for (const Passes& one : waysToLower()) {
        if (one.size() != 1 || std::getenv("MAPWRIGHT_ONLY") ||
            std::ranges::find(kNothingToDo, *one.begin()) != kNothingToDo.end())
            continue;
        INFO(*one.begin()); // each makes a difference to some of the kernels
        CHECK(seen.contains(*one.begin()));
    }
}

} // namespace without_passes_test
