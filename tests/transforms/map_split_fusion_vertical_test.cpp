// Two maps in a row whose ranges overlap: what is fused and what is left, and a graph for every
// refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::map_split_fusion_vertical_test {

namespace {

const std::string kName = "map-split-fusion-vertical";

/// tmp[i] = 2 * a[i] everywhere, b[i] = tmp[i] + 1 from 2 on.
std::string upperPart(const std::string& first = "i = 0:N", const std::string& second = "i = 2:N") {
    TwoMaps maps;
    maps.firstRange = first;
    maps.secondRange = second;
    return maps.text();
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "1 no-such-elements",
         .sound = upperPart(),
         .unpaired = true},
        {.transformation = kName,
         .refusal = "1 not-connected",
         .sound = upperPart(),
         .otherNode = "b",
         .role = 1,
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "2 undecided-ranges",
         .sound = edited(upperPart(), {{"symbols N:int32", "symbols N:int32 M:int32"}}),
         .fault = {{"second [i = 2:N]", "second [i = M:N]"}}},
        {.transformation = kName,
         .refusal = "2 equal-ranges",
         .sound = upperPart("i = 0:N, j = 0:1", "j = 0:1, i = 2:N"),
         .fault = {{"second [j = 0:1, i = 2:N]", "second [j = 0:1, i = 0:N]"}},
         .without = Without::same,
         .because = "it would be the fusion of maps over equal ranges"},
        {.transformation = kName,
         .refusal = "3 no-temporary-array",
         .sound = upperPart(),
         .fault = {{"array tmp float64 [N] transient", "array tmp float64 [N]"}},
         .without = Without::same,
         .because = "the array stays as an output of the parts"},
        {.transformation = kName,
         .refusal = "4 iterations-overlap",
         .sound = upperPart(),
         .fault = {{"first [i = 0:N]", "first [i = 0:N] schedule Sequential"},
                   {"second [i = 2:N]", "second [i = 2:N] schedule Sequential"},
                   {"array b float64 [N]\n", "array b float64 [N]\n  array c float64 [N]\n"},
                   {"`o = (x * 2.0)`", "`o = (x * 2.0); r = x`"},
                   {"    n8 = access b\n", "    n8 = access b\n    n9 = access c\n"},
                   add("    n2.r -> n3.IN_c : c[0]\n    n3.OUT_c -> n9 : c[0]\n")},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "5 nothing-shared",
         .sound = upperPart(),
         .fault = {{"n5.OUT_tmp -> n6.x : tmp[i]", "n5.OUT_tmp -> n6.x : tmp[0]"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "5 not-fusable",
         .sound = upperPart(),
         .fault = {{"n5.OUT_tmp -> n6.x : tmp[i]", "n5.OUT_tmp -> n6.x : tmp[i - 1]"}}},
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

} // namespace

TEST_CASE("map-split-fusion-vertical: what the first computes for nobody stays apart") {
    const auto after = text(upperPart());
    CHECK(has(after, "map first_1 [i = 0:Min(2, N)]"));
    CHECK(has(after, "map first [i = 2:N]"));
    CHECK_FALSE(has(after, "map second"));
    CHECK(has(after, "tmp_split_"));
}

TEST_CASE("map-split-fusion-vertical: a scalar of the first element beside it") {
    const auto after =
        text(edited(upperPart("i = 0:N", "i = 1:N"), {test::add("    n0 -> n8 : a[0] -> [0]\n")}));
    CHECK(has(after, "map first [i = 1:N]"));
}

TEST_CASE("map-split-fusion-vertical: another reader of the part in common") {
    const auto graph = edited(upperPart(), {test::declare("  array c float64 [N]\n"),
                                            test::add("    c = access c\n    n4 -> c : tmp[0:N] -> "
                                                      "[0:N]\n")});
    text(graph);
    CHECK(refusalOf(graph, {{"require-exclusive-intermediates", true}}) == "5 not-fusable");
    CHECK(refusalOf(upperPart(), {{"require-exclusive-intermediates", true}}) == "applies");
}

TEST_CASE("map-split-fusion-vertical: the second reads what something else wrote too") {
    const auto after = text(edited(upperPart("i = 2:N", "i = 0:N"),
                                   {test::add("    n0 -> n4 : a[0:2] -> [0:2]\n"),
                                    {"array a float64 [N]", "array a float64 [N + 2]"},
                                    {"array tmp float64 [N]", "array tmp float64 [N + 2]"}}));
    CHECK(has(after, "map first [i = 2:N]"));
    CHECK(has(after, "map second_1 [i = 0:Min(2, N)]"));
}

TEST_CASE("map-split-fusion-vertical: a refusal of the parts names what the program has") {
    const transforms::DocumentView view(test::parsed(
        edited(upperPart(), {{"n5.OUT_tmp -> n6.x : tmp[i]", "n5.OUT_tmp -> n6.x : tmp[i - 1]"}})));
    const auto& t = test::transformation(kName);
    const auto applied = transforms::applyAt(t, view, t.find(view, {}).front(), {});
    REQUIRE_FALSE(applied);
    for (const ElementId id : applied.error().location.elements)
        CHECK(view.index().find(id));
}

TEST_CASE("map-split-fusion-vertical: two dimensions, a stencil stays away") {
    const std::string graph = R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array b float64 [N, M]
  array tmp float64 [N, M] transient
  state main {
    a = access a
    m = map wide [i = 0:N, j = 0:M - 1] -> x
    t = tasklet t `o = (p + 1.0)`
    x = exit m
    tmp = access tmp
    n = map part [j = 1:M - 1, i = 1:N] -> y
    u = tasklet u `o = (p * 2.0)`
    y = exit n
    b = access b
    a -> m.IN_a : a[0:N, 0:M]
    m.OUT_a -> t.p : a[i, j]
    t.o -> x.IN_tmp : tmp[i, j]
    x.OUT_tmp -> tmp : tmp[0:N, 0:M]
    tmp -> n.IN_tmp : tmp[1:N, 1:M - 1]
    n.OUT_tmp -> u.p : tmp[i, j]
    u.o -> y.IN_b : b[i, j]
    y.OUT_b -> b : b[0:N, 0:M]
  }
}
)";
    const auto after = text(graph);
    CHECK(has(after, "map wide_1 [i = 0:Min(1, N), j = 0:M - 1]"));
    CHECK(has(after, "map wide_2 [i = 1:N, j = 0:Min(1, M - 1)]"));
    CHECK(refusalOf(edited(graph, {{"u.p : tmp[i, j]", "u.p : tmp[i - 1, j]"}})) ==
          "5 not-fusable");
}

