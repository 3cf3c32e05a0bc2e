// The indices of a state and of a document: edges, scopes, order, places.
#include "core/ir/index.h"
#include "tests/core/ir/graphs.h"

namespace index_test {

using namespace mw;
using namespace mw::ir;
using namespace mw::ir::test;

namespace {

std::vector<std::size_t> places(const StateIndex& index, const std::vector<NodeId>& ids) {
    std::vector<std::size_t> result;
    for (const NodeId id : ids)
        result.push_back(index.position(id));
    return result;
}

using Places = std::vector<std::size_t>;

} // namespace

TEST_CASE("edges of a node come in the order of the state") {
    const auto document = graph(R"(sdfg s {
  state main {
    n0 = access a
    n1 = access b
    n2 = tasklet t `o = x + y`
    n1 -> n2.y : b[0]
    n0 -> n2.x : a[0]
  })"
                                "\n}");
    const State& state = stateNamed(*document->root, "main");
    const StateIndex index(state);
    const NodeId t = state.nodes[2]->id;
    REQUIRE(index.inEdges(t).size() == 2);
    CHECK(index.inEdges(t)[0]->dstConnector == "y");
    CHECK(index.inEdges(t)[1]->dstConnector == "x");
    CHECK(index.outEdges(t).empty());
    CHECK(index.outEdges(state.nodes[0]->id).size() == 1);
    CHECK(index.edge(state.edges[1]->id) == state.edges[1].get());
    CHECK(index.node(t) == state.nodes[2].get());
}

TEST_CASE("what a state does not have is not found") {
    const auto document = graph("sdfg s { state main { n0 = access a } }");
    const StateIndex index(stateNamed(*document->root, "main"));
    const NodeId stranger{4711};
    CHECK(index.node(stranger) == nullptr);
    CHECK(index.edge(EdgeId{4711}) == nullptr);
    CHECK(index.inEdges(stranger).empty());
    CHECK(index.outEdges(stranger).empty());
    CHECK(index.scope(stranger) == NodeId{});
    CHECK(index.position(stranger) == StateIndex::npos);
}

TEST_CASE("scopes nest, and an exit stands in its own entry's scope") {
    const auto document = graph(R"(sdfg s {
  state main {
    n0 = access a
    n1 = map outer [i = 0:4] -> n5
    n2 = map inner [j = 0:4] -> n4
    n3 = tasklet t `o = x`
    n4 = exit n2
    n5 = exit n1
    n6 = access b
    n7 = access alone
    n0 -> n1.IN_a : a[0:4]
    n1.OUT_a -> n2.IN_a : a[i]
    n2.OUT_a -> n3.x : a[i]
    n3.o -> n4.IN_b : b[j]
    n4.OUT_b -> n5.IN_b : b[0:4]
    n5.OUT_b -> n6 : b[0:4]
  })"
                                "\n}");
    const State& state = stateNamed(*document->root, "main");
    const StateIndex index(state);
    const auto id = [&](std::size_t at) { return state.nodes[at]->id; };
    CHECK(index.scope(id(1)) == NodeId{});
    CHECK(index.scope(id(2)) == id(1));
    CHECK(index.scope(id(3)) == id(2));
    CHECK(index.scope(id(4)) == id(2));
    CHECK(index.scope(id(5)) == id(1));
    CHECK(index.scope(id(6)) == NodeId{});
    CHECK(places(index, index.children(id(1))) == Places{2, 5});
    CHECK(places(index, index.children(NodeId{})) == Places{0, 1, 6, 7});
    CHECK(exitOf(*state.nodes[1]) == id(5));
    CHECK(entryOf(*state.nodes[5]) == id(1));
    CHECK(exitOf(*state.nodes[0]) == NodeId{});
}

TEST_CASE("the topological order follows the edges, ties by node order") {
    const auto document = graph(R"(sdfg s {
  state main {
    n0 = access c
    n1 = access z
    n2 = access a
    n3 = access b
    n2 -> n3 : a[0]
    n3 -> n0 : b[0]
  })"
                                "\n}");
    const State& state = stateNamed(*document->root, "main");
    const StateIndex index(state);
    CHECK_FALSE(index.hasCycle());
    CHECK(places(index, index.topological()) == Places{1, 2, 3, 0});
}

