// Structures: their members are computed with as containers of their own, alike in interpreter, C++
// and exported library.

#include "core/analysis/flatten_structures.h"
#include "core/codegen/library/interface.h"
#include "core/ir/dump.h"
#include "core/ir/index.h"
#include "core/validate/require_valid.h"
#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"

namespace structures_test {

using namespace mw;
using test::agreed;
using test::integer;
using test::Numbers;
using test::reals;

namespace {

const std::string kStructure = R"(  structure cfg "inner*" [1]
  array cfg.w float64 [N]
  scalar cfg.s float64
  structure cfg.sub "inner*" [1]
  array cfg.sub.x float64 [N]
  scalar cfg.sub.k int32
  array o float64 [N]
)";

std::map<std::string, std::vector<double>> run(const std::string& states) {
    exec::InputArrays inputs{
        {"cfg.w", reals({1, 2, 3})}, {"cfg.sub.x", reals({10, 20, 30})}, {"o", reals({7, 8, 9})}};
    const std::string graph = "sdfg g {\n  symbols N:int32\n" + kStructure + states + "}\n";
    const auto document = ir::parseDump(graph);
    REQUIRE(document);
    const auto valid = validate::requireValid(*document);
    if (!valid)
        FAIL(toString(valid.error()));
    return agreed(
        graph,
        {{"N", integer(3)}, {"cfg.s", symbolic::Value::real(0.5)}, {"cfg.sub.k", integer(2)}},
        inputs);
}

} // namespace

TEST_CASE("members are read through a view and by their names") {
    const auto results = run(R"(  view v float64 [N] transient
  state s {
    c = access cfg
    v = access v in (views)
    m = map m [i = 0:N] -> e
    t = tasklet t `r = p * 2.0 + q`
    e = exit m
    o = access o
    c -> v.views : cfg.w[0:N]
    v -> m.IN_v : v[0:N]
    m.OUT_v -> t.p : v[i]
    c -> m.IN_s : cfg.s[0]
    m.OUT_s -> t.q : cfg.s[0]
    t.r -> e.IN_o : o[i]
    e.OUT_o -> o : o[0:N]
  }
)");
    CHECK(results.at("o") == Numbers{2.5, 4.5, 6.5});
}

TEST_CASE("a member is written through a view, and read afterwards through the same node") {
    const auto results = run(R"(  view v float64 [N] transient
  state s {
    v = access v out (views)
    c = access cfg
    m = map m [i = 0:N] -> e
    t = tasklet t `r = p + 1.0`
    e = exit m
    o = access o
    a = access cfg.sub.x
    a -> m.IN_x : cfg.sub.x[0:N]
    m.OUT_x -> t.p : cfg.sub.x[i]
    t.r -> e.IN_v : v[i]
    e.OUT_v -> v : v[0:N]
    v.views -> c : cfg.w[0:N]
    c -> o : cfg.w[0:N] -> [0:N]
  }
)");
    CHECK(results.at("cfg.w") == Numbers{11, 21, 31});
    CHECK(results.at("o") == Numbers{11, 21, 31});
}

TEST_CASE("a view of a structure stands for what it looks at") {
    const auto results = run(R"(  view b "inner*" [1] as StructureView transient
  array b.x float64 [N]
  scalar b.k int32
  view x float64 [N] transient
  state s {
    c = access cfg
    b = access b in (views)
    x = access x in (views)
    m = map m [i = 0:N] -> e
    t = tasklet t `r = p + q`
    e = exit m
    o = access o
    c -> b.views : cfg.sub[0]
    b -> x.views : b.x[0:N]
    x -> m.IN_x : x[0:N]
    m.OUT_x -> t.p : x[i]
    b -> m.IN_k : b.k[0]
    m.OUT_k -> t.q : b.k[0]
    t.r -> e.IN_o : o[i]
    e.OUT_o -> o : o[0:N]
  }
)");
    CHECK(results.at("o") == Numbers{12, 22, 32});
}

