// Expressions as text, in both dialects.
#include "core/symbolic/expr.h"
#include "tests/support/catch.h"

#include <string>
#include <vector>

namespace text_test {

using namespace mw::symbolic;

namespace {

std::string rewritten(const std::string& text, Dialect from, Dialect to) {
    auto result = parse(text, from);
    return result ? print(*result, to) : "error: " + result.error().sentence;
}

struct Row {
    std::string plain;
    std::string dollar;
    std::string code;
};

// Printed forms: every column reads back to the same expression and prints as itself.
const std::vector<Row> kForms = {
    {"N", "$N", "N"},
    {"?", "$?", "?"},
    {"None", "None", "None"},
    {"oo", "oo", "oo"},
    {"-oo", "-oo", "-oo"},
    {"12", "12", "12"},
    {"-3", "-3", "-3"},
    {"0.5", "0.5", "0.5"},
    {"1e-05", "1e-05", "1e-05"},
    {"K*M + 2*N - 1", "-1 + $K*$M + 2*$N", "K*M + 2*N - 1"},
    {"-N", "-1*$N", "-N"},
    {"N - 1", "-1 + $N", "N - 1"},
    {"N/2", "1/2*$N", "N/2"},
    {"-3*N/2", "-3/2*$N", "-3*N/2"},
    {"N/M", "1/$M*$N", "N/M"},
    {"N/2 - 1/2", "-1/2 + 1/2*$N", "N/2 - 1/2"},
    {"N**2", "$N**2", "N**2"},
    {"2**N", "2**$N", "2**N"},
    {"(N + 1)**2", "(1 + $N)**2", "(N + 1)**2"},
    {"sqrt(N)", "sqrt($N)", "sqrt(N)"},
    {"N**0.5", "$N**0.5", "N**0.5"},
    {"-(a - b)*(c + d)", "-1*($a - $b)*($c + $d)", "-(a - b)*(c + d)"},
    {"Min(2, N)", "Min(2, $N)", "Min(2, N)"},
    {"Max(0, M - N)", "Max(0, $M - $N)", "Max(0, M - N)"},
    {"Abs(N)", "Abs($N)", "abs(N)"},
    {"Mod(N, 4)", "Mod($N, 4)", "N % 4"},
    {"ROUND(N)", "ROUND($N)", "ROUND(N)"},
    {"int_floor(N, 2)", "int_floor($N, 2)", "N // 2"},
    {"int_ceil(N - 1, 32)", "int_ceil(-1 + $N, 32)", "int_ceil(N - 1, 32)"},
    {"floor(N/2)", "floor(1/2*$N)", "floor(N/2)"},
    {"ceiling(N/2)", "ceiling(1/2*$N)", "ceiling(N/2)"},
    {"N < 4", "$N < 4", "N < 4"},
    {"N >= M + 1", "$N >= 1 + $M", "N >= M + 1"},
    {"Eq(N, M)", "Eq($N, $M)", "N == M"},
    {"Ne(N, M)", "Ne($N, $M)", "N != M"},
    {"AND(M, N)", "AND($M, $N)", "M and N"},
    {"OR(M, N < 2)", "OR($M, $N < 2)", "M or N < 2"},
    {"AND(a, OR(b, c))", "AND($a, OR($b, $c))", "a and (b or c)"},
    {"Not(N)", "Not($N)", "not N"},
    {"IfExpr(c, a, b)", "IfExpr($c, $a, $b)", "(a if c else b)"},
    {"bitwise_and(N, 3)", "__bitwise_and($N, 3)", "bitwise_and(N, 3)"},
    {"bitwise_invert(N)", "__bitwise_invert($N)", "bitwise_invert(N)"},
    {"left_shift(N, 3)", "__left_shift($N, 3)", "left_shift(N, 3)"},
    {"A[i, j + 1]", "Subscript($A, $i, 1 + $j)", "A[i, j + 1]"},
    {"a.b", "$a.b", "a.b"},
    {"a.b.c", "$a.b.c", "a.b.c"},
    {"Is(N, None)", "Is($N, None)", "Is(N, None)"},
    {"SymExpr(N, 2*N)", "SymExpr($N, 2*$N)", "SymExpr(N, 2*N)"},
    {"int16(2)", "2i16", "int16(2)"},
    {"int32(-2)", "(-2)i32", "int32(-2)"},
    {"float32(0.5)", "0.5f32", "float32(0.5)"},
    {"float8_e5m2(5)", "5e5m2", "float8_e5m2(5)"},
    {"int32(N)", "int32($N)", "int32(N)"},
    {"f(x, g())", "f($x, g())", "f(x, g())"},
    {"dace.bool(1)", "dace.bool(1)", "dace.bool(1)"},
    {"Piecewise((a, c), (b, 1))", "Piecewise(($a, $c), ($b, 1))", "Piecewise((a, c), (b, 1))"},
};

} // namespace

TEST_CASE("every construct prints in every dialect and reads back") {
    for (const Row& row : kForms) {
        INFO(row.plain);
        CHECK(rewritten(row.plain, Dialect::plain, Dialect::plain) == row.plain);
        CHECK(rewritten(row.plain, Dialect::plain, Dialect::dollar) == row.dollar);
        CHECK(rewritten(row.plain, Dialect::plain, Dialect::code) == row.code);
        CHECK(rewritten(row.dollar, Dialect::dollar, Dialect::plain) == row.plain);
        CHECK(rewritten(row.code, Dialect::code, Dialect::plain) == row.plain);
    }
}

TEST_CASE("other spellings that files and people use") {
    const auto same = [](const std::string& text, Dialect dialect, const std::string& expected) {
        CHECK(rewritten(text, dialect, Dialect::plain) == expected);
    };
    same("-1 + N", Dialect::plain, "N - 1");
    same("sym ** 2", Dialect::plain, "sym**2");
    same("N >> 2", Dialect::plain, "int_floor(N, 4)");
    same("N // 2 % 3", Dialect::plain, "Mod(int_floor(N, 2), 3)");
    same("a if c else b", Dialect::plain, "IfExpr(c, a, b)");
    same("~N", Dialect::plain, "Not(N)");
    same("~N", Dialect::code, "bitwise_invert(N)");
    same("(a < b) & (c < d)", Dialect::plain, "AND(a < b, c < d)");
    same("a & b", Dialect::plain, "bitwise_and(a, b)");
    same("0 <= i < N", Dialect::code, "AND(i < N, 0 <= i)");
    same("not a == b", Dialect::code, "Not(Eq(a, b))");
    same("(not (not skip))", Dialect::code, "Ne(skip, 0)");
    same("True", Dialect::code, "1");
    same("(a or b) and c", Dialect::code, "AND(c, OR(a, b))");
    same("min(a, b) + max(c, d)", Dialect::code, "Max(c, d) + Min(a, b)");
    same("__int_floor($N, 2)", Dialect::dollar, "int_floor(N, 2)");
    same("Attr($a, $b)", Dialect::dollar, "a.b");
    same("2*(-1 + $N)", Dialect::dollar, "2*N - 2");
    same("-2**2", Dialect::plain, "-4");
    same("2**-1", Dialect::plain, "1/2");
    same("a-b*-c", Dialect::plain, "a + b*c");
    same("7/2*2", Dialect::plain, "7");
}

TEST_CASE("symbols keep their annotation in the dollar dialect") {
    const std::string text = "-$__z_K_range_0 + symbol($i_K, dtype=dace.int64)";
    CHECK(rewritten(text, Dialect::dollar, Dialect::dollar) == text);
    CHECK(rewritten(text, Dialect::dollar, Dialect::plain) == "-__z_K_range_0 + i_K");
    auto e = parse("symbol($n, dtype=dace.int64, positive=True)", Dialect::dollar);
    REQUIRE(e);
    CHECK(e->name() == "n");
    CHECK(e->annotation() == "dtype=dace.int64, positive=True");
}

TEST_CASE("errors name the column and what was expected") {
    const auto error = [](const std::string& text, Dialect dialect) {
        auto result = parse(text, dialect);
        REQUIRE_FALSE(result);
        CHECK(result.error().code == "expression-syntax");
        return result.error().sentence;
    };
    CHECK(error("N +", Dialect::plain) ==
          "The expression 'N +' cannot be read: expected an operand "
          "instead of the end at column 4.");
    CHECK(error("", Dialect::plain).find("column 1") != std::string::npos);
    CHECK(error("(N", Dialect::plain).find("expected ')'") != std::string::npos);
    CHECK(error("N M", Dialect::plain).find("expected an operator or the end at column 3") !=
          std::string::npos);
    CHECK(error("N + 1", Dialect::dollar).find("expected '$' before the symbol 'N' at column 1") !=
          std::string::npos);
    CHECK(error("$N", Dialect::plain).find("no '$'") != std::string::npos);
    CHECK(error("Mod(1)", Dialect::plain).find("number of arguments") != std::string::npos);
    CHECK(error("symbol($i, dtype", Dialect::dollar).find("expected ')'") != std::string::npos);
    CHECK(error("a if b", Dialect::plain).find("'else'") != std::string::npos);
    CHECK(error("1 = 2", Dialect::code).find("column 3") != std::string::npos);
}

TEST_CASE("nesting is limited, length is not") {
    const auto repeated = [](const std::string& part, int count) {
        std::string text;
        for (int i = 0; i < count; ++i)
            text += part;
        return text;
    };
    constexpr int kMany = 100'000;
    CHECK_FALSE(parse(repeated("(", kMany), Dialect::plain));
    CHECK_FALSE(parse(repeated("-", kMany) + "1", Dialect::plain));
    CHECK_FALSE(parse(repeated("not ", kMany) + "1", Dialect::plain));
    CHECK_FALSE(parse("2" + repeated("**2", kMany), Dialect::plain));
    CHECK_FALSE(parse("a" + repeated("//b", kMany), Dialect::plain));
    CHECK_FALSE(parse("a" + repeated("[0]", kMany), Dialect::plain));
    CHECK_FALSE(parse(repeated("f(", kMany), Dialect::plain));
    CHECK_FALSE(parse("1" + repeated(" if a else 1", kMany), Dialect::plain));
    CHECK(parse("a" + repeated(" + a", kMany), Dialect::plain));
    CHECK(parse(repeated("(", 200) + "a" + repeated(")", 200), Dialect::plain));
}

} // namespace text_test
