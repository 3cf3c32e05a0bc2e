// State fields, init code and exit code of a graph: run once around its calls, on the host.
#include "core/exec/session.h"
#include "core/io/file.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>

#include <cstring>
#include <unistd.h>

namespace program_state_test {

using namespace mw;
using namespace mw::exec;
using namespace mw::inputs;
namespace fs = std::filesystem;

namespace {

/// Every call adds to a counter that starts at N and is added to y; LOG takes down what runs. In
/// DaCe's order: init of the SDFG, of the nested SDFG, of the tasklet.
constexpr const char* kCounting = R"(sdfg counting {
  symbols N:int32
  constant step = 5
  initcode cuda `no_compiler_of_the_host_sees_this`
  initcode frame `note("init " + std::to_string(N));`
  exitcode frame `note("exit " + std::to_string(__state->count));`
  globalcode frame `#include <string>\nstatic void note(const std::string& text) {\n  std::FILE* file = std::fopen("LOG", "a");\n  std::fputs((text + ";").c_str(), file);\n  std::fclose(file);\n}\nstatic void advance(counting_state_t* __state) { __state->count += __state->by; }`
  array y float64 [N]
  state main {
    n0 = tasklet count `advance(__state); *y += __state->count;` CPP init `__state->count = N; __state->by = step; note("tasklet");` exit `note("bye");` field `int count;` field `int by;`
    n1 = nested inner {N: N} = sdfg inner {
      initcode frame `note("inner");`
      symbols N:int32
      array y float64 [N]
      state s {
        m0 = tasklet other `*y += 100 * (__state->count - N);` CPP field `int by;`
        m1 = access y
        m0.y -> m1 : y[0:2] dynamic
      }
    }
    n2 = access y
    n3 = access y
    n0.y -> n2 : y[0:2] dynamic
    n2 -> n1.y : y[0:N]
    n1.y -> n3 : y[0:N]
  }
}
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// The graph writes down here what it does: in a folder of its own, in which the test works
/// meanwhile, so that the graph is the same every time and its kernels come from the cache.
struct Log {
    const fs::path file = "log";
    Log() {
        static int number = 0;
        fs::create_directories(folder_ /= fmt::format("{}-{}", getpid(), number++));
        fs::current_path(folder_);
    }
    ~Log() {
        std::error_code ignored;
        fs::current_path(before_, ignored);
        fs::remove_all(folder_, ignored);
    }
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;
    std::string text() const { return io::readFile(file).value_or(""); }

private:
    const fs::path before_ = fs::current_path();
    fs::path folder_ = fs::temp_directory_path() / "mapwright-state";
};

codegen::Plan planOf(const std::string& text) {
    const auto document = ir::parseDump(text);
    if (!document)
        FAIL(toString(document.error()));
    auto plan = codegen::lower(**document, {.constants = {}, .rawCode = true});
    if (!plan)
        FAIL(toString(plan.error()));
    return std::move(*plan);
}

symbolic::Bindings sizes(std::int64_t n) {
    return {{"N", symbolic::Value::integer(n)}};
}

Expected<void> setInputs(Session& session, ProgramHandle program, std::int64_t n) {
    HostArrays arrays;
    arrays["y"] = {ir::ScalarType::float64, {n}, std::vector<std::byte>(8 * n)};
    return session.setInputs(program, sizes(n), arrays);
}

double firstOf(Session& session, ProgramHandle program) {
    const auto outputs = session.run(program, {"y"});
    if (!outputs)
        FAIL(toString(outputs.error()));
    double value = 0;
    std::memcpy(&value, outputs->at("y").bytes.data(), sizeof value);
    return value;
}

ProgramHandle loaded(Session& session, const std::string& text) {
    const auto program = session.load(planOf(text), codegen::Target::cpu);
    if (!program)
        FAIL(toString(program.error()));
    return *program;
}

bool mentions(const Diagnostic& error, const std::string& part) {
    return error.sentence.find(part) != std::string::npos;
}

/// A graph whose init or exit code is the text.
std::string simple(const std::string& code, const std::string& kind = "initcode") {
    return fmt::format("sdfg simple {{\n  symbols N:int32\n  {} frame `{}`\n  array y float64 [N]\n"
                       "  state main {{\n    n0 = tasklet one `o = 1`\n    n1 = access y\n"
                       "    n0.o -> n1 : y[0]\n  }}\n}}\n",
                       kind, code);
}

} // namespace

