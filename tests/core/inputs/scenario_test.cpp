// Scenarios: read, written, made for a grid, refused by name.
#include "core/inputs/scenario.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <unistd.h>

namespace scenario_test {

using namespace mw;
using namespace mw::inputs;
namespace fs = std::filesystem;

namespace {

const char* const kSmall = R"({
 "program": "p", "grid": {"kind": "torus", "nx": 8, "ny": 6, "levels": 10}, "horizontal": "Edge",
 "symbols": {"flag": true, "n": 7, "x": 0.25},
 "arrays": {
  "a": {"shape": [144, 12], "dtype": "float64", "low": 0.5, "high": 1.5},
  "c": {"shape": [144, 4], "dtype": "int32", "table": "E2C2V"},
  "i": {"shape": [3], "dtype": "int32", "low": 0, "high": 10, "floor": true},
  "m": {"shape": [5], "dtype": "bool", "mask": 0.25},
  "t": {"shape": [1], "dtype": "float64", "zero": true},
  "f": {"shape": [2], "dtype": "float32", "file": "f.npy"}},
 "outputs": ["a"], "tolerance": 1e-10})";

std::vector<fs::path> corpusFolders() {
    std::vector<fs::path> folders;
    if (const auto root = test::corpus())
        for (const char* generation : {"gt4py-1.0.9", "gt4py-1.2.1"})
            for (const auto& entry : fs::directory_iterator(*root / generation))
                folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    return folders;
}

/// makeScenario of initial.sdfgz must give what the file says for everything that it gives.
void checkSameAs(const fs::path& graph, const fs::path& file) {
    INFO(graph.string() + " against " + file.filename().string());
    const auto expected = readScenario(file);
    const auto document = io::readSdfgFile(graph);
    REQUIRE(expected);
    REQUIRE(document);
    const auto made = makeScenario(*(*document)->root, expected->grid);
    if (!made)
        FAIL(made.error().sentence);
    for (const auto& [name, value] : made->symbols) {
        const auto found = expected->symbols.find(name);
        if (found == expected->symbols.end())
            continue;
        INFO(name);
        CHECK(value.asReal() == found->second.asReal());
    }
    for (const auto& [name, array] : made->arrays) {
        const auto found = expected->arrays.find(name);
        INFO(name);
        if (name == "gt_compute_time" || found == expected->arrays.end())
            continue;
        CHECK(array.shape == found->second.shape);
        CHECK(array.type == found->second.type);
        auto fill =
            array.fill; // of the same size; ours has signs, and values that are compared with
        if (auto* hashed = std::get_if<HashedFill>(&fill))
            *hashed = {hashed->low, hashed->high, hashed->floor};
        const auto a = makeArray(name, {{1, 1}, array.type, fill}, made->grid);
        const auto b = makeArray(name, {{1, 1}, array.type, found->second.fill}, made->grid);
        CHECK(array.fill.index() == found->second.fill.index());
        // The one field that bench.json fills with ordinary values.
        const bool isOrdinary = name == "kh_smag_e" && file.filename() == "bench.json";
        if (a && b && !isOrdinary)
            CHECK(a->bytes == b->bytes);
    }
}

} // namespace

TEST_CASE("a scenario reads and writes back with every kind of fill") {
    const auto scenario = parseScenario(kSmall);
    REQUIRE(scenario);
    CHECK(scenario->symbols.at("flag").i == 1);
    CHECK(scenario->symbols.at("x").d == 0.25);
    CHECK(scenario->symbols.at("x").isReal);
    CHECK(std::get<TableFill>(scenario->arrays.at("c").fill).table == "E2C2V");
    CHECK(std::get<HashedFill>(scenario->arrays.at("i").fill).floor);
    CHECK(std::get<MaskFill>(scenario->arrays.at("m").fill).density == 0.25);
    CHECK(std::holds_alternative<ZeroFill>(scenario->arrays.at("t").fill));
    CHECK(std::get<FileFill>(scenario->arrays.at("f").fill).path == "f.npy");
    CHECK(scenario->tolerance == 1e-10);
    const std::string text = toJson(*scenario);
    const auto again = parseScenario(text);
    REQUIRE(again);
    CHECK(toJson(*again) == text);
}

