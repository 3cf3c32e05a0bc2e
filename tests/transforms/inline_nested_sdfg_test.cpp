// The states of a nested SDFG take its place: names, halves of the state, conditions, and what
// stays nested.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::inline_nested_sdfg_test {

namespace {

const std::string kName = "inline-nested-sdfg";

/// a -> (nested: x -> t -> y = 2 t) -> b -> c = b + 1. There is a t outside, too.
std::string twoStates() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  array t float64 [N] transient
  state main {
    a = access a
    n = nested inner {M: N} = sdfg inner {
      symbols M:int32
      array x float64 [M]
      array y float64 [M]
      array t float64 [M] transient
      state one {
        x = access x
        t = access t
        x -> t : x[0:M] -> [0:M]
      }
      state two {
        t = access t
        y = access y
        m = map double [i = 0:M] -> e
        w = tasklet w `o = (p * 2.0)`
        e = exit m
        t -> m.IN_t : t[0:M]
        m.OUT_t -> w.p : t[i]
        w.o -> e.IN_y : y[i]
        e.OUT_y -> y : y[0:M]
      }
      one -> two
    }
    b = access b
    m = map add [i = 0:N] -> x
    s = tasklet add `o = (p + 1.0)`
    x = exit m
    c = access c
    a -> n.x : a[0:N]
    n.y -> b : b[0:N]
    b -> m.IN_b : b[0:N]
    m.OUT_b -> s.p : b[i]
    s.o -> x.IN_c : c[i]
    x.OUT_c -> c : c[0:N]
  }
}
)";
}

/// In a map over rows: p is a row of a, t = 2 p, and q, which is a part of a row of b, t + 1.
std::string inMap() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N, 5]
  array b float64 [N, 7]
  array c float64 [N]
  state main {
    a = access a
    m = map rows [i = 0:N] -> x
    n = nested inner {M: N, j: i} = sdfg inner {
      symbols M:int32 j:int32
      array p float64 [5]
      array q float64 [5]
      array t float64 [5] transient
      state only {
        p = access p
        u = map up [k = 0:5] -> v
        w = tasklet w `o = (y * 2.0)`
        v = exit u
        t = access t
        r = map down [k = 0:5] -> s
        z = tasklet z `o = (y + 1.0)`
        s = exit r
        q = access q
        p -> u.IN_p : p[0:5]
        u.OUT_p -> w.y : p[k]
        w.o -> v.IN_t : t[k]
        v.OUT_t -> t : t[0:5]
        t -> r.IN_t : t[0:5]
        r.OUT_t -> z.y : t[4 - k]
        z.o -> s.IN_q : q[k]
        s.OUT_q -> q : q[0:5]
      }
    }
    x = exit m
    b = access b
    c = access c
    a -> m.IN_a : a[0:N, 0:5]
    m.OUT_a -> n.p : a[i, 0:5]
    n.q -> x.IN_b : b[N - i - 1, 2:7]
    x.OUT_b -> b : b[0:N, 2:7]
    a -> c : a[0:N, 1] -> [0:N]
  }
}
)";
}

/// The tasklets of the map around compute the input and use the output, scalars both.
std::string betweenTasklets() {
    return edited(
        inMap(),
        {{"  array c ", "  scalar e float64 transient\n  scalar h float64 transient\n  array c "},
         {"array p float64 [5]", "scalar p float64"},
         {"array q float64 [5]", "scalar q float64"},
         {"    x = exit m\n", "    d = tasklet d `o = (y - 3.0)`\n    e = access e\n    h = "
                              "access h\n    l = tasklet l `o = (y * y)`\n    x = exit m\n"},
         {"m.OUT_a -> n.p : a[i, 0:5]", "m.OUT_a -> d.y : a[i, 4]\n    d.o -> e : e[0]\n    e -> "
                                        "n.p : e[0]"},
         {"n.q -> x.IN_b : b[N - i - 1, 2:7]",
          "n.q -> h : h[0]\n    h -> l.y : h[0]\n    l.o -> x.IN_b : b[N - i - 1, 6]"},
         {"x.OUT_b -> b : b[0:N, 2:7]", "x.OUT_b -> b : b[0:N, 6]"},
         {"p -> u.IN_p : p[0:5]", "p -> u.IN_p : p[0]"},
         {"u.OUT_p -> w.y : p[k]", "u.OUT_p -> w.y : p[0]"},
         {"r.OUT_t -> z.y : t[4 - k]\n        z.o -> s.IN_q : q[k]\n        s.OUT_q -> q : "
          "q[0:5]",
          "r.OUT_t -> z.y : t[4]\n        z.o -> s.IN_q : q[0]\n        s.OUT_q -> q : q[0]"},
         {"r = map down [k = 0:5]", "r = map down [k = 0:1]"}});
}

