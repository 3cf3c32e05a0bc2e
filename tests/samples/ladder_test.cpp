// The ladder of samples: its files are what the builder writes, valid, and compute their equations,
// in the interpreter and on the C++ back end, as references written from the formulas say.

#include "core/inputs/scenario.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/index.h"
#include "core/validate/validate.h"
#include "samples/builder/lower.h"
#include "tests/samples/references.h"
#include "tests/samples/rungs.h"
#include "tests/support/compiled_programs.h"

#include <algorithm>

namespace ladder_test {

using namespace mw;
using samples::Generation;
using test::runOf;
using test::sample;

namespace {

test::Outputs referenceOf(const samples::Rung& rung, const test::RunInputs& inputs) {
    const auto reference = test::referenceFor(rung.make().name());
    REQUIRE(reference != nullptr);
    return test::outputsOf(reference, inputs);
}

} // namespace

TEST_CASE("the files of the ladder are what make_samples writes") {
    for (const auto& rung : samples::ladder()) {
        INFO(samples::folderOf(rung));
        for (const auto generation : samples::generationsOf(rung)) {
            const auto made = samples::sdfgText(rung.make(), generation);
            INFO((made ? std::string() : toString(made.error())));
            REQUIRE(made.has_value());
            const auto there = io::readSdfgFile(sample(samples::graphFile(rung, generation)));
            REQUIRE(there.has_value());
            const auto text = io::writeSdfg(**there);
            REQUIRE(text.has_value());
            CHECK((*text == *made));
            const auto packed = io::readFile(sample(samples::graphFile(rung, generation)));
            REQUIRE((packed.has_value() && io::isGzip(*packed)));
            CHECK((io::gunzip(*packed, 2 * made->size()) == *made));        // byte by byte
            CHECK((packed->substr(0, 9) == io::gzip(*made)->substr(0, 9))); // neither name nor time
            const auto scenario = io::readFile(sample(samples::scenarioFile(rung, generation)));
            REQUIRE(scenario.has_value());
            CHECK(*scenario == samples::scenarioText(rung));
        }
    }
}

TEST_CASE("graphs of the ladder are valid") {
    for (const auto& rung : samples::ladder())
        for (const auto generation : samples::generationsOf(rung)) {
            INFO(samples::graphFile(rung, generation).string());
            const auto document = samples::lower(rung.make(), generation);
            REQUIRE(document.has_value());
            for (const auto& finding : validate::validate(ir::DocumentIndex(*document)))
                if (finding.severity == Severity::error)
                    FAIL_CHECK(toString(finding));
        }
}

TEST_CASE("rungs compute their equations in the interpreter") {
    for (const auto& rung : samples::ladder())
        for (const auto generation : samples::generationsOf(rung)) {
            INFO(samples::graphFile(rung, generation).string());
            const auto run = runOf(rung, generation);
            test::checkSame(test::interpreted(*run.document, run.inputs),
                            referenceOf(rung, run.inputs));
        }
}

TEST_CASE("rungs compute their equations on the C++ back end") {
    if (!test::canCompile())
        return;
    test::CompiledPrograms programs;
    std::vector<test::ScenarioRun> runs;
    for (const auto& rung : samples::ladder())
        for (const auto generation : samples::generationsOf(rung)) {
            runs.push_back(runOf(rung, generation));
            programs.add(*runs.back().document);
        }
    programs.compile();
    std::size_t n = 0;
    for (const auto& rung : samples::ladder())
        for (const auto generation : samples::generationsOf(rung)) {
            INFO(samples::graphFile(rung, generation).string());
            const auto& inputs = runs[n].inputs;
            test::checkSame(programs.run(n++, inputs), referenceOf(rung, inputs));
        }
}

TEST_CASE("rungs compute what DaCe made of icon4py's programs") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("the corpus of real graphs is missing");
    int compared = 0;
    for (const auto& rung : samples::ladder())
        for (const auto generation : samples::generationsOf(rung)) {
            const auto folder =
                *corpus / (generation == Generation::gt4py109 ? "gt4py-1.0.9" : "gt4py-1.2.1") /
                rung.make().name();
            if (!std::filesystem::exists(folder / "reference.json"))
                continue;
            INFO(folder.string());
            // With a mask of the steep points beside their coefficients it is another program.
            const auto given = inputs::readScenario(folder / "reference.json");
            REQUIRE(given.has_value());
            if (given->arrays.contains("mask"))
                continue;
            const auto run = test::readRun(sample(samples::graphFile(rung, generation)),
                                           folder / "reference.json", folder / "reference.npz");
            INFO((run ? std::string() : toString(run.error())));
            REQUIRE(run.has_value());
            const auto got = test::interpreted(*run->document, run->inputs);
            INFO((got ? std::string() : toString(got.error())));
            REQUIRE(got.has_value());
            test::Outputs expected;
            for (const auto& [name, array] : *got)
                if (const auto known = run->expected->find(name); known != run->expected->end())
                    expected[name] = known->second;
            REQUIRE_FALSE(expected.empty());
            CHECK(test::firstDifference(*got, expected, {run->tolerance}).value_or("") == "");
            ++compared;
        }
    CHECK(compared == 13);
}

} // namespace ladder_test