TEST_CASE("a scenario that is wrong says where") {
    const auto error = [](std::string_view json) {
        const auto scenario = parseScenario(json);
        REQUIRE_FALSE(scenario);
        return scenario.error().sentence + " at " + scenario.error().location.path;
    };
    CHECK(error("{") == "the scenario is not valid JSON at ");
    CHECK(error("[]").find("must be an object") != std::string::npos);
    CHECK(error("{}").find("'grid' is missing") != std::string::npos);
    CHECK(error(R"({"grid": {"nx": 8, "ny": 6}})").find("at /grid/levels") != std::string::npos);
    CHECK(error(R"({"grid": {"kind": "sphere", "nx": 8}})").find("sphere") != std::string::npos);
    const std::string head = R"({"grid": {"nx": 8, "ny": 6, "levels": 4}, )";
    CHECK(error(head + R"("symbols": {"n": "x"}})").find("at /symbols/n") != std::string::npos);
    CHECK(error(head + R"("arrays": {"a": {"shape": [2]}}})").find("at /arrays/a") !=
          std::string::npos);
    CHECK(error(head + R"("arrays": {"a": {"shape": [2], "dtype": "quad", "low": 1}}})")
              .find("quad") != std::string::npos);
    CHECK(error(head + R"("arrays": {"a": {"shape": [-2], "dtype": "int32", "low": 1}}})")
              .find("at /arrays/a/shape") != std::string::npos);
    CHECK(error(head + R"("tolerence": 1e-9})").find(R"(has no "tolerence")") != std::string::npos);
    CHECK(error(head + R"("program": 3})").find("at /program") != std::string::npos);
    const std::string array = head + R"("arrays": {"a": {"shape": [2], "dtype": "int32", )";
    CHECK(error(array + R"("low": 1, "hihg": 2}}})").find(R"(has no "hihg")") != std::string::npos);
    CHECK(error(array + R"("low": 1, "floor": 1}}})").find("at /arrays/a/floor") !=
          std::string::npos);
    CHECK(error(array + R"("zero": false}}})").find("at /arrays/a/zero") != std::string::npos);
    CHECK(error(array + R"("low": 1, "mask": 0.5}}})").find("not by several") != std::string::npos);
    CHECK(error(head + R"("arrays": {"a": {"shape": [2], "dtype": "int32"}}})")
              .find("needs one of") != std::string::npos);
    CHECK(error(head + R"("arrays": {"a": {"shape": [2], "dtype": "int32", "low": "1"}}})")
              .find("'low' must be a number at /arrays/a/low") != std::string::npos);
    CHECK(error(head + R"("tolerance": -1e-9})").find("at /tolerance") != std::string::npos);
    CHECK(error(head + R"("tolerance": "1e-9"})").find("must be a number") != std::string::npos);
}

TEST_CASE("made scenarios equal those that the reference results were made with") {
    const auto folders = corpusFolders();
    if (folders.empty())
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    for (const fs::path& folder : folders) {
        checkSameAs(folder / "initial.sdfgz", folder / "reference.json");
        const fs::path large = folder / "bench-initial.sdfgz";
        if (fs::exists(folder / "bench.json"))
            checkSameAs(fs::exists(large) ? large : folder / "initial.sdfgz",
                        folder / "bench.json");
    }
}

TEST_CASE("every graph of the corpus is complete with the scenario beside it") {
    const auto folders = corpusFolders();
    if (folders.empty())
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    for (const fs::path& folder : folders) {
        for (const fs::path& graph : test::someGraphsBelow(folder)) {
            INFO(graph.string());
            const bool isBench = graph.filename().string().starts_with("bench");
            const auto given = readScenario(folder / (isBench ? "bench.json" : "reference.json"));
            const auto document = io::readSdfgFile(graph);
            REQUIRE(given);
            REQUIRE(document);
            const auto complete = completeScenario(*(*document)->root, *given);
            if (!complete)
                FAIL_CHECK(complete.error().sentence);
        }
    }
}

