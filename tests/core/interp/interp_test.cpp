// The reference executor on small programs, and what it refuses.
#include "core/interp/interp.h"
#include "core/ir/dump.h"
#include "core/ir/edit.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace interp_test {

using namespace mw;

namespace {

ir::DocumentPtr graph(const std::string& text) {
    auto document = ir::parseDump(text);
    INFO((document ? std::string() : toString(document.error())));
    REQUIRE(document);
    return *document;
}

template <class T>
interp::Buffer bufferOf(ir::ScalarType type, const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {type, {bytes.begin(), bytes.end()}};
}

interp::Buffer doubles(const std::vector<double>& values) {
    return bufferOf(ir::ScalarType::float64, values);
}

interp::Buffer ints(const std::vector<std::int32_t>& values) {
    return bufferOf(ir::ScalarType::int32, values);
}

std::vector<double> values(const interp::Buffer& buffer) {
    std::vector<double> result(buffer.bytes.size() / sizeof(double));
    std::ranges::copy(buffer.bytes, std::as_writable_bytes(std::span(result)).begin());
    return result;
}

symbolic::Bindings n(std::int64_t value) {
    return {{"N", symbolic::Value::integer(value)}};
}

constexpr auto kScale = R"(sdfg scale {
  symbols N:int32
  array x float64 [N]
  array y float64 [N]
  state s {
    n0 = access x
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet t `out = ((2.0 * a) + i)`
    n3 = exit n1
    n4 = access y
    n0 -> n1.IN_x : x[0:N]
    n1.OUT_x -> n2.a : x[i]
    n2.out -> n3.IN_y : y[i]
    n3.OUT_y -> n4 : y[0:N]
  }
}
)";

} // namespace

TEST_CASE("a map runs its tasklet once per element") {
    const auto document = graph(kScale);
    interp::Memory memory{{"x", doubles({1, 2, 3})}, {"y", doubles({0, 0, 0})}};
    REQUIRE(interp::run(*document, n(3), memory));
    CHECK(values(memory["y"]) == std::vector<double>{2, 5, 8});
}

TEST_CASE("an empty range runs nothing") {
    const auto document = graph(kScale);
    interp::Memory memory{{"x", doubles({})}, {"y", doubles({7})}};
    REQUIRE(interp::run(*document, n(0), memory));
    CHECK(values(memory["y"]) == std::vector<double>{7});
}

namespace {

/// Every iteration reads what the one before may have written; `s` holds what the last one leaves.
std::string racing(const std::string& schedule) {
    return R"(sdfg racing {
  array s float64 [1]
  state s {
    m = map m [i = 0:7] )" +
           schedule + R"( -> x
    t = tasklet t `o = (i * 1.0)`
    x = exit m
    s = access s
    m -> t
    t.o -> x.IN_s : s[0]
    x.OUT_s -> s : s[0]
  }
}
)";
}

/// Two tasklets without an edge between them write one container; with `edge` the second is last.
std::string twoWriters(const std::string& edge) {
    return R"(sdfg writers {
  array s float64 [1]
  state s {
    t1 = tasklet t1 `o = 1.0`
    s1 = access s
    t2 = tasklet t2 `o = 2.0`
    s2 = access s
    t1.o -> s1 : s[0]
    t2.o -> s2 : s[0]
)" + edge + R"(  }
}
)";
}

/// What `s` may be at the end, over some orders.
std::vector<double> ends(const std::string& text) {
    std::vector<double> all;
    for (std::uint64_t order = 0; order < 32; ++order) {
        double end = -1;
        for (int again = 0; again < 2; ++again) {
            interp::Memory memory{{"s", doubles({-1})}};
            REQUIRE(interp::run(*graph(text), {}, memory, {.randomOrder = order}));
            CHECK((again == 0 || values(memory["s"]).front() == end)); // the same number, the same
            end = values(memory["s"]).front();
        }
        all.push_back(end);
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

} // namespace

TEST_CASE("random orders are those that the graph allows, all of them") {
    CHECK(ends(twoWriters("")) == std::vector<double>{1, 2});
    CHECK(ends(twoWriters("    s1 -> t2\n")) == std::vector<double>{2});
    CHECK(ends(twoWriters("    s2 -> t1\n")) == std::vector<double>{1});
    CHECK(ends(racing("")) == std::vector<double>{0, 1, 2, 3, 4, 5, 6});
    CHECK(ends(racing("schedule Sequential")) == std::vector<double>{6});
}

TEST_CASE("an access outside an array names code, container and index") {
    const auto document = graph(kScale);
    interp::Memory memory{{"x", doubles({1, 2})}, {"y", doubles({0, 0, 0})}};
    const auto result = interp::run(*document, n(3), memory);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == "out-of-bounds");
    CHECK(result.error().sentence.find("tasklet 't'") != std::string::npos);
    CHECK(result.error().sentence.find("x[2]") != std::string::npos);
}

