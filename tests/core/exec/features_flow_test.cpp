// What the format can say about control flow, one minimal graph each: the interpreter and the
// compiled kernels give the numbers worked out by hand.

#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"

namespace features_flow_test {

using namespace mw;
using test::agreed;
using test::integer;
using test::ints;
using test::Numbers;
using test::reals;

TEST_CASE("a map range may come from an element of an array, and may be empty") {
    const std::string graph = R"(sdfg g {
  symbols N:int32
  array n int32 [2]
  array y float64 [N]
  state s {
    a = access n
    m = map m [i = first:last] -> e
    t = tasklet t `o = (i + 0.5)`
    e = exit m
    b = access y
    a -> m.first : n[0]
    a -> m.last : n[1]
    m -> t
    t.o -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:N]
  }
}
)";
    const symbolic::Bindings n{{"N", integer(4)}};
    CHECK(agreed(graph, n, {{"n", ints({1, 3})}, {"y", reals({9, 9, 9, 9})}})["y"] ==
          Numbers{9, 1.5, 2.5, 9});
    CHECK(agreed(graph, n, {{"n", ints({3, 1})}, {"y", reals({9, 9, 9, 9})}})["y"] ==
          Numbers{9, 9, 9, 9});
}

TEST_CASE("a temporary may have a size that the program computes, in a loop too") {
    const auto results = agreed(R"(sdfg g {
  symbols N:int32 m:int32 n:int32
  array c int32 [1]
  array tmp float64 [m] transient
  array y float64 [1]
  state start { }
  loop l `n = 0` `(n < N)` `n = (n + 1)` variable n {
    state size { }
    state fill {
      q = map q [i = 0:m] -> e
      t = tasklet t `o = i`
      e = exit q
      a = access tmp
      r = library r dace.libraries.standard.nodes.reduce.Reduce with wcr = `"lambda a, b: a + b"` with axes = `[0]`
      b = access y
      q -> t
      t.o -> e.IN_t : tmp[i]
      e.OUT_t -> a : tmp[0:m]
      a -> r._in : tmp[0:m]
      r._out -> b : y[0]
    }
    size -> fill with m = `(c[0] + (n * 100))`
}
start->l
}
)",
                                {{"N", integer(3)}}, {{"c", ints({3})}, {"y", reals({0})}});
    CHECK(results.at("y") == Numbers{3 + 103.0 * 102 / 2 + 203.0 * 202 / 2});
}

TEST_CASE("a sequential map inside a kernel is a loop that covers its block") {
    const auto results = agreed(R"(sdfg g {
  symbols K:int32
  array y float64 [K]
  state s {
    m = map m [b = 0:K:4] schedule GPU_Device -> e
    n = map n [k = b:Min(b + 4, K)] schedule Sequential unroll 2 -> f
    t = tasklet t `o = ((k * 2) + b)`
    f = exit n
    e = exit m
    c = access y
    m -> n
    n -> t
    t.o -> f.IN_y : y[k]
    f.OUT_y -> e.IN_y : y[b:Min(b + 4, K)]
    e.OUT_y -> c : y[0:K]
  }
}
)",
                                {{"K", integer(6)}}, {{"y", reals(Numbers(6, -1.0))}});
    CHECK(results.at("y") == Numbers{0, 2, 4, 6, 12, 14});
}

