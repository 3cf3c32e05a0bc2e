// How long a run takes, by the one before.
#include "app/workbench/run_duration.h"
#include "tests/support/catch.h"

namespace run_duration_test {

using namespace mw;

namespace {

/// Two variants whose calls take 1 and 4 ms on the CPU.
bench::BenchResult earlier() {
    bench::BenchResult result;
    result.target = codegen::Target::cpu;
    for (const auto& [name, call] : {std::pair{"original", 4000.0}, std::pair{"fused", 1000.0}}) {
        bench::VariantResult variant;
        variant.name = name;
        variant.call.median = call;
        result.variants.push_back(variant);
    }
    return result;
}

} // namespace

TEST_CASE("a run takes as long as its calls, by what they took before") {
    const auto last = earlier();
    exec::MeasureOptions options;
    const auto seconds = [&](const std::vector<std::string>& names) {
        return workbench::secondsOfRun(last, codegen::Target::cpu, names, options).value();
    };
    const double both = seconds({"original", "fused"});
    // Each round calls both once.
    CHECK(both > 5e-3 * options.repeats);
    CHECK(both == Approx(seconds({"original"}) + seconds({"fused"})));
    CHECK(seconds({"original"}) == Approx(4 * seconds({"fused"})));
    // Of one that nobody measured the slowest that was is the best guess.
    CHECK(seconds({"new"}) == seconds({"original"}));
    options.repeats += 100;
    CHECK(seconds({"original", "fused"}) - both == Approx(100 * 5e-3));
    CHECK_FALSE(workbench::secondsOfRun(last, codegen::Target::cuda, {"original"}, options));
    CHECK_FALSE(workbench::secondsOfRun({}, codegen::Target::cpu, {"original"}, options));
}

} // namespace run_duration_test
