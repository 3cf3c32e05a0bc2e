// One dimension in blocks: GT4Py's cases, what stays outside of the inner map, real graphs, and a
// graph for every refusal.

#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::loop_blocking_test {

namespace {

const std::string kName = "loop-blocking";

/// b[i, k] = (a[i] + 1) * c[i, k]: the sum does not depend on the level.
std::string levels() {
    return R"(sdfg g {
  symbols N:int32 K:int32
  array a float64 [N]
  array c float64 [N, K]
  array b float64 [N, K]
  scalar s float64 transient
  state main {
    a = access a
    c = access c
    m = map blk [i_K_gtx_vertical = 0:K, i_Cell_gtx_horizontal = 0:N] -> x
    t = tasklet sum `o = (p + 1.0)`
    s = access s
    u = tasklet product `o = (p * q)`
    x = exit m
    b = access b
    a -> m.IN_a : a[0:N]
    c -> m.IN_c : c[0:N, 0:K]
    m.OUT_a -> t.p : a[i_Cell_gtx_horizontal]
    t.o -> s : s[0]
    s -> u.p : s[0]
    m.OUT_c -> u.q : c[i_Cell_gtx_horizontal, i_K_gtx_vertical]
    u.o -> x.IN_b : b[i_Cell_gtx_horizontal, i_K_gtx_vertical]
    x.OUT_b -> b : b[0:N, 0:K]
  }
}
)";
}

/// Each iteration reads its own element of b and writes it again.
std::string inPlace() {
    return edited(levels(), {{"    c = access c\n", "    c = access b\n"},
                             {"c -> m.IN_c : c[0:N, 0:K]", "c -> m.IN_c : b[0:N, 0:K]"},
                             {"u.q : c[", "u.q : b["},
                             {"  array c float64 [N, K]\n", ""}});
}

/// A second scalar, which depends on the level.
std::string throughScalar() {
    return edited(levels(),
                  {{"  scalar s float64 transient\n",
                    "  scalar s float64 transient\n  scalar r float64 transient\n"},
                   {"    x = exit m\n",
                    "    r = access r\n    v = tasklet twice `o = (p * 2.0)`\n    x = exit m\n"},
                   {"    u.o -> x.IN_b : b[",
                    "    u.o -> r : r[0]\n    r -> v.p : r[0]\n    v.o -> x.IN_b : b["}});
}

