// Pipelines on GT4Py's programs as they were lowered: the default one comes to no more kernels and
// no more bytes than GT4Py's optimiser, with the reference results, and says the same twice.

#include "app/workbench/optimise.h"
#include "app/workbench/specialise_values.h"
#include "core/analysis/figures.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/scenario_run.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace pipelines_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

/// Those of the corpus of which both the lowered and the optimised graph are there, specialised.
std::vector<fs::path> programs(const fs::path& corpus) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(corpus / "gt4py-1.2.1"))
        if (fs::exists(entry.path() / "bench-static-initial.sdfgz") &&
            fs::exists(entry.path() / "bench-static-optimized.sdfgz"))
            found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

/// Every fourth of them, all with MAPWRIGHT_LONG.
std::vector<fs::path> someOf(const std::vector<fs::path>& programs) {
    std::vector<fs::path> some;
    for (std::size_t i = 0; i < programs.size(); i += std::getenv("MAPWRIGHT_LONG") ? 1 : 4)
        some.push_back(programs[i]);
    return some;
}

/// With its arrays, but for the large scenario, of which only the sizes are asked for.
test::ScenarioRun runOf(const fs::path& folder, const std::string& stage,
                        const std::string& scenario) {
    const auto graph = folder / (stage + ".sdfgz"), file = folder / (scenario + ".json");
    auto run = scenario == "bench" ? test::readSizes(graph, file)
                                   : test::readRun(graph, file, folder / (scenario + ".npz"));
    INFO(folder << " " << stage);
    REQUIRE(run.has_value());
    return std::move(*run);
}

workbench::Optimisation optimised(const test::ScenarioRun& run, const std::string& pipeline) {
    auto done = workbench::optimise(run.document, *transforms::findPipeline(pipeline),
                                    {.values = run.inputs.symbols});
    REQUIRE(done.has_value());
    return std::move(*done);
}

const ir::Document& lastOf(const test::ScenarioRun& run, const workbench::Optimisation& done) {
    return done.steps.empty() ? *run.document : *done.steps.back().result.document;
}

/// A graph, and what a pipeline makes of it.
struct End {
    test::ScenarioRun run;
    workbench::Optimisation done;
    std::optional<test::Outputs> interpreted = {};

    const ir::Document& last() const { return lastOf(run, done); }
    /// In the interpreter, with the inputs of the scenario.
    const test::Outputs& results() {
        if (!interpreted) {
            auto got = test::interpreted(last(), run.inputs);
            REQUIRE(got.has_value());
            interpreted = std::move(*got);
        }
        return *interpreted;
    }
};

/// Made once for all that looks at it. `specialised`: the values of the scenario are put in before.
End& endOf(const fs::path& folder, const std::string& stage, const std::string& scenario,
           const std::string& pipeline, bool specialised = false) {
    static std::map<std::string, End> ends;
    const auto key =
        fmt::format("{} {} {} {} {}", folder.string(), stage, scenario, pipeline, specialised);
    const auto known = ends.find(key);
    if (known != ends.end())
        return known->second;
    auto run = runOf(folder, stage, scenario);
    if (specialised) {
        if (workbench::openSymbols(*run.document->root).empty())
            return endOf(folder, stage, scenario, pipeline);
        const auto steps = workbench::specialise(
            run.document, {(folder / (scenario + ".json")).string(), {}, {}}, "");
        REQUIRE(steps.has_value());
        run.document = steps->back().result.document;
    }
    auto done = optimised(run, pipeline);
    return ends.emplace(key, End{std::move(run), std::move(done)}).first->second;
}

/// Whole words with an underscore in a file: what programs and their arrays are called.
std::set<std::string> names(const fs::path& file) {
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::set<std::string> found;
    std::string word;
    for (const char c : text + ' ')
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
            word += c;
        } else {
            if (word.find('_') != std::string::npos)
                found.insert(word);
            word.clear();
        }
    return found;
}

} // namespace

TEST_CASE("no rule names a program or an array of the corpus") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("the corpus of real graphs is missing");
    std::set<std::string> theirs;
    for (const auto& folder : programs(*corpus)) {
        theirs.insert(folder.filename().string());
        const auto run = runOf(folder, "static-initial", "reference");
        for (const auto& [name, data] : run.document->root->arrays)
            if (name.find('_') != std::string::npos)
                theirs.insert(name);
    }
    REQUIRE(theirs.contains("z_nabla2_e"));
    for (const char* part : {"core/codegen", "transforms", "app/workbench"})
        for (const auto& entry : fs::recursive_directory_iterator(test::sourceFile(part)))
            // which timers of the model are which programs is no rule
            if (entry.is_regular_file() && entry.path().parent_path().filename() != "timers")
                for (const auto& name : names(entry.path())) {
                    INFO(entry.path() << " names " << name);
                    CHECK_FALSE(theirs.contains(name));
                }
}