TEST_CASE("a cycle is told, and its nodes come last") {
    const auto document = graph(R"(sdfg s {
  state main {
    n0 = access a
    n1 = access b
    n2 = access c
    n0 -> n1 : a[0]
    n1 -> n0 : b[0]
  })"
                                "\n}");
    const StateIndex index(stateNamed(*document->root, "main"));
    CHECK(index.hasCycle());
    CHECK(places(index, index.topological()) == Places{2, 0, 1});
}

TEST_CASE("edges to missing nodes break nothing") {
    const auto document = graph("sdfg s { state main { n0 = access a; n0 -> ? : a[0]; ? -> n0 } }");
    const State& state = stateNamed(*document->root, "main");
    const StateIndex index(state);
    CHECK_FALSE(index.hasCycle());
    CHECK(index.outEdges(state.nodes[0]->id).size() == 1);
    CHECK(index.topological().size() == 1);
}

TEST_CASE("the document index finds every element with its place") {
    const auto document = graph(kTwoStates);
    const DocumentIndex index(document);
    const Sdfg& root = *document->root;
    CHECK(index.sdfgs().size() == 2);
    REQUIRE(index.states().size() == 3);

    const auto* rootPlace = index.find(root.id);
    REQUIRE(rootPlace);
    CHECK(rootPlace->kind == ElementKind::sdfg);
    CHECK_FALSE(rootPlace->parent);

    const State& second = stateNamed(root, "second");
    const auto* nested = second.nodes[1]->as<NestedSdfg>();
    REQUIRE(nested);
    const State& inner = stateNamed(*nested->sdfg, "body");
    const auto* edge = index.find(inner.edges[0]->id);
    REQUIRE(edge);
    CHECK(edge->kind == ElementKind::edge);
    CHECK(edge->edge == inner.edges[0].get());
    CHECK(edge->sdfg == nested->sdfg.get());
    CHECK(edge->block->label == "body");
    const auto* interstate = index.find(root.body.edges[0].id);
    REQUIRE(interstate);
    CHECK(interstate->kind == ElementKind::interstateEdge);
    CHECK(interstate->interstateEdge == &root.body.edges[0]);
    CHECK(interstate->parent == ElementId(root.id));

    const ElementPath expected{
        root.id,          blockNamed(root.body, "second"),        second.nodes[1]->id,
        nested->sdfg->id, blockNamed(nested->sdfg->body, "body"), inner.edges[0]->id};
    CHECK(index.path(inner.edges[0]->id) == expected);
    CHECK(index.states() == std::vector<BlockId>{blockNamed(root.body, "first"),
                                                 blockNamed(root.body, "second"),
                                                 blockNamed(nested->sdfg->body, "body")});
}

TEST_CASE("an id that no element has is not found") {
    const auto document = graph(kTwoStates);
    const DocumentIndex index(document);
    CHECK(index.find(ElementId{0}) == nullptr);
    CHECK(index.find(ElementId{document->nextId}) == nullptr);
    CHECK(index.find(ElementId{0xffffffffU}) == nullptr);
    CHECK(index.path(ElementId{document->nextId}).empty());
}

TEST_CASE("blocks are visited in file order, loops and branches included") {
    const auto document = graph(R"(sdfg s {
  state s0 { }
  loop l `i = 0` `i < 4` `i = i + 1` variable i {
    state s1 { }
    branch b {
      if `i > 1` yes { state s2 { } }
      else no { break stop }
    }
  }
  s0 -> l
})");
    std::string order;
    forEachBlock(document->root->body, [&](const Block& block) { order += block.label + " "; });
    CHECK(order == "s0 l s1 b yes s2 no stop ");
    const DocumentIndex index(document);
    const auto stop = blockNamed(document->root->body, "stop");
    CHECK(index.path(stop).size() == 5);
    const auto* place = index.find(stop);
    REQUIRE(place);
    CHECK(place->block->as<JumpBlock>());
}

TEST_CASE("a region starts where it says, else where no edge leads to") {
    const auto document = graph("sdfg s { state a { }; state b { }; a -> b; b -> a }");
    CHECK(startOf(document->root->body) == blockNamed(document->root->body, "a"));
    const auto line = graph("sdfg s { state a { }; state b { }; b -> a }");
    CHECK(startOf(line->root->body) == blockNamed(line->root->body, "b"));
    const auto stated = graph("sdfg s { start a; state a { }; state b { }; b -> a }");
    CHECK(startOf(stated->root->body) == blockNamed(stated->root->body, "a"));
    CHECK(startOf(Region{}) == BlockId{});
}

} // namespace index_test
