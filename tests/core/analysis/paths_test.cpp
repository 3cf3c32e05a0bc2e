// Memlet paths, the side that a memlet describes, and access sets.
#include "core/analysis/analysis.h"
#include "core/analysis/path_ends.h"
#include "core/analysis/read_by_name.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

namespace paths_test {

using namespace mw;

namespace {

const char* const kCopyThroughMap = R"(sdfg copy {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  scalar t float64 transient
  state main {
    n0 = access a
    n1 = map m [i = 0:N] -> n3
    n2 = access t
    n3 = exit n1
    n4 = access b
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2 : a[i] -> [0]
    n2 -> n3.IN_b : b[i] -> [0]
    n3.OUT_b -> n4 : b[0:N]
  }
}
)";

struct Graph {
    ir::DocumentPtr document = ir::parseDump(kCopyThroughMap).value();
    const ir::State& state = *document->root->body.blocks[0]->as<ir::State>();
    ir::StateIndex index{state};
    const ir::Edge& edge(std::size_t i) const { return *state.edges[i]; }
};

} // namespace

TEST_CASE("a memlet path goes from the producer to the consumer, whichever edge is asked") {
    const Graph g;
    const std::vector<const ir::Edge*> in = {&g.edge(0), &g.edge(1)};
    const std::vector<const ir::Edge*> out = {&g.edge(2), &g.edge(3)};
    CHECK(analysis::memletPath(g.index, g.edge(0)) == in);
    CHECK(analysis::memletPath(g.index, g.edge(1)) == in);
    CHECK(analysis::memletPath(g.index, g.edge(2)) == out);
    CHECK(analysis::memletPath(g.index, g.edge(3)) == out);
}

TEST_CASE("the ends of paths are those of the paths, in whatever order they are asked for") {
    const Graph g;
    const analysis::PathEnds ends(g.index);
    for (const std::size_t i : {2U, 1U, 3U, 0U}) {
        CAPTURE(i);
        const auto path = analysis::memletPath(g.index, g.edge(i));
        CHECK(&ends.first(g.edge(i)) == path.front());
        CHECK(&ends.last(g.edge(i)) == path.back());
    }
    CHECK(ends.after(g.edge(0)) == &g.edge(1));
    CHECK(ends.after(g.edge(1)) == nullptr);
    CHECK(ends.before(g.edge(3)) == &g.edge(2));
    CHECK(ends.before(g.edge(2)) == nullptr);
    CHECK(ends.source(g.edge(1)) == g.state.nodes[0].get());
    CHECK(ends.target(g.edge(2)) == g.state.nodes[4].get());
}

TEST_CASE("the end that the memlet names decides which side its region describes") {
    const Graph g;
    CHECK(analysis::isDataSource(g.index, g.edge(1)));
    CHECK(print(analysis::sourceSubset(g.index, g.edge(1)).value()) == "i");
    CHECK(print(analysis::destinationSubset(g.index, g.edge(1)).value()) == "0");
    CHECK_FALSE(analysis::isDataSource(g.index, g.edge(2)));
    CHECK(print(analysis::sourceSubset(g.index, g.edge(2)).value()) == "0");
    CHECK(print(analysis::destinationSubset(g.index, g.edge(2)).value()) == "i");
}

TEST_CASE("access sets and single-use data") {
    const Graph g;
    const auto sets = analysis::accessSets(g.state);
    CHECK(sets.read == std::set<std::string, std::less<>>{"a", "t"});
    CHECK(sets.written == std::set<std::string, std::less<>>{"b", "t"});
    CHECK(analysis::singleUseData(*g.document->root) ==
          std::set<std::string, std::less<>>{"a", "b", "t"});
}

TEST_CASE("what is read by its name has no single use") {
    const auto document = ir::parseDump(R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array whole float64 [N] transient
  scalar inRange int64 transient
  scalar inRegion int64 transient
  scalar inCode int64 transient
  scalar mapped int64 transient
  scalar asked int64 transient
  scalar moved int64 transient
  state main {
    m = map m [i = 0:inRange] -> x
    moved = access moved
    t = tasklet t `o = (moved + inCode)`
    x = exit m
    a = access a
    moved -> m.IN_0 : moved[0]
    m.OUT_0 -> t.moved : moved[0]
    t.o -> x.IN_1 : a[i + inRegion]
    x.OUT_1 -> a : a[0:N]
    n = nested inner {K: mapped + whole} = sdfg inner {
      symbols K:int64
      state only {}
    }
  }
  state last {}
  main -> last if `asked > 0`
}
)");
    REQUIRE(document);
    CHECK(analysis::readByName(*(*document)->root) ==
          analysis::NameSet{"asked", "inCode", "inRange", "inRegion", "mapped"});
    CHECK(analysis::singleUseData(*(*document)->root) == analysis::NameSet{"a", "moved"});
    for (const auto& [name, data] : (*document)->root->arrays) {
        INFO(name);
        CHECK(analysis::isReadByName(*(*document)->root, name) ==
              analysis::readByName(*(*document)->root).contains(name));
        CHECK(analysis::isSingleUse(*(*document)->root, name) ==
              analysis::singleUseData(*(*document)->root).contains(name));
    }
    CHECK_FALSE(analysis::isReadByName(*(*document)->root, "K")); // no container
    CHECK_FALSE(analysis::isSingleUse(*(*document)->root, "nowhere"));
}

} // namespace paths_test
