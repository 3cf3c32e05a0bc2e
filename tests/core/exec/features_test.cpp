// What the format can say, one minimal graph each: the interpreter and the compiled kernels give
// the numbers worked out by hand.

#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"

using namespace mw;
using ir::ScalarType;
using test::agreed;
using test::arrayOf;
using Numbers = std::vector<double>;

namespace {

symbolic::Value integer(std::int64_t value) {
    return symbolic::Value::integer(value);
}

exec::InputArray reals(const Numbers& values) {
    return arrayOf(ScalarType::float64, {static_cast<std::int64_t>(values.size())}, values);
}
exec::InputArray ints(const Numbers& values) {
    return arrayOf(ScalarType::int32, {static_cast<std::int64_t>(values.size())}, values);
}

} // namespace

TEST_CASE("a reduction with skip values leaves out neighbours of -1") {
    const std::string reduce = "gt4py.next.program_processors.runners.dace.library_nodes."
                               "reduce_with_skip_values.ReduceWithSkipValues";
    const auto graph = [&](const std::string& lambda, const std::string& identity) {
        return "sdfg g {\n array w float64 [2, 3]\n array t int32 [2, 3]\n array y float64 [2]\n"
               " state s {\n a = access w; b = access t; c = access y\n"
               " m = map m [i = 0:2] -> x\n r = library r " +
               reduce + " with wcr = `\"" + lambda + "\"` with identity = `" + identity +
               "` with init = `\"" + identity +
               "\"`\n x = exit m\n a -> m.IN_w : w[0:2, 0:3]; b -> m.IN_t : t[0:2, 0:3]\n"
               " m.OUT_w -> r._in : w[i, 0:3]; m.OUT_t -> r._mask : t[i, 0:3]\n"
               " r._out -> x.IN_y : y[i]; x.OUT_y -> c : y[0:2]\n }\n}\n";
    };
    // first dimension fastest: rows [1 2 3] and [4 5 6]
    const exec::InputArrays inputs{{"w", arrayOf(ScalarType::float64, {2, 3}, {1, 4, 2, 5, 3, 6})},
                                   {"t", arrayOf(ScalarType::int32, {2, 3}, {0, 7, -1, -1, 2, -1})},
                                   {"y", reals({0, 0})}};
    CHECK(agreed(graph("lambda x, y: (x + y)", "0.0"), {}, inputs)["y"] == Numbers{4, 4});
    CHECK(agreed(graph("lambda x, y: max(x, y)", "-9.0"), {}, inputs)["y"] == Numbers{3, 4});
    CHECK(agreed(graph("lambda x, y: (x * y)", "1.0"), {}, inputs)["y"] == Numbers{3, 4});
}

TEST_CASE("copy and fill nodes move and set regions") {
    const auto results =
        agreed(R"(sdfg g {
  array x float64 [6]
  array y float64 [6]
  state s {
    a = access x
    f = library f dace.libraries.standard.nodes.fill.node.FillLibraryNode with value = `7`
    b = access y
    f._fill_out -> b : y[0:6]
  }
  state t {
    a = access x
    c = library c dace.libraries.standard.nodes.copy.node.CopyLibraryNode
    b = access y
    a -> c._cpy_in : x[0:6:2]
    c._cpy_out -> b : y[3:6]
  }
  s -> t
}
)",
               {}, {{"x", reals({1, 2, 3, 4, 5, 6})}, {"y", reals({0, 0, 0, 0, 0, 0})}});
    CHECK(results.at("y") == Numbers{7, 7, 7, 1, 3, 5});
}

TEST_CASE("float32 containers round where they store, literals are doubles") {
    const auto results = agreed(R"(sdfg g {
  symbols beta:float32
  array x float32 [2]
  array y float32 [2]
  array z float64 [2]
  state s {
    a = access x
    m = map m [i = 0:2] -> e
    t = tasklet t `u = (v * 0.1); w = (u + 0.0)`
    r = tasklet r `w = (v * beta)`
    e = exit m
    b = access y
    c = access z
    a -> m.IN_x : x[0:2]
    m.OUT_x -> t.v : x[i]
    m.OUT_x -> r.v : x[i]
    t.u -> e.IN_y : y[i]
    r.w -> e.IN_z : z[i]
    e.OUT_y -> b : y[0:2]
    e.OUT_z -> c : z[0:2]
  }
}
)",
                                {{"beta", symbolic::Value::real(static_cast<double>(0.3F))}},
                                {{"x", arrayOf(ScalarType::float32, {2}, {3, 0.7})},
                                 {"y", arrayOf(ScalarType::float32, {2}, {0, 0})},
                                 {"z", reals({0, 0})}});
    const float x = 0.7F, beta = 0.3F;
    CHECK(results.at("y")[0] == static_cast<double>(static_cast<float>(3.0 * 0.1)));
    CHECK(results.at("z")[1] == static_cast<double>(x * beta)); // a float product, widened
}

