// What constructs mean on which executors once disagreed: interpreter, C++ and exported library
// give the numbers that DaCe's own C++ gives, worked out here.

#include "core/ir/dump.h"
#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"

#include <bit>
#include <cmath>

namespace meanings_test {

using namespace mw;
using ir::ScalarType;
using test::agreed;
using test::arrayOf;
using test::integer;
using test::ints;
using test::Numbers;
using test::reals;

namespace {

/// A tasklet over five elements of x, v: its input, o: what goes to y, which begins as nines.
Numbers mapped(const std::string& lines, const std::string& memlet = "y[i]") {
    std::string code; // on one line of the text form
    for (const char c : lines)
        code += c == '\n' ? std::string("\\n") : std::string(1, c);
    const auto results = agreed(R"(sdfg g {
  array x float64 [5]
  array y float64 [5]
  state s {
    a = access x
    m = map m [i = 0:5] -> e
    t = tasklet t `)" + code + R"(`
    e = exit m
    b = access y
    a -> m.IN_x : x[0:5]
    m.OUT_x -> t.v : x[i]
    t.o -> e.IN_y : )" + memlet + R"(
    e.OUT_y -> b : y[0:5]
  }
}
)",
                                {},
                                {{"x", reals({-2, -1, 0, 1, 2})}, {"y", reals({9, 9, 9, 9, 9})}});
    return results.at("y");
}

} // namespace

TEST_CASE("functions of DaCe's headers take parameters of maps") {
    CHECK(mapped("o = heaviside(i) + v * 0") == Numbers{0, 1, 1, 1, 1});
    CHECK(mapped("o = heaviside(i - 2, 7) + v * 0") == Numbers{0, 0, 7, 1, 1});
    CHECK(mapped("o = py_floor(i - 2, 2) + sign(i) + v * 0") == Numbers{-1, 0, 1, 1, 2});
}

TEST_CASE("a parameter of a map is stored as the bits of another type") {
    const auto results = agreed(R"(sdfg g {
  array y float32 [4]
  view v int32 [4] transient
  state s {
    m = map m [i = 0:4] -> e
    t = tasklet t `o = i`
    e = exit m
    v = access v
    y = access y
    m -> t
    t.o -> e.IN_v : v[i]
    e.OUT_v -> v : v[0:4]
    v.views -> y : y[0:4]
  }
}
)",
                                {}, {{"y", arrayOf(ir::ScalarType::float32, {4}, {9, 9, 9, 9})}});
    const double bit = std::ldexp(1.0, -149); // of a float
    CHECK(results.at("y") == Numbers{0, bit, 2 * bit, 3 * bit});
}

TEST_CASE("branches of a tasklet run where their conditions hold") {
    CHECK(mapped("if v > 1:\n    o = v\nelif v > -1:\n    w = v * 10\n    o = w + 1\nelse:\n    o "
                 "= -v") == Numbers{2, 1, 1, 11, 2});
    CHECK(mapped("o = 5\nif v < 0: o = v") == Numbers{-2, -1, 5, 5, 5});
    CHECK(mapped("w = 1\nif v > 0:\n  if v > 1:\n    w = w + 2\n  w = w + 4\no = w") ==
          Numbers{1, 1, 1, 5, 7});
    CHECK(mapped("if v > 0:\n  v = -v\n  o = v\nelse:\n  o = 100 + v") ==
          Numbers{98, 99, 100, -1, -2});
    CHECK(mapped("if v != 0:\n  o = 1 // int(v)\nelse:\n  o = 7") == Numbers{0, -1, 7, 1, 0});
}

TEST_CASE("an output that no branch assigned is not written") {
    CHECK(mapped("if v > 0:\n  o = v") == Numbers{9, 9, 9, 1, 2});
    CHECK(mapped("if v > 0:\n  o = v\nelif v < -1:\n  o = 0") == Numbers{0, 9, 9, 1, 2});
    CHECK(mapped("if v > 0:\n  o = v", "y[0] wcr `lambda a, b: a + b`") == Numbers{12, 9, 9, 9, 9});
    CHECK(mapped("if v == 2:\n  o = v", "y[0]") == Numbers{2, 9, 9, 9, 9});
    CHECK(mapped("pass") == Numbers{9, 9, 9, 9, 9});
}