/// The sum is one of a nested SDFG.
std::string nestedSum() {
    return edited(levels(), {{"    t = tasklet sum `o = (p + 1.0)`\n",
                              R"(    t = nested sum {S: i_Cell_gtx_horizontal} = sdfg sum {
      symbols S:int64
      scalar p float64
      scalar o float64
      state in { p = access p; o = access o; t = tasklet t `y = (x + S)`; p -> t.x : p[0]; t.y -> o : o[0] }
    }
)"}});
}

/// The sum is one over a map of its own, inside.
std::string innerMapBefore() {
    return edited(levels(),
                  {{"    t = tasklet sum `o = (p + 1.0)`\n",
                    "    l = map deep [e = 0:1] -> y\n    t = tasklet sum `o = (p + e)`\n"
                    "    y = exit l\n"},
                   {"    m.OUT_a -> t.p : a[i_Cell_gtx_horizontal]\n    t.o -> s : s[0]\n",
                    "    m.OUT_a -> l.IN_a : a[i_Cell_gtx_horizontal]\n"
                    "    l.OUT_a -> t.p : a[i_Cell_gtx_horizontal]\n"
                    "    t.o -> y.IN_s : s[e]\n    y.OUT_s -> s : s[0]\n"}});
}

/// The sum is an output too, of every level.
std::string writtenOut() {
    return edited(levels(),
                  {declare("  array d float64 [N, K]\n"),
                   add("    d = access d\n    s -> x.IN_d : s[0] -> [i_Cell_gtx_horizontal, "
                       "i_K_gtx_vertical]\n    x.OUT_d -> d : d[0:N, 0:K]\n")});
}

/// The level and the cell in the other order.
std::string otherOrder() {
    return edited(levels(), {{"i_K_gtx_vertical = 0:K, i_Cell_gtx_horizontal = 0:N",
                              "i_Cell_gtx_horizontal = 0:N, i_K_gtx_vertical = 1:K"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = levels(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "2 not-toplevel-map",
         .sound =
             edited(levels(),
                    {{"    u = tasklet product", "    v = map inner [e = 0:1] -> w\n    w = exit "
                                                 "v\n    u = tasklet product"},
                     {"    s -> u.p : s[0]\n", "    s -> v.IN_s : s[0]\n    v.OUT_s -> u.p : "
                                               "s[0]\n"},
                     {"    m.OUT_c -> u.q :", "    m.OUT_c -> v.IN_c : "
                                              "c[i_Cell_gtx_horizontal, i_K_gtx_vertical]\n    "
                                              "v.OUT_c -> u.q :"},
                     {"    u.o -> x.IN_b :", "    w.OUT_b -> x.IN_b : b[i_Cell_gtx_horizontal, "
                                             "i_K_gtx_vertical]\n    u.o -> w.IN_b :"}}),
         .otherNode = "inner",
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "2 map-left-out",
         .sound = levels(),
         .params = {{"skip-maps", std::string("other")}, {"only-maps", std::string("one, blk")}},
         .faultParams = {{"skip-maps", std::string("other, blk")}},
         .without = Without::same,
         .because = "it is the user's wish"},
        {.transformation = kName,
         .refusal = "3 no-blocked-dimension",
         .sound = levels(),
         .params = {{"blocking-dimensions", std::string("E, K")}},
         .faultParams = {{"blocking-dimensions", std::string("E")}}},
        {.transformation = kName,
         .refusal = "4 stepped-range",
         .sound = edited(levels(),
                         {{"i_K_gtx_vertical = 0:K,", "i_K_gtx_vertical = Max(0, K - 50):K,"}}),
         .fault = {{"i_K_gtx_vertical = Max(0, K - 50):K,",
                    "i_K_gtx_vertical = Max(0, K - 50):K:2,"}}},
        {.transformation = kName,
         .refusal = "4 fractional-range",
         .sound = edited(levels(),
                         {{"i_K_gtx_vertical = 0:K,", "i_K_gtx_vertical = int_floor(K, 2):K,"}}),
         .fault = {{"i_K_gtx_vertical = int_floor(K, 2):K,", "i_K_gtx_vertical = K/2:K,"}},
         .without = Without::same,
         .because = "only generated code rounds K - K/2 otherwise"},
        {.transformation = kName,
         .refusal = "4 dependent-range",
         .sound = edited(
             levels(), {{"i_Cell_gtx_horizontal = 0:N]", "i_Cell_gtx_horizontal = 0:Min(N, 20)]"}}),
         .fault = {{"i_Cell_gtx_horizontal = 0:Min(N, 20)]",
                    "i_Cell_gtx_horizontal = 0:Min(N, i_K_gtx_vertical + 1)]"}}},
        {.transformation = kName,
         .refusal = "4 fits-one-block",
         .sound = edited(levels(), {{"i_K_gtx_vertical = 0:K,", "i_K_gtx_vertical = K:K + 5,"},
                                    {"array c float64 [N, K]", "array c float64 [N, K + 5]"},
                                    {"array b float64 [N, K]", "array b float64 [N, K + 5]"}}),
         .params = {{"block-size", std::int64_t{4}}},
         .faultParams = {{"block-size", std::int64_t{5}}},
         .without = Without::same,
         .because = "one block is right, but nothing is gained"},
        {.transformation = kName,
         .refusal = "5 too-few-independent-nodes",
         .sound = levels(),
         .params = {{"independent-node-threshold", std::int64_t{1}}},
         .faultParams = {{"independent-node-threshold", std::int64_t{2}}},
         .without = Without::same,
         .because = "blocking is right, but nothing is gained"},
        {.transformation = kName,
         .refusal = "6 carried-value",
         .sound = throughScalar(),
         .fault = {{"scalar r float64 transient", "scalar r float64"}},
         .without = Without::same,
         .because = "the last iteration stays the last"},
        {.transformation = kName,
         .refusal = "6 unknown-region",
         .sound = otherOrder(),
         .fault = {declare("  view v float64 [N, K] transient\n"),
                   {"    b = access b\n", "    v = access v\n    b = access b\n"},
                   {"u.o -> x.IN_b : b[", "u.o -> x.IN_b : v["},
                   {"    x.OUT_b -> b : b[0:N, 0:K]\n",
                    "    x.OUT_b -> v : v[0:N, 0:K]\n    v -> b : v[0:N, 0:K] -> [0:N, 0:K]\n"}},
         .without = Without::same,
         .because = "the view is the whole container"},
        {.transformation = kName,
         .refusal = "6 reads-other-iterations",
         .sound = inPlace(),
         .fault = {{"i_K_gtx_vertical = 0:K, i_Cell_gtx_horizontal = 0:N",
                    "i_K_gtx_vertical = 0:K - 1, i_Cell_gtx_horizontal = 1:N"},
                   {"u.q : b[i_Cell_gtx_horizontal, i_K_gtx_vertical]",
                    "u.q : b[i_Cell_gtx_horizontal - 1, i_K_gtx_vertical + 1]"}}},
        {.transformation = kName,
         .refusal = "6 may-alias",
         .sound = nestedSum(),
         .fault = {{"array c float64 [N, K]", "array c float64 [N, K] alias"},
                   {"array b float64 [N, K]", "array b float64 [N, K] alias"}},
         .without = Without::same,
         .because = "no run here gives two arguments the same memory"},
        {.transformation = kName,
         .refusal = "6 may-alias",
         .sound = writtenOut(),
         .fault = {{"array d float64 [N, K]", "array d float64 [N, K] alias"},
                   {"array b float64 [N, K]", "array b float64 [N, K] alias"}},
         .without = Without::same,
         .because = "no run here gives two arguments the same memory"},
        {.transformation = kName,
         .refusal = "6 side-effects",
         .sound = innerMapBefore(),
         .fault = {{"`o = (p * q)`", "`o = p * q;` CPP"}},
         .without = Without::unexecuted,
         .because = "the interpreter runs no C++"},
        {.transformation = kName,
         .refusal = "6 iterations-overlap",
         .sound = edited(levels(), {{"array b float64 [N, K]", "array b float64 [N + K, K]"},
                                    {"b : b[0:N, 0:K]", "b : b[0:N + K, 0:K]"}}),
         .fault = {{"x.IN_b : b[i_Cell_gtx_horizontal, i_K_gtx_vertical]",
                    "x.IN_b : b[i_Cell_gtx_horizontal + i_K_gtx_vertical, 0]"}}},
    };
}

namespace {

using test::edited;
using test::has;
using transforms::Params;

/// A map over i and j with these contents; a [N], c [N, M] and table [N, 4] come in, b [N, M] goes
/// out.
std::string inMap(const std::string& nodes, const std::string& edges,
                  const std::string& containers = "",
                  const std::string& ranges = "i = 0:N, j = 0:M") {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N]
  array c float64 [N, M]
  array gt_conn_E2V int32 [N, 4]
  array b float64 [N, M]
)" + containers +
           R"(  state main {
    a = access a
    c = access c
    n = access gt_conn_E2V
    m = map comp [)" +
           ranges + R"(] -> x
    x = exit m
    b = access b
)" + nodes +
           R"(    a -> m.IN_a : a[0:N]
    c -> m.IN_c : c[0:N, 0:M]
    n -> m.IN_n : gt_conn_E2V[0:N, 0:4]
    x.OUT_b -> b : b[0:N, 0:M]
)" + edges +
           "  }\n}\n";
}

