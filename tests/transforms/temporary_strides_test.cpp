// A temporary gets other strides, and everything that looks at a part of it follows.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::temporary_strides_test {

namespace {

const std::string kName = "temporary-strides";

/// t[cell, level] = a + 1, then a copy to b; both arguments have neighbouring cells side by side.
std::string throughTemporary() {
    return R"(sdfg g {
  symbols N:int32 K:int32
  array a float64 [N, K] strides [1, N]
  array b float64 [N, K] strides [1, N]
  array t float64 [N, K] transient
  state main {
    a = access a
    m = map write [i_K_gtx_vertical = 0:K, i_Cell_gtx_horizontal = 0:N] -> x
    f = tasklet f `o = (x + 1.0)`
    x = exit m
    t = access t
    b = access b
    a -> m.IN_a : a[0:N, 0:K]
    m.OUT_a -> f.x : a[i_Cell_gtx_horizontal, i_K_gtx_vertical]
    f.o -> x.IN_t : t[i_Cell_gtx_horizontal, i_K_gtx_vertical]
    x.OUT_t -> t : t[0:N, 0:K]
    t -> b : t[0:N, 0:K] -> [0:N, 0:K]
  }
}
)";
}

/// A further use of t, whose result becomes the argument c.
std::string alsoRead(const std::string& containers, const std::string& lines) {
    return edited(throughTemporary(), {declare("  array c float64 [N, K]\n" + containers),
                                       add("    c = access c\n" + lines)});
}

/// Each level of the first cell goes through a nested SDFG, which sees t with a stride of its own.
std::string levelsInNested() {
    return alsoRead("", R"(    r = map rows [q = 0:3] -> z
    n = nested inner {L: K, s: 1} = sdfg inner {
      symbols L:int64 s:int64
      array x float64 [L] strides [s]
      array y float64 [L]
      state in { x = access x; y = access y; x -> y : x[0:L] -> [0:L] }
    }
    z = exit r
    t -> r.IN_t : t[0:1, 0:K]
    r.OUT_t -> n.x : t[0, 0:K]
    n.y -> z.IN_c : c[q, 0:K]
    z.OUT_c -> c : c[0:3, 0:K]
)");
}

/// The copy stands in a state of its own.
std::string inTwoStates() {
    return edited(throughTemporary(),
                  {{"    b = access b\n", ""},
                   {"    t -> b : t[0:N, 0:K] -> [0:N, 0:K]\n  }\n",
                    "  }\n  state next {\n    t = access t\n    b = access b\n"
                    "    t -> b : t[0:N, 0:K] -> [0:N, 0:K]\n  }\n  main -> next\n"}});
}

const std::string kView = "    v = access v\n    t -> v : t[0:N, 0:K]\n";

} // namespace

std::vector<RefusalCase> refusals() {
    const Params last{{"unit-stride", std::string("last")}};
    const Params local{{"unit-stride", std::string("local")}};
    return {
        {.transformation = kName,
         .refusal = "2 no-temporary",
         .sound = throughTemporary(),
         .otherNode = "b"},
        {.transformation = kName,
         .refusal = "2 offset",
         .sound = throughTemporary(),
         .fault = {{"t float64 [N, K] transient",
                    "t float64 [N, K] total [N*K + 3] start [3] transient"}}},
        {.transformation = kName,
         .refusal = "3 no-dimension",
         .sound = throughTemporary(),
         .faultParams = local,
         .without = Without::same,
         .because = "any dimension would do"},
        {.transformation = kName,
         .refusal = "3 several-dimensions",
         .sound = throughTemporary(),
         .fault = {{"[i_K_gtx_vertical = 0:K", "[i_Edge_gtx_horizontal = 0:K"},
                   {"f.x : a[i_Cell_gtx_horizontal, i_K_gtx_vertical]",
                    "f.x : a[i_Cell_gtx_horizontal, i_Edge_gtx_horizontal]"},
                   {"x.IN_t : t[i_Cell_gtx_horizontal, i_K_gtx_vertical]",
                    "x.IN_t : t[i_Cell_gtx_horizontal, i_Edge_gtx_horizontal]"}},
         .without = Without::same,
         .because = "one of the dimensions would be taken"},
        {.transformation = kName,
         .refusal = "3 already-unit-stride",
         .sound = throughTemporary(),
         .faultParams = last,
         .without = Without::same,
         .because = "there is nothing to do"},
        {.transformation = kName,
         .refusal = "4 changing-extent",
         .sound = inTwoStates(),
         .fault = {{"  main -> next\n", "  main -> next with N = `N - 2`\n"},
                   {"t -> b : t[0:N, 0:K] -> [0:N, 0:K]", "t -> b : t[0:2, 0:K] -> [0:2, 0:K]"}}},
        {.transformation = kName,
         .refusal = "4 hidden-extent",
         .sound = levelsInNested(),
         .fault = {{"rows [q = 0:3]", "rows [N = 0:3]"}, {"c[q, 0:K]", "c[N, 0:K]"}}},
        {.transformation = kName,
         .refusal = "5 layout",
         .sound = alsoRead("  view v float64 [N, K] transient\n",
                           kView + "    v -> c : v[0:N, 0:K] -> [0:N, 0:K]\n"),
         .fault = {{"view v float64 [N, K]", "view v float64 [N*K]"},
                   {"v -> c : v[0:N, 0:K] -> [0:N, 0:K]", "v -> c : v[0:K] -> [0, 0:K]"}}},
        {.transformation = kName,
         .refusal = "5 layout",
         .sound = alsoRead("", "    r = tasklet r `o = x`\n    t -> r.x : t[0, 0]\n"
                               "    r.o -> c : c[0, 0]\n"),
         .fault = {{"`o = x`", "`o = x[0];` CPP"}, {"r.x : t[0, 0]", "r.x : t[0:N, 0:K]"}},
         .without = Without::unexecuted,
         .because = "the interpreter runs no C++"},
        {.transformation = kName,
         .refusal = "5 reshaping-copy",
         .sound = alsoRead("", "    t -> c : t[0:N, 0:K] -> [0:N, 0:K]\n"),
         .fault = {{"array c float64 [N, K]", "array c float64 [N*K]"},
                   {"t -> c : t[0:N, 0:K] -> [0:N, 0:K]", "t -> c : t[0:N, 0:K] -> [0:N*K]"}},
         .without = Without::same,
         .because = "the interpreter copies in the order of the indices, memory may not"},
        {.transformation = kName,
         .refusal = "5 library",
         .sound = throughTemporary(),
         .fault = {add("    l = library Sort my.own.Sort\n    u = access u\n"
                       "    t -> l.x : t[0:N, 0:K]\n    l.y -> u : u[0:N, 0:K]\n"),
                   declare("  array u float64 [N, K] transient\n")},
         .without = Without::unexecuted,
         .because = "nothing is known of the library"},
    };
}

