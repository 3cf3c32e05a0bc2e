// What every entry of the registry must say, and how parameters are checked.
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/transformation_case.h"

#include <algorithm>

namespace registry_test {

using namespace mw;
using transforms::Params;

TEST_CASE("the registry is sorted and complete in what each entry says") {
    const auto all = transforms::registry();
    CHECK(std::ranges::is_sorted(all, {}, [](const auto* t) { return t->name; }));
    for (const auto* t : all) {
        CHECK(transforms::findTransformation(t->name) == t);
        CHECK_FALSE(t->title.empty());
        CHECK_FALSE(t->summary.empty());
        CHECK_FALSE(t->help.empty());
        CHECK_FALSE(transforms::title(t->category).empty());
        CHECK_FALSE(t->roles.empty());
        CHECK((t->find && t->check && t->apply));
    }
    CHECK(transforms::findTransformation("no-such") == nullptr);
}

TEST_CASE("parameters are completed and checked by name, type and range") {
    transforms::Transformation t;
    t.name = "test";
    transforms::ParamSpec size{"size", std::int64_t{4}, "", 1, 8, {}};
    transforms::ParamSpec mode{"mode", std::string("a"), "", INT64_MIN, INT64_MAX, {"a", "b"}};
    t.params = {size, mode};
    const auto code = [&](const Params& given) {
        const auto result = transforms::completeParams(t, given);
        return result ? std::string() : result.error().code;
    };
    CHECK(transforms::completeParams(t, {})->at("size") == transforms::ParamValue(std::int64_t{4}));
    CHECK(code({{"size", std::int64_t{1}}}).empty());
    CHECK(code({{"size", std::int64_t{8}}}).empty());
    CHECK(code({{"size", std::int64_t{0}}}) == "parameter-out-of-range");
    CHECK(code({{"size", std::int64_t{9}}}) == "parameter-out-of-range");
    CHECK(code({{"size", true}}) == "wrong-parameter-type");
    CHECK(code({{"mode", std::string("c")}}) == "no-such-choice");
    CHECK(code({{"moed", std::string("a")}}) == "no-such-parameter");
}

TEST_CASE("a graph whose parts do not fit together is not transformed") {
    const std::string chain =
        "sdfg p {\n  symbols N:int32\n  array x float64 [N]\n  array y float64 [N]\n"
        "  array t float64 [N] transient\n  state s {\n"
        "    n0 = access x\n    n1 = map m [i = 0:N] -> n3\n    n2 = tasklet a `out = (a + 1.0)`\n"
        "    n3 = exit n1\n    n4 = access t\n    n5 = map k [i = 0:N] -> n7\n"
        "    n6 = tasklet b `out = (a + 1.0)`\n    n7 = exit n5\n    n8 = access y\n"
        "    n0 -> n1.IN_x : x[0:N]\n    n1.OUT_x -> n2.a : x[i]\n    n2.out -> n3.IN_t : t[i]\n"
        "    n3.OUT_t -> n4 : t[0:N]\n    n4 -> n5.IN_t : t[0:N]\n    n5.OUT_t -> n6.a : t[i]\n"
        "    n6.out -> n7.IN_y : y[i]\n    n7.OUT_y -> n8 : y[0:N]\n";
    for (const auto* t : transforms::registry()) {
        const auto applied = [&](const std::string& more) {
            const auto document = ir::parseDump(chain + more + "  }\n}\n");
            REQUIRE(document);
            const auto result = transforms::applyEverywhere(*t, *document, {}, {.limit = 10});
            return result ? std::string() : result.error().code;
        };
        CHECK(applied("") == "");
        CHECK(applied("    n1 -> n1\n") == "invalid-graph");
        CHECK(applied("    n2 -> n6\n") == "invalid-graph");
    }
}

} // namespace registry_test
