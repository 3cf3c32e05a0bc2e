// Edits: what they share with the base, what they say changed, and ids.
#include "core/ir/edit.h"
#include "core/ir/equality.h"
#include "tests/core/ir/graphs.h"

#include <algorithm>

namespace edit_test {

using namespace mw;
using namespace mw::ir;
using namespace mw::ir::test;

namespace {

BlockId rootBlock(const DocumentPtr& document, std::string_view label) {
    return blockNamed(document->root->body, label);
}

const Sdfg& innerSdfg(const DocumentPtr& document) {
    return *stateNamed(*document->root, "second").nodes[1]->as<NestedSdfg>()->sdfg;
}

using Ids = std::vector<ElementId>;

} // namespace

TEST_CASE("nothing asked for: the same document, no changes") {
    const auto base = graph(kTwoStates);
    const auto result = Editor(base).commit();
    CHECK(result.document == base);
    CHECK(result.changes.empty());
}

TEST_CASE("an edit leaves the base alone and shares what it did not touch") {
    const auto base = graph(kTwoStates);
    const std::string before = dump(*base->root);
    Editor editor(base);
    const NodeId tasklet = stateNamed(*base->root, "first").nodes[2]->id;
    editor.node(rootBlock(base, "first"), tasklet).as<Tasklet>()->code.text = "out = x";
    const auto result = editor.commit();

    CHECK(dump(*base->root) == before);
    CHECK(dump(*result.document->root) != before);
    CHECK(result.changes.modified == Ids{tasklet});
    CHECK(result.changes.added.empty());
    CHECK(result.changes.removed.empty());
    CHECK(result.document->root->body.blocks[1] == base->root->body.blocks[1]);
    const State& first = stateNamed(*result.document->root, "first");
    const State& old = stateNamed(*base->root, "first");
    CHECK(first.nodes[0] == old.nodes[0]);
    CHECK(first.nodes[2] != old.nodes[2]);
    CHECK(first.nodes[2]->id == tasklet);
    CHECK(first.edges[0] == old.edges[0]);
}

TEST_CASE("what was copied but not altered is not a change") {
    const auto base = graph(kTwoStates);
    Editor editor(base);
    const BlockId first = rootBlock(base, "first");
    editor.node(first, stateNamed(*base->root, "first").nodes[0]->id);
    editor.edge(first, stateNamed(*base->root, "first").edges[0]->id);
    editor.sdfg(base->root->id);
    CHECK(editor.commit().changes.empty());
}

TEST_CASE("adding a node and an edge gives new ids and changes the state's list") {
    const auto base = graph(kTwoStates);
    const BlockId first = rootBlock(base, "first");
    Editor editor(base);
    Node node;
    node.kind = AccessNode{"b", false};
    const NodeId added = editor.addNode(first, node);
    Edge edge;
    edge.src = stateNamed(*base->root, "first").nodes[4]->id;
    edge.dst = added;
    const EdgeId link = editor.addEdge(first, edge);
    const auto result = editor.commit();
    CHECK(result.changes.added == Ids{added, link});
    CHECK(result.changes.modified == Ids{first});
    CHECK(added.value >= base->nextId);
    CHECK(result.document->nextId == base->nextId + 2);
    const DocumentIndex index(result.document);
    CHECK(displayName(*index.find(added)->node) == "b");
    CHECK(index.find(link)->edge->dst == added);
}

TEST_CASE("ids of one edit are not given again by the next") {
    const auto base = graph(kTwoStates);
    const BlockId first = rootBlock(base, "first");
    Editor one(base);
    const NodeId a = one.addNode(first, {});
    const auto middle = one.commit().document;
    Editor two(middle);
    two.removeNode(first, a);
    const auto without = two.commit().document;
    Editor three(without);
    CHECK(three.addNode(first, {}) != a);
}

TEST_CASE("removing a node removes its edges") {
    const auto base = graph(kTwoStates);
    const State& old = stateNamed(*base->root, "first");
    const BlockId first = rootBlock(base, "first");
    Editor editor(base);
    editor.removeNode(first, old.nodes[4]->id);
    editor.removeEdge(first, old.edges[1]->id);
    const auto result = editor.commit();
    CHECK(result.changes.removed == Ids{old.nodes[4]->id, old.edges[1]->id, old.edges[3]->id});
    CHECK(stateNamed(*result.document->root, "first").edges.size() == 2);
    CHECK(result.changes.forward(old.nodes[4]->id) == ElementId{});
    CHECK(result.changes.forward(old.nodes[0]->id) == ElementId(old.nodes[0]->id));
}

TEST_CASE("a new map's nodes know each other") {
    const auto base = graph(kTwoStates);
    const BlockId first = rootBlock(base, "first");
    Editor editor(base);
    Map map;
    map.label = "fresh";
    const auto [entry, exit] = editor.addMap(first, map);
    const auto result = editor.commit();
    const DocumentIndex index(result.document);
    CHECK(exitOf(*index.find(entry)->node) == exit);
    CHECK(entryOf(*index.find(exit)->node) == entry);
}

TEST_CASE("an edit inside a nested SDFG copies the path above it, nothing else") {
    const auto base = graph(kTwoStates);
    const Sdfg& inner = innerSdfg(base);
    const BlockId body = blockNamed(inner.body, "body");
    Editor editor(base);
    Memlet& memlet = editor.edge(body, stateNamed(inner, "body").edges[0]->id).memlet;
    memlet.otherSubset.reset();
    const auto result = editor.commit();
    CHECK(result.changes.modified == Ids{stateNamed(inner, "body").edges[0]->id});
    CHECK(stateNamed(inner, "body").edges[0]->memlet.otherSubset);
    CHECK_FALSE(stateNamed(innerSdfg(result.document), "body").edges[0]->memlet.otherSubset);
    CHECK(result.document->root->body.blocks[0] == base->root->body.blocks[0]);
    const State& second = stateNamed(*result.document->root, "second");
    CHECK(second.nodes[0] == stateNamed(*base->root, "second").nodes[0]);
    CHECK(second.nodes[1] != stateNamed(*base->root, "second").nodes[1]);
}

TEST_CASE("an edit inside a nested SDFG and one of the node that holds it both count") {
    const auto base = graph(kTwoStates);
    const Sdfg& inner = innerSdfg(base);
    const NodeId holder = stateNamed(*base->root, "second").nodes[1]->id;
    Editor editor(base);
    editor.sdfg(inner.id).symbols["Q"] = DType{ScalarType::int32, {}};
    editor.node(rootBlock(base, "second"), holder).as<NestedSdfg>()->symbolMapping["Q"] = 3;
    const auto result = editor.commit();
    Ids expected{holder, inner.id};
    std::ranges::sort(expected);
    CHECK(result.changes.modified == expected);
    CHECK(innerSdfg(result.document).symbols.contains("Q"));
    CHECK_FALSE(inner.symbols.contains("Q"));
}

TEST_CASE("removing a nested SDFG's node removes all that is in it") {
    const auto base = graph(kTwoStates);
    const Sdfg& inner = innerSdfg(base);
    Editor editor(base);
    editor.removeNode(rootBlock(base, "second"), stateNamed(*base->root, "second").nodes[1]->id);
    const auto removed = editor.commit().changes.removed;
    CHECK(std::ranges::binary_search(removed, ElementId(inner.id)));
    CHECK(std::ranges::binary_search(removed, ElementId(stateNamed(inner, "body").edges[0]->id)));
    CHECK(removed.size() == 1 + 2 + 1 + 1 + 3); // node, its edges, SDFG, state, content
}

TEST_CASE("a node that moves to another state keeps its identity") {
    const auto base = graph(kTwoStates);
    const BlockId first = rootBlock(base, "first");
    const BlockId second = rootBlock(base, "second");
    const NodePtr moving = stateNamed(*base->root, "second").nodes[1];
    Editor editor(base);
    editor.removeNode(second, moving->id);
    editor.state(first).nodes.push_back(moving);
    editor.sdfg(innerSdfg(base).id).name = "moved";
    const auto result = editor.commit();
    CHECK(result.changes.forward(moving->id) == ElementId(moving->id));
    CHECK(result.changes.added.empty());
    const DocumentIndex index(result.document);
    CHECK(index.find(moving->id)->block->label == "first");
    CHECK(index.find(innerSdfg(base).id)->sdfg->name == "moved");
}

TEST_CASE("a duplicated nested SDFG gets ids of its own") {
    const auto base = graph(kTwoStates);
    const BlockId second = rootBlock(base, "second");
    Editor editor(base);
    Node copy = *stateNamed(*base->root, "second").nodes[1];
    copy.as<NestedSdfg>()->sdfg = editor.copyWithNewIds(innerSdfg(base));
    const NodeId added = editor.addNode(second, copy);
    const auto result = editor.commit();
    CHECK(result.changes.removed.empty());
    CHECK(result.changes.added.size() == 1 + 1 + 1 + 3);
    const DocumentIndex index(result.document);
    CHECK(index.sdfgs().size() == 3);
    const auto& sdfg = *index.find(added)->node->as<NestedSdfg>()->sdfg;
    CHECK(sdfg.id != innerSdfg(base).id);
    CHECK(equivalent(sdfg, innerSdfg(base)));
}

TEST_CASE("blocks and interstate edges are added and removed") {
    const auto base = graph(kTwoStates);
    const SdfgId root = base->root->id;
    const BlockId first = rootBlock(base, "first");
    const BlockId second = rootBlock(base, "second");
    Editor editor(base);
    Block block;
    block.label = "third";
    block.kind = State{};
    const BlockId third = editor.addBlock(root, block);
    Node node;
    node.kind = AccessNode{"a", false};
    const NodeId inThird = editor.addNode(third, node);
    InterstateEdge edge;
    edge.src = first;
    edge.dst = third;
    const EdgeId link = editor.addInterstateEdge(root, edge);
    editor.removeBlock(root, second);
    editor.replaced(second, third);
    const auto result = editor.commit();
    CHECK(result.changes.added == Ids{third, inThird, link});
    CHECK(result.changes.forward(second) == ElementId(third));
    CHECK(result.changes.forward(base->root->body.edges[0].id) == ElementId{});
    CHECK(std::ranges::binary_search(result.changes.removed, ElementId(second)));
    const Region& body = result.document->root->body;
    REQUIRE(body.blocks.size() == 2);
    REQUIRE(body.edges.size() == 1);
    CHECK(body.edges[0].dst == third);
    CHECK(stateNamed(*result.document->root, "third").nodes.size() == 1);
    CHECK(base->root->body.blocks.size() == 2);
}

TEST_CASE("edits reach into loops and branches") {
    const auto base = graph(R"(sdfg s {
  loop l `i = 0` `i < 4` `i = i + 1` variable i {
    branch b {
      if `i > 1` yes { state deep { n0 = access a } }
      else no { state other { } }
    }
  }
})");
    Editor editor(base);
    const BlockId deep = rootBlock(base, "deep");
    editor.removeNode(deep, stateNamed(*base->root, "deep").nodes[0]->id);
    editor.block(rootBlock(base, "l")).as<LoopRegion>()->condition.text = "i < 8";
    Block jump;
    jump.label = "stop";
    jump.kind = JumpBlock{Jump::breakLoop};
    editor.addBlock(rootBlock(base, "no"), jump);
    const auto result = editor.commit();
    CHECK(dump(*result.document->root) == R"(sdfg s {
  loop l `i = 0` `i < 8` `i = i + 1` variable i {
    branch b {
      if `i > 1` yes {
        state deep {
        }
      }
      else no {
        state other {
        }
        break stop
      }
    }
  }
}
)");
    Ids modified{rootBlock(base, "l"), deep, rootBlock(base, "no")};
    std::ranges::sort(modified);
    CHECK(result.changes.modified == modified);
}