TEST_CASE("an edge that only orders says nothing about what a view shows") {
    const auto document = graph(R"(sdfg g {
  array x float64 [4]
  array y float64 [2]
  array z float64 [2]
  view v float64 [2] strides [1] transient
  state s {
    a = access x
    b = access z
    c = access v
    t = tasklet t `o = (p + 1.0)`
    d = access y
    b -> c
    a -> c : x[2:4]
    c -> t.p : v[1]
    t.o -> d : y[0]
  }
}
)");
    interp::Memory memory{
        {"x", doubles({1, 2, 3, 4})}, {"y", doubles({0, 0})}, {"z", doubles({7, 8})}};
    REQUIRE(interp::run(*document, {}, memory));
    CHECK(values(memory["y"])[0] == 5);
}

TEST_CASE("an inner map hides names of the outer one only while it runs") {
    const auto document = graph(R"(sdfg g {
  array y float64 [2]
  state s {
    m = map m [i = 0:2] -> e
    k = map k [i = 5:6] -> f
    t = tasklet t `o = i`
    f = exit k
    a = access tmp
    u = tasklet u `o = (p + i)`
    e = exit m
    b = access y
    m -> k
    k -> t
    t.o -> f.IN_t : tmp[0]
    f.OUT_t -> a : tmp[0]
    a -> u.p : tmp[0]
    u.o -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:2]
  }
  scalar tmp float64 transient
}
)");
    interp::Memory memory{{"y", doubles({0, 0})}};
    REQUIRE(interp::run(*document, {}, memory));
    CHECK(values(memory["y"]) == std::vector<double>{5, 6});
}

TEST_CASE("a temporary that nobody wrote reads as NaN") {
    const auto document = graph(R"(sdfg hole {
  array tmp float64 [2] transient
  array y float64 [1]
  state s {
    n0 = access tmp
    n1 = tasklet t `out = a`
    n2 = access y
    n0 -> n1.a : tmp[1]
    n1.out -> n2 : y[0]
  }
}
)");
    interp::Memory memory{{"y", doubles({0})}};
    REQUIRE(interp::run(*document, {}, memory));
    CHECK(std::isnan(values(memory["y"])[0]));
}

TEST_CASE("a gather reads through a table") {
    const auto document = graph(R"(sdfg gather {
  symbols N:int32
  array f float64 [N]
  array t int32 [N]
  array y float64 [N]
  state s {
    n0 = access f
    n1 = access t
    n2 = map m [i = 0:N] -> n4
    n3 = tasklet g `out = field[index]`
    n4 = exit n2
    n5 = access y
    n0 -> n2.IN_f : f[0:N]
    n1 -> n2.IN_t : t[0:N]
    n2.OUT_f -> n3.field : f[0:N]
    n2.OUT_t -> n3.index : t[i]
    n3.out -> n4.IN_y : y[i]
    n4.OUT_y -> n5 : y[0:N]
  }
}
)");
    interp::Memory memory{
        {"f", doubles({10, 20, 30})}, {"t", ints({2, 0, 1})}, {"y", doubles({0, 0, 0})}};
    REQUIRE(interp::run(*document, n(3), memory));
    CHECK(values(memory["y"]) == std::vector<double>{30, 10, 20});

    memory["t"] = ints({2, -1, 1});
    const auto outside = interp::run(*document, n(3), memory);
    REQUIRE_FALSE(outside);
    CHECK(outside.error().sentence.find("[-1]") != std::string::npos);
}

