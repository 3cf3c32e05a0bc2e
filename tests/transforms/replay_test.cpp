// Recorded steps done again: on the same document by id, on another one by structure, with a
// sentence where that is not possible.

#include "core/analysis/analysis.h"
#include "core/history/recipe.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "core/ir/equality.h"
#include "core/validate/validate.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "transforms/framework/choose.h"
#include "transforms/framework/replay.h"

#include <fmt/format.h>

namespace replay_test {

using namespace mw;

namespace {

/// Two maps, the second of which reads what the first writes: `x` -> `t` -> `y`.
std::string chain(const std::string& x, const std::string& t, const std::string& y, int first,
                  const std::string& index = "i") {
    const auto n = [&](int i) { return "n" + std::to_string(first + i); };
    return fmt::format("    {0} = access {x}\n    {1} = map m [i = 0:N] -> {3}\n"
                       "    {2} = tasklet a `out = (a + 1.0)`\n    {3} = exit {1}\n"
                       "    {4} = access {t}\n    {5} = map k [i = 0:N] -> {7}\n"
                       "    {6} = tasklet b `out = (a + 2.0)`\n    {7} = exit {5}\n"
                       "    {8} = access {y}\n"
                       "    {0} -> {1}.IN_x : {x}[0:N]\n    {1}.OUT_x -> {2}.a : {x}[i]\n"
                       "    {2}.out -> {3}.IN_t : {t}[i]\n    {3}.OUT_t -> {4} : {t}[0:N]\n"
                       "    {4} -> {5}.IN_t : {t}[0:N]\n    {5}.OUT_t -> {6}.a : {t}[{index}]\n"
                       "    {6}.out -> {7}.IN_y : {y}[i]\n    {7}.OUT_y -> {8} : {y}[0:N]\n",
                       n(0), n(1), n(2), n(3), n(4), n(5), n(6), n(7), n(8), fmt::arg("x", x),
                       fmt::arg("t", t), fmt::arg("y", y), fmt::arg("index", index));
}

ir::DocumentPtr program(const std::string& names, const std::string& body) {
    std::string text = "sdfg p {\n  symbols N:int32\n";
    for (const char name : names)
        text += fmt::format("  array {} float64 [N]{}\n", name,
                            name >= 's' && name <= 'v' ? " transient" : "");
    const auto document = ir::parseDump(text + "  state s {\n" + body + "  }\n}\n");
    REQUIRE(document);
    return *document;
}

const transforms::Transformation& fusion() {
    return *transforms::findTransformation("map-fusion-vertical");
}

/// The fusion at its n-th place.
transforms::RecordedStep fused(const ir::DocumentPtr& document, std::size_t place = 0) {
    const auto matches = fusion().find(document, {});
    REQUIRE(matches.size() > place);
    auto step = transforms::applyRecorded(fusion(), document, matches[place], {});
    REQUIRE(step.has_value());
    return std::move(*step);
}

std::string errorOf(const ir::DocumentPtr& document, const history::Record& record) {
    const auto step = transforms::replay(document, record);
    REQUIRE_FALSE(step.has_value());
    return step.error().code;
}

} // namespace

TEST_CASE("a record holds every parameter, given or not") {
    const auto step = fused(program("xty", chain("x", "t", "y", 0)));
    const auto& record = std::get<history::TransformationRecord>(step.record);
    CHECK(record.params == *transforms::completeParams(fusion(), {}));
    CHECK(record.site.label == "m -> t -> k");
    REQUIRE(record.site.elements().size() == 3);
    CHECK(record.site.elements()[0].kind == "map exit");
    CHECK(record.site.elements()[0].label == "m");
    CHECK(record.site.elements()[0].writes == "t");
}

TEST_CASE("on the same document a step is done at the same elements") {
    const auto document = program("xtyuz", chain("x", "t", "y", 0) + chain("x", "u", "z", 9));
    for (const std::size_t place : {0U, 1U}) {
        const auto step = fused(document, place);
        const auto again = transforms::replay(document, step.record);
        REQUIRE(again.has_value());
        CHECK(ir::equivalent(*again->result.document->root, *step.result.document->root));
    }
}

TEST_CASE("in a file that was exported again a step finds its place by structure") {
    const auto document = program("xtyuz", chain("x", "t", "y", 0) + chain("x", "u", "z", 9));
    // The chains change places, and the temporaries names.
    const auto exported = program("zyvsx", chain("x", "v", "z", 0) + chain("x", "s", "y", 9));
    const auto step = fused(document, 1);
    const auto again = transforms::replay(exported, step.record);
    REQUIRE(again.has_value());
    CHECK(history::siteOf(again->record).label == "m -> v -> k");
    CHECK(history::siteOf(again->record).document() != history::siteOf(step.record).document());
    // Its record is one of this document: it replays exactly.
    const auto twice = transforms::replay(exported, again->record);
    REQUIRE(twice.has_value());
    CHECK(ir::equivalent(*twice->result.document->root, *again->result.document->root));
}

TEST_CASE("in another program a step is done where one place is like its own") {
    const auto step = fused(program("xty", chain("x", "t", "y", 0)));
    CHECK(transforms::replay(program("asb", chain("a", "s", "b", 0)), step.record).has_value());
}

TEST_CASE("several places that are equally alike are named, and none is taken") {
    const auto step = fused(program("xty", chain("x", "t", "y", 0)));
    const auto two = program("asbuc", chain("a", "s", "b", 0) + chain("a", "u", "c", 9));
    const auto none = transforms::replay(two, step.record);
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().code == "ambiguous-step");
    CHECK(none.error().notes == std::vector<std::string>{"m -> s -> k", "m -> u -> k"});
    CHECK(none.error().location.elements.size() == 6);
}

