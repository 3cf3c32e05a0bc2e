// What is no SDFG is refused with the place and the reason.
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "tests/core/io/graph_texts.h"
#include "tests/support/catch.h"

namespace malformed_test {

using namespace mw;
using namespace mw::test;

namespace {

Diagnostic refusal(const std::string& bytes, const io::ReadLimits& limits = {}) {
    const auto document = io::readSdfg(bytes, limits);
    return document ? Diagnostic{} : document.error();
}
std::string codeOf(const std::string& bytes, const io::ReadLimits& limits = {}) {
    return refusal(bytes, limits).code;
}

/// The refusal of scaleGraph() after `path` was set to `value` (removed: nullopt).
Diagnostic afterChange(const std::string& path, std::optional<json> value) {
    json graph = scaleGraph();
    const json::json_pointer at(path);
    if (value)
        graph[at] = *value;
    else
        graph[at.parent_pointer()].erase(at.back());
    return refusal(graph.dump());
}

const std::string kState = "/nodes/0";
const std::string kNodes = "/nodes/0/nodes";
const std::string kEdges = "/nodes/0/edges";

} // namespace

TEST_CASE("bytes that are no SDFG are refused with what they are") {
    const std::string text = scaleGraph().dump();
    CHECK(codeOf("") == "empty-file");
    CHECK(codeOf("  \n") == "empty-file");
    CHECK(codeOf("\x80\x04\x95 pickled") == "pickle");
    CHECK(codeOf("hello") == "not-an-sdfg");
    CHECK(codeOf("[1, 2]") == "not-an-sdfg");
    CHECK(codeOf("{}") == "not-an-sdfg");
    CHECK(codeOf(text.substr(0, text.size() / 2)) == "truncated-json");
    CHECK(codeOf(text.substr(0, text.size() - 1)) == "truncated-json");
    CHECK(codeOf(text + "}") == "invalid-json");
    CHECK(codeOf("{\"type\": \"SDFG\", \"x\": nan}") == "invalid-json");
    CHECK(codeOf("{\"type\": NaN}") == "wrong-type");
    CHECK(codeOf("{\"type\": \"SDFG\",}") == "invalid-json");
    CHECK(codeOf("{\"type\": \"SDFG\", \"x\": \"\xff\"}") == "invalid-json");
    const std::string packed = *io::gzip(text);
    CHECK(codeOf(packed.substr(0, packed.size() / 2)) == "truncated-gzip");
    CHECK(codeOf(*io::gzip("\x80\x04 pickled")) == "pickle");
    CHECK(io::readSdfg(packed));
    CHECK(io::readSdfg("\xEF\xBB\xBF" + text));
}

TEST_CASE("a syntax error says the line and column") {
    const auto error = refusal("{\n  \"type\": \"SDFG\",\n  \"nodes\": [1, 2,, 3]\n}");
    CHECK(error.code == "invalid-json");
    CHECK(error.sentence.find("line 3, column 18") != std::string::npos);
    CHECK(error.location.path == "/nodes/2");
}

TEST_CASE("limits: bytes, depth and elements") {
    const std::string text = scaleGraph().dump();
    CHECK(codeOf(text, {.maxBytes = 100}) == "too-big");
    CHECK(codeOf(*io::gzip(text), {.maxBytes = 100}) == "too-big");
    CHECK(codeOf(text, {.maxElements = 9}) == "too-many-elements");
    CHECK(codeOf(text, {.maxElements = 10}).empty());
    const auto deep = refusal("{\"a\":" + std::string(2'000'000, '['));
    CHECK(deep.code == "too-deep");
    CHECK(deep.location.path.substr(0, 6) == "/a/0/0");
}

TEST_CASE("a broken element is named, with its place in the file") {
    struct Case {
        std::string path;
        std::optional<json> value;
        std::string code;
        std::string place;
        std::string says;
    };
    const json range = scaleGraph()[json::json_pointer(kNodes + "/1/attributes/range/ranges/0")];
    json endless = range;
    endless.erase("end");
    const std::string memlet = kEdges + "/2/attributes/data";
    const std::vector<Case> cases{
        {"/type", "Graph", "wrong-type", "/type", "should be an SDFG"},
        {"/attributes", std::nullopt, "missing-key", "", "no 'attributes'"},
        {"/attributes/name", std::nullopt, "missing-key", "/attributes", "no 'name'"},
        {"/attributes/_arrays", json::array(), "wrong-type", "/attributes/_arrays", "a list"},
        {"/attributes/_arrays/x/attributes/shape", std::nullopt, "missing-key",
         "/attributes/_arrays/x/attributes", "Array 'x'"},
        {"/attributes/_arrays/x/attributes/shape/0", "N +", "invalid-value",
         "/attributes/_arrays/x/attributes/shape/0", "not an expression"},
        {"/attributes/_arrays/x/attributes/strides", json{"1", "1"}, "invalid-value",
         "/attributes/_arrays/x/attributes", "2 strides"},
        {"/nodes", std::nullopt, "missing-key", "", "SDFG 'scale': has no 'nodes'"},
        {"/nodes", 3, "wrong-type", "/nodes", "a number"},
        {kState, "state", "wrong-type", kState, "a string"},
        {kState + "/label", std::nullopt, "missing-key", kState, "no 'label'"},
        {kNodes + "/2/type", std::nullopt, "missing-key", kNodes + "/2", "no 'type'"},
        {kNodes + "/0/attributes/data", 5, "invalid-value", kNodes + "/0/attributes/data",
         "access node"},
        {kNodes + "/1/attributes/range/ranges/0", endless, "invalid-value",
         kNodes + "/1/attributes/range/ranges/0",
         "map entry 'm[i=0:N]' of state 'main': 'range' "
         "the range has no 'end'"},
        {kNodes + "/1/attributes/params", json{"i", "j"}, "invalid-value",
         kNodes + "/1/attributes/range", "2 parameters but 1 ranges"},
        {kNodes + "/1/scope_exit", "12", "scope-without-partner", kNodes + "/1/scope_exit",
         "node 12, but there are only 5"},
        {kNodes + "/1/scope_exit", "4", "scope-without-partner", kNodes + "/1/scope_exit",
         "which is not so"},
        {kEdges + "/2/dst", "99", "edge-to-missing-node", kEdges + "/2/dst",
         "edge 2 of state 'main': 'dst' is node 99, but there are only 5"},
        {kEdges + "/2/src", "-1", "edge-to-missing-node", kEdges + "/2/src", "node -1"},
        {kEdges + "/2/src", std::nullopt, "missing-key", kEdges + "/2", "no 'src'"},
        {kEdges + "/2/src", "first", "invalid-value", kEdges + "/2/src", "an integer"},
        {memlet, std::nullopt, "missing-key", kEdges + "/2/attributes", "no 'data'"},
        {memlet, nullptr, "wrong-type", memlet, "an object"},
        {memlet + "/attributes/subset", 7, "invalid-value", memlet + "/attributes/subset",
         "a subset"},
        {memlet + "/attributes/subset/ranges/0/end", "i +* 2", "invalid-value",
         memlet + "/attributes/subset/ranges/0/end", "not an expression"},
        {memlet + "/attributes/dynamic", "yes", "invalid-value", memlet + "/attributes/dynamic",
         "true or false"},
    };
    for (const Case& c : cases) {
        INFO(c.path);
        const Diagnostic error = afterChange(c.path, c.value);
        CHECK(error.code == c.code);
        CHECK(error.location.path == c.place);
        CHECK((error.sentence.find(c.says) != std::string::npos ? c.says : error.sentence) ==
              c.says);
    }
}

TEST_CASE("interstate edges, branches and loops are checked too") {
    const auto changed = [](const char* path, json value) {
        json graph = everythingGraph();
        graph[json::json_pointer(path)] = std::move(value);
        return refusal(graph.dump());
    };
    CHECK(changed("/edges/0/dst", "8").code == "edge-to-missing-block");
    CHECK(changed("/edges/0/dst", "8").location.path == "/edges/0/dst");
    CHECK(changed("/nodes/2/branches/0", 1).code == "wrong-type");
    CHECK(changed("/nodes/2/branches/0/0", 1).location.path == "/nodes/2/branches/0/0");
    CHECK(changed("/nodes/2/branches/1/1/type", "SDFGState").code == "wrong-type");
    CHECK(changed("/nodes/1/attributes/init_statement", 1).location.path ==
          "/nodes/1/attributes/init_statement");
    CHECK(changed("/edges/1/attributes/data/attributes/assignments", json::array()).code ==
          "invalid-value");
}

TEST_CASE("an error in a file carries the file's name") {
    const auto document = io::readSdfgFile("/nonexistent/graph.sdfg");
    REQUIRE_FALSE(document);
    CHECK(document.error().code == "no-such-file");
    CHECK(document.error().location.file == "/nonexistent/graph.sdfg");
}

} // namespace malformed_test