constexpr auto kScalars = "  scalar s float64 transient\n  scalar r float64 transient\n";

Params blocked(std::int64_t size = 2) {
    return {{"blocking-dimensions", std::string("j")}, {"block-size", size}};
}
Params forced(std::int64_t size = 2) {
    auto params = blocked(size);
    params["require-independent-nodes"] = false;
    return params;
}

bool applies(const std::string& text, const Params& params) {
    const auto refusal = test::refusal(kName, text, params);
    if (refusal)
        CHECK(test::name(*refusal) == "5 too-few-independent-nodes");
    return !refusal;
}

/// Blocked once, executed and compared; what the graph says then.
std::string text(const std::string& graph, const Params& params) {
    return test::textAfter(kName, graph, params, 1);
}

/// The labels of the scopes around the node that is called so, innermost first.
std::vector<std::string> scopesOf(const std::string& graph, const Params& params,
                                  const std::string& name) {
    const auto after = test::appliedEverywhere(kName, graph, params, 1);
    const transforms::DocumentView view(after);
    const auto state = *view.state(view.index().states().front());
    std::vector<std::string> scopes;
    for (const auto& node : state.state().nodes) {
        const auto* access = node->as<ir::AccessNode>();
        const auto* map = node->as<ir::MapEntry>();
        if ((access ? access->data : map ? map->map.label : ir::displayName(*node)) != name)
            continue;
        for (NodeId at = state.index->scope(node->id); at; at = state.index->scope(at))
            scopes.push_back(state.index->node(at)->as<ir::MapEntry>()->map.label);
    }
    return scopes;
}

