// A line of options split as a shell would.
#include "core/support/words.h"
#include "tests/support/catch.h"

namespace words_test {

using namespace mw;

namespace {

using Words = std::vector<std::string>;

Words words(const std::string& text) {
    const auto split = splitWords(text);
    INFO(text << (split ? "" : ": " + split.error().sentence));
    REQUIRE(split);
    return *split;
}

} // namespace

TEST_CASE("words are split as by a shell, and nothing else happens to them") {
    CHECK(words("ssh host mw-runner") == Words{"ssh", "host", "mw-runner"});
    CHECK(words("  ssh \t host\nmw-runner  ") == Words{"ssh", "host", "mw-runner"});
    CHECK(words("ssh -o 'ProxyCommand=ssh -W %h:%p gate' host") ==
          Words{"ssh", "-o", "ProxyCommand=ssh -W %h:%p gate", "host"});
    CHECK(words("ssh -o \"A=b c\" host") == Words{"ssh", "-o", "A=b c", "host"});
    CHECK(words("a\\ b 'it'\\''s' x\"y z\"w") == Words{"a b", "it's", "xy zw"});
    CHECK(words(R"("a \" b \\ c \n \$x \` d")") == Words{R"(a " b \ c \n $x ` d)"});
    CHECK(words(R"('a \ " b')") == Words{R"(a \ " b)"});
    CHECK(words("a '' \"\" b") == Words{"a", "", "", "b"});
    CHECK(words("").empty());
    CHECK(words(" \n ").empty());
    CHECK(words("a \\\n b") == Words{"a", "b"});
    CHECK(words("$HOME ~ * a;b |c `d` #e") == Words{"$HOME", "~", "*", "a;b", "|c", "`d`", "#e"});
}

TEST_CASE("what is not closed is an error that says so") {
    for (const char* text : {"'a", "a 'b c", "it's"})
        CHECK(splitWords(text).error().sentence.find("single quote") != std::string::npos);
    for (const char* text : {"\"a", "a \"b\\\""})
        CHECK(splitWords(text).error().sentence.find("double quote") != std::string::npos);
    CHECK(splitWords("a \\").error().sentence.find("backslash") != std::string::npos);
}

TEST_CASE("a word is quoted where a shell would not take it as it stands") {
    CHECK(shellWord("samples/nabla4.sdfg") == "samples/nabla4.sdfg");
    CHECK(shellWord("torus:8,6,10") == "torus:8,6,10");
    CHECK(shellWord("") == "''");
    for (const std::string text : {"a b", "it's", "$x;*", "\"", "a\nb", "\\"})
        CHECK(words(shellWord(text)) == Words{text});
}

} // namespace words_test
