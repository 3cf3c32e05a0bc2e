// Graph files, as JSON, with the rare parts that the corpus lacks.
#include "tests/core/io/graph_texts.h"

namespace mw::test {

namespace {

json point(const char* at) {
    return {{"type", "Range"},
            {"ranges", {{{"start", at}, {"end", at}, {"step", "1"}, {"tile", "1"}}}}};
}

json whole(const char* end) {
    return {{"type", "Range"},
            {"ranges", {{{"start", "0"}, {"end", end}, {"step", "1"}, {"tile", "1"}}}}};
}

json memlet(const char* data, json subset, const char* volume) {
    return {{"type", "Memlet"},
            {"attributes",
             {{"data", data},
              {"subset", subset},
              {"volume", volume},
              {"num_accesses", volume},
              {"src_subset", subset},
              {"dst_subset", nullptr},
              {"is_data_src", true}}}};
}

json edge(const char* src, json srcConnector, const char* dst, json dstConnector, json data) {
    return {{"type", "MultiConnectorEdge"},
            {"src", src},
            {"dst", dst},
            {"src_connector", std::move(srcConnector)},
            {"dst_connector", std::move(dstConnector)},
            {"attributes", {{"data", std::move(data)}}}};
}

json node(const char* type, int id, const char* label, json entry, json exit, json attributes) {
    return {{"type", type},
            {"label", label},
            {"id", id},
            {"scope_entry", std::move(entry)},
            {"scope_exit", std::move(exit)},
            {"attributes", std::move(attributes)}};
}

json code(const char* text, const char* language = "Python") {
    return {{"string_data", text}, {"language", language}};
}

json array(const char* shape) {
    return {{"type", "Array"},
            {"attributes",
             {{"dtype", "float64"},
              {"shape", {shape}},
              {"strides", {"1"}},
              {"total_size", shape},
              {"offset", {"0"}}}}};
}

json emptyState(const char* label, int id) {
    return {{"type", "SDFGState"},
            {"label", label},
            {"id", id},
            {"collapsed", false},
            {"nodes", json::array()},
            {"edges", json::array()},
            {"attributes", json::object()},
            {"scope_dict", {{"-1", json::array()}}}};
}

json emptyMemlet() {
    return {{"type", "Memlet"}, {"attributes", {{"volume", "1"}}}};
}

/// A state without dataflow in a region of the given type.
json region(const char* type, const char* label, json id, json attributes) {
    return {{"type", type},
            {"label", label},
            {"id", std::move(id)},
            {"collapsed", false},
            {"cfg_list_id", 7},
            {"start_block", 0},
            {"nodes", {emptyState("inner", 0)}},
            {"edges", json::array()},
            {"attributes", std::move(attributes)}};
}

json interstate(const char* src, const char* dst, json attributes) {
    return {{"type", "Edge"},
            {"src", src},
            {"dst", dst},
            {"attributes",
             {{"data",
               {{"type", "InterstateEdge"},
                {"attributes", std::move(attributes)},
                {"label", "shown"}}}}}};
}

} // namespace

json scaleGraph() {
    json state = emptyState("main", 0);
    state["scope_dict"] = {{"-1", {0, 1, 4}}, {"1", {2, 3}}};
    state["nodes"] = {
        node("AccessNode", 0, "x", nullptr, nullptr, {{"data", "x"}}),
        node("MapEntry", 1, "m[i=0:N]", nullptr, "3",
             {{"label", "m"},
              {"params", {"i"}},
              {"range", whole("N - 1")},
              {"in_connectors", {{"IN_x", nullptr}}},
              {"out_connectors", {{"OUT_x", nullptr}}}}),
        node("Tasklet", 2, "t", "1", "3",
             {{"label", "t"},
              {"code", code("b = (2.0 * a)")},
              {"in_connectors", {{"a", nullptr}}},
              {"out_connectors", {{"b", nullptr}}}}),
        node("MapExit", 3, "m[i=0:N]", "1", "3",
             {{"in_connectors", {{"IN_y", nullptr}}}, {"out_connectors", {{"OUT_y", nullptr}}}}),
        node("AccessNode", 4, "y", nullptr, nullptr, {{"data", "y"}})};
    state["edges"] = {edge("0", nullptr, "1", "IN_x", memlet("x", whole("N - 1"), "N")),
                      edge("1", "OUT_x", "2", "a", memlet("x", point("i"), "1")),
                      edge("2", "b", "3", "IN_y", memlet("y", point("i"), "1")),
                      edge("3", "OUT_y", "4", nullptr, memlet("y", whole("N - 1"), "N"))};
    return {{"type", "SDFG"},
            {"dace_version", "1.0.0"},
            {"collapsed", false},
            {"label", ""},
            {"id", nullptr},
            {"cfg_list_id", 0},
            {"start_block", 0},
            {"attributes",
             {{"name", "scale"},
              {"symbols", {{"N", "int32"}}},
              {"_arrays", {{"x", array("N")}, {"y", array("N")}}},
              {"hash", "0123"}}},
            {"nodes", {state}},
            {"edges", json::array()}};
}

namespace {

/// Nodes of kinds that the corpus has few or none of.
json rareNodes() {
    json state = emptyState("rare", 0);
    state["_meta_editor"] = {{"zoom", 1.5}};
    state["nodes"] = {
        node("AccessNode", 0, "s", nullptr, nullptr, {{"data", "s"}, {"setzero", true}}),
        node("ConsumeEntry", 1, "c [p=0:4]", nullptr, "2",
             {{"label", "c"},
              {"pe_index", "p"},
              {"num_pes", "4"},
              {"condition", nullptr},
              {"chunksize", 2},
              {"in_connectors", {{"IN_stream", nullptr}}},
              {"out_connectors", {{"OUT_stream", nullptr}}}}),
        node("ConsumeExit", 2, "c [p=0:4]", "1", "2", json::object()),
        node("LibraryNode", 3, "fill", nullptr, nullptr,
             {{"name", "fill"}, {"label", "fill"}, {"value", 0}, {"axes", {0, 1}}}),
        node("Tasklet", 4, "raw", nullptr, nullptr,
             {{"label", "raw"},
              {"code", code("foo();", "CPP")},
              {"code_global", code("#include <a>", "CPP")},
              {"state_fields", {"int n;"}},
              {"side_effects", true},
              {"ignored_symbols", {"k"}}}),
        node("QuantumNode", 5, "who knows", nullptr, nullptr, {{"spin", 0.5}}),
        node("AccessNode", 6, "v", nullptr, nullptr, {{"data", "v"}})};
    state["nodes"][3]["classpath"] = "dace.libraries.standard.nodes.fill.node.FillLibraryNode";
    json reduced = memlet("v", point("0"), "0");
    reduced["attributes"]["wcr"] = "(lambda x, y: (x + y))";
    reduced["attributes"]["wcr_nonatomic"] = true;
    reduced["attributes"]["dynamic"] = true;
    reduced["attributes"]["num_accesses"] = -1;
    reduced["attributes"]["subset"] = {{"type", "Indices"}, {"indices", {"0"}}};
    json approximate = memlet("v", whole("3"), "4");
    approximate["attributes"]["subset"]["ranges"][0]["end"] = {{"main", "N - 1"}, {"approx", "M"}};
    approximate["attributes"]["other_subset"] = "0:4";
    state["edges"] = {edge("0", nullptr, "1", "IN_stream", memlet("s", point("0"), "1")),
                      edge("1", nullptr, "2", nullptr, emptyMemlet()),
                      edge("3", "_out", "6", nullptr, reduced),
                      edge("6", nullptr, "6", nullptr, approximate)};
    state["edges"][1]["src"] = 1; // as a number, as some tools write it
    return state;
}

json rareContainers() {
    json arrays{
        {"v", array("N")},
        {"s",
         {{"type", "Stream"},
          {"attributes",
           {{"dtype", "int32"}, {"shape", {"1"}}, {"offset", {"0"}}, {"buffer_size", "2*N"}}}}},
        {"st",
         {{"type", "Structure"},
          {"attributes",
           {{"name", "pair"},
            {"dtype", {{"type", "pointer"}, {"dtype", {{"type", "struct"}, {"name", "pair"}}}}},
            {"members", {{"a", array("N")}}}}}}},
        {"grid", {{"type", "ProcessGrid"}, {"attributes", {{"shape", {2, 2}}, {"color", 1}}}}},
        {"vec",
         {{"type", "Array"},
          {"attributes",
           {{"dtype", {{"type", "vector"}, {"dtype", "float32"}, {"elements", "4"}}},
            {"shape", {8, "M"}},
            {"storage", "FPGA_Global"},
            {"lifetime", "Persistent"},
            {"transient", true}}}}}};
    arrays["ref"] = array("N");
    arrays["ref"]["type"] = "ArrayReference";
    arrays["old"] = array("N");
    arrays["old"]["type"] = "View";
    arrays["half"] = {{"type", "Scalar"}, {"attributes", {{"dtype", "float32"}, {"shape", {"1"}}}}};
    return arrays;
}

json conditional() {
    json block{{"type", "ConditionalBlock"},
               {"label", "if"},
               {"id", 2},
               {"collapsed", false},
               {"cfg_list_id", 2},
               {"start_block", nullptr},
               {"edges", json::array()},
               {"attributes", json::object()}};
    json yes = region("ControlFlowRegion", "yes", nullptr, json::object());
    json no = region("ControlFlowRegion", "no", nullptr, json::object());
    block["branches"] = {json::array({code("(N > 4)"), yes}), json::array({nullptr, no})};
    yes["id"] = 0;
    no["id"] = 1;
    block["nodes"] = {yes, no};
    return block;
}

} // namespace

json everythingGraph() {
    json loop = region("LoopRegion", "loop", 1,
                       {{"init_statement", code("k = 0")},
                        {"loop_condition", code("(k < N)")},
                        {"update_statement", code("k = (k + 1)")},
                        {"loop_variable", "k"},
                        {"inverted", true},
                        {"unroll_factor", 4}});
    json jump = emptyState("out", 1);
    jump["type"] = "BreakBlock";
    loop["nodes"].push_back(jump);
    loop["edges"] = {interstate("0", "1", json::object())};
    json named = region("NamedRegion", "phase", 3, {{"debuginfo", nullptr}});
    json called = region("FunctionCallRegion", "call", 4, {{"arguments", {{"a", "N"}}}});
    json wild = region("UnstructuredControlFlow", "wild", 5, json::object());
    json unknown{{"type", "TryBlock"}, {"label", "try"}, {"id", 6}, {"handler", {{"x", 1}}}};
    json last = emptyState("end", 7);
    last["type"] = "ReturnBlock";

    json graph = scaleGraph();
    graph["nodes"] = {rareNodes(), loop, conditional(), named, called, wild, unknown, last};
    graph["edges"] = {
        interstate("0", "1", {{"condition", code("1")}}),
        interstate("1", "2", {{"condition", code("(N > 4)")}, {"assignments", {{"q", "N + 1"}}}}),
        interstate("2", "3", json::object()),
        interstate("3", "4", json::object()),
        interstate("4", "5", json::object()),
        interstate("5", "6", json::object()),
        interstate("6", "7", json::object())};
    auto& attributes = graph["attributes"];
    attributes["_arrays"] = rareContainers();
    attributes["arg_names"] = {"v"};
    attributes["symbols"] = {{"N", "int64"}, {"M", "int32"}, {"k", "int32"}};
    attributes["constants_prop"] = {
        {"pi", {{{"type", "Scalar"}, {"attributes", {{"dtype", "float64"}}}}, 3.25}},
        {"table", {array("2"), {{"type", "ndarray"}, {"data", {1.5, 2.5}}, {"dtype", "float64"}}}}};
    attributes["global_code"] = {{"frame", code("int x;", "CPP")}, {"cuda", code("", "CPP")}};
    attributes["logical_groups"] = {{{"type", "LogicalGroup"}, {"name", "g"}, {"nodes", {{0, 1}}}}};
    attributes["using_experimental_blocks"] = true;
    attributes["someone_elses"] = {{"deep", {1, 2.5, nullptr, "\u00e4 \"quoted\" \\ text"}}};
    graph["x"] = 12.5;
    return graph;
}

json dollarGraph() {
    json inner = emptyState("is", 0);
    inner["edges"] = json::array();
    json nested = scaleGraph();
    nested.erase("dace_version");
    nested["cfg_list_id"] = 1;
    nested["attributes"] = {{"name", "inner"}, {"symbols", {{"M", "int32"}}}};
    nested["attributes"]["_arrays"] = {{"o", array("$M")}};
    nested["nodes"] = {inner};
    json state = emptyState("main", 0);
    state["scope_dict"] = {{"-1", {0, 1}}};
    state["nodes"] = {
        node("NestedSDFG", 0, "inner", nullptr, nullptr,
             {{"label", "inner"},
              {"symbol_mapping", {{"M", "-2 + $N"}}},
              {"out_connectors", {{"o", nullptr}}},
              {"debuginfo", {{"type", "DebugInfo"}, {"start_line", 3}, {"file_index", 0}}},
              {"sdfg", nested}}),
        node("AccessNode", 1, "y", nullptr, nullptr, {{"data", "y"}})};
    state["edges"] = {edge("0", "o", "1", nullptr, memlet("y", whole("-3 + $N"), "-2 + $N"))};
    json graph = scaleGraph();
    graph["dace_version"] = "2.0.0a6";
    graph["source_files"] = {"a.py"};
    graph["attributes"]["_arrays"] = {{"y", array("$N")}};
    graph["nodes"] = {state};
    return graph;
}

} // namespace mw::test
