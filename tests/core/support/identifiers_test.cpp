// Words of a text: what they are made of, members, numbers.
#include "core/support/identifiers.h"
#include "tests/support/catch.h"

#include <string>

namespace identifiers_test {

using namespace mw;

namespace {

/// Words in order; members with a dot in front, numbers in brackets.
std::string words(std::string_view text) {
    std::string list;
    forEachWord(text, [&](const Word& word) {
        const std::string name(word.text);
        list += (list.empty() ? "" : " ") + (word.member ? "." + name : name);
        if (!word.isIdentifier())
            list += "#";
    });
    return list;
}

} // namespace

TEST_CASE("words are runs of letters, digits and underscores") {
    CHECK(words("").empty());
    CHECK(words(" +-") == "");
    CHECK(words("a = b_1 + __c") == "a b_1 __c");
    CHECK(words("x") == "x");
    CHECK(words("\xC3\xA9t\xC3\xA9") == "t");
}

TEST_CASE("members and numbers are told apart") {
    CHECK(words("math.sqrt(p.x)") == "math .sqrt p .x");
    CHECK(words("2 * n2 + 1.5e3") == "2# n2 1# .5e3#");
}

} // namespace identifiers_test
