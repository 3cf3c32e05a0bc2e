// What files are called where several have one name.

#include "app/workbench/titles.h"
#include "tests/support/catch.h"

namespace titles_test {

using mw::workbench::tellingPath;

TEST_CASE("a path is cut to what tells it from the others") {
    CHECK(tellingPath("/p/a/x.sdfg", {}) == "x.sdfg");
    CHECK(tellingPath("/p/a/x.sdfg", {"/p/a/y.sdfg"}) == "x.sdfg");
    CHECK(tellingPath("/p/a/x.sdfg", {"/p/b/x.sdfg"}) == "a/x.sdfg");
    CHECK(tellingPath("/p/a/x.sdfg", {"/q/y.sdfg", "/p/b/x.sdfg"}) == "a/x.sdfg");
    CHECK(tellingPath("/1.0.9/c/x.sdfg", {"/1.2.1/c/x.sdfg"}) == "1.0.9/…/x.sdfg");
    CHECK(tellingPath("/1.0.9/c/d/x.sdfg", {"/1.2.1/c/d/x.sdfg"}) == "1.0.9/…/x.sdfg");
}

TEST_CASE("the same file, and one whose path ends as the other one, are no obstacle") {
    CHECK(tellingPath("/p/a/x.sdfg", {"/p/./a/x.sdfg"}) == "x.sdfg");
    CHECK(tellingPath("a/x.sdfg", {"b/a/x.sdfg"}) == "a/x.sdfg");
    CHECK(tellingPath("b/a/x.sdfg", {"a/x.sdfg"}) == "b/…/x.sdfg");
}

TEST_CASE("programs of one name are told by what is bound in them, as far as it differs") {
    using Arguments = std::vector<mw::io::BoundArgument>;
    using mw::workbench::tellingArguments;
    const Arguments first = {{"start", "0"}, {"levels", "10"}, {"limited", "True"}};
    const Arguments second = {{"start", "0"}, {"levels", "12"}, {"limited", "True"}};
    const Arguments third = {{"start", "0"}, {"levels", "10"}, {"limited", "False"}};
    CHECK(tellingArguments(first, {second}) == "levels=10");
    CHECK(tellingArguments(first, {second, third}) == "levels=10, limited=True");
    CHECK(tellingArguments(first, {second, first}).empty()); // another file of the same
    CHECK(tellingArguments({{"levels", std::nullopt}}, {first}).empty());
    CHECK(tellingArguments(first, {{}}) == "start=0, levels=10, limited=True");
}

} // namespace titles_test
