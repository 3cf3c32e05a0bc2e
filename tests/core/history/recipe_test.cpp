// Recipes as JSON: written, read back, refused with the place.
#include "core/history/recipe.h"
#include "tests/support/catch.h"

namespace recipe_test {

using namespace mw;

namespace {

history::History threeSteps() {
    auto sdfg = std::make_shared<ir::Sdfg>();
    sdfg->name = "nabla4";
    auto document = std::make_shared<ir::Document>();
    document->root = sdfg;
    history::History h(document);
    history::TransformationRecord record;
    record.name = "map-fusion-vertical";
    record.params = {{"strict", true}, {"size", std::int64_t{-4}}, {"name", std::string("x")}};
    const history::Anchor first{
        "first", ElementId{3}, "map exit", {1, 2, 3, 4, 5, 0xfedcba9876543210},
        "tmp",   "map_1",      0,          1};
    record.site = {0xabcd, {first}, "map_1 -> tmp -> map_2"};
    h.add(record, {document, {}});
    h.add(history::RepairRecord{"dead-symbols", "symbols", {7, {}, "Remove the symbol 'n'"}},
          {document, {}});
    h.add(history::EditRecord{{9, {}, "Rename a map"}}, {document, {}});
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
    const auto h = threeSteps();
    CHECK(history::recipe(h, h.path(h.current().id)[1]) == R"({
  "recipe": 2,
  "program": "nabla4",
  "steps": [
    {
      "transformation": "map-fusion-vertical",
      "params": {
        "name": "x",
        "size": -4,
        "strict": true
      },
      "label": "map_1 -> tmp -> map_2",
      "document": "000000000000abcd",
      "elements": [
        {
          "id": 3,
          "role": "first",
          "kind": "map exit",
          "rings": [
            "0000000000000001",
            "0000000000000002",
            "0000000000000003",
            "0000000000000004",
            "0000000000000005",
            "fedcba9876543210"
          ],
          "writes": "tmp",
          "label": "map_1",
          "ordinal": 0,
          "equals": 1
        }
      ]
    }
  ]
}
)");
}

TEST_CASE("a recipe reads back as it was written") {
    const auto h = threeSteps();
    const auto text = history::recipe(h, h.current().id);
    const auto parsed = history::parseRecipe(text);
    REQUIRE(parsed.has_value());
    CHECK(parsed->program == "nabla4");
    REQUIRE(parsed->steps.size() == 3);
    const auto& fusion = std::get<history::TransformationRecord>(parsed->steps[0]);
    const auto& original = std::get<history::TransformationRecord>(*h.variants()[1].record);
    CHECK(fusion.params == original.params);
    CHECK(fusion.site.elements() == original.site.elements());
    const auto& repair = std::get<history::RepairRecord>(parsed->steps[1]);
    CHECK(repair.code == "dead-symbols");
    CHECK(repair.place == "symbols");
    CHECK(history::kindText(parsed->steps[2]) == "edit");
    CHECK(history::toJson(*parsed) == text);
}

TEST_CASE("a single record reads back too") {
    const auto h = threeSteps();
    const auto text = history::toJson(*h.current().record);
    const auto parsed = history::parseRecord(text);
    REQUIRE(parsed.has_value());
    CHECK(history::toJson(*parsed) == text);
    CHECK(history::parseRecord("{}", "/variants/3").error().location.path ==
          "/variants/3/elements");
}

TEST_CASE("an edit says its property, what of it, and the value") {
    const history::EditRecord edit{{9, {}, "range i of m: 1:N"}, "range", "i", "1:N"};
    const auto text = history::toJson(history::Record(edit));
    CHECK(text.find("\"edit\": \"range\"") != std::string::npos);
    const auto read = history::parseRecord(text);
    REQUIRE(read.has_value());
    const auto& again = std::get<history::EditRecord>(*read);
    CHECK(again.property == "range");
    CHECK(again.part == "i");
    CHECK(again.value == "1:N");
    CHECK(history::toJson(*read) == text);
    // One of the past, that says only what it was called.
    const auto old = history::parseRecord(R"({"edit":"Rename","label":"Rename","elements":[]})");
    REQUIRE(old.has_value());
    CHECK(std::get<history::EditRecord>(*old).property.empty());
    CHECK(history::parseRecord(R"({"edit":"","value":"x","elements":[]})", "/steps/0")
              .error()
              .location.path == "/steps/0/edit");
}

TEST_CASE("version 1 is read: its elements are ids, repairs and edits were transformations") {
    const auto parsed = history::parseRecipe(R"({"recipe":1,"program":"p","steps":[
        {"transformation":"map-fusion-vertical","match":{"state":7,"elements":[3,12],"label":"a"},
         "params":{"strict":true}},
        {"transformation":"repair","match":{"state":0,"elements":[1],"label":"Remove it"},
         "params":{"code":"dead-symbols","place":"symbols"}},
        {"transformation":"edit"}]})");
    REQUIRE(parsed.has_value());
    REQUIRE(parsed->steps.size() == 3);
    const auto& fusion = std::get<history::TransformationRecord>(parsed->steps[0]);
    CHECK(fusion.name == "map-fusion-vertical");
    CHECK(fusion.site.document() == 0);
    CHECK(history::idsOf(fusion.site) == std::vector{ElementId{3}, ElementId{12}});
    const auto& repair = std::get<history::RepairRecord>(parsed->steps[1]);
    CHECK(repair.code == "dead-symbols");
    CHECK(repair.site.label == "Remove it");
    CHECK(std::holds_alternative<history::EditRecord>(parsed->steps[2]));
}

