// Refusals of map-fusion-vertical, condition 7: the shape of the dataflow between the maps.

#include "tests/transforms/map_fusion_refusals.h"

namespace mw::test {

namespace {

const std::string kName = "map-fusion-vertical";

/// The first map also writes c, which the second reads too.
std::string twoIntermediates() {
    return edited(twoMapsInARow(), {declare("  array c float64 [N] transient\n"),
                                    add("    c = access c\n    t3 = tasklet t3 `o = (y - 4.0)`\n"
                                        "    m1.OUT_a -> t3.y : a[i]\n    t3.o -> x1.IN_c : c[i]\n"
                                        "    x1.OUT_c -> c : c[0:N]\n    c -> m2.IN_c : c[0:N]\n"
                                        "    m2.OUT_c -> t2.y : c[i]\n"),
                                    {"`o = (x + 1.0)`", "`o = (x + y)`"}});
}

/// The first map also writes c, which a third map reads.
std::string pureOutput() {
    return edited(twoMapsInARow(),
                  {declare("  array c float64 [N] transient\n  array d float64 [N]\n"),
                   add("    c = access c\n    t3 = tasklet t3 `o = (y - 4.0)`\n"
                       "    m1.OUT_a -> t3.y : a[i]\n    t3.o -> x1.IN_c : c[i]\n"
                       "    x1.OUT_c -> c : c[0:N]\n    d = access d\n"
                       "    c -> d : c[0:N] -> [0:N]\n")});
}

/// Something before the second map besides the first.
std::string secondInput() {
    return edited(twoMapsInARow(), {declare("  array c float64 [N]\n"),
                                    add("    c = access c\n    c -> m2.IN_c : c[0:N]\n"
                                        "    m2.OUT_c -> t2.y : c[i]\n"),
                                    {"`o = (x + 1.0)`", "`o = (x + y)`"}});
}

/// The second body uses an integer that the first map computes as well.
std::string integers() {
    return edited(twoMapsInARow(),
                  {declare("  array c int32 [N] transient\n"),
                   add("    c = access c\n    t3 = tasklet t3 `o = i`\n    m1 -> t3\n"
                       "    t3.o -> x1.IN_c : c[i]\n    x1.OUT_c -> c : c[0:N]\n"
                       "    c -> m2.IN_c : c[0:N]\n    m2.OUT_c -> t2.k : c[i]\n"),
                   {"`o = (x + 1.0)`", "`o = (x + k)`"}});
}

std::vector<RefusalCase> whatLiesBetween() {
    return {
        {.transformation = kName,
         .refusal = "7 not-all-intermediates",
         .sound = twoIntermediates(),
         .fault = {{"array c float64 [N] transient", "array c float64 [N]"},
                   {"    c -> m2.IN_c : c[0:N]\n    m2.OUT_c -> t2.y : c[i]\n", ""},
                   {"`o = (x + y)`", "`o = x`"}},
         .params = {{"require-all-intermediates", true}},
         .without = Without::same,
         .because = "an option asks for it"},
        {.transformation = kName,
         .refusal = "7 ordering-dependency",
         .sound = secondInput(),
         .fault = {{"    c -> m2.IN_c : c[0:N]\n", "    c -> m2.IN_c : c[0:N]\n    x1 -> c\n"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "7 ordering-dependency",
         .sound = twoMapsInARow(),
         .fault = {add("    tmp -> m2\n")},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "7 view",
         .sound = pureOutput(),
         .fault = {{"array c float64 [N] transient", "view c float64 [N] transient"},
                   {"    c -> d : c[0:N] -> [0:N]\n",
                    "    c -> d : d[0:N]\n    e = access e\n    d -> e : d[0:N] -> [0:N]\n"
                    "    e -> m2.IN_e : e[0:N]\n    m2.OUT_e -> t2.y : e[i]\n"},
                   declare("  array e float64 [N] transient\n"),
                   {"`o = (x + 1.0)`", "`o = (x + y)`"}},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "7 not-an-array",
         .sound = twoMapsInARow(),
         .fault = {{"array tmp float64 [N] transient", "stream tmp float64 [N] transient"}},
         .without = Without::unexecuted,
         .because = "the interpreter knows no streams"},
        {.transformation = kName,
         .refusal = "7 cycle",
         .sound = pureOutput(),
         .fault = {{"  array d float64 [N]\n", "  array d float64 [N] transient\n"},
                   add("    d -> m2.IN_d : d[0:N]\n    m2.OUT_d -> t2.y : d[i]\n"),
                   {"`o = (x + 1.0)`", "`o = (x + y)`"}}},
        {.transformation = kName,
         .refusal = "7 written-twice",
         .sound = edited(pureOutput(), {{"tmp float64 [N] transient", "tmp float64 [N + N]"}}),
         .fault = {add("    c -> tmp : c[0:N] -> [N:2*N]\n")},
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "7 dynamic-range",
         .sound = integers(),
         .fault = {{"    c -> m2.IN_c : c[0:N]\n    m2.OUT_c -> t2.k : c[i]\n",
                    "    c -> m2.k : c[0]\n"}}},
        {.transformation = kName,
         .refusal = "7 several-edges-to-one-node",
         .sound = pureOutput(),
         .fault = {{"array c float64 [N] transient", "array c float64 [2*N] transient"},
                   add("    t4 = tasklet t4 `o = (y - 5.0)`\n    m1.OUT_a -> t4.y : a[i]\n"
                       "    t4.o -> x1.IN_more : c[N + i]\n    x1.OUT_more -> c : c[N:2*N]\n")},
         .without = Without::same,
         .because = "one container leaves a map through one connector"},
    };
}

} // namespace

std::vector<RefusalCase> mapFusionDataflowRefusals() {
    return whatLiesBetween();
}

} // namespace mw::test
