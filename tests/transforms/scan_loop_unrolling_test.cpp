// The loop of a scan asks to be unrolled.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/sweep.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::scan_loop_unrolling_test {

namespace {

const std::string kName = "scan-loop-unrolling";

std::string otherLoop() {
    return edited(sweep(), {{"loop scan_0 `l = 0`", "loop levels `l = 0`"},
                            {"begin -> scan_0", "begin -> levels"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 no-scan",
         .sound = sweep(),
         .fault = {{"loop scan_0 `l = 0`", "loop levels `l = 0`"},
                   {"begin -> scan_0", "begin -> levels"}},
         .without = Without::same,
         .because = "somebody asks for scans alone"},
        {.transformation = kName,
         .refusal = "3 already-so",
         .sound = sweep(),
         .fault = {{"variable l {", "variable l unroll 0 {"}},
         .without = Without::same,
         .because = "there is nothing to do"},
    };
}

namespace {

bool unrolled(const std::string& text, const transforms::Params& params,
              const std::string& expected) {
    const auto after = test::textAfter(kName, text, params, 1);
    return after.find(expected) != std::string::npos;
}

} // namespace

TEST_CASE("scan-loop-unrolling: how often is asked for, or left to the compiler") {
    CHECK(unrolled(test::sweep(), {}, "unroll 0"));
    CHECK(unrolled(test::sweep(), {{"factor", std::int64_t{2}}}, "unroll 2"));
}

TEST_CASE("scan-loop-unrolling: loops of other names only where that is asked for") {
    CHECK(test::refusal(kName, otherLoop())->code == "no-scan");
    CHECK(unrolled(otherLoop(), {{"every-loop", true}}, "loop levels"));
}

} // namespace mw::test::scan_loop_unrolling_test
