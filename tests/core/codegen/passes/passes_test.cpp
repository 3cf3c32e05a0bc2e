// Each pass over one kernel: its lines of kernel IR before -> after.
#include "core/codegen/codegen.h"
#include "core/ir/dump.h"
#include "tests/core/codegen/passes/around_pass.h"
#include "tests/support/catch.h"

namespace passes_test {

using namespace mw;
using test::aroundPass;
using test::changedLines;
using test::lastKernel;

namespace {

// y = x + w over a box; i has unit stride, w is read for all k.
constexpr const char* kBox = R"(sdfg box {
  symbols N:int32 K:int32
  array w float64 [N]
  array x float64 [N, K] strides [1, N]
  array y float64 [N, K] strides [1, N]
  state main {
    n0 = access x
    n5 = access w
    n1 = map m [i = 0:N, k = 0:K] -> n3
    n2 = tasklet t `c = a + b`
    n3 = exit n1
    n4 = access y
    n0 -> n1.IN_x : x[0:N, 0:K]
    n5 -> n1.IN_w : w[0:N]
    n1.OUT_x -> n2.a : x[i, k]
    n1.OUT_w -> n2.b : w[i]
    n2.c -> n3.IN_y : y[i, k]
    n3.OUT_y -> n4 : y[0:N, 0:K]
  }
}
)";

/// y[i] = f[t[i], 1], with a row of so many elements per entry of t.
std::string gather(const std::string& stride) {
    return "sdfg g {\n array f float64 [1000000, 4] strides [" + stride + ", 1] total [1000000 * " +
           stride +
           "]\n array t int32 [100]\n array y float64 [100]\n state s {\n"
           " a = access f; b = access t; c = access y; m = map m [i = 0:100] -> e\n"
           " g = tasklet g `o = v[k, 1]`\n e = exit m\n a -> m.IN_f : f[0:1000000, 0:4]; "
           "b -> m.IN_t : t[0:100]\n m.OUT_f -> g.v : f[0:1000000, 0:4]; m.OUT_t -> g.k : t[i]\n"
           " g.o -> e.IN_y : y[i]; e.OUT_y -> c : y[0:100]\n }\n}\n";
}

/// A map of `turns` turns inside a map; the graph says `unroll` about it.
std::string inner(const std::string& turns, const std::string& unroll = "") {
    return "sdfg g {\n symbols M:int32\n array y float64 [100, 100]\n state s {\n"
           " m = map m [i = 0:100] -> e; n = map n [j = 0:" +
           turns + "] schedule Sequential " + unroll +
           " -> f\n t = tasklet t `o = 1.0`; f = exit n; e = exit m; c = access y\n"
           " m -> n; n -> t; t.o -> f.IN_y : y[i, j]; f.OUT_y -> e.IN_y : y[i, 0:" +
           turns + "]\n e.OUT_y -> c : y[0:100, 0:" + turns + "]\n }\n}\n";
}

symbolic::Bindings sizes(std::int64_t n, std::int64_t k) {
    return {{"N", symbolic::Value::integer(n)}, {"K", symbolic::Value::integer(k)}};
}

} // namespace

TEST_CASE("the kernel IR as text") {
    CHECK(lastKernel(kBox) == R"(kernel m__y
    w: float64 read-only
    x: float64 elementwise read-only streaming
    y: float64 written elementwise streaming
    K: int64 = K
    N: int64 = N
    indices of 64 bits, vectors on the CPU
    launch: a block by rule, bounds by registers, levels per thread, what they share before them, their loads in groups
    operations: Max(0, K)*Max(0, N)
    each k = 0 .. K - 1
    each i = 0 .. N - 1
        let x_element: float64 = x[N * k + i]
        let w_element: float64 = w[i]
        y[N * k + i] = x_element + w_element
)");
}

TEST_CASE("unroll-short-loops: up to 16 turns of a map, and what the graph says stays") {
    const auto loop = [](const std::string& program) {
        return changedLines(aroundPass("unroll-short-loops", program));
    };
    CHECK(loop(inner("16")) ==
          "- for j: int32 = 0 .. 15 {\n+ for j: int32 = 0 .. 15 unroll all {\n");
    CHECK(loop(inner("17")).empty());
    CHECK(loop(inner("M")).empty());
    CHECK(loop(inner("4", "unroll 2")).empty());
}