TEST_CASE("what a branch that is not taken would compute is not computed") {
    const auto results = agreed(R"(sdfg g {
  array x int32 [3]
  array table int32 [2]
  array y int32 [3]
  state s {
    a = access x
    k = access table
    m = map m [i = 0:3] -> e
    t = tasklet t `if v != 0:\n  o = 6 // v\nelif w[v] > 0:\n  o = w[1]`
    e = exit m
    b = access y
    a -> m.IN_x : x[0:3]
    k -> m.IN_t : table[0:2]
    m.OUT_x -> t.v : x[i]
    m.OUT_t -> t.w : table[0:2]
    t.o -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:3]
  }
}
)",
                                {},
                                {{"x", test::ints({0, 2, -1})},
                                 {"table", test::ints({1, 8})},
                                 {"y", test::ints({0, 0, 0})}});
    CHECK(results.at("y") == Numbers{8, 3, -6});
}

TEST_CASE("a name that stands for a region is a pointer: assigning it writes nothing") {
    const auto results =
        agreed(R"(sdfg g {
  symbols N:int32
  array x float64 [N]
  array y float64 [N]
  state s {
    a = access x
    t = tasklet t `o = v`
    b = access y
    a -> t.v : x[0:N]
    t.o -> b : y[0:N]
  }
}
)",
               {{"N", integer(3)}}, {{"x", reals({1, 2, 3})}, {"y", reals({7, 8, 9})}});
    CHECK(results.at("y") == Numbers{7, 8, 9});
}

TEST_CASE("a view of another type sees the bits") {
    const auto graph = [](const std::string& stored, const std::string& seen) {
        return "sdfg g {\n array x " + stored + " [3]\n array y " + seen + " [3]\n array z " +
               stored + " [3]\n view v " + seen + R"( [3] transient
  view w )" + seen +
               R"( [3] transient
  state s {
    a = access x
    v = access v
    m = map m [i = 0:3] -> e
    t = tasklet t `o = q`
    e = exit m
    b = access y
    a -> v.views : x[0:3]
    v -> m.IN_v : v[0:3]
    m.OUT_v -> t.q : v[i]
    t.o -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:3]
    w = access w
    d = access z
    n = map n [i = 0:3] -> f
    r = tasklet r `o = q + 1`
    f = exit n
    v -> n.IN_v : v[0:3]
    n.OUT_v -> r.q : v[i]
    r.o -> f.IN_w : w[i]
    f.OUT_w -> w : w[0:3]
    w.views -> d : z[0:3]
  }
}
)";
    };
    const auto bits = [](double value) {
        return static_cast<double>(std::bit_cast<std::int64_t>(value));
    };
    const auto wide = agreed(graph("float64", "int64"), {},
                             {{"x", reals({1.5, -2, 0})},
                              {"y", arrayOf(ScalarType::int64, {3}, {0, 0, 0})},
                              {"z", reals({0, 0, 0})}});
    CHECK(wide.at("y") == Numbers{bits(1.5), bits(-2), 0});
    CHECK(wide.at("z")[0] > 1.5); // the next number
    CHECK(wide.at("z")[0] < 1.5 + 1e-15);
    const auto narrow = agreed(graph("int32", "float32"), {},
                               {{"x", test::ints({0x40490fdb, 0x3f800000, 0})},
                                {"y", arrayOf(ScalarType::float32, {3}, {9, 9, 9})},
                                {"z", test::ints({0, 0, 0})}});
    CHECK(narrow.at("y")[1] == 1);
    CHECK(narrow.at("z") == Numbers{static_cast<double>(std::bit_cast<std::int32_t>(
                                        std::bit_cast<float>(0x40490fdb) + 1)),
                                    0x40000000, 0x3f800000});
}

