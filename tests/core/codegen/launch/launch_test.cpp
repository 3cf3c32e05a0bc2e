// How a kernel is launched: what the map asks for, what the rules choose, what is overridden.
#include "core/codegen/launch/choose_launch.h"
#include "core/codegen/launch/launch_facts.h"
#include "core/codegen/library/runtime/grid.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

namespace launch_test {

using namespace mw;
using namespace mw::codegen;
using test::kernelOf;
using test::kMetric;
using test::kStream;
using test::lowered;

namespace {

std::string textOf(const Kernel& kernel, Target target) {
    Plan plan;
    plan.program = "p";
    plan.kernels = {kernel};
    const std::string text = print(plan, target).text;
    return text.substr(text.find("extern \"C\" __global__"));
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

using Block = std::array<int, 3>;

Block blockOf(const Kernel& kernel, int warp) {
    LaunchFacts facts = launchFacts(kernel);
    facts.shapesBlock = true;
    return chooseLaunch(facts, {.warp = warp}).block;
}

} // namespace

TEST_CASE("a map asks for block, bounds, registers and warps") {
    ir::Map map;
    CHECK(launchRequest(map).block == Block{0, 0, 0}); // the rules choose
    map.gpuBlockSize = {16, 4, 2, 3};
    map.gpuMaxRegisters = 40;
    map.gpuMinWarps = 2;
    map.gpuLaunchBounds = "512";
    const LaunchRequest asked = launchRequest(map);
    CHECK(asked.block == Block{16, 4, 6}); // what is more than three goes to z
    CHECK(asked.maxRegisters == 40);
    CHECK(asked.minBlocksPerSm == 2);
    CHECK(asked.boundThreads == 512);
}

TEST_CASE("what the map asks for stands in the printed kernel") {
    Kernel kernel = kernelOf(kStream);
    LaunchRequest& asked = kernel.facts.asked;
    const auto text = [&](Target target) {
        kernel.launch = chooseLaunch(kernel.facts, launchDevice(target));
        return textOf(kernel, target);
    };
    asked.block = {32, 8, 1};
    asked.boundThreads = 256;
    CHECK(contains(text(Target::cuda), "void __launch_bounds__(256) m__z("));
    asked.minBlocksPerSm = 3;
    CHECK(contains(text(Target::cuda), "void __launch_bounds__(256, 3) m__z("));
    CHECK(contains(text(Target::hip), "void __launch_bounds__(256, 3) m__z("));
    asked.boundThreads = 512;
    CHECK(contains(text(Target::cuda), "void __launch_bounds__(512, 3) m__z("));
    asked.boundThreads = -1;
    CHECK(contains(text(Target::cuda), "void m__z("));
    asked.boundThreads = 0;
    asked.maxRegisters = 40; // NVRTC takes it as an option, per kernel; it rules out the blocks
    CHECK(contains(text(Target::cuda), "void __launch_bounds__(256) m__z("));
    CHECK(contains(text(Target::hip),
                   "void __launch_bounds__(256) __attribute__((amdgpu_num_vgpr(40))) m__z("));
}

TEST_CASE("unrolling is said before the loop, a factor of one included") {
    Kernel kernel = kernelOf(kStream);
    For loop;
    loop.variable = "j";
    loop.begin = 0;
    loop.end = 3;
    loop.step = 1;
    for (const auto& [unroll, line] :
         {std::pair{-1, "#pragma unroll\n"}, std::pair{1, "#pragma unroll 1\n"},
          std::pair{4, "#pragma unroll 4\n"}}) {
        loop.unroll = unroll;
        kernel.body = {{loop}};
        CHECK(contains(textOf(kernel, Target::cuda), line));
        CHECK(contains(textOf(kernel, Target::hip), line));
    }
    loop.unroll = 0;
    kernel.body = {{loop}};
    CHECK_FALSE(contains(textOf(kernel, Target::cuda), "#pragma"));
}

TEST_CASE("the block of a map that says none follows its shape and the device") {
    const Kernel metric = kernelOf(kMetric);
    CHECK(metric.launch.block == Block{64, 2, 1});
    Kernel looping = metric; // w is read once for eight levels
    looping.facts.straight = false;
    CHECK(chooseLaunch(looping.facts, {.warp = 32}).block == Block{32, 8, 1});
    CHECK(chooseLaunch(looping.facts, {.warp = 64}).block == Block{64, 4, 1});
    const Kernel stream = kernelOf(kStream);
    CHECK(stream.launch.block == Block{64, 2, 1});
    looping.facts = stream.facts; // nothing to share: whole rows
    looping.facts.straight = false;
    CHECK(chooseLaunch(looping.facts, {}).block == Block{128, 1, 1});

    Kernel narrow = stream; // 80 along x: 128 threads would leave 48 without work
    narrow.dims.back().end = 79;
    CHECK(blockOf(narrow, 32) == Block{32, 8, 1});

    Kernel column = stream;
    column.dims.erase(column.dims.begin());
    CHECK(blockOf(column, 32) == Block{128, 1, 1});
    column.body = {{For{"k", ir::ScalarType::int32, 0, 79, 1, 0, column.body}}};
    CHECK(blockOf(column, 32) == Block{64, 1, 1});

    column.sequential = true;
    CHECK(blockOf(column, 32) == Block{1, 1, 1});
}

TEST_CASE("what a thread loads decides how many levels it loads at once, and how many fit") {
    LaunchFacts facts = kernelOf(kMetric).facts;
    facts.sharedAccesses = 0.5;
    facts.extentX = 67200;
    facts.extentY = 80;
    const auto choice = [&](int levelWords, int sharedWords) {
        facts.levelWords = levelWords;
        facts.sharedWords = sharedWords;
        return chooseLaunch(facts, {});
    };
    CHECK(choice(18, 24).levelsPerGroup == 4); // there is room for more
    CHECK(choice(22, 42).levelsPerGroup == 2);
    CHECK(choice(4, 2).levelsPerGroup == 2); // nothing to keep in flight
    CHECK(choice(22, 42).minBlocksPerSm == 4);
    CHECK(choice(80, 120).minBlocksPerSm == 3); // more than 128 registers
}

TEST_CASE("a run of levels is whole groups, so that no rest is computed level by level") {
    LaunchFacts facts = kernelOf(kMetric).facts;
    facts.sharedAccesses = 0.5;
    facts.levelWords = 22;
    facts.sharedWords = 42; // groups of two
    facts.extentY = 65;
    for (facts.extentX = 1000; *facts.extentX < 80'000; *facts.extentX += 1000) {
        const int levels = chooseLaunch(facts, {}).levelsPerThread;
        CAPTURE(*facts.extentX, levels);
        CHECK((levels % 2 == 0 || levels == 65 || levels == 1));
    }
}

TEST_CASE("loads of a loop's turns to come are about sixteen, of whole turns") {
    LaunchFacts facts = kernelOf(kStream).facts;
    const auto turns = [&](int loads) {
        facts.prefetchableLoads = loads;
        return chooseLaunch(facts, {}).prefetch;
    };
    CHECK(turns(0) == 0);
    CHECK(turns(1) == 8);
    CHECK(turns(4) == 4);
    CHECK(turns(12) == 2);
    CHECK(turns(16) == 1);
    CHECK(turns(40) == 1);
}

TEST_CASE("a plan is for every device, and its launches are chosen without lowering again") {
    Plan plan = lowered(kMetric);
    const std::string json = toJson(plan);
    plan.kernels[0].facts.straight = plan.kernels[0].facts.boundsBlocks = false;
    REQUIRE(chooseLaunches(plan, launchDevice(Target::hip)));
    CHECK(plan.kernels[0].launch.block == Block{64, 4, 1});
    CHECK(contains(print(plan, Target::hip).text, "__launch_bounds__(256)"));
    plan.kernels[0].facts.straight = plan.kernels[0].facts.boundsBlocks = true;
    REQUIRE(chooseLaunches(plan, launchDevice(Target::cuda)));
    CHECK(toJson(plan) == json);
}

TEST_CASE("a choice decides, the rest stays with the rules") {
    Plan plan = lowered(kMetric);
    REQUIRE(chooseLaunches(plan, {}, {{"m__z", {.block = Block{32, 2, 1}, .maxRegisters = 40}}}));
    const LaunchChoice& launch = plan.kernels[0].launch;
    CHECK(launch.block == Block{32, 2, 1});
    CHECK(launch.boundThreads == 64);
    CHECK(launch.maxRegisters == 40);
    CHECK(launch.levelsPerThread == 1);

    REQUIRE(chooseLaunches(plan, {}, {{"m__z", {.unroll = 4}}}));
    CHECK(plan.kernels[0].launch.block == Block{64, 2, 1});
    plan.kernels[0].body = {{For{"j", ir::ScalarType::int32, 0, 9, 1, 0, {}}}};
    CHECK(contains(print(plan, Target::cuda).text, "#pragma unroll 4\n"));
}

TEST_CASE("choices that no device runs, or for no kernel, are errors") {
    Plan plan = lowered(kMetric);
    const auto refused = [&](const std::string& kernel, const KernelChoice& fixed) {
        const auto result = chooseLaunches(plan, {}, {{kernel, fixed}});
        return !result && result.error().code == "bad-choices";
    };
    CHECK(refused("n__z", {}));
    CHECK(refused("m__z", {.block = Block{64, 32, 1}})); // 2048 threads
    CHECK(refused("m__z", {.block = Block{0, 1, 1}}));
    CHECK(refused("m__z", {.block = Block{1 << 16, 1 << 16, 1}}));
    CHECK(refused("m__z", {.levelsPerThread = 0}));
    CHECK(refused("m__z", {.unroll = -1}));
}

TEST_CASE("several levels per thread make a lower grid and a loop over the rest") {
    Plan plan = lowered(kStream);
    CHECK(launchShape(plan.kernels[0], {})->grid == std::array<unsigned, 3>{20, 40, 1});
    REQUIRE(chooseLaunches(plan, {}, {{"m__z", {.levelsPerThread = 16, .levelsPerGroup = 2}}}));
    CHECK(launchShape(plan.kernels[0], {})->grid == std::array<unsigned, 3>{10, 5, 1});
    CHECK(
        textOf(plan.kernels[0], Target::cuda) ==
        R"(extern "C" __global__ void __launch_bounds__(128, 4) m__z(const double* __restrict__ x, double* __restrict__ z) {
    const int e = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int k_run = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
    if (e > 1279 || k_run > 4)
        return;
    const int k_first = 16 * k_run;
    const int k_last = k_first + 15;
    #pragma unroll 1
    for (int k = k_first; k <= (k_last - 1); k += 2) {
        const double x_element = mw_load_cs(&x[e + 1280 * k]);
        const double x_element_1 = mw_load_cs(&x[e + 1280 * k + 1280]);
        mw_store_cs(&z[e + 1280 * k], static_cast<double>(2.0 * x_element));
        mw_store_cs(&z[e + 1280 * k + 1280], static_cast<double>(2.0 * x_element_1));
    }
}
)");
    // 7 does not divide 80: a twelfth row has less to do
    REQUIRE(chooseLaunches(plan, {}, {{"m__z", {.levelsPerThread = 7}}}));
    CHECK(launchShape(plan.kernels[0], {})->grid == std::array<unsigned, 3>{10, 12, 1});
}

TEST_CASE("iterations after which a loop's variable would not fit are refused") {
    constexpr std::int64_t most = INT64_MAX;
    struct Case {
        std::int64_t begin, end, step;
        bool fits;
    };
    for (const auto& [begin, end, step, fits] :
         {Case{0, 4, most, false}, Case{0, 4, most - 4, true}, Case{most - 2, most, 1, false},
          Case{most - 2, most - 1, 1, true}, Case{most - 5, most - 1, 64, false},
          Case{most, most - 1, 64, true}, Case{0, most, 1, false}}) {
        CAPTURE(begin, end, step);
        Kernel kernel = kernelOf(kStream);
        kernel.dims = {{"i", symbolic::Expr(begin), symbolic::Expr(end), symbolic::Expr(step)}};
        const auto shape = launchShape(kernel, {});
        CHECK(shape.has_value() == fits);
        library::Status status;
        library::extent(status, "i", begin, end, step);
        CHECK((status.code == library::kFine) == fits);
        if (!shape && step == 64)
            CHECK(shape.error().sentence ==
                  "the iterations over 'i' in steps of 64 end at 9223372036854775806, less than a "
                  "step below what 64 bits hold");
    }
}

} // namespace launch_test
