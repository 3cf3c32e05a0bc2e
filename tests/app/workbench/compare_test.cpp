// What was measured together is compared, from what is kept of it.

#include "app/workbench/compare.h"
#include "tests/app/workbench/folder.h"

namespace compare_test {

using namespace mw;
using test::Folder;

namespace {

bench::VariantResult measured(const std::string& name, double median) {
    bench::VariantResult variant;
    variant.name = name;
    variant.verified = true;
    variant.device.median = variant.device.minimum = median;
    return variant;
}

} // namespace

TEST_CASE("a program that was never measured has nothing to compare") {
    const Folder folder;
    const auto none = workbench::compare(*test::worked(folder.input()));
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().code == "not-measured");
    CHECK(none.error().sentence == "nothing of nabla4 was measured yet");
}

TEST_CASE("variants are set against the first of the newest measurement") {
    const Folder folder;
    const auto program = test::worked(folder.input());
    const auto root = program->history->root().id;
    const auto fused = program->history->pinned().front();
    workbench::keepMeasurement(*program, {}, {});
    bench::BenchResult result;
    result.device = "a machine";
    result.date = "today";
    result.variants = {measured("original", 100), measured("one fusion", 53)};
    result.variants[1].ratio = {0.52, 0.54};
    workbench::keepMeasurement(*program, result, {root, fused});
    const auto compared = workbench::compare(*program);
    REQUIRE(compared.has_value());
    REQUIRE(compared->variants.size() == 2);
    CHECK(compared->variants[0].variant == root);
    CHECK(compared->variants[1].variant == fused);
    CHECK(compared->variants[1].ratio == 0.53);
    CHECK(compared->variants[1].verified);
    CHECK(workbench::toLines(*compared) ==
          std::vector<std::string>{"measured on a machine, today", "original: 100 us",
                                   "one fusion: 53 us, 0.53 of original (0.52 to 0.54)"});
}

TEST_CASE("what cannot be ranked or was not verified says so") {
    workbench::Comparison comparison;
    comparison.variants = {{{}, "a", 10, true, 0, 0, 0, ""},
                           {{}, "b", 5, false, 0.5, 0, 0, "the machine was loaded"}};
    CHECK(workbench::toLines(comparison)[2] ==
          "b: 5 us, not ranked: the machine was loaded, its results DIFFER or were not compared");
}

} // namespace compare_test