using Scopes = std::vector<std::string>;
const Scopes kOutside{"comp"}, kInside{"inner_comp", "comp"};

/// c[i, j] + a[i] by one tasklet.
std::string onlyDependent() {
    return inMap("    t = tasklet t `o = (p + q)`\n",
                 "    m.OUT_a -> t.p : a[i]\n    m.OUT_c -> t.q : c[i, j]\n"
                 "    t.o -> x.IN_b : b[i, j]\n");
}

/// s = a[i]; r = s * 2; b[i, j] = r + c[i, j]
std::string chained() {
    return inMap("    t = tasklet t `o = (p + 1.0)`\n    s = access s\n"
                 "    u = tasklet u `o = (p * 2.0)`\n    r = access r\n"
                 "    v = tasklet v `o = (p + q)`\n",
                 "    m.OUT_a -> t.p : a[i]\n    t.o -> s : s[0]\n    s -> u.p : s[0]\n"
                 "    u.o -> r : r[0]\n    r -> v.p : r[0]\n    m.OUT_c -> v.q : c[i, j]\n"
                 "    v.o -> x.IN_b : b[i, j]\n",
                 kScalars);
}

} // namespace

TEST_CASE("loop-blocking: what depends on the level goes into a map over one block") {
    const auto after = test::appliedEverywhere(
        kName, levels(), {{"block-size", std::int64_t{4}}, {"unroll", false}}, 1);
    CHECK(ir::dump(*after->root) == R"(sdfg g {
  symbols K:int32 N:int32
  array a float64 [N]
  array c float64 [N, K]
  array b float64 [N, K]
  scalar s float64 transient
  state main {
    n0 = access a
    n1 = access c
    n2 = map blk [__gtx_coarse_i_K_gtx_vertical = 0:int_ceil(K, 4), i_Cell_gtx_horizontal = 0:N] -> n8
    n3 = map inner_blk [i_K_gtx_vertical = 4*__gtx_coarse_i_K_gtx_vertical:Min(K, 4*__gtx_coarse_i_K_gtx_vertical + 4)] schedule Sequential -> n7
    n4 = tasklet sum `o = (p + 1.0)`
    n5 = access s
    n6 = tasklet product `o = (p * q)`
    n7 = exit n3
    n8 = exit n2
    n9 = access b
    n0 -> n2.IN_a : a[0:N]
    n1 -> n2.IN_c : c[0:N, 0:Min(K, 4*int_ceil(K, 4))]
    n2.OUT_a -> n4.p : a[i_Cell_gtx_horizontal]
    n4.o -> n5 : s[0]
    n3.OUT_s -> n6.p : s[0]
    n3.OUT_c -> n6.q : c[i_Cell_gtx_horizontal, i_K_gtx_vertical]
    n6.o -> n7.IN_b : b[i_Cell_gtx_horizontal, i_K_gtx_vertical]
    n8.OUT_b -> n9 : b[0:N, 0:Min(K, 4*int_ceil(K, 4))]
    n2.OUT_c -> n3.IN_c : c[i_Cell_gtx_horizontal, 4*__gtx_coarse_i_K_gtx_vertical:Min(K, 4*__gtx_coarse_i_K_gtx_vertical + 4)]
    n5 -> n3.IN_s : s[0]
    n7.OUT_b -> n8.IN_b : b[i_Cell_gtx_horizontal, 4*__gtx_coarse_i_K_gtx_vertical:Min(K, 4*__gtx_coarse_i_K_gtx_vertical + 4)]
  }
}
)");
}

