// Several levels per thread: the kernel that is printed, and when it is chosen.
#include "core/codegen/launch/choose_launch.h"
#include "core/codegen/launch/schedule_levels.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

namespace schedule_levels_test {

using namespace mw;
using namespace mw::codegen;

namespace {

/// z[e, k] = w[e] * x[e, k] with so many levels, on its way to a device.
Kernel metric(int levels, int perThread, int perGroup) {
    Kernel kernel = test::kernelOf(test::kMetric);
    kernel.dims.front().end = levels - 1;
    kernel.launch.levelsPerThread = perThread;
    kernel.launch.levelsPerGroup = perGroup;
    return scheduled(kernel);
}

int levelsChosen(LaunchFacts facts, double edges, double levels) {
    facts.extentX = edges;
    facts.extentY = levels;
    return chooseLaunch(facts, launchDevice(Target::cuda)).levelsPerThread;
}

std::string bodyOf(const Kernel& kernel) {
    const std::string text = dump(kernel);
    return text.substr(text.find("each"));
}

} // namespace

TEST_CASE("one level per thread leaves the kernel as it is") {
    const Kernel kernel = test::kernelOf(test::kMetric);
    CHECK(dump(metric(80, 1, 2)) == dump(kernel));
}

TEST_CASE("levels of a thread: what has no level stands before, loads of a group together") {
    CHECK(bodyOf(metric(80, 4, 2)) == R"(each k_run = 0 .. 19
    each e = 0 .. 999
        let w_element: float64 = w[e]
        let k_first: int32 = 4 * k_run
        let k_last: int32 = k_first + 3
        for k: int32 = k_first .. k_last - 1 step 2 unroll 1 {
            let x_element: float64 = x[e + 1000 * k]
            let x_element_1: float64 = x[e + 1000 * k + 1000]
            z[e + 1000 * k] = x_element * w_element
            z[e + 1000 * k + 1000] = x_element_1 * w_element
        }
)");
}

TEST_CASE("what is read from a variable of a level stays behind its assignments") {
    Kernel kernel = test::kernelOf(test::kMetric);
    kernel.dims.front().end = 79;
    kernel.launch.levelsPerThread = 4;
    const auto local = [](const char* name) { return test::valueOf(LocalRef{name}); };
    kernel.body = {
        {DeclareScalar{ir::ScalarType::float64, "v", nullptr, false}},
        {AssignScalar{"v", test::valueOf(Load{"w", test::parsed("e")})}},
        {DeclareScalar{ir::ScalarType::float64, "out", local("v")}},
        {Store{"z", test::parsed("e + 1000 * k"), local("out"), ir::ScalarType::float64, {}}}};
    CHECK(bodyOf(scheduled(kernel)) == R"(each k_run = 0 .. 19
    each e = 0 .. 999
        let k_first: int32 = 4 * k_run
        let k_last: int32 = k_first + 3
        for k: int32 = k_first .. k_last unroll 1 {
            var v: float64
            v = w[e]
            let out: float64 = v
            z[e + 1000 * k] = out
        }
)");
}

TEST_CASE("levels that are left over have a loop of their own") {
    const std::string text = bodyOf(metric(79, 4, 2));
    CHECK(text.find("k_last: int32 = mw_min(78, k_first + 3)") != std::string::npos);
    CHECK(text.substr(text.rfind("for")) ==
          R"(for k: int32 = k_first + 2*int_ceil(-k_first + k_last, 2) .. k_last unroll 1 {
            let x_element: float64 = x[e + 1000 * k]
            z[e + 1000 * k] = x_element * w_element
        }
)");
}

TEST_CASE("one level per thread where nothing is shared, the map has a block, or sizes are open") {
    const LaunchDevice device = launchDevice(Target::cuda);
    CHECK(levelsChosen(test::kernelOf(test::kStream).facts, 67200, 80) == 1);
    LaunchFacts facts = test::kernelOf(test::kMetric).facts;
    facts.extentY = std::nullopt;
    CHECK(chooseLaunch(facts, device).levelsPerThread == 1);
    facts.asked.block = {32, 8, 1}; // as every map of a pipeline may have it
    CHECK(levelsChosen(facts, 67200, 80) == 20);
    facts.asked.boundThreads = 256; // for this map
    CHECK(levelsChosen(facts, 67200, 80) == 1);
    CHECK(chooseLaunch(facts, device).block == std::array<int, 3>{32, 8, 1});
}

} // namespace schedule_levels_test
