// Refusals of map-fusion-vertical, condition 6: containers outside of the maps that both touch.

#include "tests/transforms/map_fusion_refusals.h"

namespace mw::test {

namespace {

const std::string kOuterDataName = "map-fusion-vertical";

/// The first map reads a twice, the second writes c.
std::string readTwice() {
    return edited(twoMapsInARow(),
                  {{"`o = (x * 2.0)`", "`o = (x * y)`"},
                   {"    m1.OUT_a -> t1.x : a[i]\n",
                    "    m1.OUT_a -> t1.x : a[i]\n    m1.OUT_a -> t1.y : a[i]\n"}});
}

/// The second map writes a, element by element, instead of b.
const std::vector<Edit> kIntoA = {{"    b = access b\n", "    b = access a\n"},
                                  {"t2.o -> x2.IN_b : b[i]", "t2.o -> x2.IN_b : a[i]"},
                                  {"x2.OUT_b -> b : b[0:N]", "x2.OUT_b -> b : a[0:N]"}};

/// The first map reads a through a view, backwards.
std::string throughView() {
    return edited(twoMapsInARow(), {declare("  view v float64 [N] transient\n"),
                                    {"    a = access a\n", "    a = access a\n    v = access v\n"},
                                    {"    a -> m1.IN_a : a[0:N]\n",
                                     "    a -> v : a[0:N]\n    v -> m1.IN_a : v[0:N]\n"},
                                    {"t1.x : a[i]", "t1.x : v[N - 1 - i]"}});
}

/// The second map also writes a view of what the first reads through another one, one element on.
std::string viewsInAndOut() {
    return edited(
        twoMapsInARow(),
        {declare("  array c float64 [N + 1]\n  view v float64 [N] transient\n"
                 "  view w float64 [N] transient\n"),
         {"    a = access a\n", "    a = access a\n    c = access c\n    v = access v\n"},
         {"`o = (x * 2.0)`", "`o = (x * y)`"},
         add("    c -> v : c[0:N]\n    v -> m1.IN_v : v[0:N]\n    m1.OUT_v -> t1.y : v[i]\n"
             "    d = access d\n    w = access w\n    t3 = tasklet t3 `o = (x - 1.0)`\n"
             "    m2.OUT_tmp -> t3.x : tmp[i]\n    t3.o -> x2.IN_w : w[i]\n"
             "    x2.OUT_w -> w : w[0:N]\n    w -> d : d[1:N + 1]\n"),
         {"  array c float64 [N + 1]\n",
          "  array c float64 [N + 1]\n  array d float64 [N + 1]\n"}});
}

std::vector<RefusalCase> nodesAndViews() {
    return {
        {.transformation = kOuterDataName,
         .refusal = "6 several-nodes-of-data",
         .sound = edited(readTwice(), kIntoA),
         .fault = {{"    a = access a\n", "    a = access a\n    again = access a\n"},
                   {"    m1.OUT_a -> t1.y : a[i]\n",
                    "    again -> m1.IN_again : a[0:N]\n    m1.OUT_again -> t1.y : a[i]\n"}},
         .without = Without::same,
         .because = "which of the nodes comes first is the file's order alone"},
        {.transformation = kOuterDataName,
         .refusal = "6 view",
         .sound = throughView(),
         .fault = kIntoA},
        {.transformation = kOuterDataName,
         .refusal = "6 may-alias",
         .sound = throughView(),
         .fault = {{"  array a float64 [N]\n", "  array a float64 [N] alias\n"},
                   {"  array b float64 [N]\n", "  array b float64 [N] alias\n"}},
         .without = Without::same,
         .because = "no run here gives two arguments the same memory"},
        {.transformation = kOuterDataName,
         .refusal = "6 view",
         .sound = edited(twoMapsInARow(), {{"tmp float64 [N] transient", "tmp float64 [N]"}}),
         .fault = {{"array tmp float64 [N]",
                    "array base float64 [N]\n  view tmp float64 [N] transient"},
                   add("    base = access base\n    tmp.views -> base : base[0:N]\n")},
         .without = Without::refused},
        {.transformation = kOuterDataName,
         .refusal = "6 view",
         .sound = viewsInAndOut(),
         .fault = {{"    d = access d\n    w = access w\n", "    d = access c\n    w = access v\n"},
                   {"t3.o -> x2.IN_w : w[i]", "t3.o -> x2.IN_w : v[i]"},
                   {"x2.OUT_w -> w : w[0:N]", "x2.OUT_w -> w : v[0:N]"},
                   {"w -> d : d[1:N + 1]", "w -> d : c[1:N + 1]"}},
         .without = Without::unexecuted,
         .because = "no executor takes a view of two places"},
    };
}

/// The first map also writes c, backwards.
std::string firstWritesC() {
    return edited(twoMapsInARow(),
                  {declare("  array c float64 [N + N]\n  array d float64 [N + N]\n"),
                   {"`o = (x * 2.0)`", "`o = (x * 2.0); q = (x - 4.0)`"},
                   add("    c = access c\n    t1.q -> x1.IN_c : c[N - 1 - i]\n"
                       "    x1.OUT_c -> c : c[0:N]\n")});
}

/// and the second writes d.
std::string secondWritesD() {
    return edited(firstWritesC(),
                  {add("    d = access d\n    t4 = tasklet t4 `o = (x * 7.0)`\n"
                       "    m2.OUT_tmp -> t4.x : tmp[i]\n    t4.o -> x2.IN_d : d[i]\n"
                       "    x2.OUT_d -> d : d[0:N]\n")});
}

/// and the second reads d.
std::string secondReadsD() {
    return edited(firstWritesC(), {{"`o = (x + 1.0)`", "`o = (x + z)`"},
                                   add("    d = access d\n    d -> m2.IN_d : d[0:N]\n"
                                       "    m2.OUT_d -> t2.z : d[i]\n")});
}

/// The first map changes its output in place: tmp[0:N] from tmp[0:N].
std::string inPlace() {
    return edited(twoMapsInARow(),
                  {{"tmp float64 [N] transient", "tmp float64 [N + N]"},
                   {"    a = access a\n", "    before = access tmp\n"},
                   {"    a -> m1.IN_a : a[0:N]\n", "    before -> m1.IN_a : tmp[0:N + N]\n"},
                   {"t1.x : a[i]", "t1.x : tmp[i]"},
                   {"  array a float64 [N]\n", ""}});
}

/// a is changed element by element by the two maps together.
std::string inAndOut() {
    return edited(twoMapsInARow(), kIntoA);
}

const std::vector<Edit> kSequential = {
    {"map first [i = 0:N]", "map first [i = 0:N] schedule Sequential"},
    {"map second [i = 0:N]", "map second [i = 0:N] schedule Sequential"}};

std::vector<RefusalCase> exchanged() {
    return {
        {.transformation = kOuterDataName,
         .refusal = "6 both-write",
         .sound = secondWritesD(),
         .fault = {{"    d = access d\n", "    d = access c\n"},
                   {"t4.o -> x2.IN_d : d[i]", "t4.o -> x2.IN_d : c[i]"},
                   {"x2.OUT_d -> d : d[0:N]", "x2.OUT_d -> d : c[0:N]"}}},
        {.transformation = kOuterDataName,
         .refusal = "6 exchange-through-different-nodes",
         .sound = secondReadsD(),
         .fault = {{"    d = access d\n", "    d = access c\n"},
                   {"d -> m2.IN_d : d[0:N]", "d -> m2.IN_d : c[0:N]"},
                   {"m2.OUT_d -> t2.z : d[i]", "m2.OUT_d -> t2.z : c[i]"}}},
        {.transformation = kOuterDataName,
         .refusal = "6 exchange-not-pointwise",
         .sound = inPlace(),
         .fault = {{"t1.x : tmp[i]", "t1.x : tmp[N + i]"}},
         .without = Without::same,
         .because = "the two regions do not meet here"},
        {.transformation = kOuterDataName,
         .refusal = "6 exchange-not-pointwise-unproven",
         .sound = inPlace(),
         .fault = {{"symbols N:int32", "symbols N:int32 k:int32"},
                   {"tmp float64 [N + N]", "tmp float64 [N + k]"},
                   {"before -> m1.IN_a : tmp[0:N + N]", "before -> m1.IN_a : tmp[0:N + k]"},
                   {"t1.x : tmp[i]", "t1.x : tmp[k + i]"}},
         .without = Without::same,
         .because = "the two regions do not meet here"},
        {.transformation = kOuterDataName,
         .refusal = "6 in-out-not-pointwise",
         .sound = inAndOut(),
         .fault = {{"x2.IN_b : a[i]", "x2.IN_b : a[i + 1]"},
                   {"map first [i = 0:N]", "map first [i = 0:N - 1]"},
                   {"map second [i = 0:N]", "map second [i = 0:N - 1]"}}},
        {.transformation = kOuterDataName,
         .refusal = "6 in-out-not-pointwise-unproven",
         .sound = inAndOut(),
         .fault = {{"x2.IN_b : a[i]", "x2.IN_b : a[N - 1 - i]"}}},
        {.transformation = kOuterDataName,
         .refusal = "6 in-out-not-pointwise",
         .sound = edited(inAndOut(), {declare("  scalar s float64 transient\n"),
                                      {"    t1 = tasklet", "    s = access s\n    t1 = tasklet"},
                                      {"m1.OUT_a -> t1.x : a[i]",
                                       "m1.OUT_a -> s : a[i] -> [0]\n    s -> t1.x : s[0]"}}),
         .fault = {{"m1.OUT_a -> s : a[i] -> [0]", "m1.OUT_a -> s : s[0]"}}},
        {.transformation = kOuterDataName,
         .refusal = "6 iterations-overlap",
         .sound = inAndOut(),
         .fault = {{"t1.x : a[i]", "t1.x : a[3]"}, {"x2.IN_b : a[i]", "x2.IN_b : a[3]"}}},
        {.transformation = kOuterDataName,
         .refusal = "6 iterations-overlap-unproven",
         .sound = inAndOut(),
         .fault = {kSequential[0],
                   kSequential[1],
                   {"t1.x : a[i]", "t1.x : a[int_floor(i, 2)]"},
                   {"x2.IN_b : a[i]", "x2.IN_b : a[int_floor(i, 2)]"}}},
    };
}

std::vector<RefusalCase> others() {
    return {
        {.transformation = kOuterDataName,
         .refusal = "6 may-alias",
         .sound = edited(twoMapsInARow(), {{"array a float64 [N]", "array a float64 [N] alias"}}),
         .fault = {{"array b float64 [N]", "array b float64 [N] alias"}},
         .without = Without::same,
         .because = "runs give every argument memory of its own"},
        {.transformation = kOuterDataName,
         .refusal = "6 unordered-access",
         .sound =
             edited(twoMapsInARow(), {declare("  array c float64 [N]\n"),
                                      add("    d = access c\n    b -> d : b[0:N] -> [0:N]\n")}),
         .fault = {{"    b -> d : b[0:N] -> [0:N]\n",
                    "    e = access b\n    e -> d : b[0:N] -> [0:N]\n"}},
         .without = Without::same,
         .because = "an order that only the file gives need not turn round"},
    };
}

} // namespace

std::vector<RefusalCase> mapFusionOuterDataRefusals() {
    std::vector<RefusalCase> all;
    for (auto* cases : {nodesAndViews, exchanged, others})
        for (auto& one : cases())
            all.push_back(std::move(one));
    return all;
}

} // namespace mw::test
