// The runner as a process: what it compiles, runs and fetches, and what survives a crash.
#include "core/exec/process.h"
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
#include <sstream>
#include <thread>
#include <unistd.h>

namespace runner_test {

using namespace mw;
using namespace mw::exec;
using namespace mw::inputs;
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
                                        value(codegen::Load{"in", symbol("i")})});
    kernel.body = {{store}};
    plan.kernels = {kernel};
    plan.steps = {{codegen::Launch{0}}};
    return plan;
}

/// The same with an extent of 64 bits.
codegen::Plan widePlan() {
    codegen::Plan plan = scalePlan();
    plan.symbols = {{"N", ir::ScalarType::int64}};
    plan.kernels[0].scalars = {{"N", ir::ScalarType::int64, symbol("N")}};
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

HostArrays inputsOf(std::int64_t n) {
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
    const auto set = session.setInputs(*handle, sizes(n), inputsOf(n));
    if (!set)
        FAIL(set.error().sentence);
    return *handle;
}

void checkScales(Session& session, double factor = 2.0) {
    constexpr std::int64_t n = 1000;
    const ProgramHandle program = loaded(session, scalePlan(factor == 2.0 ? "2.0" : "3.25"), n);
    const auto outputs = session.run(program, {"out"});
    if (!outputs)
        FAIL(outputs.error().sentence);
    const HostArrays given = inputsOf(n);
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

TEST_CASE("a runner that is asked for one target looks for nothing of the others") {
    Session session;
    const auto devices = session.devices();
    REQUIRE(devices);
    for (const DeviceInfo& device : *devices) {
        const auto alone = session.device(device.target);
        REQUIRE(alone);
        CHECK(alone->target == device.target);
        CHECK(alone->canRun == device.canRun);
        CHECK(alone->name == device.name);
        CHECK(alone->versions == device.versions);
        CHECK(alone->missing == device.missing);
    }
    const auto runner = Process::start({MW_RUNNER});
    REQUIRE(runner);
    const auto soon = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    REQUIRE((*runner)->send({R"({"request": "devices", "target": "cpu"})", {}}, soon));
    const auto answer = (*runner)->receive(soon);
    REQUIRE(answer);
    CHECK(answer->header.find(R"("target":"cpu")") != std::string::npos);
    CHECK(answer->header.find(R"("target":"cuda")") == std::string::npos);
    CHECK(answer->header.find(R"("target":"hip")") == std::string::npos);
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
    Session session;
    const codegen::Plan endless = rawPlan("for (volatile int x = 0;;) x = x + 1;");
    loaded(session, endless, 10); // compiled, cached
    const auto timedOutRun = [&](double limit) {
        RunnerOptions options;
        options.timeoutSeconds = limit;
        Session hasty(options);
        const auto program = hasty.load(endless, codegen::Target::cpu);
        if (!program || !hasty.setInputs(*program, sizes(10), inputsOf(10)))
            return false;
        const auto outputs = hasty.run(*program, {"out"});
        REQUIRE_FALSE(outputs);
        CHECK(outputs.error().code == "timeout");
        return true;
    };
    double limit = 3;
    while (!timedOutRun(limit)) // a busy machine needs longer for what comes before the run
        limit *= 2;
    checkScales(session);
}

TEST_CASE("what a kernel prints does not disturb the answers") {
    Session session;
    const ProgramHandle program =
        loaded(session, rawPlan("for (int x = 0; x < 2000; ++x) __builtin_puts(\"noise\");"), 1);
    CHECK(session.run(program, {"out"}));
    CHECK(session.run(program, {"in"}));
}

TEST_CASE("a session names the programs that it has loaded") {
    Session session;
    const ProgramHandle first = loaded(session, scalePlan(), 10);
    const ProgramHandle second = loaded(session, scalePlan("3.0"), 10);
    CHECK(session.programs() == std::vector<ProgramHandle>{first, second});
    session.unload(first);
    CHECK(session.programs() == std::vector<ProgramHandle>{second});
}

TEST_CASE("a quick look times the chosen kernels and nothing else") {
    Session session;
    const ProgramHandle program = loaded(session, scalePlan(), 1000);
    MeasureOptions options;
    options.onlyKernels = {"scale_out"};
    options.repeats = 4;
    const auto samples = session.measure({program}, options);
    REQUIRE(samples);
    CHECK(samples->at(0).kernels[0].size() == 4);
    CHECK(samples->at(0).sustained.empty());
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

TEST_CASE("a stop that comes before a call ends the call, and the runner goes on") {
    Session session;
    const ProgramHandle program = loaded(session, scalePlan(), 10);
    std::stop_source stop;
    session.setStop(stop.get_token());
    CHECK(session.run(program, {"out"}));
    stop.request_stop();
    const auto outputs = session.run(program, {"out"});
    REQUIRE_FALSE(outputs);
    CHECK(outputs.error().code == "cancelled");
    session.unload(program);
    CHECK(session.programs() == std::vector<ProgramHandle>{program});
    session.setStop({});
    CHECK(session.run(program, {"out"}));
    session.unload(program);
    CHECK(session.programs().empty());
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
    const auto handle = session.load(widePlan(), codegen::Target::cpu);
    REQUIRE(handle);
    const auto sentence = [&](const symbolic::Bindings& symbols, const HostArrays& arrays) {
        const auto set = session.setInputs(*handle, symbols, arrays);
        REQUIRE_FALSE(set);
        return set.error().sentence;
    };
    CHECK(sentence({}, inputsOf(10)).find("'N'") != std::string::npos);
    HostArrays arrays = inputsOf(10);
    arrays.erase("in");
    CHECK(sentence(sizes(10), arrays).find("'in'") != std::string::npos);
    CHECK(sentence(sizes(11), inputsOf(10)).find("needs float64 [11]") != std::string::npos);
    CHECK(sentence(sizes(std::int64_t{1} << 60), inputsOf(10)).find("'in'") != std::string::npos);
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

TEST_CASE("what is no runner, or one of another version, is known by its answer to the greeting") {
    const auto sentence = [](std::vector<std::string> command) {
        Session session(RunnerOptions{std::move(command), 10});
        const auto devices = session.devices();
        REQUIRE_FALSE(devices);
        return devices.error().sentence;
    };
    CHECK(sentence({"cat"}) ==
          R"('cat' does not start mw-runner: it answers '{"frames":[],"request":"hello"}')");
    CHECK(sentence({"echo", "hi"}).find("it said 'hi\\n', which is not what mw-runner says") !=
          std::string::npos);
    // Its first four bytes are a length like any other.
    CHECK(sentence({"printf", "a\\000\\000\\000 shell of its own says hello"})
              .find("what answers is not mw-runner") == 0);
    const std::string other = R"({"frames":[],"protocol":1,"reply":"ok"})";
    std::ostringstream octal;
    octal << std::oct << other.size();
    const std::string answer = "head -c 4 >/dev/null; printf '\\" + octal.str() +
                               "\\000\\000\\000%s' '" + other + "'; cat >/dev/null";
    CHECK(sentence({"sh", "-c", answer}).find("of another version (protocol 1, here 7)") !=
          std::string::npos);
}

namespace {

std::string runnerProgram() {
    return MW_RUNNER;
}

std::filesystem::path scratchPath(const std::string& name) {
    return std::filesystem::temp_directory_path() /
           ("mapwright-" + name + "-" + std::to_string(getpid()));
}

/// The number in a file, once it is there; 0 before.
pid_t numberIn(const std::filesystem::path& file) {
    pid_t number = 0;
    std::ifstream(file) >> number;
    return number;
}

/// Whether a process runs: one that ended and is not collected yet does not.
bool isRunning(pid_t pid) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string number;
    std::string name;
    std::string state;
    return stat >> number >> name >> state && state != "Z" && state != "X";
}

} // namespace

TEST_CASE("too much memory is a sentence, and the next call works") {
    Session session;
    const auto handle = session.load(widePlan(), codegen::Target::cpu);
    REQUIRE(handle);
    constexpr std::int64_t huge = std::int64_t{1} << 38; // 2 TB an array
    const auto set = session.setInputs(*handle, sizes(huge), inputsOf(10));
    REQUIRE_FALSE(set);
    CHECK(set.error().code == "out-of-memory");
    CHECK(set.error().sentence.find("GB of memory, and ") != std::string::npos);
    checkScales(session);
}

TEST_CASE("a machine without a compiler says what to install") {
    Session session(RunnerOptions{
        {"env", "-i", "PATH=/nonexistent", "MAPWRIGHT_CACHE=off", runnerProgram()}, 60});
    const auto handle = session.load(scalePlan(), codegen::Target::cpu);
    REQUIRE_FALSE(handle);
    CHECK(handle.error().code == "no-compiler");
    CHECK(handle.error().sentence.find("install g++") != std::string::npos);
    const auto devices = session.devices();
    REQUIRE(devices);
    CHECK_FALSE((*devices)[0].canRun);
}

TEST_CASE("cancelling while the compiler runs ends the compiler too") {
    const auto pidFile = scratchPath("compiler");
    const auto compiler = scratchPath("slow-compiler");
    std::ofstream(compiler) << "#!/bin/sh\n[ \"$1\" = --version ] && echo slow && exit 0\n"
                            << "echo $$ > " << pidFile.string() << "\nexec sleep 600\n";
    std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
    {
        Session session(RunnerOptions{
            {"env", "CXX=" + compiler.string(), "MAPWRIGHT_CACHE=off", runnerProgram()}, 120});
        std::jthread canceller([&] {
            while (numberIn(pidFile) == 0)
                std::this_thread::yield();
            session.cancel();
        });
        const auto handle = session.load(scalePlan("6.5"), codegen::Target::cpu);
        canceller.join();
        REQUIRE_FALSE(handle);
        CHECK(handle.error().code == "cancelled");
    }
    const pid_t pid = numberIn(pidFile);
    REQUIRE(pid > 0);
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (isRunning(pid) && std::chrono::steady_clock::now() < limit)
        std::this_thread::yield();
    CHECK_FALSE(isRunning(pid));
    std::filesystem::remove(pidFile);
    std::filesystem::remove(compiler);
}

TEST_CASE("a damaged file in the cache is compiled again") {
    const auto folder = scratchPath("damaged-cache");
    const RunnerOptions options{{"env", "MAPWRIGHT_CACHE=" + folder.string(), runnerProgram()},
                                120};
    CompileResult result;
    REQUIRE(Session(options).load(scalePlan("7.5"), codegen::Target::cpu, &result));
    CHECK_FALSE(result.cached);
    REQUIRE(Session(options).load(scalePlan("7.5"), codegen::Target::cpu, &result));
    CHECK(result.cached);
    for (const auto& file : std::filesystem::directory_iterator(folder))
        if (file.path().extension() == ".so")
            std::filesystem::resize_file(file.path(), file.file_size() / 2);
    Session session(options);
    REQUIRE(session.load(scalePlan("7.5"), codegen::Target::cpu, &result));
    CHECK_FALSE(result.cached);
    checkScales(session);
    std::filesystem::remove_all(folder);
}

// 100 times with MAPWRIGHT_LONG, else 20: every fourth one compiles, which takes most of the time.
TEST_CASE("a runner killed at any moment loses nothing but the call") {
    const int rounds = std::getenv("MAPWRIGHT_LONG") ? 100 : 20;
    const auto pidFile = scratchPath("runner");
    const auto folder = scratchPath("killed-cache");
    // The shell tells its process id and becomes the runner.
    Session session(RunnerOptions{{"sh", "-c",
                                   "echo $$ > " + pidFile.string() + "; MAPWRIGHT_CACHE=" +
                                       folder.string() + " exec " + runnerProgram()},
                                  120});
    checkScales(session);
    std::uint64_t random = 1;
    int killed = 0;
    for (int round = 0; round < rounds; ++round) {
        const bool compiles = round % 4 == 0;
        const std::string factor = compiles ? std::to_string(round + 3) + ".25" : "2.0";
        random = splitmix64(random);
        const auto moment = std::chrono::microseconds(random % (compiles ? 400'000 : 3000));
        std::atomic<bool> done = false;
        std::jthread killer([&] {
            std::this_thread::sleep_for(moment);
            if (const pid_t pid = numberIn(pidFile); pid > 0 && !done)
                kill(pid, SIGKILL);
        });
        const auto handle = session.load(scalePlan(factor), codegen::Target::cpu);
        const auto set = handle ? session.setInputs(*handle, sizes(1000), inputsOf(1000))
                                : Expected<void>(fail(handle.error()));
        const auto run =
            set ? session.run(*handle, {"out"}) : Expected<HostArrays>(fail(set.error()));
        killed += run ? 0 : 1;
        if (!run)
            CHECK((run.error().code == "runner-died" || run.error().code == "not-loaded"));
        done = true;
    }
    CHECK(killed > 0);
    for (int attempt = 0; attempt < 2 && !session.devices(); ++attempt) {
    }
    checkScales(session);
    checkScales(session, 3.25); // compiled or half compiled in a round that was ended
    std::filesystem::remove(pidFile);
    std::filesystem::remove_all(folder);
}

} // namespace runner_test
