// What a map, a nested SDFG, a program really touches.
#include "core/analysis/footprint.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

namespace footprint_test {

using namespace mw;
using analysis::Access;
using analysis::Reach;

namespace {

ir::SdfgPtr graph(const std::string& text) {
    auto document = ir::parseDump(text);
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    return (*document)->root;
}

/// "0:N - 1 all" for each access to `data` on one side, in program order.
std::vector<std::string> touched(const ir::Sdfg& sdfg, const std::string& data, bool write) {
    std::vector<std::string> texts;
    const auto found = analysis::footprint(sdfg);
    const auto at = found.find(data);
    for (const Access& access : at == found.end() ? std::vector<Access>{} : at->second)
        if (access.write == write)
            texts.push_back(print(access.region) + (access.reach == Reach::all       ? " all"
                                                    : access.reach == Reach::corners ? " corners"
                                                                                     : " bound"));
    return texts;
}

using Texts = std::vector<std::string>;

const char* const kShift = R"(sdfg shift {
  args a b
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  state main {
    n0 = access a
    n1 = map m [i = 1:N - 1] -> n3
    n2 = tasklet t `o = (l + r)` in (l:float64 r:float64)
    n3 = exit n1
    n4 = access b
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.l : a[i - 1]
    n1.OUT_a -> n2.r : a[i + 1]
    n2.o -> n3.IN_b : b[i]
    n3.OUT_b -> n4 : b[0:N]
  }
})";

} // namespace

TEST_CASE("the innermost memlets say what a map touches, not the outer ones") {
    const auto sdfg = graph(kShift);
    CHECK(touched(*sdfg, "a", false) == Texts{"0:N - 2 all", "2:N all"});
    CHECK(touched(*sdfg, "b", true) == Texts{"1:N - 1 all"});
    CHECK(touched(*sdfg, "b", false).empty());
}

TEST_CASE("required extents follow the values of the symbols") {
    const auto found = analysis::footprint(*graph(kShift));
    const auto extents = analysis::requiredExtents(found, {{"N", symbolic::Value::integer(10)}});
    REQUIRE(extents.contains("a"));
    CHECK(extents.at("a").low == std::vector<std::int64_t>{0});
    CHECK(extents.at("a").high == std::vector<std::int64_t>{9});
    CHECK(extents.at("b").low == std::vector<std::int64_t>{1});
    CHECK(extents.at("b").high == std::vector<std::int64_t>{8});

    SECTION("an empty map touches nothing") {
        CHECK(analysis::requiredExtents(found, {{"N", symbolic::Value::integer(2)}}).empty());
    }
    SECTION("a symbol without a value leaves the access out") {
        CHECK(analysis::requiredExtents(found, {}).empty());
    }
}

TEST_CASE("a pointer into an array bounds what a tasklet reads, and is not more") {
    const auto sdfg = graph(R"(sdfg gather {
  symbols N:int32 M:int32
  array x float64 [M]
  array t int32 [N]
  array y float64 [N]
  state main {
    n0 = access x
    n5 = access t
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet t `o = x[k]` in (x:float64 k:int32)
    n3 = exit n1
    n4 = access y
    n0 -> n1.IN_x : x[0:M]
    n5 -> n1.IN_t : t[0:N]
    n1.OUT_x -> n2.x : x[0:M]
    n1.OUT_t -> n2.k : t[i]
    n2.o -> n3.IN_y : y[i]
    n3.OUT_y -> n4 : y[0:N]
  }
})");
    CHECK(touched(*sdfg, "x", false) == Texts{"0:M bound"});
    CHECK(touched(*sdfg, "t", false) == Texts{"0:N all"});
}

