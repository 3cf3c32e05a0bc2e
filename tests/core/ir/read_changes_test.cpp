// What reads differently after an edit, against looking everything up in both documents.
#include "core/ir/edit.h"
#include "core/ir/read_changes.h"
#include "tests/core/ir/graphs.h"

#include <algorithm>
#include <functional>

namespace read_changes_test {

using namespace mw;
using namespace mw::ir;
using namespace mw::ir::test;

namespace {

const char* const kTwoScopes = R"(sdfg copy {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  scalar t float64 transient
  scalar u float64 transient
  state main {
    n0 = access a
    n1 = map m [i = 0:N] -> n3
    n2 = access t
    n3 = exit n1
    n4 = access b
    n5 = map k [j = 0:N] -> n7
    n6 = access u
    n7 = exit n5
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2 : a[i] -> [0]
    n2 -> n3.IN_b : b[i] -> [0]
    n3.OUT_b -> n4 : b[0:N]
    n0 -> n5.IN_a : a[0:N]
    n5.OUT_a -> n6 : a[j] -> [0]
    n6 -> n7.IN_b : b[j] -> [0]
    n7.OUT_b -> n4 : b[0:N]
  }
}
)";

using Look = std::function<std::vector<const void*>(const StateIndex&)>;

std::vector<const void*> of(std::span<const Edge* const> edges) {
    return {edges.begin(), edges.end()};
}
const void* number(std::uint32_t value) {
    return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(value)); // to compare only
}

/// Everything that can be asked about one id.
std::vector<Look> looksAt(std::uint32_t id) {
    const NodeId node{id};
    return {
        [node](const StateIndex& s) { return std::vector<const void*>{s.node(node)}; },
        [id](const StateIndex& s) { return std::vector<const void*>{s.edge(EdgeId{id})}; },
        [node](const StateIndex& s) { return of(s.inEdges(node)); },
        [node](const StateIndex& s) { return of(s.outEdges(node)); },
        [node](const StateIndex& s) {
            return std::vector<const void*>{number(s.scope(node).value)};
        },
        [node](const StateIndex& s) {
            std::vector<const void*> found;
            for (const NodeId child : s.children(node))
                found.push_back(number(child.value));
            return found;
        },
    };
}

/// Each look that finds something else after the edit is one that the changes concern, and no
/// other.
void checkEdit(const std::function<void(State&)>& edit) {
    const auto before = graph(kTwoScopes);
    const BlockId block = before->root->body.blocks[0]->id;
    Editor editor(before);
    edit(editor.state(block));
    const auto after = editor.commit().document;
    const auto was = std::make_shared<const DocumentIndex>(before);
    const auto is = std::make_shared<const DocumentIndex>(after);
    const auto indexOf = [&](const DocumentIndex& document, BlockId id) {
        return std::make_shared<const StateIndex>(*document.find(id)->block->as<State>(), id);
    };
    const ReadChanges changes(was, is, indexOf);
    const auto old = indexOf(*was, block), now = indexOf(*is, block);
    for (std::uint32_t id = 1; id < after->nextId; ++id)
        for (const Look& look : looksAt(id)) {
            Reads reads;
            std::vector<const void*> found;
            {
                const NoteReads noting(reads);
                found = look(*old);
            }
            CAPTURE(id);
            if (id < before->nextId) // what is newer is no read of the document before
                CHECK(changes.concern(reads, nullptr) == (found != look(*now)));
        }
}

} // namespace

TEST_CASE("only what an edit made another reads differently") {
    SECTION("a node") {
        checkEdit([](State& s) {
            auto other = std::make_shared<Node>(*s.nodes[2]);
            other->as<AccessNode>()->data.push_back('2');
            s.nodes[2] = other;
        });
    }
    SECTION("an edge leads elsewhere") {
        checkEdit([](State& s) {
            auto other = std::make_shared<Edge>(*s.edges[3]);
            other->dst = s.nodes[0]->id;
            s.edges[3] = other;
        });
    }
    SECTION("an edge is gone") {
        checkEdit([](State& s) { s.edges.erase(s.edges.begin() + 1); });
    }
    SECTION("a node and its edges are gone") {
        checkEdit([](State& s) {
            s.nodes.erase(s.nodes.begin() + 6);
            s.edges.erase(s.edges.begin() + 5, s.edges.begin() + 7);
        });
    }
    SECTION("a node stands in another scope") {
        checkEdit([](State& s) {
            auto other = std::make_shared<Edge>(*s.edges[1]);
            other->src = s.nodes[5]->id;
            s.edges[1] = other;
        });
    }
    SECTION("nodes change places") {
        checkEdit([](State& s) { std::swap(s.nodes[0], s.nodes[4]); });
    }
    SECTION("edges change places") {
        checkEdit([](State& s) { std::swap(s.edges[0], s.edges[4]); });
    }
    SECTION("an edge moves to the end") {
        checkEdit(
            [](State& s) { std::rotate(s.edges.begin(), s.edges.begin() + 1, s.edges.end()); });
    }
}

} // namespace read_changes_test
