#include "core/exec/session.h"
#include "core/support/hash.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <signal.h>
#include <thread>
#include <unistd.h>

using namespace mw;
using namespace mw::exec;
using symbolic::Expr;

namespace {

Expr symbol(const char* name) {
    return Expr::symbol(name);
}

codegen::PlanArray argument(const std::string& name, bool written) {
    codegen::PlanArray array;
    array.name = name;
    array.elements = symbol("N");
    array.argument = true;
    array.written = written;
    array.shape = {symbol("N")};
    array.strides = {Expr(1)};
    return array;
}

codegen::ValuePtr value(codegen::Value::Kind kind, ir::ScalarType type = ir::ScalarType::float64) {
    return std::make_shared<const codegen::Value>(codegen::Value{std::move(kind), type});
}

/// `out[i] = factor * in[i]` for i in 0:N, one kernel.
codegen::Plan scalePlan(const std::string& factor = "2.0") {
    codegen::Plan plan;
    plan.program = "scale";
    plan.arrays = {argument("in", false), argument("out", true)};
    plan.symbols = {{"N", ir::ScalarType::int32}};
    codegen::Kernel kernel;
    kernel.name = "scale_out";
    kernel.label = "scale";
    kernel.buffers = {{"in", "in", ir::ScalarType::float64, false, true},
                      {"out", "out", ir::ScalarType::float64, true, false}};
    kernel.scalars = {{"N", ir::ScalarType::int32, symbol("N")}};
    kernel.dims = {{"i", Expr(0), symbol("N") - Expr(1), Expr(1)}};
    kernel.bytesRead = kernel.bytesWritten = symbol("N") * Expr(8);
    codegen::Store store;
    store.buffer = "out";
    store.index = symbol("i");
    store.type = ir::ScalarType::float64;
    store.value = value(codegen::Binary{"*", value(codegen::Literal{factor}),
                                        value(codegen::Load{"in", symbol("i"), true, false})});
    kernel.body = {{store}};
    plan.kernels = {kernel};
    plan.steps = {{codegen::Launch{0}}};
    return plan;
}

/// A kernel of raw C++ instead.
codegen::Plan rawPlan(const std::string& text) {
    codegen::Plan plan = scalePlan();
    plan.kernels[0].body = {{codegen::Raw{text}}};
    return plan;
}

symbolic::Bindings sizes(std::int64_t n) {
    return {{"N", symbolic::Value::integer(n)}};
}

HostArrays inputs(std::int64_t n) {
    HostArrays arrays;
    for (const char* name : {"in", "out"})
        arrays[name] = *makeArray(name, {{n}, ir::ScalarType::float64, HashedFill{}}, {8, 6, 10});
    return arrays;
}

double elementAt(const HostArray& array, std::size_t index) {
    double value = 0;
    std::memcpy(&value, array.bytes.data() + index * sizeof value, sizeof value);
    return value;
}

ProgramHandle loaded(Session& session, const codegen::Plan& plan, std::int64_t n) {
    const auto handle = session.load(plan, codegen::Target::cpu);
    if (!handle)
        FAIL(handle.error().sentence);
    const auto set = session.setInputs(*handle, sizes(n), inputs(n));
    if (!set)
        FAIL(set.error().sentence);
    return *handle;
}

void checkScales(Session& session, double factor = 2.0) {
    constexpr std::int64_t n = 1000;
    const ProgramHandle program = loaded(session, scalePlan(), n);
    const auto outputs = session.run(program, {"out"});
    if (!outputs)
        FAIL(outputs.error().sentence);
    const HostArrays given = inputs(n);
    for (std::size_t i = 0; i < n; ++i)
        REQUIRE(elementAt(outputs->at("out"), i) == factor * elementAt(given.at("in"), i));
}

} // namespace

TEST_CASE("the runner names every target and what it lacks") {
    Session session;
    const auto devices = session.devices();
    REQUIRE(devices);
    REQUIRE(devices->size() == 3);
    CHECK((*devices)[0].target == codegen::Target::cpu);
    for (const DeviceInfo& device : *devices)
        CHECK((device.canRun || !device.missing.empty()));
}