TEST_CASE("a structure passes into a nested SDFG, through the scope around it") {
    const auto results = run(R"(  state s {
    c = access cfg
    m = map m [j = 0:N] -> e
    n = nested inside {N: N, j: j} in (c) out (o) = sdfg inside {
      symbols N:int32 j:int64
      structure c "inner*" [1]
      array c.w float64 [N]
      scalar c.s float64
      structure c.sub "inner*" [1]
      array c.sub.x float64 [N]
      scalar c.sub.k int32
      array o float64 [1]
      state n {
        c = access c
        t = tasklet t `r = p + q`
        o = access o
        c -> t.p : c.w[j]
        c -> t.q : c.sub.x[N - 1 - j]
        t.r -> o : o[0]
      }
    }
    e = exit m
    o = access o
    c -> m.IN_c : cfg[0]
    m.OUT_c -> n.c : cfg[0]
    n.o -> e.IN_o : o[j]
    e.OUT_o -> o : o[0:N]
  }
)");
    CHECK(results.at("o") == Numbers{31, 22, 13});
}

TEST_CASE("scalar members count in control flow") {
    const auto results = run(R"(  state z {
  }
  state s {
    m = map m [i = 0:k] -> e
    t = tasklet t `r = 1.0`
    e = exit m
    o = access o
    m -> t
    t.r -> e.IN_o : o[i]
    e.OUT_o -> o : o[0:N]
  }
  z -> s if `cfg.s > 0.25` with k = `cfg.sub.k`
)");
    CHECK(results.at("o") == Numbers{1, 1, 9});
}

TEST_CASE("a runner reads the elements of members that the host needs") {
    const auto document = ir::parseDump("sdfg g {\n  symbols N:int32\n" + kStructure + R"(
  state z {
  }
  state s {
    t = tasklet t `r = 5.0`
    o = access o
    t.r -> o : o[k]
  }
  z -> s if `cfg.w[1] > 1.5` with k = `int(cfg.sub.x[0]) - 9`
}
)");
    REQUIRE(document);
    test::TwoWays program{
        *document,
        {{"N", integer(3)}},
        {{"cfg.w", reals({1, 2, 3})}, {"cfg.sub.x", reals({10, 20, 30})}, {"o", reals({7, 8, 9})}},
        {},
        {}};
    test::lowerFor(program, {}, "");
    REQUIRE(program.problem.empty());
    const auto received = codegen::planFromJson(codegen::toJson(program.plan));
    REQUIRE(received);
    test::TwoWays* const one = &program;
    const test::Folder folder;
    const auto base = folder.path / "members";
    REQUIRE(test::compileTo(base, test::sourceOf(std::span(&one, 1))).empty());
    program.plan = *received;
    const auto results = test::runCompiled(program, base.string() + ".so");
    if (!results)
        FAIL(toString(results.error()));
    CHECK(test::numbers(results->at("o")) == Numbers{7, 5, 9});
}

TEST_CASE("what a structure's node ordered stays in order, and what nothing names is left out") {
    const auto document = ir::parseDump("sdfg g {\n  symbols N:int32\n" + kStructure + R"(
  state s {
    t = tasklet t `r = 1.0`
    c = access cfg
    o = access o
    t.r -> c : cfg.w[0]
    c -> o : cfg.sub.x[0:N] -> [0:N]
  }
}
)");
    REQUIRE(document);
    const auto flat = analysis::flattenStructures(*(*document)->root);
    REQUIRE(flat);
    CHECK(flat->arrays.size() == 3);
    const auto& state = *flat->body.blocks.front()->as<ir::State>();
    const ir::StateIndex index(state);
    const auto nodeOf = [&](const std::string& data) {
        for (const auto& node : state.nodes)
            if (const auto* access = node->as<ir::AccessNode>(); access && access->data == data)
                return node->id;
        return NodeId{};
    };
    CHECK(index.reaches(nodeOf("cfg.w"), nodeOf("cfg.sub.x")));
    const auto library = codegen::fitsLibrary(*(*document)->root);
    CHECK((!library && library.error().code == "structure-argument"));
    CHECK(codegen::libraryInterface(*(*document)->root)); // what other graphs are compared with
    CHECK_FALSE(flat->data("cfg"));
    CHECK_FALSE(analysis::flattenStructures(*flat));
}

} // namespace structures_test
