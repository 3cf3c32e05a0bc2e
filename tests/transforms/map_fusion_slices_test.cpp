// Vertical fusion where an iteration exchanges more than one element, or hands it to a nested SDFG.
// Cases that pin it in DaCe's own tests, rebuilt here.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace map_fusion_slices_test {

using namespace mw;
using test::countOf;
using test::edited;
using test::has;

namespace {

const std::string kName = "map-fusion-vertical";

/// Two maps over i = 0:N; the first reads a [N, 10] and writes t, the second reads t and writes b
/// [N, 10]. `shape` of t with its attributes, `whole` of its region.
std::string exchanging(const std::string& shape, const std::string& whole, const std::string& first,
                       const std::string& second, const std::string& containers = "") {
    return "sdfg g {\n  symbols N:int32\n  array a float64 [N, 10]\n  array b float64 [N, 10]\n"
           "  array t float64 " +
           shape + " transient\n" + containers +
           "  state main {\n    a = access a\n    t = access t\n    b = access b\n"
           "    m1 = map first [i = 0:N] -> x1\n    x1 = exit m1\n"
           "    m2 = map second [i = 0:N] -> x2\n    x2 = exit m2\n"
           "    a -> m1.IN_a : a[0:N, 0:10]\n    x1.OUT_t -> t : t[" +
           whole + "]\n    t -> m2.IN_t : t[" + whole + "]\n    x2.OUT_b -> b : b[0:N, 0:10]\n" +
           first + second + "  }\n}\n";
}

/// The first map writes t[i, from:to] in an inner map.
std::string writes(const std::string& from, const std::string& to) {
    return "    k1 = map fill [j = " + from + ":" + to +
           "] -> y1\n    f = tasklet one `o = (p + 1.0)`\n    y1 = exit k1\n"
           "    m1.OUT_a -> k1.IN_a : a[i, 0:10]\n    k1.OUT_a -> f.p : a[i, j]\n"
           "    f.o -> y1.IN_t : t[i, j]\n    y1.OUT_t -> x1.IN_t : t[i, " +
           from + ":" + to + "]\n";
}

/// The second map reads `many` elements of t's row from `from` on.
std::string reads(const std::string& from, const std::string& many) {
    return "    k2 = map use [k = 0:" + many +
           "] -> y2\n    g = tasklet two `o = (p * 3.0)`\n    y2 = exit k2\n    m2.OUT_t -> "
           "k2.IN_t "
           ": t[i, " +
           from + ":" + from + " + " + many + "]\n    k2.OUT_t -> g.p : t[i, " + from +
           " + k]\n    g.o -> y2.IN_b : b[i, k]\n    y2.OUT_b -> x2.IN_b : b[i, 0:" + many + "]\n";
}

/// The second map reads one element of t.
std::string readsOne(const std::string& element) {
    return "    g = tasklet two `o = (p * 3.0)`\n    m2.OUT_t -> g.p : t[" + element +
           "]\n    g.o -> x2.IN_b : b[i, 0]\n";
}

std::string fused(const std::string& graph, std::size_t times = 1,
                  const transforms::Params& params = {}) {
    return test::textAfter(kName, graph, params, times);
}

} // namespace

TEST_CASE("offset_correction_range_read: a part of the columns that an iteration writes") {
    const auto after = fused(exchanging("[N, 10]", "0:N, 0:10", writes("2", "8"), reads("3", "2")));
    INFO(after);
    CHECK(has(after, "array __map_fusion_t float64 [6] transient"));
    CHECK(has(after, "__map_fusion_t[k + 1]"));
}

TEST_CASE("offset_correction_scalar_read: one of the columns that an iteration writes") {
    const auto after =
        fused(exchanging("[N, 10]", "0:N, 0:10", writes("2", "8"), readsOne("i, 3")));
    INFO(after);
    CHECK(has(after, "g.p : __map_fusion_t[1]") != has(after, ".p : __map_fusion_t[1]"));
}