TEST_CASE("conflict resolution accumulates") {
    const auto document = graph(R"(sdfg sum {
  symbols N:int32
  array x float64 [N]
  array y float64 [1]
  state s {
    n0 = access x
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet t `out = a`
    n3 = exit n1
    n4 = access y
    n0 -> n1.IN_x : x[0:N]
    n1.OUT_x -> n2.a : x[i]
    n2.out -> n3.IN_y : y[0] wcr `lambda x, y: (x + y)`
    n3.OUT_y -> n4 : y[0] wcr `lambda x, y: (x + y)`
  }
}
)");
    interp::Memory memory{{"x", doubles({1, 2, 3})}, {"y", doubles({100})}};
    REQUIRE(interp::run(*document, n(3), memory));
    CHECK(values(memory["y"]) == std::vector<double>{106});
}

TEST_CASE("interstate conditions choose, loops repeat, branches branch") {
    const auto document = graph(R"(sdfg control {
  symbols N:int32
  array y float64 [1]
  scalar one float64 transient
  state zero {
    n0 = tasklet z `out = 0.0`
    n1 = access y
    n0.out -> n1 : y[0]
  }
  loop l `k = 0` `(k < N)` `k = (k + 1)` {
    branch b {
      if `((k % 2) == 0)` {
        state even {
          n0 = access y
          n1 = tasklet t `out = (a + 1.0)`
          n2 = access y
          n0 -> n1.a : y[0]
          n1.out -> n2 : y[0]
        }
      } else {
        state odd {
          n0 = access y
          n1 = tasklet t `out = (a + 10.0)`
          n2 = access y
          n0 -> n1.a : y[0]
          n1.out -> n2 : y[0]
        }
      }
    }
  }
  zero -> l
}
)");
    interp::Memory memory{{"y", doubles({5})}};
    REQUIRE(interp::run(*document, n(5), memory));
    CHECK(values(memory["y"]) == std::vector<double>{23});
}

TEST_CASE("a branch without a body does nothing") {
    const auto whole = graph(R"(sdfg control {
  symbols N:int32
  array y float64 [1]
  branch b {
    if `(N > 0)` {
      state s {
        n0 = tasklet t `out = 1.0`
        n1 = access y
        n0.out -> n1 : y[0]
      }
    }
  }
}
)");
    ir::Editor editor(whole);
    const BlockId branch = whole->root->body.blocks.front()->id;
    editor.block(branch).as<ir::ConditionalBlock>()->branches.front().body = nullptr;
    const auto document = editor.commit().document;
    interp::Memory memory{{"y", doubles({5})}};
    REQUIRE(interp::run(*document, n(5), memory));
    CHECK(values(memory["y"]) == std::vector<double>{5});
}

TEST_CASE("a nested SDFG sees its part of the outer array") {
    const auto document = graph(R"(sdfg outer {
  symbols N:int32
  array x float64 [N]
  array y float64 [N]
  state s {
    n0 = access x
    n1 = nested inner {M: N - 2} = sdfg inner {
      symbols M:int32
      array a float64 [M]
      array b float64 [M]
      state t {
        n0 = access a
        n1 = map m [i = 0:M] -> n3
        n2 = tasklet t `out = (p * 2.0)`
        n3 = exit n1
        n4 = access b
        n0 -> n1.IN_a : a[0:M]
        n1.OUT_a -> n2.p : a[i]
        n2.out -> n3.IN_b : b[i]
        n3.OUT_b -> n4 : b[0:M]
      }
    }
    n2 = access y
    n0 -> n1.a : x[2:N]
    n1.b -> n2 : y[0:N - 2]
  }
}
)");
    interp::Memory memory{{"x", doubles({1, 2, 3, 4})}, {"y", doubles({0, 0, 9, 9})}};
    REQUIRE(interp::run(*document, n(4), memory));
    CHECK(values(memory["y"]) == std::vector<double>{6, 8, 9, 9});
}

