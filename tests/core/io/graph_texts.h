#pragma once

#include "core/ir/sdfg.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mw::test {

using nlohmann::json;

/// A small complete graph: x and y, a map that doubles x, a copy. Plain dialect.
json scaleGraph();
/// The same kind of graph with everything that the corpus lacks: streams, consume scopes, Indices,
/// library nodes, all control-flow blocks, unknown types, constants, references, write conflicts.
json everythingGraph();
/// A nested SDFG, a loop and a conditional in the dollar dialect.
json dollarGraph();

/// The JSON value of the file, decompressed where needed.
json fileValue(const std::filesystem::path& file);
/// Reads; a failure ends the test with its sentence.
ir::DocumentPtr mustRead(const std::string& text);
ir::DocumentPtr mustRead(const json& value);
/// Writes and parses; a failure ends the test.
json written(const ir::Document& document, std::optional<symbolic::Dialect> dialect = std::nullopt);
/// The place and reason of the first difference; empty when equal.
std::string firstDifference(const json& a, const json& b, const std::string& at = "");
/// All graphs of the corpus, or a spread of at most `most` of them; empty without a corpus.
std::vector<std::filesystem::path> corpusGraphs(std::size_t most = 0);

} // namespace mw::test