TEST_CASE("offset_correction_empty: a column that no iteration writes") {
    const auto graph = exchanging("[N, 10]", "0:N, 0:10", writes("2", "8"), readsOne("i, 1"));
    CHECK(test::refusalName(kName, graph) == "9 not-covered");
}

TEST_CASE("with_transient: rows that inner maps exchange, in place") {
    const auto graph =
        edited(exchanging("[N, 10]", "0:N, 0:10", writes("0", "10"), reads("0", "10")),
               {{"    b = access b\n", "    b = access a\n"},
                {"x2.OUT_b -> b : b[0:N, 0:10]", "x2.OUT_b -> b : a[0:N, 0:10]"},
                {"g.o -> y2.IN_b : b[i, k]", "g.o -> y2.IN_b : a[i, k]"},
                {"y2.OUT_b -> x2.IN_b : b[i, 0:10]", "y2.OUT_b -> x2.IN_b : a[i, 0:10]"}});
    const auto after = fused(graph, 2);
    INFO(after);
    CHECK(countOf(after, "= map ") == 2);
    CHECK_FALSE(has(after, "array t "));
    CHECK(has(after, "scalar __map_fusion___map_fusion_t float64 transient"));
}

TEST_CASE("with_transient_scalar: copies of single elements on both sides") {
    const auto after =
        fused(exchanging("[N]", "0:N",
                         "    s = access s\n    m1.OUT_a -> s : a[i, 9] -> [0]\n"
                         "    s -> x1.IN_t : s[0] -> [i]\n",
                         "    r = access r\n    g = tasklet two `o = (p + 1.0)`\n"
                         "    m2.OUT_t -> r : t[i] -> [0]\n    r -> g.p : r[0]\n"
                         "    g.o -> x2.IN_b : b[i, 0]\n",
                         "  scalar s float64 transient\n  scalar r float64 transient\n"));
    CHECK(countOf(after, "= map ") == 1);
    CHECK(has(after, "scalar __map_fusion_t float64 transient"));
}

TEST_CASE("with_empty_memlet: an inner product by tiles, from a constant on") {
    const auto graph = edited(
        exchanging("[N, 4]", "0:N, 0:4",
                   "    k1 = map multiply [j = 0:4] -> y1\n    f = tasklet one `o = (p * q)`\n"
                   "    y1 = exit k1\n    m1.OUT_a -> k1.IN_a : a[i, 0:10]\n"
                   "    k1.OUT_a -> f.p : a[i, j]\n    k1.OUT_a -> f.q : a[i, j + 4]\n"
                   "    f.o -> y1.IN_t : t[i, j]\n    y1.OUT_t -> x1.IN_t : t[i, 0:4]\n",
                   "    z = tasklet nought `o = 0.0`\n    s = access s\n"
                   "    k2 = map add [j = 0:4] schedule Sequential -> y2\n"
                   "    g = tasklet two `o = p`\n    y2 = exit k2\n"
                   "    s2 = access s\n    m2 -> z\n    z.o -> s : s[0]\n    s -> k2\n"
                   "    m2.OUT_t -> k2.IN_t : t[i, 0:4]\n    k2.OUT_t -> g.p : t[i, j]\n"
                   "    g.o -> y2.IN_s : s[0] wcr `lambda x, y: x + y`\n"
                   "    y2.OUT_s -> s2 : s[0] wcr `lambda x, y: x + y`\n"
                   "    s2 -> x2.IN_b : s[0] -> [i, 0]\n",
                   "  scalar s float64 transient\n"),
        {{"map multiply [j = 0:4]", "map multiply [j = 0:4] schedule Sequential"}});
    const auto after = fused(graph, 2); // what the maps contain is fused too
    INFO(after);
    CHECK(countOf(after, "= map ") == 2);
    CHECK_FALSE(has(after, "array t "));
    CHECK(has(after, "tasklet nought `o = 0.0`"));
}