TEST_CASE("a view of elements of another size is refused by all, with one sentence") {
    test::TwoWays program;
    program.document = *ir::parseDump(R"(sdfg g {
  array x float64 [2]
  array y float32 [4]
  view v float32 [4] transient
  state s {
    a = access x
    v = access v
    m = map m [i = 0:4] -> e
    t = tasklet t `o = q`
    e = exit m
    b = access y
    a -> v.views : x[0:2]
    v -> m.IN_v : v[0:4]
    m.OUT_v -> t.q : v[i]
    t.o -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:4]
  }
}
)");
    program.inputs = {{"x", reals({1, 2})}, {"y", arrayOf(ScalarType::float32, {4}, {0, 0, 0, 0})}};
    test::lowerFor(program, {}, "");
    const std::string sentence = "the view 'v' sees elements of float64 as float32: only a view of "
                                 "elements of the same size";
    CHECK(program.problem.find(sentence) != std::string::npos);
    const auto ran = test::runInterpreted(program);
    REQUIRE_FALSE(ran);
    CHECK(ran.error().sentence.find(sentence) != std::string::npos);
}

TEST_CASE("axes of a reduction count from the end where they are negative") {
    for (const char* axes : {"[1]", "[-1]"}) {
        const auto results =
            agreed(std::string(R"(sdfg g {
  array x float64 [2, 3]
  array y float64 [2]
  state s {
    a = access x
    r = library r dace.libraries.standard.nodes.reduce.Reduce with wcr = `"lambda a, b: a + b"` with axes = `)") +
                       axes + R"(` with identity = `0`
    b = access y
    a -> r._in : x[0:2, 0:3]
    r._out -> b : y[0:2]
  }
}
)",
                   {},
                   {{"x", arrayOf(ScalarType::float64, {2, 3}, {1, 10, 2, 20, 3, 30})},
                    {"y", reals({0, 0})}});
        CHECK(results.at("y") == Numbers{6, 60});
    }
}

TEST_CASE("a state machine that is neither branches nor loops runs block by block") {
    // two ways back to the guard; and one into the middle of a loop
    const auto results = agreed(
        R"(sdfg collatz {
  array x int64 [1]
  array n int64 [1]
  state guard { }
  state even {
    a = access x; t = tasklet t `o = (p // 2)`; b = access x
    c = access n; u = tasklet u `o = (p + 1)`; d = access n
    a -> t.p : x[0]; t.o -> b : x[0]
    c -> u.p : n[0]; u.o -> d : n[0]
  }
  state odd {
    a = access x; t = tasklet t `o = ((3 * p) + 1)`; b = access x
    c = access n; u = tasklet u `o = (p + 1)`; d = access n
    a -> t.p : x[0]; t.o -> b : x[0]
    c -> u.p : n[0]; u.o -> d : n[0]
  }
  state end { }
  guard -> end if `(x[0] == 1)`
  guard -> even if `((x[0] != 1) and ((x[0] % 2) == 0))`
  guard -> odd if `((x[0] != 1) and ((x[0] % 2) == 1))`
  even -> guard
  odd -> guard
}
)",
        {},
        {{"x", arrayOf(ScalarType::int64, {1}, {6})}, {"n", arrayOf(ScalarType::int64, {1}, {0})}});
    CHECK(results.at("x") == Numbers{1});
    CHECK(results.at("n") == Numbers{8});
    const auto entered = agreed(R"(sdfg entered {
  symbols k:int32
  array y float64 [6]
  state start { }
  state top { t = tasklet t `o = 1`; a = access y; t.o -> a : y[k] wcr `lambda a, b: a + b` }
  state middle { t = tasklet t `o = 10`; a = access y; t.o -> a : y[k] wcr `lambda a, b: a + b` }
  state end { }
  start -> middle if `(k == 2)`
  start -> top if `(k != 2)`
  top -> middle
  middle -> top if `(k < 4)` with k = `(k + 1)`
  middle -> end if `(k >= 4)`
}
)",
                                {{"k", integer(2)}}, {{"y", reals({0, 0, 0, 0, 0, 0})}});
    CHECK(entered.at("y") == Numbers{0, 0, 10, 11, 11, 0});
}