TEST_CASE("loop-blocking: a map in which all depends on the level is blocked only on demand") {
    CHECK_FALSE(applies(onlyDependent(), blocked()));
    const auto after = text(onlyDependent(), forced());
    CHECK(has(after, "map comp [i = 0:N, __gtx_coarse_j = 0:int_ceil(M, 2)]"));
    CHECK(has(after, "map inner_comp [j = 2*__gtx_coarse_j:Min(M, 2*__gtx_coarse_j + 2)] schedule "
                     "Sequential unroll 2"));
    auto byLabel = blocked();
    byLabel["force-maps"] = std::string("comp");
    CHECK(applies(onlyDependent(), byLabel));
}

TEST_CASE("loop-blocking: a value that is fetched into a scalar is fetched once per block") {
    const auto graph = inMap("    s = access s\n    t = tasklet t `o = (p + q)`\n",
                             "    m.OUT_a -> s : a[i] -> [0]\n    s -> t.p : s[0]\n"
                             "    m.OUT_c -> t.q : c[i, j]\n    t.o -> x.IN_b : b[i, j]\n",
                             kScalars);
    CHECK(scopesOf(graph, blocked(), "s") == kOutside);
    CHECK(scopesOf(graph, blocked(), "t") == kInside);
}

TEST_CASE("loop-blocking: chains of independent tasklets stay outside") {
    for (const auto* name : {"t", "s", "u", "r"})
        CHECK(scopesOf(chained(), blocked(), name) == kOutside);
    CHECK(scopesOf(chained(), blocked(), "v") == kInside);
    auto params = blocked();
    params["independent-node-threshold"] = std::int64_t{3};
    CHECK(applies(chained(), params));
    params["independent-node-threshold"] = std::int64_t{4};
    CHECK_FALSE(applies(chained(), params));
}

TEST_CASE("loop-blocking: what writes the output itself is not independent") {
    const auto graph = inMap("    t = tasklet t `o = (p + 1.0)`\n",
                             "    m.OUT_a -> t.p : a[i]\n    t.o -> x.IN_b : b[i, j]\n");
    CHECK_FALSE(applies(graph, blocked()));
    CHECK(scopesOf(graph, forced(), "t") == kInside);
}

TEST_CASE("loop-blocking: code without inputs stays outside, but is no reason to block") {
    const auto graph = inMap("    t = tasklet t `o = 3.0`\n    s = access s\n"
                             "    u = tasklet u `o = (p + q)`\n",
                             "    m -> t\n    t.o -> s : s[0]\n    s -> u.p : s[0]\n"
                             "    m.OUT_c -> u.q : c[i, j]\n    u.o -> x.IN_b : b[i, j]\n",
                             kScalars);
    CHECK_FALSE(applies(graph, blocked()));
    CHECK(scopesOf(graph, forced(), "t") == kOutside);
    CHECK(scopesOf(graph, forced(), "u") == kInside);
    // The level itself is a value.
    const auto level =
        inMap("    t = tasklet t `o = j`\n", "    m -> t\n    t.o -> x.IN_b : b[i, j]\n");
    CHECK_FALSE(applies(level, blocked()));
    const auto after = text(level, forced());
    CHECK(scopesOf(level, forced(), "t") == kInside);
}