TEST_CASE("intermediate_different_access: a row is copied out of a container of its own") {
    const auto element = [](const std::string& shape, const std::string& filled,
                            const std::string& copy) {
        return exchanging("[N + 1, 2]", "1:N + 1, 0:2",
                          "    f = tasklet one `o = (p + 1.0); r = (p * 2.0)`\n    w = access w\n"
                          "    m1.OUT_a -> f.p : a[i, 4]\n    f.o -> w : w[" +
                              filled + "0]\n    f.r -> w : w[" + filled +
                              "1]\n    w -> x1.IN_t : " + copy + "\n",
                          readsOne("i + 1, 1"), "  array w float64 " + shape + " transient\n");
    };
    for (const auto& graph : {element("[2]", "", "w[0:2] -> [i + 1, 0:2]"),
                              element("[2]", "", "t[i + 1, 0:2] -> [0:2]"),
                              element("[1, 2]", "0, ", "w[0, 0:2] -> [i + 1, 0:2]"),
                              element("[1, 2]", "0, ", "t[i + 1, 0:2] -> [0, 0:2]")}) {
        INFO(graph);
        CHECK(countOf(fused(graph), "= map ") == 1);
    }
}

TEST_CASE("intrinsic_memlet_direction: memlets inside that name what is outside") {
    const std::string element = "[i, j, k]", whole = "[0:N, 0:M, 0:K]";
    const auto after =
        fused("sdfg g {\n  symbols N:int32 M:int32 K:int32\n  array a float64 [N, M, K]\n"
              "  array b float64 [N, M, K]\n  array t float64 [N, M, K] transient\n"
              "  scalar p float64 transient\n  scalar q float64 transient\n"
              "  state main {\n    a = access a\n    t = access t\n    b = access b\n"
              "    m1 = map first [i = 0:N, j = 0:M, k = 0:K] -> x1\n    p = access p\n"
              "    x1 = exit m1\n    m2 = map second [i = 0:N, j = 0:M, k = 0:K] -> x2\n"
              "    q = access q\n    x2 = exit m2\n    a -> m1.IN_a : a" +
              whole + "\n    m1.OUT_a -> p : a" + element + "\n    p -> x1.IN_t : t" + element +
              "\n    x1.OUT_t -> t : t" + whole + "\n    t -> m2.IN_t : t" + whole +
              "\n    m2.OUT_t -> q : t" + element + "\n    q -> x2.IN_b : b" + element +
              "\n    x2.OUT_b -> b : b" + whole + "\n  }\n}\n");
    INFO(after);
    CHECK(countOf(after, "= map ") == 1);
    CHECK_FALSE(has(after, "array t "));
}

TEST_CASE("with_nested_sdfg_1: the second map's nested SDFG writes one of two fields") {
    const std::string branch = R"(
    n = nested where {i: i} = sdfg where {
      symbols i:int64
      scalar v float64
      scalar p float64
      scalar q float64
      branch w {
        if `i < 3` yes { state one { v = access v; p = access p; f = tasklet f `o = (x * 2.0)`; v -> f.x : v[0]; f.o -> p : p[0] } }
        else no { state two { v = access v; q = access q; f = tasklet f `o = (x - 2.0)`; v -> f.x : v[0]; f.o -> q : q[0] } }
      }
    }
    c = access c
    m2.OUT_t -> n.v : t[i]
    n.p -> x2.IN_b : b[i, 0]
    n.q -> x2.IN_c : c[i]
    x2.OUT_c -> c : c[0:N]
)";
    const auto after =
        fused(exchanging("[N]", "0:N",
                         "    f = tasklet one `o = (p + 1.0)`\n"
                         "    m1.OUT_a -> f.p : a[i, 0]\n    f.o -> x1.IN_t : t[i]\n",
                         branch, "  array c float64 [N]\n"));
    INFO(after);
    CHECK(countOf(after, "= map ") == 1);
    CHECK(has(after, "scalar __map_fusion_t float64 transient"));
}