/// The nested SDFG gets an integer, too.
std::string numbered() {
    return edited(inMap(),
                  {{"  array c ", "  array number int32 [N]\n  array c "},
                   {"array q float64 [5]\n", "array q float64 [5]\n      scalar number int32\n"},
                   {"    x = exit m\n", "    l = access number\n    x = exit m\n"},
                   {"    a -> c :", "    l -> m.IN_l : number[0:N]\n    m.OUT_l -> n.number : "
                                    "number[i]\n    a -> c :"}});
}

/// Half of what it does waits for a tasklet before it, whose result goes to h, too.
std::string fedTwice() {
    return edited(
        inMap(),
        {{"  array c ", "  array h float64 [N]\n  scalar e float64 transient\n  array c "},
         {"array q float64 [5]\n", "array q float64 [5]\n      scalar f float64\n"},
         {"        q = access q\n", "        q = access q\n        f = access f\n"},
         {"`o = (y + 1.0)`", "`o = (y + g)`"},
         {"        r.OUT_t -> z.y",
          "        f -> r.IN_f : f[0]\n        r.OUT_f -> z.g : f[0]\n        "
          "r.OUT_t -> z.y"},
         {"    x = exit m\n",
          "    d = tasklet d `o = 3.0; p = 4.0`\n    e = access e\n    x = exit m\n    h = "
          "access h\n"},
         {"    a -> c :",
          "    m -> d\n    d.o -> e : e[0]\n    e -> n.f : e[0]\n    d.p -> x.IN_h : "
          "h[i]\n    x.OUT_h -> h : h[0:N]\n    a -> c :"}});
}

RefusalCase refused(const std::string& refusal, const std::vector<Edit>& fault,
                    const std::string& sound = twoStates()) {
    return {.transformation = kName, .refusal = refusal, .sound = sound, .fault = fault};
}
RefusalCase without(RefusalCase refusal, Without without, const std::string& because) {
    refusal.without = without;
    refusal.because = because;
    return refusal;
}