TEST_CASE("a nested SDFG that takes a container as another type is refused") {
    const auto document = graph(R"(sdfg outer {
  array x int8 [4]
  array y float64 [4]
  state s {
    n0 = access x
    n1 = nested inner = sdfg inner {
      array a float64 [4]
      array b float64 [4]
      state t { a = access a; b = access b; a -> b : a[0:4] -> [0:4] }
    }
    n2 = access y
    n0 -> n1.a : x[0:4]
    n1.b -> n2 : y[0:4]
  }
}
)");
    interp::Memory memory{{"x", {ir::ScalarType::int8, std::vector<std::byte>(4)}},
                          {"y", doubles({0, 0, 0, 0})}};
    const auto run = interp::run(*document, {}, memory);
    REQUIRE(!run);
    CHECK(run.error().sentence ==
          "the nested SDFG 'inner' takes 'a' as float64, and is given int8");
}

TEST_CASE("a symbol of a nested SDFG may be what a scalar holds") {
    const auto document = graph(R"(sdfg outer {
  array x int32 [2]
  array y float64 [2]
  scalar m int32 transient
  state s {
    x = access x
    m = access m
    x -> m : x[1] -> [0]
  }
  state t {
    inner = nested inner {M: m + 1} = sdfg inner {
      symbols M:int32
      array b float64 [2]
      state t {
        t = tasklet t `out = M`
        b = access b
        t.out -> b : b[0]
      }
    }
    y = access y
    inner.b -> y : y[0:2]
  }
  s -> t
}
)");
    interp::Memory memory{{"x", ints({3, 6})}, {"y", doubles({0, 1})}};
    REQUIRE(interp::run(*document, {}, memory));
    CHECK(values(memory["y"]) == std::vector<double>{7, 1});
}

TEST_CASE("a copy between arrays moves the stated regions") {
    const auto document = graph(R"(sdfg copy {
  array x float64 [4]
  array y float64 [4]
  state s {
    n0 = access x
    n1 = access y
    n0 -> n1 : x[1:3] -> [2:4]
  }
}
)");
    interp::Memory memory{{"x", doubles({1, 2, 3, 4})}, {"y", doubles({0, 0, 0, 0})}};
    REQUIRE(interp::run(*document, {}, memory));
    CHECK(values(memory["y"]) == std::vector<double>{0, 0, 2, 3});
}

namespace {

/// The sentence of the error that a run ends with.
std::string errorOf(const std::string& text, interp::Memory memory, const std::string& code) {
    const auto result = interp::run(*graph(text), {}, memory);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == code);
    CHECK_FALSE(result.error().location.elements.empty());
    return result.error().sentence;
}

} // namespace

TEST_CASE("a write outside names tasklet, memlet and index") {
    CHECK(errorOf(R"(sdfg g {
  array y float64 [2]
  state s {
    m = map m [i = 0:3] -> e
    t = tasklet store `out = 1.0`
    e = exit m
    b = access y
    m -> t
    t.out -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:2]
  }
}
)",
                  {{"y", doubles({0, 0})}}, "out-of-bounds") ==
          "tasklet 'store': memlet y[i] of 'out': an access to y[2] is outside its shape [2]");
}

TEST_CASE("a read through a table names the connector and the index") {
    CHECK(errorOf(R"(sdfg g {
  array f float64 [2, 3]
  array t int32 [1]
  array y float64 [1]
  state s {
    a = access f
    b = access t
    c = tasklet gather `out = field[index, 1]`
    d = access y
    a -> c.field : f[0:2, 0:3]
    b -> c.index : t[0]
    c.out -> d : y[0]
  }
}
)",
                  {{"f", doubles({1, 2, 3, 4, 5, 6})}, {"t", ints({2})}, {"y", doubles({0})}},
                  "out-of-bounds") ==
          "tasklet 'gather': an access to field[2, 1] is outside its shape [2, 3]");
}

TEST_CASE("a copy that leaves a container is an error at its edge") {
    CHECK(errorOf(R"(sdfg g {
  array x float64 [4]
  array y float64 [4]
  state s { a = access x; b = access y; a -> b : x[0:3] -> [2:5] }
}
)",
                  {{"x", doubles({1, 2, 3, 4})}, {"y", doubles({0, 0, 0, 0})}},
                  "out-of-bounds") == "copy x -> y: an access to y[4] is outside its shape [4]");
}