TEST_CASE("a plan is compiled, run and fetched") {
    Session session;
    checkScales(session);
}

TEST_CASE("a second load of the same kernels comes from the cache") {
    Session session;
    CompileResult result;
    REQUIRE(session.load(scalePlan("4.5"), codegen::Target::cpu, &result));
    REQUIRE(session.load(scalePlan("4.5"), codegen::Target::cpu, &result));
    CHECK(result.cached);
}

TEST_CASE("samples are taken for each program and kernel") {
    Session session;
    const ProgramHandle a = loaded(session, scalePlan(), 10000);
    const ProgramHandle b = loaded(session, scalePlan("3.0"), 10000);
    MeasureOptions options;
    options.repeats = 5;
    const auto samples = session.measure({a, b}, options);
    REQUIRE(samples);
    REQUIRE(samples->size() == 2);
    for (const Samples& s : *samples) {
        CHECK(s.call.size() == 5);
        CHECK(s.device.size() == 5);
        REQUIRE(s.kernels.size() == 1);
        CHECK(s.kernels[0].size() == 5);
        CHECK(s.launches == std::vector<int>{1});
        CHECK(s.sustained.size() == 5);
        CHECK(s.clock == Clock::host);
        CHECK(s.allocation == 0); // no temporaries
    }
}

TEST_CASE("a kernel that crashes is an error, and the next call works") {
    Session session;
    const ProgramHandle program =
        loaded(session, rawPlan("volatile int* nowhere = nullptr; *nowhere = 1;"), 10);
    const auto outputs = session.run(program, {"out"});
    REQUIRE_FALSE(outputs);
    CHECK(outputs.error().code == "runner-died");
    CHECK(outputs.error().sentence.find("signal 11") != std::string::npos);
    const auto again = session.run(program, {"out"});
    REQUIRE_FALSE(again);
    CHECK(again.error().code == "not-loaded");
    checkScales(session);
}

TEST_CASE("a kernel that never ends is ended at the time limit, and the next call works") {
    RunnerOptions options;
    options.timeoutSeconds = 600;
    Session session(options);
    loaded(session, rawPlan("for (volatile int x = 0;;) x = x + 1;"), 10); // compiled, cached
    options.timeoutSeconds = 5;
    Session hasty(options);
    const ProgramHandle program =
        loaded(hasty, rawPlan("for (volatile int x = 0;;) x = x + 1;"), 10);
    const auto outputs = hasty.run(program, {"out"});
    REQUIRE_FALSE(outputs);
    CHECK(outputs.error().code == "timeout");
    checkScales(session);
}

TEST_CASE("what a kernel prints does not disturb the answers") {
    Session session;
    const ProgramHandle program =
        loaded(session, rawPlan("for (int x = 0; x < 2000; ++x) __builtin_puts(\"noise\");"), 1);
    CHECK(session.run(program, {"out"}));
    CHECK(session.run(program, {"in"}));
}

TEST_CASE("kernels compile for CUDA without a device, with their registers") {
    Session session;
    const auto devices = session.devices();
    REQUIRE(devices);
    if (!(*devices)[1].canCompile)
        return test::skip((*devices)[1].missing);
    const auto compiled = session.compile(scalePlan(), codegen::Target::cuda, "sm_90");
    if (!compiled)
        FAIL(compiled.error().sentence);
    REQUIRE(compiled->kernels.size() == 1);
    CHECK(compiled->kernels[0].registers > 0);
    CHECK(compiled->kernels[0].spillBytes == 0);
    const auto wrong = session.compile(scalePlan(), codegen::Target::cuda, "gfx90a");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().code == "bad-architecture");
}