TEST_CASE("loop-blocking: an inner map stays outside when nothing in it depends on the level") {
    const std::string nodes = "    k = map deep [e = 0:4] -> y\n    t = tasklet t `o = p`\n"
                              "    y = exit k\n    s = access z\n"
                              "    u = tasklet u `o = ((p[0] + p[3]) * q)`\n";
    const std::string edges = "    m.OUT_n -> k.IN_n : gt_conn_E2V[i, 0:4]\n"
                              "    k.OUT_n -> t.p : gt_conn_E2V[i, e]\n    t.o -> y.IN_z : z[e]\n"
                              "    y.OUT_z -> s : z[0:4]\n    s -> u.p : z[0:4]\n"
                              "    m.OUT_c -> u.q : c[i, j]\n    u.o -> x.IN_b : b[i, j]\n";
    const auto graph = inMap(nodes, edges, "  array z float64 [4] transient\n");
    CHECK(scopesOf(graph, blocked(), "deep") == kOutside);
    CHECK(scopesOf(graph, blocked(), "z") == kOutside);
    CHECK(scopesOf(graph, blocked(), "u") == kInside);
    // It runs as often as the level says.
    const auto level = edited(graph, {{"[e = 0:4]", "[e = 0:Min(4, j + 1)]"},
                                      {"`o = ((p[0] + p[3]) * q)`", "`o = (p[0] * q)`"}});
    CHECK_FALSE(applies(level, blocked()));
    CHECK(scopesOf(level, forced(), "deep") == kInside);
}

TEST_CASE("loop-blocking: an inner map that writes the output runs in every level") {
    const auto rows = [](const std::string& element) {
        return edited(inMap("    k = map deep [e = 0:4] -> y\n    t = tasklet t `o = (p + e)`\n"
                            "    y = exit k\n    d = access d\n",
                            "    m.OUT_a -> k.IN_a : a[i]\n    k.OUT_a -> t.p : a[i]\n"
                            "    t.o -> y.IN_d : d[" +
                                element + ", e]\n    y.OUT_d -> x.IN_d : d[" + element +
                                ", 0:4]\n    x.OUT_d -> d : d[0:N, 0:M, 0:4]\n",
                            "  array d float64 [N, M, 4]\n"),
                      {{"    x.OUT_b -> b : b[0:N, 0:M]\n", ""}, {"    b = access b\n", ""}});
    };
    CHECK_FALSE(applies(rows("i, j"), blocked()));
    CHECK(scopesOf(rows("i, j"), forced(), "deep") == kInside);
}

TEST_CASE("loop-blocking: an array of one element that only this level needs") {
    const auto graph = [](const std::string& element) {
        return inMap("    w = access w\n    t = tasklet t `o = (p + q)`\n",
                     "    m.OUT_a -> w : a[" + element +
                         "] -> [0]\n    w -> t.p : w[0]\n    m.OUT_c -> t.q : c[i, j]\n"
                         "    t.o -> x.IN_b : b[i, j]\n",
                     "  array w float64 [1] transient\n");
    };
    CHECK(scopesOf(graph("i"), blocked(), "w") == kOutside);
    CHECK_FALSE(applies(graph("Min(i, j)"), blocked()));
    CHECK(scopesOf(graph("Min(i, j)"), forced(), "w") == kInside);
}

TEST_CASE("loop-blocking: a reduction is independent when its input is") {
    const std::string reduce =
        "    d = library Reduce dace.libraries.standard.nodes.reduce.Reduce "
        "with axes = `[1]` with identity = `0` with wcr = `\"lambda a, b: a + "
        "b\"`\n    z = access z\n    u = tasklet u `o = (p * q)`\n";
    const std::string edges = "    m.OUT_n -> d : gt_conn_E2V[i, 0:4]\n    d -> z : z[0]\n"
                              "    z -> u.p : z[0]\n    m.OUT_c -> u.q : c[i, j]\n"
                              "    u.o -> x.IN_b : b[i, j]\n";
    const auto graph = inMap(reduce, edges, "  array z int32 [1] transient\n");
    CHECK(scopesOf(graph, blocked(), "z") == kOutside);
    // One of another row in every level is not.
    const auto level = edited(
        graph, {{"gt_conn_E2V[i, 0:4]\n    d -> z", "gt_conn_E2V[Min(i, j), 0:4]\n    d -> z"}});
    CHECK_FALSE(applies(level, blocked()));
    CHECK(scopesOf(level, forced(), "z") == kInside);
}

