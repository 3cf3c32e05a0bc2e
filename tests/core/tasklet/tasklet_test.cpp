// The Python of tasklets: parsed, printed, typed.
#include "core/tasklet/tasklet.h"
#include "tests/support/catch.h"
#include "tests/support/comma_locale.h"
#include "tests/support/corpus.h"

namespace tasklet_test {

using namespace mw;
using ir::ScalarType;

TEST_CASE("expressions print in the normal form") {
    struct Case {
        const char *python, *normal;
    };
    const Case cases[] = {
        {"a + b * c", "(a + (b * c))"},
        {"a - b - c", "((a - b) - c)"},
        {"-x ** 2", "(- (x ** 2))"},
        {"x ** -0.5", "(x ** (- 0.5))"},
        {"2 ** 3 ** 2", "(2 ** (3 ** 2))"},
        {"a if c and not d else b", "(a if (c and (not d)) else b)"},
        {"a if c else b if d else e", "(a if c else (b if d else e))"},
        {"math.sqrt(x) + dace.float64(i)", "(math.sqrt(x) + dace.float64(i))"},
        {"f[(i - Min(0, s)), k]", "f[(i - Min(0, s)), k]"},
        {"a | b ^ c & d << 1", "(a | (b ^ (c & (d << 1))))"},
        {"a // b % c", "((a // b) % c)"},
        {"x is y", "(x == y)"},
        {"1.5e-3", "1.5e-3"},
        {"not a == b", "(not (a == b))"},
        {"a < b <= c", "((a < b) <= c)"},
    };
    for (const Case& c : cases) {
        INFO(c.python);
        const auto ast = tasklet::parseExpression(c.python);
        REQUIRE(ast);
        CHECK(tasklet::print(**ast) == c.normal);
    }
}

TEST_CASE("wrong code says where") {
    struct Case {
        const char *python, *code;
        const char* place;
    };
    const Case cases[] = {
        {"out = (a + ", "tasklet-syntax", "1:12"},
        {"out = 18446744073709551616", "tasklet-number", "1:7"},
        {"out = -9223372036854775809", "tasklet-number", "1:7"},
        {"if a > 0:\n  out = a", "tasklet-branch", "2:3"},
        {"if a > 0:\nout = a", "tasklet-syntax", "2:1"},
        {"1 = a", "tasklet-target", "1:1"},
        {"a = b\nc = $d", "tasklet-character", "2:5"},
        {"a = b if c", "tasklet-syntax", "1:11"},
    };
    for (const Case& c : cases) {
        INFO(c.python);
        const auto code = tasklet::parse(c.python);
        REQUIRE_FALSE(code);
        CHECK(code.error().code == c.code);
        CHECK(code.error().location.path == c.place);
    }
}

TEST_CASE("types follow C's conversions and DaCe's rules") {
    const auto lookup = [](std::string_view name) {
        if (name == "d")
            return ScalarType::float64;
        if (name == "f")
            return ScalarType::float32;
        if (name == "i")
            return ScalarType::int32;
        if (name == "l")
            return ScalarType::int64;
        if (name == "b")
            return ScalarType::boolean;
        return ScalarType::none;
    };
    struct Case {
        const char* python;
        ScalarType type;
    };
    const Case cases[] = {
        {"f * 2.0", ScalarType::float64},       {"f * 2", ScalarType::float32},
        {"i / 2", ScalarType::int32},           {"i + l", ScalarType::int64},
        {"d // 2.0", ScalarType::int32},        {"b + b", ScalarType::int32},
        {"d < i", ScalarType::boolean},         {"b and i", ScalarType::boolean},
        {"d if b else i", ScalarType::float64}, {"math.sqrt(f)", ScalarType::float32},
        {"math.sqrt(i)", ScalarType::int32},    {"sqrt(i)", ScalarType::float64},
        {"l ** 0.5", ScalarType::int64},        {"dace.int64(d)", ScalarType::int64},
        {"min(i, d)", ScalarType::float64},     {"3000000000", ScalarType::uint32},
        {"5000000000", ScalarType::int64},      {"10000000000000000000", ScalarType::uint64},
        {"-3000000000", ScalarType::int64},     {"sign(i)", ScalarType::int32},
    };
    for (const Case& c : cases) {
        INFO(c.python);
        const auto ast = tasklet::parseExpression(c.python);
        REQUIRE(ast);
        const auto type = tasklet::inferType(**ast, lookup);
        REQUIRE(type);
        CHECK(*type == c.type);
    }
    const auto unknown = tasklet::parseExpression("d + nobody");
    REQUIRE(unknown);
    CHECK(tasklet::inferType(**unknown, lookup).error().code == "tasklet-unknown-name");
}

TEST_CASE("literals have the value that they say, whatever language the user has") {
    const test::CommaLocale german;
    if (!german.isOn())
        return test::skip("there is no language with a decimal comma here");
    const auto half = tasklet::parseExpression("0.5");
    REQUIRE(half);
    CHECK(tasklet::numberOf(**half).value.asReal() == 0.5);
}

TEST_CASE("literals are binary, octal and hexadecimal, and may have underscores") {
    struct Literal {
        const char* python;
        double value;
    };
    const Literal literals[] = {{"0b1011", 11},       {"0B1_0", 2},       {"0o17", 15},
                                {"0x1e5", 485},       {"0xFF_FF", 65535}, {"1_000", 1000},
                                {"1_0.2_5e1", 102.5}, {"-0b11", -3}};
    for (const auto& [python, value] : literals) {
        INFO(python);
        const auto ast = tasklet::parseExpression(python);
        REQUIRE(ast);
        CHECK(tasklet::signedNumber(**ast) == value);
    }
    CHECK_FALSE(tasklet::parseExpression("0b12"));
    CHECK_FALSE(tasklet::parseExpression("0xfg"));
}

TEST_CASE("branches guard their statements, and are covered where every way assigns") {
    const auto code = tasklet::parseBranches("if a > 0:\n  x = 1\n  if b > 0: y = 2\nelif a < -1:\n"
                                             "    x = 3\nelse:\n  x = 4\n  pass\nz = x");
    REQUIRE(code);
    REQUIRE(code->statements.size() == 8); // three conditions, five assignments
    CHECK(code->statements[1].guards == std::vector<tasklet::Guard>{{"__mw_if0", true}});
    CHECK(code->statements[3].guards ==
          std::vector<tasklet::Guard>{{"__mw_if0", true}, {"__mw_if1", true}});
    CHECK(code->statements[4].guards == std::vector<tasklet::Guard>{{"__mw_if0", false}});
    CHECK(code->statements[6].guards ==
          std::vector<tasklet::Guard>{{"__mw_if0", false}, {"__mw_if2", false}});
    CHECK(code->statements[7].guards.empty());
    CHECK(tasklet::isAlwaysAssigned(*code, "x"));
    CHECK(tasklet::isAlwaysAssigned(*code, "z"));
    CHECK_FALSE(tasklet::isAlwaysAssigned(*code, "y"));
    CHECK_FALSE(tasklet::isAlwaysAssigned(*code, "w"));
}

TEST_CASE("names read do not include locals assigned before") {
    const auto code = tasklet::parse("t = a * 2\nout = t + b\nacc += t");
    REQUIRE(code);
    std::vector<std::string> read, written;
    tasklet::collectNames(*code, read, written);
    CHECK(read == std::vector<std::string>{"a", "b", "acc"});
    CHECK(written == std::vector<std::string>{"t", "out", "acc"});
}

} // namespace tasklet_test
