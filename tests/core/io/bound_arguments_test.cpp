// Arguments of a program's source that are compiled into its graph.
#include "core/io/bound_arguments.h"
#include "core/io/sdfg_io.h"
#include "core/ir/same.h"
#include "tests/core/io/graph_texts.h"
#include "tests/support/catch.h"

namespace bound_arguments_test {

using namespace mw;
using namespace mw::test;

namespace {

/// scaleGraph() of a source that has three more arguments.
json graph(const json& bound) {
    json graph = scaleGraph();
    graph["attributes"]["arg_names"] = {"x", "levels", "limited", "never", "y"};
    if (!bound.is_null())
        graph["mapwright"] = {{"bound", bound}};
    return graph;
}

std::string text(const json& bound) {
    return io::toText(io::boundArguments(*mustRead(graph(bound))->root));
}

} // namespace

TEST_CASE("what is bound is read from the note in the file, in the order of the arguments") {
    CHECK(text({{"limited", true}, {"levels", 10}}) == "levels=10, limited=True");
    CHECK(text({{"levels", {1, 0.25}}}) == "levels=(1, 0.25)");
    CHECK(text({{"levels", {nullptr, "a\n"}}}) == "levels=(None, 'a\\n')");
    CHECK(text(json::object()).empty());
    // neither what the graph still has nor what its source has not
    CHECK(text({{"x", 1}, {"other", 2}}).empty());
}

TEST_CASE("without the note, the argument list says what the graph has no longer") {
    CHECK(text(nullptr) == "bound or unused: levels, limited, never");
    CHECK(text("no object") == "bound or unused: levels, limited, never");
    CHECK(io::boundArguments(*mustRead(scaleGraph())->root).empty());
}

TEST_CASE("the note stays when a graph is written, and does not count in its meaning") {
    const auto document = mustRead(graph({{"levels", 10}}));
    CHECK(written(*document)["mapwright"]["bound"]["levels"] == 10);
    CHECK(ir::sameProperties(*document->root, *mustRead(graph(nullptr))->root));
}

} // namespace bound_arguments_test
