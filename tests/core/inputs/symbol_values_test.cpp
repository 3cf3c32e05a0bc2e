// A value that comes from outside is one that the type of its symbol or scalar argument holds, or
// the run is refused; no target converts it in its own way.

#include "core/inputs/scenario.h"
#include "core/interp/interp.h"
#include "core/ir/dump.h"
#include "core/ir/symbol_value.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

namespace symbol_values_test {

using namespace mw;
using symbolic::Value;

namespace {

ir::DocumentPtr program() {
    const auto document = ir::parseDump(R"(sdfg p {
  symbols N:int32 u:uint8 flag:bool x:float32 w:float64 big:int64 z:complex128
  scalar s int16
  array a float64 [N]
  state main {
    n = access a
    t = tasklet t `o = ((((N + u) + flag) + x) + w) + big + s`
    t.o -> n : a[0]
  }
}
)");
    REQUIRE(document);
    return *document;
}

/// The completed scenario's value of one symbol, or why there is none.
std::string completed(const std::string& symbol, const std::string& json) {
    const auto value = [&](const char* name, const char* usual) {
        return fmt::format("\"{}\": {}", name, symbol == name ? json : usual);
    };
    const std::string text = fmt::format(
        R"({{"grid": {{"kind": "torus", "nx": 2, "ny": 2, "levels": 2}},
            "symbols": {{{}, {}, {}, {}, {}, {}, {}{}}}, "arrays": {{}}}})",
        value("N", "4"), value("u", "1"), value("flag", "true"), value("x", "0.5"),
        value("w", "0.5"), value("big", "1"), value("s", "1"),
        symbol == "z" ? ", \"z\": " + json : std::string());
    auto scenario = inputs::parseScenario(text);
    if (scenario)
        scenario = inputs::completeScenario(*program()->root, *scenario);
    if (!scenario)
        return scenario.error().sentence;
    const Value& found = scenario->symbols.at(symbol);
    return found.isReal ? fmt::format("real {}", found.d) : fmt::format("{}", found.i);
}

} // namespace

TEST_CASE("a symbol's value that its type cannot hold is refused by name") {
    CHECK(completed("N", "4294967300") == "'N' is int32, which cannot hold 4294967300");
    CHECK(completed("N", "4.7") == "'N' is int32, which cannot hold 4.7");
    CHECK(completed("N", "-2147483649") == "'N' is int32, which cannot hold -2147483649");
    CHECK(completed("u", "-1") == "'u' is uint8, which cannot hold -1");
    CHECK(completed("u", "256") == "'u' is uint8, which cannot hold 256");
    CHECK(completed("flag", "2") == "'flag' is bool, which cannot hold 2");
    CHECK(completed("big", "1e30") == "'big' is int64, which cannot hold 1e+30");
    CHECK(completed("big", "18446744073709551615") ==
          "in the scenario, the symbol 'big' is 18446744073709551615, more than 2^63 - 1");
    CHECK(completed("x", "1e300") == "'x' is float32, which cannot hold 1e+300");
    CHECK(completed("s", "40000") == "'s' is int16, which cannot hold 40000");
    CHECK(completed("z", "1") == "'z' is complex128, a type that cannot be given a value");
}

TEST_CASE("a value is an integer or a real number as its type is") {
    CHECK(completed("N", "5.0") == "5");
    CHECK(completed("flag", "false") == "0");
    CHECK(completed("w", "3") == "real 3");
    CHECK(completed("x", "0.1") == fmt::format("real {}", static_cast<double>(0.1F)));
    CHECK(completed("big", "-9223372036854775808") == "-9223372036854775808");
}

TEST_CASE("the interpreter refuses such a value itself") {
    interp::Memory memory;
    const auto ran = interp::run(*program(), {{"N", Value::real(4.7)}}, memory);
    REQUIRE_FALSE(ran);
    CHECK(ran.error().sentence == "'N' is int32, which cannot hold 4.7");
}

} // namespace symbol_values_test
