// What a nested SDFG certainly writes, when it also reads what it writes.

#include "core/analysis/certain_writes.h"
#include "core/ir/dump.h"
#include "core/ir/edit.h"
#include "tests/support/catch.h"

namespace certain_writes_test {

using namespace mw;

namespace {

/// Of `o`, two elements of `b` that are an output alone.
std::vector<std::string> written(const std::string& states) {
    const auto document = ir::parseDump(R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  state main {
    a = access a
    n = nested inner = sdfg inner {
      array p float64 [2]
      array o float64 [2]
      scalar z float64 transient
)" + states + R"(    }
    b = access b
    a -> n.p : a[0:2]
    n.o -> b : b[0:2]
  }
}
)");
    INFO((document ? std::string() : toString(document.error())));
    REQUIRE(document);
    const ir::Sdfg& root = *(*document)->root;
    const auto* state = root.body.blocks.front()->as<ir::State>();
    const ir::StateIndex index(*state);
    std::vector<std::string> regions;
    for (const auto& edge : state->edges)
        if (edge->srcConnector == "o")
            for (const auto& write : analysis::certainWrites(root, index, *edge))
                regions.push_back(print(write.region));
    return regions;
}

using Regions = std::vector<std::string>;

} // namespace

TEST_CASE("a nested SDFG certainly writes what it writes before it reads it") {
    CHECK(written("state s { p = access p; o = access o; p -> o : p[0:2] -> [0:2] }\n") ==
          Regions{"0:2"});
    CHECK(written("state s { p = access p; o = access o; z = access z; p -> o : p[0:2] -> [0:2]; "
                  "o -> z : o[1] -> [0] }\n") == Regions{"0:2"});
    CHECK(written("state s { p = access p; o = access o; p -> o : p[0:2] -> [0:2] }\n"
                  "state t { o = access o; z = access z; o -> z : o[1] -> [0] }\n"
                  "s -> t\n") == Regions{"0:2"});
}

TEST_CASE("what it reads of its output without having written it was there before") {
    CHECK(written("state s { o = access o; q = access o; o -> q : o[0] -> [1] }\n").empty());
    // The element beside the one that is written first.
    CHECK(written("state s { p = access p; o = access o; z = access z; q = access o; "
                  "p -> o : p[0] -> [0]; o -> z : o[1] -> [0]; z -> q : z[0] -> [1] }\n")
              .empty());
    CHECK(written("state s { p = access p; o = access o; p -> o : p[0] -> [0] }\n"
                  "state t { o = access o; z = access z; q = access o; o -> z : o[1] -> [0]; "
                  "z -> q : z[0] -> [1] }\n"
                  "s -> t\n")
              .empty());
    // What is written in a branch only.
    CHECK(written("branch c { if `N > 3` yes { state s { p = access p; o = access o; "
                  "p -> o : p[0:2] -> [0:2] } } }\n"
                  "state t { o = access o; q = access o; o -> q : o[0:2] -> [0:2] }\n"
                  "c -> t\n")
              .empty());
}

TEST_CASE("a condition and its negation are all that there is") {
    const auto state = [](const std::string& name, const std::string& to) {
        return "state " + name + " { p = access p; o = access o; p -> o : p[0:" + to +
               "] -> [0:" + to + "] }\n";
    };
    const auto branches = [&](const std::string& first, const std::string& second) {
        return written("branch c { if `" + first + "` yes { " + state("s", "2") + "} if `" +
                       second + "` no { " + state("t", "2") + "} }\n");
    };
    CHECK(branches("N > 3", "not N > 3") == Regions{"0:2"});
    CHECK(branches("not (N > 3)", "(N > 3)") == Regions{"0:2"});
    CHECK(branches("N > 3", "not N > 4").empty());
    CHECK(branches("N > 3", "N <= 3").empty()); // both are false of what is no number
    const auto ways = [&](const std::string& second, const std::string& to) {
        return written("state b {}\n" + state("s", "2") + state("t", to) +
                       "state e {}\n  b -> s if `N > 3`\n  b -> t if `" + second +
                       "`\n  s -> e\n  t -> e\n");
    };
    CHECK(ways("not (N > 3)", "2") == Regions{"0:2"});
    CHECK(ways("not (N > 3)", "1").empty());
    CHECK(ways("N < 3", "2").empty());
    // One way skips the state; what comes behind is written again.
    CHECK(written("state b {}\n" + state("s", "1") + state("e", "2") +
                  "  b -> s if `N > 3`\n  b -> e if `not N > 3`\n  s -> e\n") == Regions{"0:2"});
    // A loop: the body may not run, and the way leads back.
    CHECK(written("state b {}\n" + state("s", "2") +
                  "state e {}\n  b -> s if `N > 3`\n  "
                  "b -> e if `not N > 3`\n  s -> b\n")
              .empty());
}

TEST_CASE("SDFGs that are nested deeply are each looked at once") {
    std::string states = "state s { p = access p; o = access o; z = access z; "
                         "p -> o : p[0:2] -> [0:2]; o -> z : o[1] -> [0] }\n";
    for (int level = 0; level < 24; ++level) // each asks three times about what is inside
        states = R"(state s {
  p = access p
  n = nested deeper = sdfg deeper {
    array p float64 [2]
    array o float64 [2]
    scalar z float64 transient
)" + states + R"(  }
  o = access o
  z = access z
  p -> n.p : p[0:2]
  n.o -> o : o[0:2]
  o -> z : o[1] -> [0]
}
)";
    CHECK(written(states) == Regions{"0:2"});
}

} // namespace certain_writes_test
