// Anchors find an element again by what it is, whatever its id, its place in the file and the names
// of temporaries have become.

#include "core/history/record.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

namespace anchor_test {

using namespace mw;
using history::AnchorIndex;

namespace {

ir::DocumentPtr parsed(const char* text) {
    const auto document = ir::parseDump(text);
    REQUIRE(document);
    return *document;
}

constexpr const char* kCopies = R"(sdfg copies {
  symbols N:int32
  array x float64 [N]
  array t float64 [N] transient
  array y float64 [N]
  state main {
    n0 = access x
    n1 = access t
    n2 = access y
    n0 -> n1 : x[0:N]
    n1 -> n2 : t[0:N]
  }
})";

/// The same program from another exporter: other order, other name of the temporary.
constexpr const char* kAgain = R"(sdfg copies {
  symbols N:int32
  array y float64 [N]
  array gtir_tmp_7 float64 [N] transient
  array x float64 [N]
  state first {
    n0 = access y
    n1 = access gtir_tmp_7
    n2 = access x
    n2 -> n1 : x[0:N]
    n1 -> n0 : gtir_tmp_7[0:N]
  }
})";

/// Half of `kCopies`, between other arguments.
constexpr const char* kOther = R"(sdfg other {
  symbols N:int32
  array a float64 [N]
  array t float64 [N] transient
  state main {
    n0 = access a
    n1 = access t
    n0 -> n1 : a[0:N]
  }
})";

const std::vector<ir::NodePtr>& nodes(const ir::DocumentPtr& document) {
    return document->root->body.blocks.front()->as<ir::State>()->nodes;
}

} // namespace

TEST_CASE("an anchor says what an element is, for machines and for people") {
    const auto document = parsed(kCopies);
    const ir::DocumentIndex index(document);
    const AnchorIndex anchors(index);
    const auto anchor = anchors.anchor(nodes(document)[1]->id, "middle");
    CHECK(anchor.role == "middle");
    CHECK(anchor.id == nodes(document)[1]->id);
    CHECK(anchor.kind == "access node");
    CHECK(anchor.label == "t");
    CHECK(anchor.writes == "t");
    CHECK(anchor.equals == 1);
    CHECK(anchor.ordinal == 0);
}

TEST_CASE("the same program in another order with other names has the same anchors") {
    const auto first = parsed(kCopies);
    const auto second = parsed(kAgain);
    const ir::DocumentIndex firstIndex(first);
    const ir::DocumentIndex secondIndex(second);
    const AnchorIndex here(firstIndex);
    const AnchorIndex there(secondIndex);
    CHECK(here.fingerprint() != there.fingerprint());
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            CHECK((there.likeness(here.anchor(nodes(first)[i]->id), nodes(second)[j]->id) ==
                   history::kSame) == (i + j == 2));
}

TEST_CASE("elsewhere an element is as much alike as what is around it") {
    const auto first = parsed(kCopies);
    const auto other = parsed(kOther);
    const ir::DocumentIndex firstIndex(first);
    const ir::DocumentIndex otherIndex(other);
    const AnchorIndex here(firstIndex);
    const AnchorIndex there(otherIndex);
    const auto temporary = here.anchor(nodes(first)[1]->id);
    CHECK(there.likeness(temporary, nodes(other)[1]->id) == 2);
    CHECK(there.likeness(temporary, nodes(other)[0]->id) == 0);
    CHECK(there.likeness(temporary, ElementId{4711}) == 0);
    // An SDFG, a block and an edge are elements too.
    CHECK(here.likeness(here.anchor(first->root->id), first->root->id) == history::kSame);
    CHECK(there.likeness(here.anchor(first->root->id), other->root->body.blocks[0]->id) == 0);
}

TEST_CASE("twins are told apart by their order, unless there are more of them") {
    const std::string twin = "  state main {\n    n0 = access x\n    n1 = tasklet a `o = i`\n"
                             "    n2 = tasklet a `o = i`\n    n0 -> n1.i : x[0]\n"
                             "    n0 -> n2.i : x[0]\n";
    const std::string head = "sdfg p {\n  array x float64 [4]\n";
    const auto two = parsed((head + twin + "  }\n}").c_str());
    const auto three =
        parsed((head + twin + "    n3 = tasklet a `o = i`\n    n0 -> n3.i : x[0]\n  }\n}").c_str());
    const ir::DocumentIndex twoIndex(two);
    const ir::DocumentIndex threeIndex(three);
    const AnchorIndex here(twoIndex);
    const auto second = nodes(two)[2]->id;
    const auto site = history::siteOf(here, {second}, "the second");
    CHECK(site.elements().front().ordinal == 1);
    CHECK(site.elements().front().equals == 2);
    const auto again =
        history::resembling(here, site, {{nodes(two)[1]->id}, {second}, {nodes(two)[0]->id}});
    CHECK(again.exact);
    CHECK(again.best == std::vector<std::size_t>{1});
    const AnchorIndex there(threeIndex);
    const auto unclear = history::resembling(
        there, site, {{nodes(three)[1]->id}, {nodes(three)[2]->id}, {nodes(three)[3]->id}});
    CHECK(unclear.best.size() == 3);
    CHECK(history::resembling(there, site, {{nodes(three)[0]->id}}).best.empty());
}

TEST_CASE("what is equally alike is told apart by its name") {
    const std::string head = "sdfg p {\n  array x float64 [4]\n  state main {\n    n0 = access x\n"
                             "    n1 = tasklet a `o = i`\n    n2 = tasklet b `o = i`\n"
                             "    n0 -> n1.i : x[0]\n    n0 -> n2.i : x[0]\n";
    const auto two = parsed((head + "  }\n}").c_str());
    const auto three =
        parsed((head + "    n3 = tasklet c `o = i`\n    n0 -> n3.i : x[0]\n  }\n}").c_str());
    const ir::DocumentIndex twoIndex(two);
    const ir::DocumentIndex threeIndex(three);
    const AnchorIndex here(twoIndex);
    const AnchorIndex there(threeIndex);
    const auto site = history::siteOf(here, {nodes(two)[2]->id}, "b");
    const auto found = history::resembling(
        there, site, {{nodes(three)[1]->id}, {nodes(three)[2]->id}, {nodes(three)[3]->id}});
    CHECK_FALSE(found.exact);
    CHECK(found.best == std::vector<std::size_t>{1});
}

TEST_CASE(
    "code means the same whether its symbols are those of the program or are mapped to them") {
    const auto plain = parsed(R"(sdfg p {
  symbols N:int32
  array y float64 [N]
  state main {
    n0 = tasklet a `o = (N - 1)`
    n1 = access y
    n0.o -> n1 : y[0]
  }
})");
    const auto nested = parsed(R"(sdfg p {
  symbols N:int32
  array y float64 [N]
  state main {
    n0 = nested inner {M: N} = sdfg inner {
      symbols M:int32
      array z float64 [M]
      state inside {
        m0 = tasklet a `o = (M - 1)`
        m1 = access z
        m0.o -> m1 : z[0]
      }
    }
    n1 = access y
    n0.z -> n1 : y[0:N]
  }
})");
    const ir::DocumentIndex plainIndex(plain);
    const ir::DocumentIndex nestedIndex(nested);
    const AnchorIndex here(plainIndex);
    const AnchorIndex there(nestedIndex);
    const auto& inner = nodes(nested)[0]->as<ir::NestedSdfg>()->sdfg->body.blocks.front();
    const auto code = inner->as<ir::State>()->nodes.front()->id;
    CHECK(there.likeness(here.anchor(nodes(plain)[0]->id), code) > 2);
}

} // namespace anchor_test
