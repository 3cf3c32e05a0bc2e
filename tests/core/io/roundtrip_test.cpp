// Files are written back as they were read.
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/index.h"
#include "tests/core/io/graph_texts.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

namespace roundtrip_test {

using namespace mw;
using namespace mw::test;

TEST_CASE("every graph of the corpus is written back as it was read") {
    for (const auto& file : corpusGraphs()) {
        INFO(file.string());
        const json before = fileValue(file);
        auto document = io::readSdfgFile(file);
        if (!document) {
            FAIL_CHECK(toString(document.error()));
            continue;
        }
        CHECK(firstDifference(before, written(**document)) == "");
    }
}

TEST_CASE("what DaCe 2 wrote comes back byte for byte") {
    for (const auto& file : corpusGraphs()) {
        // The graphs of GT4Py 1.0.9 went through Python's default separators.
        if (file.string().find("gt4py-1.2.1") == std::string::npos)
            continue;
        INFO(file.string());
        const auto bytes = io::readFile(file);
        REQUIRE(bytes);
        const auto before = io::gunzip(*bytes, std::size_t{1} << 30U);
        REQUIRE(before);
        const auto after = io::writeSdfg(**io::readSdfg(*before));
        REQUIRE(after);
        CHECK((*before == *after)); // not the texts in the message
    }
}

TEST_CASE("ids are unique, and the same on every reading") {
    for (const auto& file : corpusGraphs(12)) {
        INFO(file.string());
        auto first = io::readSdfgFile(file);
        auto second = io::readSdfgFile(file);
        REQUIRE(first);
        REQUIRE(second);
        CHECK((*first)->nextId == (*second)->nextId);
        const ir::DocumentIndex index(*first);
        std::size_t found = 0;
        for (std::uint32_t id = 1; id < (*first)->nextId; ++id)
            found += index.find(ElementId{id}) ? 1 : 0;
        CHECK(found + 1 == (*first)->nextId);
    }
}

TEST_CASE("graphs with everything that the corpus lacks are written back as they were read") {
    for (const json& graph : {scaleGraph(), everythingGraph(), dollarGraph()})
        CHECK(firstDifference(graph, written(*mustRead(graph))) == "");
}

} // namespace roundtrip_test
