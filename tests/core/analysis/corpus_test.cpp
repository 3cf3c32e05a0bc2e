#include "core/analysis/analysis.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <nlohmann/json.hpp>

#include <fstream>

using namespace mw;

namespace {

std::vector<std::filesystem::path> generatedGraphs() {
    const auto root = test::corpus();
    std::vector<std::filesystem::path> graphs;
    if (!root) {
        test::skip("the corpus of real graphs is missing");
        return graphs;
    }
    for (const auto* generation : {"gt4py-1.0.9", "gt4py-1.2.1"})
        for (const auto& path : test::graphsBelow(*root / generation))
            graphs.push_back(path);
    return graphs;
}

} // namespace

TEST_CASE("no graph that GT4Py wrote has an error") {
    for (const auto& path : generatedGraphs()) {
        const auto document = io::readSdfgFile(path);
        REQUIRE(document.has_value());
        for (const auto& finding : analysis::validate(ir::DocumentIndex(*document))) {
            INFO(path.string() << ": " << finding.code << ": " << finding.sentence);
            CHECK(finding.severity != Severity::error);
        }
    }
}

TEST_CASE("arguments, nodes and maps of real graphs are those that DaCe counts") {
    const auto graphs = generatedGraphs();
    if (graphs.empty())
        return;
    const auto root = *test::corpus();
    const auto manifest = nlohmann::json::parse(std::ifstream(root / "manifest.json"));
    for (const auto& path : graphs) {
        const auto key = std::filesystem::relative(path, root).generic_string();
        if (!manifest.contains(key) || !manifest[key].contains("arguments"))
            continue;
        const auto document = io::readSdfgFile(path);
        REQUIRE(document.has_value());
        INFO(key);
        const auto summary = analysis::summarise(**document);
        CHECK(summary.arguments == manifest[key]["arguments"].get<std::vector<std::string>>());
        CHECK(summary.maps == manifest[key]["maps"].get<int>());
    }
}