TEST_CASE("a blocked dimension is covered without gaps, a diagonal only by its corners") {
    const auto blocked = graph(R"(sdfg blocked {
  symbols N:int32
  array y float64 [N]
  state main {
    n1 = map outer [b = 0:N:8] -> n6
    n2 = map inner [k = b:Min(b + 8, N)] -> n5
    n3 = tasklet t `o = 1.0`
    n5 = exit n2
    n6 = exit n1
    n4 = access y
    n1 -> n2
    n2 -> n3
    n3.o -> n5.IN_y : y[k]
    n5.OUT_y -> n6.IN_y : y[b:Min(b + 8, N)]
    n6.OUT_y -> n4 : y[0:N]
  }
})");
    const auto found = analysis::footprint(*blocked);
    REQUIRE(found.at("y").size() == 1);
    CHECK(found.at("y").front().reach == Reach::all);
    for (const int n : {1, 7, 8, 9, 25}) {
        const auto extents = analysis::requiredExtents(found, {{"N", symbolic::Value::integer(n)}});
        REQUIRE(extents.contains("y"));
        CHECK(extents.at("y").high == std::vector<std::int64_t>{n - 1});
    }

    const auto diagonal = graph(R"(sdfg diagonal {
  symbols N:int32
  array y float64 [N, N]
  state main {
    n1 = map m [i = 0:N] -> n5
    n3 = tasklet t `o = 1.0`
    n5 = exit n1
    n4 = access y
    n1 -> n3
    n3.o -> n5.IN_y : y[i, i]
    n5.OUT_y -> n4 : y[0:N, 0:N]
  }
})");
    CHECK(touched(*diagonal, "y", true) == Texts{"0:N, 0:N corners"});
}

TEST_CASE("nested SDFGs, loops and branches are followed") {
    const auto sdfg = graph(R"(sdfg outer {
  symbols N:int32 M:int32 S:int32
  array x float64 [N, M]
  array y float64 [N, M]
  state main {
    n0 = access x
    n1 = map m [i = 0:N] -> n3
    n2 = nested scan {K: M, S: S} = sdfg scan {
      symbols K:int32
      array p float64 [K] strides [1]
      array q float64 [K] strides [1]
      loop l `k = 1` `k < K` `k = k + 1` variable k {
        state body {
          n0 = access p
          n1 = tasklet t `o = v` in (v:float64)
          n2 = access q
          n0 -> n1.v : p[k - 1]
          n1.o -> n2 : q[k]
        }
      }
      branch choice { if `S > 0` then_0 { state only {
          n0 = access p
          n1 = tasklet t `o = v` in (v:float64)
          n2 = access q
          n0 -> n1.v : p[0]
          n1.o -> n2 : q[0]
      } } }
      l -> choice
    }
    n3 = exit n1
    n4 = access y
    n0 -> n1.IN_x : x[0:N, 0:M]
    n1.OUT_x -> n2.p : x[i, 0:M]
    n2.q -> n3.IN_y : y[i, 0:M]
    n3.OUT_y -> n4 : y[0:N, 0:M]
  }
})");
    CHECK(touched(*sdfg, "x", false) == Texts{"0:N, 0:M - 1 all", "0:N, 0 bound"});
    CHECK(touched(*sdfg, "y", true) == Texts{"0:N, 1:M all", "0:N, 0 bound"});
}

TEST_CASE("loops downwards, and loops that do not count") {
    ir::LoopRegion loop;
    loop.loopVariable = "k";
    loop.init.text = "k = (N - 1)";
    loop.condition.text = "(k >= 2)";
    loop.update.text = "k = (k - 1)";
    REQUIRE(analysis::loopRange(loop));
    CHECK(print(*analysis::loopRange(loop)) == "2:N");
    loop.update.text = "k = (k * 2)";
    CHECK_FALSE(analysis::loopRange(loop));
    loop.update.text = "k = (k + 1)"; // upwards with >=: no end
    CHECK_FALSE(analysis::loopRange(loop));
}

TEST_CASE(
    "a copy that says one side only touches the same extents at the other, or its one element") {
    const auto sdfg = graph(R"(sdfg copies {
  symbols N:int32
  array x float64 [N + 4]
  array y float64 [N + 2]
  array one float64 [1] transient
  state main {
    n0 = access x
    n1 = access y
    n0 -> n1 : x[0:N]
    n2 = access one
    n3 = access y
    n2 -> n3 : y[0:N]
  }
})");
    CHECK(touched(*sdfg, "y", true) == Texts{"0:N all", "0:N all"});
    CHECK(touched(*sdfg, "one", false) == Texts{"0 all"});
}

} // namespace footprint_test