/// A symbol is in the code of a tasklet.
std::string factorInCode() {
    return edited(twoStates(), {{"{M: N}", "{M: N, f: N}"},
                                {"symbols M:int32\n", "symbols M:int32 f:int32\n"},
                                {"`o = (p * 2.0)`", "`o = (p * f)`"}});
}
/// One way between the states, which counts.
std::string counting() {
    return edited(twoStates(), {{"one -> two\n", "one -> two with k = `M + 1`\n"},
                                {"`o = (p * 2.0)`", "`o = (p * k)`"}});
}
/// Outside, `k` is something else.
std::string countingBeside() {
    return edited(counting(), {{"  symbols N:int32\n", "  symbols N:int32 k:int32\n"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        without(
            refused(
                "2 inside-map",
                {{"    b = access b\n",
                  "    q = map wrap [z = 0:1] -> r\n    r = exit q\n    b = access b\n"},
                 {"a -> n.x : a[0:N]\n", "a -> q.IN_a : a[0:N]\n    q.OUT_a -> n.x : a[0:N]\n"},
                 {"n.y -> b : b[0:N]\n", "n.y -> r.IN_b : b[0:N]\n    r.OUT_b -> b : b[0:N]\n"}}),
            Without::refused, ""),
        without(
            refused("3 not-a-container",
                    {{"m.OUT_a -> n.p : a[i, 0:5]", "m.OUT_a -> d.y : a[i, 4]\n    d.o -> n.p : "
                                                    "e[0]"},
                     {"  array c ", "  scalar e float64 transient\n  array c "},
                     {"    x = exit m\n", "    d = tasklet d `o = y`\n    x = exit m\n"},
                     {"array p float64 [5]", "scalar p float64"},
                     {"p -> u.IN_p : p[0:5]", "p -> u.IN_p : p[0]"},
                     {"u.OUT_p -> w.y : p[k]", "u.OUT_p -> w.y : p[0]"}},
                    inMap()),
            Without::wrong, ""),
        without(refused("3 unknown-region",
                        {{"array a float64 [N, 5]", "array a float64 [N, 10]"},
                         {"array p float64 [5]", "array p float64 [5] strides [2]"},
                         {"a -> m.IN_a : a[0:N, 0:5]", "a -> m.IN_a : a[0:N, 0:10]"},
                         {"m.OUT_a -> n.p : a[i, 0:5]", "m.OUT_a -> n.p : a[i, 0:10:2]"}},
                        inMap()),
                Without::refused, ""),
        refused(
            "3 not-straight",
            {{"        q = access q\n",
              "        q = access q\n        g = tasklet g `o = y`\n        "
              "t2 = access t\n"},
             {"s.OUT_q -> q : q[0:5]\n", "s.OUT_q -> q : q[0:5]\n        q -> g.y : q[0]\n        "
                                         "g.o -> t2 : t[0]\n"}},
            inMap()),
        refused("4 other-layout",
                {{"array p float64 [5]", "array p float64 [5] strides [N]"},
                 {"array a float64 [N, 5]", "array a float64 [N, 25]"},
                 {"symbols M:int32 j", "symbols M:int32 N:int32 j"},
                 {"{M: N, j: i}", "{M: N, N: 3, j: i}"}},
                inMap()),
        without(refused("4 other-layout",
                        {{"      array t float64 [5] transient\n",
                          "      array t float64 [5] transient\n      view v float64 [5] "
                          "transient\n"},
                         {"        p -> u.IN_p : p[0:5]\n",
                          "        e = access v\n        p -> e.views : p[0:5]\n        e -> "
                          "u.IN_p : v[0:5]\n"},
                         {"u.OUT_p -> w.y : p[k]", "u.OUT_p -> w.y : v[k]"}},
                        inMap()),
                Without::same, "a view of what leaves the map would have nothing there to look at"),
        refused(
            "4 other-rank",
            {{"        u = map up [k = 0:5] -> v\n        w = tasklet w `o = (y * 2.0)`\n        v "
              "= "
              "exit u\n",
              "        u = library Reduce dace.libraries.standard.nodes.reduce.Reduce with axes = "
              "`[0]` with identity = `0` with wcr = `\"lambda x, y: x + y\"`\n"},
             {"        p -> u.IN_p : p[0:5]\n        u.OUT_p -> w.y : p[k]\n        w.o -> v.IN_t "
              ": "
              "t[k]\n        v.OUT_t -> t : t[0:5]\n",
              "        p -> u : p[0:5]\n        u -> t : t[0]\n"},
             {"z.y : t[4 - k]", "z.y : t[0]"}},
            inMap()),
        refused("5 bound-inside",
                {{"u = map up [k = 0:5]", "u = map up [i = 0:5]"},
                 {"u.OUT_p -> w.y : p[k]", "u.OUT_p -> w.y : p[i]"},
                 {"w.o -> v.IN_t : t[k]", "w.o -> v.IN_t : t[i]"},
                 {", j: i}", "}"},
                 {" j:int32", ""}},
                inMap()),
        refused("5 read-by-name", {{"z.y : t[4 - k]", "z.y : t[number]"}}, numbered()),
        without(refused("6 size-assigned", {{"array t float64 [5]", "array t float64 [j + 5]"}},
                        inMap()),
                Without::same, "DaCe takes what a size names for an argument of the program"),
        refused("7 other-use",
                {{"    h = access h\n", "    h = access a\n"},
                 {"d.p -> x.IN_h : h[i]", "d.p -> x.IN_h : a[i, 4]"},
                 {"x.OUT_h -> h : h[0:N]", "x.OUT_h -> h : a[0:N, 4]"}},
                fedTwice()),
        without(refused("2 no-inline", {{"{M: N} =", "{M: N} noinline ="}}), Without::same,
                "somebody wants it to stay"),
        without(refused("2 not-plain", {{"`o = (p * 2.0)`", "`o = p * 2.0;` CPP"}}),
                Without::unexecuted, "the interpreter runs no C++"),
        refused("3 not-a-container", {add("    z = tasklet z `u = 1.0`\n    z -> n\n")}),
        without(refused("3 part-of-container", {{"array a float64 [N]", "array a float64 [N + 1]"},
                                                {"a -> n.x : a[0:N]", "a -> n.x : a[1:N + 1]"}}),
                Without::refused, ""),
        without(refused("3 two-containers",
                        {{"a -> n.x : a[0:N]\n", "a -> n.y : a[0:N]\n"},
                         {"x = access x\n        t = access t\n        x -> t : x[0:M]",
                          "x = access y\n        t = access t\n        x -> t : y[0:M]"},
                         {"      array x float64 [M]\n", ""}}),
                Without::same, "no program can say that"),
        refused("4 other-layout", {{"array a float64 [N]", "array a float64 [N] strides [2]"}}),
        refused("5 bound-inside", {{"{M: N}", "{M: N, i: N - 4}"},
                                   {"symbols M:int32\n", "symbols M:int32 i:int32\n"}}),
        refused("5 symbol-in-code", {{"f: N}", "f: N + 1}"}}, factorInCode()),
        refused("5 read-by-name",
                {declare("  scalar z float64 transient\n"),
                 {"      state one {\n",
                  "      scalar z float64 transient\n      state one {\n        h = tasklet h `v = "
                  "3.0`\n        z = access z\n        h.v -> z : z[0]\n"},
                 {"`o = (p * 2.0)`", "`o = (p * z)`"}}),
        without(refused("5 no-value", {{"`o = (p * 2.0)`", "`o = (p * L)`"},
                                       {"symbols M:int32\n", "symbols M:int32 L:int32\n"}}),
                Without::unexecuted, "nothing gives the symbol a value"),
        refused("5 captured-in-code",
                {{"`o = (p * f)`", "`o = (N * f)`"}, {"m.OUT_t -> w.p", "m.OUT_t -> w.N"}},
                factorInCode()),
        refused("5 assigned-parameter",
                {{"map double [i = 0:M]", "map double [k = 0:M]"},
                 {"w.p : t[i]", "w.p : t[k]"},
                 {"e.IN_y : y[i]", "e.IN_y : y[k]"}},
                countingBeside()),
        without(refused("5 captured-in-code", {{"`o = (p * 2.0)`", "`o = (c * 2.0)`"},
                                               {"m.OUT_t -> w.p", "m.OUT_t -> w.c"}}),
                Without::same, "DaCe takes no connector that is called like a container"),
        without(
            refused("5 value-from-container", {declare("  scalar l int32\n"),
                                               {"{M: N}", "{M: N, L: l}"},
                                               {"symbols M:int32\n", "symbols M:int32 L:int32\n"},
                                               {"w.p : t[i]", "w.p : t[Min(i, L)]"}}),
            Without::same, "what is read by its name is read there too"),
        without(refused("6 size-assigned",
                        {{"  state main {", "  state before { z = access c }\n  state main {"},
                         {"    x.OUT_c -> c : c[0:N]\n  }\n",
                          "    x.OUT_c -> c : c[0:N]\n  }\n  before -> main with r = `N + 1`\n"},
                         {"{M: N}", "{M: N, R: r}"},
                         {"symbols M:int32\n", "symbols M:int32 R:int32\n"},
                         {"array t float64 [M] transient", "array t float64 [R] transient"}}),
                Without::same, "the reference executor allocates where a container is first used"),
        without(
            refused("6 set-zero", {{"t = access t\n        y", "t = access t setzero\n        y"}}),
            Without::same, "it is written over"),
        refused("7 not-separable", {declare("  view v float64 [N] transient\n"),
                                    {"    b = access b\n", "    v = access v\n    b = access b\n"},
                                    {"`o = (p + 1.0)`", "`o = (p + q)`"},
                                    add("    a -> v : a[0:N] -> [0:N]\n    v -> m.IN_v : v[0:N]\n"
                                        "    m.OUT_v -> s.q : v[i]\n")}),
    };
}

namespace {

using test::has;

std::string inlined(const std::string& text) {
    return test::textAfter(kName, text, {}, 1);
}

} // namespace

TEST_CASE("inline-nested-sdfg: code that names a parameter of the map around") {
    const auto named = test::edited(inMap(), {{"`o = (y * 2.0)`", "`o = (y * j)`"}});
    CHECK(has(test::textAfter(kName, named), "(y * i)"));
    const auto identity = test::edited(
        named,
        {{"j: i}", "i: i}"}, {"M:int32 j:int32", "M:int32 i:int64"}, {"(y * j)", "(y * i)"}});
    CHECK(has(test::textAfter(kName, identity), "(y * i)"));
}

TEST_CASE("inline-nested-sdfg: code that names a symbol that is wider outside") {
    const auto wider = [](const std::string& inner, const std::string& outer) {
        return test::edited(factorInCode(), {{"f:int32", "f:" + inner},
                                             {"  symbols N:int32", "  symbols N:" + outer}});
    };
    CHECK(has(test::textAfter(kName, wider("int32", "int64")), "(p * N)"));
    CHECK(test::refusalName(kName, wider("int64", "int32")) == "5 symbol-in-code");
    CHECK(test::refusalName(kName, wider("uint32", "int64")) == "5 symbol-in-code");
}

TEST_CASE("inline-nested-sdfg: states one after another, temporaries by names that are free") {
    const auto after = inlined(twoStates());
    CHECK(has(after, "main -> one"));
    CHECK(has(after, "one -> two"));
    CHECK(has(after, "two -> main_after"));
    CHECK(has(after, "array t_0 float64 [N] transient"));
    CHECK(has(after, "a[0:N] -> [0:N]"));
    CHECK_FALSE(has(after, "nested"));
}

TEST_CASE("inline-nested-sdfg: a block that gets another label takes none of those beside it") {
    // main is there already: main_0 would be that of the second one
    const auto after =
        inlined(test::edited(twoStates(), {{"      state one {", "      state main {"},
                                           {"      state two {", "      state main_0 {"},
                                           {"      one -> two", "      main -> main_0"}}));
    CHECK(has(after, "main -> main_1"));
    CHECK(has(after, "main_1 -> main_0"));
    CHECK(has(after, "main_0 -> main_after"));
}

TEST_CASE("inline-nested-sdfg: symbols in code and assigned symbols") {
    CHECK(has(inlined(factorInCode()), "`o = (p * N)`"));
    // of constants: the number that it is in every run
    const auto constant = test::edited(
        factorInCode(),
        {{"f: N", "f: 0.5 * C"},
         {"f:int32", "f:float64"},
         {"  symbols N:int32\n", "  symbols N:int32 C:float64\n  constant C = 0.8\n"}});
    CHECK(has(inlined(constant), "`o = (p * 0.4)`"));
    const auto after = inlined(counting());
    CHECK(has(after, "one -> two with k = `N + 1`"));
    const auto beside = countingBeside();
    CHECK(has(inlined(beside), "one -> two with k_0 = `N + 1`"));
    CHECK(has(inlined(beside), "`o = (p * k_0)`"));
}

TEST_CASE("inline-nested-sdfg: branches that meet again, and ways that end apart") {
    const auto meeting = test::edited(
        twoStates(), {{"one -> two\n", "state three {}\n      one -> two if `M > 3`\n      one -> "
                                       "three if `not (M > 3)`\n      two -> three\n"}});
    CHECK(has(inlined(meeting), "one -> three if `not (N > 3)`"));
    CHECK(has(inlined(meeting), "three -> main_after"));
    const auto apart = test::edited(twoStates(), {{"one -> two\n", "one -> two if `M > 3`\n"}});
    CHECK(has(inlined(apart), "region inner"));
    CHECK(has(inlined(apart), "inner -> main_after"));
}

TEST_CASE("inline-nested-sdfg: what is read before and after is an access node of both") {
    const auto text = test::edited(
        twoStates(), {{"`o = (p + 1.0)`", "`o = (p + q)`"},
                      test::add("    a -> m.IN_a : a[0:N]\n    m.OUT_a -> s.q : a[i]\n")});
    CHECK(has(inlined(text), "main_after"));
    const auto another = test::edited(
        twoStates(),
        {test::declare("  array d float64 [N]\n"),
         {"`o = (p + 1.0)`", "`o = (p + q)`"},
         test::add("    d = access d\n    d -> m.IN_d : d[0:N]\n    m.OUT_d -> s.q : d[i]\n")});
    CHECK(has(inlined(another), "main_after")); // none is left before
}

TEST_CASE("inline-nested-sdfg: one state in a map, with the elements that it was given") {
    const auto after = inlined(inMap());
    CHECK_FALSE(has(after, "nested"));
    CHECK(has(after, "n1.OUT_a -> n2.IN_p : a[i, 0:5]"));
    CHECK(has(after, "n2.OUT_p -> n3.y : a[i, k]"));
    CHECK(has(after, "n7.o -> n8.IN_q : b[N - i - 1, k + 2]"));
    CHECK(has(after, "array t float64 [5] transient"));
}

TEST_CASE("inline-nested-sdfg: one state in a map between access nodes, copies on its borders") {
    const auto after = inlined(betweenTasklets());
    CHECK_FALSE(has(after, "nested"));
    // What is handed over as it is becomes a copy.
    const auto handed =
        test::edited(betweenTasklets(), {{"        u = map up [k = 0:5] -> v\n        w = "
                                          "tasklet w `o = (y * 2.0)`\n        v = exit "
                                          "u\n        t = access t\n        r = map down [k "
                                          "= 0:1] -> s\n        z = tasklet z `o = (y + "
                                          "1.0)`\n        s = exit r\n",
                                          ""},
                                         {"p -> u.IN_p : p[0]\n        u.OUT_p -> w.y : "
                                          "p[0]\n        w.o -> v.IN_t : t[k]\n        "
                                          "v.OUT_t -> t : t[0:5]\n        t -> r.IN_t : "
                                          "t[0:5]\n        r.OUT_t -> z.y : t[4]\n        "
                                          "z.o -> s.IN_q : q[0]\n        s.OUT_q -> q : q[0]",
                                          "p -> q : p[0]"},
                                         {"      array t float64 [5] transient\n", ""}});
    CHECK(has(inlined(handed), "n3 -> n4 : e[0] -> [0]"));
}

TEST_CASE("inline-nested-sdfg: one state in a map that copies what comes and what goes") {
    for (const std::string said : {"p[0:5]", "t[0:5]", "p[0:5] -> [0:5]", "t[0:5] -> [0:5]"}) {
        const auto copying = test::edited(
            inMap(),
            {{"      array t float64 [5] transient\n",
              "      array t float64 [5] transient\n      array l float64 [5] transient\n"},
             {"        u = map up [k = 0:5] -> v\n        w = tasklet w `o = (y * 2.0)`\n        v "
              "= exit "
              "u\n",
              ""},
             {"        q = access q\n", "        q = access q\n        l = access l\n"},
             {"        p -> u.IN_p : p[0:5]\n        u.OUT_p -> w.y : p[k]\n        w.o -> v.IN_t "
              ": "
              "t[k]\n        v.OUT_t -> t : t[0:5]\n",
              "        p -> t : " + said + "\n"},
             {"z.o -> s.IN_q : q[k]\n        s.OUT_q -> q : q[0:5]\n",
              "z.o -> s.IN_q : l[k]\n        s.OUT_q -> l : l[0:5]\n        l -> q : " +
                  std::string(said.starts_with('p') ? "l" : "q") + said.substr(1) + "\n"}});
        CHECK_FALSE(has(inlined(copying), "nested"));
    }
}

TEST_CASE("inline-nested-sdfg: one state in a map without inputs, and what waits for it") {
    const auto constant = test::edited(
        inMap(),
        {{"        p = access p\n", ""},
         {"`o = (y * 2.0)`", "`o = 2.0`"},
         {"        p -> u.IN_p : p[0:5]\n        u.OUT_p -> w.y : p[k]\n", "        u -> w\n"},
         {"      array p float64 [5]\n", ""},
         {"m.OUT_a -> n.p : a[i, 0:5]\n", "m -> n\n"},
         {"    a -> m.IN_a : a[0:N, 0:5]\n", ""}});
    const auto after = inlined(constant);
    CHECK(has(after, "n1 -> n2\n"));
    // A tasklet before it, and one after it, by order alone.
    const auto ordered = test::edited(
        inMap(),
        {{"  array c ", "  scalar e float64 transient\n  scalar h float64 transient\n  array c "},
         {"    x = exit m\n",
          "    d = tasklet d `o = 3.0`\n    e = access e\n    l = tasklet l `o = "
          "4.0`\n    h = access h\n    x = exit m\n"},
         {"    a -> c :", "    m -> d\n    d.o -> e : e[0]\n    e -> n\n    n -> l\n    l.o -> h : "
                          "h[0]\n    a -> c :"}});
    const auto kept = inlined(ordered);
    CHECK(has(kept, "n10 -> n2\n"));
    CHECK(has(kept, "n8 -> n11\n"));
}

TEST_CASE("inline-nested-sdfg: half of a sum is rounded as a whole") {
    // The halves of two odd numbers, rounded one by one, are one element short.
    const auto text =
        test::edited(twoStates(), {{"  symbols N:int32\n", "  symbols N:int32 L:int32\n"},
                                   {"  array a float64 [N]\n  array b float64 [N]\n",
                                    "  array a float64 [L + N]\n"
                                    "  array b float64 [L + N]\n"},
                                   {"{M: N}", "{M: L + N}"},
                                   {"map double [i = 0:M]", "map double [i = 0:M/2]"},
                                   {"a -> n.x : a[0:N]", "a -> n.x : a[0:L + N]"},
                                   {"n.y -> b : b[0:N]", "n.y -> b : b[0:L + N]"},
                                   {"e.OUT_y -> y : y[0:M]", "e.OUT_y -> y : y[0:M/2]"}});
    const auto after = inlined(text);
    CHECK(has(after, "map double [i = 0:Max(0, int_floor(L + N, 2)) - "));
    CHECK_FALSE(has(after, "L/2"));
}

TEST_CASE("inline-nested-sdfg: what is nested deeper goes along") {
    const auto deeper = test::edited(
        twoStates(),
        {{"w = tasklet w `o = (p * 2.0)`",
          "w = nested deep {f: M} = sdfg deep {\n          symbols f:int32\n          scalar p "
          "float64\n          scalar o float64\n          state only {\n            p = access "
          "p\n            d = tasklet d `o1 = (p1 * f)`\n            o = access o\n            p "
          "-> d.p1 : p[0]\n            d.o1 -> o : o[0]\n          }\n        }"}});
    const auto after = test::textAfter(kName, deeper, {}, 2);
    CHECK(has(after, "`o1 = (p1 * N)`"));
    CHECK_FALSE(has(after, "nested"));
}

} // namespace mw::test::inline_nested_sdfg_test
