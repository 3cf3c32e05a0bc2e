#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/index.h"
#include "tests/core/io/graph_texts.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

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

TEST_CASE("a graph that nobody touched comes back byte for byte") {
    const auto files = corpusGraphs();
    std::size_t same = 0;
    for (const auto& file : files) {
        auto bytes = io::readFile(file);
        REQUIRE(bytes);
        if (io::isGzip(*bytes))
            bytes = io::gunzip(*bytes, std::size_t{1} << 30U);
        auto text = io::writeSdfg(**io::readSdfg(*bytes));
        REQUIRE(text);
        const std::string trimmed = bytes->substr(0, bytes->find_last_not_of("\n ") + 1);
        same += *text == trimmed ? 1 : 0;
    }
    // Files of other tools may be formatted differently; those of DaCe are not.
    CHECK(same + 11 >= files.size());
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
