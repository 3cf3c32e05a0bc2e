// Assumptions: a match that lacks a proof applies when the user takes the missing condition for
// granted; the result carries the condition, and inputs that violate it are refused.

#include "core/analysis/assumed.h"
#include "core/analysis/raw_code.h"
#include "core/history/recipe.h"
#include "core/inputs/check_assumptions.h"
#include "core/inputs/scenario.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/clamped_read.h"
#include "tests/transforms/equivalence.h"
#include "transforms/framework/assume.h"
#include "transforms/framework/replay.h"

#include <chrono>

namespace assume_test {

using namespace mw;
using transforms::applyAt;

namespace {

const transforms::Transformation& fusion() {
    return *transforms::findTransformation("map-fusion-vertical");
}

transforms::Match onlyMatch(const ir::DocumentPtr& document) {
    const auto matches = fusion().find(document, {});
    REQUIRE(matches.size() == 1);
    return matches.front();
}

Expected<transforms::Application> fused(const ir::DocumentPtr& document, const char* assume) {
    Params params;
    if (*assume)
        params["assume"] = std::string(assume);
    return applyAt(fusion(), document, onlyMatch(document), params);
}

std::vector<std::string> assumed(const ir::Document& document) {
    return analysis::assumptionsOf(*document.root);
}

inputs::Scenario values(std::int64_t s) {
    inputs::Scenario scenario;
    scenario.symbols = {{"N", symbolic::Value::integer(7)}, {"S", symbolic::Value::integer(s)}};
    return scenario;
}

test::Outputs run(const ir::Document& document, std::int64_t s) {
    const auto inputs = test::inputsFor(*document.root, values(s).symbols);
    REQUIRE(inputs);
    const auto outputs = test::interpreted(document, *inputs);
    REQUIRE(outputs);
    return *outputs;
}

} // namespace

TEST_CASE("a refusal states the condition over the symbols that it lacks") {
    const auto document = test::clampedRead();
    const auto refused =
        fusion().check(document, onlyMatch(document), *transforms::completeParams(fusion(), {}));
    const auto* refusal = transforms::refusalOf(refused);
    REQUIRE(refusal);
    CHECK(refusal->unproven);
    CHECK(refusal->missingProof == "S <= 0"); // for all iterations: no 'i' in it
}

TEST_CASE("what is refused for a missing proof applies under an assumption") {
    const auto document = test::clampedRead();
    CHECK_FALSE(fused(document, ""));
    for (const char* assume : {"S <= 0", "S < 1; N >= 2", "S == -3", "stated"}) {
        CAPTURE(assume);
        const auto applied = fused(document, assume);
        REQUIRE(applied);
        const ir::Document& after = *applied->result.document;
        REQUIRE(assumed(after).size() == 1); // that of N is not needed
        CHECK(applied->params.at("assume") == ParamValue(assumed(after).front()));
        CHECK_FALSE(test::firstDifference(run(after, -3), run(*document, -3)));
    }
}

TEST_CASE("a program refuses inputs that violate what it was rewritten for") {
    const auto applied = fused(test::clampedRead(), "S <= 0");
    REQUIRE(applied);
    const ir::Sdfg& program = *applied->result.document->root;
    CHECK(inputs::checkAssumptions(program, values(0)));
    const auto refused = inputs::checkAssumptions(program, values(2));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "assumption-violated");
    CHECK(refused.error().sentence ==
          "clamped was rewritten for runs with S <= 0, and here S is 2; run it with other values, "
          "or take the variant from before that step");
    CHECK(test::firstDifference(run(*applied->result.document, 2), run(*test::clampedRead(), 2)));
    CHECK_FALSE(inputs::checkAssumptions(program, {}));
}

