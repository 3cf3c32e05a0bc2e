// Pipelines on GT4Py's programs as they were lowered: the default one comes to no more kernels and
// no more bytes than GT4Py's optimiser, with the reference results, and says the same twice.

#include "app/workbench/effect.h"
#include "app/workbench/optimise.h"
#include "app/workbench/specialise_values.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/scenario_run.h"

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <iostream>
#include <iterator>
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

test::ScenarioRun runOf(const fs::path& folder, const std::string& stage,
                        const std::string& scenario) {
    auto run = test::readRun(folder / (stage + ".sdfgz"), folder / (scenario + ".json"),
                             folder / (scenario + ".npz"));
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
        const auto run = runOf(folder, "bench-static-initial", "bench");
        const auto gt4py = runOf(folder, "bench-static-optimized", "bench");
        const auto done = optimised(run, "default");
        const auto ours = workbench::figures(lastOf(run, done), run.inputs.symbols);
        const auto theirs = workbench::figures(*gt4py.document, gt4py.inputs.symbols);
        REQUIRE(ours.kernelBytes.has_value());
        REQUIRE(theirs.kernelBytes.has_value());
        std::cerr << fmt::format("{}: {} steps, {} kernels, {:.1f} MB; GT4Py: {} and {:.1f}\n",
                                 folder.filename().string(), done.steps.size(), ours.kernels,
                                 static_cast<double>(*ours.kernelBytes) / 1e6, theirs.kernels,
                                 static_cast<double>(*theirs.kernelBytes) / 1e6);
        CHECK(ours.kernels <= theirs.kernels);
        CHECK(*ours.kernelBytes <= *theirs.kernelBytes);
        ourBytes += *ours.kernelBytes;
        theirBytes += *theirs.kernelBytes;
    }
    CHECK(static_cast<double>(ourBytes) <= 0.85 * static_cast<double>(theirBytes));
}

namespace {

/// A start of a program with all values of the scenario in it, optimised.
struct Optimised {
    test::ScenarioRun run;
    std::size_t kernels = 0, copies = 0;
    std::int64_t kernelBytes = 0;
    test::Outputs results;
};

Optimised fromStart(const fs::path& folder, const std::string& stage, const std::string& scenario,
                    bool execute) {
    Optimised end;
    end.run = runOf(folder, stage, scenario);
    if (!workbench::openSymbols(*end.run.document->root).empty()) {
        const auto steps = workbench::specialise(
            end.run.document, {(folder / (scenario + ".json")).string(), {}, {}}, "");
        REQUIRE(steps.has_value());
        end.run.document = steps->back().result.document;
    }
    const auto done = optimised(end.run, "default");
    const auto figures = workbench::figures(lastOf(end.run, done), end.run.inputs.symbols);
    REQUIRE(figures.kernelBytes.has_value());
    end.kernels = figures.kernels;
    end.copies = done.after.copies;
    end.kernelBytes = *figures.kernelBytes;
    if (execute) {
        auto got = test::interpreted(lastOf(end.run, done), end.run.inputs);
        REQUIRE(got.has_value());
        end.results = std::move(*got);
    }
    return end;
}

void checkSameEnd(const fs::path& folder, const std::string& one, const std::string& other,
                  const std::string& scenario, bool execute) {
    INFO(folder.filename() << ": " << one << " and " << other << " for " << scenario);
    const auto a = fromStart(folder, one, scenario, execute);
    const auto b = fromStart(folder, other, scenario, execute);
    CHECK(a.kernels == b.kernels);
    CHECK(a.copies == b.copies);
    CHECK(a.kernelBytes == b.kernelBytes);
    if (!execute)
        return;
    for (const auto& [name, array] : *a.run.expected)
        CHECK(*a.results.at(name).bytes == *b.results.at(name).bytes);
    CHECK(test::firstDifference(a.results, *a.run.expected, {a.run.tolerance}).value_or("") == "");
}

} // namespace

TEST_CASE("with the same values in it a program comes to the same, whoever put them there") {
    // GT4Py compiles them in and infers domains anew; here `initial` is specialised to them
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("the corpus of real graphs is missing");
    for (const auto& folder : programs(*corpus))
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
    for (const auto& folder : programs(*corpus))
        for (const std::string pipeline : {"default", "gt4py"}) {
            INFO(folder.filename() << " " << pipeline);
            const auto run = runOf(folder, "static-initial", "reference");
            const auto done = optimised(run, pipeline);
            const auto got = test::interpreted(lastOf(run, done), run.inputs);
            REQUIRE(got.has_value());
            CHECK(test::firstDifference(*got, *run.expected, {run.tolerance}).value_or("") == "");
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
