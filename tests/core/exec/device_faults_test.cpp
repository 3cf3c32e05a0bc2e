// What can go wrong on a device, each as one sentence, and the next run works. The device is made
// of host memory (fault_runner.cpp).
#include "core/exec/session.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

#include <future>

namespace device_faults_test {

using namespace mw;
using namespace mw::exec;
using namespace mw::inputs;

namespace {

RunnerOptions faulty(const std::vector<std::string>& environment = {}, double seconds = 600) {
    RunnerOptions options;
    options.command = {"env"};
    options.command.insert(options.command.end(), environment.begin(), environment.end());
    options.command.emplace_back(MW_FAULT_RUNNER);
    options.timeoutSeconds = seconds;
    return options;
}

/// One kernel whose label decides what it does to the device; a temporary of N elements.
codegen::Plan plan(const std::string& label, const std::string& attributes = "") {
    const auto document = ir::parseDump(fmt::format(R"(sdfg p {{
  symbols N:int32
  {}
  array y float64 [4]
  array big float64 [N] transient
  state s {{
    m = map {} [i = 0:4] -> e
    t = tasklet t `o = i`
    e = exit m
    b = access y
    m -> t
    t.o -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:4]
    w = map fill [i = 0:N] -> x
    u = tasklet u `o = 1.0`
    x = exit w
    c = access big
    w -> u
    u.o -> x.IN_b : big[i]
    x.OUT_b -> c : big[0:N]
    r = map take [i = 0:1] -> f
    v = tasklet v `o = p`
    f = exit r
    d = access y
    c -> r.IN_b : big[0:N]
    r.OUT_b -> v.p : big[N - 1]
    v.o -> f.IN_y : y[0]
    f.OUT_y -> d : y[0:4]
  }}
}}
)",
                                                    attributes, label));
    if (!document)
        FAIL(toString(document.error()));
    auto lowered = codegen::lower(**document, {.constants = {}, .rawCode = true});
    if (!lowered)
        FAIL(toString(lowered.error()));
    return std::move(*lowered);
}

Expected<void> setInputs(Session& session, ProgramHandle program, std::int64_t n) {
    HostArrays arrays;
    arrays["y"] = {ir::ScalarType::float64, {4}, std::vector<std::byte>(32)};
    return session.setInputs(program, {{"N", symbolic::Value::integer(n)}}, arrays);
}

ProgramHandle loaded(Session& session, const std::string& label, std::int64_t n = 8) {
    const auto program = session.load(plan(label), codegen::Target::cuda);
    if (!program)
        FAIL(toString(program.error()));
    const auto set = setInputs(session, *program, n);
    if (!set)
        FAIL(toString(set.error()));
    return *program;
}

void checkWorks(Session& session) {
    const auto outputs = session.run(loaded(session, "fine"), {"y"});
    if (!outputs)
        FAIL(toString(outputs.error()));
}