namespace {

bool contains(const std::string& text, const std::string& part) {
    INFO(text);
    return text.find(part) != std::string::npos;
}

std::string after(const std::string& text, const std::string& choice, std::size_t times) {
    return ir::dump(*test::appliedEverywhere(kName, text, {{"unit-stride", choice}}, times)->root);
}

} // namespace

TEST_CASE("temporary-strides: the horizontal dimension gets unit stride") {
    const auto text = after(throughTemporary(), "horizontal", 1);
    CHECK(contains(text, "array t float64 [N, K] strides [1, N] transient"));
    CHECK(contains(text, "array b float64 [N, K] strides [1, N]\n"));
}

TEST_CASE("temporary-strides: each choice names a dimension") {
    CHECK(contains(after(throughTemporary(), "first", 1), "t float64 [N, K] strides [1, N]"));
    CHECK(contains(after(throughTemporary(), "last-parameter", 1),
                   "t float64 [N, K] strides [1, N]"));
    after(throughTemporary(), "vertical", 0);
    after(throughTemporary(), "last", 0);
}

TEST_CASE("temporary-strides: the other dimensions stay dense in their order") {
    const auto text = test::edited(
        throughTemporary(), {{"t float64 [N, K] transient", "t float64 [4, N, K] transient"},
                             {"x.IN_t : t[", "x.IN_t : t[2, "},
                             {"t -> b : t[0:N, 0:K]", "t -> b : t[2, 0:N, 0:K]"},
                             {"x.OUT_t -> t : t[0:N, 0:K]", "x.OUT_t -> t : t[2, 0:N, 0:K]"}});
    CHECK(contains(after(text, "horizontal", 1), "t float64 [4, N, K] strides [K*N, 1, N]"));
    CHECK(contains(after(text, "first", 1), "t float64 [4, N, K] strides [1, 4*K, 4]"));
}

TEST_CASE("temporary-strides: a view of the temporary follows") {
    const auto text = after(alsoRead("  view v float64 [K] transient\n",
                                     "    v = access v\n    t -> v : t[0, 0:K]\n"
                                     "    v -> c : v[0:K] -> [0, 0:K]\n"),
                            "horizontal", 1);
    CHECK(contains(text, "view v float64 [K] strides [N] "));
}

TEST_CASE("temporary-strides: a nested SDFG that sees a part gets its stride as a new symbol") {
    const auto text = after(levelsInNested(), "horizontal", 1);
    CHECK(contains(text, "__stride_x_0: N"));
    CHECK(contains(text, "array x float64 [L] strides [__stride_x_0]"));
}

TEST_CASE("temporary-strides: a nested SDFG that sees more than its memlet says follows") {
    const auto whole = test::edited(
        levelsInNested(), {{"r.OUT_t -> n.x : t[0, 0:K]", "r.OUT_t -> n.x : t[0:q + 1, 0:K]"},
                           {"{L: K, s: 1}", "{L: K, M: N, s: K, q: q}"},
                           {"symbols L:int64 s:int64", "symbols L:int64 M:int64 s:int64 q:int64"},
                           {"x float64 [L] strides [s]", "x float64 [M, L] strides [s, 1]"},
                           {"x -> y : x[0:L] -> [0:L]", "x -> y : x[q, 0:L] -> [0:L]"},
                           {"t -> r.IN_t : t[0:1, 0:K]", "t -> r.IN_t : t[0:3, 0:K]"}});
    CHECK(contains(after(whole, "horizontal", 1),
                   "array x float64 [M, L] strides [1, __stride_x_1]"));
}

TEST_CASE("temporary-strides: other states that use the temporary see the same strides") {
    after(inTwoStates(), "horizontal", 1);
}

TEST_CASE("temporary-strides: a container of one dimension is no match") {
    CHECK(test::transformation(kName).find(test::parsed(test::TwoMaps{}.text()), {}).empty());
}

} // namespace mw::test::temporary_strides_test
