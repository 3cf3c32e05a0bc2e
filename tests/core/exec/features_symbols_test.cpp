// Symbols that the control flow assigns: they begin with the value that comes from outside, in
// kernels and on the host alike. The interpreter and the compiled kernels give the numbers worked
// out by hand.

#include "core/ir/dump.h"
#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"

#include <limits>

namespace features_symbols_test {

using namespace mw;
using test::agreed;
using test::integer;
using test::ints;
using test::Numbers;
using test::reals;

namespace {

const std::string kInner = R"(sdfg inn {
      symbols SYMBOLS
      array y float64 [3]
      BODY
    })";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at))
        text.replace(at, what.size(), by);
    return text;
}

/// A nested SDFG that writes three numbers, in a kernel or on the host.
std::string program(bool inMap, const std::string& mapping, const std::string& symbols,
                    const std::string& body) {
    const std::string inner = replaced(replaced(kInner, "SYMBOLS", symbols), "BODY", body);
    const std::string map = R"(sdfg g {
  symbols N:int32 k:int32
  array y float64 [N, 3]
  state s {
    m = map m [i = 0:N] -> e
    n = nested n {MAPPING} = INNER
    e = exit m
    b = access y
    m -> n
    n.y -> e.IN_y : y[i, 0:3]
    e.OUT_y -> b : y[0:N, 0:3]
  }
}
)";
    const std::string host = R"(sdfg g {
  symbols N:int32 k:int32 i:int32
  array y float64 [N, 3]
  state s {
    n = nested n {MAPPING} = INNER
    b = access y
    n.y -> b : y[i, 0:3]
  }
}
)";
    return replaced(replaced(inMap ? map : host, "MAPPING", mapping), "INNER", inner);
}

/// Row 1 of y, which begins as nines; k is 3.
Numbers rowOne(bool inMap, const std::string& mapping, const std::string& symbols,
               const std::string& body, bool baked = false) {
    symbolic::Bindings values{{"N", integer(2)}, {"k", integer(3)}};
    if (!inMap)
        values["i"] = integer(1);
    const auto results =
        agreed(program(inMap, mapping, symbols, body), values,
               {{"y", test::arrayOf(ir::ScalarType::float64, {2, 3}, Numbers(6, 9))}}, baked);
    const Numbers& y = results.at("y"); // the first dimension is the fastest
    return {y[1], y[3], y[5]};
}

const std::string kWrite = R"({ t = tasklet t `o = k`; a = access y; t.o -> a : y[AT] })";
std::string state(const std::string& name, const std::string& at) {
    return "state " + name + " " + replaced(kWrite, "AT", at) + "\n";
}

} // namespace

TEST_CASE("an assigned symbol of a nested SDFG begins with what the node maps in") {
    for (const bool inMap : {true, false})
        for (const bool baked : {false, true}) {
            INFO("in a map: " << inMap << ", symbols baked in: " << baked);
            CHECK(rowOne(inMap, "k: (i + k)", "k:int32",
                         state("a", "0") + state("b", "1") + state("c", "2") +
                             "a -> b with k = `(k + 10)`\nb -> c with k = `(k * 2)`\n",
                         baked) == Numbers{4, 14, 28});
        }
}

TEST_CASE("an assignment under a condition leaves the mapped value elsewhere") {
    const std::string body = state("a", "0") + state("then", "1") + state("last", "2") +
                             "a -> then if `(LIMIT)` with k = `100`\n"
                             "a -> last if `(not (LIMIT))`\nthen -> last\n";
    for (const bool inMap : {true, false}) {
        INFO("in a map: " << inMap);
        const auto with = [&](const std::string& limit) {
            return rowOne(inMap, "k: k, i: i", "k:int32 i:int32", replaced(body, "LIMIT", limit));
        };
        CHECK(with("k > 2") == Numbers{3, 100, 100});
        CHECK(with("k > i + 2") == Numbers{3, 9, 3});
    }
}

TEST_CASE("a symbol is carried from one turn of a loop to the next") {
    for (const bool inMap : {true, false}) {
        INFO("in a map: " << inMap);
        CHECK(rowOne(inMap, "k: (i + 1)", "k:int32 j:int32",
                     "loop l `j = 0` `(j < 3)` `j = (j + 1)` variable j {\n" + state("a", "j") +
                         "state b { }\na -> b with k = `(j + (2 * k))`\n}\n") == Numbers{2, 4, 9});
    }
}

TEST_CASE("a loop over a mapped symbol leaves its value behind, and none where it does not run") {
    const std::string body = state("a", "0") +
                             "branch q { if `(k < LIMIT)` { loop l `k = 5` `(k < 8)` `k = (k + 2)` "
                             "variable k { " +
                             state("turn", "1") + "} } }\n" + state("c", "2") + "a -> q\nq -> c\n";
    for (const bool inMap : {true, false}) {
        INFO("in a map: " << inMap);
        CHECK(rowOne(inMap, "k: k", "k:int32", replaced(body, "LIMIT", "4")) == Numbers{3, 7, 9});
        CHECK(rowOne(inMap, "k: k", "k:int32", replaced(body, "LIMIT", "2")) == Numbers{3, 9, 3});
    }
}