TEST_CASE("init code runs once, its state lasts from call to call, exit code ends it") {
    const Log log;
    Session session;
    const ProgramHandle program = loaded(session, replaced(kCounting, "LOG", log.file));
    CHECK(log.text().empty()); // the values of the symbols are not known yet
    REQUIRE(setInputs(session, program, 3));
    CHECK(log.text() == "init 3;inner;tasklet;");
    CHECK(firstOf(session, program) == 8 + 100 * 5);
    CHECK(firstOf(session, program) == 13 + 100 * 10);
    REQUIRE(setInputs(session, program, 3)); // the same symbols: the state stays
    CHECK(firstOf(session, program) == 18 + 100 * 15);
    REQUIRE(setInputs(session, program, 4)); // others: a new one
    CHECK(firstOf(session, program) == 9 + 100 * 5);
    REQUIRE(session.unload(program));
    CHECK(log.text() == "init 3;inner;tasklet;bye;exit 18;init 4;inner;tasklet;bye;exit 9;");
}

TEST_CASE("two programs from one file of code have a state each") {
    const Log log;
    Session session;
    const std::string text = replaced(kCounting, "LOG", log.file);
    const ProgramHandle a = loaded(session, text);
    const ProgramHandle b = loaded(session, text);
    REQUIRE(setInputs(session, a, 3));
    REQUIRE(setInputs(session, b, 3));
    CHECK(firstOf(session, a) == 508);
    CHECK(firstOf(session, a) == 1013);
    CHECK(firstOf(session, b) == 508);
}

TEST_CASE("a session that ends runs the exit code of what it still has") {
    const Log log;
    {
        Session session;
        const ProgramHandle program = loaded(session, replaced(kCounting, "LOG", log.file));
        REQUIRE(setInputs(session, program, 3));
    }
    CHECK(log.text() == "init 3;inner;tasklet;bye;exit 3;");
}

TEST_CASE("symbols that are baked in reach init code as well") {
    const Log log;
    const auto document = ir::parseDump(replaced(kCounting, "LOG", log.file));
    REQUIRE(document);
    const auto plan = codegen::lower(**document, {.constants = sizes(3), .rawCode = true});
    REQUIRE(plan);
    Session session;
    const auto program = session.load(*plan, codegen::Target::cpu);
    if (!program)
        FAIL(toString(program.error()));
    REQUIRE(setInputs(session, *program, 3));
    CHECK(log.text() == "init 3;inner;tasklet;");
}

TEST_CASE("a crash in init code is one sentence, and the next call works") {
    Session session;
    const ProgramHandle program =
        loaded(session, simple("volatile int* nowhere = nullptr; *nowhere = 1;"));
    const auto set = setInputs(session, program, 3);
    REQUIRE_FALSE(set);
    CHECK(set.error().code == "runner-died");
    INFO(set.error().sentence);
    CHECK(mentions(set.error(), "init code (frame) of SDFG 'simple' did not come to its end"));
    CHECK(mentions(set.error(), "signal 11"));
    CHECK(set.error().location.elements.size() == 1);
    const ProgramHandle good = loaded(session, simple("/* nothing */ ;"));
    REQUIRE(setInputs(session, good, 3));
    CHECK(firstOf(session, good) == 1);
}

