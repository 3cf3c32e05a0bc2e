// A program on the GPU: which containers and maps go there, which tasklets become kernels.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::to_gpu_test {

namespace {

const std::string kName = "to-gpu";

/// s = 2 a[0] beside the map; b = (a + s) + 1 in two maps inside each other; c is b's transpose.
std::string program() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N, 2]
  array c float64 [2, N]
  array w float64 [1] transient
  scalar s float64 transient
  state main {
    a = access a
    h = tasklet twice `o = (x * 2.0)`
    s = access s
    m = map rows [i = 0:N] -> x
    k = map columns [j = 0:2] -> y
    t = tasklet add `o = (p + q)`
    w = access w
    u = tasklet one `o = (p + 1.0)`
    y = exit k
    x = exit m
    b = access b
    c = access c
    a -> h.x : a[0]
    h.o -> s : s[0]
    a -> m.IN_a : a[0:N]
    s -> m.IN_s : s[0]
    m.OUT_a -> k.IN_a : a[i]
    m.OUT_s -> k.IN_s : s[0]
    k.OUT_a -> t.p : a[i]
    k.OUT_s -> t.q : s[0]
    t.o -> w : w[0]
    w -> u.p : w[0]
    u.o -> y.IN_b : b[i, j]
    y.OUT_b -> x.IN_b : b[i, 0:2]
    x.OUT_b -> b : b[0:N, 0:2]
    b -> c : b[0:N, 0] -> [0, 0:N]
  }
}
)";
}

/// Everything on the GPU but for one thing.
std::string almostThere() {
    return edited(pointwiseOver(),
                  {{"array a float64 [N, M]", "array a float64 [N, M] storage GPU_Global"},
                   {"array b float64 [N, M]", "array b float64 [N, M] storage GPU_Global"}});
}

RefusalCase refused(const std::string& refusal, const std::vector<Edit>& fault,
                    Without without = Without::wrong, const std::string& because = {}) {
    return {.transformation = kName,
            .refusal = refusal,
            .sound = program(),
            .fault = fault,
            .without = without,
            .because = because};
}

} // namespace

std::vector<RefusalCase> refusals() {
    const std::string host = "nothing here runs on a GPU";
    return {
        refused(
            "2 nested-sdfg",
            {declare("  scalar u float64 transient\n"),
             add("    z = nested q = sdfg q {\n      scalar y float64\n      state only {\n     "
                 "   v = tasklet v `o = 1.0`\n        y = access y\n        v.o -> y : y[0]\n  "
                 "    }\n    }\n    r = access u\n    z.y -> r : u[0]\n")},
            Without::refused),
        refused("2 not-on-a-gpu",
                {declare("  stream q float64 [1] transient\n"),
                 add("    q = access q\n    a -> q : a[0]\n")},
                Without::unexecuted, "the interpreter has no streams"),
        refused("3 sequential-map",
                {{"map rows [i = 0:N]", "map rows [i = 0:N] schedule Sequential"}}),
        refused("3 dynamic-range",
                {declare("  array l int32 [1]\n"),
                 {"map rows [i = 0:N]", "map rows [i = 0:Min(l1, N)]"},
                 add("    l = access l\n    l -> m.l1 : l[0]\n")},
                Without::same, host),
        refused("3 raw-code", {{"`o = (x * 2.0)`", "`o = x * 2.0;` CPP"}}, Without::unexecuted,
                "the interpreter runs no C++"),
        refused("3 between-codes",
                {{"    h = tasklet twice `o = (x * 2.0)`\n",
                  "    h = tasklet twice `o = (x * 2.0)`\n    g = tasklet again `r = (v + 1.0)`\n"},
                 {"    h.o -> s : s[0]\n", "    h.o -> g.v\n    g.r -> s : s[0]\n"}}),
        refused("3 scalar-output", {{"scalar s float64 transient", "scalar s float64"}},
                Without::same, host),
        refused("3 read-by-control-flow",
                {{"    b -> c : b[0:N, 0] -> [0, 0:N]\n  }\n",
                  "    b -> c : b[0:N, 0] -> [0, 0:N]\n  }\n  state again {\n    b = access b\n    "
                  "c = access c\n    b -> c : b[0:N, 1] -> [1, 0:N]\n  }\n  main -> again if `s > "
                  "0.0`\n"}}),
        refused("4 size-in-kernel",
                {{"array w float64 [1] transient", "array w float64 [N] transient"}}, Without::same,
                host),
        {.transformation = kName,
         .refusal = "5 already-so",
         .sound = almostThere(),
         .fault = {{"j = 0:M]", "j = 0:M] schedule GPU_Device"}},
         .without = Without::same,
         .because = "there is nothing to do"},
    };
}

namespace {

using test::has;

std::string moved(const std::string& text, const transforms::Params& params = {}) {
    return test::textAfter(kName, text, params, 1);
}

} // namespace

TEST_CASE("to-gpu: arrays, scalars that kernels write, and what stands inside of maps") {
    const auto after = moved(program());
    INFO(after);
    CHECK(has(after, "array a float64 [N] storage GPU_Global"));
    CHECK(has(after, "scalar s float64 transient storage GPU_Global"));
    CHECK(has(after, "array w float64 [1] transient storage Register"));
    CHECK(has(after, "map rows [i = 0:N] schedule GPU_Device"));
    CHECK(has(after, "map columns [j = 0:2] schedule Sequential"));
    CHECK(has(after, "map gpu_twice [once = 0] schedule GPU_Device"));
}

TEST_CASE("to-gpu: temporaries come from the pool unless that is taken back") {
    const auto text = test::TwoMaps{}.text();
    CHECK(has(moved(text), "array tmp float64 [N] transient storage GPU_Global pool"));
    CHECK_FALSE(has(moved(text, {{"memory-pool", false}}), "pool"));
}

TEST_CASE("to-gpu: copies of rows stay, others become kernels") {
    const std::string transposed = R"(sdfg g {
  symbols N:int32 M:int32 K:int32
  array a float64 [N, M, K] strides [1, N, N * M]
  array b float64 [N, M, K]
  array c float64 [N, M, K]
  state main {
    a = access a
    b = access b
    c = access c
    a -> b : a[0:N, 0:M, 0:K] -> [0:N, 0:M, 0:K]
    b -> c : b[0:N, 0:M, 0:K] -> [0:N, 0:M, 0:K]
  }
}
)";
    const auto after = moved(transposed);
    CHECK(has(after, "map copy_a_b"));
    CHECK_FALSE(has(after, "map copy_b_c"));
    CHECK_FALSE(has(moved(transposed, {{"copy-kernels", false}}), "map copy_a_b"));
}

TEST_CASE("to-gpu: a kernel of one thread stands in the file where its tasklet stood") {
    const auto after = moved(R"(sdfg g {
  array d float64 [4]
  state main {
    w = tasklet w `o = 3.0`
    d = access d
    m = map rows [i = 0:4] -> x
    t = tasklet t `o = i`
    x = exit m
    e = access d
    w.o -> d : d[0]
    m -> t
    t.o -> x.IN_d : d[i]
    x.OUT_d -> e : d[0:4]
  }
}
)");
    CHECK(after.find("map gpu_w") < after.find("map rows"));
}

TEST_CASE("to-gpu: what a kernel of one thread computes is computed where it is read") {
    const auto after =
        ir::dump(*test::appliedEverywhere("inline-fusion", moved(program()), {}, 1)->root);
    INFO(after);
    CHECK_FALSE(has(after, "map gpu_twice"));
    CHECK_FALSE(has(after, "access s\n"));
}

} // namespace mw::test::to_gpu_test
