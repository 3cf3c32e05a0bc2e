// Ranges of several dimensions: text, sizes, union, composition.
#include "core/symbolic/subset.h"
#include "tests/support/catch.h"

#include <string>

namespace subset_test {

using namespace mw::symbolic;

namespace {

Subset subset(const std::string& text) {
    auto result = parseSubset(text, Dialect::plain);
    INFO(text);
    REQUIRE(result);
    return *result;
}
Expr expr(const std::string& text) {
    return *parse(text, Dialect::plain);
}

} // namespace

TEST_CASE("subsets read and print end-exclusive") {
    for (const std::string text : {"i, 0:N, 0:N:2", "0:N:4:2", "Max(1, vs):Min(n, ve), k - 1", "0",
                                   "i:i + 4", "A[i, j], 0:3"}) {
        INFO(text);
        CHECK(print(subset(text)) == text);
        auto again = parseSubset(print(subset(text), Dialect::dollar), Dialect::dollar);
        REQUIRE(again);
        CHECK(*again == subset(text));
    }
    CHECK(print(subset("0:N"), Dialect::dollar) == "0:$N");
    CHECK(print(subset("0:N").dims[0].end) == "N - 1");
    CHECK_FALSE(parseSubset("0:", Dialect::plain));
    CHECK_FALSE(parseSubset("0:1:2:3:4", Dialect::plain));
    CHECK_FALSE(parseSubset("", Dialect::plain));
}

TEST_CASE("sizes and volumes") {
    CHECK(print(subset("2:N").dims[0].size()) == "N - 2");
    CHECK(print(subset("0:N:3").dims[0].size()) == "int_ceil(N, 3)");
    CHECK(print(subset("0:10:3").dims[0].size()) == "4");
    CHECK(print(subset("hs:he, vs:ve, 5").volume()) == "(he - hs)*(ve - vs)");
    CHECK(subset("i").dims[0].isPoint());
    CHECK(subset("Max(a, b):1 - Min(-a, -b)").dims[0].isPoint());
    CHECK_FALSE(subset("0:N").dims[0].isPoint());
}

TEST_CASE("substitution touches every bound") {
    CHECK(print(subset("i, 0:N:s").substitute({{"i", 3}, {"N", expr("2*K")}, {"s", 2}})) ==
          "3, 0:2*K:2");
    CHECK(print(subset("i, 0:N").begins()[0]) == "i");
    std::set<std::string, std::less<>> symbols;
    collectSymbols(subset("i, a:b:c"), symbols);
    CHECK(symbols == std::set<std::string, std::less<>>{"a", "b", "c", "i"});
}

TEST_CASE("bounding union") {
    const auto unite = [](const std::string& a, const std::string& b) {
        return print(boundingUnion(subset(a), subset(b)));
    };
    CHECK(unite("i - 1, 0:3", "i + 1, 2:5") == "i - 1:i + 2, 0:5");
    CHECK(unite("a:N", "b:N") == "Min(a, b):N");
    CHECK(unite("0:N:2", "4:N:2") == "0:N:2");
    CHECK(unite("0:N:2", "1:N:2") == "0:N");
    CHECK(unite("0:N:2", "0:N:3") == "0:N");
}

TEST_CASE("compose places the inner subset into the outer one") {
    const auto within = [](const std::string& outer, const std::string& inner) {
        return print(compose(subset(outer), subset(inner)));
    };
    CHECK(within("a:b, c:d", "i, 0:3") == "a + i, c:c + 3");
    CHECK(within("2:20:3", "0:4") == "2:12:3");
    CHECK(within("i, 0:N", "k") == "i, k");
    CHECK(within("i, j", "0") == "i, j");
}

} // namespace subset_test