TEST_CASE("replacements are followed through chains") {
    const auto base = graph(kTwoStates);
    const BlockId first = rootBlock(base, "first");
    const NodeId old = stateNamed(*base->root, "first").nodes[2]->id;
    Editor editor(base);
    const NodeId passing = editor.addNode(first, {});
    const NodeId last = editor.addNode(first, {});
    editor.removeNode(first, old);
    editor.removeNode(first, passing);
    editor.replaced(old, passing);
    editor.replaced(passing, last);
    const auto changes = editor.commit().changes;
    CHECK(changes.forward(old) == ElementId(last));
    CHECK(changes.replaced.size() == 1);
}

TEST_CASE("forwarding ends at what is gone for good, and in circles") {
    ChangeSet changes;
    changes.removed = {ElementId{1}, ElementId{2}, ElementId{3}, ElementId{4}};
    changes.replaced = {{ElementId{1}, ElementId{2}},
                        {ElementId{3}, ElementId{4}},
                        {ElementId{4}, ElementId{3}},
                        {ElementId{2}, ElementId{9}}};
    CHECK(changes.forward(ElementId{1}) == ElementId{9});
    CHECK(changes.forward(ElementId{3}) == ElementId{});
    CHECK(changes.forward(ElementId{7}) == ElementId{7});
}

TEST_CASE("fresh names avoid containers, symbols and constants, also new ones") {
    const auto base = graph(R"(sdfg s {
  symbols N:int32
  constant G = 9.81
  array tmp float64 [N] transient
  state main { }
})");
    Editor editor(base);
    const SdfgId root = base->root->id;
    CHECK(editor.freshName(root, "new") == "new");
    CHECK(editor.freshName(root, "N") == "N_0");
    CHECK(editor.freshName(root, "G") == "G_0");
    CHECK(editor.freshName(root, "tmp") == "tmp_0");
    editor.sdfg(root).arrays.set("tmp_0", base->root->arrays.begin()->value);
    CHECK(editor.freshName(root, "tmp") == "tmp_1");
}

TEST_CASE("swapping two nodes' order changes the state alone") {
    const auto base = graph(kTwoStates);
    const BlockId first = rootBlock(base, "first");
    Editor editor(base);
    auto& nodes = editor.state(first).nodes;
    std::swap(nodes[0], nodes[1]);
    CHECK(editor.commit().changes.modified == Ids{first});
}

} // namespace edit_test
