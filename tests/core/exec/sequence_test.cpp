// Sequences on a made-up device: shared memory, one graph of a pass, and whose time is whose.
#include "core/exec/runner/measure_sequence.h"
#include "tests/core/exec/fake_gpu.h"
#include "tests/support/catch.h"

namespace sequence_test {

using namespace mw;
using namespace mw::exec;
using symbolic::Expr;
using test::fakeGpu;

namespace {

codegen::PlanArray array(const std::string& name, int elements, bool written) {
    codegen::PlanArray array;
    array.name = name;
    array.elements = elements;
    array.argument = true;
    array.written = written;
    array.shape = {Expr(elements)};
    array.strides = {Expr(1)};
    return array;
}

/// Launches these kernels, which take the array `name`, one after the other.
codegen::Plan plan(const std::string& name, const std::vector<std::string>& kernels,
                   int elements = 16) {
    codegen::Plan plan;
    plan.program = "p of " + name;
    plan.arrays = {array(name, elements, true)};
    for (const std::string& one : kernels) {
        codegen::Kernel kernel;
        kernel.name = kernel.label = one;
        kernel.buffers = {{name, name, ir::ScalarType::float64, true, true}};
        kernel.dims = {{"i", Expr(0), Expr(15), Expr(1)}};
        plan.steps.push_back({codegen::Launch{static_cast<int>(plan.kernels.size())}});
        plan.kernels.push_back(kernel);
    }
    return plan;
}

/// Programs on the fake device, their arrays full of a byte each.
struct Programs {
    std::unique_ptr<Backend> backend;
    std::vector<std::unique_ptr<Program>> all;

    Programs() {
        test::resetFakeGpu();
        backend = makeGpuBackend(test::fakePlatform());
        fakeGpu().microseconds = {{"a", 10}, {"b", 5}, {"c", 3}};
    }
    Program& add(codegen::Plan plan, unsigned char value) {
        const std::string name = plan.arrays[0].name;
        const auto elements = plan.arrays[0].elements.asInteger().value_or(0);
        Binary binary;
        binary.images = {Binary::image("x")};
        auto created = Program::create(*backend, std::move(plan), binary);
        REQUIRE(created);
        const auto bytes = std::make_shared<const std::vector<std::byte>>(
            static_cast<std::size_t>(elements) * 8, std::byte{value});
        REQUIRE((*created)->setInputs({}, {{name, {ir::ScalarType::float64, {elements}, bytes}}}));
        all.push_back(std::move(*created));
        return *all.back();
    }
};

std::byte firstByte(Program& program, const std::string& name) {
    const auto arrays = program.fetch({name});
    REQUIRE(arrays);
    return arrays->at(name).bytes->front();
}

SequenceSamples measured(ProgramSequence& sequence, const MeasureOptions& options = {}) {
    auto samples = measureSequence(sequence, options, [](const std::string&, int, int) {});
    if (!samples)
        FAIL(samples.error().sentence);
    return *samples;
}

} // namespace

TEST_CASE("a shared argument is its owner's array, with the owner's values") {
    Programs programs;
    Program& first = programs.add(plan("x", {"a"}), 1);
    Program& second = programs.add(plan("y", {"b"}), 2);
    auto sequence =
        ProgramSequence::create({{&first, 1}, {&second, 1}}, {{{&second, "y"}, {&first, "x"}}});
    REQUIRE(sequence);
    REQUIRE(sequence->restoreInputs());
    CHECK(firstByte(first, "x") == std::byte{1});
    CHECK(firstByte(second, "y") == std::byte{1});
}

TEST_CASE("arrays that do not lie alike are not shared") {
    Programs programs;
    Program& first = programs.add(plan("x", {"a"}), 1);
    Program& second = programs.add(plan("y", {"b"}, 8), 2);
    const auto sequence =
        ProgramSequence::create({{&first, 1}, {&second, 1}}, {{{&second, "y"}, {&first, "x"}}});
    REQUIRE_FALSE(sequence);
    CHECK(sequence.error().code == "wrong-array");
}

TEST_CASE("by records: a pass is one graph, and its calls are all of its time") {
    Programs programs;
    Program& first = programs.add(plan("x", {"a", "b"}), 1);
    Program& second = programs.add(plan("x", {"c"}), 2);
    auto sequence = ProgramSequence::create({{&first, 2}, {&second, 1}, {&first, 1}},
                                            {{{&second, "x"}, {&first, "x"}}});
    REQUIRE(sequence);
    const SequenceSamples s = measured(*sequence);
    CHECK(s.oneGraph);
    CHECK(s.clock == Clock::records);
    CHECK(s.device == std::vector<double>(20, 48.0)); // 2 * 15 + 3 + 15
    CHECK(s.calls[0] == std::vector<double>(20, 30.0));
    CHECK(s.calls[1] == std::vector<double>(20, 3.0));
    CHECK(s.calls[2] == std::vector<double>(20, 15.0));
    REQUIRE(s.singles.size() == 2); // each program once, however often it is called
    CHECK(s.singles[0] == std::vector<double>(20, 15.0));
    CHECK(s.singles[1] == std::vector<double>(20, 3.0));
    CHECK_FALSE(fakeGpu().profilerOn);
}

TEST_CASE("by events: the pass between two events, its calls one by one") {
    Programs programs;
    fakeGpu().profilerRefuses = true;
    Program& first = programs.add(plan("x", {"a", "b"}), 1);
    auto sequence = ProgramSequence::create({{&first, 2}}, {});
    REQUIRE(sequence);
    const SequenceSamples s = measured(*sequence);
    CHECK(s.clock == Clock::events);
    CHECK(s.clockNote == "another profiler is attached");
    CHECK(s.device[0] == Approx(30 + 4)); // the events' own 4 us
    CHECK(s.calls[0][0] == Approx(30 + 4));
}

TEST_CASE("a profiler that loses records of a pass is not believed") {
    Programs programs;
    fakeGpu().profilerLoses = true;
    Program& first = programs.add(plan("x", {"a", "b"}), 1);
    auto sequence = ProgramSequence::create({{&first, 1}}, {});
    REQUIRE(sequence);
    CHECK(measured(*sequence).clock == Clock::events);
}

} // namespace sequence_test
