#pragma once

#include "core/history/history.h"
#include "core/support/expected.h"

#include <string>
#include <string_view>
#include <vector>

namespace mw::history {

/// Steps that replay, apart from the documents that they were done on.
struct Recipe {
    std::string program;
    std::vector<Record> steps;
};

/// {"recipe":2,"program":name,"steps":[...]}, each step as toJson() has it.
std::string toJson(const Recipe& recipe);
/// Also reads version 1, whose elements are ids alone. The error says what is wrong and where (as a
/// JSON pointer).
Expected<Recipe> parseRecipe(std::string_view json);
/// The records from the root to `id` as a recipe's text.
std::string recipe(const History& history, VariantId id);

/// One record: {"transformation":name,"params":{...}}, {"repair":code,"place":...},
/// {"edit":property,"part":...,"value":...} or {"launches":choices} with "label", "document" (a
/// fingerprint) and "elements" (anchors).
std::string toJson(const Record& record);
/// `path`: where the text stands in its file, for errors.
Expected<Record> parseRecord(std::string_view json, const std::string& path = {});
/// A place alone: {"label":...,"document":...,"elements":[...]}.
std::string toJson(const Site& site);
Expected<Site> parseSite(std::string_view json, const std::string& path = {});

} // namespace mw::history
