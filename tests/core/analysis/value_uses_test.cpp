// What a program does with its values, and what inputs are made of it.
#include "core/analysis/value_uses.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

namespace value_uses_test {

using namespace mw;
using analysis::ValueUse;

namespace {

/// Of `a` and `b` in the code of a tasklet, through a temporary.
analysis::ValueUses usesOf(const std::string& code) {
    const auto document = ir::parseDump(fmt::format(R"(sdfg uses {{
  args a b y
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array y float64 [N]
  scalar t float64 transient
  state only {{
    a = access a
    b = access b
    y = access y
    m = map points [i = 0:N] -> x
    f = tasklet f `o = p`
    t = access t
    g = tasklet g `o = {}`
    x = exit m
    a -> m.IN_a : a[0:N]
    b -> m.IN_b : b[0:N]
    m.OUT_a -> f.p : a[i]
    f.o -> t : t[0]
    t -> g.p : t[0]
    m.OUT_b -> g.q : b[i]
    g.o -> x.IN_y : y[i]
    x.OUT_y -> y : y[0:N]
  }}
}}
)",
                                                    code));
    REQUIRE(document.has_value());
    return analysis::valueUses(*(*document)->root);
}

ValueUse of(const analysis::ValueUses& uses, const std::string& name) {
    const auto found = uses.containers.find(name);
    return found == uses.containers.end() ? ValueUse{} : found->second;
}

} // namespace

TEST_CASE("domains of functions are demanded of what leads to them") {
    const ValueUse any, notZero{true, false, false}, notNegative{false, true, false},
        positive{true, true, false};
    const auto check = [](const std::string& code, const ValueUse& a, const ValueUse& b) {
        INFO(code);
        const auto uses = usesOf(code);
        CHECK(of(uses, "a") == a);
        CHECK(of(uses, "b") == b);
    };
    check("(p - q)", any, any);
    check("(p / q)", any, notZero);
    check("(p / (p + q))", positive, positive);
    check("(p / (p * q))", notZero, notZero);
    check("math.sqrt(p)", notNegative, any);
    check("math.sqrt(((p * p) + (q * q)))", notZero, notZero);
    check("(math.log(p) * q)", positive, any);
    check("(p ** 2)", any, any);
    check("(p ** (-2))", notZero, any);
    check("(p ** 0.5)", notNegative, any);
    check("(p ** q)", positive, any);
    check("(math.sqrt(p) if (p > 0.0) else q)", any, any); // guarded
    check("(math.sqrt(p) if (q > 0.0) else q)", notNegative, any);
    check("math.exp((p - q))", any, any);
}

TEST_CASE("what a value is divided by in place is not zero") {
    const auto uses = usesOf("p; o /= q");
    CHECK(of(uses, "a") == ValueUse{});
    CHECK(of(uses, "b") == ValueUse{true, false, false});
}

TEST_CASE("numbers that are compared with are found, whichever side they stand on") {
    CHECK(usesOf("(p if (p > 0.25) else (q if ((-3) < q) else 7.0))").compared ==
          std::vector<double>{-3, 0.25});
    CHECK(usesOf("(p + 0.25)").compared.empty());
}

} // namespace value_uses_test