TEST_CASE("conflicts in a parallel map are resolved atomically, by any lambda") {
    const auto graph = [](const std::string& type, const std::string& lambda) {
        return "sdfg g {\n symbols N:int32\n array x " + type + " [N]\n array y " + type +
               " [2]\n state s {\n a = access x; b = access y\n m = map m [i = 0:N] -> e\n"
               " t = tasklet t `o = v`\n e = exit m\n a -> m.IN_x : x[0:N]; m.OUT_x -> t.v : x[i]\n"
               " t.o -> e.IN_y : y[Mod(i, 2)] wcr `" +
               lambda + "`; e.OUT_y -> b : y[0:2] wcr `" + lambda + "`\n }\n}\n";
    };
    const exec::InputArrays doubles{{"x", reals({1, 2, 3, 4, 5})}, {"y", reals({10, 20})}};
    const symbolic::Bindings n{{"N", integer(5)}};
    CHECK(agreed(graph("float64", "lambda a, b: (a + b)"), n, doubles)["y"] == Numbers{19, 26});
    CHECK(agreed(graph("float64", "lambda a, b: (a * b)"), n, doubles)["y"] == Numbers{150, 160});
    CHECK(agreed(graph("float64", "lambda a, b: min(a, b)"), n, doubles)["y"] == Numbers{1, 2});
    CHECK(agreed(graph("float64", "(lambda a, b: (a - b))"), n, doubles)["y"] == Numbers{1, 14});
    CHECK(agreed(graph("float64", "lambda a, b: (b if (b > 3.5) else a)"), {{"N", integer(4)}},
                 {{"x", reals({1, 2, 3, 4})}, {"y", reals({10, 20})}})["y"] == Numbers{10, 4});
    const exec::InputArrays wholes{{"x", ints({1, 2, 4, 8, 16})}, {"y", ints({32, 64})}};
    CHECK(agreed(graph("int32", "lambda a, b: (a | b)"), n, wholes)["y"] == Numbers{53, 74});
}

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

TEST_CASE("views have strides of their own, read and written") {
    const auto results =
        agreed(R"(sdfg g {
  array x float64 [3, 4]
  array y float64 [3, 4]
  view column float64 [3] strides [4] transient
  view flat float64 [12] strides [1] transient
  state s {
    a = access x
    v = access column
    m = map m [i = 0:3] -> e
    t = tasklet t `o = (10.0 * p)`
    e = exit m
    w = access flat
    b = access y
    a -> v.views : x[0:3, 2]
    v -> m.IN_v : column[0:3]
    m.OUT_v -> t.p : column[i]
    t.o -> e.IN_w : flat[4*i + 1]
    e.OUT_w -> w : flat[0:12]
    w.views -> b : y[0:3, 0:4]
  }
}
)",
               {},
               {{"x", arrayOf(ScalarType::float64, {3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})},
                {"y", arrayOf(ScalarType::float64, {3, 4}, Numbers(12, 0.0))}});
    CHECK(results.at("y") == Numbers{0, 0, 0, 60, 70, 80, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("symbols of every type keep their type, baked in or not") {
    const std::string graph = R"(sdfg g {
  symbols b:bool i8:int8 i16:int16 i32:int32 i64:int64 u8:uint8 u16:uint16 u32:uint32 f:float32 d:float64
  array y float64 [10]
  state s {
    m = map m [i = 0:1] -> e
    t = tasklet t `o0 = (b + b); o1 = (i8 / 2); o2 = (i16 * 2); o3 = (i32 // 2); o4 = (i64 * i64); o5 = (u8 + 1); o6 = (u16 % 7); o7 = (u32 - 8); o8 = (f * f); o9 = (d / 3)`
    e = exit m
    c = access y
    m -> t
    t.o0 -> e.IN_y : y[0]
    t.o1 -> e.IN_y : y[1]
    t.o2 -> e.IN_y : y[2]
    t.o3 -> e.IN_y : y[3]
    t.o4 -> e.IN_y : y[4]
    t.o5 -> e.IN_y : y[5]
    t.o6 -> e.IN_y : y[6]
    t.o7 -> e.IN_y : y[7]
    t.o8 -> e.IN_y : y[8]
    t.o9 -> e.IN_y : y[9]
    e.OUT_y -> c : y[0:10]
  }
}
)";
    const float f = 0.1F;
    const symbolic::Bindings symbols{{"b", integer(1)},
                                     {"i8", integer(-7)},
                                     {"i16", integer(300)},
                                     {"i32", integer(-7)},
                                     {"i64", integer(100000)},
                                     {"u8", integer(255)},
                                     {"u16", integer(65535)},
                                     {"u32", integer(3)},
                                     {"f", symbolic::Value::real(static_cast<double>(f))},
                                     {"d", symbolic::Value::real(1)}};
    const Numbers expected{
        2, -3, 600, -3, 1e10, 256, 1, 4294967291.0, static_cast<double>(f * f), 1.0 / 3.0};
    for (const bool baked : {false, true})
        CHECK(agreed(graph, symbols, {{"y", reals(Numbers(10, 0.0))}}, baked)["y"] == expected);
}

