#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mw::test {

/// The corpus of real graphs: $MAPWRIGHT_CORPUS, else ../shared/corpus beside the repository.
/// nullopt where neither is a folder; the test then calls skip() and returns.
std::optional<std::filesystem::path> corpus();
/// All .sdfg and .sdfgz below `folder`, sorted.
std::vector<std::filesystem::path> graphsBelow(const std::filesystem::path& folder);
/// Of them at least one of each folder, and every third, so that every stage of a program is among
/// them; all where MAPWRIGHT_LONG is set. For checks that hold for every graph by itself.
std::vector<std::filesystem::path> someGraphsBelow(const std::filesystem::path& folder);
/// The five nabla4 graphs of the corpus, sorted; empty without a corpus.
std::vector<std::filesystem::path> nabla4Graphs();
/// A file of the repository.
std::filesystem::path sourceFile(const std::string& relative);
/// Says on the console that the running test is skipped, and why.
void skip(const std::string& why);

} // namespace mw::test
