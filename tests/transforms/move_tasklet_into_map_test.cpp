// A tasklet without inputs goes into the map that reads its result; and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::move_tasklet_into_map_test {

namespace {

const std::string kName = "move-tasklet-into-map";

/// s = 2.5 * M, then b[i] = a[i] * s.
std::string scaled() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N]
  array b float64 [N]
  array d float64 [1]
  scalar s float64 transient
  state main {
    t = tasklet constant `o = (2.5 * M)`
    s = access s
    a = access a
    m = map scale [i = 0:N] -> x
    u = tasklet u `o = (x * y)`
    x = exit m
    b = access b
    t.o -> s : s[0]
    s -> m.IN_s : s[0]
    a -> m.IN_a : a[0:N]
    m.OUT_a -> u.x : a[i]
    m.OUT_s -> u.y : s[0]
    u.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
  }
}
)";
}

/// The map in an inner one of each row, tasklet and scalar in the rows.
std::string inRows() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array b float64 [N, M]
  scalar s float64 transient
  state main {
    r = map rows [i = 0:N] -> z
    t = tasklet row `o = (2.5 * i)`
    s = access s
    m = map columns [k = 0:M] -> x
    u = tasklet u `o = (y + k)`
    x = exit m
    z = exit r
    b = access b
    r -> t
    t.o -> s : s[0]
    s -> m.IN_s : s[0]
    m.OUT_s -> u.y : s[0]
    u.o -> x.IN_b : b[i, k]
    x.OUT_b -> z.IN_b : b[i, 0:M]
    z.OUT_b -> b : b[0:N, 0:M]
  }
}
)";
}

/// The scalar is read in a map inside the map, and through a second connector.
std::string deep() {
    return edited(scaled(),
                  {{"    u = tasklet u `o = (x * y)`\n    x = exit m\n",
                    "    l = map inner [k = 0:1] -> z\n    u = tasklet u `o = (x * y + w)`\n"
                    "    z = exit l\n    x = exit m\n"},
                   {"    s -> m.IN_s : s[0]\n", "    s -> m.IN_s : s[0]\n    s -> m.IN_t : s[0]\n"},
                   {"    m.OUT_a -> u.x : a[i]\n    m.OUT_s -> u.y : s[0]\n",
                    "    m.OUT_a -> l.IN_a : a[i]\n    m.OUT_s -> l.IN_s : s[0]\n"
                    "    m.OUT_t -> l.IN_t : s[0]\n    l.OUT_a -> u.x : a[i + k]\n"
                    "    l.OUT_s -> u.y : s[0]\n    l.OUT_t -> u.w : s[0]\n"},
                   {"    u.o -> x.IN_b : b[i]\n",
                    "    u.o -> z.IN_b : b[i + k]\n    z.OUT_b -> x.IN_b : b[i]\n"}});
}

/// Something else reads the scalar too.
std::string readBeside() {
    return edited(scaled(), {add("    d = access d\n    s -> d : s[0] -> [0]\n")});
}

