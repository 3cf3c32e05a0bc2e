// The recipes of the ladder: replayed, a rung computes the same, with the kernels and temporaries
// that the README says.

#include "app/workbench/steps.h"
#include "core/analysis/figures.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "tests/samples/references.h"
#include "tests/samples/rungs.h"
#include "tests/support/compiled_programs.h"
#include "transforms/framework/transformation.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace recipes_test {

using namespace mw;
using samples::Generation;
using test::runOf;
using test::sample;

namespace {

history::Recipe recipeOf(const samples::Rung& rung) {
    auto recipe = workbench::readRecipe(sample(samples::folderOf(rung)) / "recipe.json");
    INFO((recipe ? std::string() : toString(recipe.error())));
    REQUIRE(recipe.has_value());
    return std::move(*recipe);
}

void checkRight(const samples::Rung& rung, const test::RunInputs& inputs,
                const Expected<test::Outputs>& got) {
    INFO((got ? std::string() : toString(got.error())));
    REQUIRE(got.has_value());
    const test::Columns in(inputs);
    test::Columns out = in;
    test::referenceFor(rung.make().name())(in, out);
    CHECK(test::firstDifference(*got, out.run().arrays, {1e-12}).value_or("") == "");
}

ir::DocumentPtr last(const ir::DocumentPtr& begin, const std::vector<workbench::Step>& steps) {
    return steps.empty() ? begin : steps.back().result.document;
}

/// The line of a table that names the rung.
std::string rowOf(const std::string& readme, const std::string& folder) {
    const auto at = readme.find("](" + folder);
    REQUIRE(at != std::string::npos);
    const auto begin = readme.rfind('\n', at) + 1;
    return readme.substr(begin, readme.find('\n', at) - begin);
}

/// What samples/regenerate.py writes: a step to a line.
std::string compact(const std::string& recipe) {
    using Json = nlohmann::ordered_json;
    Json head = Json::parse(recipe);
    std::string steps;
    for (const Json& step : head.at("steps"))
        steps += (steps.empty() ? "" : ",\n") + step.dump(-1, ' ', true);
    head.erase("steps");
    std::string text = head.dump(-1, ' ', true);
    text.pop_back();
    return text + ",\"steps\":[\n" + steps + "\n]}\n";
}

} // namespace

TEST_CASE("the recipes of the ladder are what regenerate.py writes") {
    const auto order = workbench::readOrder(sample("gpu.order"));
    REQUIRE(order.has_value());
    for (const auto& rung : samples::ladder()) {
        INFO(samples::folderOf(rung));
        const auto read = io::readSdfgFile(sample(samples::graphFile(rung, Generation::gt4py121)));
        REQUIRE(read.has_value());
        auto steps = workbench::applyInOrder(*order, *read);
        INFO((steps ? std::string() : toString(steps.error())));
        REQUIRE(steps.has_value());
        history::History history(*read);
        workbench::add(history, std::move(*steps));
        const auto there = io::readFile(sample(samples::folderOf(rung)) / "recipe.json");
        REQUIRE(there.has_value());
        const bool same = *there == compact(history::recipe(history, history.current().id));
        CHECK(same); // else samples/regenerate.py
    }
}

TEST_CASE("replayed recipes compute the same with as many kernels as the README says") {
    const auto readme = io::readFile(sample("README.md"));
    REQUIRE(readme.has_value());
    test::CompiledPrograms programs;
    std::vector<test::RunInputs> inputs;
    for (const auto& rung : samples::ladder()) {
        INFO(samples::folderOf(rung));
        const auto run = runOf(rung, Generation::gt4py121);
        const auto steps = workbench::replay(run.document, recipeOf(rung));
        const auto misfit = workbench::misfitOf(steps);
        CHECK((misfit ? misfit->sentence : "") == "");
        const auto result = last(run.document, workbench::doneOf(steps));
        checkRight(rung, run.inputs, test::interpreted(*result, run.inputs));
        const auto before = analysis::figures(*run.document, run.inputs.symbols);
        const auto after = analysis::figures(*result, run.inputs.symbols);
        const auto row = rowOf(*readme, samples::folderOf(rung));
        INFO(row);
        const auto figures = fmt::format("| {} → {} | {} → {} |", before.kernels, after.kernels,
                                         before.temporaries, after.temporaries);
        CHECK(row.substr(row.size() - std::min(row.size(), figures.size())) == figures);
        programs.add(*result);
        inputs.push_back(run.inputs);
    }
    if (!test::canCompile())
        return;
    programs.compile();
    for (std::size_t n = 0; n < inputs.size(); ++n) {
        INFO(samples::folderOf(samples::ladder()[n]) << " on the C++ back end");
        checkRight(samples::ladder()[n], inputs[n], programs.run(n, inputs[n]));
    }
}

TEST_CASE("what a sum with skip values reads may lie in memory in any order") {
    const auto& rung = samples::ladder().back(); // the only one with such sums
    const auto run = runOf(rung, Generation::gt4py121);
    const auto* strides = transforms::findTransformation("temporary-strides");
    REQUIRE(strides);
    const auto moved = workbench::applyEverywhere(*strides, run.document, {});
    REQUIRE(moved.has_value());
    CHECK(moved->size() == 6);
    checkRight(rung, run.inputs, test::interpreted(*last(run.document, *moved), run.inputs));
}

TEST_CASE(
    "recipes of the newer generation's graphs are right on those of the older, step by step") {
    for (const auto& rung : samples::ladder()) {
        if (!rung.inBoth)
            continue;
        INFO(samples::folderOf(rung));
        const auto run = runOf(rung, Generation::gt4py109);
        const auto steps =
            workbench::replay(run.document, recipeOf(rung), workbench::OnMisfit::skip);
        const auto done = workbench::doneOf(steps);
        CHECK_FALSE(done.empty());
        checkRight(rung, run.inputs, test::interpreted(*last(run.document, done), run.inputs));
    }
}

} // namespace recipes_test