TEST_CASE("unroll-short-loops: up to 8 elements of a reduction") {
    const auto reduction = [](const std::string& n) {
        return "sdfg g {\n array x float64 [" + n +
               "]\n array r float64 [1]\n state s {\n a = access x; b = access r\n"
               " l = library l dace.libraries.standard.nodes.reduce.Reduce with wcr = "
               "`\"lambda a, b: a + b\"` with axes = `[0]` with identity = `\"0\"`\n"
               " a -> l._in : x[0:" +
               n + "]; l._out -> b : r[0]\n }\n}\n";
    };
    CHECK(changedLines(aroundPass("unroll-short-loops", reduction("8"))) ==
          "- for c0: int32 = 0 .. 7 {\n+ for c0: int32 = 0 .. 7 unroll all {\n");
    CHECK(changedLines(aroundPass("unroll-short-loops", reduction("9"))).empty());
}

TEST_CASE("unit-stride-innermost: i moves behind k") {
    CHECK(changedLines(aroundPass("unit-stride-innermost", kBox)) ==
          "- each i = 0 .. N - 1\n- each k = 0 .. K - 1\n"
          "+ each k = 0 .. K - 1\n+ each i = 0 .. N - 1\n");
}

TEST_CASE("narrow-indices: where everything provably fits 32 bits") {
    const auto changed = [](const std::string& program, const symbolic::Bindings& constants) {
        return changedLines(aroundPass("narrow-indices", program, constants));
    };
    CHECK(changed(kBox, sizes(1000, 80)) == "- indices of 64 bits\n+ indices of 32 bits\n");
    CHECK(changed(kBox, {}).empty());
    CHECK(changed(kBox, sizes(100000, 30000)).empty());
    // the largest block behind the end counts, whatever block is chosen later
    const std::int64_t most = 2147483647 - 1024;
    CHECK_FALSE(changed(kBox, sizes(most, 1)).empty());
    CHECK(changed(kBox, sizes(most + 1, 1)).empty());
}

TEST_CASE("widen-indices: the entry of a table that a wide index is computed from") {
    CHECK(changedLines(aroundPass("widen-indices", gather("10000"))) ==
          "- let k: int32 = t[i]\n+ let k: int64 = t[i]\n");
    CHECK(changedLines(aroundPass("widen-indices", gather("4"))).empty()); // narrow
}

TEST_CASE("collect-parameters: symbols become arguments, parameters are sorted") {
    CHECK(changedLines(aroundPass("collect-parameters", kBox)) ==
          "- x: float64 read\n- w: float64 read\n- y: float64 written\n"
          "+ w: float64 read\n+ x: float64 read\n+ y: float64 written\n"
          "+ K: int64 = K\n+ N: int64 = N\n");
}

TEST_CASE("mark-elementwise: w is read by every level") {
    CHECK(changedLines(aroundPass("mark-elementwise", kBox)) ==
          "- x: float64 read\n- y: float64 written\n"
          "+ x: float64 read elementwise\n+ y: float64 written elementwise\n");
}

TEST_CASE("mark-read-only: what the kernel does not write") {
    CHECK(changedLines(aroundPass("mark-read-only", kBox)) ==
          "- w: float64 read\n- x: float64 read elementwise\n"
          "+ w: float64 read-only\n+ x: float64 elementwise read-only\n");
}

TEST_CASE("count-operations: one addition per point") {
    CHECK(changedLines(aroundPass("count-operations", kBox, sizes(1000, 80))) ==
          "+ operations: 80000\n");
}

