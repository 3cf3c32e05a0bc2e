// What is assumed of symbols, from scenarios and inside nested SDFGs.
#include "core/symbolic/assumptions.h"
#include "tests/support/catch.h"

namespace assumptions_test {

using namespace mw;
using namespace mw::symbolic;

namespace {

Expr code(const std::string& text) {
    return parse(text, Dialect::code).value();
}

} // namespace

TEST_CASE("a scenario says that every symbol has its value") {
    Prover prover(assumptionsOf({{"N", Value::integer(80)}, {"dt", Value::real(0.5)}}));
    CHECK(prover.holds(code("N - 3 == 77")).proven());
    CHECK(prover.holds(code("dt == 0")).truth == Truth::depends);
}

TEST_CASE("assumptions enter a nested SDFG with the symbols that keep their name") {
    const Assumptions given{{code("N >= 4"), code("M >= N"), code("K > 0")}};
    const auto inner = throughMapping(
        given, {{"N", Expr::symbol("N")}, {"M", Expr::symbol("M")}, {"K", Expr::symbol("N")}});
    CHECK(inner.facts.size() == 2);
}

} // namespace assumptions_test
