// Refusals of map-fusion-vertical, conditions 1 to 5: the match, scopes, schedules, parameters,
// bodies.

#include "tests/transforms/map_fusion_refusals.h"

namespace mw::test {

namespace {

const std::string kScopeName = "map-fusion-vertical";

std::vector<RefusalCase> matchAndScopes() {
    return {
        {.transformation = kScopeName,
         .refusal = "1 not-connected",
         .sound = twoMapsInARow(),
         .otherNode = "a",
         .role = 1,
         .without = Without::same,
         .because = "which access node a match names does not decide what is fused"},
        {.transformation = kScopeName,
         .refusal = "1 no-such-elements",
         .sound = twoMapsInARow(),
         .unpaired = true},
        {.transformation = kScopeName,
         .refusal = "2 contradicting-options",
         .sound = twoMapsInARow(),
         .faultParams = {{"only-inner-maps", true}, {"only-toplevel-maps", true}},
         .without = Without::refused},
        {.transformation = kScopeName,
         .refusal = "2 contradicting-options",
         .sound = twoMapsInARow(),
         .faultParams = {{"assume-always-shared", true}, {"require-exclusive-intermediates", true}},
         .without = Without::refused},
        // No graph whose parts fit together has this, but `check` may be asked on any.
        {.transformation = kScopeName,
         .refusal = "2 different-scopes",
         .sound = twoMapsInARow(),
         .fault = {{"    tmp -> m2.IN_tmp : tmp[0:N]\n",
                    "    p = map outer [k = 0:3] -> q\n    q = exit p\n    p -> m2\n"
                    "    tmp -> m2.IN_tmp : tmp[0:N]\n"},
                   add("    x2 -> q\n")}},
        {.transformation = kScopeName,
         .refusal = "2 not-inner-maps",
         .sound = twoMapsInARow(),
         .faultParams = {{"only-inner-maps", true}},
         .without = Without::same,
         .because = "an option asks for it"},
        {.transformation = kScopeName,
         .refusal = "2 not-toplevel-maps",
         .sound = R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N, M]
  array b float64 [N, M]
  array tmp float64 [M] transient
  state main {
    a = access a
    o = map outer [k = 0:N] schedule Sequential -> p
    m1 = map first [i = 0:M] -> x1
    t1 = tasklet t1 `o = (x * 2.0)`
    x1 = exit m1
    tmp = access tmp
    m2 = map second [i = 0:M] -> x2
    t2 = tasklet t2 `o = (x + 1.0)`
    x2 = exit m2
    p = exit o
    b = access b
    a -> o.IN_a : a[0:N, 0:M]
    o.OUT_a -> m1.IN_a : a[k, 0:M]
    m1.OUT_a -> t1.x : a[k, i]
    t1.o -> x1.IN_tmp : tmp[i]
    x1.OUT_tmp -> tmp : tmp[0:M]
    tmp -> m2.IN_tmp : tmp[0:M]
    m2.OUT_tmp -> t2.x : tmp[i]
    t2.o -> x2.IN_b : b[k, i]
    x2.OUT_b -> p.IN_b : b[k, 0:M]
    p.OUT_b -> b : b[0:N, 0:M]
  }
}
)",
         .faultParams = {{"only-toplevel-maps", true}},
         .without = Without::same,
         .because = "an option asks for it"},
        {.transformation = kScopeName,
         .refusal = "3 different-schedules",
         .sound = twoMapsInARow(),
         .fault = {{"[i = 0:N] -> x1", "[i = 0:N] schedule Sequential -> x1"}},
         .without = Without::same,
         .because = "the schedule of one of the two would be lost"},
    };
}

/// The second map has other parameter names, and one more symbol is at hand.
std::string twoNames() {
    return edited(twoMapsInARow(), {{"symbols N:int32", "symbols N:int32 k:int32"},
                                    {"map second [i = 0:N]", "map second [j = 0:N]"},
                                    {"t2.x : tmp[i]", "t2.x : tmp[j]"},
                                    {"x2.IN_b : b[i]", "x2.IN_b : b[j]"},
                                    {"`o = (x + 1.0)`", "`o = (x + k)`"}});
}

/// An inner map in the second body; both bodies have rows of `b` of their own.
std::string innerMap() {
    return edited(twoNames(), {{"array b float64 [N]", "array b float64 [N, 3]"},
                               {"    t2 = tasklet", "    l = map inner [l = 0:3] -> y\n"
                                                    "    y = exit l\n    t2 = tasklet"},
                               {"m2.OUT_tmp -> t2.x : tmp[j]",
                                "m2.OUT_tmp -> l.IN_tmp : tmp[j]\n    l.OUT_tmp -> t2.x : tmp[j]"},
                               {"t2.o -> x2.IN_b : b[j]",
                                "t2.o -> y.IN_b : b[j, l]\n    y.OUT_b -> x2.IN_b : b[j, 0:3]"},
                               {"b : b[0:N]", "b : b[0:N, 0:3]"}});
}

/// The first map has a dynamic input, the second body uses a symbol.
std::string dynamicInput() {
    return edited(twoMapsInARow(), {{"symbols N:int32", "symbols N:int32 k:int32"},
                                    {"  array tmp", "  array c int32 [1]\n  array tmp"},
                                    {"    a = access a", "    a = access a\n    c = access c"},
                                    {"    a -> m1", "    c -> m1.n : c[0]\n    a -> m1"},
                                    {"`o = (x * 2.0)`", "`o = (x * n)`"},
                                    {"`o = (x + 1.0)`", "`o = (x + k)`"}});
}