TEST_CASE("cancel ends a running call from another thread") {
    Session session;
    const ProgramHandle program =
        loaded(session, rawPlan("for (volatile int x = 0;;) x = x + 1;"), 10);
    std::atomic<bool> done = false;
    std::jthread canceller([&] {
        while (!done)
            session.cancel(); // without effect until the call runs
    });
    const auto outputs = session.run(program, {"out"});
    done = true;
    REQUIRE_FALSE(outputs);
    CHECK(outputs.error().code == "cancelled");
    canceller.join();
    checkScales(session);
}

TEST_CASE("kernels that the compiler does not accept are an error with its words") {
    Session session;
    const auto handle = session.load(rawPlan("this is no C++;"), codegen::Target::cpu);
    REQUIRE_FALSE(handle);
    CHECK(handle.error().code == "compile-failed");
    CHECK_FALSE(handle.error().notes.empty());
    checkScales(session);
}

TEST_CASE("missing and wrong inputs are named") {
    Session session;
    const auto handle = session.load(scalePlan(), codegen::Target::cpu);
    REQUIRE(handle);
    const auto sentence = [&](const symbolic::Bindings& symbols, const HostArrays& arrays) {
        const auto set = session.setInputs(*handle, symbols, arrays);
        REQUIRE_FALSE(set);
        return set.error().sentence;
    };
    CHECK(sentence({}, inputs(10)).find("'N'") != std::string::npos);
    HostArrays arrays = inputs(10);
    arrays.erase("in");
    CHECK(sentence(sizes(10), arrays).find("'in'") != std::string::npos);
    CHECK(sentence(sizes(11), inputs(10)).find("needs float64 [11]") != std::string::npos);
    CHECK(sentence(sizes(std::int64_t{1} << 60), inputs(10)).find("'in'") != std::string::npos);
    CHECK_FALSE(session.run(*handle, {"out"}));
}

TEST_CASE("a runner that is not there, or is something else, is one sentence") {
    Session missing(RunnerOptions{{"/nonexistent/mw-runner"}, 10});
    const auto devices = missing.devices();
    REQUIRE_FALSE(devices);
    CHECK(devices.error().code == "no-runner");
    Session wrong(RunnerOptions{{"echo", "Welcome to this machine"}, 10});
    const auto answer = wrong.devices();
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == "not-a-runner");
    Session silent(RunnerOptions{{"false"}, 10});
    const auto none = silent.devices();
    REQUIRE_FALSE(none);
    CHECK(none.error().code == "runner-died");
    CHECK(none.error().sentence.find("exit code 1") != std::string::npos);
}

TEST_CASE("a runner killed at any moment loses nothing but the call") {
    const auto pidFile =
        std::filesystem::temp_directory_path() / ("mapwright-runner-" + std::to_string(getpid()));
    // The shell tells its process id and becomes the runner.
    const std::string runner = std::string(MW_BINARY_DIR) + "/bin/mw-runner";
    Session session(
        RunnerOptions{{"sh", "-c", "echo $$ > " + pidFile.string() + "; exec " + runner}, 120});
    checkScales(session);
    std::uint64_t random = 1;
    for (int round = 0; round < 20; ++round) {
        std::atomic<bool> done = false;
        std::jthread killer([&] {
            random = splitmix64(random);
            std::this_thread::sleep_for(std::chrono::microseconds(random % 3000));
            pid_t pid = 0;
            std::ifstream(pidFile) >> pid;
            if (pid > 0 && !done)
                kill(pid, SIGKILL);
        });
        const auto handle = session.load(scalePlan(), codegen::Target::cpu);
        const auto set = handle ? session.setInputs(*handle, sizes(1000), inputs(1000))
                                : Expected<void>(fail(handle.error()));
        const auto run =
            set ? session.run(*handle, {"out"}) : Expected<HostArrays>(fail(set.error()));
        if (!run)
            CHECK((run.error().code == "runner-died" || run.error().code == "not-loaded"));
        done = true;
    }
    for (int attempt = 0; attempt < 2 && !session.devices(); ++attempt) {
    }
    checkScales(session);
    std::filesystem::remove(pidFile);
}
