// Temporaries that begin as zeros do so whenever what they live in begins: the innermost map scope
// or the one state with all their uses, or the SDFG where states share them. The interpreter and
// the compiled kernels give the numbers worked out by hand.

#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"

namespace features_zero_test {

using namespace mw;
using test::agreed;
using test::integer;
using test::Numbers;
using test::reals;

namespace {

/// Adds 1 to t[0], then t[0] to y[AT].
std::string counting(const std::string& at) {
    return R"({
      o = tasklet one `o = 1`; t = access t setzero; a = access y; b = access y
      s = tasklet sum `o = (p + q)`
      o.o -> t : t[0] wcr `lambda x, y: x + y`
      t -> s.p : t[0]; a -> s.q : y[)" +
           at + R"(]; s.o -> b : y[)" + at + R"(]
    }
)";
}

Numbers result(const std::string& graph) {
    return agreed(graph, {{"N", integer(3)}}, {{"y", reals({0, 0, 0})}})["y"];
}

} // namespace

TEST_CASE("a temporary of one state is zeroed in every turn of a loop around it") {
    const std::string loop =
        "loop l `k = 0` `(k < N)` `k = (k + 1)` variable k {\nstate b " + counting("k") + "}\n";
    const std::string inner = R"(
  symbols N:int32 k:int32
  array t float64 [1] transient
  array y float64 [3]
  )" + loop;
    CHECK(result("sdfg g {" + inner + "}\n") == Numbers{1, 1, 1});
    const auto nested = [&](const std::string& around) {
        std::string text = around;
        text.replace(text.find("BODY"), 4, inner);
        return result(text);
    };
    CHECK(nested(R"(sdfg g {
  symbols N:int32
  array y float64 [3]
  state s {
    n = nested n {N: N} = sdfg inn {BODY}
    a = access y; b = access y
    a -> n.y : y[0:3]; n.y -> b : y[0:3]
  }
}
)") == Numbers{1, 1, 1});
    CHECK(nested(R"(sdfg g {
  symbols N:int32
  array y float64 [3]
  state s {
    m = map m [i = 0:1] -> e
    n = nested n {N: N} = sdfg inn {BODY}
    e = exit m
    a = access y; b = access y
    a -> m.IN_y : y[0:3]; m.OUT_y -> n.y : y[0:3]
    n.y -> e.IN_y : y[0:3]; e.OUT_y -> b : y[0:3]
  }
}
)") == Numbers{1, 1, 1});
}

TEST_CASE("a temporary that states share is zeroed when its SDFG begins") {
    const std::string body = R"(
  symbols N:int32 k:int32
  array t float64 [1] transient
  array y float64 [3]
  loop l `k = 0` `(k < N)` `k = (k + 1)` variable k {
    state add { o = tasklet one `o = 1`; t = access t setzero; o.o -> t : t[0] wcr `lambda x, y: x + y` }
    state out { t = access t; c = tasklet c `o = p`; b = access y; t -> c.p : t[0]; c.o -> b : y[k] }
    add -> out
  }
)";
    CHECK(result("sdfg g {" + body + "}\n") == Numbers{1, 2, 3});
    CHECK(result(R"(sdfg g {
  symbols N:int32 r:int32
  array y float64 [3]
  loop r `r = 0` `(r < 2)` `r = (r + 1)` variable r {
    state s {
      n = nested n {N: N} = sdfg inn {)" +
                 body + R"(}
      b = access y
      n.y -> b : y[0:3]
    }
  }
}
)") == Numbers{1, 2, 3});
}

TEST_CASE("a temporary that a condition reads is shared with the control flow") {
    CHECK(result(R"(sdfg g {
  symbols N:int32 k:int32
  scalar t float64 transient
  array y float64 [3]
  loop l `k = 0` `((k < N) and (t < 2))` `k = (k + 1)` variable k {
    state add {
      o = tasklet one `o = 1`; t = access t setzero; b = access y; c = tasklet c `o = p`
      o.o -> t : t[0] wcr `lambda x, y: x + y`
      t -> c.p : t[0]; c.o -> b : y[k]
    }
  }
}
)") == Numbers{1, 2, 0});
}

TEST_CASE("a temporary in a branch is zeroed when the branch is taken") {
    CHECK(result(R"(sdfg g {
  symbols N:int32 k:int32
  array t float64 [1] transient
  array y float64 [3]
  loop l `k = 0` `(k < N)` `k = (k + 1)` variable k {
    branch q { if `(k != 1)` { state b )" +
                 counting("k") + R"( } }
  }
}
)") == Numbers{1, 0, 1});
}

TEST_CASE("a temporary of a map's scope is zeroed in every iteration") {
    for (const std::string schedule : {"", " schedule Sequential"})
        CHECK(result(R"(sdfg g {
  symbols N:int32
  array t float64 [2] transient
  array y float64 [3]
  state s {
    m = map m [i = 0:N])" +
                     schedule + R"( -> e
    inner = map inner [j = 0:2] schedule Sequential -> f
    o = tasklet one `o = (i + 1)`
    f = exit inner
    t = access t setzero
    c = tasklet c `o = (p + q)`
    e = exit m
    b = access y
    m -> inner
    inner -> o
    o.o -> f.IN_t : t[j] wcr `lambda x, y: x + y`
    f.OUT_t -> t : t[0:2]
    t -> c.p : t[0]; t -> c.q : t[1]
    c.o -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:N]
  }
}
)") == Numbers{2, 4, 6});
}

} // namespace features_zero_test
