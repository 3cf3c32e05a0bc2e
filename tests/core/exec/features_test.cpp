// What the format can say about data, one minimal graph each: the interpreter and the compiled
// kernels give the numbers worked out by hand.

#include "core/interp/interp.h"
#include "core/ir/dump.h"
#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"

namespace features_test {

using namespace mw;
using ir::ScalarType;
using test::agreed;
using test::arrayOf;
using test::integer;
using test::ints;
using test::Numbers;
using test::reals;

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

TEST_CASE("a reduction into a region of more dimensions than its result has is refused") {
    const auto graph = [](const std::string& to) {
        return R"(sdfg g {
  array x float64 [2, 3]
  array y float64 [3, 2]
  state s {
    a = access x
    r = library r dace.libraries.standard.nodes.reduce.Reduce with wcr = `"lambda a, b: a + b"` with axes = `[1]` with identity = `0`
    b = access y
    a -> r._in : x[0:2, 0:3]
    r._out -> b : y[)" +
               to + "]\n  }\n}\n";
    };
    const exec::InputArrays inputs{{"x", arrayOf(ScalarType::float64, {2, 3}, {1, 4, 2, 5, 3, 6})},
                                   {"y", arrayOf(ScalarType::float64, {3, 2}, {7, 7, 7, 7, 7, 7})}};
    CHECK(agreed(graph("0:2, 1"), {}, inputs)["y"] == Numbers{7, 7, 7, 6, 15, 7});
    // Of a region with more elements all begin with the identity.
    CHECK(agreed(graph("0:3, 1"), {}, inputs)["y"] == Numbers{7, 7, 7, 6, 15, 0});
    test::TwoWays wide;
    wide.document = *ir::parseDump(graph("0:2, 0:2"));
    wide.inputs = inputs;
    test::lowerFor(wide, {}, "");
    CHECK(wide.problem.find("more dimensions than its result has") != std::string::npos);
    const auto ran = test::runInterpreted(wide);
    REQUIRE_FALSE(ran);
    CHECK(ran.error().sentence.find("more dimensions than its result has") != std::string::npos);
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

TEST_CASE("an ordering edge beside a view is not what the view looks at") {
    const auto results = agreed(R"(sdfg g {
  array x float64 [4]
  array y float64 [4]
  array z float64 [4]
  view part float64 [2] strides [1] transient
  state s {
    a = access x
    z1 = access z
    v = access part
    m = map m [i = 0:2] -> e
    t = tasklet t `o = (10.0 * p)`
    e = exit m
    b = access y
    z1 -> v
    a -> v : x[1:3]
    v -> m.IN_v : part[0:2]
    m.OUT_v -> t.p : part[i]
    t.o -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:4]
  }
}
)",
                                {},
                                {{"x", arrayOf(ScalarType::float64, {4}, {1, 2, 3, 4})},
                                 {"y", arrayOf(ScalarType::float64, {4}, Numbers(4, 0.0))},
                                 {"z", arrayOf(ScalarType::float64, {4}, Numbers(4, 0.0))}});
    CHECK(results.at("y") == Numbers{20, 30, 0, 0});
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

TEST_CASE("literals are decimal or hexadecimal") {
    const auto results = agreed(R"(sdfg g {
  array x int64 [1]
  array y int64 [4]
  state s {
    a = access x
    t = tasklet t `o = (v + 0x10); p = (v ** 0x2); q = (v + 1_000); r = (v + 0xffffffff)`
    b = access y
    a -> t.v : x[0]
    t.o -> b : y[0]
    t.p -> b : y[1]
    t.q -> b : y[2]
    t.r -> b : y[3]
  }
}
)",
                                {},
                                {{"x", arrayOf(ScalarType::int64, {1}, {3})},
                                 {"y", arrayOf(ScalarType::int64, {4}, {0, 0, 0, 0})}});
    CHECK(results.at("y") == Numbers{19, 9, 1003, 4294967298.0});
}