TEST_CASE("map-split-fusion-vertical: a sum over neighbours needs what other iterations write") {
    const auto sum = [](const std::string& reads, const std::string& code) {
        return edited(upperPart(),
                      {test::declare("  array gt_conn_E2C int32 [N, 2]\n"),
                       {"    n8 = access b\n", "    n8 = access b\n    n9 = access gt_conn_E2C\n"},
                       {"`o = (x + 1.0)`", code},
                       {"n5.OUT_tmp -> n6.x : tmp[i]", "n5.OUT_tmp -> n6.x : " + reads},
                       test::add("    n9 -> n5.IN_n : gt_conn_E2C[0:N, 0:2]\n"
                                 "    n5.OUT_n -> n6.n : gt_conn_E2C[i, 0:2]\n")});
    };
    CHECK(refusalOf(sum("tmp[0:N]", "`o = (x[n[0]] + x[n[1]])`")) == "5 not-fusable");
    text(sum("tmp[i]", "`o = (x * n[1])`"));
}

TEST_CASE("map-split-fusion-vertical: the second map reads in a branch of a nested SDFG") {
    const auto after = text(edited(upperPart(), {{"    n6 = tasklet t2 `o = (x + 1.0)`\n",
                                                  R"(    n6 = nested if_stmt {i: i} = sdfg if_stmt {
      symbols i:int64
      scalar x float64
      scalar o float64
      branch w {
        if `i > 3` yes { state one { x = access x; o = access o; x -> o : x[0] -> [0] } }
        else no { state two { t = tasklet t `z = 1.5`; o = access o; t.z -> o : o[0] } }
      }
    }
)"}}));
    CHECK(has(after, "map first [i = 2:N]"));
    CHECK_FALSE(has(after, "map second"));
}

} // namespace mw::test::map_split_fusion_vertical_test