TEST_CASE("a scalar reaches the interstate edges of a nested SDFG, baked in or not") {
    for (const bool baked : {false, true}) {
        const auto results = agreed(R"(sdfg g {
  array y float64 [4]
  scalar size int32
  state s {
    c = access size
    k = nested k {} = sdfg inner {
      symbols q:int32
      scalar n int32
      array w float64 [4]
      state before { }
      state after { m = map m [i = 0:q] -> e; t = tasklet t `o = i`; e = exit m; a = access w; m -> t
        t.o -> e.IN_w : w[i]; e.OUT_w -> a : w[0:q] }
      before -> after with q = `n`
    }
    a = access y
    c -> k.n : size[0]
    k.w -> a : y[0:4]
  }
}
)",
                                    {{"size", integer(3)}}, {{"y", reals({9, 9, 9, 9})}}, baked);
        CHECK(results.at("y") == Numbers{0, 1, 2, 9});
    }
}

TEST_CASE("unsigned arithmetic is of 32 bits, with wide parameters of maps too") {
    // i - (x + 2^31) wraps, and -5 is large beside 2^31: as if all were unsigned.
    const auto results =
        agreed(R"(sdfg g {
  symbols N:int32
  array x int32 [N]
  array y int64 [N]
  state s {
    a = access x
    m = map m [i = 0:N] -> e
    t = tasklet t `o = ((i - (v + 2147483648)) + (1000 if ((i - 5) < 2147483648) else 0))`
    e = exit m
    b = access y
    a -> m.IN_x : x[0:N]; m.OUT_x -> t.v : x[i]
    t.o -> e.IN_y : y[i]; e.OUT_y -> b : y[0:N]
  }
}
)",
               {{"N", integer(2)}},
               {{"x", ints({1, 1})}, {"y", test::arrayOf(ir::ScalarType::int64, {2}, {9, 9})}});
    CHECK(results.at("y") == Numbers{2147483647.0, 2147483648.0});
}

TEST_CASE("the host reads a scalar in a range and inside of a nested SDFG, whatever computed it") {
    const auto results = agreed(R"(sdfg g {
  symbols q:int32
  scalar s int32 transient
  scalar k int32 transient
  array y float64 [4]
  array z float64 [1]
  array v float64 [1]
  state first { t = tasklet t `o = (abs(q) % 4)`; a = access s; t.o -> a : s[0] }
  state second { t = tasklet t `o = (q + 9)`; a = access k; t.o -> a : k[0] }
  state counted {
    a = access s
    n = nested n {} = sdfg inn {
      symbols j:int32
      scalar c int32
      array y float64 [1]
      state none { t = tasklet t `o = 0`; w = access y; t.o -> w : y[0] }
      loop l `j = 0` `(j < c)` `j = (j + 1)` variable j {
        state turn { r = access y; t = tasklet t `o = (x + 1)`; w = access y
          r -> t.x : y[0]; t.o -> w : y[0] }
      }
      none -> l
    }
    b = access z
    a -> n.c : s[0]; n.y -> b : z[0]
  }
  state ranged {
    a = access s
    m = map m [i = 0:count] -> x
    t = tasklet t `o = 7`
    x = exit m
    b = access y
    a -> m.count : s[0]; m -> t
    t.o -> x.IN_y : y[i]; x.OUT_y -> b : y[0:4]
  }
  state indexed {
    a = access k
    n = nested n {} = sdfg ind {
      array c int32 [1]
      array y float64 [1]
      branch b { if `(c[0] > 2)` {
        state yes { t = tasklet t `o = 1`; w = access y; t.o -> w : y[0] } } else {
        state no { t = tasklet t `o = 2`; w = access y; t.o -> w : y[0] } } }
    }
    b = access v
    a -> n.c : k[0]; n.y -> b : v[0]
  }
  first -> second
  second -> counted
  counted -> ranged
  ranged -> indexed
}
)",
                                {{"q", integer(-6)}},
                                {{"y", reals({9, 9, 9, 9})}, {"z", reals({9})}, {"v", reals({9})}});
    CHECK(results.at("z") == Numbers{2});
    CHECK(results.at("y") == Numbers{7, 7, 9, 9});
    CHECK(results.at("v") == Numbers{1});
}

} // namespace meanings_test
