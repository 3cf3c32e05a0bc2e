#include "tests/support/catch.h"
#include "tests/transforms/transformation_case.h"

#include <algorithm>

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
