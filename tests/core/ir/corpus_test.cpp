// Real graphs through the text form and the editor.
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "core/ir/edit.h"
#include "core/ir/equality.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <algorithm>

namespace corpus_test {

using namespace mw;
using namespace mw::ir;

namespace {

/// Calls `visit` for every graph of the corpus that can be read.
template <class Visit>
void forEachGraph(Visit visit) {
    const auto root = test::corpus();
    if (!root)
        return test::skip("no corpus");
    for (const auto& path : test::someGraphsBelow(*root)) {
        INFO(path.string());
        if (const auto document = io::readSdfgFile(path))
            visit(*document);
    }
}

} // namespace

TEST_CASE("every graph of the corpus survives the text form") {
    forEachGraph([](const DocumentPtr& document) {
        const std::string text = dump(*document->root);
        const auto again = parseDump(text);
        INFO((again ? std::string() : again.error().sentence));
        REQUIRE(again);
        CHECK(dump(*(*again)->root) == text);
        CHECK(equivalent(*document->root, *(*again)->root));
    });
}

TEST_CASE("indices and editors of the corpus are consistent") {
    forEachGraph([](const DocumentPtr& document) {
        const DocumentIndex index(document);
        Editor editor(document);
        for (const BlockId id : index.states()) {
            const auto* state = index.find(id)->block->as<State>();
            const StateIndex inner(*state);
            CHECK_FALSE(inner.hasCycle());
            for (const auto& node : state->nodes) {
                REQUIRE(index.find(node->id)->node == node.get());
                const NodeId scope = inner.scope(node->id);
                CHECK((!scope || inner.node(scope)->isEntry()));
            }
            editor.state(id);
        }
        const auto result = editor.commit();
        CHECK(result.changes.empty());
        CHECK(equivalent(*result.document->root, *document->root));
    });
}

} // namespace corpus_test