TEST_CASE("the body of a loop may assign the loop's variable and its bound") {
    for (const bool inMap : {true, false}) {
        INFO("in a map: " << inMap);
        CHECK(rowOne(inMap, "k: k", "k:int32 j:int32",
                     "loop l `j = 0` `(j < k)` `j = (j + 1)` variable j {\n"
                     "state a { }\n" +
                         replaced(state("b", "j"), "o = k", "o = (10 * k) + j") +
                         "a -> b with k = `(k - 1)`\n}\n") == Numbers{20, 11, 9});
        CHECK(rowOne(inMap, "k: k", "k:int32 j:int32",
                     "loop l `j = 0` `(j < 3)` `j = (j + 1)` variable j {\n" + state("a", "j") +
                         "state b { }\na -> b with j = `(j + 1)`\n}\n") == Numbers{3, 9, 3});
        CHECK(rowOne(inMap, "k: k", "k:int32 j:int32",
                     "loop l `j = 0` `(j < 3)` `j = (j + 1)` variable j {\n" +
                         replaced(state("a", "j"), "o = k", "o = j") +
                         "loop inner `j = j` `(j < 1)` `j = (j + 1)` variable j { state x { } }\n"
                         "a -> inner\n}\n") == Numbers{0, 9, 2});
    }
}

TEST_CASE("nested SDFGs have symbols of their own, however deep") {
    const std::string deep = R"(state a {
        n = nested deep {k: (k * 2)} = sdfg deep {
          symbols k:int32
          array y float64 [3]
          state p { t = tasklet t `o = k`; a = access y; t.o -> a : y[0] }
          state q { t = tasklet t `o = k`; a = access y; t.o -> a : y[1] }
          p -> q with k = `(k + 1)`
        }
        b = access y
        n.y -> b : y[0:3]
      }
      )" + state("b", "2") + "start -> a with k = `(k + 5)`\na -> b\nstate start { }\n";
    for (const bool inMap : {true, false}) {
        INFO("in a map: " << inMap);
        CHECK(rowOne(inMap, "k: k", "k:int32", deep) == Numbers{16, 17, 8});
    }
}

TEST_CASE("memlets and ranges follow a symbol that changes") {
    const std::string body = R"(state start { }
      state fill {
        m = map m [c = k:3] -> e
        t = tasklet t `o = (c + (10 * k))`
        e = exit m
        a = access y
        m -> t
        t.o -> e.IN_y : y[c]
        e.OUT_y -> a : y[k:3]
      }
      state again { }
      state last { t = tasklet t `o = -1`; a = access y; t.o -> a : y[k] }
      start -> fill with k = `(k - 3)`
      fill -> again with k = `(k + 1)`
      again -> last
)";
    for (const bool inMap : {true, false}) {
        INFO("in a map: " << inMap);
        CHECK(rowOne(inMap, "k: k", "k:int32", body) == Numbers{0, -1, 2});
    }
}

TEST_CASE("what a table says at a changing symbol is read anew") {
    const auto results = agreed(
        R"(sdfg g {
  array table int32 [3]
  array x float64 [3]
  array y float64 [3]
  state s {
    a = access table; b = access x
    m = map m [i = 0:1] -> e
    n = nested n {k: i} = sdfg inn {
      symbols k:int32
      array table int32 [3]
      array x float64 [3]
      array y float64 [3]
      state first {
        a = access table; b = access x; c = access y
        t = tasklet t `o = v[w]`
        a -> t.w : table[k]; b -> t.v : x[0:3]; t.o -> c : y[k]
      }
      state second {
        a = access table; b = access x; c = access y
        t = tasklet t `o = v[w]`
        a -> t.w : table[k]; b -> t.v : x[0:3]; t.o -> c : y[k]
      }
      first -> second with k = `(k + 2)`
    }
    e = exit m
    c = access y
    a -> m.IN_t : table[0:3]; m.OUT_t -> n.table : table[0:3]
    b -> m.IN_x : x[0:3]; m.OUT_x -> n.x : x[0:3]
    n.y -> e.IN_y : y[0:3]; e.OUT_y -> c : y[0:3]
  }
}
)",
        {}, {{"table", ints({2, 0, 1})}, {"x", reals({10, 20, 30})}, {"y", reals({0, 0, 0})}});
    CHECK(results.at("y") == Numbers{30, 0, 20});
}