std::vector<RefusalCase> parameters() {
    return {
        {.transformation = kScopeName,
         .refusal = "4 different-ranges",
         .sound = twoMapsInARow(),
         .fault = {{"map second [i = 0:N]", "map second [i = 1:N]"}}},
        {.transformation = kScopeName,
         .refusal = "4 parameter-name-taken",
         .sound = twoNames(),
         .fault = {{"symbols N:int32 k:int32", "symbols N:int32 i:int32"},
                   {"`o = (x + k)`", "`o = (x + i)`"}}},
        {.transformation = kScopeName,
         .refusal = "4 parameter-rebound",
         .sound = innerMap(),
         .fault = {{"map inner [l = 0:3]", "map inner [j = 0:3]"},
                   {"l.OUT_tmp -> t2.x : tmp[j]", "l.OUT_tmp -> t2.x : tmp[0]"},
                   {"y.IN_b : b[j, l]", "y.IN_b : b[0, j]"}},
         .without = Without::refused},
        {.transformation = kScopeName,
         .refusal = "4 dynamic-input-clash",
         .sound = dynamicInput(),
         .fault = {{"symbols N:int32 k:int32", "symbols N:int32 n:int32"},
                   {"`o = (x + k)`", "`o = (x + n)`"}}},
    };
}

/// Each body has a scalar of its own between two tasklets; that of the second does not depend on
/// the intermediate.
std::string innerScalars() {
    return edited(
        twoMapsInARow(),
        {declare("  array c float64 [N]\n  scalar s float64 transient\n"
                 "  scalar r float64 transient\n"),
         add("    c = access c\n    u2 = tasklet u2 `o = (y * 5.0)`\n    r = access r\n"
             "    s = access s\n    u1 = tasklet u1 `o = (x - 3.0)`\n"
             "    t1.o -> s : s[0]\n    s -> u1.x : s[0]\n    u1.o -> x1.IN_tmp : tmp[i]\n"
             "    c -> m2.IN_c : c[0:N]\n    m2.OUT_c -> u2.y : c[i]\n"
             "    u2.o -> r : r[0]\n    r -> t2.y : r[0]\n"),
         {"    t1.o -> x1.IN_tmp : tmp[i]\n", ""},
         {"`o = (x + 1.0)`", "`o = (x + y)`"}});
}

std::vector<RefusalCase> bodies() {
    return {
        {.transformation = kScopeName,
         .refusal = "5 shared-inner-data",
         .sound = innerScalars(),
         .fault = {{"    r = access r\n", "    r = access s\n"},
                   {"u2.o -> r : r[0]", "u2.o -> r : s[0]"},
                   {"r -> t2.y : r[0]", "r -> t2.y : s[0]"}}},
        {.transformation = kScopeName,
         .refusal = "5 global-inner-data",
         .sound = innerScalars(),
         .fault = {{"scalar s float64 transient", "scalar s float64"},
                   {"map first [i = 0:N]", "map first [i = 0:N] schedule Sequential"},
                   {"map second [i = 0:N]", "map second [i = 0:N] schedule Sequential"}},
         .without = Without::same,
         .because = "an argument inside a body is no temporary of one iteration"},
        {.transformation = kScopeName,
         .refusal = "5 inner-data-used-outside",
         .sound = innerScalars(),
         .fault = {add("    v = access r\n    w = tasklet w `o = 1.0`\n    w.o -> v : r[0]\n")},
         .without = Without::same,
         .because = "what stands outside is not ordered against the body"},
    };
}

} // namespace

std::string twoMapsInARow() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array tmp float64 [N] transient
  state main {
    a = access a
    m1 = map first [i = 0:N] -> x1
    t1 = tasklet t1 `o = (x * 2.0)`
    x1 = exit m1
    tmp = access tmp
    m2 = map second [i = 0:N] -> x2
    t2 = tasklet t2 `o = (x + 1.0)`
    x2 = exit m2
    b = access b
    a -> m1.IN_a : a[0:N]
    m1.OUT_a -> t1.x : a[i]
    t1.o -> x1.IN_tmp : tmp[i]
    x1.OUT_tmp -> tmp : tmp[0:N]
    tmp -> m2.IN_tmp : tmp[0:N]
    m2.OUT_tmp -> t2.x : tmp[i]
    t2.o -> x2.IN_b : b[i]
    x2.OUT_b -> b : b[0:N]
  }
}
)";
}

std::string twoMapsWithRows() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array tmp float64 [N, 4] transient
  state main {
    a = access a
    m1 = map first [i = 0:N] -> x1
    l1 = map fill [j = 0:4] -> y1
    t1 = tasklet t1 `o = (x + j)`
    y1 = exit l1
    x1 = exit m1
    tmp = access tmp
    m2 = map second [i = 0:N] -> x2
    t2 = tasklet t2 `o = (x + 1.0)`
    x2 = exit m2
    b = access b
    a -> m1.IN_a : a[0:N]
    m1.OUT_a -> l1.IN_a : a[i]
    l1.OUT_a -> t1.x : a[i]
    t1.o -> y1.IN_tmp : tmp[i, j]
    y1.OUT_tmp -> x1.IN_tmp : tmp[i, 0:4]
    x1.OUT_tmp -> tmp : tmp[0:N, 0:4]
    tmp -> m2.IN_tmp : tmp[0:N, 0:4]
    m2.OUT_tmp -> t2.x : tmp[i, 1]
    t2.o -> x2.IN_b : b[i]
    x2.OUT_b -> b : b[0:N]
  }
}
)";
}

std::vector<RefusalCase> mapFusionScopeRefusals() {
    std::vector<RefusalCase> all;
    for (auto* cases : {matchAndScopes, parameters, bodies})
        for (auto& one : cases())
            all.push_back(std::move(one));
    return all;
}

} // namespace mw::test
