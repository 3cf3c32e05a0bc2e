// Vertical fusion over several maps: chains, what others use too, gathers and cycles. Cases that
// pin it in DaCe's own tests, rebuilt here.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

#include <algorithm>

namespace map_fusion_chain_test {

using namespace mw;
using test::countOf;
using test::has;
using test::mapOf;

namespace {

const std::string kName = "map-fusion-vertical";
const std::string kSum = " wcr `lambda x, y: x + y`";

/// A program of these maps; names of arrays of [N] are put in front, arguments and temporaries.
std::string programOf(const std::vector<std::string>& arguments,
                      const std::vector<std::string>& temporaries, const std::string& maps,
                      const std::string& containers = "", const std::string& access = "") {
    std::string declared, nodes;
    for (const auto& [names, attributes] :
         {std::pair{arguments, ""}, std::pair{temporaries, " transient"}})
        for (const auto& name : names) {
            declared += "  array " + name + " float64 [N]" + attributes + "\n";
            nodes += "    " + name + " = access " + name + "\n";
        }
    return "sdfg g {\n  symbols N:int32\n" + declared + containers + "  state main {\n" + nodes +
           access + maps + "  }\n}\n";
}

std::string fused(const std::string& graph, std::size_t times,
                  const transforms::Params& params = {}) {
    return test::textAfter(kName, graph, params, times);
}

std::size_t maps(const std::string& text) {
    return countOf(text, "= map ");
}

/// The refusal of the match whose label has all of these words.
std::string refusalAt(const std::string& graph, const std::string& label,
                      const transforms::Params& given = {}) {
    const auto& t = test::transformation(kName);
    const transforms::DocumentView view(test::parsed(graph));
    const auto matches = t.find(view, {});
    const auto match =
        std::ranges::find_if(matches, [&](const auto& one) { return has(one.label, label); });
    REQUIRE(match != matches.end());
    const auto params = transforms::completeParams(t, given);
    const auto checked = t.check(view, *match, *params);
    const auto* refusal = transforms::refusalOf(checked);
    return refusal ? std::to_string(refusal->condition) + " " + refusal->code : "applies";
}

const std::string kIndices = "  array idx int32 [N]\n";
const std::string kIndexNode = "    idx = access idx\n";
const std::string kOneSum = "  array out float64 [1]\n";
const std::string kSumNode = "    out = access out\n";

} // namespace

TEST_CASE("fusion_chain: three maps in a row become one") {
    const auto after =
        fused(programOf({"a", "b"}, {"t", "u"},
                        mapOf("one", {"p : a[i]"}, "o = (p * 2.0)", {"o : t[i]"}) +
                            mapOf("two", {"p : t[i]"}, "o = (p * 4.0)", {"o : u[i]"}) +
                            mapOf("three", {"p : u[i]"}, "o = (p + 5.0)", {"o : b[i]"})),
              2);
    CHECK(maps(after) == 1);
    CHECK_FALSE(has(after, "array t "));
    CHECK_FALSE(has(after, "array u "));
}

TEST_CASE("fusion_simple: what is computed in two maps is added up in a third") {
    const auto after = fused(
        programOf({"a", "b"}, {"t", "u"},
                  mapOf("square", {"p : a[i]"}, "o = (p * p)", {"o : t[i]"}) +
                      mapOf("add", {"p : t[i]", "q : b[i]"}, "o = (p + q * q)", {"o : u[i]"}) +
                      mapOf("sum", {"p : u[i]"}, "o = p", {"o : out[0]" + kSum}),
                  kOneSum, kSumNode),
        2);
    CHECK(maps(after) == 1);
    CHECK(has(after, ": out[0]" + kSum));
}

TEST_CASE("multiple_fusions: one of three outputs for each of two maps, and a sum") {
    const auto after =
        fused(programOf({"a", "b", "c"}, {"t", "u"},
                        mapOf("all", {"p : a[i]"}, "o = (p + 1.0); q = (p * 3.0); s = (p * p)",
                              {"o : t[i]", "q : u[i]", "s : out[0]" + kSum}) +
                            mapOf("first", {"p : t[i]"}, "o = (p * p)", {"o : b[i]"}) +
                            mapOf("second", {"p : u[i]"}, "o = (p - 2.0)", {"o : c[i]"}),
                        kOneSum, kSumNode),
              2);
    CHECK(maps(after) == 1);
}

TEST_CASE("multiple_consumers: the second map reads the intermediate at two places") {
    const auto after = fused(
        programOf({"a", "b"}, {"t"},
                  mapOf("one", {"p : a[i]"}, "o = (p * 2.0)", {"o : t[i]"}) +
                      mapOf("two", {"p : t[i]", "q : t[i]"}, "o = (p - q * q)", {"o : b[i]"})),
        1);
    CHECK(maps(after) == 1);
}

TEST_CASE("fuse_indirect_accesses: what is read at an index from a table is complete before") {
    const auto graph =
        programOf({"a", "b", "c"}, {"t", "u"},
                  mapOf("one", {"p : a[i]"}, "o = (p * p)", {"o : t[i]"}) +
                      mapOf("two", {"p : t[i]", "q : a[i]"}, "o = (p + q)", {"o : u[i]"}) +
                      mapOf("gather", {"p : u[0:N]", "k : idx[i]"}, "o = p[k]", {"o : b[i]"}),
                  kIndices, kIndexNode);
    CHECK(refusalAt(graph, "gather") == "9 not-covered-unproven");
    const auto after = fused(graph, 1);
    CHECK(maps(after) == 2);
    CHECK(has(after, "tasklet gather `o = p[k]`"));
}

TEST_CASE("different_global_accesses: two fields are changed in place, one of them shifted") {
    const auto graph = programOf(
        {}, {"t"},
        "    a = access a\n    b = access b\n    a2 = access a\n    b2 = access b\n"
        "    m = map one [i = 0:N] -> x\n    f = tasklet one `o = (p * q)`\n"
        "    x = exit m\n    n = map two [i = 0:N] -> y\n"
        "    g = tasklet two `o = (p + 1.0); r = (p - 1.0)`\n    y = exit n\n"
        "    a -> m.IN_a : a[0:N]\n    b -> m.IN_b : b[1:N + 1]\n    m.OUT_a -> f.p : a[i]\n"
        "    m.OUT_b -> f.q : b[i + 1]\n    f.o -> x.IN_t : t[i]\n    x.OUT_t -> t : t[0:N]\n"
        "    t -> n.IN_t : t[0:N]\n    n.OUT_t -> g.p : t[i]\n    g.o -> y.IN_a : a[i]\n"
        "    g.r -> y.IN_b : b[i + 1]\n    y.OUT_a -> a2 : a[0:N]\n"
        "    y.OUT_b -> b2 : b[1:N + 1]\n",
        "  array a float64 [N]\n  array b float64 [N + 1]\n");
    CHECK(maps(fused(graph, 1)) == 1);
    // Nothing says that what the second map writes is not read by a later iteration of the first.
    const auto other = test::edited(graph, {{"f.q : b[i + 1]", "f.q : b[i]"},
                                            {"b -> m.IN_b : b[1:N + 1]", "b -> m.IN_b : b[0:N]"}});
    CHECK(refusalAt(other, "t") == "6 in-out-not-pointwise");
}

TEST_CASE("dataflow_intermediate: two maps write one field, the second from the first") {
    const auto graph = programOf({"a", "o"}, {},
                                 "    o2 = access o\n" +
                                     mapOf("one", {"p : a[i]"}, "r = (p * 2.0)", {"r : o[i]"}) +
                                     mapOf("two", {"p : o[i]"}, "r = (p + 1.0)", {"r : o[i] @o2"}));
    CHECK(refusalAt(graph, "two") == "6 both-write");
    fused(graph, 0, {{"strict-dataflow", true}});
}

TEST_CASE("dataflow_intermediate_downstream: what the maps exchange is written again later") {
    const auto graph = programOf({"a", "b", "o"}, {},
                                 "    o2 = access o\n" +
                                     mapOf("one", {"p : a[i]"}, "r = (p * 2.0)", {"r : o[i]"}) +
                                     mapOf("two", {"p : o[i]"}, "r = (p + 1.0)", {"r : b[i]"}) +
                                     "    b -> o2 : b[0:N] -> [0:N]\n");
    CHECK(refusalAt(graph, "two", {{"strict-dataflow", true}}) == "11 used-downstream");
    const auto after = fused(graph, 1);
    CHECK(countOf(after, "access o\n") == 2);
}

TEST_CASE("non_strict_dataflow_implicit_dependency: the second map reads what may not be written") {
    const auto graph =
        programOf({"a", "b", "u"}, {"t"},
                  mapOf("one", {"p : a[i]"}, "o = (p * 2.0)", {"o : t[i]"}) +
                      "    w = tasklet sometimes `r = v`\n    m_one.OUT_a -> w.v : a[i]\n"
                      "    w.r -> x_one.IN_u : u[i] dynamic\n    x_one.OUT_u -> u : u[0:N]\n" +
                      mapOf("two", {"p : t[i]", "q : u[i]"}, "o = (p + q)", {"o : b[i]"}));
    CHECK(refusalAt(graph, "two") == "8 dynamic-producer");
    fused(graph, 0);
}

TEST_CASE("possible_cycle: a third map reads from the first directly and by way of the second") {
    const auto graph = programOf(
        {"a", "b"}, {"t", "u", "v"},
        mapOf("one", {"p : a[i]"}, "o = (p * 2.0); q = (p + 1.0)", {"o : t[i]", "q : u[i]"}) +
            mapOf("two", {"p : u[i]"}, "o = (p - 3.0)", {"o : v[i]"}) +
            mapOf("three", {"p : t[i]", "q : v[i]"}, "o = (p * q)", {"o : b[i]"}));
    CHECK(refusalAt(graph, "t -> three") == "7 cycle");
    CHECK(maps(fused(graph, 2)) == 1); // the second first, then the third
}

TEST_CASE("multi_producer: one of three maps that fill an array is the one that is read") {
    const auto graph = [](const std::string& read) {
        std::string text;
        for (const auto& [label, range] :
             {std::pair{"low", "0:5"}, std::pair{"high", "15:20"}, std::pair{"mid", "5:15"}})
            text += test::edited(mapOf(label, {"p : a[i]"}, "o = (p * 2.0)", {"o : t[i]"}),
                                 {{"[i = 0:N]", std::string("[i = ") + range + "]"},
                                  {" : t[0:N]\n", std::string(" : t[") + range + "]\n"},
                                  {" : a[0:N]\n", std::string(" : a[") + range + "]\n"}});
        text += test::edited(mapOf("use", {"p : t[i]"}, "o = (p + 1.0)", {"o : b[i]"}),
                             {{"[i = 0:N]", "[i = " + read + "]"},
                              {" : t[0:N]\n", " : t[" + read + "]\n"},
                              {" : b[0:N]\n", " : b[" + read + "]\n"}});
        auto whole = programOf({"a", "b"}, {"t"}, text);
        for (auto at = whole.find("[N]"); at != std::string::npos; at = whole.find("[N]", at))
            whole.replace(at, 3, "[20]");
        return whole;
    };
    const auto after = fused(graph("5:15"), 1);
    CHECK(maps(after) == 3);
    CHECK(has(after, "array t float64 [20] transient")); // the others still write it
    fused(graph("4:14"), 0);
}

TEST_CASE("consolidate: another part of an input is read through a connector of its own, or not") {
    const auto graph = programOf(
        {"b"}, {"t"},
        "    a = access a\n" + mapOf("one", {"p : a[i]"}, "o = (p * 2.0)", {"o : t[i]"}) +
            test::edited(mapOf("two", {"p : t[i]", "q : a[i + 5]"}, "o = (p + q)", {"o : b[i]"}),
                         {{"m_two.IN_a : a[0:N]", "m_two.IN_a : a[5:N + 5]"}}),
        "  array a float64 [N + 5]\n");
    const auto inputs = [&](const transforms::Params& params) {
        return countOf(fused(graph, 1, params), ".IN_a");
    };
    CHECK(inputs({}) == 1);
    CHECK(inputs({{"consolidate-edges-only-if-not-extending", true}}) == 2);
    CHECK(inputs({{"never-consolidate-edges", true}}) == 2);
}

TEST_CASE("multiple_top_level_connections: the second map reads through two connectors") {
    const std::string second = test::edited(
        mapOf("two", {"p : t[i]"}, "o = (p + q)", {"o : b[i]"}),
        {{"    t_two.o -> ", "    t -> m_two.IN_more : t[0:N]\n"
                             "    m_two.OUT_more -> t_two.q : t[i]\n    t_two.o -> "}});
    const auto first = mapOf("one", {"p : a[i]"}, "o = (p * 2.0)", {"o : t[i]"});
    const auto after = fused(programOf({"a", "b"}, {"t"}, first + second), 1);
    CHECK(maps(after) == 1);
    CHECK_FALSE(has(after, "array t "));
    SECTION("two other maps read it too") {
        const auto shared = fused(
            programOf({"a", "b", "c", "d"}, {"t"},
                      first + second + mapOf("three", {"p : t[i]"}, "o = (p * p)", {"o : c[i]"}) +
                          mapOf("four", {"p : t[i]"}, "o = (p - 1.0)", {"o : d[i]"})),
            3);
        CHECK(maps(shared) == 1);
    }
    SECTION("the first map writes through two connectors") {
        const auto halves = test::edited(
            programOf({"a", "b"}, {"t"},
                      first +
                          mapOf("two", {"p : t[i]", "q : t[N + i]"}, "o = (p + q)", {"o : b[i]"})),
            {{"array t float64 [N]", "array t float64 [2 * N]"},
             {"`o = (p * 2.0)`", "`o = (p * 2.0); q = (p + 1.0)`"},
             {"    x_one.OUT_t ->", "    t_one.q -> x_one.IN_more : t[N + i]\n"
                                    "    x_one.OUT_more -> t : t[N:2 * N]\n    x_one.OUT_t ->"}});
        CHECK(refusalAt(halves, "two") == "7 written-twice");
    }
}

} // namespace map_fusion_chain_test
