// Jumps of the control flow and copies that change the shape: the interpreter and the compiled
// kernels give the numbers worked out by hand.

#include "core/ir/dump.h"
#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"

namespace flow_and_shape_test {

using namespace mw;
using ir::ScalarType;
using test::agreed;
using test::arrayOf;
using test::integer;
using test::Numbers;
using test::reals;

namespace {

/// First dimension fastest.
exec::InputArray shaped(const Numbers& values, std::vector<std::int64_t> shape) {
    return arrayOf(ScalarType::float64, std::move(shape), values);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// A loop of the host over k that counts in y[0] what it does before the jump, in y[1] after it,
/// and, in its map, in y[2]; behind the loop y[3] is k.
constexpr const char* kHostLoop = R"(sdfg g {
  symbols K:int32 k:int32
  array x float64 [K]
  array y float64 [4]
  loop l `k = 0` `COND` `k = (k + 1)` variable k ATTRIBUTES {
    state before {
      a = access y; b = access y
      t = tasklet t `o = (p + 1.0)`
      a -> t.p : y[0]; t.o -> b : y[0]
    }
    branch q { if `(x[k] < 0.0)` { JUMP jump } }
    state after {
      a = access y; b = access y; c = access x
      t = tasklet t `o = (p + q)`
      a -> t.p : y[1]; c -> t.q : x[k]; t.o -> b : y[1]
    }
    before -> q
    q -> after
  }
  state end {
    b = access y
    t = tasklet t `o = k`
    t.o -> b : y[3]
  }
  l -> end
}
)";

Numbers hostLoop(const std::string& jump, const std::string& condition,
                 const std::string& attributes = "") {
    const std::string text = replaced(
        replaced(replaced(kHostLoop, "JUMP", jump), "COND", condition), "ATTRIBUTES", attributes);
    const std::map<std::string, exec::InputArray, std::less<>> inputs{{"x", reals({1, 2, -5, 4})},
                                                                      {"y", reals({0, 0, 0, 0})}};
    return agreed(text, {{"K", integer(4)}, {"k", integer(0)}}, inputs)["y"];
}

} // namespace

TEST_CASE("loops of the host are left, continued and returned from") {
    CHECK(hostLoop("continue", "(k < K)") == Numbers{4, 7, 0, 4});
    CHECK(hostLoop("break", "(k < K)") == Numbers{3, 3, 0, 2});
    CHECK(hostLoop("return", "(k < K)") == Numbers{3, 3, 0, 0});
    // an element of an array in the condition is read again after each turn, a continued one too
    CHECK(hostLoop("continue", "((k < K) and (y[0] < 3.0))") == Numbers{3, 3, 0, 3});
}

TEST_CASE("loops of the host that check behind their body jump the same way") {
    CHECK(hostLoop("continue", "(k < 4)", "inverted") == Numbers{4, 7, 0, 4});
    CHECK(hostLoop("break", "(k < 4)", "inverted") == Numbers{3, 3, 0, 2});
    // the check stands in front of the update: one turn more, and k stays where the check failed
    CHECK(hostLoop("continue", "(k < 3)", "inverted updateafter") == Numbers{4, 7, 0, 3});
    CHECK(hostLoop("break", "(k < 3)", "inverted updateafter") == Numbers{3, 3, 0, 2});
}

TEST_CASE("a jump leaves the innermost of two loops of the host") {
    const auto with = [](const std::string& jump) {
        return agreed(replaced(R"(sdfg g {
  symbols i:int32 j:int32
  array y float64 [2]
  loop outer `i = 0` `(i < 3)` `i = (i + 1)` variable i {
    loop inner `j = 0` `(j < 4)` `j = (j + 1)` variable j {
      branch q { if `(j == (i + 1))` { JUMP jump } }
      state add {
        a = access y; b = access y
        t = tasklet t `o = (p + 1.0)`
        a -> t.p : y[0]; t.o -> b : y[0]
      }
      q -> add
    }
    state behind {
      a = access y; b = access y
      t = tasklet t `o = (p + 1.0)`
      a -> t.p : y[1]; t.o -> b : y[1]
    }
    inner -> behind
  }
}
)",
                               "JUMP", jump),
                      {{"i", integer(0)}, {"j", integer(0)}}, {{"y", reals({0, 0})}})["y"];
    };
    CHECK(with("break") == Numbers{1 + 2 + 3, 3});
    CHECK(with("continue") == Numbers{3 + 3 + 3, 3});
    CHECK(with("return") == Numbers{1, 0});
}