TEST_CASE("strides follow a symbol that changes") {
    const std::string body = R"(state first { t = tasklet t `o = 1`; a = access v; t.o -> a : v[1] }
      state second { t = tasklet t `o = 2`; a = access v; t.o -> a : v[1] }
      first -> second with k = `(k - 1)`
)";
    for (const bool inMap : {true, false}) {
        std::string text = program(inMap, "k: (k - 1)", "k:int32", body);
        text =
            replaced(text, "array y float64 [3]\n", "array v float64 [2] strides [k] total [3]\n");
        text = replaced(text, "n.y ->", "n.v ->");
        symbolic::Bindings values{{"N", integer(1)}, {"k", integer(3)}};
        if (!inMap)
            values["i"] = integer(0);
        INFO("in a map: " << inMap);
        CHECK(agreed(text, values,
                     {{"y", test::arrayOf(ir::ScalarType::float64, {1, 3}, Numbers(3, 9))}})["y"] ==
              Numbers{9, 2, 1});
    }
}

TEST_CASE("an assigned symbol has its declared type, or that of its first value") {
    for (const bool inMap : {true, false}) {
        INFO("in a map: " << inMap);
        const auto first = [&](const std::string& symbols, const std::string& value) {
            return rowOne(inMap, "n: k", "n:int32 " + symbols,
                          "state start { }\n" + state("a", "0") + "start -> a with k = `" + value +
                              "`\n")[0];
        };
        CHECK(first("k:int32", "((n * 1000000000) + 4)") == 3000000004.0 - 4294967296.0);
        CHECK(first("k:uint8", "(n * 100)") == 300 - 256);
        CHECK(first("k:int32", "(n * -0.9)") == -2);
        CHECK(first("k:bool", "(n * 2)") == 1);
        CHECK(first("k:float32", "(n * 0.1)") == static_cast<double>(3 * 0.1F));
        CHECK(first("", "(n * 0.5)") == 1.5);
        CHECK(first("", "(n > 2)") == 1);
    }
}

TEST_CASE("a symbol of the program begins with the value that it is called with") {
    const std::string graph = R"(sdfg g {
  symbols k:int32
  array y float64 [3]
  state a { t = tasklet t `o = k`; b = access y; t.o -> b : y[0] }
  state c { t = tasklet t `o = k`; b = access y; t.o -> b : y[1] }
  a -> c with k = `(k + 10)`
}
)";
    for (const bool baked : {false, true})
        CHECK(agreed(graph, {{"k", integer(3)}}, {{"y", reals({9, 9, 9})}}, baked)["y"] ==
              Numbers{3, 13, 9});
    const auto document = ir::parseDump(graph);
    REQUIRE(document);
    const auto plan = codegen::lower(**document);
    REQUIRE(plan);
    REQUIRE(plan->symbols.size() == 1);
    CHECK(plan->symbols[0].name == "k");
}

TEST_CASE("a symbol that nobody gives a value is refused where it may be read first") {
    const auto document =
        ir::parseDump(program(true, "i: i", "k:int32 i:int32",
                              state("a", "0") + state("b", "1") +
                                  "start -> a if `(i > 0)` with k = `1`\n"
                                  "start -> b if `(not (i > 0))`\nstate start { }\n"));
    REQUIRE(document);
    const auto plan = codegen::lower(**document);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().sentence == "the nested SDFG 'n' may read the symbol 'k' before it assigns "
                                   "it, and is given no value for it");
}

TEST_CASE("a container hides a symbol outside that has its name") {
    const auto results =
        agreed(R"(sdfg g {
  symbols c:int32
  array x float64 [2]
  array y float64 [2]
  state s {
    a = access x
    m = map m [i = 0:2] -> e
    n = nested n {i: i} = sdfg inn {
      symbols i:int32
      scalar c float64
      array y float64 [1]
      state start { }
      state set { t = tasklet t `o = i`; a = access y; t.o -> a : y[0] }
      start -> set if `(c > 1.5)`
    }
    e = exit m
    b = access y
    a -> m.IN_x : x[0:2]; m.OUT_x -> n.c : x[i]
    n.y -> e.IN_y : y[i]; e.OUT_y -> b : y[0:2]
  }
}
)",
               {{"c", integer(7)}}, {{"x", reals({1, 2})}, {"y", reals({9, 9})}}, true);
    CHECK(results.at("y") == Numbers{9, 1});
}

TEST_CASE("constants that no literal spells") {
    const auto infinite = symbolic::Value::real(std::numeric_limits<double>::infinity());
    const auto none = symbolic::Value::real(std::numeric_limits<double>::quiet_NaN());
    const auto results =
        agreed(R"(sdfg g {
  symbols high:float64 low:float64 none:float64
  array x float64 [3]
  array y float64 [3]
  state s {
    a = access x
    m = map m [i = 0:3] -> e
    t = tasklet t `w = (v if v < high and v > low else none)`
    e = exit m
    b = access y
    a -> m.IN_x : x[0:3]; m.OUT_x -> t.v : x[i]
    t.w -> e.IN_y : y[i]; e.OUT_y -> b : y[0:3]
  }
}
)",
               {{"high", infinite}, {"low", symbolic::Value::real(-infinite.d)}, {"none", none}},
               {{"x", reals({1, 2, 3})}, {"y", reals({9, 9, 9})}}, true);
    CHECK(results.at("y") == Numbers{1, 2, 3});
}

} // namespace features_symbols_test
