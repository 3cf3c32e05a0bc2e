// Files of one generation written in the dialect of the other.
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "core/ir/equality.h"
#include "tests/core/io/graph_texts.h"
#include "tests/support/catch.h"

namespace dialect_test {

using namespace mw;
using namespace mw::test;
using symbolic::Dialect;

namespace {

Dialect otherThan(Dialect dialect) {
    return dialect == Dialect::plain ? Dialect::dollar : Dialect::plain;
}

/// The document in the given dialect, read again. (Not through a json value, which sorts the
/// containers by name.)
ir::DocumentPtr converted(const ir::Document& document, Dialect dialect) {
    const auto text = io::writeSdfg(document, {dialect, std::nullopt});
    REQUIRE(text);
    return mustRead(*text);
}

/// There, and the reading of the way back.
void checkThereAndBack(const ir::Document& original) {
    const Dialect there = otherThan(original.format.dialect);
    const auto other = converted(original, there);
    CHECK(other->format.dialect == there);
    CHECK(ir::equivalent(*other->root, *original.root));
    const auto back = converted(*other, original.format.dialect);
    CHECK(back->format.dialect == original.format.dialect);
    CHECK(ir::equivalent(*back->root, *original.root));
}

} // namespace

TEST_CASE("to the other dialect and back gives an equal graph: small graphs") {
    for (const json& graph : {scaleGraph(), everythingGraph(), dollarGraph()})
        checkThereAndBack(*mustRead(graph));
}

TEST_CASE("to the other dialect and back gives an equal graph: corpus") {
    for (const auto& file : corpusGraphs(24)) {
        INFO(file.string());
        const auto document = io::readSdfgFile(file);
        REQUIRE(document);
        checkThereAndBack(**document);
    }
}

TEST_CASE("plain to dollar: what changes its spelling") {
    json graph = everythingGraph();
    graph["attributes"]["debuginfo"] = {{"type", "DebugInfo"}, {"start_line", 3},
                                        {"end_line", 3},       {"start_column", 0},
                                        {"end_column", 7},     {"filename", "a.py"}};
    graph["attributes"]["executions"] = "N";
    graph["attributes"]["transformation_hist"] = {{{"type", "PatternTransformation"}}};
    const json out = written(*mustRead(graph), Dialect::dollar);
    CHECK(out["dace_version"] == "2.0.0a6");
    CHECK(out["source_files"] == json({"a.py"}));
    const json& attributes = out["attributes"];
    CHECK(attributes["debuginfo"] ==
          json({{"type", "DebugInfo"}, {"start_line", 3}, {"end_column", 7}, {"file_index", 0}}));
    CHECK_FALSE(attributes.contains("hash"));
    CHECK_FALSE(attributes.contains("transformation_hist"));
    CHECK(attributes["executions"] == "symbol($N, dtype=dace.int64)");
    const json& arrays = attributes["_arrays"];
    CHECK(arrays["v"]["attributes"]["shape"][0] == "symbol($N, dtype=dace.int64)");
    CHECK(arrays["vec"]["attributes"]["shape"] == json({"8", "$M"}));
    CHECK(arrays["s"]["attributes"]["buffer_size"] == "2*symbol($N, dtype=dace.int64)");
    CHECK(arrays["st"]["attributes"]["members"]["a"]["attributes"]["total_size"] ==
          "symbol($N, dtype=dace.int64)");
    const json& edges = out["nodes"][0]["edges"];
    const json& reduced = edges[2]["attributes"]["data"]["attributes"];
    CHECK(reduced["subset"]["type"] == "Range");
    CHECK(reduced["subset"]["ranges"][0]["end"] == "0");
    CHECK(reduced["wcr"] == "(lambda x, y: (x + y))");
    const json& approximate = edges[3]["attributes"]["data"]["attributes"];
    CHECK(approximate["subset"]["ranges"][0]["end"] == "-1 + symbol($N, dtype=dace.int64)");
    CHECK(approximate["other_subset"]["ranges"][0]["end"] == "3");
    CHECK_FALSE(out["edges"][1]["attributes"]["data"].contains("label"));
    // Python text is the same in both.
    CHECK(out["edges"][1]["attributes"]["data"]["attributes"]["assignments"]["q"] == "N + 1");
    CHECK(out["nodes"][1]["attributes"]["loop_condition"]["string_data"] == "(k < N)");
}

TEST_CASE("dollar to plain: what changes its spelling") {
    const json out = written(*mustRead(dollarGraph()), Dialect::plain);
    CHECK(out["dace_version"] == "1.0.0");
    CHECK_FALSE(out.contains("source_files"));
    const json& nested = out["nodes"][0]["nodes"][0]["attributes"];
    CHECK(nested["symbol_mapping"]["M"] == "-2 + N");
    CHECK(nested["debuginfo"] == json({{"type", "DebugInfo"},
                                       {"start_line", 3},
                                       {"end_line", 3},
                                       {"start_column", 0},
                                       {"end_column", 0},
                                       {"filename", "a.py"}}));
    CHECK(nested["sdfg"]["attributes"]["_arrays"]["o"]["attributes"]["shape"][0] == "M");
}

TEST_CASE("a converted expression keeps its terms as the file has them") {
    json graph = scaleGraph();
    const auto converted = [&](const char* text) {
        graph["attributes"]["_arrays"]["x"]["attributes"]["total_size"] = text;
        const json out = written(*mustRead(graph), Dialect::dollar);
        return out["attributes"]["_arrays"]["x"]["attributes"]["total_size"].get<std::string>();
    };
    CHECK(converted("N*(2 + N) - Max(N, 3)") == "$N*(2 + $N) - Max($N, 3)");
    CHECK(converted("3 - (N - 4)*(N + 1)") == "3 - ($N - 4)*($N + 1)");
    // Not the same in both grammars: printed anew.
    CHECK(converted("N // 2") == "int_floor($N, 2)");
}

TEST_CASE("names of a program may be those of what holds expressions") {
    const auto made = ir::parseDump(R"(sdfg g {
  symbols end:int32 shape:int32
  array start float64 [end]
  array volume float64 [end]
  state s {
    a = access start
    b = access volume
    a -> b : start[0:end]
  }
  state t {
  }
  s -> t with offset = `end + shape`
}
)");
    REQUIRE(made);
    const auto dollar = converted(**made, Dialect::dollar);
    CHECK(dollar->format.dialect == Dialect::dollar);
    CHECK(ir::dump(*dollar->root) == ir::dump(*(*made)->root));
    const auto plain = converted(*dollar, Dialect::plain);
    CHECK(plain->format.dialect == Dialect::plain);
    CHECK(ir::dump(*plain->root) == ir::dump(*(*made)->root));
}

TEST_CASE("asking for the dialect that a file has changes nothing") {
    CHECK(firstDifference(everythingGraph(),
                          written(*mustRead(everythingGraph()), Dialect::plain)) == "");
    CHECK(firstDifference(dollarGraph(), written(*mustRead(dollarGraph()), Dialect::dollar)) == "");
}

} // namespace dialect_test