TEST_CASE("loop-blocking: a nested SDFG is independent when its symbols are") {
    const auto graph = [](const std::string& symbol) {
        return inMap("    k = nested f {S: " + symbol +
                         "} = sdfg f {\n      symbols S:int64\n      scalar p float64\n"
                         "      scalar o float64\n      state in { p = access p; o = access o; t = "
                         "tasklet t `y = (x + S)`; p -> t.x : p[0]; t.y -> o : o[0] }\n    }\n"
                         "    s = access s\n    u = tasklet u `o = (p * q)`\n",
                     "    m.OUT_a -> k.p : a[i]\n    k.o -> s : s[0]\n    s -> u.p : s[0]\n"
                     "    m.OUT_c -> u.q : c[i, j]\n    u.o -> x.IN_b : b[i, j]\n",
                     kScalars);
    };
    CHECK(scopesOf(graph("i"), blocked(), "f") == kOutside);
    CHECK_FALSE(applies(graph("j"), blocked()));
    CHECK(scopesOf(graph("j"), forced(), "f") == kInside);
}

TEST_CASE("loop-blocking: order between tasklets is kept across the border") {
    const auto graph = edited(chained(), {{"    v.o -> x.IN_b", "    u -> v\n    v.o -> x.IN_b"}});
    const auto after = text(graph, blocked());
    CHECK(scopesOf(graph, blocked(), "u") == kOutside);
    // What comes after something that depends on the level depends on it too.
    const auto reverse = inMap(
        "    w = tasklet w `o = (p + j)`\n    r = access r\n    t = tasklet t `o = (p + 1.0)`\n"
        "    s = access s\n    v = tasklet v `o = ((p + q) + l)`\n",
        "    m.OUT_a -> w.p : a[i]\n    w.o -> r : r[0]\n    r -> v.l : r[0]\n    w -> t\n"
        "    m.OUT_a -> t.p : a[i]\n    t.o -> s : s[0]\n    s -> v.p : s[0]\n"
        "    m.OUT_c -> v.q : c[i, j]\n    v.o -> x.IN_b : b[i, j]\n",
        kScalars);
    CHECK_FALSE(applies(reverse, blocked()));
    CHECK(scopesOf(reverse, forced(), "t") == kInside);
}

TEST_CASE("loop-blocking: an independent scalar that is written out is copied in every iteration") {
    const auto graph = inMap("    t = tasklet t `o = (p + 1.0)`\n    s = access s\n",
                             "    m.OUT_a -> t.p : a[i]\n    t.o -> s : s[0]\n"
                             "    s -> x.IN_b : s[0] -> [i, j]\n",
                             kScalars);
    CHECK(scopesOf(graph, blocked(), "s") == kOutside);
    CHECK(scopesOf(graph, blocked(), "loop_blocking_copy_tlet_s_0") == kInside);
}

TEST_CASE("loop-blocking: temporaries that something else uses too stay in the iteration") {
    const auto graph = edited(
        chained(),
        {{"    v = tasklet v `o = (p + q)`\n",
          "    v = tasklet v `o = (p + q)`\n    s2 = access s\n    w = tasklet w `o = (p + j)`\n"
          "    y = tasklet y `o = (p + q)`\n    b2 = access d\n"},
         {"    v.o -> x.IN_b : b[i, j]\n",
          "    v.o -> x.IN_b : b[i, j]\n    r -> w.p : r[0]\n    w.o -> s2 : s[0]\n"
          "    s2 -> y.p : s[0]\n    m.OUT_c -> y.q : c[i, j]\n    y.o -> x.IN_d : d[i, j]\n"
          "    x.OUT_d -> b2 : d[0:N, 0:M]\n"},
         {"  array b float64", "  array d float64 [N, M]\n  array b float64"}});
    CHECK_FALSE(applies(graph, blocked()));
}

