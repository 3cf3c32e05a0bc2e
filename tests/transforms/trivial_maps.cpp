// Maps with parameters that take one value, and where that does not help.

#include "tests/transforms/trivial_maps.h"

#include "tests/transforms/transformation_case.h"

namespace mw::test {

namespace {

/// a[i, j] plus what an inner map counts; inside of that the element is called a[i, `column`].
std::string withInnerMap(const std::string& range, const std::string& column) {
    return edited(
        pointwiseOver("i = 0:N, " + range),
        {{"    t = tasklet t `o = (x + 1.0)`\n",
          "    l = map deep [e = 1:2] -> y\n    t = tasklet t `o = (x + e)`\n    y = exit "
          "l\n"},
         {"m.OUT_a -> t.x : a[i, j]",
          "m.OUT_a -> l.IN_a : a[i, j]\n    l.OUT_a -> t.x : a[i, " + column + "]"},
         {"t.o -> x.IN_b : b[i, j]",
          "t.o -> y.IN_b : b[i, " + column + "]\n    y.OUT_b -> x.IN_b : b[i, j]"}});
}

} // namespace

std::string trivial() {
    return edited(pointwiseOver("i = 0:N, k = 0:1, j = M - 1:M"), {{"(x + 1.0)", "(x + k)"}});
}

std::vector<RefusalCase> trivialMapRefusals(const std::string& transformation,
                                            const std::string& nothing) {
    return {
        {.transformation = transformation,
         .refusal = "1 no-such-elements",
         .sound = trivial(),
         .unpaired = true},
        {.transformation = transformation,
         .refusal = nothing,
         .sound = trivial(),
         .fault = {{"j = M - 1:M", "j = 0:M"},
                   {"k = 0:1", "k = 0:2"},
                   {"t.o -> x.IN_b : b[i, j]", "t.o -> x.IN_b : b[i, j] wcr `lambda p, q: p + q`"}},
         .without = Without::same,
         .because = "there is nothing to do"},
        {.transformation = transformation,
         .refusal = "3 parameter-rebound",
         .sound = withInnerMap("j = 0:1", "0"),
         .fault = {{"map deep [e = 1:2]", "map deep [j = 1:2]"},
                   {"`o = (x + e)`", "`o = (x + j)`"}}},
        {.transformation = transformation,
         .refusal = "3 value-rebound",
         .sound = withInnerMap("j = M - 1:M", "j"),
         .fault = {{"map deep [e = 1:2]", "map deep [M = 1:2]"},
                   {"`o = (x + e)`", "`o = (x + M)`"}}},
        {.transformation = transformation,
         .refusal = "3 code-uses-parameter",
         .sound = trivial(),
         .fault = {{"(x + k)", "(x * j)"}}},
    };
}

} // namespace mw::test
