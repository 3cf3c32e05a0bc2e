// What is proven of expressions and subsets, and what is left open.
#include "core/symbolic/prover.h"
#include "tests/support/catch.h"

#include <chrono>
#include <string>

namespace prover_test {

using namespace mw::symbolic;

namespace {

Expr expr(const std::string& text) {
    auto result = parse(text, Dialect::code);
    INFO(text);
    REQUIRE(result);
    return *result;
}
Subset subset(const std::string& text) {
    return *parseSubset(text, Dialect::plain);
}
Prover given(const std::string& facts) {
    Assumptions assumptions;
    assumptions.facts.push_back(expr(facts));
    return Prover(std::move(assumptions));
}

} // namespace

TEST_CASE("comparisons are three-valued and say what is missing") {
    Prover prover;
    CHECK(prover.holds(expr("N < N + 1")).proven());
    CHECK(prover.holds(expr("N > N + M - M")).disproven());
    CHECK(prover.holds(expr("N >= 3")).condition == "N >= 3");
    CHECK(prover.holds(expr("2*N >= 3")).condition == "N >= 2");
    CHECK(prover.holds(expr("a < b and b < c")).condition == "b > a and c > b");
    CHECK(prover.holds(expr("a != b")).condition == "a > b or b > a");
    CHECK(prover.lessEqual(expr("min(a, b)"), expr("a")).proven());
    CHECK(prover.lessEqual(expr("max(a, b) + 1"), expr("min(a, b)")).disproven());
    CHECK(prover.equal(expr("max(0, M - N) + N"), expr("max(M, N)")).proven());
    CHECK(prover.holds(expr("N % 2 == 0 or N % 2 == 1")).proven());
    CHECK(prover.holds(expr("N % 4 == 0")).condition == "N % 4 == 0");
    CHECK(prover.holds(expr("(N // 4)*4 <= N")).proven());
    CHECK(prover.holds(expr("floor(N/2) + ceiling(N/2) == N")).proven());
    CHECK(prover.holds(expr("N/2 <= N")).condition == "N >= 0");
    CHECK_FALSE(prover.holds(expr("a + b < 2*N or a/2 + b/2 >= N")).proven());
    CHECK(prover.holds(expr("abs(N) >= N")).proven());
    CHECK(prover.holds(expr("(a if a > b else b) >= b")).proven());
    CHECK(prover.holds(expr("not (a < b) or a < b")).proven());
}

TEST_CASE("assumptions narrow the question") {
    CHECK(given("N >= 1").holds(expr("N > 0")).proven());
    CHECK(given("N >= 1").holds(expr("N == 0")).disproven());
    CHECK(given("a < b and b < c").holds(expr("a + 2 <= c")).proven());
    CHECK(given("flag").holds(expr("flag == 0")).disproven());
    CHECK(given("unrelated >= 1").holds(expr("N >= 1")).condition == "N >= 1");
    Assumptions range;
    range.inRange("i", subset("0:N:2").dims[0]);
    Prover prover(range);
    CHECK(prover.holds(expr("i < N")).proven());
    CHECK(prover.holds(expr("i == 3")).disproven());
}

TEST_CASE("terms that are not affine are unknown integers, the same wherever they are equal") {
    Prover prover;
    CHECK(prover.lessEqual(expr("s*(N - 1) + s"), expr("N*s")).proven());
    CHECK(prover.holds(expr("M*N >= N*M")).proven());
    CHECK(prover.holds(expr("M*N >= 3")).condition == "M*N >= 3");
    CHECK(prover.holds(expr("f(i) + 1 > f(i)")).proven());
    CHECK(given("M*N >= 4").holds(expr("M*N > 0")).proven());
    CHECK(given("a // b == 2").holds(expr("a // b + 1 == 3")).proven());
}

TEST_CASE("what may be no integer is left open") {
    Prover prover;
    CHECK(prover.holds(expr("sqrt(N) > 1")).truth == Truth::depends);
    CHECK(prover.holds(expr("x < 0.5")).truth == Truth::depends);
    CHECK(prover.holds(expr("N/M >= 1")).truth == Truth::depends);
    CHECK(given("x < 0.5").holds(expr("N < N + 1")).proven());
    CHECK(prover.covers(subset("0:?"), subset("0:3")).truth == Truth::depends);
}

TEST_CASE("emptiness and vacuous questions") {
    Prover prover;
    CHECK(prover.empty(subset("3:3")).proven());
    CHECK(prover.empty(subset("0:3, 5")).disproven());
    CHECK(prover.empty(subset("0:N")).truth == Truth::depends);
    CHECK(given("N <= 0").empty(subset("5, 0:N")).proven());
    CHECK(prover.covers(subset("0:1"), subset("3:3")).proven());
    CHECK(prover.intersects(subset("3:3"), subset("0:9")).disproven());
    CHECK(given("N <= 0").covers(subset("5:6"), subset("0:N")).proven());
    CHECK(prover.covers(subset("0:1, 0"), subset("0:1")).truth == Truth::depends);
}

TEST_CASE("steps downwards, symbolic steps, tiles") {
    Prover prover;
    CHECK(prover.covers(subset("0:10"), subset("9:1:-1")).proven());
    CHECK(prover.covers(subset("1:10"), subset("9:1:-1")).disproven());
    CHECK(prover.covers(subset("0:N:s"), subset("0:N - 1:s")).proven());
    CHECK(prover.covers(subset("0:N"), subset("0:N:s")).proven());
    CHECK(prover.covers(subset("0:N:s"), subset("0:N")).truth == Truth::depends);
    CHECK(prover.intersects(subset("0:N:s"), subset("0:M:s")).proven());
    CHECK(prover.intersects(subset("0:N:s"), subset("N:M:s")).disproven());
    CHECK(prover.covers(subset("0:N:4:4"), subset("0:N:4:4")).proven());
    CHECK(prover.covers(subset("0:N:4:4"), subset("0:N")).truth == Truth::depends);
}

TEST_CASE("the work per question is bounded") {
    // Nested Min and Max of many symbols: exponentially many pieces.
    std::string text = "0";
    for (int i = 0; i < 24; ++i) {
        const std::string n = std::to_string(i);
        text = "max(min(a" + n + ", b" + n + "), min(c" + n + " - d" + n + ", " + text + "))";
    }
    Prover prover;
    const auto start = std::chrono::steady_clock::now();
    CHECK(prover.holds(expr(text + " + e >= f*g")).truth == Truth::depends);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    CHECK(seconds.count() < 5); // typically a few hundredths; a hang is what this looks for
    CHECK(prover.holds(expr("N >= 3")).condition == "N >= 3");
}

TEST_CASE("a prover can be moved") {
    Prover prover = given("N >= 1");
    Prover moved = std::move(prover);
    CHECK(moved.holds(expr("N >= 1")).proven());
}

} // namespace prover_test
