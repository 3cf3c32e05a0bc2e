// What an edit changes in the file, and what it leaves.
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "core/ir/edit.h"
#include "core/ir/equality.h"
#include "tests/core/io/graph_texts.h"
#include "tests/support/catch.h"

#include <cmath>
#include <filesystem>
#include <unistd.h>

namespace writer_test {

using namespace mw;
using namespace mw::test;
using symbolic::Expr;

namespace {

struct Opened {
    ir::DocumentPtr document;
    BlockId state;
    std::vector<NodeId> nodes;
    std::vector<EdgeId> edges;
};

Opened openScale() {
    Opened opened{mustRead(scaleGraph()), {}, {}, {}};
    const auto& block = opened.document->root->body.blocks.at(0);
    opened.state = block->id;
    for (const auto& node : block->as<ir::State>()->nodes)
        opened.nodes.push_back(node->id);
    for (const auto& edge : block->as<ir::State>()->edges)
        opened.edges.push_back(edge->id);
    return opened;
}

/// What scaleGraph() is without its hash: every change drops that.
json scaleWithoutHash() {
    json graph = scaleGraph();
    graph["attributes"].erase("hash");
    return graph;
}

} // namespace

TEST_CASE("a changed attribute is the only thing that changes, and the hash goes") {
    const Opened opened = openScale();
    ir::Editor editor(opened.document);
    editor.node(opened.state, opened.nodes[1]).as<ir::MapEntry>()->map.schedule =
        ir::Schedule::GPU_Device;
    json expected = scaleWithoutHash();
    auto& map = expected["nodes"][0]["nodes"][1];
    map["attributes"]["schedule"] = "GPU_Device";
    CHECK(firstDifference(expected, written(*editor.commit().document)) == "");
}

TEST_CASE("a changed range shows in the map's and its exit's text") {
    const Opened opened = openScale();
    ir::Editor editor(opened.document);
    auto& map = editor.node(opened.state, opened.nodes[1]).as<ir::MapEntry>()->map;
    map.range.dims[0].begin = Expr(1);
    const json out = written(*editor.commit().document)["nodes"][0]["nodes"];
    CHECK(out[1]["attributes"]["range"]["ranges"][0]["start"] == "1");
    CHECK(out[1]["label"] == "m[i=1:N]");
    CHECK(out[3]["label"] == "m[i=1:N]");
}

TEST_CASE("a changed memlet gets new derived attributes, its neighbours keep theirs") {
    const Opened opened = openScale();
    ir::Editor editor(opened.document);
    ir::Memlet& memlet = editor.edge(opened.state, opened.edges[2]).memlet;
    memlet.subset->dims[0] = symbolic::Range::point(Expr(7));
    json expected = scaleWithoutHash();
    auto& attributes = expected["nodes"][0]["edges"][2]["attributes"]["data"]["attributes"];
    for (const char* key : {"start", "end"})
        attributes["subset"]["ranges"][0][key] = "7";
    // Data that is written: the subset is the destination's.
    attributes["dst_subset"] = attributes["subset"];
    attributes["src_subset"] = nullptr;
    attributes["is_data_src"] = false;
    CHECK(firstDifference(expected, written(*editor.commit().document)) == "");
}

TEST_CASE("positions follow when a node goes") {
    const Opened opened = openScale();
    ir::Editor editor(opened.document);
    editor.removeNode(opened.state, opened.nodes[0]);
    const json out = written(*editor.commit().document);
    const json& state = out["nodes"][0];
    REQUIRE(state["nodes"].size() == 4);
    CHECK(state["nodes"][0]["id"] == 0);
    CHECK(state["nodes"][0]["scope_exit"] == "2");
    CHECK(state["nodes"][1]["scope_entry"] == "0");
    CHECK(state["nodes"][1]["scope_exit"] == "2");
    CHECK(state["nodes"][2]["scope_entry"] == "0");
    CHECK(state["edges"][0]["src"] == "0");
    CHECK(state["edges"][0]["dst"] == "1");
    CHECK(state["scope_dict"]["-1"] == json({0, 3}));
    CHECK(state["scope_dict"]["0"] == json({1, 2}));
    CHECK_FALSE(out["attributes"].contains("hash"));
    CHECK(ir::equivalent(*mustRead(out)->root, *editor.commit().document->root));
}

TEST_CASE("containers are added, changed and removed") {
    const Opened opened = openScale();
    ir::Editor editor(opened.document);
    ir::Sdfg& sdfg = editor.sdfg(opened.document->root->id);
    auto changed = *sdfg.data("x");
    changed.transient = true;
    sdfg.arrays.set("x", std::make_shared<const ir::DataDescriptor>(changed));
    sdfg.arrays.set("z", std::make_shared<const ir::DataDescriptor>(ir::DataDescriptor::array(
                             ir::ScalarType::float32, {Expr::symbol("N"), Expr(3)}, true)));
    sdfg.arrays.erase("y");
    const json out = written(*editor.commit().document)["attributes"];
    CHECK(out["_arrays"].size() == 2);
    CHECK(out["_arrays"]["x"]["attributes"]["transient"] == true);
    CHECK(out["_arrays"]["z"] == json({{"type", "Array"},
                                       {"attributes",
                                        {{"transient", true},
                                         {"dtype", "float32"},
                                         {"shape", {"N", "3"}},
                                         {"strides", {"3", "1"}},
                                         {"total_size", "3*N"},
                                         {"offset", {"0", "0"}}}}}));
    CHECK_FALSE(out.contains("hash"));
}

TEST_CASE("undoing a change gives the file back, hash included") {
    const Opened opened = openScale();
    ir::Editor there(opened.document);
    there.node(opened.state, opened.nodes[2]).as<ir::Tasklet>()->label = "other";
    const auto changed = there.commit().document;
    CHECK(firstDifference(scaleGraph(), written(*changed)) != "");
    ir::Editor back(changed);
    back.node(opened.state, opened.nodes[2]).as<ir::Tasklet>()->label = "t";
    CHECK(firstDifference(scaleGraph(), written(*back.commit().document)) == "");
}

TEST_CASE("a graph made from text is complete when it is written") {
    const char* text = R"(sdfg made {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  state main {
    n0 = access a
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet t `out = (x * 2.0)`
    n3 = exit n1
    n4 = access b
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : a[i]
    n2.out -> n3.IN_b : b[i]
    n3.OUT_b -> n4 : b[0:N]
  }
}
)";
    const auto made = ir::parseDump(text);
    REQUIRE(made);
    for (const auto dialect : {symbolic::Dialect::plain, symbolic::Dialect::dollar}) {
        const json out = written(**made, dialect);
        const bool dollar = dialect == symbolic::Dialect::dollar;
        CHECK(out["dace_version"] == (dollar ? "2.0.0a6" : "1.0.0"));
        CHECK(out["cfg_list_id"] == 0);
        const json& state = out["nodes"][0];
        CHECK(state["nodes"][1]["label"] == "m[i=0:N]");
        CHECK(state["nodes"][1]["scope_exit"] == "3");
        CHECK(state["nodes"][2]["scope_entry"] == "1");
        CHECK(state["nodes"][3]["label"] == "m[i=0:N]");
        CHECK(state["scope_dict"] == json({{"-1", {0, 1, 4}}, {"1", {2, 3}}}));
        const json& memlet = state["edges"][2]["attributes"]["data"]["attributes"];
        CHECK(memlet["is_data_src"] == false);
        CHECK(memlet["dst_subset"] == memlet["subset"]);
        CHECK(memlet["subset"]["ranges"][0]["start"] ==
              (dollar ? "symbol($i, dtype=dace.int64)" : "i"));
        CHECK(ir::equivalent(*mustRead(out)->root, *(*made)->root));
    }
}

