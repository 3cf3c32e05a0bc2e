// Refusals of map-fusion-vertical, conditions 10 to 12: what looks at an intermediate, who else
// needs it, and the order inside the fused body.

#include "tests/transforms/map_fusion_refusals.h"

namespace mw::test {

namespace {

const std::string kLayoutName = "map-fusion-vertical";

/// The second map reads a row with a reduction, the temporary has a row of one dimension.
std::string reducedRow() {
    return edited(
        twoMapsWithRows(),
        {{"    t2 = tasklet t2 `o = (x + 1.0)`\n",
          "    t2 = library Reduce dace.libraries.standard.nodes.reduce.Reduce with axes = `[1]` "
          "with identity = `0` with wcr = `\"lambda a, b: a + b\"`\n"},
         {"m2.OUT_tmp -> t2.x : tmp[i, 1]", "m2.OUT_tmp -> t2 : tmp[i, 0:4]"},
         {"t2.o -> x2.IN_b : b[i]", "t2 -> x2.IN_b : b[i]"}});
}

/// The second map reads its row through a view.
std::string viewedRow() {
    return edited(twoMapsWithRows(),
                  {declare("  view v float64 [4] transient\n"),
                   {"    x2 = exit m2\n", "    v = access v\n    x2 = exit m2\n"},
                   {"m2.OUT_tmp -> t2.x : tmp[i, 1]",
                    "m2.OUT_tmp -> v : tmp[i, 0:4]\n    v -> t2.x : v[0:4]"},
                   {"`o = (x + 1.0)`", "`o = (x[1] - x[3])`"}});
}

std::vector<RefusalCase> layout() {
    return {
        {.transformation = kLayoutName,
         .refusal = "10 library-node-rank",
         .sound = reducedRow(),
         .params = {{"strict-dataflow", true}},
         .faultParams = {{"strict-dataflow", false}}},
        {.transformation = kLayoutName,
         .refusal = "10 layout",
         .sound = edited(viewedRow(), {{"tmp float64 [N, 4] transient",
                                        "tmp float64 [N, 4] strides [1, N] transient"},
                                       {"view v float64 [4]", "view v float64 [4] strides [N]"}}),
         .fault = {{"view v float64 [4] strides [N]", "view v float64 [2] strides [2*N]"},
                   {"v -> t2.x : v[0:4]", "v -> t2.x : v[0:2]"},
                   {"`o = (x[1] - x[3])`", "`o = (x[0] - x[1])`"}}},
    };
}

std::vector<RefusalCase> sharing() {
    return {
        {.transformation = kLayoutName,
         .refusal = "11 shared-intermediate",
         .sound = twoMapsInARow(),
         .fault = {{"tmp float64 [N] transient", "tmp float64 [N]"}},
         .params = {{"require-exclusive-intermediates", true}},
         .without = Without::same,
         .because = "an option asks for it"},
        {.transformation = kLayoutName,
         .refusal = "11 used-downstream",
         .sound =
             edited(twoMapsInARow(), {{"tmp float64 [N] transient", "tmp float64 [N]"},
                                      declare("  array c float64 [N]\n"),
                                      add("    c = access c\n    b -> c : b[0:N] -> [0:N]\n")}),
         .fault = {{"    c = access c\n", "    c = access tmp\n"}},
         .params = {{"strict-dataflow", true}},
         .without = Without::same,
         .because = "an option asks for it"},
    };
}

/// The first map changes rows of tmp in place.
std::string rowsInPlace() {
    return edited(
        twoMapsWithRows(),
        {{"tmp float64 [N, 4] transient", "tmp float64 [N, 4]"},
         {"    a = access a\n", "    before = access tmp\n"},
         {"  array a float64 [N]\n", ""},
         {"    a -> m1.IN_a : a[0:N]\n", "    before -> m1.IN_tmp : tmp[0:N, 0:4]\n"},
         {"    m1.OUT_a -> l1.IN_a : a[i]\n    l1.OUT_a -> t1.x : a[i]\n",
          "    l0 = map double [j = 0:4] -> y0\n    y0 = exit l0\n    s = access s\n"
          "    t0 = tasklet t0 `o = (x * 2.0)`\n    m1.OUT_tmp -> l0.IN_tmp : tmp[i, 0:4]\n"
          "    l0.OUT_tmp -> t0.x : tmp[i, j]\n    t0.o -> y0.IN_s : s[j]\n"
          "    y0.OUT_s -> s : s[0:4]\n    s -> l1.IN_s : s[0:4]\n"
          "    l1.OUT_s -> t1.x : s[3 - j]\n"},
         declare("  array s float64 [4] transient\n")});
}

/// The first body has two scalars, one for each of two tasklets.
std::string twoScalars() {
    return edited(twoMapsInARow(),
                  {declare("  scalar s float64 transient\n  scalar r float64 transient\n"),
                   {"    m1.OUT_a -> t1.x : a[i]\n",
                    "    p1 = tasklet p1 `o = (x + 5.0)`\n    p2 = tasklet p2 `o = (x - 3.0)`\n"
                    "    s = access s\n    r = access r\n    m1.OUT_a -> p1.x : a[i]\n"
                    "    m1.OUT_a -> p2.x : a[i]\n    p1.o -> s : s[0]\n    p2.o -> r : r[0]\n"
                    "    s -> t1.x : s[0]\n    r -> t1.y : r[0]\n"},
                   {"`o = (x * 2.0)`", "`o = (x * y)`"}});
}

/// The first map also reads a for d, the second map writes c.
std::string secondWritesC() {
    return edited(
        twoMapsInARow(),
        {declare("  array c float64 [N]\n  array d float64 [N]\n"),
         {"    b = access b\n", "    b = access c\n"},
         {"t2.o -> x2.IN_b : b[i]", "t2.o -> x2.IN_b : c[i]"},
         {"x2.OUT_b -> b : b[0:N]", "x2.OUT_b -> b : c[0:N]"},
         {"    x1 = exit m1\n", "    t3 = tasklet t3 `o = (y - 1.0)`\n    x1 = exit m1\n"},
         add("    d = access d\n    m1.OUT_a -> t3.y : a[i]\n    t3.o -> x1.IN_d : d[i]\n"
             "    x1.OUT_d -> d : d[0:N]\n"),
         {"  array b float64 [N]\n", ""}});
}

std::vector<RefusalCase> order() {
    return {
        {.transformation = kLayoutName,
         .refusal = "12 order-inside",
         .sound = twoScalars(),
         .fault = {{"    r = access r\n", "    r = access s\n"},
                   {"p2.o -> r : r[0]", "p2.o -> r : s[0]"},
                   {"r -> t1.y : r[0]", "r -> t1.y : s[0]"}},
         .without = Without::same,
         .because = "an order that only the file gives need not turn round"},
        {.transformation = kLayoutName,
         .refusal = "12 order-inside",
         .sound = rowsInPlace(),
         .fault = {{"    l0 = map double [j = 0:4] -> y0\n    y0 = exit l0\n    s = access s\n"
                    "    t0 = tasklet t0 `o = (x * 2.0)`\n"
                    "    m1.OUT_tmp -> l0.IN_tmp : tmp[i, 0:4]\n"
                    "    l0.OUT_tmp -> t0.x : tmp[i, j]\n    t0.o -> y0.IN_s : s[j]\n"
                    "    y0.OUT_s -> s : s[0:4]\n    s -> l1.IN_s : s[0:4]\n"
                    "    l1.OUT_s -> t1.x : s[3 - j]\n",
                    "    m1.OUT_tmp -> l1.IN_tmp : tmp[i, 0:4]\n"
                    "    l1.OUT_tmp -> t1.x : tmp[i, 3 - j]\n"}}},
        {.transformation = kLayoutName,
         .refusal = "12 order-inside",
         .sound = secondWritesC(),
         .fault = {{"    b = access c\n", "    b = access a\n"},
                   {"t2.o -> x2.IN_b : c[i]", "t2.o -> x2.IN_b : a[i]"},
                   {"x2.OUT_b -> b : c[0:N]", "x2.OUT_b -> b : a[0:N]"}},
         .without = Without::same,
         .because = "an order that only the file gives need not turn round"},
    };
}

} // namespace

std::vector<RefusalCase> mapFusionLayoutRefusals() {
    std::vector<RefusalCase> all;
    for (auto* cases : {layout, sharing, order})
        for (auto& one : cases())
            all.push_back(std::move(one));
    return all;
}

} // namespace mw::test