TEST_CASE("what is no recipe is refused with its place") {
    CHECK(errorOf("{") == "");
    CHECK(errorOf("[1]") == "");
    CHECK(errorOf(R"({"steps":[]})") == "");
    CHECK(errorOf(R"({"recipe":3,"steps":[]})") == "/recipe");
    CHECK(errorOf(R"({"recipe":2,"steps":[{"transformation":"a"}]})") == "/steps/0/elements");
    CHECK(errorOf(R"({"recipe":2,"steps":[{"elements":[]}]})") == "/steps/0/transformation");
    CHECK(errorOf(R"({"recipe":2,"steps":[{"edit":"","elements":[7]}]})") == "/steps/0/elements/0");
    CHECK(errorOf(R"({"recipe":2,"steps":[{"edit":"","elements":[{"id":1,"kind":"map exit","rings":
        ["1"]}]}]})") == "/steps/0/elements/0/rings");
    CHECK(errorOf(R"({"recipe":1})") == "/steps");
    CHECK(errorOf(R"({"recipe":1,"steps":[{}]})") == "/steps/0/transformation");
    CHECK(errorOf(R"({"recipe":1,"steps":[7]})") == "/steps/0");
    CHECK(errorOf(R"({"recipe":1,"steps":[{"transformation":"a","match":{"state":-1}}]})") ==
          "/steps/0/match/state");
    CHECK(
        errorOf(R"({"recipe":1,"steps":[{"transformation":"a","match":{"elements":[1,"x"]}}]})") ==
        "/steps/0/match/elements/1");
    CHECK(errorOf(R"({"recipe":1,"steps":[{"transformation":"a",)"
                  R"("params":{"p":18446744073709551615}}]})") == "/steps/0/params/p");
    CHECK(errorOf(R"({"recipe":1,"steps":[{"transformation":"a","params":{"p":1.5}}]})") ==
          "/steps/0/params/p");
}

TEST_CASE("what names a place is found out once, when somebody asks") {
    int asked = 0;
    const history::Site site("here", [&] {
        ++asked;
        return history::Site::Anchors{7, {{}, {}}};
    });
    const history::Site copy = site;
    CHECK(copy.label == "here");
    CHECK(asked == 0);
    CHECK(copy.document() == 7);
    CHECK(site.elements().size() == 2);
    CHECK(asked == 1);
}

TEST_CASE("a place alone reads back, and what is none is refused") {
    const history::Anchor anchor{"", ElementId{3}, "map entry", {1, 2, 3, 4, 5, 6}, "t", "m", 1, 2};
    const history::Site site(0xabcd, {anchor}, "map m");
    const auto read = history::parseSite(history::toJson(site));
    REQUIRE(read);
    CHECK(read->label == "map m");
    CHECK(read->document() == 0xabcd);
    CHECK(read->elements() == site.elements());
    for (const char* wrong : {"", "[]", "{}", R"({"elements":[3]})"})
        CHECK_FALSE(history::parseSite(wrong, "/bookmarks/0"));
}

TEST_CASE("what surrounds an element reads back with its anchor, and what is no such is refused") {
    history::Anchor anchor{"", ElementId{3}, "map entry", {1, 2, 3, 4, 5, 6}, "t", "m", 1, 2};
    anchor.around[0] = history::Sketch({0x0100, 0, 0, 0});
    anchor.around[history::kSides - 1] = history::Sketch({1, 2, 3, 0xfedcba9876543210});
    const auto text = history::toJson(history::Site(0xabcd, {anchor}, "map m"));
    const auto read = history::parseSite(text);
    REQUIRE(read);
    CHECK(read->elements() == std::vector{anchor});
    const auto at = text.find("0100");
    REQUIRE(at != std::string::npos);
    for (const auto* wrong : {"01", "0x", "+1", "zz"}) {
        auto broken = text;
        if (std::string_view(wrong) == "01")
            broken.insert(at, wrong); // too long
        else
            broken.replace(at, 2, wrong);
        const auto refused = history::parseSite(broken, "/bookmarks/0");
        REQUIRE_FALSE(refused);
        CHECK(refused.error().location.path == "/bookmarks/0/elements/0/around");
    }
}

} // namespace recipe_test