TEST_CASE("a map without connectors is written") {
    const auto made = ir::parseDump(R"(sdfg made {
  array a float64 [3]
  state main {
    m = map m [i = 0:3] -> x
    t = tasklet t `o = 2.0`
    a = access a
    x = exit m
    m -> t
    t.o -> a : a[i]
    a -> x
  }
}
)");
    REQUIRE(made);
    CHECK(
        ir::equivalent(*mustRead(written(**made, symbolic::Dialect::plain))->root, *(*made)->root));
}

TEST_CASE("a key that an edit adds stands where a new element has it, read from a file or not") {
    const auto made = ir::parseDump(R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  state main {
    m = map fill [i = 0:N] -> x
    t = tasklet one `o = 1.0`
    x = exit m
    a = access a
    m -> t
    t.o -> x.IN_a : a[i]
    x.OUT_a -> a : a[0:N]
  }
}
)");
    REQUIRE(made);
    const auto read = io::readSdfg(*io::writeSdfg(**made));
    REQUIRE(read);
    const auto edited = [](const ir::DocumentPtr& document) {
        const ir::Block& block = *document->root->body.blocks.at(0);
        const auto& nodes = block.as<ir::State>()->nodes;
        ir::Editor editor(document);
        editor.node(block.id, nodes.at(0)->id).as<ir::MapEntry>()->map.gpuBlockSize = {32, 4, 1};
        editor.node(block.id, nodes.at(0)->id).as<ir::MapEntry>()->map.unroll = true;
        editor.node(block.id, nodes.at(0)->id).in["IN_b"] = {};
        editor.node(block.id, nodes.at(1)->id).in["b"] = {};
        return *io::writeSdfg(*editor.commit().document);
    };
    CHECK(edited(*made) == edited(*read));
    // What an edit takes back is not said, as before it was said first.
    const auto set = io::readSdfg(edited(*made));
    REQUIRE(set);
    const auto takenBack = [](const ir::DocumentPtr& document) {
        const ir::Block& block = *document->root->body.blocks.at(0);
        const auto& nodes = block.as<ir::State>()->nodes;
        ir::Editor editor(document);
        auto& map = editor.node(block.id, nodes.at(0)->id).as<ir::MapEntry>()->map;
        map.gpuBlockSize.clear();
        map.unroll = false;
        editor.node(block.id, nodes.at(0)->id).in.clear();
        editor.node(block.id, nodes.at(1)->id).in.clear();
        return *io::writeSdfg(*editor.commit().document);
    };
    CHECK(takenBack(*set) == *io::writeSdfg(**made));
}

