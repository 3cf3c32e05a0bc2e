// The compact text form: printed, read back, refused with the line.
#include "core/ir/dump.h"
#include "core/ir/equality.h"
#include "tests/core/ir/graphs.h"

namespace dump_test {

using namespace mw;
using namespace mw::ir;
using namespace mw::ir::test;

namespace {

/// All that the form can say, in the printer's own spelling.
constexpr std::string_view kEverything = R"(sdfg "odd name" {
  args a alpha
  symbols M:int64 N:int32
  constant G = 9.81
  constant big = 1e+30
  constant one = 1.0
  constant two = 2
  constantarray weights
  globalcode frame `#include <x>\nint y;` CPP
  initcode cuda `start();` CPP
  exitcode frame `stop();` CPP
  array a float64 [N, M] strides [1, N]
  array b float32 [N] offset [1] total [N + 4] start [2] transient storage GPU_Global lifetime Persistent alignment 64 alias conflicts pool
  scalar alpha float64
  scalar flag bool transient storage Register
  stream s int32 [1] transient
  view v float64 [N]
  reference r float64 [N]
  structure st "{\"type\":\"Struct\"}" [1]
  data w float64 [N] as Widget
  start second
  state main {
    n0 = access a setzero
    n1 = map m [i = 0:N, j = 0:M:2] schedule GPU_Device block [32,8,1] unroll 4 collapse 2 launchbounds 256 maxregisters 64 minwarps 2 syncthreads ompthreads 3 ompschedule Static ompchunk 5 -> n3
    n2 = tasklet t `out = (x * 2.0)\nother = x` init `a();` CPP field `int n` sideeffects in (x:float64) out (unused)
    n3 = exit n1
    n4 = access st.member
    n5 = consume c [p = 4] if `len(s) == 0` schedule Sequential chunk 2 -> n6
    n6 = exit n5
    n7 = library Reduce dace.libraries.standard.nodes.reduce.Reduce name sum implementation pure with axes = `[0]`
    n8 = unknown Quantum q
    n9 = nested ext noinline
    n10 = tasklet raw `x = 1;` CPP global `int g;` CPP nosideeffects
    n0 -> n1.IN_a : a[0:N, 0:M]
    n1.OUT_a -> n2.x : a[i, j]
    n2.out -> n3.IN_b : b[i] -> [0] wcr `lambda x, y: x + y` nonatomic dynamic outofbounds
    n3."OUT b" -> n4 : b
    n1 -> n2
  }
  state second {
    n0 = access a
    n1 = access a
    n2 = nested in {K: N - 1, L: 2} in (p:float64) = sdfg inner {
      array p float64 [K]
      state s {
        n0 = access p
      }
    }
    n0 -> n1 : a[0] -> [1] atend
    n0 -> n2.p : a[0, 0:N]
  }
  loop l `i = 0` `i < N` `i = i + 1` variable i inverted updateafter unroll 2 {
    state twice {
    }
    state twice {
    }
    twice#0 -> twice#1 if `i > 4`
    break out
  }
  branch b {
    if `N > 4` yes named {
      continue again
    }
    else no {
      return done
    }
  }
  region plain function {
  }
  unknown Strange what
  main -> l if `(N > 4)` with q = `N + 1` with "r s" = `0`
  second -> main
}
)";

std::string errorOf(std::string_view text) {
    const auto parsed = parseDump(text);
    return parsed ? "no error" : parsed.error().sentence;
}

} // namespace

TEST_CASE("printing what was parsed gives the same text") {
    CHECK(dump(*graph(kTwoStates)->root) == kTwoStates);
}

TEST_CASE("the form holds every part of a graph") {
    const auto document = graph(kEverything);
    const std::string once = dump(*document->root);
    const auto again = graph(once);
    CHECK(dump(*again->root) == once);
    CHECK(equivalent(*document->root, *again->root));
}

TEST_CASE("what the text says is in the graph") {
    const auto document = graph(kEverything);
    const Sdfg& root = *document->root;
    CHECK(root.name == "odd name");
    CHECK(root.argNames == std::vector<std::string>{"a", "alpha"});
    CHECK(root.symbols.at("M").scalar == ScalarType::int64);
    CHECK(root.constants.at("one").isReal);
    CHECK_FALSE(root.constants.at("two").isReal);
    CHECK(root.globalCode.at("frame") == CodeBlock{"#include <x>\nint y;", Language::CPP});
    CHECK(root.usingExplicitControlFlow);
    const auto* b = root.data("b");
    REQUIRE(b);
    CHECK(b->startOffset.isInteger(2));
    CHECK(b->lifetime == Lifetime::Persistent);
    CHECK(b->alignment == 64);
    CHECK(root.data("st")->dtype.text == R"({"type":"Struct"})");
    CHECK(root.data("w")->typeName == "Widget");
    const State& main = stateNamed(root, "main");
    const auto* map = main.nodes[1]->as<MapEntry>();
    REQUIRE(map);
    CHECK(map->map.gpuBlockSize == std::vector<int>{32, 8, 1});
    CHECK(map->map.range.dims[1].step.isInteger(2));
    CHECK(map->exit == main.nodes[3]->id);
    CHECK(main.nodes[6]->as<ConsumeExit>());
    CHECK(main.nodes[2]->in.at("x").scalar == ScalarType::float64);
    CHECK(main.nodes[2]->out.at("out").scalar == ScalarType::none);
    CHECK(main.nodes[2]->out.contains("unused"));
    CHECK(main.edges[2]->memlet.wcr == "lambda x, y: x + y");
    CHECK(main.edges[2]->memlet.volume.isInteger(0));
    CHECK(main.edges[3]->srcConnector == "OUT b");
    CHECK(main.edges[4]->memlet.empty());
    CHECK(stateNamed(root, "second").edges[0]->memlet.isDataSource == false);
}