TEST_CASE("vectorise: straight arithmetic only") {
    CHECK(changedLines(aroundPass("vectorise", kBox)) ==
          "- indices of 64 bits\n+ indices of 64 bits, vectors on the CPU\n");
    const std::string conflict =
        "sdfg g {\n symbols N:int32\n array x float64 [N]\n array y float64 [1]\n state s {\n"
        " a = access x; b = access y; m = map m [i = 0:N] -> e\n t = tasklet t `o = v`\n"
        " e = exit m\n a -> m.IN_x : x[0:N]; m.OUT_x -> t.v : x[i]\n t.o -> e.IN_y : y[0] wcr "
        "`lambda a, b: a + b`; e.OUT_y -> b : y[0] wcr `lambda a, b: a + b`\n }\n}\n";
    CHECK(changedLines(aroundPass("vectorise", conflict)).empty());
}

TEST_CASE("write-out-loops: turns of unrolled loops stand one after the other") {
    CHECK(changedLines(aroundPass("write-out-loops", inner("3"))) ==
          "- for j: int32 = 0 .. 2 unroll all {\n- y[100 * i + j] = 1.0\n- }\n"
          "+ y[100 * i] = 1.0\n+ y[100 * i + 1] = 1.0\n+ y[100 * i + 2] = 1.0\n");
    CHECK(changedLines(aroundPass("write-out-loops", inner("64"))).empty());
    CHECK(changedLines(aroundPass("write-out-loops", inner("M"))).empty());
}

TEST_CASE("private arrays become scalars, declared where they are assigned") {
    // t[j] = x[i] + j, then y[i] = t[1]; indices are constant when the loop is written out
    const std::string program = R"(sdfg g {
  array x float64 [100]
  array y float64 [100]
  array t float64 [2] transient
  state s {
    nx = access x; nt = access t; ny = access y
    m = map m [i = 0:100] -> e
    n = map n [j = 0:2] schedule Sequential -> f
    a = tasklet a `o = p + j`
    f = exit n
    b = tasklet b `o = q`
    e = exit m
    nx -> m.IN_x : x[0:100]
    m.OUT_x -> n.IN_x : x[i]
    n.OUT_x -> a.p : x[i]
    a.o -> f.IN_t : t[j]
    f.OUT_t -> nt : t[0:2]
    nt -> b.q : t[1]
    b.o -> e.IN_y : y[i]
    e.OUT_y -> ny : y[0:100]
  }
}
)";
    const std::string text = lastKernel(program);
    INFO(text);
    CHECK(text.find("[2]") == std::string::npos);
    CHECK(text.find("let t_0: float64 = ") != std::string::npos);
    CHECK(text.find("let t_1: float64 = ") != std::string::npos);
}

TEST_CASE("collapse-loops: all but the innermost of three") {
    const std::string three =
        "sdfg g {\n array y float64 [9, 9, 9]\n state s {\n m = map m [i = 0:9, j = 0:9, k = 0:9] "
        "-> e\n t = tasklet t `o = 1.0`; e = exit m; c = access y\n m -> t; t.o -> e.IN_y : "
        "y[i, j, k]; e.OUT_y -> c : y[0:9, 0:9, 0:9]\n }\n}\n";
    CHECK(changedLines(aroundPass("collapse-loops", three)) ==
          "- indices of 32 bits, vectors on the CPU\n"
          "+ indices of 32 bits, vectors on the CPU, 2 loops shared there\n");
    CHECK(changedLines(aroundPass("collapse-loops", kBox)).empty());
}

TEST_CASE("gather-launch-facts: shape, sharing, loops, extents") {
    codegen::LowerOptions options;
    options.constants = sizes(1000, 80);
    const auto facts = [&](const std::string& program) {
        return codegen::lower(**ir::parseDump(program), options)->kernels.at(0).facts;
    };
    const codegen::LaunchFacts box = facts(kBox);
    CHECK_FALSE(box.oneThread);
    CHECK(box.rank == 2);
    CHECK(box.sharesAcrossRows); // w
    CHECK_FALSE(box.loops);
    CHECK(box.extentX == 1000);
    CHECK(box.extentY == 80);
    CHECK(box.straight);
    CHECK(box.sharedAccesses == Approx(1.0 / 3)); // w, of w, x and y
    CHECK_FALSE(facts(inner("4")).loops);         // written out
    CHECK(facts(inner("64")).loops);
    CHECK_FALSE(facts(inner("64")).straight);
}

} // namespace passes_test