TEST_CASE("the default pipeline comes to no more kernels and bytes than GT4Py's optimiser") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("the corpus of real graphs is missing");
    std::int64_t ourBytes = 0, theirBytes = 0;
    for (const auto& folder : programs(*corpus)) {
        INFO(folder.filename());
        const auto gt4py = runOf(folder, "bench-static-optimized", "bench");
        const auto& end = endOf(folder, "bench-static-initial", "bench", "default");
        const auto ours = analysis::figures(end.last(), end.run.inputs.symbols);
        const auto theirs = analysis::figures(*gt4py.document, gt4py.inputs.symbols);
        REQUIRE(ours.bytes.has_value());
        REQUIRE(theirs.bytes.has_value());
        std::cerr << fmt::format("{}: {} steps, {} kernels, {:.1f} MB; GT4Py: {} and {:.1f}\n",
                                 folder.filename().string(), end.done.steps.size(), ours.kernels,
                                 static_cast<double>(*ours.bytes) / 1e6, theirs.kernels,
                                 static_cast<double>(*theirs.bytes) / 1e6);
        CHECK(ours.kernels <= theirs.kernels);
        CHECK(*ours.bytes <= *theirs.bytes);
        ourBytes += *ours.bytes;
        theirBytes += *theirs.bytes;
    }
    CHECK(static_cast<double>(ourBytes) <= 0.85 * static_cast<double>(theirBytes));
}

TEST_CASE("no program ends above its start or GT4Py's order, by prediction") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("the corpus of real graphs is missing");
    for (const auto& folder : programs(*corpus)) {
        INFO(folder.filename());
        const auto& end = endOf(folder, "bench-static-initial", "bench", "default");
        const auto theirs = optimised(end.run, "gt4py");
        CHECK(end.done.after.microseconds <= (1 + 1e-9) * theirs.after.microseconds);
        CHECK(end.done.after.microseconds <= end.done.before.microseconds);
        CHECK(end.done.forms.size() == 3);
    }
}

namespace {

/// Of both starts with all values of the scenario in them, optimised.
void checkSameEnd(const fs::path& folder, const std::string& one, const std::string& other,
                  const std::string& scenario, bool execute) {
    INFO(folder.filename() << ": " << one << " and " << other << " for " << scenario);
    auto& a = endOf(folder, one, scenario, "default", true);
    auto& b = endOf(folder, other, scenario, "default", true);
    const auto figuresOf = [](const End& end) {
        return analysis::figures(end.last(), end.run.inputs.symbols);
    };
    const auto ofA = figuresOf(a), ofB = figuresOf(b);
    REQUIRE(ofA.bytes.has_value());
    CHECK(ofA.kernels == ofB.kernels);
    CHECK(a.done.after.copies == b.done.after.copies);
    CHECK(ofA.bytes == ofB.bytes);
    if (!execute)
        return;
    for (const auto& [name, array] : *a.run.expected)
        CHECK(*a.results().at(name).bytes == *b.results().at(name).bytes);
    CHECK(test::firstDifference(a.results(), *a.run.expected, {a.run.tolerance}).value_or("") ==
          "");
}

} // namespace

TEST_CASE("with the same values in it a program comes to the same, whoever put them there") {
    // GT4Py compiles them in and infers domains anew; here `initial` is specialised to them
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("the corpus of real graphs is missing");
    for (const auto& folder : someOf(programs(*corpus)))
        checkSameEnd(folder, "initial", "static-initial", "reference", /*execute=*/true);
    for (const char* fits :
         {"apply_diffusion_to_vn", "calculate_nabla2_and_smag_coefficients_for_vn",
          "calculate_nabla4"}) // those that know no sizes of the small grid
        checkSameEnd(*corpus / "gt4py-1.2.1" / fits, "initial", "bench-static-initial", "bench",
                     /*execute=*/false);
}

TEST_CASE("what pipelines make of GT4Py's programs gives the reference results") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("the corpus of real graphs is missing");
    const auto all = programs(*corpus);
    const auto some = someOf(all);
    for (const auto& folder : all)
        for (const std::string pipeline : {"default", "gt4py"}) {
            if (pipeline == "gt4py" && std::ranges::find(some, folder) == some.end())
                continue;
            INFO(folder.filename() << " " << pipeline);
            auto& end = endOf(folder, "static-initial", "reference", pipeline);
            CHECK(test::firstDifference(end.results(), *end.run.expected, {end.run.tolerance})
                      .value_or("") == "");
        }
}

TEST_CASE("a pipeline ends where sizes are left open, and the results stay") {
    // split-consumer-memlet once cut pieces that are empty for all sizes, again and again
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("the corpus of real graphs is missing");
    const auto run =
        runOf(*corpus / "gt4py-1.0.9" /
                  "apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence",
              "initial", "reference");
    const auto done = optimised(run, "default");
    const auto got = test::interpreted(lastOf(run, done), run.inputs);
    REQUIRE(got.has_value());
    CHECK(test::firstDifference(*got, *run.expected, {run.tolerance}).value_or("") == "");
}

TEST_CASE("a pipeline makes the same of a program twice, to the byte") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("the corpus of real graphs is missing");
    const auto run = runOf(*corpus / "gt4py-1.2.1" / "apply_diffusion_to_theta_and_exner",
                           "bench-static-initial", "bench");
    const auto one = optimised(run, "default"), other = optimised(run, "default");
    CHECK(io::writeSdfg(lastOf(run, one)).value() == io::writeSdfg(lastOf(run, other)).value());
}

} // namespace pipelines_test
