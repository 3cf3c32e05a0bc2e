#include "core/symbolic/assumptions.h"
#include "tests/support/catch.h"

using namespace mw;
using namespace mw::symbolic;

namespace {

Expr code(const std::string& text) {
    return parse(text, Dialect::code).value();
}

} // namespace

TEST_CASE("assumptions from text are used by the prover") {
    const auto given = parseAssumptions("a <= b, Max(b, 3) < c and N >= 1,");
    REQUIRE(given);
    CHECK(given->facts.size() == 2);
    Prover prover(*given);
    CHECK(prover.holds(code("a < c")).proven());
    CHECK(prover.holds(code("c >= 4")).proven());
    CHECK(prover.holds(code("N == 0")).disproven());
    CHECK(prover.holds(code("a < 3")).truth == Truth::depends);
    CHECK(parseAssumptions("")->facts.empty());
}

TEST_CASE("what is no comparison is refused by name") {
    const auto refused = parseAssumptions("a <= b, a + b");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().sentence.find("'a + b'") != std::string::npos);
    CHECK_FALSE(parseAssumptions("a <="));
    CHECK_FALSE(parseAssumptions("0 > 1"));
}

TEST_CASE("a scenario says that every symbol has its value") {
    Prover prover(assumptionsOf({{"N", Value::integer(80)}, {"dt", Value::real(0.5)}}));
    CHECK(prover.holds(code("N - 3 == 77")).proven());
    CHECK(prover.holds(code("dt == 0")).truth == Truth::depends);
}

TEST_CASE("assumptions enter a nested SDFG with the symbols that keep their name") {
    const auto given = parseAssumptions("N >= 4, M >= N, K > 0").value();
    const auto inner = throughMapping(
        given, {{"N", Expr::symbol("N")}, {"M", Expr::symbol("M")}, {"K", Expr::symbol("N")}});
    CHECK(inner.facts.size() == 2);
}
