// What an element was made of, through all steps.
#include "core/history/provenance.h"
#include "core/ir/dump.h"
#include "core/ir/edit.h"
#include "tests/support/catch.h"

namespace provenance_test {

using namespace mw;

namespace {

constexpr const char* kThree = R"(sdfg three {
  state main {
    n0 = tasklet a `o = 1`
    n1 = tasklet b `o = 2`
    n2 = tasklet c `o = 3`
  }
})";

/// Removes `gone`; `heir` takes its place.
ir::EditResult merged(const ir::DocumentPtr& document, std::size_t gone, std::size_t heir) {
    const auto& block = *document->root->body.blocks.front();
    const auto& nodes = block.as<ir::State>()->nodes;
    ir::Editor editor(document);
    const auto from = nodes[gone]->id;
    const auto to = nodes[heir]->id;
    editor.removeNode(block.id, from);
    editor.replaced(from, to);
    return editor.commit();
}

} // namespace

TEST_CASE("a node stands for everything that went into it, through all steps") {
    const auto document = ir::parseDump(kThree);
    REQUIRE(document);
    const auto& nodes = (*document)->root->body.blocks.front()->as<ir::State>()->nodes;
    const std::vector<NodeId> ids{nodes[0]->id, nodes[1]->id, nodes[2]->id};
    history::History h(*document);
    const auto root = h.root().id;
    const auto one = h.add(history::EditRecord{}, merged(*document, 1, 0));
    const auto two =
        h.add(history::EditRecord{}, merged(h.current().document, 1, 0)); // what is left of c
    CHECK(history::provenance(h, root) ==
          history::Provenance{{ids[0], {ids[0]}}, {ids[1], {ids[1]}}, {ids[2], {ids[2]}}});
    CHECK(history::provenance(h, one) ==
          history::Provenance{{ids[0], {ids[0], ids[1]}}, {ids[2], {ids[2]}}});
    CHECK(history::provenance(h, two) == history::Provenance{{ids[0], ids}});
}

TEST_CASE("what a step made out of nothing known has no origin") {
    const auto document = ir::parseDump(kThree);
    REQUIRE(document);
    const auto& block = *(*document)->root->body.blocks.front();
    const auto old = block.as<ir::State>()->nodes[0]->id;
    ir::Editor editor(*document);
    const auto fresh = editor.addNode(block.id, *block.as<ir::State>()->nodes[0]);
    editor.removeNode(block.id, old);
    history::History h(*document);
    const auto origins = history::provenance(h, h.add(history::EditRecord{}, editor.commit()));
    CHECK_FALSE(origins.contains(fresh));
    CHECK_FALSE(origins.contains(old));
    CHECK(origins.size() == 2);
}

} // namespace provenance_test
