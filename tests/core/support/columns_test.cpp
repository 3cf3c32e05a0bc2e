// Rows of a table as lines.
#include "core/support/columns.h"
#include "tests/support/catch.h"

namespace columns_test {

using namespace mw;

TEST_CASE("columns stand below each other, and lines end with their last cell") {
    CHECK(inColumns({}).empty());
    CHECK(inColumns({{"a", "bb", "c"}, {"ddd", "e"}, {"f", "", ""}}) == "a    bb  c\n"
                                                                        "ddd  e\n"
                                                                        "f\n");
    CHECK(inColumns({{"a", "b"}}, 2) == "  a  b\n");
}

} // namespace columns_test