TEST_CASE("a scan continues, breaks, and leaves its variable behind") {
    const std::string graph = R"(sdfg g {
  symbols K:int32
  array x float64 [K]
  array y float64 [3]
  state s {
    a = access x
    m = map m [i = 0:1] -> e
    n = nested n {K: K} = sdfg scan {
      symbols K:int32 k:int32
      array x float64 [K]
      array y float64 [3]
      scalar c float64 transient
      state init { t = tasklet t `o = 0.0`; a = access c; t.o -> a : c[0] }
      loop l `k = 0` `COND` `k = (k + 1)` variable k {
        branch q { if `(x[k] < 0.0)` { JUMP jump } }
        state add {
          a = access c; b = access x; d = access c
          t = tasklet t `o = (p + q)`
          a -> t.p : c[0]; b -> t.q : x[k]; t.o -> d : c[0]
        }
        q -> add
      }
      state out {
        a = access c; b = access y
        t = tasklet t `o = p; r = k`
        a -> t.p : c[0]
        t.o -> b : y[0]
        t.r -> b : y[1]
      }
      init -> l
      l -> out
    }
    e = exit m
    b = access y
    a -> m.IN_x : x[0:K]
    m.OUT_x -> n.x : x[0:K]
    n.y -> e.IN_y : y[0:3]
    e.OUT_y -> b : y[0:3]
  }
}
)";
    const auto with = [&](const std::string& jump, const std::string& condition) {
        std::string text = graph;
        text.replace(text.find("JUMP"), 4, jump);
        text.replace(text.find("COND"), 4, condition);
        return agreed(text, {{"K", integer(4)}},
                      {{"x", reals({1, 2, -5, 4})}, {"y", reals({0, 0, 9})}})["y"];
    };
    CHECK(with("continue", "(k < K)") == Numbers{7, 4, 9});
    CHECK(with("break", "(k < K)") == Numbers{3, 2, 9});
    CHECK(with("continue", "((k < K) and (k < 3))") == Numbers{3, 3, 9});
    CHECK(with("break", "((k < K) and (k < 3))") == Numbers{3, 2, 9});
}

TEST_CASE("a scalar of the host keeps the value that its symbol had") {
    const auto results = agreed(R"(sdfg g {
  symbols q:int32 p:int32
  scalar t float64 transient
  array y float64 [1]
  state first { c = tasklet c `o = (p * 2.0)`; a = access t; c.o -> a : t[0] }
  state second { a = access t; c = tasklet c `o = v`; b = access y; a -> c.v : t[0]; c.o -> b : y[0] }
  state start { }
  start -> first with p = `(q + 1)`
  first -> second with p = `100`
}
)",
                                {{"q", integer(4)}}, {{"y", reals({0})}});
    CHECK(results.at("y") == Numbers{10});
}

TEST_CASE("the host divides as C does and converts to the symbol's type") {
    const auto results =
        agreed(R"(sdfg g {
  symbols q:int32 a:float64 m:int32 n:int32 r:int32
  array y int32 [3]
  state start { }
  state s {
    t = tasklet t `o = m; p = n; u = r`
    b = access y
    t.o -> b : y[0]
    t.p -> b : y[1]
    t.u -> b : y[2]
  }
  start -> s with m = `(q // 2)` with n = `(q % 4)` with r = `((q / 2) * a)`
}
)",
               {{"q", integer(-7)}, {"a", symbolic::Value::real(1.5)}}, {{"y", ints({0, 0, 0})}});
    CHECK(results.at("y") == Numbers{-3, -3, -4}); // -3 * 1.5 = -4.5, truncated
}

TEST_CASE("a quotient truncates where it stands, on the host as in kernels") {
    const auto results =
        agreed(R"(sdfg g {
  symbols K:int32 N:int32
  array y float64 [8]
  state s {
    m = map m [i = 0:N - K/2] -> e
    t = tasklet t `o = (i + N - K/2)`
    e = exit m
    b = access y
    m -> t
    t.o -> e.IN_y : y[i + floor(K/2 + 1/2)]
    e.OUT_y -> b : y[0:8]
  }
}
)",
               {{"K", integer(3)}, {"N", integer(5)}}, {{"y", reals(Numbers(8, 0))}});
    CHECK(results.at("y") == Numbers{0, 0, 4, 5, 6, 7, 0, 0});
}

