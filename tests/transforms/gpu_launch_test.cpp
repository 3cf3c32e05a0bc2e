// What a map says about its kernel.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::gpu_launch_test {

namespace {

const std::string kName = "gpu-launch";

Params block(std::int64_t x, std::int64_t y, std::int64_t z) {
    return {{"block-x", x}, {"block-y", y}, {"block-z", z}};
}

/// A map inside the first one.
std::string twoLevels() {
    return edited(
        TwoMaps{}.text(),
        {{"    n8 = access b\n", "    n8 = access b\n    n9 = map inner [q = 0:1] -> "
                                 "n10\n    n10 = exit n9\n"},
         {"n1.OUT_a -> n2.x : a[i]", "n1.OUT_a -> n9.IN_a : a[i]\n    n9.OUT_a -> n2.x : a[i]"},
         {"n2.o -> n3.IN_tmp : tmp[i]",
          "n2.o -> n10.IN_tmp : tmp[i]\n    n10.OUT_tmp -> n3.IN_tmp : tmp[i]"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 no-kernel",
         .sound = twoLevels(),
         .otherNode = "inner",
         .without = Without::same,
         .because = "nothing would read it there"},
        {.transformation = kName,
         .refusal = "2 other-dimensions",
         .sound = TwoMaps{}.text(),
         .params = {{"only-dimensions", std::int64_t{1}}},
         .faultParams = {{"only-dimensions", std::int64_t{2}}},
         .without = Without::same,
         .because = "somebody asks for other maps"},
        {.transformation = kName,
         .refusal = "3 beyond-bounds",
         .sound = TwoMaps{}.text(),
         .params = {{"launch-bounds", std::int64_t{128}}},
         .faultParams = {{"launch-bounds", std::int64_t{127}}},
         .without = Without::same,
         .because = "only a device refuses such a launch"},
        {.transformation = kName,
         .refusal = "3 block-too-large",
         .sound = TwoMaps{}.text(),
         .faultParams = block(512, 4, 1),
         .without = Without::refused},
        {.transformation = kName,
         .refusal = "3 no-such-dimension",
         .sound = TwoMaps{}.text(),
         .faultParams = block(32, 8, 1),
         .without = Without::same,
         .because = "every thread but the first along it would do nothing or the same again"},
        {.transformation = kName,
         .refusal = "3 two-limits",
         .sound = TwoMaps{}.text(),
         .params = {{"max-registers", std::int64_t{80}}},
         .faultParams = {{"max-registers", std::int64_t{80}}, {"min-warps", std::int64_t{4}}},
         .without = Without::same,
         .because = "the limit on registers alone would count"},
        {.transformation = kName,
         .refusal = "4 already-so",
         .sound = TwoMaps{}.text(),
         .fault = {{"map first [i = 0:N]",
                    "map first [i = 0:N] block [128, 1, 1] launchbounds 128"}},
         .without = Without::same,
         .because = "there is nothing to do"},
    };
}

namespace {

std::string after(const transforms::Params& params, std::size_t times,
                  const std::string& text = test::TwoMaps{}.text()) {
    return test::textAfter(kName, text, params, times);
}

} // namespace

TEST_CASE("gpu-launch: block, launch bounds and registers of every kernel") {
    const auto text = after({{"block-x", std::int64_t{64}},
                             {"launch-bounds", std::int64_t{256}},
                             {"max-registers", std::int64_t{80}}},
                            2);
    INFO(text);
    CHECK(text.find("block [64,1,1] launchbounds 256 maxregisters 80") != std::string::npos);
}

TEST_CASE("gpu-launch: how many blocks are to fit, and no longer when it is left out") {
    const auto text = after({{"min-warps", std::int64_t{4}}}, 2);
    INFO(text);
    CHECK(text.find("launchbounds 128 minwarps 4") != std::string::npos);
    CHECK(after({}, 2, text).find("minwarps") == std::string::npos);
}

TEST_CASE("gpu-launch: a map inside another is no match") {
    const auto& t = test::transformation(kName);
    CHECK(t.find(test::parsed(twoLevels()), {}).size() == 2);
}

TEST_CASE("gpu-launch: no more threads along a parameter than it takes values") {
    const auto text = after({{"block-x", std::int64_t{32}}, {"block-y", std::int64_t{8}}}, 1,
                            test::pointwiseOver("i = 0:N, j = 2:7"));
    CHECK(text.find("block [5,8,1]") != std::string::npos);
}

TEST_CASE("gpu-launch: maps with so many parameters as are asked for") {
    CHECK(test::refusal(kName, test::TwoMaps{}.text(), {{"only-dimensions", std::int64_t{2}}})
              ->code == "other-dimensions");
    after({{"only-dimensions", std::int64_t{1}}}, 2);
}

} // namespace mw::test::gpu_launch_test
