// Random expressions: what expand, simplify, print and parse do never changes a value.

#include "core/support/hash.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/prover.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <string>
#include <vector>

namespace properties_test {

using namespace mw::symbolic;

namespace {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::int64_t below(std::int64_t n) {
        state_ = mw::splitmix64(state_);
        return static_cast<std::int64_t>(state_ % static_cast<std::uint64_t>(n));
    }

private:
    std::uint64_t state_;
};

const std::vector<std::string> kNames = {"a", "b", "c"};

Expr leaf(Random& random) {
    if (random.below(3) == 0)
        return random.below(13) - 6;
    return Expr::symbol(kNames[static_cast<std::size_t>(random.below(3))]);
}

Expr anything(Random& random, int depth) {
    if (depth == 0)
        return leaf(random);
    const auto sub = [&] { return anything(random, depth - 1); };
    const auto divisor = [&] { return Expr(random.below(5) + 1); };
    switch (random.below(15)) {
    case 0:
    case 1:
        return sub() + sub();
    case 2:
        return sub() - sub();
    case 3:
        return sub() * sub();
    case 4:
        return min(sub(), sub());
    case 5:
        return max(sub(), sub());
    case 6:
        return intFloor(sub(), divisor());
    case 7:
        return intCeil(sub(), divisor());
    case 8:
        return Expr::make(Op::mod, {sub(), divisor()});
    case 9:
        return Expr::make(Op::abs, {sub()});
    case 10: {
        const Expr condition = Expr::make(Op::compare, {sub(), sub()}, "<");
        return Expr::make(Op::select, {condition, sub(), sub()});
    }
    case 11:
        return Expr::make(Op::pow, {sub(), Expr(random.below(3))});
    case 12:
        return Expr::make(Op::floor, {Expr::make(Op::divide, {sub(), divisor()})});
    case 13:
        return Expr::make(Op::divide, {sub(), divisor()});
    default:
        return leaf(random);
    }
}

Bindings values(Random& random) {
    Bindings result;
    for (const std::string& name : kNames)
        result[name] = Value::integer(random.below(21) - 10);
    return result;
}

constexpr int kExpressions = 2000;
constexpr int kValues = 8;
constexpr int kDepth = 4;

} // namespace

TEST_CASE("expand, simplify and normal forms keep the value") {
    Random random(1);
    for (int n = 0; n < kExpressions; ++n) {
        const Expr e = anything(random, kDepth);
        const Expr expanded = expand(e);
        const Expr simplified = simplify(e);
        INFO(print(e) << "  ->  " << print(expanded));
        CHECK(equal(e, expanded));
        for (int i = 0; i < kValues; ++i) {
            const Bindings at = values(random);
            const auto before = evaluate(e, at);
            const auto after = evaluate(expanded, at);
            const auto shorter = evaluate(simplified, at);
            // Only an overflow may differ: what is multiplied out has larger parts.
            if (before && after)
                CHECK(before->i == after->i);
            if (before && shorter)
                CHECK(before->i == shorter->i);
            CHECK((before.has_value() || before.error().code == "expression-overflow"));
        }
    }
}

TEST_CASE("a substitution computes with the values that it puts in") {
    Random random(9);
    for (int n = 0; n < kExpressions; ++n) {
        const Expr e = anything(random, kDepth - 1);
        Substitution put;
        for (const std::string& name : kNames)
            put[name] = anything(random, 2);
        const Expr result = substitute(e, put);
        INFO(print(e) << "  ->  " << print(result));
        for (int i = 0; i < kValues; ++i) {
            const Bindings at = values(random);
            Bindings inside;
            for (const auto& [name, value] : put)
                if (const auto number = evaluate(value, at))
                    inside[name] = *number;
            const auto before = evaluate(e, inside);
            const auto after = evaluate(result, at);
            if (before && after)
                CHECK(before->i == after->i);
        }
    }
}

TEST_CASE("equal expressions have equal values") {
    Random random(2);
    for (int n = 0; n < kExpressions; ++n) {
        const Expr a = anything(random, 2);
        const Expr b = anything(random, 2);
        if (!equal(a, b))
            continue;
        INFO(print(a) << "  =  " << print(b));
        for (int i = 0; i < kValues; ++i) {
            const Bindings at = values(random);
            CHECK(evaluate(a, at)->i == evaluate(b, at)->i);
        }
    }
}