TEST_CASE("of places that are equally alike the one where the step applies is taken") {
    const auto step = fused(program("xty", chain("x", "t", "y", 0)));
    const std::string writer = "    n40 = tasklet w `o = 1.0`\n    n41 = access {}\n"
                               "    n40.o -> n41 : {}[0]\n";
    for (const std::string refused : {"b", "c"}) { // it is also written elsewhere, in no order
        const auto two = program("asbuc", chain("a", "s", "b", 0) + chain("a", "u", "c", 9) +
                                              fmt::format(fmt::runtime(writer), refused, refused));
        const auto again = transforms::replay(two, step.record);
        REQUIRE(again.has_value());
        CHECK(history::siteOf(again->record).label ==
              (refused == "b" ? "m -> u -> k" : "m -> s -> k"));
    }
}

TEST_CASE("a place nearly as much alike is taken where the step does not apply at the most alike") {
    const auto step = fused(program("xty", chain("x", "t", "y", 0)));
    // The most alike writes to another argument, the other one reads back to front.
    const auto two =
        program("xtyuz", chain("x", "t", "y", 0, "N - 1 - i") + chain("x", "u", "z", 9));
    const transforms::DocumentView view(two);
    const history::AnchorIndex anchors(view.index());
    std::vector<transforms::ReplayPlace> places;
    for (const auto& match : fusion().find(view, {}))
        places.push_back({match.label, match.ids()});
    REQUIRE(places.size() == 2);
    const auto chosen = [&](bool first, bool second) {
        return transforms::choose(anchors, history::siteOf(step.record), places,
                                  [&](std::size_t place) { return place == 0 ? first : second; });
    };
    CHECK(chosen(true, true) == 1);
    CHECK(chosen(false, true) == 1);
    CHECK(chosen(true, false) == 0);
    CHECK(chosen(false, false) == 1); // whose refusal is the reason
}

TEST_CASE("a step that does not apply says why") {
    const auto step = fused(program("xty", chain("x", "t", "y", 0)));
    CHECK(errorOf(program("xy", "    n0 = access x\n    n1 = access y\n    n0 -> n1 : x[0:N]\n"),
                  step.record) == "not-found");
    // The place is there, but a condition of the fusion fails: its own code.
    const auto shifted = program("xty", chain("x", "t", "y", 0, "N - 1 - i"));
    const auto refused = fusion().check(shifted, fusion().find(shifted, {})[0],
                                        *transforms::completeParams(fusion(), {}));
    REQUIRE(transforms::refusalOf(refused));
    CHECK(errorOf(shifted, step.record) == transforms::refusalOf(refused)->code);
    CHECK(errorOf(shifted, history::EditRecord{{0, {}, "Rename"}}) == "not-replayable");
    CHECK(errorOf(shifted, history::TransformationRecord{"no-such", {}, {}}) ==
          "unknown-transformation");
}

TEST_CASE("a repair is done again where the same finding is") {
    const auto flawed = [](const std::string& more) {
        const auto document = ir::parseDump("sdfg p {\n  symbols N:int32 of_no_use:int32\n" + more +
                                            "  array x float64 [N]\n  state s {\n"
                                            "    n0 = access x\n  }\n}\n");
        REQUIRE(document);
        return *document;
    };
    const auto document = flawed("");
    Diagnostic finding;
    finding.code = "dead-symbols";
    finding.location = {"", "symbols", {document->root->id}};
    for (const auto& one : validate::validate(ir::DocumentIndex(document)))
        if (one.code == "dead-symbols")
            finding = one;
    const auto steps = transforms::repairEach(document, {finding});
    REQUIRE(steps.has_value());
    REQUIRE(steps->size() == 1);
    const auto& record = steps->front().record;
    CHECK(history::text(record) == "repair Remove the symbol 'of_no_use'");
    for (const auto& other : {document, flawed("  array y float64 [N]\n")}) {
        const auto again = transforms::replay(other, record);
        REQUIRE(again.has_value());
        CHECK_FALSE(again->result.document->root->symbols.contains("of_no_use"));
    }
    CHECK(errorOf(steps->front().result.document, record) == "not-found");
}

TEST_CASE("a recipe of one generation replays on the other") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("there is no corpus");
    const auto read = [&](const std::string& generation) {
        const auto document =
            io::readSdfgFile(*corpus / generation / "calculate_nabla4/initial.sdfgz");
        REQUIRE(document.has_value());
        return *document;
    };
    history::History made(read("gt4py-1.0.9"));
    const auto start = made.current().document;
    const auto applied = transforms::applyEverywhere(fusion(), start, {});
    REQUIRE(applied.has_value());
    for (auto& step : transforms::recorded(fusion(), *applied))
        made.add(std::move(step.record), std::move(step.result));
    const auto recipe = history::parseRecipe(history::recipe(made, made.current().id));
    REQUIRE(recipe.has_value());
    REQUIRE(recipe->steps.size() > 3);
    auto at = read("gt4py-1.2.1");
    for (const auto& record : recipe->steps) {
        INFO(history::text(record));
        const auto step = transforms::replay(at, record);
        INFO((step ? "" : toString(step.error())));
        REQUIRE(step.has_value());
        at = step->result.document;
    }
}

} // namespace replay_test
