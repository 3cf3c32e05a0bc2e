// Refusals of map-fusion-vertical, conditions 8 and 9: what one iteration writes and reads of an
// intermediate.

#include "tests/transforms/map_fusion_refusals.h"

namespace mw::test {

namespace {

const std::string kRegionName = "map-fusion-vertical";

const std::vector<Edit> kSequentialRegion = {
    {"map first [i = 0:N]", "map first [i = 0:N] schedule Sequential"},
    {"map second [i = 0:N]", "map second [i = 0:N] schedule Sequential"}};

/// A scalar stands between the producing tasklet and the exit.
std::string scalarAtTheEnd() {
    return edited(twoMapsInARow(), {declare("  scalar s float64 transient\n"),
                                    {"    x1 = exit m1\n", "    s = access s\n    x1 = exit m1\n"},
                                    {"    t1.o -> x1.IN_tmp : tmp[i]\n",
                                     "    t1.o -> s : s[0]\n    s -> x1.IN_tmp : s[0] -> [i]\n"}});
}

/// tmp has a second element per iteration, which a later state reads.
std::string pairs() {
    return edited(twoMapsInARow(),
                  {{"tmp float64 [N] transient", "tmp float64 [N, 2]"},
                   {"t1.o -> x1.IN_tmp : tmp[i]", "t1.o -> x1.IN_tmp : tmp[i, 0]"},
                   {"x1.OUT_tmp -> tmp : tmp[0:N]", "x1.OUT_tmp -> tmp : tmp[0:N, 0:2]"},
                   {"m2.IN_tmp : tmp[0:N]", "m2.IN_tmp : tmp[0:N, 0:2]"},
                   {"t2.x : tmp[i]", "t2.x : tmp[i, 0]"}});
}

/// The producer is a nested SDFG.
std::string nestedProducer() {
    return edited(twoMapsInARow(), {{"    t1 = tasklet t1 `o = (x * 2.0)`\n",
                                     R"(    t1 = nested inner {k: i} = sdfg inner {
      symbols k:int64
      scalar x float64
      scalar o float64
      branch b {
        if `k > 2` yes {
          state one { x = access x; o = access o; t = tasklet t `z = (p + 1.0)`; x -> t.p : x[0]; t.z -> o : o[0] }
        } else no {
          state two { x = access x; o = access o; t = tasklet t `z = (p * 2.0)`; x -> t.p : x[0]; t.z -> o : o[0] }
        }
      }
    }
)"},
                                    {"tmp float64 [N] transient", "tmp float64 [N]"}});
}

const std::string kElse =
    " else no {\n          state two { x = access x; o = access o; t = tasklet t `z = (p * 2.0)`; "
    "x -> t.p : x[0]; t.z -> o : o[0] }\n        }";

std::vector<RefusalCase> producers() {
    return {
        {.transformation = kRegionName,
         .refusal = "8 view",
         .sound = scalarAtTheEnd(),
         .fault = {{"scalar s float64 transient", "view s float64 [1] transient"},
                   {"s -> x1.IN_tmp : s[0] -> [i]", "s -> x1.IN_tmp : tmp[i]"}},
         .without = Without::refused},
        {.transformation = kRegionName,
         .refusal = "8 dynamic-producer",
         .sound = twoMapsInARow(),
         .fault = {{"t1.o -> x1.IN_tmp : tmp[i]", "t1.o -> x1.IN_tmp : tmp[i] dynamic"}},
         .without = Without::refused},
        {.transformation = kRegionName,
         .refusal = "8 accumulating-producer",
         .sound = edited(twoMapsInARow(), {{"tmp float64 [N] transient", "tmp float64 [N]"}}),
         .fault = {{"t1.o -> x1.IN_tmp : tmp[i]",
                    "t1.o -> x1.IN_tmp : tmp[i] wcr `lambda x, y: (x + y)`"}},
         .without = Without::refused},
        {.transformation = kRegionName,
         .refusal = "8 unknown-region",
         .sound = twoMapsWithRows(),
         .fault = {{"map fill [j = 0:4]", "map fill [j = 0:4:2]"},
                   {"x1.IN_tmp : tmp[i, 0:4]", "x1.IN_tmp : tmp[i, 0:4:2]"},
                   {"t2.x : tmp[i, 1]", "t2.x : tmp[i, 2]"}},
         .without = Without::refused},
        {.transformation = kRegionName,
         .refusal = "8 writes-more-than-said",
         .sound = twoMapsWithRows(),
         .fault = {{"x1.IN_tmp : tmp[i, 0:4]", "x1.IN_tmp : tmp[i, 0:2]"}}},
        {.transformation = kRegionName,
         .refusal = "8 writes-more-than-said-unproven",
         .sound =
             edited(twoMapsWithRows(),
                    {{"symbols N:int32", "symbols N:int32 M:int32 k:int32"},
                     {"map fill [j = 0:4]", "map fill [j = 0:M]"},
                     {"tmp float64 [N, 4]", "tmp float64 [N, M]"},
                     {"x1.IN_tmp : tmp[i, 0:4]", "x1.IN_tmp : tmp[i, 0:M]"},
                     {"x1.OUT_tmp -> tmp : tmp[0:N, 0:4]", "x1.OUT_tmp -> tmp : tmp[0:N, 0:M]"},
                     {"m2.IN_tmp : tmp[0:N, 0:4]", "m2.IN_tmp : tmp[0:N, 0:M]"},
                     {"t2.x : tmp[i, 1]", "t2.x : tmp[i, 0]"}}),
         .fault = {{"x1.IN_tmp : tmp[i, 0:M]", "x1.IN_tmp : tmp[i, 0:M - Max(0, k - N)]"}},
         .without = Without::refused},
        {.transformation = kRegionName,
         .refusal = "8 several-producers",
         .sound = edited(pairs(), {add("    t3 = tasklet t3 `o = (y - 4.0)`\n"
                                       "    m1.OUT_a -> t3.y : a[i]\n    c = access c\n"
                                       "    t3.o -> x1.IN_c : c[i]\n    x1.OUT_c -> c : c[0:N]\n"),
                                   declare("  array c float64 [N]\n")}),
         .fault = {{"    c = access c\n", ""},
                   {"t3.o -> x1.IN_c : c[i]\n    x1.OUT_c -> c : c[0:N]",
                    "t3.o -> x1.IN_tmp : tmp[i, 1]"}}},
        {.transformation = kRegionName,
         .refusal = "8 varying-size",
         .sound = twoMapsWithRows(),
         .fault = {{"tmp float64 [N, 4]", "tmp float64 [N, N]"},
                   {"map fill [j = 0:4]", "map fill [j = 0:i + 1]"},
                   {"x1.IN_tmp : tmp[i, 0:4]", "x1.IN_tmp : tmp[i, 0:i + 1]"},
                   {"x1.OUT_tmp -> tmp : tmp[0:N, 0:4]", "x1.OUT_tmp -> tmp : tmp[0:N, 0:N]"},
                   {"m2.IN_tmp : tmp[0:N, 0:4]", "m2.IN_tmp : tmp[0:N, 0:N]"},
                   {"t2.x : tmp[i, 1]", "t2.x : tmp[i, i]"}}},
        {.transformation = kRegionName,
         .refusal = "8 partial-producer",
         .sound = nestedProducer(),
         .fault = {{kElse, ""}}},
        {.transformation = kRegionName,
         .refusal = "8 iterations-overlap",
         .sound = twoMapsInARow(),
         .fault = {kSequentialRegion[0],
                   kSequentialRegion[1],
                   {"x1.IN_tmp : tmp[i]", "x1.IN_tmp : tmp[3]"},
                   {"t2.x : tmp[i]", "t2.x : tmp[3]"}}},
        {.transformation = kRegionName,
         .refusal = "8 iterations-overlap-unproven",
         .sound = twoMapsInARow(),
         .fault = {kSequentialRegion[0],
                   kSequentialRegion[1],
                   {"x1.IN_tmp : tmp[i]", "x1.IN_tmp : tmp[int_floor(i, 2)]"},
                   {"t2.x : tmp[i]", "t2.x : tmp[int_floor(i, 2)]"}}},
    };
}

std::vector<RefusalCase> consumers() {
    return {
        {.transformation = kRegionName,
         .refusal = "9 unknown-region",
         .sound = edited(twoMapsWithRows(), {{"t2.x : tmp[i, 1]", "t2.x : tmp[i, 0:4]"},
                                             {"`o = (x + 1.0)`", "`o = (x[0] - x[1])`"}}),
         .fault = {{"t2.x : tmp[i, 0:4]", "t2.x : tmp[i, 0:4:2]"}},
         .without = Without::same,
         .because = "no region with a step is compared with another"},
        {.transformation = kRegionName,
         .refusal = "9 not-covered",
         .sound = twoMapsInARow(),
         .fault = {{"t2.x : tmp[i]", "t2.x : tmp[i + 1]"},
                   {"map first [i = 0:N]", "map first [i = 0:N - 1]"},
                   {"map second [i = 0:N]", "map second [i = 0:N - 1]"},
                   {"tmp float64 [N] transient", "tmp float64 [N]"}}},
        {.transformation = kRegionName,
         .refusal = "9 not-covered-unproven",
         .sound = edited(pairs(),
                         {{"symbols N:int32", "symbols N:int32 k:int32"},
                          {"tmp float64 [N, 2]", "tmp float64 [N, N]"},
                          {"x1.OUT_tmp -> tmp : tmp[0:N, 0:2]", "x1.OUT_tmp -> tmp : tmp[0:N, 0]"},
                          {"m2.IN_tmp : tmp[0:N, 0:2]", "m2.IN_tmp : tmp[0:N, 0:N]"}}),
         .fault = {{"t2.x : tmp[i, 0]", "t2.x : tmp[i, Max(0, k - N)]"}}},
    };
}

} // namespace

std::vector<RefusalCase> mapFusionRegionRefusals() {
    auto all = producers();
    for (auto& one : consumers())
        all.push_back(std::move(one));
    return all;
}

} // namespace mw::test
