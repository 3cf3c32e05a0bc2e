// What the reader makes of each part of a file, old spellings too.
#include "core/io/sdfg_io.h"
#include "tests/core/io/graph_texts.h"
#include "tests/support/catch.h"

namespace reader_test {

using namespace mw;
using namespace mw::test;
using symbolic::Expr;

namespace {

const ir::State& firstState(const ir::Document& document) {
    return *document.root->body.blocks.at(0)->as<ir::State>();
}

} // namespace

TEST_CASE("a small graph, member by member") {
    const auto document = mustRead(scaleGraph());
    const ir::Sdfg& sdfg = *document->root;
    CHECK(sdfg.name == "scale");
    CHECK(sdfg.symbols.at("N").scalar == ir::ScalarType::int32);
    REQUIRE(sdfg.data("x"));
    CHECK(sdfg.data("x")->shape == std::vector<Expr>{Expr::symbol("N")});
    const ir::State& state = firstState(*document);
    REQUIRE(state.nodes.size() == 5);
    const auto* entry = state.nodes[1]->as<ir::MapEntry>();
    REQUIRE(entry);
    CHECK(entry->map.params == std::vector<std::string>{"i"});
    CHECK(entry->exit == state.nodes[3]->id);
    CHECK(state.nodes[3]->as<ir::MapExit>()->entry == state.nodes[1]->id);
    CHECK(state.nodes[2]->as<ir::Tasklet>()->code.text == "b = (2.0 * a)");
    CHECK(state.edges[1]->srcConnector == "OUT_x");
    CHECK(state.edges[0]->srcConnector.empty());
    const ir::Memlet& memlet = state.edges[1]->memlet;
    CHECK(memlet.data == "x");
    REQUIRE(memlet.subset);
    CHECK(symbolic::print(*memlet.subset) == "i");
    CHECK(document->format.dialect == symbolic::Dialect::plain);
    CHECK_FALSE(document->format.indented);
}

TEST_CASE("what a file leaves out has its default") {
    json graph = scaleGraph();
    graph["attributes"]["_arrays"]["x"]["attributes"] = {{"shape", {"N", 4}}};
    auto& memlet = graph["nodes"][0]["edges"][0]["attributes"]["data"]["attributes"];
    memlet = {{"data", "x"}};
    const auto document = mustRead(graph);
    const ir::DataDescriptor& x = *document->root->data("x");
    CHECK(x.dtype.scalar == ir::ScalarType::int32);
    CHECK(x.strides == std::vector<Expr>{Expr(4), Expr(1)});
    CHECK(x.totalSize == Expr::symbol("N") * Expr(4));
    CHECK(x.offset == std::vector<Expr>{Expr(0), Expr(0)});
    const auto& subset = firstState(*document).edges[0]->memlet.subset;
    REQUIRE(subset);
    CHECK(symbolic::print(*subset) == "0:N, 0:4");
    CHECK(firstDifference(graph, written(*document)) == "");
}

TEST_CASE("a memlet without a subset begins at the first element, wherever the indices begin") {
    json graph = scaleGraph();
    graph["attributes"]["_arrays"]["x"]["attributes"]["offset"] = {"3"};
    graph["nodes"][0]["edges"][0]["attributes"]["data"]["attributes"] = {{"data", "x"}};
    const auto document = mustRead(graph);
    const auto& subset = firstState(*document).edges[0]->memlet.subset;
    REQUIRE(subset);
    CHECK(symbolic::print(*subset) == "-3:N - 3");
    CHECK(firstDifference(graph, written(*document)) == "");
}

TEST_CASE("rare nodes, containers and memlets") {
    const auto document = mustRead(everythingGraph());
    const ir::Sdfg& sdfg = *document->root;
    CHECK(sdfg.data("s")->kind == ir::DataKind::stream);
    CHECK(sdfg.data("st")->kind == ir::DataKind::structure);
    CHECK(sdfg.data("grid")->kind == ir::DataKind::other);
    CHECK(sdfg.data("ref")->kind == ir::DataKind::reference);
    CHECK(sdfg.data("old")->kind == ir::DataKind::view);
    CHECK(sdfg.data("vec")->dtype.scalar == ir::ScalarType::other);
    CHECK(sdfg.data("vec")->storage == ir::Storage::other);
    CHECK(sdfg.constants.at("pi").d == 3.25);
    CHECK(sdfg.constantArrays == std::vector<std::string>{"table"});
    CHECK(sdfg.usingExplicitControlFlow);
    const ir::State& state = firstState(*document);
    CHECK(state.nodes[1]->as<ir::ConsumeEntry>()->exit == state.nodes[2]->id);
    CHECK(state.nodes[3]->as<ir::LibraryNode>()->properties.at("axes") == "[0,1]");
    CHECK(state.nodes[4]->as<ir::Tasklet>()->sideEffects == true);
    CHECK(state.nodes[5]->as<ir::UnknownNode>()->typeName == "QuantumNode");
    CHECK(state.edges[1]->memlet.empty());
    const ir::Memlet& reduced = state.edges[2]->memlet;
    CHECK(reduced.wcr == "(lambda x, y: (x + y))");
    CHECK(reduced.wcrNonatomic);
    CHECK(reduced.subset->dims.at(0).isPoint());
    const ir::Memlet& approximate = state.edges[3]->memlet;
    CHECK(symbolic::print(*approximate.subset) == "0:N");
    CHECK(symbolic::print(*approximate.otherSubset) == "0:4");
}

TEST_CASE("all control-flow blocks") {
    const auto document = mustRead(everythingGraph());
    const auto& blocks = document->root->body.blocks;
    const auto* loop = blocks[1]->as<ir::LoopRegion>();
    REQUIRE(loop);
    CHECK(loop->condition.text == "(k < N)");
    CHECK(loop->inverted);
    CHECK(loop->body.blocks[1]->as<ir::JumpBlock>()->jump == ir::Jump::breakLoop);
    const auto* conditional = blocks[2]->as<ir::ConditionalBlock>();
    REQUIRE(conditional);
    REQUIRE(conditional->branches.size() == 2);
    CHECK(conditional->branches[0].condition->text == "(N > 4)");
    CHECK_FALSE(conditional->branches[1].condition);
    CHECK(blocks[3]->as<ir::ControlFlowRegion>()->flavour == ir::RegionFlavour::named);
    CHECK(blocks[4]->as<ir::ControlFlowRegion>()->flavour == ir::RegionFlavour::functionCall);
    CHECK(blocks[5]->as<ir::ControlFlowRegion>()->flavour == ir::RegionFlavour::unstructured);
    CHECK(blocks[6]->as<ir::UnknownBlock>()->typeName == "TryBlock");
    CHECK(blocks[7]->as<ir::JumpBlock>()->jump == ir::Jump::returnProgram);
    const auto& edges = document->root->body.edges;
    CHECK(edges[0].condition.empty());
    CHECK(edges[1].condition.text == "(N > 4)");
    CHECK(edges[1].assignments.at(0) == std::pair<std::string, std::string>("q", "N + 1"));
}

TEST_CASE("old spellings: list connectors, scope_exits, start_state, one-sided scopes") {
    json graph = scaleGraph();
    graph["start_state"] = 0;
    graph.erase("start_block");
    graph.erase("dace_version");
    auto& nodes = graph["nodes"][0]["nodes"];
    nodes[1]["attributes"]["in_connectors"] = {"IN_x"};
    nodes[1]["scope_exits"] = {"3"};
    nodes[1].erase("scope_exit");
    nodes[3]["scope_entry"] = nullptr;
    const auto document = mustRead(graph);
    const ir::State& state = firstState(*document);
    CHECK(state.nodes[1]->in.contains("IN_x"));
    CHECK(state.nodes[3]->as<ir::MapExit>()->entry == state.nodes[1]->id);
    CHECK(firstDifference(graph, written(*document)) == "");
}

TEST_CASE("a stale start index does not matter where one block has no predecessor") {
    json graph = scaleGraph();
    graph["start_block"] = 12;
    const auto document = mustRead(graph);
    CHECK_FALSE(document->root->body.start);
    CHECK(firstDifference(graph, written(*document)) == "");
}

TEST_CASE("the version tells the dialect") {
    for (const char* version : {"0.13.3", "1.0.0", "2.0.0a3"}) {
        json graph = scaleGraph();
        graph["dace_version"] = version;
        CHECK(mustRead(graph)->format.dialect == symbolic::Dialect::plain);
    }
    for (const char* version : {"2.0.0a4", "2.0.0a6", "2.0.0", "2.1", "3.0.0"}) {
        json graph = dollarGraph();
        graph["dace_version"] = version;
        CHECK(mustRead(graph)->format.dialect == symbolic::Dialect::dollar);
    }
}

TEST_CASE("of a key that stands twice the last value counts, as in Python") {
    std::string text = scaleGraph().dump();
    text.insert(1, "\"cfg_list_id\": 5, ");
    CHECK(written(*mustRead(text))["cfg_list_id"] == 0);
}

} // namespace reader_test