TEST_CASE("loop-blocking: rows of neighbour tables and inputs of inner maps are promoted") {
    const auto graph = inMap(
        "    t = tasklet t `o = (p[0] + p[3] + q)`\n    k = map deep [e = 0:4] -> y\n"
        "    u = tasklet u `o = (p + l)`\n    y = exit k\n    z = access z\n    s = access s\n"
        "    v = tasklet v `o = (p[1] + l)`\n",
        "    m.OUT_n -> t.p : gt_conn_E2V[i, 0:4]\n    m.OUT_c -> t.q : c[i, j]\n    t.o -> s : "
        "s[0]\n"
        "    m.OUT_n -> k.IN_n : gt_conn_E2V[i, 0:4]\n    s -> k.IN_s : s[0]\n"
        "    k.OUT_n -> u.p : gt_conn_E2V[i, e]\n    k.OUT_s -> u.l : s[0]\n    u.o -> y.IN_z : "
        "z[e]\n"
        "    y.OUT_z -> z : z[0:4]\n    z -> v.p : z[0:4]\n    s -> v.l : s[0]\n"
        "    v.o -> x.IN_b : b[i, j]\n",
        "  array z float64 [4] transient\n  scalar s float64 transient\n");
    CHECK_FALSE(applies(graph, blocked()));
    auto params = blocked();
    params["promote-independent-memlets"] = true;
    params["independent-node-threshold"] = std::int64_t{1};
    const auto after = text(graph, params);
    CHECK(has(after, "array __loopblocking_promoted_data_gt_conn_E2V int32 [1, 4] transient"));
    CHECK_FALSE(has(after, "_gt_conn_E2V_0"));
    params["independent-node-threshold"] = std::int64_t{2};
    CHECK_FALSE(applies(graph, params));
}

TEST_CASE("loop-blocking: ranges that begin anywhere, empty ones and single levels") {
    const auto graph = inMap(
        "    t = tasklet t `o = (p + q)`\n",
        "    m.OUT_a -> t.p : a[i]\n    m.OUT_c -> t.q : c[i, j]\n    t.o -> x.IN_b : b[i, j]\n",
        "", "i = 0:N, j = Max(0, M - 2):M");
    for (const std::int64_t size : {1, 2, 3, 1000})
        test::appliedEverywhere(kName, onlyDependent(), forced(size), 1);
    test::appliedEverywhere(kName, graph, forced(1), 1);
    const auto fixed =
        edited(onlyDependent(), {{"i = 0:N, j = 0:M", "i = 0:N, j = 0:10"},
                                 {"  array c float64 [N, M]", "  array c float64 [N, 10]"},
                                 {"  array b float64 [N, M]", "  array b float64 [N, 10]"},
                                 {"c[0:N, 0:M]", "c[0:N, 0:10]"},
                                 {"b[0:N, 0:M]", "b[0:N, 0:10]"}});
    test::appliedEverywhere(kName, fixed, forced(3), 1);
    CHECK(test::name(*test::refusal(kName, fixed, forced(30))) == "4 fits-one-block");
}

TEST_CASE("loop-blocking: a range that is read from memory counts in the inner map too") {
    const auto graph =
        edited(onlyDependent(), {{"    x = exit m\n", "    x = exit m\n    l = access len\n"},
                                 {"j = 0:M", "j = 0:Min(M, most)"},
                                 {"  array b float64", "  array len int32 [1]\n  array b float64"},
                                 {"    a -> m.IN_a", "    l -> m.most : len[0]\n    a -> m.IN_a"}});
    test::appliedEverywhere(kName, graph, forced(2), 1);
}

} // namespace mw::test::loop_blocking_test
