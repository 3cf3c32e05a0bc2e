// Graphs whose nodes are connected as no program can be: every analysis ends, and validation says
// what is wrong.

#include "core/analysis/analysis.h"
#include "core/analysis/figures.h"
#include "core/analysis/footprint.h"
#include "core/analysis/structure.h"
#include "core/ir/dump.h"
#include "core/validate/repair.h"
#include "core/validate/validate.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <functional>

namespace topology_test {

using namespace mw;

namespace {

/// Two maps in a row, and what is added to them.
ir::DocumentPtr chainWith(const std::string& more) {
    const std::string text =
        "sdfg p {\n  symbols N:int32\n  array x float64 [N]\n  array y float64 [N]\n"
        "  array t float64 [N] transient\n  state s {\n"
        "    n0 = access x\n    n1 = map m [i = 0:N] -> n3\n    n2 = tasklet a `out = (a + 1.0)`\n"
        "    n3 = exit n1\n    n4 = access t\n    n5 = map k [i = 0:N] -> n7\n"
        "    n6 = tasklet b `out = (a + 1.0)`\n    n7 = exit n5\n    n8 = access y\n"
        "    n0 -> n1.IN_x : x[0:N]\n    n1.OUT_x -> n2.a : x[i]\n    n2.out -> n3.IN_t : t[i]\n"
        "    n3.OUT_t -> n4 : t[0:N]\n    n4 -> n5.IN_t : t[0:N]\n    n5.OUT_t -> n6.a : t[i]\n"
        "    n6.out -> n7.IN_y : y[i]\n    n7.OUT_y -> n8 : y[0:N]\n" +
        more + "  }\n}\n";
    auto document = ir::parseDump(text);
    INFO(text << (document ? std::string() : toString(document.error())));
    REQUIRE(document);
    return *document;
}

/// Everything that walks along edges, up scopes, or from block to block.
std::vector<std::string> errorsAfterAllAnalyses(const ir::DocumentPtr& document) {
    const ir::DocumentIndex index(document);
    (void)analysis::structuralHashes(index);
    (void)analysis::pairStructures(index, index);
    (void)analysis::footprint(*document->root);
    (void)analysis::summarise(*document);
    (void)analysis::usedSymbols(*document->root);
    for (const BlockId id : index.states()) {
        const auto& state = *index.find(id)->block->as<ir::State>();
        const ir::StateIndex inside(state);
        for (const auto& node : state.nodes) {
            (void)analysis::scopeAssumptions(inside, node->id);
            (void)analysis::viewingEdge(inside, *node);
        }
        for (const auto& edge : state.edges) {
            (void)analysis::memletPath(inside, *edge);
            (void)analysis::branchesBelow(inside, *edge);
            (void)analysis::branchesAbove(inside, *edge);
            (void)analysis::isDataSource(inside, *edge);
            (void)analysis::outerMemlet(inside, *document->root, *edge);
        }
    }
    std::vector<std::string> errors;
    for (const auto& finding : validate::validate(index, {.thorough = true}))
        if (finding.severity == Severity::error)
            errors.push_back(finding.code);
    return errors;
}

bool has(const std::vector<std::string>& errors, const std::string& code) {
    return std::ranges::find(errors, code) != errors.end();
}

} // namespace

TEST_CASE("a sound chain has no error") {
    CHECK(errorsAfterAllAnalyses(chainWith("")).empty());
}

TEST_CASE("cycles in the dataflow are errors, wherever they lead") {
    const std::string edges = GENERATE(
        as<std::string>(), "n1 -> n1", "n1.OUT_x -> n1.IN_x : x[0:N]", "n3.OUT_t -> n3.IN_t : t[i]",
        "n0 -> n0", "n2 -> n2", "n8 -> n0", "n4 -> n1.IN_t : t[0:N]", "n6 -> n2", "n5 -> n1",
        "n3 -> n1", "n7 -> n3", "n3.OUT_t -> n1.IN_x : t[0:N]",
        "n1.OUT_x -> n1.IN_x : x[0:N]\n n1.OUT_x -> n1.IN_x : x[0:N]\n n1.OUT_x -> n1.IN_x : "
        "x[0:N]");
    INFO(edges);
    CHECK(has(errorsAfterAllAnalyses(chainWith(edges + "\n")), "dataflow-cycle"));
}

TEST_CASE("edges across scopes are errors") {
    const std::string edges = GENERATE(as<std::string>(), "n0 -> n2", "n2 -> n4", "n2 -> n6",
                                       "n2 -> n8", "n1 -> n6", "n2 -> n7", "n1 -> n7");
    INFO(edges);
    CHECK(has(errorsAfterAllAnalyses(chainWith(edges + "\n")), "edge-across-scopes"));
}

TEST_CASE("an entry with two exits, or none, and an exit without its entry are errors") {
    // Entries and exits by their place in the state: m is 1 to 3, k is 5 to 7.
    const auto errors = [](const std::function<void(std::vector<ir::NodePtr>&)>& change) {
        auto document = std::make_shared<ir::Document>(*chainWith(""));
        auto root = std::make_shared<ir::Sdfg>(*document->root);
        auto block = std::make_shared<ir::Block>(*root->body.blocks[0]);
        change(block->as<ir::State>()->nodes);
        root->body.blocks[0] = block;
        document->root = root;
        return errorsAfterAllAnalyses(document);
    };
    const auto pair = [](std::vector<ir::NodePtr>& nodes, std::size_t of, std::size_t with) {
        ir::Node node = *nodes[of];
        if (auto* entry = node.as<ir::MapEntry>())
            entry->exit = nodes[with]->id;
        else
            node.as<ir::MapExit>()->entry = nodes[with]->id;
        nodes[of] = std::make_shared<const ir::Node>(node);
    };
    for (const std::size_t other : {0U, 1U, 2U, 3U, 5U, 6U, 7U, 8U}) {
        INFO(other);
        if (other != 5)
            CHECK(has(errors([&](auto& nodes) { pair(nodes, 7, other); }), "unpaired-scope"));
        if (other != 7)
            CHECK(has(errors([&](auto& nodes) { pair(nodes, 5, other); }), "unpaired-scope"));
    }
    CHECK(has(errors([&](auto& nodes) {
                  pair(nodes, 1, 7); // crossed
                  pair(nodes, 7, 1);
                  pair(nodes, 5, 3);
                  pair(nodes, 3, 5);
              }),
              "edge-across-scopes"));
    CHECK(has(errors([](auto& nodes) { nodes.erase(nodes.begin() + 7); }), "unpaired-scope"));
    CHECK(has(errors([](auto& nodes) { nodes.erase(nodes.begin() + 5); }), "unpaired-scope"));
}

TEST_CASE("blocks that lead to themselves or are never reached end every analysis") {
    const auto errors = [](const std::string& flow) {
        const auto document =
            ir::parseDump("sdfg p {\n symbols N:int32\n state a { }\n state b { }\n"
                          " state c { }\n" +
                          flow + "}\n");
        INFO(flow << (document ? std::string() : toString(document.error())));
        REQUIRE(document);
        return errorsAfterAllAnalyses(*document);
    };
    CHECK(errors(" a -> b\n b -> b if `N > 1`\n b -> c if `not (N > 1)`\n").empty());
    CHECK_FALSE(errors(" a -> a\n b -> c\n c -> b\n").empty());
    CHECK(errors(" a -> b\n c -> c\n").empty());                // never reached: a warning
    CHECK_FALSE(errors(" a -> b\n b -> c\n c -> a\n").empty()); // no start
}

} // namespace topology_test
