// A map gets the dimensions of the map that reads its results: GT4Py's cases, with and without the
// fusion, and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_promotion_test {

namespace {

const std::string kName = "map-promotion";

/// tmp[e] = a[e] + 1; b[e, k] = tmp[e] * c[e, k]
std::string rowsAndLevels() {
    return R"(sdfg g {
  symbols N:int32 K:int32
  array a float64 [N]
  array c float64 [N, K]
  array b float64 [N, K]
  array tmp float64 [N] transient
  state main {
    a = access a
    m = map rows [i_Edge_gtx_horizontal = 0:N] -> x
    t = tasklet t `o = (p + 1.0)`
    x = exit m
    tmp = access tmp
    c = access c
    k = map levels [i_K_gtx_vertical = 0:K, i_Edge_gtx_horizontal = 0:N] -> y
    u = tasklet u `o = (p * q)`
    y = exit k
    b = access b
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.p : a[i_Edge_gtx_horizontal]
    t.o -> x.IN_tmp : tmp[i_Edge_gtx_horizontal]
    x.OUT_tmp -> tmp : tmp[0:N]
    tmp -> k.IN_tmp : tmp[0:N]
    c -> k.IN_c : c[0:N, 0:K]
    k.OUT_tmp -> u.p : tmp[i_Edge_gtx_horizontal]
    k.OUT_c -> u.q : c[i_Edge_gtx_horizontal, i_K_gtx_vertical]
    u.o -> y.IN_b : b[i_Edge_gtx_horizontal, i_K_gtx_vertical]
    y.OUT_b -> b : b[0:N, 0:K]
  }
}
)";
}

} // namespace

std::vector<RefusalCase> refusals() {
    const Params later{{"fuse-after-promotion", false}};
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = rowsAndLevels(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "2 not-inner-maps",
         .sound = rowsAndLevels(),
         .faultParams = {{"only-inner-maps", true}},
         .without = Without::same,
         .because = "it is the user's wish"},
        {.transformation = kName,
         .refusal = "3 other-parameters",
         .sound = rowsAndLevels(),
         .fault = {{"i_Edge_gtx_horizontal = 0:N] -> y", "i_Edge_gtx_horizontal = 0:N - 1] -> y"}},
         .without = Without::same,
         .because = "what is no longer computed is not read here"},
        {.transformation = kName,
         .refusal = "3 nothing-to-promote",
         .sound =
             edited(rowsAndLevels(),
                    {declare("  array d float64 [N]\n"),
                     add("    z = map same [i_Edge_gtx_horizontal = 0:N] -> w\n    v = tasklet v "
                         "`o = 1.0`\n    w = exit z\n    d = access d\n    z -> v\n    v.o -> "
                         "w.IN_d : d[i_Edge_gtx_horizontal]\n    w.OUT_d -> d : d[0:N]\n")}),
         .otherNode = "same",
         .role = 2,
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "3 kind-not-asked",
         .sound = rowsAndLevels(),
         .faultParams = {{"promote-vertical", false}},
         .without = Without::same,
         .because = "it is the user's wish"},
        {.transformation = kName,
         .refusal = "3 dependent-range",
         .sound = rowsAndLevels(),
         .fault = {{"[i_K_gtx_vertical = 0:K, i_Edge_gtx_horizontal = 0:N]",
                    "[i_Edge_gtx_horizontal = 0:N, i_K_gtx_vertical = 0:Min(K, "
                    "i_Edge_gtx_horizontal + 1)]"}},
         .params = later},
        {.transformation = kName,
         .refusal = "3 parameter-name-taken",
         .sound = edited(rowsAndLevels(), {{"symbols N:int32 K:int32", "symbols N:int32 K:int32 "
                                                                       "L:int32"},
                                           {"(p + 1.0)", "(p + L)"}}),
         .fault = {{"symbols N:int32 K:int32 L:int32",
                    "symbols N:int32 K:int32 i_K_gtx_vertical:int32"},
                   {"(p + L)", "(p + i_K_gtx_vertical)"}}},
        {.transformation = kName,
         .refusal = "4 other-output",
         .sound = rowsAndLevels(),
         .fault = {{"array tmp float64 [N] transient", "array tmp float64 [N]"}},
         .params = later},
        {.transformation = kName,
         .refusal = "4 looks-at-memory",
         .sound = rowsAndLevels(),
         .fault = {declare("  view v float64 [N] transient\n"),
                   {"    u = tasklet u", "    v = access v\n    u = tasklet u"},
                   {"k.OUT_tmp -> u.p : tmp[i_Edge_gtx_horizontal]",
                    "k.OUT_tmp -> v : tmp[0:N] -> [0:N]\n    v -> u.p : v[i_Edge_gtx_horizontal]"}},
         .params = later,
         .without = Without::same,
         .because = "the elements of a row stay together here"},
        {.transformation = kName,
         .refusal = "5 iterations-overlap",
         .sound = edited(rowsAndLevels(), {{"horizontal = 0:N] -> x",
                                            "horizontal = 0:N] schedule Sequential -> x"}}),
         .fault = {{"x.IN_tmp : tmp[i_Edge_gtx_horizontal]", "x.IN_tmp : tmp[0]"},
                   {"k.OUT_tmp -> u.p : tmp[i_Edge_gtx_horizontal]", "k.OUT_tmp -> u.p : tmp[0]"}},
         .params = later,
         .without = Without::same,
         .because = "the last iteration stays the last"},
        {.transformation = kName,
         .refusal = "6 not-fusable",
         .sound = rowsAndLevels(),
         .fault = {{"k.OUT_tmp -> u.p : tmp[i_Edge_gtx_horizontal]",
                    "k.OUT_tmp -> u.p : tmp[N - 1 - i_Edge_gtx_horizontal]"}},
         .params = later,
         .faultParams = {{"fuse-after-promotion", true}}},
    };
}

