// What is timed, how often and by which clock, on a made-up device.
#include "core/exec/runner/measure.h"
#include "core/exec/runner/subject.h"
#include "tests/core/exec/fake_gpu.h"
#include "tests/support/catch.h"

#include <cstring>

namespace measure_test {

using namespace mw;
using namespace mw::exec;
using symbolic::Expr;
using test::fakeGpu;

namespace {

codegen::PlanArray array(const std::string& name, bool isArgument) {
    codegen::PlanArray array;
    array.name = name;
    array.elements = 16;
    array.argument = isArgument;
    array.written = true;
    array.shape = {Expr(16)};
    array.strides = {Expr(1)};
    array.lastUse = 4;
    return array;
}

codegen::Kernel kernel(const std::string& name) {
    codegen::Kernel kernel;
    kernel.name = kernel.label = name;
    kernel.buffers = {{"a", "a", ir::ScalarType::float64, true, true}};
    kernel.dims = {{"i", Expr(0), Expr(15), Expr(1)}};
    return kernel;
}

/// twice, once, twice, a copy of a into the temporary t.
codegen::Plan plan() {
    codegen::Plan plan;
    plan.program = "p";
    plan.arrays = {array("a", true), array("t", false)};
    plan.kernels = {kernel("twice"), kernel("once")};
    const codegen::CopyBox copy{"a",        "t",       Expr(0),   Expr(0),
                                {Expr(16)}, {Expr(1)}, {Expr(1)}, ir::ScalarType::float64};
    plan.steps = {{codegen::Launch{0}}, {codegen::Launch{1}}, {codegen::Launch{0}}, {copy}};
    return plan;
}

struct Measured {
    std::unique_ptr<Backend> backend = makeGpuBackend(test::fakePlatform());
    std::unique_ptr<Program> program;
    Samples samples;