TEST_CASE("ids count up in the order of the text") {
    const auto document = graph("sdfg s { state a { n0 = access x }; state b { } }");
    CHECK(document->root->id.value == 1);
    CHECK(document->root->body.blocks[0]->id.value == 2);
    CHECK(stateNamed(*document->root, "a").nodes[0]->id.value == 3);
    CHECK(document->root->body.blocks[1]->id.value == 4);
    CHECK(document->nextId == 5);
}

TEST_CASE("nodes may have names of their own, and comments are skipped") {
    const auto document = graph(R"(
// a copy
sdfg s { // name
  array x float64 [4]
  state a {
    from = access x   // the source
    to = access y

    from -> to : x[0:4]
  }
}
)");
    CHECK(stateNamed(*document->root, "a").edges.size() == 1);
}

TEST_CASE("an exit's entry and an entry's exit agree") {
    CHECK(errorOf("sdfg s { state a {\n n0 = map m [i = 0:4] -> n1\n n1 = access x } }") ==
          "line 2: 'n1' is no exit of a scope");
    CHECK(errorOf("sdfg s { state a {\n n0 = access x\n n1 = exit n0 } }") ==
          "line 3: 'n0' is no entry of a scope");
    CHECK(errorOf("sdfg s { state a {\n n0 = map m [i = 0:4] -> n2\n n1 = map m [i = 0:4]\n"
                  " n2 = exit n1 } }") == "line 4: 'n1' belongs to another scope");
    CHECK(errorOf("sdfg s { state a {\n n0 = map m [i = 0:4] -> n9 } }") ==
          "line 2: no node 'n9' in this state");
}

TEST_CASE("errors name the line and what was wanted") {
    CHECK(errorOf("") == "line 1: expected 'sdfg', found the end of the text");
    CHECK(errorOf("graph g {}") == "line 1: expected 'sdfg', found 'graph'");
    CHECK(errorOf("sdfg s {\n  sate a {\n  }\n}") == "line 2: unknown statement 'sate'");
    CHECK(errorOf("sdfg s {\n state a {\n") == "line 3: expected '}', found the end of the text");
    CHECK(errorOf("sdfg s {\n}\nmore") == "line 3: expected the end of the text, found 'more'");
    CHECK(errorOf("sdfg s {\n array a float99 [N]\n}") == "line 2: unknown type 'float99'");
    CHECK(errorOf("sdfg s {\n array a float64\n}") ==
          "line 2: expected the shape in [], found the end of the line");
    CHECK(errorOf("sdfg s {\n array a float64 [N] shiny\n}") ==
          "line 2: unknown attribute 'shiny' of a container");
    CHECK(errorOf("sdfg s {\n array a float64 [N]\n array a float64 [N]\n}") ==
          "line 3: a second container 'a'");
    CHECK(errorOf("sdfg s {\n a -> b\n}") == "line 2: no block 'a' in this region");
    CHECK(errorOf("sdfg s { state a {\n n0 = acces x } }") ==
          "line 2: unknown kind of node 'acces'");
    CHECK(errorOf("sdfg s { state a {\n n0 = access x\n n0 = access y } }") ==
          "line 3: a second node 'n0'");
    CHECK(errorOf("sdfg s { state a {\n n0 -> n1 } }") == "line 2: no node 'n0' before this edge");
    CHECK(errorOf("sdfg s { state a {\n n0 = tasklet t `out = 1\n } }") ==
          "line 2: the code in backticks is not closed on its line");
    CHECK(errorOf("sdfg s {\n array a float64 [N\n}") ==
          "line 2: the '[' is not closed on its line");
    CHECK(errorOf("sdfg s { state a {\n n0 = map m [0:N] } }") ==
          "line 2: expected 'parameter = range', found '0:N'");
    CHECK(errorOf("sdfg s { state a {\n n0 = access x\n n0 -> n0 : x[0] sideways } }") ==
          "line 3: expected the end of the line, found 'sideways'");
    const auto parsed = parseDump("sdfg s {\n  sate a {\n  }\n}");
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == "dump-syntax");
}

TEST_CASE("an expression that does not parse is named with its line") {
    const auto parsed = parseDump("sdfg s {\n array a float64 [N +]\n}");
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().sentence.starts_with("line 2: 'N +': "));
    CHECK(parsed.error().location.path.starts_with("2:"));
}

TEST_CASE("cutting a text anywhere gives an error or a graph, never a crash") {
    for (std::size_t length = 0; length < kEverything.size(); ++length) {
        const auto parsed = parseDump(kEverything.substr(0, length));
        if (!parsed)
            CHECK(parsed.error().sentence.starts_with("line "));
    }
}

TEST_CASE("leaving out or doubling any character breaks nothing else") {
    for (std::size_t at = 0; at < kEverything.size(); ++at) {
        std::string text(kEverything);
        text.erase(at, 1);
        if (const auto parsed = parseDump(text))
            CHECK(parseDump(dump(*(*parsed)->root)));
        text.assign(kEverything);
        text.insert(at, 1, text[at]);
        if (const auto parsed = parseDump(text))
            CHECK(parseDump(dump(*(*parsed)->root)));
    }
}

TEST_CASE("nesting has a limit") {
    std::string text = "sdfg s {\n";
    for (int i = 0; i < 100'000; ++i)
        text += "region r {\n";
    CHECK(errorOf(text) == "line 65: more than 64 nested levels");
}

} // namespace dump_test