TEST_CASE("init code that never ends is ended at the time limit") {
    const std::string text = simple("for (volatile int x = 0;;) x = x + 1;");
    Session patient;
    loaded(patient, text); // compiled, cached
    Session session(RunnerOptions{{}, 3});
    const auto set = setInputs(session, loaded(session, text), 3);
    REQUIRE_FALSE(set);
    CHECK(set.error().code == "timeout");
    CHECK(mentions(set.error(), "init code (frame) of SDFG 'simple'"));
}

TEST_CASE("what init and exit code say of themselves is heard") {
    Session session;
    const ProgramHandle bad = loaded(session, simple("__result = 3;"));
    const auto set = setInputs(session, bad, 3);
    REQUIRE_FALSE(set);
    CHECK(set.error().code == "init-failed");
    INFO(set.error().sentence);
    CHECK(mentions(set.error(), "reports the error 3"));

    const ProgramHandle worse = loaded(session, simple("__err = 4;", "exitcode"));
    REQUIRE(setInputs(session, worse, 3));
    CHECK(firstOf(session, worse) == 1);
    const auto ended = session.unload(worse);
    REQUIRE_FALSE(ended);
    CHECK(ended.error().code == "exit-failed");
    CHECK(mentions(ended.error(), "exit code (frame) of SDFG 'simple'"));

    const ProgramHandle fatal = loaded(session, simple("std::abort();", "exitcode"));
    REQUIRE(setInputs(session, fatal, 3));
    const auto died = session.unload(fatal);
    REQUIRE_FALSE(died);
    CHECK(died.error().code == "runner-died");
    CHECK(mentions(died.error(), "exit code (frame) of SDFG 'simple'"));
}

TEST_CASE("what the compiler refuses of it is said with its place") {
    Session session;
    const auto refused = [&](const std::string& from, const std::string& to) {
        const auto result =
            session.load(planOf(replaced(kCounting, from, to)), codegen::Target::cpu);
        REQUIRE_FALSE(result);
        CHECK(result.error().code == "compile-failed");
        CHECK_FALSE(result.error().location.elements.empty());
        return result.error().sentence;
    };
    CHECK(refused("int count;", "innt count;").find("state field of tasklet 'count'") !=
          std::string::npos);
    CHECK(refused("note(\"tasklet\")", "nott(\"tasklet\")").find("init code of tasklet 'count'") !=
          std::string::npos);
    CHECK(refused("note(\"bye\")", "nott(\"bye\")").find("exit code of tasklet 'count'") !=
          std::string::npos);
    CHECK(refused("note(\"inner\")", "nott(\"x\")").find("init code (frame) of SDFG 'inner'") !=
          std::string::npos);
}

TEST_CASE("the kernels of a device do not reach the state") {
    Session session;
    for (const auto target : {codegen::Target::cuda, codegen::Target::hip}) {
        const auto refused = session.compile(planOf(kCounting), target);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == "cannot-lower");
        INFO(refused.error().sentence);
        CHECK(mentions(refused.error(), "the tasklet 'count' uses the program's state"));
        CHECK(mentions(refused.error(), "run the graph on the CPU"));
        CHECK(refused.error().location.elements.size() == 1);
    }
}

TEST_CASE("beside the kernels of a device the state is a program of the host's compiler") {
    Session session;
    const auto devices = session.devices();
    REQUIRE(devices);
    if (!(*devices)[1].canCompile)
        return test::skip((*devices)[1].missing);
    const auto good = session.compile(planOf(simple("static int calls; ++calls;")),
                                      codegen::Target::cuda, "sm_90");
    if (!good)
        FAIL(toString(good.error()));
    const auto bad =
        session.compile(planOf(simple("++no_such_name;")), codegen::Target::cuda, "sm_90");
    REQUIRE_FALSE(bad);
    CHECK(bad.error().code == "compile-failed");
    INFO(bad.error().sentence);
    CHECK(mentions(bad.error(), "init code (frame) of SDFG 'simple'"));
    CHECK(mentions(bad.error(), "`++no_such_name;`"));
}

} // namespace program_state_test
