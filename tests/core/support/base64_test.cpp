// Bytes as text: the examples of RFC 4648, every byte, and what is none of it.
#include "core/support/base64.h"
#include "tests/support/catch.h"

namespace base64_test {

using namespace mw;

TEST_CASE("base64: the examples of RFC 4648, there and back") {
    const std::pair<const char*, const char*> examples[] = {{"", ""},
                                                            {"f", "Zg=="},
                                                            {"fo", "Zm8="},
                                                            {"foo", "Zm9v"},
                                                            {"foob", "Zm9vYg=="},
                                                            {"fooba", "Zm9vYmE="},
                                                            {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, text] : examples) {
        CHECK(toBase64(bytes) == text);
        CHECK(fromBase64(text) == bytes);
    }
}

TEST_CASE("base64: every byte at every place of a group") {
    for (std::size_t before = 0; before < 3; ++before) {
        std::string bytes(before, '\0');
        for (int byte = 0; byte < 256; ++byte)
            bytes += static_cast<char>(byte);
        CHECK(fromBase64(toBase64(bytes)) == bytes);
    }
}

TEST_CASE("base64: what is cut, padded wrongly or of other letters is refused") {
    for (const char* text : {"Zg=", "Zg", "Z===", "====", "Zg==Zg==", "Zm9*", "Zm 9", "Z=g="})
        CHECK_FALSE(fromBase64(text));
}

} // namespace base64_test