/// A nested SDFG in the map reads the scalar.
std::string nested() {
    return edited(scaled(),
                  {{"    u = tasklet u `o = (x * y)`\n",
                    "    u = nested inner = sdfg inner {\n      array x float64 [1]\n      array y "
                    "float64 [1]\n      array o float64 [1]\n      state in { x = access x; y = "
                    "access y; o = access o; t = tasklet t `r = (p * q)`; x -> t.p : x[0]; y -> "
                    "t.q : y[0]; t.r -> o : o[0] }\n    }\n"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 no-chain",
         .sound = scaled(),
         .otherNode = "a",
         .role = 1,
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "3 has-inputs",
         .sound = scaled(),
         .fault = {{"    s = access s\n", "    s = access s\n    d = access d\n"},
                   {"    t.o -> s : s[0]\n", "    d -> t\n    t.o -> s : s[0]\n"}}},
        {.transformation = kName,
         .refusal = "4 side-effects",
         .sound = scaled(),
         .fault = {{"`o = (2.5 * M)`", "`o = 2.5 * M;` CPP"}},
         .without = Without::unexecuted,
         .because = "the interpreter runs no C++"},
        {.transformation = kName,
         .refusal = "4 reads-by-name",
         .sound = edited(
             scaled(),
             {{"  state main {\n", "  scalar r int64 transient\n  state first {\n    w = tasklet w "
                                   "`o = 1`\n    r = access r\n    w.o -> r : r[0]\n  }\n  state "
                                   "main {\n"},
              {"    a = access a\n", "    w = tasklet w `o = 3`\n    r = access r\n    a = access "
                                     "a\n"},
              add("    w.o -> r : r[0]\n  }\n  first -> main\n  main -> last\n "
                  " state last {\n")}),
         .fault = {{"`o = (2.5 * M)`", "`o = (2.5 * r)`"}},
         .match = "s -> "},
        {.transformation = kName,
         .refusal = "4 name-rebound",
         .sound = scaled(),
         .fault = {{"symbols N:int32 M:int32", "symbols N:int32 i:int32"},
                   {"`o = (2.5 * M)`", "`o = (2.5 * i)`"}}},
        {.transformation = kName,
         .refusal = "5 container-kind",
         .sound = scaled(),
         .fault = {{"  scalar s float64 transient\n", "  scalar s float64\n"}}},
        {.transformation = kName,
         .refusal = "6 written-too",
         .sound = scaled(),
         .fault = {{"    u = tasklet u `o = (x * y)`\n",
                    "    u = tasklet u `o = (x * y); p = (y + 1.0)`\n"},
                   add("    s2 = access s\n    u.p -> x.IN_s : s[0]\n    x.OUT_s -> s2 : s[0]\n")}},
        {.transformation = kName,
         .refusal = "7 turn",
         .sound = scaled(),
         .fault = {{"    t = tasklet constant `o = (2.5 * M)`\n    s = access s\n", ""},
                   {"    b = access b\n", "    b = access b\n    t = tasklet constant `o = (2.5 * "
                                          "M)`\n    s = access s\n"}},
         .without = Without::same,
         .because = "nothing here has its turn by the order of the nodes alone"},
        {.transformation = kName,
         .refusal = "8 layout",
         .sound = nested(),
         .fault = {{"array y float64 [1]", "array y float64 [2] strides [0]"}, {"y[0]", "y[1]"}},
         .without = Without::same,
         .because = "both elements of the nested SDFG are the same one"},
    };
}

namespace {

using test::has;

std::string after(const std::string& text, std::size_t times) {
    return test::textAfter(kName, text, {}, times);
}

} // namespace

TEST_CASE("move-tasklet-into-map: each iteration computes the value itself") {
    CHECK(after(scaled(), 1) == R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N]
  array b float64 [N]
  array d float64 [1]
  scalar local_s float64 transient storage Register
  state main {
    n0 = access a
    n1 = map scale [i = 0:N] -> n5
    n2 = tasklet constant `o = (2.5 * M)`
    n3 = access local_s
    n4 = tasklet u `o = (x * y)`
    n5 = exit n1
    n6 = access b
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n4.x : a[i]
    n3 -> n4.y : local_s[0]
    n4.o -> n5.IN_b : b[i]
    n5.OUT_b -> n6 : b[0:N]
    n1 -> n2
    n2.o -> n3 : local_s[0]
  }
}
)");
}

TEST_CASE("move-tasklet-into-map: the map stays in the one around when it loses its only input") {
    const auto text = after(inRows(), 1);
    CHECK(has(text, "n0 -> n1\n"));
}

TEST_CASE("move-tasklet-into-map: what is read further inside and by several connectors") {
    const auto text = after(deep(), 2); // into the outer map, then into the inner one
    CHECK_FALSE(has(text, "access s\n"));
    CHECK(has(text, ".y : local_s_0[0]"));
    CHECK(has(text, ".w : local_s_0[0]"));
}

TEST_CASE("move-tasklet-into-map: a nested SDFG reads the value of its iteration") {
    CHECK(has(after(nested(), 1), ".y : local_s[0]"));
}

TEST_CASE("move-tasklet-into-map: the tasklet outside stays for who else reads it") {
    const auto text = after(readBeside(), 1);
    CHECK(has(text, "access s\n"));
    CHECK(has(text, "access local_s\n"));
}

} // namespace mw::test::move_tasklet_into_map_test