namespace {

using test::edited;
using test::has;
using transforms::Params;

std::string text(const std::string& graph, const Params& params = {}, std::size_t times = 1) {
    return test::textAfter(kName, graph, params, times);
}

std::string refusalOf(const std::string& graph, const Params& params = {}) {
    const auto refusal = test::refusal(kName, graph, params);
    return refusal ? test::name(*refusal) : "applies";
}

const Params kLater{{"fuse-after-promotion", false}};

} // namespace

TEST_CASE("map-promotion: the maps become one, and the array is gone") {
    const auto after = text(rowsAndLevels());
    CHECK(has(after, "map levels [i_K_gtx_vertical = 0:K, i_Edge_gtx_horizontal = 0:N]"));
    CHECK_FALSE(has(after, "map rows"));
    CHECK(has(after, "scalar __map_fusion_tmp float64 transient"));
}

TEST_CASE("map-promotion: without the fusion the temporary grows") {
    const auto after = text(rowsAndLevels(), kLater);
    CHECK(has(after, "map rows [i_K_gtx_vertical = 0:K, i_Edge_gtx_horizontal = 0:N]"));
    CHECK(has(after, "array tmp float64 [N, Max(0, K)] strides [1, N] transient"));
    CHECK(has(after, "IN_tmp : tmp[i_Edge_gtx_horizontal, i_K_gtx_vertical]"));
}

TEST_CASE("map-promotion: ranges that do not begin at zero, and reads beside the own element") {
    const auto later = edited(rowsAndLevels(),
                              {{"i_K_gtx_vertical = 0:K", "i_K_gtx_vertical = int_floor(K, 2):K"}});
    text(later);
    text(later, kLater);
    // Reads of other elements can be promoted, but not fused.
    const auto reversed = edited(rowsAndLevels(), {{"k.OUT_tmp -> u.p : tmp[i_Edge_gtx_horizontal]",
                                                    "k.OUT_tmp -> u.p : tmp[N - 1 - "
                                                    "i_Edge_gtx_horizontal]"}});
    text(reversed, kLater);
    CHECK(refusalOf(reversed) == "6 not-fusable");
}

TEST_CASE("map-promotion: what the fusion lacks is what the promotion lacks") {
    const auto clamped =
        edited(rowsAndLevels(),
               {{"symbols N:int32", "symbols N:int32 S:int32"},
                {"u.p : tmp[i_Edge_gtx_horizontal]", "u.p : tmp[Max(S, i_Edge_gtx_horizontal)]"}});
    const auto refusal = test::refusal(kName, clamped);
    REQUIRE(refusal);
    CHECK(test::name(*refusal) == "6 not-fusable");
    CHECK(refusal->unproven);
    CHECK(refusal->missingProof == "S <= 0");
}

TEST_CASE("map-promotion: kinds of parameters are asked for") {
    const auto named = [](const std::string& name) {
        auto graph = rowsAndLevels();
        for (auto at = graph.find("i_K_gtx_vertical"); at != std::string::npos;
             at = graph.find("i_K_gtx_vertical", at + 1))
            graph.replace(at, 16, name);
        return graph;
    };
    CHECK(refusalOf(named("i_C_gtx_horizontal")) == "3 kind-not-asked");
    text(named("i_C_gtx_horizontal"), {{"promote-horizontal", true}});
    text(named("i_E2V_gtx_localdim"));
    CHECK(refusalOf(named("i_E2V_gtx_localdim"), {{"promote-local", false}}) == "3 kind-not-asked");
    CHECK(refusalOf(named("k")) == "3 kind-not-asked");
    text(named("k"), {{"promote-everything", true}});
}

TEST_CASE("map-promotion: a temporary that something else reads too is not promoted") {
    const auto shared =
        edited(rowsAndLevels(), {test::add("    d = access d\n    tmp -> d : tmp[0:N] -> [0:N]\n"),
                                 test::declare("  array d float64 [N]\n")});
    CHECK(refusalOf(shared) == "4 other-output");
    const auto elsewhere =
        edited(rowsAndLevels(), {{"  }\n}\n", "  }\n  state next { t = access tmp; d = access d; "
                                              "t -> d : tmp[0:N] -> [0:N] }\n  main -> next\n}\n"},
                                 test::declare("  array d float64 [N]\n")});
    CHECK(refusalOf(elsewhere) == "4 other-output");
}

} // namespace mw::test::map_promotion_test
