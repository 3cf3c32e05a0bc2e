// What a step did, told from two graphs.
#include "core/history/effect.h"
#include "core/history/history.h"
#include "core/ir/dump.h"
#include "core/ir/index.h"
#include "tests/support/catch.h"

namespace effect_test {

using namespace mw;

namespace {

/// in -> lap -> flux, and other besides: three maps over one array each.
constexpr auto kProgram = R"(sdfg p {
  args u flux other
  symbols N:int32
  array u float64 [N]
  array flux float64 [N]
  array other float64 [N]
  array lap float64 [N] transient
  state main {
    n0 = access u
    n1 = map first [i = 0:N] -> n3
    n2 = tasklet t `out = x + 1`
    n3 = exit n1
    n4 = access lap
    n0 -> n1.IN_u : u[0:N]
    n1.OUT_u -> n2.x : u[i]
    n2.out -> n3.IN_lap : lap[i]
    n3.OUT_lap -> n4 : lap[0:N]
    n5 = map second [i = 0:N] -> n7
    n6 = tasklet t `out = x * 2`
    n7 = exit n5
    n8 = access flux
    n4 -> n5.IN_lap : lap[0:N]
    n5.OUT_lap -> n6.x : lap[i]
    n6.out -> n7.IN_flux : flux[i]
    n7.OUT_flux -> n8 : flux[0:N]
    n9 = map third [i = 0:N] -> n11
    n10 = tasklet t `out = x - 1`
    n11 = exit n9
    n12 = access other
    n0 -> n9.IN_u : u[0:N]
    n9.OUT_u -> n10.x : u[i]
    n10.out -> n11.IN_other : other[i]
    n11.OUT_other -> n12 : other[0:N]
  }
})";

struct Graph {
    ir::DocumentPtr document = ir::parseDump(kProgram).value();
    ir::DocumentIndex index{document};
    BlockId state = index.states().front();

    NodeId map(const std::string& label) const {
        for (const auto& node : index.find(state)->block->as<ir::State>()->nodes)
            if (const auto* entry = node->as<ir::MapEntry>(); entry && entry->map.label == label)
                return node->id;
        return {};
    }
    NodeId exitOf(NodeId entry) const { return ir::exitOf(*index.find(entry)->node); }
};

history::Record step(const std::string& name) {
    return history::TransformationRecord{name, {}, history::Site(0, {}, "first -> lap")};
}

/// The second map takes the place of the first one, as fusions of maps leave it.
ir::EditResult merged(const Graph& graph, const std::string& first, const std::string& second) {
    ir::Editor editor(graph.document);
    const NodeId gone = graph.map(first), stays = graph.map(second);
    editor.removeNode(graph.state, graph.exitOf(gone));
    editor.removeNode(graph.state, gone);
    editor.replaced(gone, stays);
    if (first == "first")
        editor.sdfg(graph.document->root->id).arrays.erase("lap");
    return editor.commit();
}

/// The map inside the second one.
void nest(ir::Editor& editor, const Graph& graph, const ir::Map& inner) {
    const NodeId outer = graph.map("second");
    const auto [entry, exit] = editor.addMap(graph.state, inner);
    for (const auto& [from, to] : {std::pair(outer, entry), std::pair(exit, graph.exitOf(outer))}) {
        ir::Edge edge;
        edge.src = from;
        edge.dst = to;
        editor.addEdge(graph.state, edge);
    }
}

} // namespace

TEST_CASE("maps that became one are told by what they wrote") {
    const Graph graph;
    CHECK(history::effectText(step("any"), graph.document, merged(graph, "first", "second")) ==
          "fused lap into flux");
    CHECK(history::effectText(step("any"), graph.document, merged(graph, "third", "second")) ==
          "fused other with flux");
}

TEST_CASE("a map that nothing took the place of was removed") {
    const Graph graph;
    ir::Editor editor(graph.document);
    editor.removeNode(graph.state, graph.exitOf(graph.map("third")));
    editor.removeNode(graph.state, graph.map("third"));
    CHECK(history::effectText(step("any"), graph.document, editor.commit()) == "removed other");
}

TEST_CASE("a map inside one that was there is a block of it") {
    const Graph graph;
    ir::Editor editor(graph.document);
    const NodeId outer = graph.map("second");
    auto& node = editor.node(graph.state, outer);
    auto inner = node.as<ir::MapEntry>()->map;
    node.as<ir::MapEntry>()->map.range.dims.front().step = 8;
    nest(editor, graph, inner);
    CHECK(history::effectText(step("any"), graph.document, editor.commit()) ==
          "blocked i of flux by 8");
}

TEST_CASE("a map whose range begins where the outer iteration says is a block of it") {
    const Graph graph;
    const auto blocked = [&](const char* begin) {
        ir::Editor editor(graph.document);
        const NodeId outer = graph.map("second");
        auto& map = editor.node(graph.state, outer).as<ir::MapEntry>()->map;
        auto inner = map;
        map.params.front() = "__gtx_coarse_i";
        inner.range.dims.front().begin = symbolic::parse(begin, symbolic::Dialect::plain).value();
        nest(editor, graph, inner);
        return history::effectText(step("any"), graph.document, editor.commit());
    };
    CHECK(blocked("10*__gtx_coarse_i + 3") == "blocked i of flux by 10");
    CHECK(blocked("__gtx_coarse_i") == "put i of flux into a map of its own");
    CHECK(blocked("N*__gtx_coarse_i") == "put i of flux into a map of its own");
}

TEST_CASE("temporaries of another type are told before what follows from it") {
    const Graph graph;
    ir::Editor editor(graph.document);
    auto& arrays = editor.sdfg(graph.document->root->id).arrays;
    std::size_t changed = 0;
    for (const auto& [name, data] : graph.document->root->arrays) {
        auto narrow = std::make_shared<ir::DataDescriptor>(*data);
        narrow->dtype = {ir::ScalarType::float32, {}};
        changed += data->transient ? 1 : 0;
        arrays.set(name, std::move(narrow));
    }
    REQUIRE(changed == 1);
    CHECK(history::effectText(step("change-precision"), graph.document, editor.commit()) ==
          "kept lap in float32");
}

TEST_CASE("what is told by no rule is the step at the kernels that it changed") {
    const Graph graph;
    ir::Editor editor(graph.document);
    editor.node(graph.state, graph.map("third")).as<ir::MapEntry>()->map.unroll = true;
    CHECK(history::effectText(step("scan-loop-unrolling"), graph.document, editor.commit()) ==
          "scan loop unrolling of other");
    CHECK(history::effectText(step("any"), graph.document, {graph.document, {}}) ==
          "any first -> lap");
}

TEST_CASE("of two variants with one name the second is numbered") {
    const Graph graph;
    history::History history(graph.document);
    history.add(step("any"), merged(graph, "first", "second"));
    CHECK(history.current().name == "fused lap into flux");
    history.undo();
    history.add(step("any"), merged(graph, "first", "second"));
    CHECK(history.current().name == "fused lap into flux (2)");
}

} // namespace effect_test