TEST_CASE("a captured call says every size itself: nothing follows from a grid") {
    const auto document = ir::parseDump(R"(sdfg p {
  symbols __u_Edge_range_0:int32 __u_Edge_range_1:int32
  array u float64 [__u_Edge_range_1 - __u_Edge_range_0]
  state s {
    n0 = access u
  }
}
)");
    REQUIRE(document);
    const std::string text = R"({"program": "p", "grid": {"kind": "captured"},
 "symbols": {"__u_Edge_range_0": 0, "__u_Edge_range_1": 5},
 "arrays": {"u": {"shape": [5], "dtype": "float64", "file": "u.npz"}}})";
    const auto given = parseScenario(text);
    REQUIRE(given);
    CHECK(toString(given->grid) == "captured");
    CHECK(toJson(*parseScenario(toJson(*given))) == toJson(*given));
    const auto complete = completeScenario(*(*document)->root, *given);
    REQUIRE(complete);
    CHECK(complete->symbols.at("__u_Edge_range_1").i == 5);
    auto open = *given;
    open.symbols.clear();
    open.arrays.clear();
    const auto refused = completeScenario(*(*document)->root, open);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().sentence.find("__u_Edge_range_") != std::string::npos);
}

TEST_CASE("what nothing gives a value to is named") {
    const auto document = ir::parseDump(R"(sdfg p {
  symbols mystery:int32 alpha:float64
  array a float64 [4]
  state s {
    n0 = tasklet t `o = mystery`
    n1 = access a
    n0.o -> n1 : a[0]
  }
}
)");
    REQUIRE(document);
    const auto made = makeScenario(*(*document)->root, {8, 6, 10});
    REQUIRE_FALSE(made);
    CHECK(made.error().sentence.find("mystery") != std::string::npos);
}

TEST_CASE("an array whose size is a literal of another grid is refused by name") {
    const auto document = ir::parseDump(R"(sdfg p {
  array u float64 [67200, 82] strides [1, 67200]
  state s {
    n0 = access u
  }
}
)");
    REQUIRE(document);
    Scenario given;
    given.grid = {8, 6, 10};
    given.arrays["u"] = {{144, 12}, ir::ScalarType::float64, HashedFill{}};
    const auto complete = completeScenario(*(*document)->root, given);
    REQUIRE_FALSE(complete);
    CHECK(complete.error().sentence ==
          "dimension 0 of the array 'u' is 144 in the scenario; the program needs 67200");
}

TEST_CASE("scenarios hold grids of all kinds, and come back byte by byte") {
    for (const char* text :
         {"torus:8,6,10", "torus:8,6,10,numbering=hilbert", "icosahedral:R02B03,10",
          "limited:R01B03,40.5,10", "limited:R01B03,40,10,numbering=random,skip-values=replaced",
          "grids/icon.nc,10,numbering=hilbert"}) {
        INFO(text);
        Scenario scenario;
        scenario.program = "p";
        scenario.grid = *parseGrid(text);
        if (scenario.grid.kind == Grid::Kind::limited || scenario.grid.kind == Grid::Kind::file)
            scenario.grid.counts = {320, 500, 181};
        const std::string json = toJson(scenario);
        const auto read = parseScenario(json);
        REQUIRE(read);
        CHECK(read->grid == scenario.grid);
        CHECK(toJson(*read) == json);
    }
}