TEST_CASE("a loop inside a kernel steps as its update says, whatever the operator") {
    const auto turns = [](const std::string& condition, const std::string& update, bool baked) {
        const std::string graph = R"(sdfg g {
  symbols q:float64
  array y float64 [1]
  state s {
    m = map m [i = 0:1] -> e
    n = nested n {q: q} = sdfg inner {
      symbols q:float64 k:int32
      array y float64 [1]
      state start { }
      loop l `k = 16` `CONDITION` `UPDATE` variable k {
        state turn { a = access y; t = tasklet t `o = (p + k)`; b = access y; a -> t.p : y[0]; t.o -> b : y[0] }
      }
      start -> l
    }
    e = exit m
    a = access y
    b = access y
    a -> m.IN_y : y[0]
    m.OUT_y -> n.y : y[0]
    n.y -> e.IN_y : y[0]
    e.OUT_y -> b : y[0]
  }
}
)";
        std::string text = graph;
        text.replace(text.find("CONDITION"), 9, condition);
        text.replace(text.find("UPDATE"), 6, update);
        return agreed(text, {{"q", symbolic::Value::real(6.75)}}, {{"y", reals({0})}}, baked)["y"];
    };
    for (const bool baked : {false, true}) {
        INFO("symbols baked in: " << baked);
        CHECK(turns("(k > 10)", "k -= 3", baked) == Numbers{16 + 13});
        CHECK(turns("(k < 20)", "k += 3", baked) == Numbers{16 + 19});
        CHECK(turns("(k > 1)", "k //= 2", baked) == Numbers{16 + 8 + 4 + 2});
        CHECK(turns("(k < 100)", "k *= 2", baked) == Numbers{16 + 32 + 64});
        CHECK(turns("(k > (q * 2))", "k = (k - 1)", baked) == Numbers{16 + 15 + 14}); // 13.5
    }
}

TEST_CASE("a range may depend on the parameters before it") {
    for (const std::string schedule : {"", " schedule Sequential"}) {
        const auto results =
            agreed(R"(sdfg g {
  symbols N:int32
  array y float64 [N, N, N]
  state s {
    m = map m [i = 0:N, j = Max(0, i - 1):Min(N, i + 1), k = j:i + 1])" +
                       schedule + R"( -> e
    t = tasklet t `o = ((100 * i) + (10 * j) + k + 1)`
    e = exit m
    b = access y
    m -> t
    t.o -> e.IN_y : y[i, j, k]
    e.OUT_y -> b : y[0:N, 0:N, 0:N]
  }
}
)",
                   {{"N", integer(3)}},
                   {{"y", test::arrayOf(ir::ScalarType::float64, {3, 3, 3}, Numbers(27, 0))}});
        Numbers expected(27, 0);
        for (int i = 0; i < 3; ++i)
            for (int j = std::max(0, i - 1); j < std::min(3, i + 1); ++j)
                for (int k = j; k < i + 1; ++k)
                    expected[static_cast<std::size_t>(i + 3 * j + 9 * k)] =
                        100 * i + 10 * j + k + 1;
        CHECK(results.at("y") == expected);
    }
}

// One element by its container, and not by what the copy says.
TEST_CASE("a copy into one element whose extent the copy leaves open") {
    const auto results = agreed(R"(sdfg g {
  symbols N:int64
  array x float64 [N]
  array y float64 [N]
  array one float64 [1] transient
  state s {
    a = access x
    m = map m [i = 0:N] -> e
    l = access one
    t = tasklet t `w = (v * 2.0)`
    e = exit m
    b = access y
    a -> m.IN_x : x[0:N]
    m.OUT_x -> l : x[i:Min(N, i + 1)] -> [0:Min(N, i + 1) - i]
    l -> t.v : one[0]
    t.w -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:N]
  }
}
)",
                                {{"N", test::integer(3)}},
                                {{"x", test::reals({1, 2, 3})}, {"y", test::reals({0, 0, 0})}});
    CHECK(results.at("y") == test::Numbers{2, 4, 6});
}

} // namespace features_flow_test