    explicit Measured(const MeasureOptions& options = {}, double twice = 10) {
        fakeGpu().microseconds = {{"twice", twice}, {"once", 5}};
        Binary binary;
        binary.images = {Binary::image("x")};
        auto created = Program::create(*backend, plan(), binary);
        REQUIRE(created);
        program = std::move(*created);
        const auto bytes = std::make_shared<const std::vector<std::byte>>(16 * 8);
        REQUIRE(program->setInputs({}, {{"a", {ir::ScalarType::float64, {16}, bytes}}}));
        Program* const programs[] = {program.get()};
        auto all = measure(programs, options, [](const std::string&, int, int) {});
        REQUIRE(all);
        samples = std::move(all->at(0));
    }
};

} // namespace

TEST_CASE("inputs and results travel on the stream of the kernels and have arrived") {
    test::resetFakeGpu();
    auto backend = makeGpuBackend(test::fakePlatform());
    REQUIRE(backend->open());
    const std::vector<std::byte> sent(64, std::byte{7});
    std::vector<std::byte> got(64);
    auto memory = backend->allocate(64);
    REQUIRE(memory);
    REQUIRE(backend->upload(*memory, sent));
    CHECK(std::memcmp(*memory, sent.data(), sent.size()) == 0);
    REQUIRE(backend->download(got, *memory));
    CHECK(got == sent);
    CHECK(fakeGpu().copiesOffStream == 0);
    backend->release(*memory);
}

TEST_CASE("with a profiler kernels and program are timed by the device's own records") {
    test::resetFakeGpu();
    const Measured measured;
    const Samples& s = measured.samples;
    CHECK(s.clock == Clock::records);
    CHECK(s.clockNote.empty());
    CHECK(s.kernels[0] == std::vector<double>(20, 20.0));
    CHECK(s.kernels[1] == std::vector<double>(20, 5.0));
    CHECK(s.launches == std::vector<int>{2, 1});
    CHECK(s.copies == std::vector<double>(20, 2.0));
    CHECK(s.copyCount == 1);
    CHECK(s.device == std::vector<double>(20, 27.0)); // first start to last end
}

TEST_CASE("call and sustained are taken while the profiler is off, and it is off afterwards") {
    test::resetFakeGpu();
    const Measured measured;
    CHECK(measured.samples.sustained.size() == 5);
    CHECK(measured.samples.call.size() == 20);
    // Each series of sustained has 50 calls and one before; each call one before it.
    CHECK(fakeGpu().graphLaunchesUnprofiled == 5 * 51 + 20 * 2);
    CHECK_FALSE(fakeGpu().profilerOn);
}

TEST_CASE("a sustained series of long calls has few of them") {
    CHECK(callsOfSeries(0, 50) == 50);
    CHECK(callsOfSeries(4'000, 50) == 50);
    CHECK(callsOfSeries(20'000, 50) == 10);
    CHECK(callsOfSeries(500'000, 50) == 3); // a call of half a second: five series in 10 s
    CHECK(callsOfSeries(20'000, 10) == 10);
}

TEST_CASE(
    "where no profiler starts, events time repeated launches inside a graph, and it is said") {
    test::resetFakeGpu();
    fakeGpu().profilerRefuses = true;
    const Measured measured;
    const Samples& s = measured.samples;
    CHECK(s.clock == Clock::events);
    CHECK(s.clockNote == "another profiler is attached");
    REQUIRE(s.kernels[0].size() == 20);
    // 20 launches of both: the events' own 4 us are spread over them.
    CHECK(s.kernels[0][0] == Approx(20 + 4.0 / 20));
    CHECK(s.kernels[1][0] == Approx(5 + 4.0 / 20));
    CHECK(s.device[0] == Approx(27 + 4));
    CHECK(s.device.size() == 20);
}

TEST_CASE("long kernels are repeated for a millisecond, not twenty times") {
    test::resetFakeGpu();
    MeasureOptions options;
    options.profiler = false;
    const Measured measured(options, 300);
    const Samples& s = measured.samples;
    // Two launches of 300 us in a call: twice over. One of 5: twenty times.
    CHECK(s.kernels[0][0] == Approx(600 + 4.0 / 2));
    CHECK(s.kernels[1][0] == Approx(5 + 4.0 / 20));
}

TEST_CASE("a profiler that loses records is not believed") {
    test::resetFakeGpu();
    fakeGpu().profilerLoses = true;
    const Measured measured;
    CHECK(measured.samples.clock == Clock::events);
    CHECK(measured.samples.clockNote == "the profiler recorded 1 of 2 launches of 'twice'");
    CHECK(measured.samples.kernels[0].size() == 20);
    CHECK(measured.samples.device.size() == 20);
    CHECK_FALSE(fakeGpu().profilerOn);
}

TEST_CASE("cold caches: each launch of a kernel follows a flush of its own") {
    test::resetFakeGpu();
    MeasureOptions options;
    options.coldCache = true;
    options.repeats = 3;
    const Measured measured(options);
    CHECK(measured.samples.clock == Clock::records);
    CHECK(measured.samples.kernels[0] == std::vector<double>(3, 20.0));
    CHECK(measured.samples.device == std::vector<double>(3, 27.0));
}

TEST_CASE("allocation is timed apart, for the temporaries alone") {
    test::resetFakeGpu();
    CHECK(Measured().samples.allocation > 0);
}

TEST_CASE("without an interest in the profiler it is not started") {
    test::resetFakeGpu();
    MeasureOptions options;
    options.profiler = false;
    const Measured measured(options);
    CHECK(measured.samples.clock == Clock::events);
    CHECK(measured.samples.clockNote == "not asked for");
}

TEST_CASE("where times on the device are all that is asked for, nothing else is run") {
    test::resetFakeGpu();
    MeasureOptions options;
    options.deviceOnly = true;
    options.repeats = 4;
    const Measured measured(options);
    CHECK(measured.samples.call.empty());
    CHECK(measured.samples.sustained.empty());
    CHECK(measured.samples.allocation == 0);
    CHECK(fakeGpu().graphLaunchesUnprofiled == 0);
    CHECK(measured.samples.kernels[0] == std::vector<double>(4, 20.0));
    CHECK(measured.samples.device == std::vector<double>(4, 27.0));
}

} // namespace measure_test