TEST_CASE("a view may not leave the memory that it looks at") {
    CHECK(errorOf(R"(sdfg g {
  array x float64 [4]
  array y float64 [1]
  view v float64 [3] strides [2] transient
  state s {
    a = access x
    b = access v
    t = tasklet read `out = p`
    c = access y
    a -> b.views : x[1:4]
    b -> t.p : v[2]
    t.out -> c : y[0]
  }
}
)",
                  {{"x", doubles({1, 2, 3, 4})}, {"y", doubles({0})}}, "out-of-bounds") ==
          "tasklet 'read': memlet v[2] of 'p': an access to v[2] is outside its shape [3]");
}

TEST_CASE("a run ends at its deadline or when it is told to, wherever it is") {
    const auto past = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    std::stop_source stop;
    stop.request_stop();
    const std::string endless =
        GENERATE(as<std::string>(), "loop l `i = 0` `True` `i = i + 1` variable i {\n }",
                 "state a {\n }\n a -> a",
                 "state a { n0 = map m [i = 0:1000000000] -> n2\n n1 = tasklet t `x = 1`\n"
                 " n2 = exit n0\n n0 -> n1\n n1 -> n2\n }");
    const auto document = graph("sdfg p {\n symbols N:int32\n " + endless + "\n}\n");
    interp::Memory memory;
    const auto late = interp::run(*document, n(1), memory, {.deadline = past});
    REQUIRE_FALSE(late);
    CHECK(late.error().code == "timeout");
    CHECK(late.error().sentence == "the interpreter did not end in time");
    const auto stopped = interp::run(*document, n(1), memory, {.stop = stop.get_token()});
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == "cancelled");
}

TEST_CASE("a temporary that no machine has room for is refused by name") {
    const auto document = graph("sdfg p {\n symbols N:int64\n array t float64 [N] transient\n"
                                " state s { n0 = tasklet c `out = 1.0`\n n1 = access t\n"
                                " n0.out -> n1 : t[0]\n }\n}\n");
    for (const int bits : {45, 62}) {
        interp::Memory memory;
        const auto refused = interp::run(*document, n(std::int64_t{1} << bits), memory);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == "out-of-memory");
        CHECK(refused.error().sentence.find("the temporary 't'") != std::string::npos);
    }
}

TEST_CASE("containers that the interpreter cannot hold are refused by name") {
    const std::string kWhat =
        "cannot be computed with: only arrays, scalars and views of numbers can";
    const auto refusal = [](const std::string& container, const std::string& name) {
        interp::Memory memory{{"y", doubles({0})}};
        const auto ran =
            interp::run(*graph("sdfg p {\n  " + container +
                               "\n  array y float64 [1]\n  state s {\n    a = access " + name +
                               "\n    b = access y\n    a -> b : " + name + "[0] -> [0]\n  }\n}\n"),
                        {}, memory);
        return ran ? std::string() : ran.error().sentence;
    };
    CHECK(refusal("array a complex128 [1]", "a") ==
          "the container 'a' (Array of complex128) " + kWhat);
    CHECK(refusal("array a complex64 [1] transient", "a") ==
          "the container 'a' (Array of complex64) " + kWhat);
    CHECK(refusal("array a float16 [1]", "a") == "the container 'a' (Array of float16) " + kWhat);
    CHECK(refusal("array a bfloat16 [1]", "a") == "the container 'a' (Array of bfloat16) " + kWhat);
    CHECK(refusal("stream a float64 [1] transient", "a") ==
          "the container 'a' (Stream of float64) " + kWhat);
}

TEST_CASE("a cast to a type that the interpreter cannot compute with is refused") {
    interp::Memory memory{{"y", doubles({0})}};
    const auto ran = interp::run(*graph(R"(sdfg p {
  array y float64 [1]
  state s { t = tasklet t `o = dace.float16(1.0)`; a = access y; t.o -> a : y[0] }
}
)"),
                                 {}, memory);
    REQUIRE_FALSE(ran);
    CHECK(ran.error().sentence == "tasklet 't': values of type float16 cannot be computed");
}

} // namespace interp_test