TEST_CASE("a copy that says one region starts at 0 on the other side, or takes all of it") {
    const std::string graph = R"(sdfg g {
  array x float64 [6]
  array y float64 [6]
  array z float64 [3]
  array w float64 [2, 3]
  state s {
    a = access x; b = access y; c = access z; d = access w
    a -> b : x[2:5]
    a -> c : x[2:5]
    a -> d : x[0:6]
  }
}
)";
    const exec::InputArrays inputs{
        {"x", reals({0, 1, 2, 3, 4, 5})},
        {"y", reals(Numbers(6, 9))},
        {"z", reals(Numbers(3, 9))},
        {"w", test::arrayOf(ir::ScalarType::float64, {2, 3}, Numbers(6, 9))}};
    const auto results = agreed(graph, {}, inputs);
    CHECK(results.at("y") == Numbers{2, 3, 4, 9, 9, 9});
    CHECK(results.at("z") == Numbers{2, 3, 4});
    CHECK(results.at("w") == Numbers{0, 3, 1, 4, 2, 5}); // the first dimension is the fastest
    const std::string inMap = R"(sdfg g {
  array x float64 [6]
  array y float64 [2, 2]
  state s {
    a = access x
    m = map m [i = 0:2] -> e
    t = access t
    e = exit m
    b = access y
    a -> m.IN_x : x[0:6]
    m.OUT_x -> t : x[(2 * i + 1):(2 * i + 3)]
    t -> e.IN_y : y[i, 0:2]
    e.OUT_y -> b : y[0:2, 0:2]
  }
  array t float64 [4] transient
}
)";
    CHECK(agreed(inMap, {},
                 {{"x", reals({0, 1, 2, 3, 4, 5})},
                  {"y", test::arrayOf(ir::ScalarType::float64, {2, 2}, Numbers(4, 9))}})["y"] ==
          Numbers{1, 3, 2, 4});
}

TEST_CASE("code stores through a subscript by the conflict resolution of its output") {
    CHECK(agreed(R"(sdfg g {
  symbols N:int32
  array x int32 [N]
  array y float64 [3]
  state s {
    a = access x
    m = map m [i = 0:N] -> e
    t = tasklet t `y[v] = 2`
    e = exit m
    b = access y
    a -> m.IN_x : x[0:N]; m.OUT_x -> t.v : x[i]
    t.y -> e.IN_y : y[0:3] wcr `lambda p, q: p + q`
    e.OUT_y -> b : y[0:3] wcr `lambda p, q: p + q`
  }
}
)",
                 {{"N", integer(4)}},
                 {{"x", ints({2, 0, 2, 2})}, {"y", reals({1, 1, 1})}})["y"] == Numbers{3, 1, 7});
}

TEST_CASE("a nested SDFG that writes past the conflict resolution outside is refused") {
    const auto document = ir::parseDump(R"(sdfg g {
  symbols N:int32
  array y float64 [1]
  state s {
    m = map m [i = 0:N] -> e
    n = nested n {i: i} = sdfg inn {
      symbols i:int32
      scalar out float64
      state q { t = tasklet t `o = i`; a = access out; t.o -> a : out[0] }
    }
    e = exit m
    b = access y
    m -> n
    n.out -> e.IN_y : y[0] wcr `lambda p, q: p + q`
    e.OUT_y -> b : y[0] wcr `lambda p, q: p + q`
  }
}
)");
    REQUIRE(document);
    const std::string expected =
        "the output 'out' of the nested SDFG 'n' has a conflict resolution outside, but is written "
        "without one inside: what remains is not defined";
    const auto plan = codegen::lower(**document);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().sentence == expected);
    interp::Memory memory{{"y", {ir::ScalarType::float64, std::vector<std::byte>(8)}}};
    const auto ran = interp::run(**document, {{"N", integer(2)}}, memory);
    REQUIRE_FALSE(ran);
    CHECK(ran.error().sentence == expected);
}

} // namespace features_test
