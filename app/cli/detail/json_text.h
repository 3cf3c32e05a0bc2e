#pragma once

#include "app/workbench/steps.h"
#include "core/analysis/figures.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

// What several commands print of the same things as JSON.

namespace mw::cli {

using Json = nlohmann::ordered_json;

/// With a line break behind it; what a file brought that is no UTF-8 becomes U+FFFD.
std::string jsonText(const Json& json);
/// A file that was written; null where none was asked for.
Json fileOrNull(const std::string& file);
/// Each step in words.
Json toJson(const std::vector<workbench::Step>& steps);
/// Counts, and bytes, which are null where sizes are open.
Json toJson(const analysis::ProgramFigures& figures);

} // namespace mw::cli
