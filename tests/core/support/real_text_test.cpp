// Numbers in text have a decimal point in every language.
#include "core/support/real_text.h"
#include "tests/support/catch.h"
#include "tests/support/comma_locale.h"
#include "tests/support/corpus.h"

#include <cmath>
#include <cstdlib>

namespace real_text_test {

using namespace mw;

TEST_CASE("a number has a decimal point, whatever the user's language puts there") {
    const test::CommaLocale german;
    if (!german.isOn())
        return test::skip("there is no language with a decimal comma here");
    CHECK(std::strtod("0.5", nullptr) == 0); // for which it is there
    char* end = nullptr;
    const std::string text = "0.5x";
    CHECK(realFromText(text.c_str(), &end) == 0.5);
    CHECK(*end == 'x');
    CHECK(realFromText("2.5e-3") == 2.5e-3);
    CHECK(std::isinf(realFromText("1e999")));
    CHECK(realFromText("1,5") == 1);
}

} // namespace real_text_test
