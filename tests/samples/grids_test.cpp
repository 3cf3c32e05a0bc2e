// The ladder's programs on grids other than the torus: with pentagons, and with a boundary beyond
// which neighbours are missing (-1). Interpreter, C++ and the references from the formulas agree.

#include "core/inputs/check_inputs.h"
#include "core/inputs/scenario.h"
#include "samples/builder/lower.h"
#include "tests/samples/references.h"
#include "tests/samples/rungs.h"
#include "tests/support/compiled_programs.h"

#include <algorithm>
#include <cmath>

namespace grids_test {

using namespace mw;
using samples::Generation;

namespace {

/// A program with inputs made for a grid.
struct Run {
    ir::DocumentPtr document;
    inputs::Scenario scenario;
    test::RunInputs inputs;
    std::string refusal; ///< of its inputs; empty: none
};

/// What the program's own scenario says on this grid, begun where the limited area's rows allow.
Run runOn(const samples::Program& program, const std::string& gridText, std::int64_t start) {
    const auto document = samples::lower(program, Generation::gt4py121);
    REQUIRE(document.has_value());
    const auto grid = inputs::resolved(*inputs::parseGrid(gridText));
    INFO((grid ? std::string() : grid.error().sentence));
    REQUIRE(grid.has_value());
    auto given = program.scenario(*grid);
    given.symbols["horizontal_start"] = symbolic::Value::integer(start);
    auto scenario = inputs::completeScenario(*(*document)->root, given);
    INFO((scenario ? std::string() : toString(scenario.error())));
    REQUIRE(scenario.has_value());
    Run run{*document, *scenario, {scenario->symbols, {}}, {}};
    inputs::HostArrays arrays;
    for (const auto& [name, input] : scenario->arrays) {
        arrays[name] = *inputs::makeArray(name, input, scenario->grid);
        const auto& made = arrays[name];
        run.inputs.arrays[name] = {made.type, made.shape,
                                   std::make_shared<const std::vector<std::byte>>(made.bytes)};
    }
    const auto checked = inputs::checkInputs(*(*document)->root, *scenario, arrays);
    run.refusal = checked ? "" : checked.error().sentence;
    return run;
}

/// Where icon4py begins such programs in a limited area: behind row 4, of vertices behind row 1.
std::int64_t behindBoundary(const samples::Program& program, const std::string& gridText) {
    const auto mesh = *inputs::meshOf(*inputs::parseGrid(gridText));
    const auto rows = [&](grid::Element element, std::int32_t row) {
        return grid::firstFromRow(mesh->rowsOf(element), row);
    };
    if (program.horizontal() == samples::Vertex)
        return rows(grid::Element::vertex, 2);
    return rows(program.horizontal() == samples::Cell ? grid::Element::cell : grid::Element::edge,
                5);
}

bool hasMissing(const Run& run) {
    return std::ranges::any_of(run.inputs.arrays, [](const auto& entry) {
        if (entry.second.type != ir::ScalarType::int32)
            return false;
        const auto* values = reinterpret_cast<const std::int32_t*>(entry.second.bytes->data());
        return std::ranges::count(std::span(values, entry.second.bytes->size() / 4), -1) > 0;
    });
}

/// Runs in the interpreter and on the C++ back end.
void checkBothWays(const std::vector<std::pair<Run, test::Reference>>& runs) {
    test::CompiledPrograms programs;
    for (const auto& [run, reference] : runs) {
        INFO(run.scenario.program);
        test::checkSame(test::interpreted(*run.document, run.inputs),
                        test::outputsOf(reference, run.inputs));
        programs.add(*run.document);
    }
    if (!test::canCompile())
        return;
    programs.compile();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        INFO(runs[i].first.scenario.program);
        test::checkSame(programs.run(i, runs[i].first.inputs),
                        test::outputsOf(runs[i].second, runs[i].first.inputs));
    }
}

} // namespace

TEST_CASE("rungs compute their equations on a sphere with pentagons, however it is numbered") {
    std::vector<std::pair<Run, test::Reference>> runs;
    for (const auto& rung : samples::ladder())
        for (const char* grid :
             {"icosahedral:R01B01,10", "icosahedral:R01B01,10,numbering=hilbert"}) {
            const auto program = rung.make();
            runs.emplace_back(runOn(program, grid, 0), test::referenceFor(program.name()));
            INFO(program.name());
            REQUIRE(runs.back().first.refusal == "");
        }
    checkBothWays(runs);
}

