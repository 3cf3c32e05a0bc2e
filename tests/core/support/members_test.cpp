// Members of files that nothing reads.
#include "core/support/members.h"
#include "tests/support/catch.h"

#include <array>

namespace members_test {

using namespace mw;

TEST_CASE("a member that nothing reads is named, with those that there are", "[members]") {
    constexpr std::array<std::string_view, 2> known{"nx", "ny"};
    CHECK_FALSE(unknownMember("a grid", {}, known));
    CHECK_FALSE(unknownMember("a grid", {"ny", "$schema", "comment", "nx"}, known));
    CHECK(unknownMember("a grid", {"nx", "nz", "nw"}, known) ==
          "a grid has no \"nz\"; there are: nx, ny");
    CHECK(unknownMember("a grid", {""}, known) == "a grid has no \"\"; there are: nx, ny");
}

} // namespace members_test