TEST_CASE("copies between layouts, with steps, with conversion") {
    const auto results =
        agreed(R"(sdfg g {
  array x float64 [2, 3]
  array y float64 [3, 2] strides [1, 3]
  array z int32 [3]
  state s {
    a = access x
    c = access y
    d = access z
    a -> c : x[1, 0:3:2] -> [0:2, 1]
    a -> d : x[0, 0:3] -> [0:3]
  }
}
)",
               {},
               {{"x", arrayOf(ScalarType::float64, {2, 3}, {1.5, 4, -2.5, 5, 3, 6})},
                {"y", arrayOf(ScalarType::float64, {3, 2}, Numbers(6, 0.0))},
                {"z", ints({0, 0, 0})}});
    CHECK(results.at("y") == Numbers{0, 0, 0, 4, 6, 0});
    CHECK(results.at("z") == Numbers{1, -2, 3});
}

TEST_CASE("subscripts of array connectors use the strides of the memlet's dimensions") {
    const auto results = agreed(
        R"(sdfg g {
  symbols N:int32
  array f float64 [2, N, 3] strides [1, 2, 2*N]
  array t int32 [2]
  array y float64 [2]
  state s {
    a = access f
    b = access t
    m = map m [i = 0:2] -> e
    c = tasklet c `o = g[(k - 1), (i + 1)]`
    e = exit m
    d = access y
    a -> m.IN_f : f[0:2, 0:N, 0:3]
    b -> m.IN_t : t[0:2]
    m.OUT_f -> c.g : f[1, 0:N, 0:3]
    m.OUT_t -> c.k : t[i]
    c.o -> e.IN_y : y[i]
    e.OUT_y -> d : y[0:2]
  }
}
)",
        {{"N", integer(2)}},
        {{"f", arrayOf(ScalarType::float64, {2, 2, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})},
         {"t", ints({2, 1})},
         {"y", reals({0, 0})}});
    CHECK(results.at("y") == Numbers{7, 9}); // f[1, 1, 1] and f[1, 0, 2]
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

TEST_CASE("several outputs of one tasklet do not see each other's stores") {
    const auto results = agreed(R"(sdfg g {
  array x float64 [2]
  array y float64 [2]
  state s {
    a = access x
    b = access y
    m = map m [i = 0:2] -> e
    t = tasklet t `o = q; r = p`
    u = tasklet u `o = (v + 1.0)`
    e = exit m
    c = access x
    d = access y
    a -> m.IN_x : x[0:2]
    b -> m.IN_y : y[0:2]
    m.OUT_x -> t.p : x[i]
    m.OUT_y -> t.q : y[i]
    t.o -> e.IN_x : x[i]
    t.r -> u.v
    u.o -> e.IN_y : y[i]
    e.OUT_x -> c : x[0:2]
    e.OUT_y -> d : y[0:2]
  }
}
)",
                                {}, {{"x", reals({1, 2})}, {"y", reals({30, 40})}});
    CHECK(results.at("x") == Numbers{30, 40});
    CHECK(results.at("y") == Numbers{2, 3}); // through an edge between two tasklets
}

TEST_CASE("temporaries that start as zeros do") {
    const auto results = agreed(R"(sdfg g {
  array tmp float64 [3] transient
  array y float64 [3]
  state s {
    t = tasklet t `o = 5.0`
    a = access tmp setzero
    t.o -> a : tmp[1]
  }
  state r { a = access tmp; b = access y; a -> b : tmp[0:3] -> [0:3] }
  s -> r
}
)",
                                {}, {{"y", reals({9, 9, 9})}});
    CHECK(results.at("y") == Numbers{0, 5, 0});
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