bool mentions(const Diagnostic& error, const std::string& part) {
    return error.sentence.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("no room on the device is a sentence, and what is loaded still runs") {
    Session session(faulty());
    const ProgramHandle small = loaded(session, "small");
    const auto large = session.load(plan("large"), codegen::Target::cuda);
    REQUIRE(large);
    const auto set = setInputs(session, *large, std::int64_t{1} << 27); // 1 GB of temporaries
    REQUIRE_FALSE(set);
    CHECK(set.error().code == "out-of-memory");
    CHECK(set.error().sentence == "1024 MB of device memory are not available");
    CHECK_FALSE(session.run(*large, {"y"}));
    CHECK(session.run(small, {"y"}));
    REQUIRE(setInputs(session, *large, 8)); // the same program, smaller
    CHECK(session.run(*large, {"y"}));
}

TEST_CASE("an access outside of memory ends the runner with a sentence, and the next call works") {
    Session session(faulty());
    const ProgramHandle other = loaded(session, "other");
    const auto outputs = session.run(loaded(session, "illegal"), {"y"});
    REQUIRE_FALSE(outputs);
    CHECK(outputs.error().code == "device-lost");
    INFO(outputs.error().sentence);
    CHECK(mentions(outputs.error(), "failed on the fake device: an illegal memory access"));
    REQUIRE(outputs.error().notes.size() == 1);
    CHECK(outputs.error().notes[0].find("'interp'") != std::string::npos);
    const auto gone = session.run(other, {"y"});
    REQUIRE_FALSE(gone);
    CHECK(gone.error().code == "not-loaded");
    checkWorks(session);
}

TEST_CASE("an access outside of memory while timing is the same") {
    Session session(faulty());
    const auto samples = session.measure({loaded(session, "illegal")}, {});
    REQUIRE_FALSE(samples);
    CHECK(samples.error().code == "device-lost");
    checkWorks(session);
}

TEST_CASE("a launch that the device refuses leaves the runner and its programs as they are") {
    Session session(faulty());
    const ProgramHandle other = loaded(session, "other");
    const auto outputs = session.run(loaded(session, "greedy"), {"y"});
    REQUIRE_FALSE(outputs);
    CHECK(outputs.error().code == "device-error");
    CHECK(mentions(outputs.error(), "launching a kernel failed on the fake device: too many"));
    CHECK(session.run(other, {"y"}));
}

TEST_CASE("a kernel of the device that never ends is ended at the time limit") {
    Session session(faulty({}, 3));
    const auto outputs = session.run(loaded(session, "endless"), {"y"});
    REQUIRE_FALSE(outputs);
    CHECK(outputs.error().code == "timeout");
    checkWorks(session);
}

TEST_CASE("a device that hangs does not keep a cancel waiting") {
    Session session(faulty());
    const ProgramHandle program = loaded(session, "endless");
    auto running = std::async(std::launch::async, [&] { return session.run(program, {"y"}); });
    while (running.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready)
        session.cancel(); // does nothing before the call is under way
    const auto outputs = running.get();
    REQUIRE_FALSE(outputs);
    CHECK(outputs.error().code == "cancelled");
    checkWorks(session);
}

TEST_CASE("a missing driver or compiler is a sentence that names the library") {
    {
        Session session(faulty({"MW_FAKE_LACKS=driver"}));
        CHECK(session.compile(plan("fine"), codegen::Target::cuda)); // needs no device
        const auto program = session.load(plan("fine"), codegen::Target::cuda);
        REQUIRE_FALSE(program);
        CHECK(program.error().code == "no-device");
        INFO(program.error().sentence);
        CHECK(mentions(program.error(), "No fake device answers"));
        CHECK(mentions(program.error(), "libno-driver.so.1"));
        CHECK(session.load(plan("fine"), codegen::Target::cpu));
    }
    Session session(faulty({"MW_FAKE_LACKS=compiler"}));
    const auto program = session.load(plan("fine"), codegen::Target::cuda);
    REQUIRE_FALSE(program);
    INFO(program.error().sentence);
    CHECK(mentions(program.error(), "libno-rtc.so"));
    const auto devices = session.devices();
    REQUIRE(devices);
    CHECK_FALSE((*devices)[1].canRun);
    CHECK((*devices)[1].missing.find("libno-rtc.so") != std::string::npos);
}

TEST_CASE("init code runs on the host beside a program of the device") {
    const auto withInit = [](const std::string& code) {
        return plan("fine", "initcode frame `" + code + "`");
    };
    Session session(faulty());
    const auto told = session.load(withInit("__result = N;"), codegen::Target::cuda);
    if (!told)
        FAIL(toString(told.error()));
    const auto failed = setInputs(session, *told, 8);
    REQUIRE_FALSE(failed);
    CHECK(mentions(failed.error(), "reports the error 8"));

    const auto crashing = session.load(withInit("std::abort();"), codegen::Target::cuda);
    REQUIRE(crashing);
    const auto died = setInputs(session, *crashing, 8);
    REQUIRE_FALSE(died);
    CHECK(mentions(died.error(), "init code (frame) of SDFG 'p' did not come to its end"));
    checkWorks(session);

    const auto wrong = session.load(withInit("no_such_name();"), codegen::Target::cuda);
    REQUIRE_FALSE(wrong);
    CHECK(mentions(wrong.error(), "init code (frame) of SDFG 'p', line"));

    Session bare(faulty({"-i", "PATH=/nonexistent", "MAPWRIGHT_CACHE=off"}));
    const auto none = bare.load(withInit("int x = 1;"), codegen::Target::cuda);
    REQUIRE_FALSE(none);
    CHECK(none.error().code == "no-compiler");
    INFO(none.error().sentence);
    CHECK(mentions(none.error(), "for the init and exit code of the graph: install g++"));
}

} // namespace device_faults_test