TEST_CASE("a grid of a scenario that is wrong is named") {
    const auto refusal = [](const std::string& grid) {
        const auto read = parseScenario("{\"grid\": " + grid + "}");
        REQUIRE_FALSE(read);
        CHECK(read.error().code == "bad-scenario");
        return read.error().location.path + ": " + read.error().sentence;
    };
    CHECK(refusal(R"({"kind": "icosahedral", "root": 2, "levels": 5})") ==
          "/grid/bisections: in the scenario, the grid needs 'bisections' as a number");
    CHECK(refusal(R"({"kind": "icosahedral", "root": 2, "bisections": 12, "levels": 5})")
              .find("does not begin with ICON's RnBk") != std::string::npos);
    CHECK(refusal(R"({"kind": "limited", "root": 2, "bisections": 2, "levels": 5})")
              .starts_with("/grid/radius"));
    CHECK(refusal(R"({"kind": "limited", "root": 2, "bisections": 2, "radius": -1, "levels": 5})")
              .find("between 0 and 180") != std::string::npos);
    CHECK(refusal(R"({"kind": "file", "levels": 5})").starts_with("/grid/file"));
    CHECK(refusal(R"({"kind": "file", "file": "x.txt", "levels": 5})").starts_with("/grid"));
    CHECK(refusal(R"({"kind": "file", "file": "x.nc", "cells": 7, "levels": 5})")
              .starts_with("/grid/edges"));
    CHECK(refusal(R"({"kind": "torus", "nx": 8, "ny": 6, "levels": 5, "numbering": "z"})")
              .starts_with("/grid/numbering"));
    CHECK(refusal(R"({"kind": "torus", "nx": 8, "ny": 6, "levels": 5, "skip_values": 1})")
              .starts_with("/grid/skip_values"));
}

TEST_CASE("the file of a grid lies beside the scenario that names it") {
    const auto folder =
        fs::temp_directory_path() / ("mw-scenario-grid-" + std::to_string(getpid()));
    fs::create_directories(folder);
    Scenario scenario;
    scenario.grid = *parseGrid("icon.nc,10");
    REQUIRE(io::writeFileAtomically(folder / "a.json", toJson(scenario)));
    const auto read = readScenario(folder / "a.json");
    fs::remove_all(folder);
    REQUIRE(read);
    CHECK(read->grid.file == (folder / "icon.nc").string());
}

TEST_CASE("programs on a limited area begin behind the rows that lack neighbours") {
    const auto grid = *resolved(*parseGrid("limited:R01B04,35,10"));
    const auto document = ir::parseDump(R"(sdfg g {
  symbols horizontal_start:int32 horizontal_end:int32 start_2nd_nudge_line_idx_e:int32
  symbols __f_Edge_range_1:int32
  array gt_conn_E2C int32 [__gt_conn_E2C_source_size, 2]
  array f float64 [__f_Edge_range_1]
  state s {
    n0 = access gt_conn_E2C
    n1 = map m [i_Edge_gtx_horizontal = horizontal_start:horizontal_end] -> n3
    n2 = tasklet t `o = (1.0 if (c < start_2nd_nudge_line_idx_e) else 2.0)`
    n3 = exit n1
    n4 = access f
    n0 -> n1.IN_t : gt_conn_E2C[0:__gt_conn_E2C_source_size, 0:2]
    n1.OUT_t -> n2.c : gt_conn_E2C[i_Edge_gtx_horizontal, 0]
    n2.o -> n3.IN_f : f[i_Edge_gtx_horizontal]
    n3.OUT_f -> n4 : f[0:__f_Edge_range_1]
  }
}
)");
    if (!document)
        FAIL(toString(document.error()));
    const auto made = makeScenario(*(*document)->root, grid);
    if (!made)
        FAIL(toString(made.error()));
    const auto mesh = *meshOf(grid);
    const auto& rows = mesh->rowsOf(grid::Element::edge);
    const auto first = static_cast<std::size_t>(made->symbols.at("horizontal_start").i);
    CHECK(rows.at(first - 1) == 4);
    CHECK(rows.at(first) == 5);
    CHECK(made->symbols.at("horizontal_end").i == *extent(grid, "Edge"));
    const auto nudged = static_cast<std::size_t>(made->symbols.at("start_2nd_nudge_line_idx_e").i);
    CHECK(rows.at(nudged - 1) == 9);
    CHECK(rows.at(nudged) == 10);
}

} // namespace scenario_test