namespace {

/// A nested SDFG that returns out of two loops where x is negative, MAPPED: inside a kernel.
std::string returning(bool mapped) {
    const std::string nested = R"(n = nested n = sdfg inner {
      symbols i:int32 j:int32
      array x float64 [2, 3]
      array y float64 [3]
      loop outer `i = 0` `(i < 2)` `i = (i + 1)` variable i {
        loop inner `j = 0` `(j < 3)` `j = (j + 1)` variable j {
          branch q { if `(x[i, j] < 0.0)` { return out } }
          state add {
            a = access y; b = access y; c = access x
            t = tasklet t `o = (p + q)`
            a -> t.p : y[0]; c -> t.q : x[i, j]; t.o -> b : y[0]
          }
          q -> add
        }
        state row {
          a = access y; b = access y
          t = tasklet t `o = (p + 1.0)`
          a -> t.p : y[1]; t.o -> b : y[1]
        }
        inner -> row
      }
      state last {
        b = access y
        t = tasklet t `o = 7.0`
        t.o -> b : y[2]
      }
      outer -> last
    }
)";
    const std::string behind = R"(  state behind {
    a = access y; b = access y
    t = tasklet t `o = (p * 10.0)`
    a -> t.p : y[0]; t.o -> b : y[0]
  }
  s -> behind
}
)";
    if (mapped)
        return "sdfg g {\n  array x float64 [2, 3]\n  array y float64 [3]\n  state s {\n"
               "    a = access x; d = access y; b = access y\n    m = map m [w = 0:1] -> e\n    " +
               nested +
               "    e = exit m\n    a -> m.IN_x : x[0:2, 0:3]\n    d -> m.IN_y : y[0:3]\n"
               "    m.OUT_x -> n.x : x[0:2, 0:3]\n    m.OUT_y -> n.y : y[0:3]\n"
               "    n.y -> e.IN_y : y[0:3]\n    e.OUT_y -> b : y[0:3]\n  }\n" +
               behind;
    return "sdfg g {\n  array x float64 [2, 3]\n  array y float64 [3]\n  state s {\n"
           "    a = access x; d = access y; b = access y\n    " +
           nested +
           "    a -> n.x : x[0:2, 0:3]\n    d -> n.y : y[0:3]\n    n.y -> b : y[0:3]\n  }\n" +
           behind;
}

} // namespace

TEST_CASE("a return ends the nested SDFG that it stands in, and what follows goes on") {
    for (const bool mapped : {false, true}) {
        const auto with = [&](const Numbers& x) { // first dimension fastest
            return agreed(returning(mapped), {},
                          {{"x", shaped(x, {2, 3})}, {"y", reals({0, 0, 0})}})["y"];
        };
        CHECK(with({1, 4, 2, 5, 3, 6}) == Numbers{210, 2, 7});
        CHECK(with({1, 4, 2, -5, 3, 6}) == Numbers{100, 1, 0});
        CHECK(with({1, 4, -2, 5, 3, 6}) == Numbers{10, 0, 0});
    }
}

TEST_CASE("a temporary that starts as zeros does so in whichever branch comes to it") {
    const auto with = [](std::int64_t q) {
        return agreed(R"(sdfg g {
  symbols q:int32
  array t float64 [3] transient
  array y float64 [3]
  state start { }
  state low {
    c = tasklet c `o = 1.0`; a = access t setzero; b = access y
    c.o -> a : t[0]; a -> b : t[0:3]
  }
  state high {
    c = tasklet c `o = 2.0`; a = access t setzero; b = access y
    c.o -> a : t[1]; a -> b : t[0:3]
  }
  start -> low if `(q < 1)`
  start -> high if `(not (q < 1))`
}
)",
                      {{"q", integer(q)}}, {{"y", reals({7, 7, 7})}})["y"];
    };
    CHECK(with(0) == Numbers{1, 0, 0});
    CHECK(with(1) == Numbers{0, 2, 0});
}

// ---- copies between boxes of different shapes: row-major order of both

namespace {

/// y[...] <- x[...] between the two boxes, MAPPED: inside a kernel, once.
Numbers copied(const std::string& xShape, const std::string& yShape, const std::string& memlet,
               const exec::InputArray& x, const exec::InputArray& y, bool mapped,
               const symbolic::Bindings& symbols = {}) {
    std::string text = "sdfg g {\n";
    for (const auto& [name, value] : symbols)
        text += "  symbols " + name + ":int32\n";
    text += "  array x float64 " + xShape + "\n  array y float64 " + yShape + "\n  state s {\n";
    if (mapped) {
        std::string inner = "    n = nested n = sdfg inner {\n";
        if (!symbols.empty()) {
            inner = "    n = nested n {";
            for (const auto& [name, value] : symbols)
                inner += (inner.back() == '{' ? "" : ", ") + name + ": " + name;
            inner += "} = sdfg inner {\n";
            for (const auto& [name, value] : symbols)
                inner += "      symbols " + name + ":int32\n";
        }
        const auto whole = [](std::string shape) {
            std::string all = "[";
            std::string size;
            for (const char c : shape.substr(1)) {
                if (c != ',' && c != ']') {
                    size += c;
                    continue;
                }
                all += "0:" + size + c;
                size.clear();
            }
            return all;
        };
        text += "    a = access x; d = access y; b = access y\n    m = map m [w = 0:1] -> e\n" +
                inner + "      array x float64 " + xShape + "\n      array y float64 " + yShape +
                "\n      state c { p = access x; q = access y; p -> q : " + memlet +
                " }\n    }\n    e = exit m\n    a -> m.IN_x : x" + whole(xShape) +
                "\n    d -> m.IN_y : y" + whole(yShape) + "\n    m.OUT_x -> n.x : x" +
                whole(xShape) + "\n    m.OUT_y -> n.y : y" + whole(yShape) +
                "\n    n.y -> e.IN_y : y" + whole(yShape) + "\n    e.OUT_y -> b : y" +
                whole(yShape) + "\n";
    } else {
        text += "    a = access x; b = access y\n    a -> b : " + memlet + "\n";
    }
    return agreed(text + "  }\n}\n", symbols, {{"x", x}, {"y", y}})["y"];
}

} // namespace

