// Maps whose ranges overlap in what they write.
#include "app/workbench/observe.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

namespace observe_overwritten_test {

using namespace mw;

namespace {

/// Three maps over x: "zeros" fills it, "inner" writes the middle, "copied" reads it into y.
std::vector<workbench::Observation> overwrittenIn(const std::string& between,
                                                  const std::string& inner) {
    const auto document = ir::parseDump(fmt::format(R"(sdfg p {{
  args x y z
  symbols N:int32
  array x float64 [N]
  array y float64 [N]
  array z float64 [N]
  state s {{
    x = access x
    in1 = map zeros [i = 0:N] -> out1
    one = tasklet one `o = 0.0`
    out1 = exit in1
    in1 -> one
    one.o -> out1.IN_x : x[i]
    out1.OUT_x -> x : x[0:N]
{}  }}
  state t {{
    x2 = access x
    y2 = access y
    in2 = map inner [i = {}] -> out2
    two = tasklet two `o = 1.0`
    out2 = exit in2
    in2 -> two
    two.o -> out2.IN_x : x[i]
    out2.OUT_x -> x2 : x[{}]
    in3 = map copied [i = 0:N] -> out3
    three = tasklet three `o = v`
    out3 = exit in3
    x2 -> in3.IN_x : x[0:N]
    in3.OUT_x -> three.v : x[i]
    three.o -> out3.IN_y : y[i]
    out3.OUT_y -> y2 : y[0:N]
  }}
  s -> t
}}
)",
                                                    between, inner, inner));
    INFO((document ? "" : document.error().sentence));
    REQUIRE(document.has_value());
    const transforms::DocumentView view(*document);
    return workbench::observeOverwritten(view, {{"N", symbolic::Value::integer(100)}});
}

} // namespace

TEST_CASE("maps whose ranges overlap: what one wrote is overwritten before anyone read it") {
    const auto found = overwrittenIn("", "1:N - 1");
    REQUIRE(found.size() == 1);
    CHECK(found[0].sentence ==
          "'x (inner)' overwrites 784 bytes of 'x' that 'x (zeros)' wrote and nobody read");
    CHECK(found[0].bytes == 784);
    CHECK(found[0].about.size() == 2);
    CHECK(overwrittenIn("", "0:0").empty()); // an empty range writes nothing

    // Read in between: at least one of the elements, or none of them.
    const auto readBetween = [](const std::string& range) {
        return fmt::format(R"(    z = access z
    in4 = map before [i = {0}] -> out4
    four = tasklet four `o = v`
    out4 = exit in4
    x -> in4.IN_x : x[{0}]
    in4.OUT_x -> four.v : x[i]
    four.o -> out4.IN_z : z[i]
    out4.OUT_z -> z : z[{0}]
)",
                           range);
    };
    CHECK(overwrittenIn(readBetween("0:2"), "1:N - 1").empty());
    CHECK(overwrittenIn(readBetween("0:1"), "1:N - 1").size() == 1);
}

TEST_CASE("what may be read, in a later round or by itself, is not called overwritten") {
    const auto found = [](const std::string& body) {
        const auto document = ir::parseDump(
            "sdfg p {\n  args x\n  symbols N:int32\n  array x float64 [N]\n" + body + "}\n");
        INFO((document ? "" : document.error().sentence));
        REQUIRE(document.has_value());
        const transforms::DocumentView view(*document);
        return workbench::observeOverwritten(view, {{"N", symbolic::Value::integer(100)}}).size();
    };
    const auto fill = [](const std::string& state) {
        return fmt::format(R"(  state {0} {{
    x_{0} = access x
    in_{0} = map fill_{0} [i = 0:N] -> out_{0}
    one_{0} = tasklet one `o = 0.0`
    out_{0} = exit in_{0}
    in_{0} -> one_{0}
    one_{0}.o -> out_{0}.IN_x : x[i]
    out_{0}.OUT_x -> x_{0} : x[0:N]
  }}
)",
                           state);
    };
    const std::string more = R"(  state m {
    from = access x
    to = access x
    in_m = map more [i = 0:N] -> out_m
    add = tasklet add `o = v + 1.0`
    out_m = exit in_m
    from -> in_m.IN_x : x[0:N]
    in_m.OUT_x -> add.v : x[i]
    add.o -> out_m.IN_x : x[i]
    out_m.OUT_x -> to : x[0:N]
  }
)";
    CHECK(found(fill("a") + fill("b") + "  a -> b\n") == 1);
    CHECK(found(fill("a") + more + "  a -> m\n") == 0);
    CHECK(found(fill("a") + more + fill("b") + "  a -> m\n  m -> b\n") == 1); // m, by b
}

} // namespace observe_overwritten_test