TEST_CASE("print and parse keep the expression and the value, in every dialect") {
    Random random(3);
    for (int n = 0; n < kExpressions; ++n) {
        const Expr e = anything(random, kDepth);
        const Bindings at = values(random);
        for (const Dialect dialect : {Dialect::plain, Dialect::dollar, Dialect::code}) {
            const std::string text = print(e, dialect);
            INFO(text);
            const auto back = parse(text, dialect);
            REQUIRE(back);
            CHECK(*back == e);
            CHECK(print(*back, dialect) == text);
            const auto before = evaluate(e, at);
            const auto after = evaluate(*back, at);
            REQUIRE(before.has_value() == after.has_value());
            if (before)
                CHECK(before->i == after->i);
        }
    }
}

TEST_CASE("the prover agrees with all small values") {
    Random random(4);
    Prover prover;
    constexpr int kQuestions = 400;
    constexpr std::int64_t kRadius = 4;
    for (int n = 0; n < kQuestions; ++n) {
        const Expr e = Expr::make(Op::compare, {anything(random, 2), anything(random, 2)},
                                  random.below(2) == 0 ? "<=" : "==");
        const Answer answer = prover.holds(e);
        if (answer.truth == Truth::depends)
            continue;
        INFO(print(e));
        for (std::int64_t a = -kRadius; a <= kRadius; ++a)
            for (std::int64_t b = -kRadius; b <= kRadius; ++b)
                for (std::int64_t c = -kRadius; c <= kRadius; ++c) {
                    const auto value = evaluate(e, {{"a", Value::integer(a)},
                                                    {"b", Value::integer(b)},
                                                    {"c", Value::integer(c)}});
                    REQUIRE(value);
                    REQUIRE(value->truthy() == answer.proven());
                }
    }
}

TEST_CASE("the prover agrees with counting the elements") {
    Random random(5);
    Prover prover;
    const auto elements = [](const Range& r) {
        std::vector<std::int64_t> result;
        const std::int64_t step = r.step.value();
        for (std::int64_t x = r.begin.value(); step > 0 ? x <= r.end.value() : x >= r.end.value();
             x += step)
            result.push_back(x);
        return result;
    };
    const auto range = [&random] {
        const std::int64_t begin = random.below(9);
        const std::int64_t step = random.below(5) == 0 ? -1 - random.below(3) : 1 + random.below(4);
        const std::int64_t length = random.below(10);
        return Range{begin, step > 0 ? begin + length - 1 : begin - length + 1, step, 1};
    };
    constexpr int kPairs = 3000;
    for (int n = 0; n < kPairs; ++n) {
        const Range a = range();
        const Range b = range();
        const auto x = elements(a);
        const auto y = elements(b);
        const auto inX = [&x](std::int64_t v) {
            return std::find(x.begin(), x.end(), v) != x.end();
        };
        const bool covered = std::all_of(y.begin(), y.end(), inX);
        const bool shared = std::any_of(y.begin(), y.end(), inX);
        INFO(print(a) << " and " << print(b));
        CHECK(prover.covers({{a}}, {{b}}).truth == (covered ? Truth::proven : Truth::disproven));
        CHECK(prover.intersects({{a}}, {{b}}).truth == (shared ? Truth::proven : Truth::disproven));
    }
}

TEST_CASE("products of many sums stay factored and keep their value") {
    Bindings values;
    const auto sums = [&](int from, int count) {
        Expr product = 1;
        for (int i = from; i < from + count; ++i) {
            const auto n = std::to_string(i);
            values["a" + n] = Value::integer(i % 3 - 1);
            values["b" + n] = Value::integer(i % 10 == 0 ? 3 - i % 3 : 2 - i % 3); // sum: 2 or 1
            product = product * (Expr::symbol("a" + n) + Expr::symbol("b" + n));
        }
        return product;
    };
    const Expr few = sums(0, 3), many = sums(3, 30);
    const Expr power = Expr::make(
        Op::pow, {Expr::symbol("a0") + Expr::symbol("b0") + Expr::symbol("a1") + few, 16});
    for (const Expr& e : {few, many, few * many, many * many + few, power, power * few,
                          Expr::make(Op::min, {many, many + few}), intFloor(many * few, 3)}) {
        const Expr other = expand(e);
        const auto one = evaluate(e, values), two = evaluate(other, values);
        REQUIRE(one);
        REQUIRE(two);
        CHECK(one->i == two->i);
        CHECK(print(other).size() < 200'000);
    }
    CHECK(equal(many * few, few * many));
    CHECK_FALSE(equal(many, many + 1));
    CHECK(print(expand(few)).find('(') == std::string::npos);
}

} // namespace properties_test