TEST_CASE("an assumption about nothing that never holds is refused in a whole sentence") {
    ir::Sdfg program = *test::clampedRead()->root;
    program.globalCode[std::string(analysis::kAssumptionsFile)] = {"1/0 == 0",
                                                                   ir::Language::Python};
    const auto refused = inputs::checkAssumptions(program, values(0));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().sentence.find("and here that never holds; run it") != std::string::npos);
}

TEST_CASE("an assumption that is not needed leaves no trace") {
    const auto document = test::clampedRead();
    const auto text = ir::dump(*document->root);
    const auto at = text.find("Max(S, i)");
    REQUIRE(at != std::string::npos);
    const auto parsed =
        ir::parseDump(text.substr(0, at) + std::string(1, 'i') + text.substr(at + 9));
    REQUIRE(parsed);
    const auto applied = fused(*parsed, "S <= 0");
    REQUIRE(applied);
    CHECK_FALSE(applied->params.contains("assume"));
    CHECK(assumed(*applied->result.document).empty());
}

TEST_CASE("only conditions on integer arguments can be assumed") {
    const auto document = test::clampedRead();
    for (const auto& [assume, why] : {std::pair{"S", "it is no condition"},
                                      {"i <= 0", "'i' is no argument alone"},
                                      {"Q <= 0", "clamped has no symbol 'Q'"},
                                      {"x <= 0", "'x' is no argument alone"},
                                      {"S <= ", "cannot be assumed"},
                                      {"S <= 0; S >= 1", "never holds with what is assumed"}}) {
        CAPTURE(assume);
        const auto applied = fused(document, assume);
        REQUIRE_FALSE(applied);
        CHECK(applied.error().code == "bad-assumption");
        CHECK(applied.error().sentence.find(why) != std::string::npos);
    }
}

TEST_CASE("a condition that is said a thousand times is proven with once") {
    std::string assume;
    for (int i = 0; i < 4000; ++i)
        assume += "S <= 0; ";
    const auto start = std::chrono::steady_clock::now();
    const auto applied = fused(test::clampedRead(), assume.c_str());
    REQUIRE(applied);
    CHECK(assumed(*applied->result.document) == std::vector<std::string>{"S <= 0"});
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20)); // it was minutes
}

TEST_CASE("everywhere: what needs an assumption comes last, and is kept by what follows") {
    const auto steps = transforms::applyEverywhere(fusion(), test::clampedRead(),
                                                   {{"assume", std::string("stated")}});
    REQUIRE(steps);
    REQUIRE(steps->size() == 1);
    CHECK(assumed(*steps->back().result.document) == std::vector<std::string>{"S <= 0"});
    const auto bad = transforms::applyEverywhere(fusion(), test::clampedRead(),
                                                 {{"assume", std::string("Q > 0")}});
    REQUIRE_FALSE(bad);
    CHECK(bad.error().code == "bad-assumption");
}

TEST_CASE("a recorded assumption is replayed, to the same bytes") {
    const auto document = test::clampedRead();
    const auto step = transforms::applyRecorded(fusion(), document, onlyMatch(document),
                                                {{"assume", std::string("stated")}});
    REQUIRE(step);
    const auto recipe = history::parseRecipe(history::toJson(history::Recipe{"p", {step->record}}));
    REQUIRE(recipe);
    const auto again = transforms::replay(document, recipe->steps.front());
    REQUIRE(again);
    CHECK(io::writeSdfg(*again->result.document).value() ==
          io::writeSdfg(*step->result.document).value());
    CHECK(history::toJson(again->record) == history::toJson(step->record));
}

TEST_CASE("a file carries its assumptions, and they are no code to agree to") {
    const auto applied = fused(test::clampedRead(), "S <= 0");
    REQUIRE(applied);
    const auto read = io::readSdfg(io::writeSdfg(*applied->result.document).value());
    REQUIRE(read);
    CHECK(assumed(**read) == std::vector<std::string>{"S <= 0"});
    CHECK(analysis::rawCode(*(*read)->root).empty());
}

} // namespace assume_test