TEST_CASE("views and references are called as the version that is written for reads them") {
    json graph = scaleGraph();
    graph["dace_version"] = "0.13.3";
    json& containers = graph["attributes"]["_arrays"];
    for (const char* type : {"View", "Reference"}) {
        containers[type] = containers.begin().value();
        containers[type]["type"] = type;
    }
    const auto document = mustRead(graph);
    CHECK(written(*document)["attributes"]["_arrays"]["View"]["type"] == "View");
    io::WriteOptions options;
    options.dace = ir::DaceVersion{1, 0, 2};
    const json newer = json::parse(*io::writeSdfg(*document, options));
    for (const std::string type : {"View", "Reference"})
        CHECK(newer["attributes"]["_arrays"][type]["type"] == "Array" + type);
}

TEST_CASE("files: compressed by extension, or as asked") {
    const auto folder =
        std::filesystem::temp_directory_path() / ("mw_io_write_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const auto document = mustRead(scaleGraph());
    REQUIRE(io::writeSdfgFile(*document, folder / "a.sdfg"));
    REQUIRE(io::writeSdfgFile(*document, folder / "a.sdfgz"));
    CHECK_FALSE(io::isGzip(*io::readFile(folder / "a.sdfg")));
    CHECK(io::isGzip(*io::readFile(folder / "a.sdfgz")));
    CHECK(fileValue(folder / "a.sdfgz") == scaleGraph());
    CHECK((*io::readSdfgFile(folder / "a.sdfgz"))->format.compressed);
    REQUIRE(io::writeSdfgFile(*document, folder / "a.sdfg", {std::nullopt, true}));
    CHECK(io::isGzip(*io::readFile(folder / "a.sdfg")));
    std::filesystem::remove_all(folder);
}

TEST_CASE("numbers that Python writes and JSON has not come back as they were") {
    const auto number = [](const std::string& value) {
        return R"([{"type": "Scalar", "attributes": {"dtype": "float64", "shape": ["1"]}}, )" +
               value + "]";
    };
    std::string text = scaleGraph().dump();
    const std::string attributes = R"("attributes":{)";
    text.insert(text.find(attributes) + attributes.size(),
                R"("constants_prop":{"missing":)" + number("NaN") + R"(,"top":)" +
                    number("Infinity") + R"(,"bottom":)" + number("-Infinity") + R"(,"list":)" +
                    number("[1.5, NaN, 2]") +
                    R"(},"seed":123456789012345678901234567890,"least":-9223372036854775809,)"
                    R"("most":18446744073709551615,"said":"NaN, \"Infinity\" and 1e400",)");
    const auto document = io::readSdfg(text);
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    const auto& constants = (*document)->root->constants;
    CHECK(std::isnan(constants.at("missing").d));
    CHECK(constants.at("top").d > 1e308);
    CHECK(constants.at("bottom").d < -1e308);
    const auto written = io::writeSdfg(**document);
    REQUIRE(written);
    for (const char* part :
         {"123456789012345678901234567890", "-9223372036854775809", "18446744073709551615",
          R"("NaN, \"Infinity\" and 1e400")", "NaN", "-Infinity"})
        CHECK(written->find(part) != std::string::npos);
    CHECK(written->find("number:") == std::string::npos);
    const auto again = io::readSdfg(*written);
    REQUIRE(again);
    CHECK(*io::writeSdfg(**again) == *written);
}

TEST_CASE("an integer of more than 63 bits is no other number") {
    std::string text = scaleGraph().dump();
    const std::string attributes = R"("attributes":{)";
    const std::string constant =
        R"("constants_prop":{"large":[{"type":"Scalar","attributes":{"dtype":"uint64",)"
        R"("shape":["1"]}},9223372036854775813]},)";
    text.insert(text.find(attributes) + attributes.size(), constant);
    const auto document = io::readSdfg(text);
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    CHECK((*document)->root->constants.empty());
    CHECK((*document)->root->constantArrays == std::vector<std::string>{"large"});
    CHECK(io::writeSdfg(**document)->find("9223372036854775813") != std::string::npos);
}

TEST_CASE("a number of a node that is too large is refused, not taken as a negative one") {
    std::string text = scaleGraph().dump();
    const std::string map = R"("label":"m")";
    REQUIRE(text.find(map) != std::string::npos);
    text.replace(text.find(map), map.size(), map + R"(,"collapse":18446744073709551615)");
    const auto document = io::readSdfg(text);
    REQUIRE_FALSE(document);
    CHECK(document.error().sentence.find("too large an integer") != std::string::npos);
}

} // namespace writer_test
