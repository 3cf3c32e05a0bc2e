// The canonical form of expressions, and what counts as equal.
#include "core/symbolic/expr.h"
#include "tests/support/catch.h"

#include <limits>
#include <string>

namespace expr_test {

using namespace mw::symbolic;

namespace {

Expr plain(const std::string& text) {
    auto result = parse(text, Dialect::plain);
    INFO(text);
    REQUIRE(result);
    return *result;
}
std::string canonical(const std::string& text) {
    return print(plain(text));
}
std::string expanded(const std::string& text) {
    return print(expand(plain(text)));
}
std::int64_t valueOf(const std::string& text, const Bindings& values = {}) {
    auto result = evaluateInteger(plain(text), values);
    INFO(text);
    REQUIRE(result);
    return *result;
}
std::string errorOf(const std::string& text, const Bindings& values = {}) {
    auto result = evaluate(plain(text), values);
    return result ? "none" : result.error().code;
}

} // namespace

TEST_CASE("sums and products are canonical") {
    CHECK(canonical("-1 + N") == "N - 1");
    CHECK(canonical("N - (N - 1)") == "1");
    CHECK(canonical("M*K + 2*N + N - 1 + K*M") == "2*K*M + 3*N - 1");
    CHECK(canonical("2*(N + 1)") == "2*N + 2");
    CHECK(canonical("N*(M + 1)") == "N*(M + 1)");
    CHECK(canonical("x*y*x") == "x**2*y");
    CHECK(canonical("1 - N") == "1 - N");
    CHECK(canonical("0*N") == "0");
    CHECK(canonical("N/2 + N/2") == "N");
    CHECK(canonical("4*N/2") == "2*N");
    CHECK(canonical("N*M/N") == "M");
    CHECK(canonical("(N - 1)/2") == "N/2 - 1/2");
    CHECK(canonical("(2*N)**2") == "4*N**2");
    CHECK(canonical("N**(1/2)") == "sqrt(N)");
    CHECK(canonical("N**-2") == "1/N**2");
    CHECK(canonical("0.5 + 1") == "1.5");
}

TEST_CASE("Min, Max, rounding and logic are canonical") {
    CHECK(canonical("Min(N, N - 1)") == "N - 1");
    CHECK(canonical("Max(M, 0, Max(3, M))") == "Max(3, M)");
    CHECK(canonical("Min(N)") == "N");
    CHECK(canonical("Min(2, 0.5)") == "0.5");
    CHECK(canonical("int_floor(7, 2) + int_ceil(7, 2) + Mod(-7, 4)") == "8");
    CHECK(canonical("int_floor(-7, 2)") == "-4");
    CHECK(canonical("int_ceil(N, 1)") == "N");
    CHECK(canonical("int_floor(N, 0)") == "int_floor(N, 0)");
    CHECK(canonical("Abs(b - a)") == "Abs(a - b)");
    CHECK(canonical("Abs(-3)") == "3");
    CHECK(canonical("floor(N)") == "N");
    CHECK(canonical("ceiling(5/2)") == "3");
    CHECK(canonical("N < N + 1") == "1");
    CHECK(canonical("AND(N < 4, 1, N < 4)") == "N < 4");
    CHECK(canonical("OR(N, 1)") == "1");
    CHECK(canonical("Not(Not(N))") == "Ne(N, 0)");
    CHECK(canonical("IfExpr(1, a, b)") == "a");
    CHECK(canonical("IfExpr(c, a, a)") == "a");
}

TEST_CASE("constants that do not fit stay unevaluated") {
    const Expr largest = std::numeric_limits<std::int64_t>::max();
    const Expr smallest = std::numeric_limits<std::int64_t>::min();
    const Expr sum = largest + Expr(1);
    CHECK(sum.op() == Op::add);
    CHECK(print(sum) == "1 + 9223372036854775807");
    CHECK(print(largest * Expr(2)) == "2*9223372036854775807");
    CHECK((sum - Expr(1)) == largest);
    CHECK((-smallest).op() == Op::mul);
    CHECK(canonical("10**30") == "10**30");
    CHECK(errorOf("10**30") == "expression-overflow");
    CHECK(canonical("int_floor(-9223372036854775807 - 1, -1)").substr(0, 9) == "int_floor");
}

TEST_CASE("the order depends on content alone") {
    const Expr a = Expr::symbol("a");
    const Expr b = Expr::symbol("b");
    CHECK(print(b + a) == print(a + b));
    CHECK(print(min(b, a)) == "Min(a, b)");
    CHECK((a * b + b).hash() == (b + b * a).hash());
    CHECK(a + b == b + a);
    CHECK(Expr::symbol("i", "dtype=dace.int64") == Expr::symbol("i"));
}

TEST_CASE("expand multiplies out and simplifies for all integers") {
    CHECK(expanded("(a + b)*(a - b)") == "a**2 - b**2");
    CHECK(expanded("(N + 1)**2") == "N**2 + 2*N + 1");
    CHECK(expanded("s*(N - 1) + s") == "N*s");
    CHECK(expanded("int_floor(4*N + 6, 4)") == "N + 1");
    CHECK(expanded("int_floor(2*N, 4)") == "int_floor(N, 2)");
    CHECK(expanded("int_floor(N + 31, 32)") == "int_ceil(N, 32)");
    CHECK(expanded("int_ceil(32*N + M, 32)") == "N + int_ceil(M, 32)");
    CHECK(expanded("Mod(4*N + 5, 4)") == "1");
    CHECK(expanded("floor(N/2 + 3)") == "floor(N/2) + 3");
    CHECK(expanded("Min(a, Max(a, b))") == "a");
    CHECK(print(simplify(plain("N*(M + 1)"))) == "N*(M + 1)");
    CHECK(print(simplify(plain("N*(M + 1) - N"))) == "M*N");
}

TEST_CASE("equal sees through translations of Min and Max") {
    CHECK(equal(plain("Max(0, M - N) + N"), plain("Max(M, N)")));
    CHECK(equal(plain("Max(a, b) + Min(a, b)"), plain("a + b")));
    CHECK(equal(plain("-Min(-a, -b)"), plain("Max(a, b)")));
    CHECK(equal(plain("Min(N - 1, 5)"), plain("Min(N, 6) - 1")));
    CHECK(equal(plain("2*int_ceil(N, 2)"), plain("2*int_floor(N + 1, 2)")));
    CHECK_FALSE(equal(plain("Max(a, b)"), plain("Min(a, b)")));
    CHECK_FALSE(equal(plain("N/2"), plain("int_floor(N, 2)")));
}

TEST_CASE("substitution is simultaneous and keeps what it does not touch") {
    const Expr e = plain("a*b + Max(a, 3)");
    CHECK(print(substitute(e, {{"a", Expr::symbol("b")}, {"b", Expr::symbol("a")}})) ==
          "a*b + Max(3, b)");
    CHECK(print(substitute(e, {{"a", 2}})) == "2*b + 3");
    CHECK(substitute(e, {{"c", 1}}) == e);
    CHECK(freeSymbols(plain("A[i + N] + f(x).y")) ==
          std::set<std::string, std::less<>>{"A", "N", "i", "x"});
}

TEST_CASE("what is put in under a quotient is rounded as a whole") {
    const auto with = [](const std::string& text, const Substitution& put) {
        return print(substitute(plain(text), put));
    };
    const std::string half = "Max(0, int_floor(L + M, 2)) - Max(0, int_floor(-L - M, 2))";
    CHECK(with("K/2", {{"K", plain("L + M")}}) == half);
    CHECK(with("N - K/2", {{"K", plain("L + M")}}) ==
          "N - Max(0, int_floor(L + M, 2)) + Max(0, int_floor(-L - M, 2))");
    CHECK(with("K/2 + N/2", {{"K", 3}, {"N", 3}}) == "2");
    CHECK(with("2*K", {{"K", plain("N/2")}}) ==
          "2*Max(0, int_floor(N, 2)) - 2*Max(0, int_floor(-N, 2))");
    // Where no rounding moves, the quotient stays one.
    CHECK(with("K/2", {{"K", plain("N")}}) == "N/2");
    CHECK(with("K/2", {{"K", plain("4*N + 2*M")}}) == "M + 2*N");
    CHECK(with("K - 1", {{"K", plain("N/2")}}) == "N/2 - 1");
    CHECK(with("K/2", {{"K", 3}}) == "3/2");
    CHECK(with("floor(K/2)", {{"K", plain("L + M")}}) == print(plain("floor(L/2 + M/2)")));
}

TEST_CASE("evaluate follows the semantics of the text forms") {
    const Bindings values = {{"N", Value::integer(7)}, {"x", Value::real(0.5)}};
    CHECK(valueOf("int_floor(-N, 2)", values) == -4);
    CHECK(valueOf("int_ceil(-N, 2)", values) == -3);
    CHECK(valueOf("Mod(-N, 4)", values) == 1);
    CHECK(valueOf("N/2", values) == 3);
    CHECK(valueOf("-N/2", values) == -3);
    CHECK(valueOf("floor(N/2) + ceiling(N/2)", values) == 7);
    CHECK(valueOf("2*(N/2)", values) == 7);
    CHECK(valueOf("9 - N/2", values) == 6);   // a quotient truncates where it stands, as in C++
    CHECK(valueOf("(N + 1)/2", values) == 3); // N/2 + 1/2
    CHECK(valueOf("floor(N/2 + 1/2) - ceiling(9/2 - N/2)", values) == 3);
    CHECK(valueOf("IfExpr(N > 3, 1, M)", values) == 1);
    CHECK(valueOf("OR(M, N)", values) == 1);
    CHECK(valueOf("SymExpr(N, 2*N)", values) == 7);
    CHECK(valueOf("bitwise_and(N, 3) + left_shift(N, 2)", values) == 31);
    CHECK(valueOf("int32(N)", values) == 7);
    CHECK(evaluate(plain("N*x"), values)->d == 3.5);
    CHECK(evaluate(plain("sqrt(N + 2)"), values)->d == 3.0);
}

TEST_CASE("evaluation names what is missing") {
    CHECK(errorOf("M + 1") == "unbound-symbol");
    CHECK(errorOf("int_floor(1, M)", {{"M", Value::integer(0)}}) == "division-by-zero");
    CHECK(errorOf("M*M", {{"M", Value::integer(std::int64_t{1} << 40)}}) == "expression-overflow");
    CHECK(errorOf("?") == "not-evaluable");
    CHECK(errorOf("A[0]", {{"A", Value::integer(1)}}) == "not-evaluable");
    const auto real = evaluateInteger(plain("x"), {{"x", Value::real(1)}});
    REQUIRE_FALSE(real);
    CHECK(real.error().code == "not-an-integer");
    CHECK(evaluate(plain("M"), {}).error().sentence == "The symbol 'M' has no value.");
}

} // namespace expr_test
