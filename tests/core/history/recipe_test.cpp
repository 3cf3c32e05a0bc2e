#include "core/history/history.h"
#include "tests/support/catch.h"

using namespace mw;

namespace {

history::History twoSteps() {
    auto sdfg = std::make_shared<ir::Sdfg>();
    sdfg->name = "nabla4";
    auto document = std::make_shared<ir::Document>();
    document->root = sdfg;
    history::History h(document);
    history::Record record;
    record.transformation = "map-fusion-vertical";
    record.state = BlockId{7};
    record.elements = {ElementId{3}, ElementId{12}, ElementId{5}};
    record.matchLabel = "map_1 -> tmp -> map_2";
    record.params = {{"strict", true}, {"size", std::int64_t{-4}}, {"name", std::string("x")}};
    h.add(record, {document, {}});
    history::Record hand;
    hand.transformation = "edit";
    h.add(hand, {document, {}});
    return h;
}

std::string errorOf(std::string_view json) {
    const auto parsed = history::parseRecipe(json);
    REQUIRE_FALSE(parsed.has_value());
    CHECK(parsed.error().code == "malformed-recipe");
    return parsed.error().location.path;
}

} // namespace

TEST_CASE("a recipe is written as JSON, steps from the root on") {
    const auto h = twoSteps();
    CHECK(history::recipe(h, h.path(h.current().id)[1]) == R"({
  "recipe": 1,
  "program": "nabla4",
  "steps": [
    {
      "transformation": "map-fusion-vertical",
      "match": {
        "state": 7,
        "elements": [
          3,
          12,
          5
        ],
        "label": "map_1 -> tmp -> map_2"
      },
      "params": {
        "name": "x",
        "size": -4,
        "strict": true
      }
    }
  ]
}
)");
}

TEST_CASE("a recipe reads back as it was written") {
    const auto h = twoSteps();
    const auto parsed = history::parseRecipe(history::recipe(h, h.current().id));
    REQUIRE(parsed.has_value());
    CHECK(parsed->program == "nabla4");
    REQUIRE(parsed->steps.size() == 2);
    const auto& original = h.variants()[1].record;
    CHECK(parsed->steps[0].transformation == original.transformation);
    CHECK(parsed->steps[0].state == original.state);
    CHECK(parsed->steps[0].elements == original.elements);
    CHECK(parsed->steps[0].matchLabel == original.matchLabel);
    CHECK(parsed->steps[0].params == original.params);
    CHECK(parsed->steps[1].transformation == "edit");
}

TEST_CASE("what is no recipe is refused with its place") {
    CHECK(errorOf("{") == "");
    CHECK(errorOf("[1]") == "");
    CHECK(errorOf(R"({"steps":[]})") == "");
    CHECK(errorOf(R"({"recipe":2,"steps":[]})") == "/recipe");
    CHECK(errorOf(R"({"recipe":1})") == "/steps");
    CHECK(errorOf(R"({"recipe":1,"steps":[{}]})") == "/steps/0/transformation");
    CHECK(errorOf(R"({"recipe":1,"steps":[7]})") == "/steps/0");
    CHECK(errorOf(R"({"recipe":1,"steps":[{"transformation":"a","match":{"state":-1}}]})") ==
          "/steps/0/match/state");
    CHECK(
        errorOf(R"({"recipe":1,"steps":[{"transformation":"a","match":{"elements":[1,"x"]}}]})") ==
        "/steps/0/match/elements/1");
    CHECK(errorOf(R"({"recipe":1,"steps":[{"transformation":"a","params":{"p":1.5}}]})") ==
          "/steps/0/params/p");
}