TEST_CASE("with_non_slicing_nsdfg: a nested SDFG that is given one element") {
    const std::string nested = R"(
    n = nested once = sdfg once {
      array v float64 [1]
      scalar o float64
      state in { v = access v; o = access o; f = tasklet f `r = (x * 2.0)`; v -> f.x : v[0]; f.r -> o : o[0] }
    }
    m2.OUT_t -> n.v : t[i, 3]
    n.o -> x2.IN_b : b[i, 0]
)";
    const auto graph = exchanging("[N, 10]", "0:N, 0:10",
                                  "    f = tasklet one `o = (p + 1.0)`\n"
                                  "    m1.OUT_a -> f.p : a[i, 0]\n    f.o -> x1.IN_t : t[i, 3]\n",
                                  nested);
    CHECK(has(fused(graph), "scalar __map_fusion_t float64 transient"));
    CHECK(has(fused(graph, 1, {{"strict-dataflow", true}}),
              "array __map_fusion_t float64 [1, 1] transient"));
}

TEST_CASE("nested_sdfg_slicing: a nested SDFG that is given a column of the middle dimension") {
    // The container inside has the strides of the one outside, until it is the temporary's.
    const auto graph = [](const std::string& extent, const std::string& symbols) {
        return "sdfg g {\n  symbols N:int32 K:int32" + symbols + "\n  array a float64 [N, " +
               extent + ", K]\n  array b float64 [N, " + extent + ", K]\n  array t float64 [N, " +
               extent +
               ", K] transient\n  state main {\n    a = access a\n    t = access t\n    b = access "
               "b\n"
               "    m1 = map first [i = 0:N, k = 0:K] -> x1\n    l = map fill [j = 0:" +
               extent +
               "] -> y\n    f = tasklet f `o = (p + j)`\n    y = exit l\n    x1 = exit m1\n"
               "    m2 = map second [i = 0:N, k = 0:K] -> x2\n    n = nested column {K: K" +
               (symbols.empty() ? "" : ", M: M") + "} = sdfg column {\n      symbols K:int32" +
               symbols + "\n      array _in float64 [1, " + extent + ", 1] strides [" + extent +
               " * K, K, 1]\n      array _out float64 [1, " + extent + ", 1] strides [" + extent +
               " * K, K, 1]\n      state in {\n        p = access _in\n        r = access _out\n"
               "        m = map turn [j = 0:" +
               extent +
               "] -> x\n        f = tasklet f `o = (v * 2.0)`\n        x = exit m\n"
               "        p -> m.IN_p : _in[0, 0:" +
               extent +
               ", 0]\n        m.OUT_p -> f.v : _in[0, j, 0]\n        f.o -> x.IN_r : _out[0, " +
               extent + " - 1 - j, 0]\n        x.OUT_r -> r : _out[0, 0:" + extent +
               ", 0]\n      }\n    }\n    x2 = exit m2\n    a -> m1.IN_a : a[0:N, 0:" + extent +
               ", 0:K]\n    m1.OUT_a -> l.IN_a : a[i, 0:" + extent +
               ", k]\n    l.OUT_a -> f.p : a[i, j, k]\n    f.o -> y.IN_t : t[i, j, k]\n"
               "    y.OUT_t -> x1.IN_t : t[i, 0:" +
               extent + ", k]\n    x1.OUT_t -> t : t[0:N, 0:" + extent +
               ", 0:K]\n    t -> m2.IN_t : t[0:N, 0:" + extent +
               ", 0:K]\n    m2.OUT_t -> n._in : t[i, 0:" + extent +
               ", k]\n    n._out -> x2.IN_b : b[i, 0:" + extent +
               ", k]\n    x2.OUT_b -> b : b[0:N, 0:" + extent + ", 0:K]\n  }\n}\n";
    };
    for (const bool strict : {false, true}) {
        const auto after = fused(graph("4", ""), 1, {{"strict-dataflow", strict}});
        INFO(after);
        CHECK(has(after, strict ? "array __map_fusion_t float64 [1, 4, 1] transient"
                                : "array __map_fusion_t float64 [4] transient"));
        CHECK(has(after, "array _in float64 [1, 4, 1] strides [1, 1, 1]"));
    }
}

} // namespace map_fusion_slices_test