TEST_CASE("rungs compute their equations beside missing neighbours that they do not read") {
    const std::string grid = "limited:R01B03,50,10";
    std::vector<std::pair<Run, test::Reference>> runs;
    int withMissing = 0;
    std::vector<std::string> refused;
    for (const auto& rung : samples::ladder()) {
        const auto program = rung.make();
        auto run = runOn(program, grid, behindBoundary(program, grid));
        withMissing += hasMissing(run) ? 1 : 0;
        if (run.refusal.empty()) {
            runs.emplace_back(std::move(run), test::referenceFor(program.name()));
            continue;
        }
        refused.emplace_back(rung.number);
        INFO(run.refusal);
        CHECK((run.refusal.find("is -1, a missing neighbour, and no condition around the access "
                                "excludes it") != std::string::npos ||
               run.refusal.find("which can be -1 to") != std::string::npos));
    }
    CHECK(withMissing >= 6);
    // What is read through a second table is computed everywhere, the boundary's rows included.
    CHECK(refused == std::vector<std::string>{"08", "09", "11"});
    checkBothWays(runs);
}

TEST_CASE("rungs compute their equations in a limited area with replaced skip values") {
    const std::string grid = "limited:R01B03,50,10,skip-values=replaced";
    std::vector<std::pair<Run, test::Reference>> runs;
    for (const auto& rung : samples::ladder()) {
        const auto program = rung.make();
        runs.emplace_back(runOn(program, grid, behindBoundary(program, grid)),
                          test::referenceFor(program.name()));
        INFO(program.name());
        REQUIRE(runs.back().first.refusal == "");
        CHECK_FALSE(hasMissing(runs.back().first));
    }
    checkBothWays(runs);
}

TEST_CASE(
    "the scenario of a rung has neighbours that are missing, at its boundary and at pentagons") {
    const auto run = test::runOf(samples::ladder().back(), Generation::gt4py121);
    const test::Columns in(run.inputs);
    int pentagons = 0;
    int boundary = 0;
    for (std::int64_t v = 0; v < in.bound("horizontal_end"); ++v) {
        int missing = 0;
        for (std::int64_t i = 0; i < 6; ++i)
            missing += in.neighbour("V2E", v, i) < 0 ? 1 : 0;
        pentagons += missing == 1 ? 1 : 0;
        boundary += missing > 1 ? 1 : 0;
    }
    CHECK(pentagons > 0);
    CHECK(boundary > 0);
}

TEST_CASE("a sum over edges of vertices leaves out what pentagons and boundaries lack") {
    const auto program = samples::interpolateToVertices();
    std::vector<std::pair<Run, test::Reference>> runs;
    for (const char* grid : {"icosahedral:R01B02,10", "limited:R01B03,50,10",
                             "limited:R01B03,50,10,numbering=random"}) {
        runs.emplace_back(runOn(program, grid, 0), test::referenceFor(program.name()));
        INFO(grid);
        REQUIRE(runs.back().first.refusal == "");
        REQUIRE(hasMissing(runs.back().first));
    }
    checkBothWays(runs);
}

TEST_CASE("lists with skip values are lowered as GT4Py does") {
    const auto text = samples::graphText(samples::interpolateToVertices(), Generation::gt4py121);
    INFO(text);
    const auto contains = [&](const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(contains("`__tlet_val = (__tlet_field[(__tlet_index - __p_e_in_Edge_range_0)] if "
                   "(__tlet_index != -1) else math.nan)`"));
    CHECK(contains("if (__tlet_neighbor_idx != -1) else math.nan)`"));
    CHECK(contains("reduce_with_skip_values.ReduceWithSkipValues"));
    CHECK(contains("with input_conn = `\"_in\"`"));
    CHECK(contains("with mask_conn = `\"_mask\"`"));
    CHECK(contains("._mask : gt_conn_V2E[i_Vertex_gtx_horizontal - (0), 0:6]"));
}

} // namespace grids_test