TEST_CASE("copies change the shape, element by element in row-major order") {
    const auto six = shaped({1, 4, 2, 5, 3, 6}, {2, 3}); // rows [1 2 3] and [4 5 6]
    const auto count = [](std::size_t n, std::vector<std::int64_t> shape = {}) {
        Numbers values(n);
        for (std::size_t i = 0; i < n; ++i)
            values[i] = static_cast<double>(i + 1);
        return shape.empty() ? reals(values) : shaped(values, std::move(shape));
    };
    const auto zeros = [](std::size_t n, std::vector<std::int64_t> shape = {}) {
        return shape.empty() ? reals(Numbers(n)) : shaped(Numbers(n), std::move(shape));
    };
    const symbolic::Bindings sizes{{"N", integer(2)}, {"M", integer(3)}};
    for (const bool mapped : {false, true}) {
        INFO((mapped ? "inside a kernel" : "on the host"));
        // two dimensions into one, and back
        CHECK(copied("[2, 3]", "[6]", "x[0:2, 0:3] -> [0:6]", six, zeros(6), mapped) ==
              Numbers{1, 2, 3, 4, 5, 6});
        CHECK(copied("[6]", "[2, 3]", "x[0:6] -> [0:2, 0:3]", count(6), zeros(6, {2, 3}), mapped) ==
              Numbers{1, 4, 2, 5, 3, 6});
        // with symbols for sizes
        CHECK(copied("[N, M]", "[N * M]", "x[0:N, 0:M] -> [0:N*M]", six, zeros(6), mapped, sizes) ==
              Numbers{1, 2, 3, 4, 5, 6});
        CHECK(copied("[N * M]", "[N, M]", "y[0:N, 0:M] -> [0:N*M]", count(6), zeros(6, {2, 3}),
                     mapped, sizes) == Numbers{1, 4, 2, 5, 3, 6});
        // as many dimensions, and only the symbols' values say whether they are the same
        CHECK(copied("[N, M]", "[M, N]", "x[0:N, 0:M] -> [0:M, 0:N]", six, zeros(6, {3, 2}), mapped,
                     sizes) == Numbers{1, 3, 5, 2, 4, 6});
        // a part with gaps on one side, steps on the other
        CHECK(copied("[3, 4]", "[9]", "x[1:3, 1:3] -> [1:9:2]", count(12, {3, 4}), zeros(9),
                     mapped) == Numbers{0, 5, 0, 8, 0, 6, 0, 9, 0});
        // dimensions that are cut differently: 4 x 3 from 2 x 6, 4 x 3 from 3 x 4 (no common nest)
        CHECK(copied("[2, 6]", "[4, 3]", "x[0:2, 0:6] -> [0:4, 0:3]", count(12, {2, 6}),
                     zeros(12, {4, 3}), mapped) == Numbers{1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 6, 12});
        CHECK(copied("[3, 4]", "[4, 3]", "x[0:3, 0:4] -> [0:4, 0:3]", count(12, {3, 4}),
                     zeros(12, {4, 3}), mapped) == Numbers{1, 10, 8, 6, 4, 2, 11, 9, 7, 5, 3, 12});
        // the same number of dimensions, one element each on different sides
        CHECK(copied("[1, 6]", "[6, 1]", "x[0:1, 0:6] -> [0:6, 0:1]", count(6, {1, 6}),
                     zeros(6, {6, 1}), mapped) == Numbers{1, 2, 3, 4, 5, 6});
    }
}

TEST_CASE("a copy into a box of another size is refused with both sizes") {
    const auto document = ir::parseDump("sdfg g {\n array x float64 [2, 3]\n array y float64 [4]\n"
                                        " state s { a = access x; b = access y\n"
                                        "  a -> b : x[0:2, 0:3] -> [0:4] }\n}\n");
    REQUIRE(document);
    const auto plan = codegen::lower(**document);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().sentence.find("moves 6 elements into 4") != std::string::npos);
    CHECK(plan.error().location.elements.size() == 1);
}

} // namespace flow_and_shape_test
